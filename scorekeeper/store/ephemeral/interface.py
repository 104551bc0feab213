"""The protocol of a store of ephemeral data: a file in the folder of the books, or tables in a cluster."""

from contextlib import AbstractContextManager
from typing import Protocol

from scorekeeper.store.connection import Database


class EphemeralStore(Protocol):
    """Ephemeral data that all processes of a server share, safe to share between threads."""

    def clock(self) -> float:
        """Return a time in seconds, which is the same for all processes."""

    def read(self) -> AbstractContextManager[Database]:
        """Lend a connection for reading. Raises StoreError."""

    def write(self) -> AbstractContextManager[Database]:
        """Lend the one connection of all processes that may write now; the block is one transaction.

        Raises StoreError.
        """

    def close(self) -> None:
        """Close all connections that are not in use."""


def drop_oldest(db: Database, table: str, most: int) -> None:
    """Delete the oldest rows of `table`, so that about `most` rows remain, at most a tenth more.

    Call it after each insertion: it only deletes at every (`most` / 10)th row. A row that is written again has to be
    deleted and inserted, so that it counts as new: PostgreSQL does not give a replaced row a new number.
    """
    [last] = db.execute(f"SELECT max(rowid) FROM {table}").fetchone()  # noqa: S608  # our own words
    if last % max(1, most // 10) == 0:
        newest = f"SELECT rowid FROM {table} ORDER BY rowid DESC LIMIT 1 OFFSET {most}"  # noqa: S608  # likewise
        db.execute(f"DELETE FROM {table} WHERE rowid <= ({newest})")  # noqa: S608  # likewise
