"""Pending hands: the hands that phones have sent for the end of a round that is not written yet.

They survive a restart of the server. Only those of one round are stored for each match: the first one of the next round
deletes the others.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scorekeeper.store.columns import read_object, write_moment
from scorekeeper.store.connection import Database
from scorekeeper.store.persons import read_naming


@dataclass(frozen=True, slots=True)
class PendingHandRow:
    """A message of a `phone` about the hand of `player`, or about the round itself if `player` is None.

    Of several messages about the same player, the last one counts. `said` is JSON, such as `{"hand": [...]}`.
    """

    number: int
    player: str | None
    said: Mapping[str, Any]
    phone: str


def list_pending_hands(db: Database, serial: int, round_: int) -> tuple[PendingHandRow, ...]:
    """Return the messages that were sent for the end of a round, in the order in which they came.

    `round_` is the number of the entry that ended the previous round, or 0 in the first round.
    """
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
    """Return the number of the hand that was sent last in the match; 0 if there is none."""
    return int(db.execute("SELECT coalesce(max(number), 0) FROM given WHERE match = ?", (serial,)).fetchone()[0])


def is_post_pending(db: Database, serial: int, post: str) -> bool:
    """Return whether the form with the id `post` has already sent a hand in the match."""
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
    """Store a message of a phone for the end of the round `round_`; messages for other rounds are deleted.

    `player` is the player whose hand it is, or None for a fact about the round itself. `post` is the id of the form.
    """
    names = read_naming(db, serial)
    written = dict(zip(names.called, names.written, strict=True)) if names else {}
    db.execute(
        "INSERT INTO given (match, round, player, said, phone, post, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (serial, round_, written.get(player or "", player), json.dumps(dict(said)), phone, post, write_moment(at)),
    )
    db.execute("DELETE FROM given WHERE match = ? AND round <> ?", (serial, round_))
