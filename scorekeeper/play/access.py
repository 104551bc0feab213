"""Links that give other phones access to a match: one to score it and one to watch it.

A table keeps its links when it plays again, so that nobody has to scan a second time. A link that is closed or replaced
in one match is closed in all of them, and its devices are refused from their next request on. `decide_permission` is
the only function that decides what a device may do with a match.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from scorekeeper.store import Connection, NotFoundError, Store
from scorekeeper.store.entries import find_last_numbers, find_tip_number
from scorekeeper.store.events import EventLink, find_opened_events
from scorekeeper.store.ids import make_id
from scorekeeper.store.links import (
    RIGHTS,
    find_access_version,
    find_rights,
    has_opened,
    list_links,
    list_opened_matches,
    write_link,
)
from scorekeeper.store.links import Right as Right
from scorekeeper.store.matches import find_match, look_up_match

Doing = Literal["own", "score", "watch"]
LEVELS: tuple[Doing, ...] = ("watch", "score", "own")  # each right includes those before it


@dataclass(frozen=True, slots=True)
class Device:
    """The device that sent a request, according to its signed cookie.

    It is an owner's device, or that of a guest with the keys of the links that it opened.
    """

    owner: bool = False
    keys: tuple[str, ...] = ()

    @property
    def is_known(self) -> bool:
        """Whether the device ever opened a link of the book, including a link that is closed now."""
        return self.owner or bool(self.keys)


@dataclass(frozen=True, slots=True)
class Permission:
    """The right of a device to a match: everything up to `right`; nothing if `right` is None.

    `in_bin` is true for a guest of a match that its owner deleted: the links open the match again when it is restored.
    """

    right: Doing | None = None
    in_bin: bool = False

    def allows(self, doing: Doing) -> bool:
        """Return whether the device has the right `doing` or a higher one.

        The right `own` includes `score`, which includes `watch`.
        """
        return self.right is not None and LEVELS.index(self.right) >= LEVELS.index(doing)


@dataclass(frozen=True, slots=True)
class EventPermission:
    """The rights of a device to an event: an owner's device is the `desk`, `watch` opens its pages.

    `entrants` are those for whom the device writes and confirms results, and `tables` those whose codes it has scanned.
    """

    desk: bool = False
    watch: bool = False
    entrants: frozenset[str] = frozenset()
    tables: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Links:
    """The keys of a match's links to watch and to score it; None for a link that is closed or was never made."""

    watch: str | None
    score: str | None


@dataclass(frozen=True, slots=True)
class JoinedMatch:
    """A match that a device joined by a link, and the right that the link gives.

    `variant` is the game's key; `own_name` is the name of a family's own game, or empty.
    """

    id: str
    variant: str
    players: tuple[str, ...]
    right: Right
    own_name: str


def list_match_links(store: Store, match_id: str) -> Links:
    """Return the keys of the match's links to watch and to score it. Raises NotFoundError.

    A match that was started here has both links; a match from an archive has none.
    """
    with store.read() as db:
        known = list_links(db, look_up_match(db, match_id).serial)
    return Links(known.get("watch"), known.get("score"))


def make_link(store: Store, match_id: str, right: Right) -> str:
    """Make a new link for `right`, close the previous one, and return the new key. Raises NotFoundError."""
    key = make_id()
    with store.write() as db:
        serial = look_up_match(db, match_id).serial
        _close(db, serial, right)
        write_link(db, serial, right, key, datetime.now(UTC))
    return key


def close_link(store: Store, match_id: str, right: Right) -> None:
    """Close the match's link for `right`: devices that joined by it lose their right. Raises NotFoundError."""
    with store.write() as db:
        _close(db, look_up_match(db, match_id).serial, right)


def open_link(store: Store, key: str) -> tuple[str, Right]:
    """Return the id of the newest match that the link with this key opens, and the right that it gives.

    A deleted match is returned only if the link opens no other one. Raises NotFoundError.
    """
    with store.read() as db:
        for _, match_id, right in list_opened_matches(db, [key]) or list_opened_matches(db, [key], deleted=True):
            return match_id, right
    raise NotFoundError("link")


def open_event_link(store: Store, key: str) -> tuple[str, EventLink]:
    """Return the id of the event that the link with this key opens, and the link. Raises NotFoundError."""
    with store.read() as db:
        for opened in find_opened_events(db, [key]):
            return opened
    raise NotFoundError("link")


def decide_event_permission(store: Store, device: Device, event_id: str) -> EventPermission:
    """Return the rights of the device to the event.

    Links are read for each request, as those of matches are.
    """
    if device.owner:
        return EventPermission(desk=True, watch=True)
    opened = store.look(lambda db: tuple(find_opened_events(db, device.keys))) if device.keys else ()
    links = [link for id_, link in opened if id_ == event_id]
    return EventPermission(
        watch=bool(links),
        entrants=frozenset(link.what for link in links if link.doing == "play"),
        tables=frozenset(int(link.what) for link in links if link.doing == "table"),
    )


def decide_permission(store: Store, device: Device, match_id: str) -> Permission:
    """Return the right of the device to the match; an empty `match_id` stands for pages that belong to no match.

    An owner may do everything, which needs no query. Links are read for each request, so that a closed link is refused
    at once.
    """
    if device.owner:
        return Permission("own")
    if not device.keys or not match_id:
        return Permission()
    rights, in_bin = store.look(lambda db: find_rights(db, match_id, device.keys))
    right = next((right for right in RIGHTS if right in rights), None)
    return Permission(right, in_bin and right is not None)


def has_joined(store: Store, match_id: str, keys: Collection[str]) -> bool:
    """Return whether a device with these keys of links ever joined the match, also by a link that is closed now."""
    if not keys:
        return False
    with store.read() as db:
        row = find_match(db, match_id)
        return row is not None and has_opened(db, row.serial, keys)


def list_joined(store: Store, keys: Collection[str]) -> tuple[JoinedMatch, ...]:
    """Return the matches that the links with these keys open, the newest first, each with the highest right."""
    matches: dict[str, JoinedMatch] = {}
    with store.read() as db:
        for _, match_id, right in list_opened_matches(db, keys) if keys else ():
            row = look_up_match(db, match_id)
            matches.setdefault(match_id, JoinedMatch(match_id, row.variant, row.players, right, row.own_name))
    return tuple(matches.values())


def list_open_keys(store: Store, keys: Collection[str]) -> tuple[str, ...]:
    """Return the keys, out of these keys of links, that still open an event or a match, including a deleted one."""
    with store.read() as db:
        of_events = {link.key for _, link in find_opened_events(db, keys)}
        return tuple(
            key
            for key in keys
            if key in of_events or list_opened_matches(db, [key]) or list_opened_matches(db, [key], deleted=True)
        )


def find_last_entry_number(store: Store, match_id: str) -> int | None:
    """Return the number of the match's last entry; None if there is no such match.

    Every phone polls this number, so no sheet is read for it.
    """
    return store.look(lambda db: find_tip_number(db, match_id))


def find_version_tag(store: Store, match_id: str) -> str | None:
    """Return the tag that changes with every entry and every pending hand of a match; None if there is no such match.

    A pending hand is one that a phone sent for the end of the round. Pages compare the tag to see if they are out of
    date.
    """
    numbers = store.look(lambda db: find_last_numbers(db, match_id))
    return format_version_tag(*numbers) if numbers else None


@dataclass(frozen=True, slots=True)
class NewsVersion:
    """The version of the news of a match, from which a page can tell whether it is out of date.

    `tag` changes with everything that a page of the match shows as news: the version tag, and after the end the id of
    the table's next match. `access` changes when the links of the match give other rights.
    """

    tag: str
    access: tuple[object, ...]


def find_news_version(store: Store, match_id: str) -> NewsVersion:
    """Return the version of the news of a match, without reading its sheet. Raises NotFoundError."""
    access = store.look(lambda db: find_access_version(db, match_id))
    tag = find_version_tag(store, match_id)
    if access is None or tag is None:
        raise NotFoundError(match_id)
    is_over = bool(access[-1])
    return NewsVersion(f"{tag}.{find_next_match(store, match_id) or ''}" if is_over else tag, access)


def format_version_tag(last: int, pending: int) -> str:
    """Return the tag for the numbers of the last entry and the last pending hand: `5-7`, or `5` without hands."""
    return f"{last}-{pending}" if pending else str(last)


def find_next_match(store: Store, match_id: str) -> str | None:
    """Return the id of the newest match after this one that shares a link with it; None if there is none.

    Such a match was started by playing again at the same table. Raises NotFoundError.
    """
    with store.read() as db:
        serial = look_up_match(db, match_id).serial
        keys = [key for key in list_links(db, serial).values() if key]
        newest = list_opened_matches(db, keys)[:1] if keys else ()
    return next((id_ for number, id_, _ in newest if number > serial), None)


def _close(db: Connection, serial: int, right: Right) -> None:
    """Close the match's link for `right`, in every match that the link opens."""
    key = list_links(db, serial).get(right)
    opens = {each for each, _, what in list_opened_matches(db, [key], deleted=True) if what == right} if key else set()
    for each in opens | {serial}:
        write_link(db, each, right, None, datetime.now(UTC))
