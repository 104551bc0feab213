"""The open books of a host. A book (one group's database) is opened on request, and closed when idle or at a limit.

`/b/abcd…/m/…` is the match `/m/…` of the book `abcd…`: the app gets `/m/…` as `PATH_INFO` and `/b/abcd…` as
`SCRIPT_NAME`. Addresses outside books, such as the host's first page, have no such prefix. Opening a book does not
delay requests for other books.
"""

import logging
import re
import time
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Lock
from wsgiref.types import WSGIEnvironment

from scorekeeper.hosting.book_folders import (
    InactiveBook,
    Why,
    deactivate_book,
    find_folder,
    find_inactive,
    is_opened_by,
    list_folders,
    list_inactive_folders,
    make_book,
    reactivate_book,
)
from scorekeeper.hosting.maintenance import Maintenance, maintain_books
from scorekeeper.play.upkeep.book import Book, FolderBook, find_folder_keys, mark_used, open_book
from scorekeeper.play.upkeep.health import Health, examine_host
from scorekeeper.play.upkeep.open_files import share_files
from scorekeeper.play.upkeep.size import require_space
from scorekeeper.store import StoreError
from scorekeeper.store.free_space import measure_folder
from scorekeeper.store.keys import KeyFile, Keys
from scorekeeper.store.match_cache import MatchCache
from scorekeeper.web.http.book_middleware import BOOK, TOP, TROUBLE

IDLE = 600.0  # seconds without a request after which a book is closed
QUIET = 60.0  # seconds without a request after which a book's SQLite log is emptied
LOCKS = 16  # books that are opened at the same time, at most
ADDRESS = re.compile(r"/b/([0-9A-Za-z]+)(/.*)?", re.DOTALL)

OPENING = "/open"
"""The path, below a book's address, of the form that creates the book; such a request is never routed into the book."""

log = logging.getLogger(__name__)


class HostBooks(ABC):
    """The books of a host, in folders (`HostedBooks`) or in a database (`DatabaseBooks`)."""

    own = None

    def enter(self, environ: WSGIEnvironment) -> None:
        """Put the book that the request's path names into `environ[BOOK]`, and move its prefix to `SCRIPT_NAME`.

        A path without such a book stays as it is. A book that cannot be opened puts its error into `environ[TROUBLE]`.
        """
        match = ADDRESS.fullmatch(environ.get("PATH_INFO", ""))
        if not match or match[2] == OPENING:
            return
        try:
            book = self.find_book(match[1])
        except (StoreError, OSError) as error:
            log.warning("book %s cannot be opened: %s", match[1], error)
            environ[TROUBLE] = error
            return
        if book:
            environ[BOOK] = book
            environ["SCRIPT_NAME"], environ["PATH_INFO"] = f"{environ[TOP]}/b/{book.id}", match[2] or "/"

    def find_keys_at(self, path: str) -> Keys | None:
        """Return the keys of the book that `path` belongs to, without opening it; None if there is none."""
        match = ADDRESS.fullmatch(path)
        return self.find_keys(match[1]) if match else None

    @abstractmethod
    def find_book(self, book_id: str) -> Book | None:
        """Return the book with this id, open; None if there is none. Raise StoreError if it cannot be opened."""

    @abstractmethod
    def find_keys(self, book_id: str) -> Keys | None:
        """Return the keys of the book with this id, without opening it; None if there is none."""

    @abstractmethod
    def make_book(self, book_id: str = "", device: str = "") -> str:
        """Create a book with new keys and return its id; an empty `book_id` means a random one.

        `device` identifies the device that creates the book, for `is_opened_by`. Raise FileExistsError if the id is
        malformed, or if such a book exists or ever existed.
        """

    @abstractmethod
    def is_opened_by(self, book_id: str, device: str) -> bool:
        """Return whether `device` created the book just now and its owner's key is still the first one."""

    @abstractmethod
    def deactivate(self, book_id: str, why: Why) -> None:
        """Make the book inactive for the reason `why`. Raise NotFoundError if there is no such active book."""

    @abstractmethod
    def find_inactive(self, book_id: str) -> InactiveBook | None:
        """Return the inactive book with this id; None if there is none."""

    @abstractmethod
    def find_inactive_keys(self, book_id: str) -> Keys | None:
        """Return the keys of the inactive book with this id; None if there is none."""

    @abstractmethod
    def reactivate(self, book_id: str) -> None:
        """Make the inactive book active again. Raise NotFoundError if there is no such inactive book."""

    @abstractmethod
    def count_open(self) -> int:
        """Return how many books this process has open."""

    @abstractmethod
    def measure(self) -> tuple[int, float]:
        """Return how many books there are, inactive ones included, and how many megabytes they take together."""

    @abstractmethod
    def require_space(self) -> None:
        """Raise StoreError `reserve` if there is too little room for a new book."""

    @abstractmethod
    def examine(self) -> Health:
        """Return which functions of the books work at the moment."""

    @abstractmethod
    def find_maintenance(self) -> Maintenance:
        """Return the function that does the nightly maintenance in another process; pickle can send it."""

    @abstractmethod
    def tidy(self) -> None:
        """Close idle books, and mark the other open books as used."""

    @abstractmethod
    def close(self, book_id: str = "") -> None:
        """Close the book with this id, or all books if the id is empty."""


class HostedBooks(HostBooks):
    """The books in the folder `data`, of which the most recently used are open.

    At most `most` are open at once; None means as many as this process's limit of open files permits. `reserve` is how
    many bytes of the disk stay free; None means the usual number.
    """

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
        self._open: OrderedDict[str, tuple[FolderBook, float]] = OrderedDict()
        self._lock = Lock()
        self._opening = tuple(Lock() for _ in range(LOCKS))

    def find_book(self, book_id: str) -> FolderBook | None:
        """Return the book with this id, open; None if there is none.

        Raise StoreError if it cannot be opened.
        """
        return self._find_open(book_id) or self._open_book(book_id)

    def find_keys(self, book_id: str) -> Keys | None:
        """Return the keys of the book with this id, without opening it; None if there is none."""
        with self._lock:
            entry = self._open.get(book_id)
        if entry:
            return entry[0].find_keys()
        folder = find_folder(self.data, book_id)
        return KeyFile(folder).find_keys() if folder else None

    def make_book(self, book_id: str = "", device: str = "") -> str:
        """Create a book in a folder of its own."""
        return make_book(self.data, book_id, device)

    def is_opened_by(self, book_id: str, device: str) -> bool:
        """Return whether `device` created the book just now."""
        folder = find_folder(self.data, book_id)
        return folder is not None and is_opened_by(folder, device)

    def deactivate(self, book_id: str, why: Why) -> None:
        """Move the folder of the book to `away`."""
        deactivate_book(self.data, book_id, why)

    def find_inactive(self, book_id: str) -> InactiveBook | None:
        """Return the inactive book with this id; None if there is none."""
        return find_inactive(self.data, book_id)

    def find_inactive_keys(self, book_id: str) -> Keys | None:
        """Return the keys in the folder of the inactive book; None if there is none."""
        inactive = find_inactive(self.data, book_id)
        return find_folder_keys(inactive.folder) if inactive else None

    def reactivate(self, book_id: str) -> None:
        """Move the folder of the book back."""
        reactivate_book(self.data, book_id)

    def measure(self) -> tuple[int, float]:
        """Return how many folders of books there are, and how many megabytes they take together."""
        folders = [*list_folders(self.data), *list_inactive_folders(self.data)]
        return len(folders), sum(map(measure_folder, folders)) / 1e6

    def require_space(self) -> None:
        """Raise StoreError `reserve` if the disk has too little room for a new book."""
        require_space(self.data, reserve=self._reserve)

    def examine(self) -> Health:
        """Return which functions work at the moment: whether there is room to write in the folder of the books."""
        return examine_host(self.data)

    def find_maintenance(self) -> Maintenance:
        """Return the function that copies the books at night."""
        return partial(maintain_books, self.data)

    def list_open(self) -> tuple[str, ...]:
        """Return the ids of the open books, the most recently used last."""
        with self._lock:
            return tuple(self._open)

    def count_open(self) -> int:
        """Return how many books are open."""
        return len(self.list_open())

    def tidy(self) -> None:
        """Close idle books, mark the other open books as used, and empty the SQLite logs of those not used lately."""
        self._close_idle()
        with self._lock:
            entries = list(self._open.values())
        for book, used in entries:
            with suppress(OSError):  # it was deactivated, or the disk is full
                mark_used(book.store.path.parent)
            if used < self._clock() - QUIET:
                book.store.truncate_log()

    def close(self, book_id: str = "") -> None:
        """Close the book with this id, or all books if the id is empty."""
        with self._lock:
            entries = [
                self._open.pop(each) for each in ([book_id] if book_id else list(self._open)) if each in self._open
            ]
        for book, _ in entries:
            book.store.close()

    def _find_open(self, book_id: str) -> FolderBook | None:
        """Return the open book with this id; None if it is not open or has been deactivated."""
        with self._lock:
            entry = self._open.get(book_id)
            if entry is None:
                return None
            self._open[book_id] = entry[0], self._clock()
            self._open.move_to_end(book_id)
        if entry[0].find_keys() is None:  # it was deactivated, maybe by another process
            self.close(book_id)
            return None
        return entry[0]

    def _open_book(self, book_id: str) -> FolderBook | None:
        """Open the book with this id and return it; None if there is none."""
        folder = find_folder(self.data, book_id)
        if folder is None:
            return None
        with self._opening[hash(book_id) % LOCKS]:
            if book := self._find_open(book_id):  # another request has just opened it
                return book
            book = open_book(folder, self._reserve, self._cache)
            with suppress(OSError):  # on a full disk the book can still be read
                mark_used(folder)
            with self._lock:
                self._open[book_id] = book, self._clock()
        self._close_idle()
        return book

    def _close_idle(self) -> None:
        """Close the idle books, then the least recently used ones above the limit.

        Requests that are using such a book finish on it.
        """
        longest = self._clock() - IDLE
        while True:
            with self._lock:
                oldest, (book, used) = next(iter(self._open.items()), ("", (None, longest)))
                if book is None or (len(self._open) <= self._most and used >= longest):
                    return
                del self._open[oldest]
            book.store.close()
