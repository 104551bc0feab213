"""The store of one book in a PostgreSQL cluster: many connections read at once, and one at a time writes a book."""

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial
from typing import Any, TypeVar

import psycopg
from psycopg import Connection, errors, sql
from psycopg_pool import PoolTimeout

from scorekeeper.store.connection import Cursor, Database
from scorekeeper.store.connections import REQUEST
from scorekeeper.store.database import PATIENCE
from scorekeeper.store.errors import StoreError
from scorekeeper.store.match_cache import MatchCache
from scorekeeper.store.postgresql.changes import CHANNEL
from scorekeeper.store.postgresql.pool import Pool, open_pool
from scorekeeper.store.postgresql.statements import translate

Found = TypeVar("Found")
Beginning = sql.SQL | sql.Composed

SCHEMA = "scorekeeper"
READ = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
WRITE = "BEGIN ISOLATION LEVEL READ COMMITTED"

UNGUARDED = """
    SELECT relname FROM pg_class WHERE relnamespace = to_regnamespace(?) AND relkind = 'r'
    AND NOT (relrowsecurity AND relforcerowsecurity)
    UNION ALL
    SELECT tgname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE relnamespace = to_regnamespace(?) AND tgenabled NOT IN ('O', 'A')
    ORDER BY 1"""
SIZE = """
    SELECT (SELECT coalesce(sum(pg_column_size(jpeg) + pg_column_size(reading)), 0) FROM photos)
    + (SELECT coalesce(sum(pg_column_size(entry)), 0) + 200 * count(*) FROM entries)"""
"""About how many bytes a book takes; rows of other tables are small."""

ERRORS: tuple[tuple[type[Exception], str], ...] = (
    (errors.LockNotAvailable, "busy"),
    (errors.QueryCanceled, "slow"),
    (errors.DiskFull, "full"),
    (errors.ReadOnlySqlTransaction, "read_only"),
    (errors.OutOfMemory, "memory"),
    (PoolTimeout, "unreachable"),
    (errors.OperationalError, "unreachable"),
)


class PostgresStore:
    """The book with the id `book` in the database of `pool`, safe to share between threads.

    `patience` is how many seconds a writer waits for another one; each statement may take `seconds`. `cache` holds
    loaded matches and may be shared with other stores. `find_change` returns a value that changes with every write of
    the book with this id, by anybody.
    """

    trouble: StoreError | None = None

    def __init__(
        self,
        pool: Pool,
        book: str,
        patience: float = PATIENCE,
        seconds: float = REQUEST,
        cache: MatchCache | None = None,
        find_change: Callable[[str], object] = lambda book: None,
    ) -> None:
        self.id = book
        self.cache = MatchCache() if cache is None else cache
        self.pool = pool
        self._find_change = find_change
        self._mine = threading.local()
        setting = sql.SQL("SELECT set_config('scorekeeper.book', {}, true), set_config('statement_timeout', {}, true)")
        self._setting = setting.format(book, f"{seconds * 1000:.0f}ms")
        lock = sql.SQL("SET LOCAL lock_timeout = {}; SELECT pg_advisory_xact_lock(hashtextextended({}, 0))")
        self._lock = lock.format(f"{patience * 1000:.0f}ms", book)
        self._commit = sql.SQL("UPDATE hosting.books SET writes = writes + 1 WHERE id = {}; COMMIT").format(book)
        # In a transaction of its own: one that notifies holds up all others that do until it is on the disk.
        notify = sql.SQL("BEGIN; SET LOCAL synchronous_commit = off; SELECT pg_notify({}, {}); COMMIT")
        self._notify = notify.format(CHANNEL, book)

    @contextmanager
    def read(self) -> Iterator[Database]:
        """Lend a connection for reading; all its queries see one snapshot of the book, whatever others write.

        Raises StoreError.
        """
        with self._lend(READ) as connection:
            yield Statements(connection)

    def look(self, find: Callable[[Database], Found]) -> Found:
        """Return `find(db)` for a `find` that executes a single statement. Raises StoreError."""
        with self.read() as db:
            return find(db)

    @contextmanager
    def write(self) -> Iterator[Database]:
        """Lend the only connection that may write the book; the block is one transaction, rolled back if it raises.

        Raises StoreError, `busy` if another writer takes longer than `patience`.
        """
        with self._lend(WRITE, self._lock) as connection:
            yield Statements(connection)
            connection.execute(self._commit)
            with suppress(psycopg.Error):  # it is written; phones that watch ask again by themselves
                connection.execute(self._notify)
        self._mine.writes = self.writes + 1

    def find_damage(self, db: Database) -> tuple[str, ...]:
        """Return nothing: the cluster itself checks the data that it reads from its disks."""
        return ()

    def find_changed_tables(self, db: Database) -> tuple[str, ...]:
        """Return the names of tables that would show rows of other books, and of triggers that are switched off."""
        rows = db.execute(UNGUARDED, (SCHEMA, SCHEMA)).fetchall()
        return tuple(str(name) for (name,) in rows)

    @property
    def writes(self) -> int:
        """The number of transactions that the current thread has committed in this store."""
        return int(getattr(self._mine, "writes", 0))

    def find_last_write(self) -> object:
        """Return a value that changes with every write by anybody, without a query of the database."""
        return self._find_change(self.id)

    def find_version(self) -> str:
        """Return the number of transactions that have written the book, as text. Raises StoreError."""
        row = self.look(lambda db: db.execute("SELECT writes FROM hosting.books WHERE id = ?", (self.id,)).fetchone())
        return str(row[0]) if row else ""

    def exists(self) -> bool:
        """Return whether the book is still active."""
        sql = "SELECT 1 FROM hosting.books WHERE id = ? AND why IS NULL"
        return self.look(lambda db: db.execute(sql, (self.id,)).fetchone()) is not None

    def measure(self) -> int:
        """Return about how many bytes the book takes. Raises StoreError."""
        return self.look(lambda db: int(db.execute(SIZE).fetchone()[0]))

    def require_space(self, wanted: int) -> None:
        """Do nothing: the operators of the cluster watch how full its disks are."""

    def has_room(self) -> bool:
        """Return true, since `require_space` never raises."""
        return True

    def read_sidecar(self, name: str) -> str | None:
        """Return the small text `name` of the book, such as its keys; None if there is none. Raises StoreError."""
        row = self.look(lambda db: db.execute("SELECT content FROM beside WHERE name = ?", (name,)).fetchone())
        return str(row[0]) if row else None

    def write_sidecar(self, name: str, content: str) -> None:
        """Replace the small text `name` of the book. Raises StoreError."""
        with self.write() as db:
            db.execute("INSERT OR REPLACE INTO beside (name, content) VALUES (?, ?)", (name, content))

    def find_opener(self) -> Callable[[], AbstractContextManager["PostgresStore"]]:
        """Return a function that opens the book in another process, without a limit of time; pickle can send it."""
        return partial(open_postgres_store, str(self.pool.conninfo), self.id)

    def close(self) -> None:
        """Remove the book's matches from the cache; the pool stays open."""
        self.cache.clear(self.id)

    def __enter__(self) -> "PostgresStore":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _lend(self, begin: str, *following: Beginning) -> Iterator[Connection[tuple[Any, ...]]]:
        """Lend a connection in a transaction of this book, which is rolled back unless it was committed."""
        beginning = sql.SQL("; ").join([sql.SQL(begin), self._setting, *following])
        with lend(self.pool, beginning, self.id) as connection:
            yield connection


@contextmanager
def lend(pool: Pool, beginning: Beginning, name: str) -> Iterator[Connection[tuple[Any, ...]]]:
    """Lend a connection on which the statements `beginning` were executed, which begin a transaction.

    The transaction is rolled back unless it was committed. Raises StoreError, whose sentence names `name`.
    """
    try:
        with pool.connection() as connection:
            try:
                connection.execute(beginning)
                yield connection
            finally:
                with suppress(errors.OperationalError):
                    connection.rollback()
    except tuple(kind for kind, _ in ERRORS) as error:
        key = next(key for kind, key in ERRORS if isinstance(error, kind))
        raise StoreError(key, path=name) from error


@contextmanager
def open_postgres_store(address: str, book: str) -> Iterator[PostgresStore]:
    """Open the book with this id in the database at `address`, for a process of its own, without a limit of time."""
    pool = open_pool(address, most=2)
    try:
        yield PostgresStore(pool, book, seconds=0)
    finally:
        pool.close()


class Statements:
    """A connection with the interface that the functions of the store use."""

    def __init__(self, connection: Connection[tuple[Any, ...]]) -> None:
        self._connection = connection

    @property
    def conn(self) -> "Statements":
        """This connection itself: nothing is traced."""
        return self

    def execute(self, statement: str, parameters: Sequence[Any] | None = None) -> Cursor:
        """Execute one statement with values for its `?`."""
        return self._connection.execute(translate(statement), parameters or ())

    def executemany(self, statement: str, parameters: Iterable[Sequence[Any]]) -> None:
        """Execute one statement for each of the rows of values."""
        with self._connection.cursor() as cursor:
            cursor.executemany(translate(statement), parameters)
