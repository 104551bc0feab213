"""Ephemeral data that all processes of a server share, such as queues and rate limits, for pages and commands."""

from scorekeeper.store.ephemeral.camera import (
    CameraOverTable,
    Mode,
    ask_players,
    find_camera,
    find_memory,
    find_picture,
    forget_camera,
    keep_memory,
    renew_camera,
    seat_players,
    set_camera_mode,
    show_picture,
)
from scorekeeper.store.ephemeral.database import SqliteEphemeralStore
from scorekeeper.store.ephemeral.files import (
    add_file_part,
    drop_file_rows,
    measure_file_rows,
    read_file_rows,
    write_file_rows,
)
from scorekeeper.store.ephemeral.interface import EphemeralStore
from scorekeeper.store.ephemeral.lease import acquire_lease, complete_lease, renew_lease
from scorekeeper.store.ephemeral.metrics import clear_metrics, count_queued, list_metrics, write_metrics
from scorekeeper.store.ephemeral.queue import Queue, QueueFullError
from scorekeeper.store.ephemeral.rate_limits import count_hit
from scorekeeper.store.ephemeral.results import find_result, write_result
from scorekeeper.store.ephemeral.tiles import LyingTiles, find_lying_tiles, lay_tiles

__all__ = [
    "CameraOverTable",
    "EphemeralStore",
    "LyingTiles",
    "Mode",
    "Queue",
    "QueueFullError",
    "SqliteEphemeralStore",
    "acquire_lease",
    "add_file_part",
    "ask_players",
    "clear_metrics",
    "complete_lease",
    "count_hit",
    "count_queued",
    "drop_file_rows",
    "find_camera",
    "find_lying_tiles",
    "find_memory",
    "find_picture",
    "find_result",
    "forget_camera",
    "keep_memory",
    "lay_tiles",
    "list_metrics",
    "measure_file_rows",
    "read_file_rows",
    "renew_camera",
    "renew_lease",
    "seat_players",
    "set_camera_mode",
    "show_picture",
    "write_file_rows",
    "write_metrics",
    "write_result",
]
