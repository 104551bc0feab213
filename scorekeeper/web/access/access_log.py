"""The access log: with SCOREKEEPER_ACCESS_LOG, a line of JSON for every request that was answered.

It names the route and not the address, since keys stand in addresses, and neither who asked nor from where.
"""

import logging
from datetime import UTC, datetime

from scorekeeper.web.http.json_lines import write_lines
from scorekeeper.web.http.served_requests import Observer, ServedRequest

requests = logging.getLogger("scorekeeper.requests")


def open_access_log(wanted: str) -> Observer:
    """Return what writes each request to the file `wanted`, or to stderr for `-`."""
    write_lines(requests, wanted)
    requests.propagate = False  # or each line would stand in the log of errors, too
    return _write


def _write(served: ServedRequest) -> None:
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
