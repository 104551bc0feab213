"""Metrics for Prometheus: the number of requests by endpoint and status, and their durations; no name, key or id.

Each process counts its own requests and writes its counts to the ephemeral store, which all processes share, at most
every few seconds. The process that is asked for metrics adds them up. After a start the counts begin at 0.
"""

import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from threading import Lock
from uuid import uuid4

from scorekeeper.play import StoreError
from scorekeeper.play.upkeep.ephemeral import EphemeralStore, clear_metrics, list_metrics, write_metrics
from scorekeeper.web.http.served_requests import ServedRequest

EVERY = 5.0  # seconds between two times that a process writes its counts
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds
REQUESTS, SECONDS = "scorekeeper_requests_total", "scorekeeper_request_seconds"
HELP = {
    REQUESTS: ("counter", "Requests that were answered."),
    SECONDS: ("histogram", "Seconds until an answer begins to be sent."),
    "scorekeeper_photos_queued": ("gauge", "Photos that wait to be read or are read now."),
    "scorekeeper_books_open": ("gauge", "Books that this process has open."),
}


class Metrics:
    """The counts of this process, and the sums of those that all processes have written."""

    def __init__(self, ephemeral: EphemeralStore) -> None:
        self._ephemeral, self._process, self._lock = ephemeral, uuid4().hex, Lock()
        self._counts: defaultdict[str, float] = defaultdict(float)
        self._written = time.monotonic()
        clear_metrics(ephemeral)

    def count(self, served: ServedRequest) -> None:
        """Add one request to the counts, and write them to the ephemeral store if that is due."""
        with self._lock:
            counts = self._counts
            counts[f'{REQUESTS}{{endpoint="{served.endpoint}",status="{served.status}"}}'] += 1
            for limit in BUCKETS:
                counts[f'{SECONDS}_bucket{{le="{limit}"}}'] += served.seconds <= limit
            counts[f'{SECONDS}_bucket{{le="+Inf"}}'] += 1
            counts[f"{SECONDS}_sum"] += served.seconds
            counts[f"{SECONDS}_count"] += 1
            due = time.monotonic() >= self._written + EVERY
        if due:
            self._write()

    def show(self, gauges: Mapping[str, float]) -> str:
        """Return the sums over all processes and the `gauges`, by metric, in the text format of Prometheus."""
        self._write()
        total: defaultdict[str, float] = defaultdict(float)
        for counts in list_metrics(self._ephemeral):
            for key, value in counts.items():
                total[key] += value
        return "\n".join(_write_lines({**total, **gauges})) + "\n"

    def _write(self) -> None:
        """Write the counts of this process to the ephemeral store; do nothing if that fails."""
        with self._lock:
            self._written, counts = time.monotonic(), dict(self._counts)
        try:
            write_metrics(self._ephemeral, self._process, counts)
        except StoreError:
            return  # e.g. on a full disk; the request is answered nevertheless


def _write_lines(values: Mapping[str, float]) -> Iterator[str]:
    """Yield the lines of each metric: its help text, its type, and its values in their order."""
    for name, (kind, about) in HELP.items():
        yield f"# HELP {name} {about}"
        yield f"# TYPE {name} {kind}"
        for key, value in values.items():
            if key.partition("{")[0].removesuffix("_bucket").removesuffix("_sum").removesuffix("_count") == name:
                yield f"{key} {value:.6f}".rstrip("0").rstrip(".")
