"""The tiles that lie open in a solitaire right now, as the phone that tapped last says; nobody misses them later."""

from dataclasses import dataclass

from scorekeeper.store.passing.database import Passing, drop_oldest

MOST = 2_000  # matches, of all books together


@dataclass(frozen=True, slots=True)
class LyingTiles:
    """What lies there: how often it changed, and the query of its address."""

    changes: int
    query: str


def lay_tiles(passing: Passing, book: str, match_id: str, query: str, turn: str = "") -> None:
    """Say what lies there now. A `turn` is a phone and the number of its tap: `a1b2-7`.

    Taps may be faster than the answers: when tap 6 of a phone comes after its tap 7, it says nothing.
    """
    phone, _, number = turn.partition("-")
    tap = int(number[:9]) if number.isdecimal() else 0
    with passing.change() as db:
        sql = "SELECT changes, query, phone, tap FROM lying WHERE book = ? AND match = ?"
        changes, before, last_phone, last_tap = db.execute(sql, (book, match_id)).fetchone() or (0, None, "", 0)
        if number.isdecimal() and phone == last_phone and tap < last_tap:
            return
        db.execute(
            "INSERT OR REPLACE INTO lying VALUES (?, ?, ?, ?, ?, ?)",
            (book, match_id, changes + (query != before), query, phone, tap),
        )
        drop_oldest(db, "lying", MOST)


def find_lying_tiles(passing: Passing, book: str, match_id: str) -> LyingTiles | None:
    """What lies there, if anybody has said so."""
    with passing.look() as db:
        row = db.execute("SELECT changes, query FROM lying WHERE book = ? AND match = ?", (book, match_id)).fetchone()
    return LyingTiles(*row) if row else None
