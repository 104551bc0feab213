"""Ephemeral data that all processes of a server share, such as queues and rate limits, for pages and commands."""

from scorekeeper.store.ephemeral import (
    EphemeralStore,
    LyingTiles,
    Queue,
    QueueFullError,
    acquire_lease,
    clear_metrics,
    complete_lease,
    count_hit,
    count_queued,
    find_lying_tiles,
    find_result,
    lay_tiles,
    list_metrics,
    renew_lease,
    write_metrics,
    write_result,
)

__all__ = [
    "EphemeralStore",
    "LyingTiles",
    "Queue",
    "QueueFullError",
    "acquire_lease",
    "clear_metrics",
    "complete_lease",
    "count_hit",
    "count_queued",
    "find_lying_tiles",
    "find_result",
    "lay_tiles",
    "list_metrics",
    "renew_lease",
    "write_metrics",
    "write_result",
]
