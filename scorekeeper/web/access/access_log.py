"""The access log: with SCOREKEEPER_ACCESS_LOG, a line of JSON for every request that was answered.

A line has the route and not the URL, since URLs contain keys, and neither the user nor their address.
"""

import logging
from datetime import UTC, datetime

from scorekeeper.web.http.json_lines import write_lines
from scorekeeper.web.http.served_requests import Observer, ServedRequest

requests = logging.getLogger("scorekeeper.requests")


def open_access_log(path: str) -> Observer:
    """Return an observer that logs each request to the file at `path`, or to stderr for `-`."""
    write_lines(requests, path)
    requests.propagate = False  # else each line would also appear in the error log
    return _write


def _write(served: ServedRequest) -> None:
    """Log one line of JSON for the request `served`."""
    event = {
        "at": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "method": served.method,
        "route": served.route or None,
        "status": served.status,
        "ms": round(1000 * served.seconds, 1),
        "bytes": served.size,
        **({"book": served.book_id} if served.book_id else {}),
    }
    requests.info("%s", served.route, extra={"event": event})
