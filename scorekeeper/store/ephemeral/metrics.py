"""Metrics of a server, as each of its processes has counted them since it started."""

import json
from collections.abc import Mapping

from scorekeeper.store.ephemeral.interface import EphemeralStore


def clear_metrics(ephemeral: EphemeralStore) -> None:
    """Delete the counts of all processes; those that still run write theirs again."""
    with ephemeral.write() as db:
        db.execute("DELETE FROM metrics")


def write_metrics(ephemeral: EphemeralStore, process: str, counts: Mapping[str, float]) -> None:
    """Write everything that a process has counted so far, in place of the counts that it had written before."""
    with ephemeral.write() as db:
        db.execute(
            "INSERT OR REPLACE INTO metrics (process, counts) VALUES (?, ?)", (process, json.dumps(dict(counts)))
        )


def list_metrics(ephemeral: EphemeralStore) -> list[dict[str, float]]:
    """Return the counts of each process, by metric."""
    with ephemeral.read() as db:
        return [json.loads(counts) for (counts,) in db.execute("SELECT counts FROM metrics ORDER BY process")]


def count_queued(ephemeral: EphemeralStore, kind: str) -> int:
    """Return how many items of this kind wait or are worked on, of all books."""
    with ephemeral.read() as db:
        sql = "SELECT count(*) FROM queue WHERE kind = ? AND state IN ('waiting', 'working')"
        return int(db.execute(sql, (kind,)).fetchone()[0])
