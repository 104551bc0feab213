"""Results of work in the background, each found by the ticket with which its item joined the queue."""

import json
from collections.abc import Mapping
from typing import Any

from scorekeeper.store.ephemeral.interface import EphemeralStore, drop_oldest

MOST = 2_000  # results, of all books together


def write_result(ephemeral: EphemeralStore, book: str, ticket: str, result: Mapping[str, Any]) -> None:
    """Store the result of the work with this ticket; `result` consists of JSON values."""
    with ephemeral.write() as db:
        db.execute("DELETE FROM results WHERE ticket = ?", (ticket,))
        db.execute("INSERT INTO results (ticket, book, result) VALUES (?, ?, ?)", (ticket, book, json.dumps(result)))
        drop_oldest(db, "results", MOST)


def find_result(ephemeral: EphemeralStore, book: str, ticket: str) -> Mapping[str, Any] | None:
    """Return the stored result of the book's work with this ticket; None if there is none."""
    with ephemeral.read() as db:
        sql = "SELECT result FROM results WHERE ticket = ? AND book = ?"
        row = db.execute(sql, (ticket, book)).fetchone()
    result: Mapping[str, Any] | None = json.loads(row[0]) if row else None
    return result
