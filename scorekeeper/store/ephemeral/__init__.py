"""Ephemeral state that all processes of a server share: queues, results, rate limits, leases, tiles of solitaires.

It is in a small file beside the book or the books. Nothing in it has to last: a file that is missing, damaged or of
another version is made anew.
"""

from scorekeeper.store.ephemeral.database import EphemeralStore
from scorekeeper.store.ephemeral.lease import acquire_lease, complete_lease, renew_lease
from scorekeeper.store.ephemeral.queue import Queue, QueueFullError
from scorekeeper.store.ephemeral.rate_limits import count_hit
from scorekeeper.store.ephemeral.results import find_result, write_result
from scorekeeper.store.ephemeral.tiles import LyingTiles, find_lying_tiles, lay_tiles

__all__ = [
    "EphemeralStore",
    "LyingTiles",
    "Queue",
    "QueueFullError",
    "acquire_lease",
    "complete_lease",
    "count_hit",
    "find_lying_tiles",
    "find_result",
    "lay_tiles",
    "renew_lease",
    "write_result",
]
