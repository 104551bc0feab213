"""State that all processes of a server share for a while, such as queues and rate limits, for pages and commands."""

from scorekeeper.store.passing import (
    LyingTiles,
    Passing,
    Queue,
    QueueFull,
    close_night,
    count_tries,
    find_lying_tiles,
    find_result,
    keep_night,
    lay_tiles,
    take_night,
    write_result,
)

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
