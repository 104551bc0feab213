"""Ephemeral data of all web machines of a cluster, in unlogged tables: written without waiting for a disk."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from psycopg import Connection, sql

from scorekeeper.store.connection import Database
from scorekeeper.store.postgresql.database import Statements, lend
from scorekeeper.store.postgresql.pool import Pool

LOCK = 0x45504845  # an advisory lock: one transaction at a time writes
WRITE = sql.SQL("BEGIN; SET LOCAL lock_timeout = '10s'; SELECT pg_advisory_xact_lock({})").format(LOCK)
READ = sql.SQL("BEGIN READ ONLY")
NOW = "SELECT extract(epoch FROM clock_timestamp())::double precision"


class PostgresEphemeralStore:
    """The ephemeral data in the database of `pool`, safe to share between threads."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._mine = threading.local()

    def clock(self) -> float:
        """Return the time of the database in seconds, which is the same for all machines. Raises StoreError."""
        if connection := getattr(self._mine, "connection", None):
            return _read_clock(connection)
        with self._lend(READ) as connection:
            return _read_clock(connection)

    @contextmanager
    def read(self) -> Iterator[Database]:
        """Lend a connection for reading. Raises StoreError."""
        with self._lend(READ) as connection:
            yield Statements(connection)

    @contextmanager
    def write(self) -> Iterator[Database]:
        """Lend the one connection of all machines that may write now; the block is one transaction.

        Raises StoreError.
        """
        with self._lend(WRITE) as connection:
            yield Statements(connection)
            connection.execute("COMMIT")

    def close(self) -> None:
        """Do nothing: the caller that opened the pool closes it."""

    @contextmanager
    def _lend(self, beginning: sql.SQL | sql.Composed) -> Iterator[Connection[tuple[Any, ...]]]:
        """Lend a connection, which `clock` uses as well during the block, so that no thread needs two."""
        with lend(self._pool, beginning, "") as connection:
            self._mine.connection = connection
            try:
                yield connection
            finally:
                self._mine.connection = None


def _read_clock(connection: Connection[tuple[Any, ...]]) -> float:
    """Return the time of the database in seconds since 1970."""
    [(seconds,)] = connection.execute(NOW).fetchall()
    return float(seconds)
