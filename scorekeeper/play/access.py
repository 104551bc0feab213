"""Links that let other phones in: one to score a match and one to watch it, closed or made anew whenever wanted.

A table keeps its links when it plays again, so that nobody has to scan a second time; what is closed or made anew in
one match is closed in all of them. A device that has only an old link is refused the next time it asks for anything.

`decide_permission` is the one place that decides what a device may do with a match.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from scorekeeper.store import Connection, NotFoundError, Store
from scorekeeper.store.ids import make_id
from scorekeeper.store.links import RIGHTS, find_rights, has_opened, list_links, list_opened_matches, write_link
from scorekeeper.store.links import Right as Right
from scorekeeper.store.matches import find_last_numbers, find_match, find_tip_number, look_up_match

Doing = Literal["own", "score", "watch"]
LEVELS: tuple[Doing, ...] = ("watch", "score", "own")  # each may do what those before it may


@dataclass(frozen=True, slots=True)
class Device:
    """Who asks, as the signed cookie of the device says: an `owner`, or a guest with the keys of the links opened."""

    owner: bool = False
    keys: tuple[str, ...] = ()

    @property
    def is_known(self) -> bool:
        """Whether the device ever opened a link of the book, whether or not that link still opens anything."""
        return self.owner or bool(self.keys)


@dataclass(frozen=True, slots=True)
class Permission:
    """What a device may do with a match: at most `right`; None for nothing.

    `in_bin` is true for a guest of a match that its owner has thrown away: the links open it again when it comes back.
    """

    right: Doing | None = None
    in_bin: bool = False

    def allows(self, doing: Doing) -> bool:
        """Whether the device may do that, or more."""
        return self.right is not None and LEVELS.index(self.right) >= LEVELS.index(doing)


@dataclass(frozen=True, slots=True)
class Links:
    """The keys of the links of a match; None where one is closed, or was never made."""

    watch: str | None
    score: str | None


@dataclass(frozen=True, slots=True)
class JoinedMatch:
    """A match that a device was let in to, and what it may do there.

    `variant` is the game's key, `own_name` what a family calls its own game.
    """

    id: str
    variant: str
    players: tuple[str, ...]
    right: Right
    own_name: str


def list_match_links(store: Store, match_id: str) -> Links:
    """The links of the match. One that is started gets both, one out of an archive none. Raises NotFoundError."""
    with store.read() as db:
        known = list_links(db, look_up_match(db, match_id).serial)
    return Links(known.get("watch"), known.get("score"))


def make_link(store: Store, match_id: str, right: Right) -> str:
    """The key of a new link; the one before opens nothing any more. Raises NotFoundError."""
    key = make_id()
    with store.write() as db:
        serial = look_up_match(db, match_id).serial
        _close(db, serial, right)
        write_link(db, serial, right, key, datetime.now(UTC))
    return key


def close_link(store: Store, match_id: str, right: Right) -> None:
    """Close the link: whoever came in by it may do nothing any more. Raises NotFoundError."""
    with store.write() as db:
        _close(db, look_up_match(db, match_id).serial, right)


def open_link(store: Store, key: str) -> tuple[str, Right]:
    """The newest match that the link with this key opens, and what for; one in the bin only if there is no other.

    Raises NotFoundError.
    """
    with store.read() as db:
        for _, match_id, right in list_opened_matches(db, [key]) or list_opened_matches(db, [key], deleted=True):
            return match_id, right
    raise NotFoundError("link")


def decide_permission(store: Store, device: Device, match_id: str) -> Permission:
    """What the device may do with the match; with an empty id, with what is of no match.

    An owner may do everything, for which nothing is read. Links are looked up each time, so that a link that was closed
    or made anew is refused by the next request.
    """
    if device.owner:
        return Permission("own")
    if not device.keys or not match_id:
        return Permission()
    rights, in_bin = store.look(lambda db: find_rights(db, match_id, device.keys))
    right = next((right for right in RIGHTS if right in rights), None)
    return Permission(right, in_bin and right is not None)


def has_joined(store: Store, match_id: str, keys: Collection[str]) -> bool:
    """Whether a device with these keys was let in to the match at some time."""
    if not keys:
        return False
    with store.read() as db:
        row = find_match(db, match_id)
        return row is not None and has_opened(db, row.serial, keys)


def list_joined(store: Store, keys: Collection[str]) -> tuple[JoinedMatch, ...]:
    """The matches that a device with these keys was let in to, the newest first."""
    found: dict[str, JoinedMatch] = {}
    with store.read() as db:
        for _, match_id, right in list_opened_matches(db, keys) if keys else ():
            row = look_up_match(db, match_id)
            found.setdefault(match_id, JoinedMatch(match_id, row.variant, row.players, right, row.own_name))
    return tuple(found.values())


def list_open_keys(store: Store, keys: Collection[str]) -> tuple[str, ...]:
    """Those of the keys that still open a match, be it one in the bin."""
    with store.read() as db:
        return tuple(
            key for key in keys if list_opened_matches(db, [key]) or list_opened_matches(db, [key], deleted=True)
        )


def find_last_entry_number(store: Store, match_id: str) -> int | None:
    """The number of the last entry, by which a phone sees whether anything is new; None where there is no such match.

    Every phone asks for it all the time: no sheet is read for it.
    """
    return store.look(lambda db: find_tip_number(db, match_id))


def find_version_tag(store: Store, match_id: str) -> str | None:
    """By what a phone sees whether anything is new, hands that wait among it; None where there is no such match."""
    found = store.look(lambda db: find_last_numbers(db, match_id))
    return format_version_tag(*found) if found else None


def format_version_tag(last: int, given: int) -> str:
    """`5` after the fifth entry of a match; `5-7` where phones have given hands, the last of them as number 7."""
    return f"{last}-{given}" if given else str(last)


def find_next_match(store: Store, match_id: str) -> str | None:
    """The newest match that this table has played since, if any: one that a link of this match opens, too."""
    with store.read() as db:
        serial = look_up_match(db, match_id).serial
        keys = [key for key in list_links(db, serial).values() if key]
        newest = list_opened_matches(db, keys)[:1] if keys else ()
    return next((id_ for number, id_, _ in newest if number > serial), None)


def _close(db: Connection, serial: int, right: Right) -> None:
    """Close the link in every match that it opens."""
    key = list_links(db, serial).get(right)
    opens = {each for each, _, what in list_opened_matches(db, [key], deleted=True) if what == right} if key else set()
    for each in opens | {serial}:
        write_link(db, each, right, None, datetime.now(UTC))
