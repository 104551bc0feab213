"""Remarks about matches: a note and the place where a match was played; the last remark about a match counts."""

from datetime import datetime

from scorekeeper.engine.file.remark import NOTHING, Remark
from scorekeeper.engine.text import fold_case
from scorekeeper.store.columns import write_moment
from scorekeeper.store.connection import Database


def find_remark(db: Database, serial: int) -> Remark:
    """Return the last remark about a match; `NOTHING` if there is none."""
    row = db.execute("SELECT note, place FROM notes WHERE match = ? ORDER BY number DESC LIMIT 1", (serial,)).fetchone()
    return Remark(*row) if row else NOTHING


def write_remark(db: Database, serial: int, remark: Remark, at: datetime) -> None:
    """Record `remark` as the current remark about the match, written at the time `at`."""
    words = fold_case(f"{remark.note} {remark.place}")
    db.execute(
        "INSERT INTO notes (match, note, place, words, at) VALUES (?, ?, ?, ?, ?)",
        (serial, remark.note, remark.place, words, write_moment(at)),
    )
