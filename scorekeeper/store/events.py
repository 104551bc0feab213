"""The rows of a club's events: their entries, in order, and the links that let phones in.

An entry of an event is a JSON object, as an entry of a match is. Functions that write need a connection from
`Store.write`.
"""

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from scorekeeper.store.columns import read_moment, read_object, write_moment
from scorekeeper.store.connection import Database
from scorekeeper.store.errors import NotFoundError
from scorekeeper.store.ids import make_id

EventRight = Literal["watch", "table", "play"]
"""The right that a link of an event gives: to watch it, to write at a table, or to write as an entrant."""

IS_LAST = (
    "number = (SELECT max(number) FROM event_links AS each"
    " WHERE each.event = event_links.event AND each.doing = event_links.doing AND each.what = event_links.what)"
)
"""Whether a row of `event_links` is the one that counts: any later one replaces it."""


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event: `serial` orders events by when they were created; `id` is in addresses."""

    serial: int
    id: str
    started: datetime


@dataclass(frozen=True, slots=True)
class EventEntryRow:
    """The entry `number` of an event, a JSON object, and the time when it was written."""

    number: int
    written: datetime
    entry: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class EventLink:
    """A current link of an event, with this `key`, for the right `doing`.

    `what` is the number of the table or the name of the entrant; it is empty for a link to watch.
    """

    key: str
    doing: EventRight
    what: str


def write_event(db: Database, started: datetime, id_: str = "") -> EventRow:
    """Write a new event without entries and return its row; an empty `id_` stands for a new id."""
    id_ = id_ or make_id()
    db.execute("INSERT INTO events (id, started) VALUES (?, ?)", (id_, write_moment(started)))
    return look_up_event(db, id_)


def list_event_rows(db: Database) -> tuple[EventRow, ...]:
    """Return all events, the newest first."""
    rows = db.execute("SELECT serial, id, started FROM events ORDER BY serial DESC").fetchall()
    return tuple(EventRow(serial, id_, read_moment(started)) for serial, id_, started in rows)


def look_up_event(db: Database, id_: str) -> EventRow:
    """Return the event with this id. Raises NotFoundError."""
    row = db.execute("SELECT serial, id, started FROM events WHERE id = ?", (id_,)).fetchone()
    if row is None:
        raise NotFoundError(id_)
    return EventRow(row[0], row[1], read_moment(row[2]))


def list_event_entries(db: Database, serial: int, after: int = 0) -> tuple[EventEntryRow, ...]:
    """Return the entries of an event with a number above `after`, in their order.

    Raises ValueError or TypeError for a damaged one.
    """
    rows = db.execute(
        "SELECT number, written, entry FROM event_entries WHERE event = ? AND number > ? ORDER BY number",
        (serial, after),
    ).fetchall()
    return tuple(EventEntryRow(number, read_moment(written), read_object(entry)) for number, written, entry in rows)


def find_last_event_number(db: Database, id_: str) -> int | None:
    """Return the number of the last entry of the event with this id; None if there is no such event.

    It needs one statement.
    """
    row = db.execute(
        "SELECT (SELECT coalesce(max(number), 0) FROM event_entries WHERE event = serial) FROM events WHERE id = ?",
        (id_,),
    ).fetchone()
    return None if row is None else int(row[0])


def find_event_of_post(db: Database, post: str) -> EventRow | None:
    """Return the event to which the form with the id `post` has already written; None if there is none."""
    row = db.execute("SELECT id FROM event_entries JOIN events ON serial = event WHERE post = ?", (post,)).fetchone()
    return look_up_event(db, row[0]) if row else None


def find_event_of_match(db: Database, match_id: str) -> EventRow | None:
    """Return the event at one of whose tables this match is played on the pad; None for a match of no event."""
    row = db.execute(
        "SELECT id FROM event_entries JOIN events ON serial = event WHERE json_extract(entry, '$.match') = ?",
        (match_id,),
    ).fetchone()
    return look_up_event(db, row[0]) if row else None


def write_event_entry(db: Database, serial: int, entry: Mapping[str, Any], post: str, written: datetime) -> None:
    """Write the next entry of an event, unless the form with the id `post` has already written one to it."""
    db.execute(
        "INSERT INTO event_entries (event, number, post, written, entry)"
        " SELECT ?, coalesce(max(number), 0) + 1, ?, ?, ? FROM event_entries WHERE event = ?"
        " ON CONFLICT DO NOTHING",
        (serial, post, write_moment(written), json.dumps(dict(entry), ensure_ascii=False), serial),
    )


def list_event_links(db: Database, serial: int) -> tuple[EventLink, ...]:
    """Return the current links of an event; closed ones are left out."""
    rows = db.execute(
        f"SELECT key, doing, what FROM event_links WHERE event = ? AND key IS NOT NULL AND {IS_LAST}",  # noqa: S608  # our own
        (serial,),
    )
    return tuple(EventLink(*row) for row in rows.fetchall())


def find_opened_events(db: Database, keys: Collection[str]) -> Iterator[tuple[str, EventLink]]:
    """Yield, for each of `keys` that is the key of a current link, the id of its event and the link.

    It needs one statement.
    """
    rows = db.execute(
        f"SELECT id, key, doing, what FROM event_links JOIN events ON serial = event WHERE {IS_LAST}"  # noqa: S608  # our own
        " AND key IN (SELECT value FROM json_each(?))",
        (json.dumps(list(keys)),),
    )
    for id_, *link in rows.fetchall():
        yield id_, EventLink(*link)


def write_event_link(db: Database, serial: int, doing: EventRight, what: str, key: str | None, made: datetime) -> None:
    """Write the link with `key` as the current one of the event for `doing` and `what`; `key` None closes it."""
    db.execute(
        "INSERT INTO event_links (event, doing, what, number, key, made)"
        " SELECT ?, ?, ?, coalesce(max(number), 0) + 1, ?, ?"
        " FROM event_links WHERE event = ? AND doing = ? AND what = ?",
        (serial, doing, what, key, write_moment(made), serial, doing, what),
    )


def find_damaged_events(db: Database) -> tuple[str, ...]:
    """Return the ids of the events with an entry or a time that cannot be read."""
    damaged = []
    for id_, serial in db.execute("SELECT id, serial FROM events").fetchall():
        try:
            look_up_event(db, id_)
            list_event_entries(db, serial)
        except (ValueError, TypeError, RecursionError):
            damaged.append(id_)
    return tuple(damaged)
