"""A pool of connections to a file of matches: each is lent to one user at a time, and some stay open for the next."""

import sqlite3
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlite_utils import Database

from scorekeeper.store.connections import connect
from scorekeeper.store.errors import explain_error

LOG_LIMIT = 4_000_000  # bytes to which a larger log is cut once its content is in the file


class ConnectionPool:
    """Connections to the file at `path`; threads may share the pool.

    A writer waits `patience` seconds for another one, and each statement may take `seconds`. At most `most_idle` unused
    connections stay open.
    """

    def __init__(self, path: Path, patience: float, seconds: float, most_idle: int) -> None:
        self._path, self._patience, self._seconds, self._most_idle = path, patience, seconds, most_idle
        self._idle: list[Database] = []
        weakref.finalize(self, _close_all, self._idle)  # if `close_idle` is forgotten

    @contextmanager
    def lend(self) -> Iterator[Database]:
        """Lend a connection to one user; it is closed after a database error and otherwise used again.

        What the user has not committed is rolled back. Raises StoreError.
        """
        try:
            db = self._idle.pop()
        except IndexError:
            db = self._connect()
        try:
            yield db
            db.rollback()
        except (sqlite3.Error, MemoryError) as error:
            with suppress(sqlite3.Error, MemoryError):
                db.rollback()
            db.close()
            raise explain_error(error, self._path) or error from error
        except BaseException:
            db.rollback()
            self._take_back(db)
            raise
        self._take_back(db)

    def close_idle(self) -> None:
        """Close all connections that nobody uses."""
        _close_all(self._idle)

    def _take_back(self, db: Database) -> None:
        """Keep the connection for its next user, or close it if enough are open."""
        if len(self._idle) >= self._most_idle:
            db.close()
        else:
            self._idle.append(db)

    def _connect(self) -> Database:
        """Return a new connection to the file. Raises StoreError."""
        connection = None
        try:
            connection = connect(
                self._path, self._seconds, timeout=self._patience, isolation_level=None, check_same_thread=False
            )
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute(f"PRAGMA journal_size_limit = {LOG_LIMIT}")
            connection.text_factory = decode_text
            return Database(connection)
        except (sqlite3.Error, MemoryError) as error:
            if connection is not None:
                connection.close()
            raise explain_error(error, self._path) or error from error


def _close_all(idle: list[Database]) -> None:
    """Close all connections in `idle` and remove them from it, also while other threads do so."""
    with suppress(IndexError):
        while True:
            idle.pop().close()


def decode_text(text: bytes) -> str:
    """Decode UTF-8 text of a column; each damaged byte becomes U+FFFD.

    So one damaged text does not make a whole list unreadable.
    """
    return text.decode(errors="replace")
