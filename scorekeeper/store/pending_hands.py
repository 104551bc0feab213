"""What phones have given for the end of a round that is not written yet: hands, and how it ended.

They wait here, whoever restarts what. Only those of one round are kept of a match: the first of the next round lets
the others go.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlite_utils import Database

from scorekeeper.store.columns import read_object, write_moment
from scorekeeper.store.persons import read_naming


@dataclass(frozen=True, slots=True)
class PendingHandRow:
    """What a `phone` has said of a `player`, or of the round itself (None); the last one of each counts."""

    number: int
    player: str | None
    said: Mapping[str, Any]
    phone: str


def list_pending_hands(db: Database, serial: int, round_: int) -> tuple[PendingHandRow, ...]:
    """What waits for the end of the round that goes on after entry `round_`, in the order in which it came."""
    names = read_naming(db, serial)
    called = dict(zip(names.written, names.called, strict=True)) if names else {}
    rows = db.execute(
        "SELECT number, player, said, phone FROM given WHERE match = ? AND round = ? ORDER BY number", (serial, round_)
    )
    return tuple(
        PendingHandRow(number, called.get(player, player), read_object(said), phone)
        for number, player, said, phone in rows
    )


def find_last_pending_number(db: Database, serial: int) -> int:
    """The number of what was given last in the match; 0 where nothing ever was."""
    return int(db.execute("SELECT coalesce(max(number), 0) FROM given WHERE match = ?", (serial,)).fetchone()[0])


def is_post_pending(db: Database, serial: int, post: str) -> bool:
    """Whether this post has given something already."""
    return bool(db.execute("SELECT 1 FROM given WHERE match = ? AND post = ?", (serial, post)).fetchone())


def write_pending_hand(
    db: Database,
    serial: int,
    round_: int,
    player: str | None,
    said: Mapping[str, Any],
    phone: str,
    post: str,
    at: datetime,
) -> None:
    """Let this wait for the end of the round; what waited for another one of this match is dropped."""
    names = read_naming(db, serial)
    written = dict(zip(names.called, names.written, strict=True)) if names else {}
    db.execute(
        "INSERT INTO given (match, round, player, said, phone, post, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (serial, round_, written.get(player or "", player), json.dumps(dict(said)), phone, post, write_moment(at)),
    )
    db.execute("DELETE FROM given WHERE match = ? AND round <> ?", (serial, round_))
