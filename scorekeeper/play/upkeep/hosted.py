"""The books of a host that are open: opened when somebody asks for them, closed when nobody does, so many at once.

A book that is being opened, be it for long, holds up nobody who asks for another one; one that cannot be opened is told
to those who ask for it.
"""

import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Lock

from scorekeeper.play.upkeep.book import Book, mark_used, open_book
from scorekeeper.play.upkeep.open_files import share_files
from scorekeeper.play.upkeep.tree import find_folder
from scorekeeper.store.keys import KeyFile, Keys
from scorekeeper.store.match_cache import MatchCache

IDLE = 600.0  # seconds after which a book is closed that nobody asks for
QUIET = 60.0  # seconds after which the log of a book is emptied that nobody asks for
DOORS = 16  # books that are opened at once


class HostedBooks:
    """The books in a folder. Those used last are open, and known by their keys before they are.

    `most` are open at once; without it, as many as the files that the system lets this process open are enough for.
    """

    own = None

    def __init__(
        self,
        data: Path,
        most: int | None = None,
        clock: Callable[[], float] = time.monotonic,
        reserve: int | None = None,
    ) -> None:
        self.data = data
        self._reserve = reserve
        self._cache = MatchCache()
        self._most, self._clock = share_files().books if most is None else most, clock
        self._open: OrderedDict[str, tuple[Book, float]] = OrderedDict()
        self._lock = Lock()
        self._opening = tuple(Lock() for _ in range(DOORS))

    def find_book(self, book_id: str) -> Book | None:
        """The book of this id, open; None where there is none. Raises StoreError."""
        return self._find_open(book_id) or self._bring_in(book_id)

    def find_keys(self, book_id: str) -> Keys | None:
        """Its keys, without opening it; None where there is none."""
        with self._lock:
            known = self._open.get(book_id)
        if known:
            return known[0].find_keys()
        folder = find_folder(self.data, book_id)
        return KeyFile(folder).find_keys() if folder else None

    def list_open(self) -> tuple[str, ...]:
        """The ids of the books that are open, the one used last at the end."""
        with self._lock:
            return tuple(self._open)

    def tidy(self) -> None:
        """Close those that nobody has asked for lately, and note that somebody is in the others.

        The logs of those that nobody asks for at the moment are emptied.
        """
        self._close_idle()
        with self._lock:
            found = list(self._open.values())
        for book, used in found:
            with suppress(OSError):  # it was put away, or the disk is full
                mark_used(book.store.path.parent)
            if used < self._clock() - QUIET:
                book.store.truncate_log()

    def close(self, book_id: str = "") -> None:
        """Close the book of this id, or all."""
        with self._lock:
            found = [
                self._open.pop(each) for each in ([book_id] if book_id else list(self._open)) if each in self._open
            ]
        for book, _ in found:
            book.store.close()

    def _find_open(self, book_id: str) -> Book | None:
        with self._lock:
            known = self._open.get(book_id)
            if known is None:
                return None
            self._open[book_id] = known[0], self._clock()
            self._open.move_to_end(book_id)
        if known[0].find_keys() is None:  # it was put away, maybe by another process
            self.close(book_id)
            return None
        return known[0]

    def _bring_in(self, book_id: str) -> Book | None:
        folder = find_folder(self.data, book_id)
        if folder is None:
            return None
        with self._opening[hash(book_id) % DOORS]:
            if book := self._find_open(book_id):  # somebody else was here before
                return book
            book = open_book(folder, self._reserve, self._cache)
            with suppress(OSError):  # on a full disk it can still be read
                mark_used(folder)
            with self._lock:
                self._open[book_id] = book, self._clock()
        self._close_idle()
        return book

    def _close_idle(self) -> None:
        """Close those that nobody has asked for lately, and the oldest of too many; whoever is in one ends there."""
        longest = self._clock() - IDLE
        while True:
            with self._lock:
                oldest, (book, used) = next(iter(self._open.items()), ("", (None, longest)))
                if book is None or (len(self._open) <= self._most and used >= longest):
                    return
                del self._open[oldest]
            book.store.close()
