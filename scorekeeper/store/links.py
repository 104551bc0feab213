"""The links that let other devices score or watch a match.

A link is a secret key in an address. Of each match and right, the link that was written last counts. A serial is the
row number of a match.
"""

import json
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Literal

from scorekeeper.store.columns import write_moment
from scorekeeper.store.connection import Database

IS_LAST = (
    "links.number = (SELECT max(number) FROM links AS each WHERE each.match = links.match AND each.doing = links.doing)"
)
"""Whether a row of `links` is the one that counts: any later one, also one that closes the link, replaces it."""

RIGHTS_OF = f"""
    SELECT place = 'deleted', links.doing FROM matches JOIN standings ON standings.match = serial
    LEFT JOIN links ON links.match = serial AND links.key IN (SELECT value FROM json_each(?)) AND {IS_LAST}
    WHERE id = ?"""  # noqa: S608  # only the condition above

Right = Literal["score", "watch"]
RIGHTS: tuple[Right, ...] = ("score", "watch")  # a guest who may score may watch, too


def list_links(db: Database, serial: int) -> Mapping[Right, str | None]:
    """Return the key of the current link for each right that the match ever had a link for; None for a closed link."""
    rows = db.execute(f"SELECT doing, key FROM links WHERE match = ? AND {IS_LAST}", (serial,))  # noqa: S608  # our own
    return dict(rows.fetchall())


def find_access_version(db: Database, id_: str) -> tuple[object, ...] | None:
    """Return a value that changes when links of the match are made or closed, or it is thrown away or brought back.

    Its last item is true if the match is over. Return None if there is no match with this id.
    """
    row = db.conn.execute(
        "SELECT (SELECT count(*) FROM links WHERE links.match = serial), place, over"
        " FROM matches JOIN standings ON standings.match = serial WHERE id = ?",
        (id_,),
    ).fetchone()
    return tuple(row) if row else None


def has_opened(db: Database, serial: int, keys: Collection[str]) -> bool:
    """Return whether one of `keys` ever opened the match, also by a link that was closed since."""
    marks = ", ".join("?" for _ in keys)
    row = db.execute(f"SELECT 1 FROM links WHERE match = ? AND key IN ({marks})", (serial, *keys)).fetchone()  # noqa: S608  # only marks
    return row is not None


def find_rights(db: Database, id_: str, keys: Collection[str]) -> tuple[frozenset[Right], bool]:
    """Return the rights that the links with these keys give to the match with id `id_`, and whether it is deleted.

    It needs one statement.
    """
    rows = db.conn.execute(RIGHTS_OF, (json.dumps(list(keys)), id_)).fetchall()
    return frozenset(right for _, right in rows if right), any(deleted for deleted, _ in rows)


def write_link(db: Database, serial: int, right: Right, key: str | None, made: datetime) -> None:
    """Write the link with `key` as the current one of the match for `right`; `key` None closes the link."""
    db.execute(
        "INSERT INTO links (match, doing, number, key, made)"
        " SELECT ?, ?, coalesce(max(number), 0) + 1, ?, ? FROM links WHERE match = ? AND doing = ?",
        (serial, right, key, write_moment(made), serial, right),
    )


def list_opened_matches(
    db: Database, keys: Collection[str], deleted: bool = False
) -> tuple[tuple[int, str, Right], ...]:
    """Return the serial, the id and the right of each match that the links with `keys` open.

    The newest match comes first, and `score` before `watch`. Deleted matches are included only with `deleted`.
    """
    marks = ", ".join("?" for _ in keys)
    rows = db.execute(
        f"""
        SELECT serial, id, doing FROM links JOIN matches ON serial = match
        WHERE key IN ({marks}) AND {IS_LAST}
        AND ({int(deleted)} = 1 OR 'deleted' <> (SELECT place FROM standings WHERE match = serial))
        ORDER BY serial DESC, doing
        """,  # noqa: S608  # only marks
        tuple(keys),
    )
    return tuple(rows.fetchall())
