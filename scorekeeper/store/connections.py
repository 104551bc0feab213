"""Connections to SQLite files, with SQLite's defences against files of strangers and a time limit for each statement.

The defences are those of SQLite's own documentation ("Defense Against The Dark Arts"): what stands in the schema may
call no function that could do harm, cells are checked when a page is read, and strings, statements, attached files and
the depth of triggers are limited. A statement that takes longer than it may ends with SQLITE_INTERRUPT.
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
"""Seconds that a statement may take in a job such as a copy or a check, which looks at a whole file."""

OPERATIONS = 10_000
"""Operations of SQLite's virtual machine between two looks at the clock: a millisecond or less."""

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
        """Let each statement take so many seconds from the next one on; `math.inf` for as many as it wants."""
        self._seconds = seconds
        self.set_progress_handler(self._deadline.is_over if seconds < math.inf else None, OPERATIONS)

    def execute(self, *arguments: Any) -> sqlite3.Cursor:
        self._start_clock()
        return super().execute(*arguments)

    def executemany(self, *arguments: Any) -> sqlite3.Cursor:
        self._start_clock()
        return super().executemany(*arguments)

    def executescript(self, *arguments: Any) -> sqlite3.Cursor:
        self._start_clock()
        return super().executescript(*arguments)

    def cursor(self, *arguments: Any, **options: Any) -> Any:
        """A cursor, for all of whose statements together the time of one is enough."""
        self._start_clock()
        return super().cursor(*arguments, **options)

    def _start_clock(self) -> None:
        self._deadline.end = time.monotonic() + self._seconds


class _Deadline:
    """When a statement has to be done. It knows nothing of its connection, so that neither keeps the other alive."""

    def __init__(self) -> None:
        self.end = math.inf

    def is_over(self) -> bool:
        return time.monotonic() > self.end


@cache
def has_safe_json() -> bool:
    """Whether SQLite lets a schema that is not trusted use its JSON functions, as our own does; 3.40 does not."""
    with closing(sqlite3.connect(":memory:")) as nothing:
        try:
            nothing.execute("PRAGMA trusted_schema = OFF")
            nothing.execute("CREATE TABLE tried (value TEXT CHECK (json_valid(value)))")
            nothing.execute("INSERT INTO tried VALUES ('{}')")
        except sqlite3.OperationalError:
            return False
    return True


def limit_time(connection: sqlite3.Connection, seconds: float) -> None:
    """Let each statement of a connection that was made by `connect` take so many seconds from now on."""
    assert isinstance(connection, TimedConnection)  # noqa: S101  # made by `connect`
    connection.limit_time(seconds)


def connect(path: str | Path, seconds: float = math.inf, **options: Any) -> TimedConnection:
    """A connection with all defences switched on; `options` are those of `sqlite3.connect`. Raises sqlite3.Error."""
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


def connect_to_read(path: Path, seconds: float = math.inf) -> TimedConnection:
    """Return a read-only connection to a closed file; its write-ahead log is read, too."""
    logged = any(path.with_name(path.name + ending).exists() for ending in ("-wal", "-journal"))
    how = "mode=ro" if logged else "mode=ro&immutable=1"
    return connect(f"{path.absolute().as_uri()}?{how}", seconds, uri=True)
