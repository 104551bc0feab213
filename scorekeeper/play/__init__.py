"""Use cases of the score pad: each operation of a page or a command on a book is a function on values.

A book is the database of one group of players. Each use case is imported from the module that defines it. Functions
that read or write a book take its `Store` first. They raise `NotFoundError` for a match, player, photo or link that
does not exist, and `StoreError` when the file of matches cannot be read or written. Functions that write take `seen`,
the number of the last entry that the caller saw, so that nothing is scored on top of an unseen entry, and `post`, the
id of the form, so that a form that is sent twice counts once.

Imports between the packages: `player_names`, `access` and `photos` import none of the others; `scoring` imports
`player_names`; `history` imports `scoring`; `transfer` and `upkeep` import `history`, `scoring` and `player_names`.
"""

from scorekeeper.store import NotFoundError, SqliteStore, Store, StoreError
from scorekeeper.store.profiles import Profile, Profiles

__all__ = ["NotFoundError", "Profile", "Profiles", "SqliteStore", "Store", "StoreError"]
