"""The tiles that lie on the table of a solitaire now, as the phone that tapped last has them."""

from dataclasses import dataclass

from scorekeeper.store.ephemeral.database import EphemeralStore, drop_oldest

MOST = 2_000  # matches, of all books together


@dataclass(frozen=True, slots=True)
class LyingTiles:
    """The tiles as the query of a page's address, and how often they changed."""

    changes: int
    query: str


def lay_tiles(ephemeral: EphemeralStore, book: str, match_id: str, query: str, turn: str = "") -> None:
    """Write the tiles. A `turn` is a phone and the number of its tap: `a1b2-7`.

    Taps may be faster than the answers: tap 6 of a phone is ignored when it comes after tap 7.
    """
    phone, _, number = turn.partition("-")
    tap = int(number[:9]) if number.isdecimal() else 0
    with ephemeral.write() as db:
        sql = "SELECT changes, query, phone, tap FROM lying WHERE book = ? AND match = ?"
        changes, before, last_phone, last_tap = db.execute(sql, (book, match_id)).fetchone() or (0, None, "", 0)
        if number.isdecimal() and phone == last_phone and tap < last_tap:
            return
        db.execute(
            "INSERT OR REPLACE INTO lying VALUES (?, ?, ?, ?, ?, ?)",
            (book, match_id, changes + (query != before), query, phone, tap),
        )
        drop_oldest(db, "lying", MOST)


def find_lying_tiles(ephemeral: EphemeralStore, book: str, match_id: str) -> LyingTiles | None:
    """Return the tiles, or None if no phone has written any."""
    with ephemeral.read() as db:
        row = db.execute("SELECT changes, query FROM lying WHERE book = ? AND match = ?", (book, match_id)).fetchone()
    return LyingTiles(*row) if row else None
