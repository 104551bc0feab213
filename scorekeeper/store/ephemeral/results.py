"""Results of work in the background, each found by the ticket with which its item joined the queue."""

import json
from collections.abc import Mapping
from typing import Any

from scorekeeper.store.ephemeral.interface import EphemeralStore, drop_oldest

MOST = 2_000  # results, of all books together
LARGE = 100_000  # characters; few results are larger, such as a list of tens of thousands of plays
MOST_LARGE = 20  # large results, of all books together


def write_result(ephemeral: EphemeralStore, book: str, ticket: str, result: Mapping[str, Any]) -> None:
    """Store the result of the work with this ticket; `result` consists of JSON values."""
    text = json.dumps(result)
    with ephemeral.write() as db:
        db.execute("DELETE FROM results WHERE ticket = ?", (ticket,))
        db.execute("INSERT INTO results (ticket, book, result) VALUES (?, ?, ?)", (ticket, book, text))
        drop_oldest(db, "results", MOST)
        if len(text) > LARGE:
            large = "length(result) > ?"
            newest = f"SELECT rowid FROM results WHERE {large} ORDER BY rowid DESC LIMIT ?"  # noqa: S608  # our own words
            dropped = f"DELETE FROM results WHERE {large} AND rowid NOT IN ({newest})"  # noqa: S608  # likewise
            db.execute(dropped, (LARGE, LARGE, MOST_LARGE))


def find_result(ephemeral: EphemeralStore, book: str, ticket: str) -> Mapping[str, Any] | None:
    """Return the stored result of the book's work with this ticket; None if there is none."""
    with ephemeral.read() as db:
        sql = "SELECT result FROM results WHERE ticket = ? AND book = ?"
        row = db.execute(sql, (ticket, book)).fetchone()
    result: Mapping[str, Any] | None = json.loads(row[0]) if row else None
    return result
