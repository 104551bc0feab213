"""Thread pools by kind of request: a GET, which writes nothing, never waits for those who write or send files.

A locked database blocks every thread that wants to write, and a photo the thread that brought it. Each kind has its
own. No GET, HEAD or OPTIONS writes to the book (`tests/web/test_get_writes_nothing.py`); a link that opens nothing is
counted for its rate limit.
"""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

LANES = {"looks": 8, "writes": 4, "files": 48}
"""How many threads each lane has; of files more than wait for a photo, so that the next one is told its place."""
WAITED_FOR = "/keeping/archive.zip"


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
    """The lane of a request: files come in forms of many parts, and only they do; an archive is waited for."""
    if environ["PATH_INFO"].endswith(WAITED_FOR):
        return "files"
    if environ["REQUEST_METHOD"] in ("GET", "HEAD", "OPTIONS"):
        return "looks"
    return "files" if environ.get("CONTENT_TYPE", "").startswith("multipart/") else "writes"
