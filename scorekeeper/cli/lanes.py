"""Threads in lanes: who only looks never waits for those who write, and nobody waits for files that are sent.

A locked database holds every thread that wants to write, and photos hold those that brought them. Each has its own.
"""

from typing import Any

from waitress.task import ThreadedTaskDispatcher

LANES = {"looks": 8, "writes": 4, "files": 8}
"""How many threads each lane has; of files more than wait for a photo, so that the next one is told its place."""


class Lanes:
    """Gives each request that has arrived to a thread of its lane; to the server it looks like one set of threads."""

    def __init__(self) -> None:
        self._lanes = {name: ThreadedTaskDispatcher() for name in LANES}
        for name, lane in self._lanes.items():
            lane.queue_logger.disabled = True  # a queue of moments is no news
            lane.set_thread_count(LANES[name])

    def add_task(self, channel: Any) -> None:
        """Let the first request of a connection be answered."""
        self._lanes[choose_lane(channel.requests[0])].add_task(channel)

    def shutdown(self, cancel_pending: bool = True, timeout: int = 5) -> bool:
        """End all threads; whether any request was called off for it."""
        called_off = [lane.shutdown(cancel_pending, timeout) for lane in self._lanes.values()]
        return any(called_off)


def choose_lane(request: Any) -> str:
    """The lane of a request: files come in forms of many parts, and only they do."""
    if request.error or request.command in ("GET", "HEAD", "OPTIONS"):
        return "looks"
    return "files" if request.headers.get("CONTENT_TYPE", "").startswith("multipart/") else "writes"
