"""The store of one book in a PostgreSQL cluster: many connections read at once, and one at a time writes a book."""

import select
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

from psycopg import Connection, errors, postgres, sql
from psycopg.adapt import Dumper
from psycopg_pool import ConnectionPool, PoolTimeout

from scorekeeper.store.connection import Cursor, Database
from scorekeeper.store.connections import REQUEST
from scorekeeper.store.database import PATIENCE
from scorekeeper.store.errors import StoreError
from scorekeeper.store.match_cache import MatchCache
from scorekeeper.store.postgresql.statements import translate

Found = TypeVar("Found")
Pool = ConnectionPool[Connection[tuple[Any, ...]]]

SCHEMA = "scorekeeper"
MOST = 20  # connections of one process
NETWORK = {
    "connect_timeout": 3,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""How soon a machine that has vanished is given up; in seconds, the last in milliseconds."""
RECONNECT = 2.0  # seconds between two attempts at most, while no machine of the database leads
SCHEMA_LOCK = 0x444F4D49  # an advisory lock: one process at a time makes the schema
READ = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
WRITE = "BEGIN ISOLATION LEVEL READ COMMITTED"

UNBOUND = "SELECT 1 FROM pg_roles WHERE rolname = current_user AND (rolsuper OR rolbypassrls)"
UNGUARDED = """
    SELECT relname FROM pg_class WHERE relnamespace = to_regnamespace(?) AND relkind = 'r'
    AND NOT (relrowsecurity AND relforcerowsecurity)
    UNION ALL
    SELECT tgname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE relnamespace = to_regnamespace(?) AND tgenabled NOT IN ('O', 'A')
    ORDER BY 1"""

ERRORS: tuple[tuple[type[Exception], str], ...] = (
    (errors.LockNotAvailable, "busy"),
    (errors.QueryCanceled, "slow"),
    (errors.DiskFull, "full"),
    (errors.ReadOnlySqlTransaction, "read_only"),
    (errors.OutOfMemory, "memory"),
    (PoolTimeout, "busy"),
    (errors.OperationalError, "disk"),  # the server is gone, for example
)


def open_pool(address: str, most: int = MOST) -> Pool:
    """Return a pool of connections to the database at `address`, such as `postgresql://host/name`, with our schema.

    The schema is made if it is missing. Raise ValueError for a role that row-level security does not bind, such as a
    superuser, and psycopg.Error if the database refuses something.
    """
    pool: Pool = ConnectionPool(
        address,
        min_size=1,
        max_size=most,
        timeout=PATIENCE,
        reconnect_timeout=RECONNECT,
        kwargs={"autocommit": True, **NETWORK},
        configure=_configure,
        check=_check,
        open=True,
    )
    try:
        with pool.connection() as connection, connection.transaction():
            if connection.execute(UNBOUND).fetchone():
                raise ValueError("Row-level security does not bind this role of the database: use an ordinary one.")
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (SCHEMA_LOCK,))
            if not connection.execute("SELECT 1 FROM pg_namespace WHERE nspname = %s", (SCHEMA,)).fetchone():
                connection.execute(files(__package__).joinpath("schema.sql").read_bytes())
    except BaseException:
        pool.close()
        raise
    return pool


class PostgresStore:
    """The book with the id `book` in the database of `pool`, safe to share between threads.

    `patience` is how many seconds a writer waits for another one; each statement may take `seconds`. `cache` holds
    loaded matches and may be shared with other stores.
    """

    def __init__(
        self,
        pool: Pool,
        book: str,
        patience: float = PATIENCE,
        seconds: float = REQUEST,
        cache: MatchCache | None = None,
    ) -> None:
        self.path = Path(book)  # the name of the book in the cache
        self.cache = MatchCache() if cache is None else cache
        self.pool = pool
        self._mine = threading.local()
        setting = sql.SQL("SELECT set_config('scorekeeper.book', {}, true), set_config('statement_timeout', {}, true)")
        self._setting = setting.format(book, f"{seconds * 1000:.0f}ms")
        lock = sql.SQL("SET LOCAL lock_timeout = {}; SELECT pg_advisory_xact_lock(hashtextextended({}, 0))")
        self._lock = lock.format(f"{patience * 1000:.0f}ms", book)

    @contextmanager
    def read(self) -> Iterator[Database]:
        """Lend a connection for reading; all its queries see one snapshot of the book, whatever others write.

        Raises StoreError.
        """
        with self._lend(READ) as connection:
            yield _Lent(connection)

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
            yield _Lent(connection)
            connection.execute("COMMIT")
        self._mine.writes = self.writes + 1

    def find_damage(self, db: Database) -> tuple[str, ...]:
        """Return nothing: the cluster itself checks what it reads from its disks."""
        return ()

    def find_changed_tables(self, db: Database) -> tuple[str, ...]:
        """Return the names of tables that would show another book, and of triggers that are switched off."""
        rows = db.execute(UNGUARDED, (SCHEMA, SCHEMA)).fetchall()
        return tuple(str(name) for (name,) in rows)

    @property
    def writes(self) -> int:
        """The number of transactions that the current thread has committed in this store."""
        return int(getattr(self._mine, "writes", 0))

    def close(self) -> None:
        """Remove the book's matches from the cache; the pool stays open."""
        self.cache.clear(self.path)

    def __enter__(self) -> "PostgresStore":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _lend(self, begin: str, *following: sql.Composable) -> Iterator[Connection[tuple[Any, ...]]]:
        """Lend a connection in a transaction of this book, which is rolled back unless it was committed."""
        try:
            with self.pool.connection() as connection:
                try:
                    connection.execute(sql.SQL("; ").join([sql.SQL(begin), self._setting, *following]))
                    yield connection
                finally:
                    with suppress(errors.OperationalError):
                        connection.rollback()
        except tuple(kind for kind, _ in ERRORS) as error:
            key = next(key for kind, key in ERRORS if isinstance(error, kind))
            raise StoreError(key, path=str(self.path)) from error


class _Lent:
    """A connection as the functions of the store use it."""

    def __init__(self, connection: Connection[tuple[Any, ...]]) -> None:
        self._connection = connection

    @property
    def conn(self) -> "_Lent":
        """This connection itself: nothing is traced."""
        return self

    def execute(self, statement: str, parameters: Sequence[Any] | None = None) -> Cursor:
        """Execute one statement with values for its `?`."""
        return self._connection.execute(translate(statement), parameters or ())

    def executemany(self, statement: str, parameters: Iterable[Sequence[Any]]) -> None:
        """Execute one statement for each of the rows of values."""
        with self._connection.cursor() as cursor:
            cursor.executemany(translate(statement), parameters)


class _BoolDumper(Dumper):
    """Sends a truth value as 1 or 0, as the columns have it."""

    oid = postgres.types["int2"].oid

    def dump(self, obj: Any) -> bytes:
        return str(int(obj)).encode()


def _configure(connection: Connection[tuple[Any, ...]]) -> None:
    """Prepare a new connection of the pool."""
    connection.adapters.register_dumper(bool, _BoolDumper)
    connection.execute(sql.SQL("SET search_path = {}").format(sql.Identifier(SCHEMA)))


def _check(connection: Connection[tuple[Any, ...]]) -> None:
    """Raise OperationalError if the server has closed the connection; it is asked only if something came unasked."""
    waiting = select.poll()
    waiting.register(connection.fileno(), select.POLLIN)
    if waiting.poll(0):
        ConnectionPool.check_connection(connection)
