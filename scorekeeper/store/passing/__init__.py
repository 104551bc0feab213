"""What is true only for now and for every process that serves the pad: tiles lying, tries, the queues of work and
what came of it, and who looks after the books tonight.

It lies in a small file of its own beside the book or the books. Nothing in it has to be kept: a file that is missing,
damaged or of another version is made anew.
"""

from scorekeeper.store.passing.database import Passing
from scorekeeper.store.passing.nights import close_night, keep_night, take_night
from scorekeeper.store.passing.queue import Queue, QueueFull
from scorekeeper.store.passing.results import find_result, write_result
from scorekeeper.store.passing.tiles import LyingTiles, find_lying_tiles, lay_tiles
from scorekeeper.store.passing.tries import count_tries

__all__ = [
    "LyingTiles",
    "Passing",
    "Queue",
    "QueueFull",
    "close_night",
    "count_tries",
    "find_lying_tiles",
    "find_result",
    "keep_night",
    "lay_tiles",
    "take_night",
    "write_result",
]
