"""The stored rivalries of a book: who has beaten whom, and all ratings, after some of the endings of matches.

Rows are stored for endings farther and farther back, so that after a change to an older match not all matches have to
be counted again.
"""

import json
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from scorekeeper.store.columns import write_json
from scorekeeper.store.connection import Database

APART = 3  # a stored row is at most this many times as far back as the next newer one, if there are such rows


def find_stored_rivalries(db: Database) -> tuple[int, int, Mapping[str, Any]]:
    """Return the newest stored rivalries: the last ending and the number of matches that they include, and their JSON.

    The ending is a position in the order in which matches ended. Without a stored row the result is `(0, 0, {})`.
    """
    row = db.execute(
        "SELECT upto, matches, counted FROM rivalries WHERE json_valid(counted) = 1 ORDER BY upto DESC LIMIT 1"
    ).fetchone()
    return (row[0], row[1], json.loads(row[2])) if row else (0, 0, {})


def find_stored_position(db: Database) -> int:
    """Return the last ending that the stored rivalries include, as a position in the order of endings; 0 for none."""
    return int(db.execute("SELECT coalesce(max(upto), 0) FROM rivalries WHERE json_valid(counted) = 1").fetchone()[0])


def write_rivalries(db: Database, upto: int, matches: int, counted: Mapping[str, Any]) -> None:
    """Store the rivalries after the ending `upto`, which include this number of `matches`.

    Rows that are too close to their neighbours are deleted.
    """
    db.execute(
        "INSERT OR REPLACE INTO rivalries (upto, matches, counted) VALUES (?, ?, ?)",
        (upto, matches, write_json(counted)),
    )
    rows = db.execute("SELECT upto, ? - matches FROM rivalries ORDER BY upto DESC", (matches,)).fetchall()
    last_distance = 0  # the distance of the last row that is kept, in matches
    for (position, distance), (_, next_distance) in pairwise(rows[1:]):
        if next_distance <= APART * max(last_distance, 1):
            db.execute("DELETE FROM rivalries WHERE upto = ?", (position,))
        else:
            last_distance = distance
