"""What people noted of a match, and where it was played; what was said last of a match counts."""

from datetime import datetime

from sqlite_utils import Database

from scorekeeper.engine.file.remark import NOTHING, Remark
from scorekeeper.store.columns import write_moment


def find_remark(db: Database, serial: int) -> Remark:
    """What was said last of the match."""
    row = db.execute("SELECT note, place FROM notes WHERE match = ? ORDER BY number DESC LIMIT 1", (serial,)).fetchone()
    return Remark(*row) if row else NOTHING


def write_remark(db: Database, serial: int, remark: Remark, at: datetime) -> None:
    """Say this of the match from now on."""
    words = fold_words(f"{remark.note} {remark.place}")
    db.execute(
        "INSERT INTO notes (match, note, place, words, at) VALUES (?, ?, ?, ?, ?)",
        (serial, remark.note, remark.place, words, write_moment(at)),
    )


def fold_words(text: str) -> str:
    """A text as it is searched: capitals do not matter."""
    return text.casefold()
