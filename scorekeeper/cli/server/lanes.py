"""Threads in lanes: who only looks never waits for those who write, and nobody waits for files that are sent.

A locked database holds every thread that wants to write, and photos hold those that brought them. Each has its own.
"""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

LANES = {"looks": 8, "writes": 4, "files": 48}
"""How many threads each lane has; of files more than wait for a photo, so that the next one is told its place."""


class Lanes:
    """Has each request that has arrived answered by a thread of its lane."""

    def __init__(self) -> None:
        self._lanes = {name: ThreadPoolExecutor(most, name) for name, most in LANES.items()}

    def find_lane(self, environ: Mapping[str, Any]) -> ThreadPoolExecutor:
        """The threads for a request."""
        return self._lanes[choose_lane(environ)]

    def close(self) -> None:
        """Call off what has not begun, and wait for the rest."""
        for lane in self._lanes.values():
            lane.shutdown(cancel_futures=True)


def choose_lane(environ: Mapping[str, Any]) -> str:
    """The lane of a request: files come in forms of many parts, and only they do."""
    if environ["REQUEST_METHOD"] in ("GET", "HEAD", "OPTIONS"):
        return "looks"
    return "files" if environ.get("CONTENT_TYPE", "").startswith("multipart/") else "writes"
