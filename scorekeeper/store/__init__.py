"""Storage of one book, which is all matches of a family, a club or a pub, in one SQLite file or in PostgreSQL.

A `Store` lends connections: a `SqliteStore` to a file, a `PostgresStore` (`postgresql`) to a cluster. `matches`,
`links` and `photos` read and write rows, by statements that both engines understand; `schema` holds the migrations of a
file, and `upkeep` checks its copies. Entries are written once and never changed. This package knows neither the rules
of a game nor the forms of a page.
"""

from scorekeeper.store.connection import Database as Connection
from scorekeeper.store.database import SqliteStore
from scorekeeper.store.errors import NotFoundError, StoreError
from scorekeeper.store.interface import Store

__all__ = ["Connection", "NotFoundError", "SqliteStore", "Store", "StoreError"]
