"""Storage of one book, which is all matches of a family, a club or a pub, in one SQLite file.

`Store` opens the file and lends connections; `matches`, `links` and `photos` read and write rows, by statements that
PostgreSQL understands, too (`postgresql`); `schema` holds the migrations; `upkeep` checks copies. Entries are written
once and never changed. This package knows neither the rules of a game nor the forms of a page.
"""

from scorekeeper.store.connection import Database as Connection
from scorekeeper.store.database import Store
from scorekeeper.store.errors import NotFoundError, StoreError

__all__ = ["Connection", "NotFoundError", "Store", "StoreError"]
