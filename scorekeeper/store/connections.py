"""Connections to SQLite files, protected against files from strangers and with a time limit for each statement.

The protections are those of SQLite's own documentation ("Defense Against The Dark Arts"): the schema of a file may call
no harmful function, cells are checked when a page is read, and the sizes of strings and statements, the number of
attached files and the depth of triggers are limited. A statement that exceeds its time ends with SQLITE_INTERRUPT.
"""

import math
import sqlite3
import sys
import time
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

REQUEST = 10.0
"""Seconds that a statement may take while somebody waits for a page."""

JOB = 600.0
"""Seconds that a statement may take in a job that reads a whole file, such as a copy or a check."""

OPERATIONS = 10_000
"""Operations of SQLite's virtual machine between two checks of the time limit; they take a millisecond or less."""

RETRY_EACH = 0.01
"""Seconds between two attempts to set the journal mode."""

LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: 64_000_000,  # bytes of a row; a photo has 32 million at most
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 1_000_000,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 10,
}


class TimedConnection(sqlite3.Connection):
    """A connection with a time limit for each of its statements, counted until the last row is fetched."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._seconds = math.inf
        self._deadline = _Deadline()

    def limit_time(self, seconds: float) -> None:
        """Limit each following statement to `seconds`, counted until its last row is fetched.

        `math.inf` removes the limit.
        """
        self._seconds = seconds
        self.set_progress_handler(self._deadline.is_over if seconds < math.inf else None, OPERATIONS)

    def execute(self, *arguments: Any) -> sqlite3.Cursor:
        """Restart the time limit and execute one statement."""
        self._start_clock()
        return super().execute(*arguments)

    def executemany(self, *arguments: Any) -> sqlite3.Cursor:
        """Restart the time limit and execute one statement for many rows; the limit is for all rows together."""
        self._start_clock()
        return super().executemany(*arguments)

    def executescript(self, *arguments: Any) -> sqlite3.Cursor:
        """Restart the time limit and execute several statements; the limit is for all statements together."""
        self._start_clock()
        return super().executescript(*arguments)

    def cursor(self, *arguments: Any, **options: Any) -> Any:
        """Return a cursor; all its statements together have the time limit of one statement."""
        self._start_clock()
        return super().cursor(*arguments, **options)

    def _start_clock(self) -> None:
        """Set the deadline of the statement that begins now."""
        self._deadline.end = time.monotonic() + self._seconds


class _Deadline:
    """The time at which a statement must be done.

    It has no reference to its connection, because a cycle would keep the connection open until the garbage collector
    runs.
    """

    def __init__(self) -> None:
        self.end = math.inf

    def is_over(self) -> bool:
        """Return true if the deadline has passed; SQLite then interrupts the statement."""
        return time.monotonic() > self.end


@cache
def has_safe_json() -> bool:
    """Return whether this SQLite lets an untrusted schema use the JSON functions, as the project's schema does.

    SQLite 3.40, for one, does not. The answer is cached.
    """
    with closing(sqlite3.connect(":memory:")) as nothing:
        try:
            nothing.execute("PRAGMA trusted_schema = OFF")
            nothing.execute("CREATE TABLE tried (value TEXT CHECK (json_valid(value)))")
            nothing.execute("INSERT INTO tried VALUES ('{}')")
        except sqlite3.OperationalError:
            return False
    return True


def limit_time(connection: sqlite3.Connection, seconds: float) -> None:
    """Limit each following statement of `connection`, which `connect` made, to `seconds`."""
    assert isinstance(connection, TimedConnection)  # noqa: S101  # made by `connect`
    connection.limit_time(seconds)


def connect(path: str | Path, seconds: float = math.inf, **options: Any) -> TimedConnection:
    """Open a database and return a connection with all protections, whose statements may each take `seconds`.

    `options` are passed to `sqlite3.connect`. Raises sqlite3.Error.
    """
    connection = sqlite3.connect(path, factory=TimedConnection, **options)
    try:
        for limit, most in LIMITS.items():
            connection.setlimit(limit, most)
        if has_safe_json():
            connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA cell_size_check = ON")
        if sys.version_info >= (3, 12):
            connection.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)
        connection.limit_time(seconds)
    except BaseException:
        connection.close()
        raise
    return connection


def enable_wal(connection: sqlite3.Connection, patience: float) -> None:
    """Set the journal mode of the file to WAL; try again for `patience` seconds while another connection does the same.

    SQLite's own timeout does not cover this: of two connections that change the mode of a new file at the same moment,
    one gets SQLITE_BUSY at once. Raises sqlite3.Error.
    """
    end = time.monotonic() + patience
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorname != "SQLITE_BUSY" or time.monotonic() > end:
                raise
            time.sleep(RETRY_EACH)


def connect_to_read(path: Path, seconds: float = math.inf) -> TimedConnection:
    """Open a database that nobody has open, only to read it, and return the connection; the file is not changed.

    A log or journal next to the file is read with it. Each statement may take `seconds`.
    """
    logged = any(path.with_name(path.name + ending).exists() for ending in ("-wal", "-journal"))
    how = "mode=ro" if logged else "mode=ro&immutable=1"
    return connect(f"{path.absolute().as_uri()}?{how}", seconds, uri=True)
