"""The stored statistics of periods, each with the last ending of a match that it includes."""

import json
from collections.abc import Mapping
from typing import Any

from scorekeeper.store.columns import write_json
from scorekeeper.store.connection import Database

MOST = 60  # rows that are stored: the ones that include the latest endings


def find_counted(db: Database, kind: str, begins: int, ends: int) -> tuple[int, Mapping[str, Any]] | None:
    """Return the last ending that the stored statistics of a period include, and these statistics.

    Return None if there are none. The period has the evenings from the serial `begins` to before the serial `ends`;
    `kind` names the statistics. The ending is a position in the order in which matches ended.
    """
    row = db.execute(
        "SELECT upto, counted FROM periods WHERE kind = ? AND begins = ? AND ends = ? AND json_valid(counted) = 1",
        (kind, begins, ends),
    ).fetchone()
    return (row[0], json.loads(row[1])) if row else None


def find_counted_position(db: Database, kind: str, begins: int, ends: int) -> int:
    """Return the last ending that the stored statistics of a period include; 0 if there are none."""
    row = db.execute(
        "SELECT upto FROM periods WHERE kind = ? AND begins = ? AND ends = ? AND json_valid(counted) = 1",
        (kind, begins, ends),
    ).fetchone()
    return int(row[0]) if row else 0


def write_counted(db: Database, kind: str, begins: int, ends: int, upto: int, counted: Mapping[str, Any]) -> None:
    """Store the statistics of a period after the ending `upto`, and drop the rows that include the fewest endings."""
    db.execute(
        "INSERT OR REPLACE INTO periods (kind, begins, ends, upto, counted) VALUES (?, ?, ?, ?, ?)",
        (kind, begins, ends, upto, write_json(counted)),
    )
    rows = db.execute("SELECT kind, begins, ends FROM periods ORDER BY upto DESC, begins DESC").fetchall()
    others = [row for row in rows if row != (kind, begins, ends)]
    for row in others[MOST - 1 :]:
        db.execute("DELETE FROM periods WHERE kind = ? AND begins = ? AND ends = ?", row)
