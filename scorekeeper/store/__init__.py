"""The matches of a family, a club or a pub in one SQLite file: written once, kept for good.

`Store` opens the file and lends connections; `matches`, `links` and `photos` read and write rows;
`schema` holds the migrations; `upkeep` finds what is unsound. Nothing here knows a rule or a form.
"""

from scorekeeper.store.database import Connection, Store
from scorekeeper.store.errors import NotFoundError, StoreError

__all__ = ["Connection", "NotFoundError", "Store", "StoreError"]
