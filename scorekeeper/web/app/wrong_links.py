"""Links that open nothing: counted for each address that asks, answered in one line when they become many.

Keys are too long to be guessed; this spares the computer the pages for whoever tries, and tells its owner. A link that
is right opens all the same: a whole table may come from one address.
"""

import logging
from threading import Lock

from cachetools import TTLCache
from flask import current_app, request

MOST = 20  # wrong links from one address
WITHIN = 600  # seconds
ADDRESSES = 4_000

log = logging.getLogger(__name__)


class WrongLinks:
    """How many links that open nothing each address has tried of late; only the last of very many addresses."""

    def __init__(self) -> None:
        self._tried: TTLCache[str, int] = TTLCache(ADDRESSES, WITHIN)
        self._lock = Lock()

    def add_try(self, address: str) -> int:
        """Count one more; gives how many there are."""
        with self._lock:
            tried = self._tried.get(address, 0) + 1
            self._tried[address] = tried
        return tried


def note_wrong_link() -> bool:
    """Count that somebody tried a link that opens nothing, and tell it; whether that was once too often.

    The log says from where and how often, never which link: a slip of the finger is one sign away from a right one.
    """
    found: WrongLinks = current_app.extensions.setdefault("wrong_links", WrongLinks())
    address = request.remote_addr or "nowhere"
    tried = found.add_try(address)
    if tried in (1, MOST + 1) or tried % 1000 == 0:
        log.warning("a link that opens nothing was tried from %s: %s within ten minutes", address, tried)
    return tried > MOST
