"""The protocols of the connections that a store lends: the same statements for SQLite and for PostgreSQL."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol


class Cursor(Protocol):
    """The rows of a statement's result."""

    def fetchone(self) -> Any:
        """Return the next row as a tuple, or None after the last one."""

    def fetchall(self) -> list[Any]:
        """Return all remaining rows as tuples."""

    def __iter__(self) -> Iterator[Any]: ...


class RawConnection(Protocol):
    """The connection of the database's own driver."""

    def execute(self, sql: str, parameters: Sequence[Any] = ..., /) -> Cursor:
        """Execute one statement with values for its `?`."""

    def executemany(self, sql: str, parameters: Iterable[Sequence[Any]], /) -> object:
        """Execute one statement for each of the rows of values."""


class Database(Protocol):
    """A connection to the database that holds a book, in a transaction.

    Statements are written in the SQL that both engines have, with `?` for values; `store.postgresql.statements` lists
    the few forms that are translated. `conn` is faster, since it does not look for tracers.
    """

    @property
    def conn(self) -> RawConnection:
        """The connection of the driver."""

    def execute(self, sql: str, parameters: Any = None) -> Cursor:
        """Execute one statement with values for its `?`."""
