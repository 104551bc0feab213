"""The file of ephemeral data and the connections to it: fast, shared by all processes, and deleted without loss.

It is written without waiting for the disk: after a power cut it may be damaged, and then a new one is made. A process
that finds that its file was deleted and replaced continues with the new file.
"""

import os
import sqlite3
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlite_utils import Database

from scorekeeper.store.connections import REQUEST, connect, enable_wal
from scorekeeper.store.errors import explain_error

VERSION = 9
PATIENCE = 10.0  # seconds a writer waits for another one
PRIVATE = 0o600
TABLES = """
CREATE TABLE lying (
    book TEXT, match TEXT, changes INTEGER, query TEXT, phone TEXT, tap INTEGER, PRIMARY KEY (book, match)
);
CREATE TABLE hits (what TEXT, who TEXT, since REAL, times INTEGER, PRIMARY KEY (what, who));
CREATE TABLE queue (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT, book TEXT, ticket TEXT, state TEXT, turn INTEGER, renewed REAL
);
CREATE TABLE results (ticket TEXT PRIMARY KEY, book TEXT, result TEXT);
CREATE TABLE metrics (process TEXT PRIMARY KEY, counts TEXT);
CREATE TABLE leases (name TEXT PRIMARY KEY, renewed REAL, attempts INTEGER, done INTEGER);
CREATE TABLE camera (
    book TEXT PRIMARY KEY, match TEXT, mode TEXT, question TEXT, seats TEXT, picture BLOB, source TEXT, memory TEXT,
    renewed REAL
)
"""
DAMAGED = ("SQLITE_NOTADB", "SQLITE_CORRUPT")


class SqliteEphemeralStore:
    """The file of ephemeral data at `path`, safe to share between threads.

    `clock` counts seconds since the computer was started, the same for all of its processes.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self.path = path
        self.clock = clock
        self._idle: list[tuple[tuple[int, int], Database]] = []
        weakref.finalize(self, _close_all, self._idle)  # if `close` is forgotten

    @contextmanager
    def read(self) -> Iterator[Database]:
        """Lend a connection for reading. Raises StoreError."""
        with self._lend() as db:
            yield db

    @contextmanager
    def write(self) -> Iterator[Database]:
        """Lend the one connection of all processes that may write now; the block is one transaction.

        Raises StoreError.
        """
        with self._lend() as db:
            db.execute("BEGIN IMMEDIATE")
            yield db
            db.commit()

    def close(self) -> None:
        """Close all connections that are not in use."""
        _close_all(self._idle)

    @contextmanager
    def _lend(self) -> Iterator[Database]:
        """Lend a connection to the file that is there now, to one user at a time."""
        try:
            file, db = self._find_connection()
        except sqlite3.Error as error:
            raise explain_error(error, self.path) or error from error
        try:
            yield db
        except sqlite3.Error as error:
            db.close()
            raise explain_error(error, self.path) or error from error
        except BaseException:
            db.rollback()
            self._idle.append((file, db))
            raise
        self._idle.append((file, db))

    def _find_connection(self) -> tuple[tuple[int, int], Database]:
        """Return a connection to the present file, and the file's device and inode.

        A damaged file is deleted and created again. Raises sqlite3.Error.
        """
        while self._idle:
            with suppress(IndexError):  # another thread took it
                file, db = self._idle.pop()
                if file == self._find_file():
                    return file, db
                db.close()
        try:
            return self._open()
        except sqlite3.DatabaseError as error:
            if not (error.sqlite_errorname or "").startswith(DAMAGED):
                raise
        for ending in ("-wal", "-shm", ""):
            self.path.with_name(self.path.name + ending).unlink(missing_ok=True)
        return self._open()

    def _find_file(self) -> tuple[int, int] | None:
        """Return device and inode of the present file; None if it is missing."""
        try:
            status = os.stat(self.path)
        except OSError:
            return None
        return status.st_dev, status.st_ino

    def _open(self) -> tuple[tuple[int, int], Database]:
        """Open the file, make it and its tables if needed, and return its device and inode and a connection."""
        with suppress(OSError):  # SQLite reports the reason
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.touch(PRIVATE)
        connection = connect(self.path, REQUEST, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
        try:
            enable_wal(connection, PATIENCE)
            connection.execute("PRAGMA synchronous = OFF")
            file = self._find_file()
            if connection.execute("PRAGMA user_version").fetchone() != (VERSION,):
                _make_tables(connection)
        except sqlite3.Error:
            connection.close()
            raise
        return file or (0, 0), Database(connection)


def _close_all(idle: list[tuple[tuple[int, int], Database]]) -> None:
    """Close all connections in `idle` and remove them from it, also while other threads do so."""
    with suppress(IndexError):
        while True:
            idle.pop()[1].close()


def _make_tables(connection: sqlite3.Connection) -> None:
    """Make the tables in a file that is new, or of another version."""
    connection.execute("BEGIN IMMEDIATE")
    if connection.execute("PRAGMA user_version").fetchone() != (VERSION,):  # another process may just have done it
        named = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        for (name,) in connection.execute(named).fetchall():
            connection.execute(f'DROP TABLE "{name}"')
        for sql in TABLES.split(";"):
            connection.execute(sql)
        connection.execute(f"PRAGMA user_version = {VERSION}")
    connection.commit()
