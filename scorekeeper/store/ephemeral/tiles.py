"""The tiles that lie on the table of a solitaire at the moment, as the phone that was tapped last sent them."""

from dataclasses import dataclass

from scorekeeper.store.ephemeral.interface import EphemeralStore, drop_oldest

MOST = 2_000  # matches, of all books together
LONGEST = 16_000  # characters of a query; the server refuses addresses that are twice as long
LONGEST_ID = 40  # characters of the id of a phone


@dataclass(frozen=True, slots=True)
class LyingTiles:
    """The tiles on the table, as the query string of a page's address, and the number of times that they changed."""

    changes: int
    query: str


def lay_tiles(ephemeral: EphemeralStore, book: str, match_id: str, query: str, turn: str = "") -> None:
    """Store the tiles that lie on the table of a solitaire, as the query string of a page's address.

    `turn` is the id of a phone and the number of its tap, such as `a1b2-7`. Requests may arrive out of order: tap 6 of
    a phone is ignored if it comes after tap 7, and so is a query that is too long for an address.
    """
    phone, _, number = turn.partition("-")
    phone = phone[:LONGEST_ID]
    if len(query) > LONGEST:
        return
    tap = int(number[:9]) if number.isdecimal() else 0
    with ephemeral.write() as db:
        sql = "SELECT changes, query, phone, tap FROM lying WHERE book = ? AND match = ?"
        changes, before, last_phone, last_tap = db.execute(sql, (book, match_id)).fetchone() or (0, None, "", 0)
        if number.isdecimal() and phone == last_phone and tap < last_tap:
            return
        db.execute("DELETE FROM lying WHERE book = ? AND match = ?", (book, match_id))
        db.execute(
            "INSERT INTO lying (book, match, changes, query, phone, tap) VALUES (?, ?, ?, ?, ?, ?)",
            (book, match_id, changes + (query != before), query, phone, tap),
        )
        drop_oldest(db, "lying", MOST)


def find_lying_tiles(ephemeral: EphemeralStore, book: str, match_id: str) -> LyingTiles | None:
    """Return the stored tiles of a solitaire; None if no phone has sent any."""
    with ephemeral.read() as db:
        row = db.execute("SELECT changes, query FROM lying WHERE book = ? AND match = ?", (book, match_id)).fetchone()
    return LyingTiles(*row) if row else None
