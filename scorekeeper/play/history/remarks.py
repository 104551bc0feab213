"""What people note of a match, and where it was played: said at any time, and shown wherever the match is."""

from datetime import UTC, datetime

from scorekeeper.engine.file.remark import Remark, read_remark, write_remark_json
from scorekeeper.play.player_names import normalize_name
from scorekeeper.store import Store
from scorekeeper.store.matches import look_up_match
from scorekeeper.store.notes import find_remark, write_remark


def note_match(store: Store, match_id: str, remark: Remark) -> None:
    """Say this of the match from now on. Raises NotFoundError, or RuleError for what is too long."""
    tidy = Remark(normalize_name(remark.note), normalize_name(remark.place))
    read_remark(write_remark_json(tidy))
    with store.write() as db:
        serial = look_up_match(db, match_id).serial
        if find_remark(db, serial) != tidy:
            write_remark(db, serial, tidy, datetime.now(UTC))


def find_match_remark(store: Store, match_id: str) -> Remark:
    """What was said last of the match; raises NotFoundError."""
    with store.read() as db:
        return find_remark(db, look_up_match(db, match_id).serial)
