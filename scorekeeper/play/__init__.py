"""Use cases of the score pad: what a page or a command does with a book, each as a function on values.

Each use case is imported from the module that defines it. Functions that read or write a book take its `Store` first.
They raise `NotFoundError` for a match, player, photo or link that does not exist, and `StoreError` when the file of
matches cannot be read or written. Functions that write take the number of the last entry that the caller saw, so that
nothing is scored on top of an unseen entry, and the id of the post, so that the same post counts once.

Imports between the rooms: `names`, `access` and `photos` import none of the others; `scoring` imports `names`;
`history` imports `scoring`; `transfer` and `upkeep` import `history`, `scoring` and `names`.
"""

from scorekeeper.store import NotFoundError, Store, StoreError

__all__ = ["NotFoundError", "Store", "StoreError"]
