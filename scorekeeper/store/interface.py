"""The protocols of a store of one book, which `SqliteStore` and `PostgresStore` implement."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol, TypeVar

from scorekeeper.store.connection import Database
from scorekeeper.store.errors import StoreError
from scorekeeper.store.match_cache import MatchCache

Found = TypeVar("Found")


class Transactions(Protocol):
    """The reads and writes of the rows of one book."""

    def read(self) -> AbstractContextManager[Database]:
        """Lend a connection for reading; all its queries see one snapshot of the book, whatever others write.

        Raises StoreError.
        """

    def look(self, find: Callable[[Database], Found]) -> Found:
        """Return `find(db)` for a `find` that executes a single statement. Raises StoreError."""

    def write(self) -> AbstractContextManager[Database]:
        """Lend the only connection that may write the book; the block is one transaction, rolled back if it raises.

        Raises StoreError, `busy` if another writer takes too long.
        """

    @property
    def writes(self) -> int:
        """The number of transactions that the current thread has committed in this store."""

    def find_damage(self, db: Database) -> tuple[str, ...]:
        """Return what the engine finds wrong with the book, in its own words; empty if the book is sound."""

    def find_changed_tables(self, db: Database) -> tuple[str, ...]:
        """Return the names of the parts of the book's schema that are missing, changed or unknown."""


class BookUpkeep(Protocol):
    """Facts about a book that are not in its rows: whether it exists, how large it is and whether it was written."""

    def find_last_write(self) -> object:
        """Return a value that changes with every write by anybody, without a query of the database.

        It may be called many times a second. Two writes within a few milliseconds may give the same value.
        """

    def find_version(self) -> str:
        """Return a text that changes with every write by anybody. Raises StoreError."""

    def exists(self) -> bool:
        """Return whether the book still exists; its owner may have deleted it meanwhile."""

    def measure(self) -> int:
        """Return how many bytes the book takes, including all files in its folder. Raises StoreError."""

    def require_space(self, wanted: int) -> None:
        """Raise StoreError `reserve` if `wanted` more bytes would leave too little free disk space."""

    def has_room(self) -> bool:
        """Return whether the disk has room for the entries of some evenings."""


class Store(Transactions, BookUpkeep, Protocol):
    """All matches of one book, safe to share between threads."""

    @property
    def id(self) -> str:
        """The id of the book among all books of the server; for a book in a file it is the path of the file."""

    @property
    def cache(self) -> MatchCache:
        """The loaded matches, which may be shared with other stores."""

    @property
    def trouble(self) -> StoreError | None:
        """The error because of which the book can be neither read nor written; None if it can."""

    def read_sidecar(self, name: str) -> str | None:
        """Return the small text `name` that belongs to the book, such as its keys; None if there is none."""

    def write_sidecar(self, name: str, content: str) -> None:
        """Replace the small text `name` that belongs to the book. Raises StoreError or OSError."""

    def find_opener(self) -> Callable[[], AbstractContextManager["Store"]]:
        """Return a function that opens the book in another process, without a limit of time; pickle can send it."""

    def close(self) -> None:
        """Close the connections that this store alone uses, and remove the book's matches from the cache."""
