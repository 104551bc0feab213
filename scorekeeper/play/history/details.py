"""Facts about a match in addition to its entries: its location, whether it was called off, its note and its venue."""

from datetime import UTC, datetime

from scorekeeper.engine.file.remark import Remark, read_remark, write_remark_json
from scorekeeper.play.player_names import normalize_name
from scorekeeper.store import Store
from scorekeeper.store.match_index import MatchLocation as MatchLocation
from scorekeeper.store.match_index import call_off, find_indexed_match, write_location
from scorekeeper.store.matches import look_up_match
from scorekeeper.store.notes import find_remark, write_remark


def move_match(store: Store, match_id: str, location: MatchLocation) -> None:
    """Move the match into the list (`here`), the archive (`archived`) or the bin (`deleted`).

    All entries stay stored. Raises NotFoundError.
    """
    with store.write() as db:
        serial = look_up_match(db, match_id).serial
        if find_indexed_match(db, serial).location != location:
            write_location(db, serial, location, datetime.now(UTC))


def find_location(store: Store, match_id: str) -> MatchLocation:
    """Return whether the match is in the list (`here`), the archive or the bin. Raises NotFoundError."""
    with store.read() as db:
        return find_indexed_match(db, look_up_match(db, match_id).serial).location


def call_off_match(store: Store, match_id: str, off: bool) -> None:
    """Record that the match will not be continued, or with `off` false that it is resumed.

    A match that is over is not changed. Raises NotFoundError.
    """
    with store.write() as db:
        match = find_indexed_match(db, look_up_match(db, match_id).serial)
        if not match.over and match.off != off:
            call_off(db, match.row.serial, off, datetime.now(UTC))


def note_match(store: Store, match_id: str, remark: Remark) -> None:
    """Replace the remark about the match, which is a note and the place where it was played.

    Raises NotFoundError, or RuleError for a remark that is too long.
    """
    remark = Remark(normalize_name(remark.note), normalize_name(remark.place))
    read_remark(write_remark_json(remark))
    with store.write() as db:
        serial = look_up_match(db, match_id).serial
        if find_remark(db, serial) != remark:
            write_remark(db, serial, remark, datetime.now(UTC))


def find_match_remark(store: Store, match_id: str) -> Remark:
    """Return the current remark about the match: its note and the place where it was played. Raises NotFoundError."""
    with store.read() as db:
        return find_remark(db, look_up_match(db, match_id).serial)
