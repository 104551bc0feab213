"""The transaction in which an event is written about.

It writes nothing if the function raises: EventError if the rules of the event refuse it, NotFoundError, StoreError or
PostError. `post` is the id of the form: a form that is sent twice counts once.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from scorekeeper.play.events.club_event import ClubEvent
from scorekeeper.play.events.record import read_event
from scorekeeper.play.scoring.posts import check_post
from scorekeeper.store import Connection, Store
from scorekeeper.store.events import EventRow, find_event_of_post, look_up_event, write_event_entry


def write_entry_about(
    store: Store, event_id: str, post: str, make: Callable[[ClubEvent], Mapping[str, Any] | None]
) -> None:
    """Write the entry that `make` returns for the current event, unless it returns None."""

    def write(db: Connection, row: EventRow, record: ClubEvent) -> None:
        """Write the entry of `make`, if there is one."""
        entry = make(record)
        if entry is not None:
            write_event_entry(db, row.serial, entry, post, datetime.now(UTC))

    write_about_event(store, event_id, post, write)


def write_about_event(
    store: Store, event_id: str, post: str, write: Callable[[Connection, EventRow, ClubEvent], None]
) -> None:
    """Call `write` in one transaction, unless the form with the id `post` has already been written."""
    check_post(post)
    with store.write() as db:
        row = look_up_event(db, event_id)
        if find_event_of_post(db, post) is None:
            write(db, row, read_event(db, row))
