"""The links of an event: one to watch it, one for each table, and one for each entrant."""

from scorekeeper.store import Store
from scorekeeper.store.events import EventLink, list_event_links, look_up_event


def list_links_of_event(store: Store, event_id: str) -> tuple[EventLink, ...]:
    """Return the open links of an event: tables by their numbers, and entrants by name. Raises NotFoundError."""
    with store.read() as db:
        links = list_event_links(db, look_up_event(db, event_id).serial)
    return tuple(
        sorted(
            links, key=lambda link: (link.doing, int(link.what) if link.doing == "table" else 0, link.what.casefold())
        )
    )


def find_watch_key(store: Store, event_id: str) -> str:
    """Return the key of the link that opens the event to watchers. Raises NotFoundError."""
    return next(link.key for link in list_links_of_event(store, event_id) if link.doing == "watch")
