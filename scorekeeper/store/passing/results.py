"""What came of work in the background, for whoever asks with its ticket."""

import json
from collections.abc import Mapping
from typing import Any

from scorekeeper.store.passing.database import Passing, drop_oldest

MOST = 2_000  # results, of all books together


def write_result(passing: Passing, book: str, ticket: str, result: Mapping[str, Any]) -> None:
    """Note what came of the work with this ticket, as JSON values."""
    with passing.change() as db:
        db.execute("INSERT OR REPLACE INTO results VALUES (?, ?, ?)", (ticket, book, json.dumps(result)))
        drop_oldest(db, "results", MOST)


def find_result(passing: Passing, book: str, ticket: str) -> Mapping[str, Any] | None:
    """What came of the work of this book with this ticket, if that is known."""
    with passing.look() as db:
        sql = "SELECT result FROM results WHERE ticket = ? AND book = ?"
        row = db.execute(sql, (ticket, book)).fetchone()
    found: Mapping[str, Any] | None = json.loads(row[0]) if row else None
    return found
