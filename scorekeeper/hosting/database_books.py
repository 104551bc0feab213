"""The books of a host in a PostgreSQL database. Every web machine can answer requests for every book."""

import json
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from hmac import compare_digest
from threading import Lock

from cachetools import TTLCache

from scorekeeper.hosting.book_folders import REACTIVATION_TIMES, SECOND_TAP, UNUSED, InactiveBook, Why, hash_device
from scorekeeper.hosting.books import ADDRESS, HostBooks
from scorekeeper.hosting.maintenance import USUAL, Maintenance, MaintenanceReport, judge_clock
from scorekeeper.play.photos import drop_unused_photos
from scorekeeper.play.upkeep.book import Book, Keys
from scorekeeper.play.upkeep.health import Health
from scorekeeper.play.upkeep.size import HostLimits
from scorekeeper.store import NotFoundError, StoreError
from scorekeeper.store.connections import JOB
from scorekeeper.store.ids import is_id, make_id
from scorekeeper.store.keys import make_owner_key, parse_keys
from scorekeeper.store.match_cache import MatchCache
from scorekeeper.store.postgresql.books import BookTable
from scorekeeper.store.postgresql.changes import Changes
from scorekeeper.store.postgresql.database import PostgresStore
from scorekeeper.store.postgresql.ephemeral import PostgresEphemeralStore
from scorekeeper.store.postgresql.pool import DatabaseError, open_pool

MOST_OPEN = 2_000  # books; an open one is some objects in memory
MEMBERS, MEMBERS_KEPT = 20_000, 60.0  # books and seconds in which their keys are not read again before an upload
SIGNING_KEY = "signing key"  # the setting of the host with which its cookies are signed
NIGHTS = "nights"  # the setting of the host with the times of the last nights


class DatabaseBooks(HostBooks):
    """The books in the database at `address`."""

    def __init__(self, address: str) -> None:
        self._address = address
        self.pool = open_pool(address)
        self._table = BookTable(self.pool)
        self._changes = Changes(address)
        self._cache = MatchCache()
        self._open: OrderedDict[str, Book] = OrderedDict()
        self._used = set[str]()
        self._lock = Lock()
        self._members: TTLCache[str, Keys] = TTLCache(MEMBERS, MEMBERS_KEPT)

    def open_ephemeral(self) -> PostgresEphemeralStore:
        """Return the store of ephemeral data in the same database."""
        return PostgresEphemeralStore(self.pool)

    def find_secret(self) -> str:
        """Return the key that signs the cookies of the host, the same for all web machines."""
        return self._table.keep_setting(SIGNING_KEY, secrets.token_urlsafe(32))

    def find_book(self, book_id: str) -> Book | None:
        """Return the book with this id; None if there is none. Raise StoreError if the database does not answer."""
        if self.find_keys(book_id) is None:
            self.close(book_id)
            return None
        with self._lock:
            self._used.add(book_id)
            book = self._open.get(book_id)
            if book is None:
                store = PostgresStore(self.pool, book_id, cache=self._cache, find_change=self._changes.find)
                book = self._open[book_id] = Book(book_id, store, partial(self.find_keys, book_id))
            self._open.move_to_end(book_id)
            while len(self._open) > MOST_OPEN:
                self._open.popitem(last=False)
        return book

    def find_keys(self, book_id: str) -> Keys | None:
        """Return the keys of the active book with this id; None if there is none."""
        keys = read_keys(self._table.find_keys(book_id))
        if keys:
            with self._lock:
                self._members[book_id] = keys
        return keys

    def find_keys_at(self, path: str) -> Keys | None:
        """Return the keys of the book that `path` belongs to; None if there is none or the database does not answer.

        They may be up to a minute old.
        """
        match = ADDRESS.fullmatch(path)
        if match is None:
            return None
        with self._lock:
            keys = self._members.get(match[1])
        with suppress(StoreError):
            return keys or self.find_keys(match[1])
        return None

    def make_book(self, book_id: str = "", device: str = "") -> str:
        """Create a book with new keys and return its id."""
        book_id = book_id or make_id()
        keys = {"SECRET_KEY": secrets.token_urlsafe(32), "OWNER_KEY": make_owner_key()}
        hashed = hash_device(device, keys["OWNER_KEY"]) if device else ""
        if not is_id(book_id) or not self._table.add(book_id, hashed, json.dumps(keys)):
            raise FileExistsError(book_id)
        return book_id

    def is_opened_by(self, book_id: str, device: str) -> bool:
        """Return whether `device` created the book just now and its owner's key is still the first one."""
        keys, found = self.find_keys(book_id), self._table.find_device(book_id)
        if not (keys and found and device):
            return False
        hashed, age = found
        return age < SECOND_TAP and compare_digest(hashed, hash_device(device, keys.owner))

    def deactivate(self, book_id: str, why: Why) -> None:
        """Make the book inactive for the reason `why`. Raise NotFoundError if there is no such active book."""
        if not self._table.deactivate(book_id, why):
            raise NotFoundError(book_id)

    def find_inactive(self, book_id: str) -> InactiveBook | None:
        """Return the inactive book with this id; None if there is none."""
        found = self._table.find_inactive(book_id)
        return describe_inactive(book_id, *found) if found else None

    def find_inactive_keys(self, book_id: str) -> Keys | None:
        """Return the keys of the inactive book with this id; None if there is none."""
        return read_keys(self._table.find_keys(book_id, inactive=True))

    def reactivate(self, book_id: str) -> None:
        """Make the inactive book active again. Raise NotFoundError if there is no such inactive book."""
        if not self._table.reactivate(book_id) and self.find_keys(book_id) is None:
            raise NotFoundError(book_id)

    def list_stores(self) -> Iterator[tuple[str, datetime, Callable[[], PostgresStore]]]:
        """Yield the id of each active book, when somebody last used it, and a function that returns its store."""
        for book, used in self._table.list_active():
            yield book, used.astimezone(UTC), partial(PostgresStore, self.pool, book, seconds=JOB)

    def list_inactive(self) -> list[InactiveBook]:
        """Return the inactive books."""
        return [describe_inactive(*row) for row in self._table.list_inactive()]

    def count_open(self) -> int:
        """Return how many books this process has used lately."""
        with self._lock:
            return len(self._open)

    def measure(self) -> tuple[int, float]:
        """Return how many books there are, inactive ones included, and how many megabytes the database takes."""
        return self._table.measure()

    def require_space(self) -> None:
        """Do nothing: the operators of the cluster watch how full its disks are."""

    def examine(self) -> Health:
        """Return whether the database answers and takes writes."""
        try:
            return Health(self._table.may_write(), photo=True, copies=True)
        except StoreError:
            return Health(False, photo=True, copies=True)

    def find_maintenance(self) -> Maintenance:
        """Return the function that does the nightly maintenance of the books."""
        return partial(maintain_database, self._address)

    def tidy(self) -> None:
        """Record in the database which books were used since the last call."""
        with self._lock:
            used, self._used = self._used, set()
        if used:
            self._table.mark_used(used)

    def close(self, book_id: str = "") -> None:
        """Close the book with this id; if the id is empty, close all books and the connections to the database."""
        with self._lock:
            ids = [book_id] if book_id else list(self._open)
            books = [self._open.pop(each) for each in ids if each in self._open]
        for book in books:
            book.store.close()
        if not book_id:
            self._changes.close()
            self.pool.close()


def open_database_books(address: str) -> DatabaseBooks:
    """Return the books in the database at `address`. Raise ValueError if it cannot be used."""
    try:
        return DatabaseBooks(address)
    except DatabaseError as error:
        raise ValueError(f"The database cannot be used: {error}") from error


def maintain_database(
    address: str,
    now: datetime,
    limits: HostLimits = USUAL,
    begin: Callable[[str], None] = lambda book: None,
    after: str = "",
) -> MaintenanceReport:
    """Maintain the books in the database at `address` as `maintain_books` does in folders, and return a report.

    No copies are made: those of the cluster contain all books.
    """
    books = DatabaseBooks(address)
    failed: list[tuple[str, Exception]] = []
    try:
        table = BookTable(books.pool)
        for book, _ in table.list_active():
            if book <= after:
                continue
            begin(book)
            try:
                drop_unused_photos(PostgresStore(books.pool, book, seconds=0))
            except StoreError as error:  # the other books are maintained in any case
                failed.append((book, error))
        nights, is_clock_trusted = judge_clock(table.keep_setting(NIGHTS, ""), now)
        table.write_setting(NIGHTS, nights)
        unused = [book for book, used in table.list_active() if used < now - UNUSED] if is_clock_trusted else []
        deactivated = tuple(book for book in unused if table.deactivate(book, "unused"))
        deleted = []
        for inactive in [describe_inactive(*row) for row in table.list_inactive()]:
            found = table.count_night(inactive.id, now.date())
            if is_clock_trusted and inactive.until < now and found >= REACTIVATION_TIMES[inactive.why].days:
                table.erase(inactive.id)
                deleted.append(inactive.id)
    finally:
        books.close()
    return MaintenanceReport(0, deactivated, tuple(deleted), tuple(failed))


def describe_inactive(book_id: str, why: str, since: datetime) -> InactiveBook:
    """Return the inactive book with this id, which is inactive for the reason `why` since the time `since`."""
    reason: Why = next(each for each in REACTIVATION_TIMES if each == why)
    return InactiveBook(book_id, reason, since.astimezone(UTC) + REACTIVATION_TIMES[reason])


def read_keys(text: str | None) -> Keys | None:
    """Return the keys in the JSON `text`; None if there is none, or one of the keys is missing."""
    found = parse_keys(text or "")
    whole = {"SECRET_KEY", "OWNER_KEY"} <= found.keys()
    return Keys(found["OWNER_KEY"], found["SECRET_KEY"]) if whole else None
