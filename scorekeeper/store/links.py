"""The links that let a device in, to score a match or to watch it: written once, the last one of a match counts."""

import json
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Literal

from sqlite_utils import Database

from scorekeeper.store.columns import write_moment

TIP_FOR = """
    SELECT coalesce((SELECT max(number) FROM entries WHERE match = serial), 0),
        coalesce((SELECT max(number) FROM given WHERE match = serial), 0) FROM matches
    WHERE id = ? AND 'deleted' <> (SELECT place FROM standings WHERE match = serial) AND EXISTS (
        SELECT 1 FROM links WHERE match = serial AND key IN (SELECT value FROM json_each(?)) AND number = (
            SELECT max(number) FROM links AS each WHERE each.match = links.match AND each.doing = links.doing
        )
    )"""
Right = Literal["score", "watch"]


def list_links(db: Database, serial: int) -> Mapping[Right, str | None]:
    """The key of each link that was ever made for the match; None where it was closed."""
    # In SQLite the other columns are of the row that has the maximum.
    rows = db.execute("SELECT doing, key, max(number) FROM links WHERE match = ? GROUP BY doing", (serial,))
    return {right: key for right, key, _ in rows}


def has_opened(db: Database, serial: int, keys: Collection[str]) -> bool:
    """Whether one of `keys` ever opened the match."""
    marks = ", ".join("?" for _ in keys)
    row = db.execute(f"SELECT 1 FROM links WHERE match = ? AND key IN ({marks})", (serial, *keys)).fetchone()  # noqa: S608  # only marks
    return row is not None


def find_tip_for(db: Database, id_: str, keys: Collection[str]) -> tuple[int, int] | None:
    """As `find_last_numbers`, if one of `keys` opens the match and it is in no bin."""
    row = db.conn.execute(TIP_FOR, (id_, json.dumps(list(keys)))).fetchone()
    return (int(row[0]), int(row[1])) if row else None


def write_link(db: Database, serial: int, right: Right, key: str | None, made: datetime) -> None:
    """Write the link that counts from now on; with `key` None it is closed."""
    db.execute(
        "INSERT INTO links (match, doing, number, key, made)"
        " SELECT ?, ?, coalesce(max(number), 0) + 1, ?, ? FROM links WHERE match = ? AND doing = ?",
        (serial, right, key, write_moment(made), serial, right),
    )


def find_opened_by(db: Database, keys: Collection[str], deleted: bool = False) -> tuple[tuple[int, str, Right], ...]:
    """What `keys` open: serial and id of a match, and what for; the newest match first, scoring before watching.

    Matches in the bin are among them only with `deleted`.
    """
    marks = ", ".join("?" for _ in keys)
    rows = db.execute(
        f"""
        SELECT serial, id, doing FROM links JOIN matches ON serial = match
        WHERE key IN ({marks}) AND ({int(deleted)} OR 'deleted' <> (SELECT place FROM standings WHERE match = serial))
        AND number = (
            SELECT max(number) FROM links AS each WHERE each.match = links.match AND each.doing = links.doing
        ) ORDER BY serial DESC, doing
        """,  # noqa: S608  # only marks
        tuple(keys),
    )
    return tuple(rows.fetchall())
