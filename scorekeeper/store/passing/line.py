"""The line of photos that wait to be read, of all processes and books: it has an end, and each book has its turn.

Whoever is in it is heard of all the time: a photo that is not, since its process was ended, has left. The book whose
last turn is longest ago comes next, so that thirty photos of one book hold up each other and nobody else. Where the
line is full, a book that has few in it takes the place of the last photo of the book that has most.
"""

from collections import Counter, deque
from collections.abc import Mapping, Sequence

from sqlite_utils import Database

from scorekeeper.store.passing.database import Passing, drop_oldest

MOST_WAITING = 36
SILENT = 10.0  # seconds without a word, after which a photo has left
MOST_TURNS = 10_000  # books whose last turn is remembered


class LineFull(Exception):  # noqa: N818  # what the line is; raised and shown as such
    """So many wait already; one more would have this `place`."""

    def __init__(self, place: int) -> None:
        super().__init__(f"{place - 1} photos are before this one")
        self.place = place


class PhotoLine:
    """The line as photos of one `book` join it; so many are read `at_once`, of all books together."""

    def __init__(self, passing: Passing, book: str, at_once: int) -> None:
        self._passing, self._book, self._at_once = passing, book, at_once

    def join(self, ticket: str = "", patient: bool = False, waits: bool = True) -> int:
        """Join the line; gives the number that one has in it. Raises LineFull, but not for a `patient` photo; for one
        that never `waits`, as a frame of a camera, where any other is in it or read.

        A `ticket` is something to ask for its place by.
        """
        with self._passing.change() as db:
            now = self._drop_silent(db)
            if not waits and db.execute("SELECT 1 FROM photos").fetchone():
                raise LineFull(self._count_before(db, None) + 1)
            waiting = _list_waiting(db)
            crowd = Counter(book for _, book, patient in waiting if not patient)
            if not patient and crowd.total() >= MOST_WAITING:
                longest, most = crowd.most_common(1)[0]
                if crowd[self._book] + 1 >= most:
                    raise LineFull(self._count_before(db, None) + 1)
                last = max(number for number, book, patient in waiting if book == longest and not patient)
                db.execute("DELETE FROM photos WHERE number = ?", (last,))
            joined = db.execute(
                "INSERT INTO photos (book, ticket, patient, reading, beat) VALUES (?, ?, ?, 0, ?)",
                (self._book, ticket, patient, now),
            )
            return int(joined.lastrowid or 0)

    def take_turn(self, number: int) -> bool:
        """Whether it is the turn of the photo with this number, which then is read. Raises LineFull where it has lost
        its place to another book.
        """
        with self._passing.change() as db:
            self._stay(db, number)
            reading = db.execute("SELECT count(*) FROM photos WHERE reading").fetchone()[0]
            if not db.execute("SELECT 1 FROM photos WHERE number = ?", (number,)).fetchone():
                raise LineFull(self._count_before(db, None) + 1)
            if reading >= self._at_once or _list_order(db)[0] != number:
                return False
            db.execute("UPDATE photos SET reading = 1 WHERE number = ?", (number,))
            turn = db.execute("SELECT coalesce(max(turn), 0) + 1 FROM turns").fetchone()[0]
            db.execute("INSERT OR REPLACE INTO turns VALUES (?, ?)", (self._book, turn))
            drop_oldest(db, "turns", MOST_TURNS)
            return True

    def stay(self, number: int) -> None:
        """Say that the photo with this number is still waited for."""
        with self._passing.change() as db:
            self._stay(db, number)

    def leave(self, number: int) -> None:
        """Leave the line, or give up the turn."""
        with self._passing.change() as db:
            db.execute("DELETE FROM photos WHERE number = ?", (number,))

    def count_before(self, ticket: str) -> int:
        """How many photos are read before the one that waits with this ticket; 0 where none of the book does."""
        with self._passing.look() as db:
            sql = "SELECT number FROM photos WHERE ticket = ? AND book = ? AND NOT reading ORDER BY number"
            found = db.execute(sql, (ticket, self._book)).fetchone() if ticket else None
            return self._count_before(db, found[0]) if found else 0

    def _stay(self, db: Database, number: int) -> None:
        now = self._drop_silent(db, number)
        db.execute("UPDATE photos SET beat = ? WHERE number = ?", (now, number))

    def _drop_silent(self, db: Database, me: int = 0) -> float:
        """Take those out of whom nobody hears; gives the moment."""
        now = self._passing.clock()  # only now: whoever wrote before has read the clock before
        db.execute("DELETE FROM photos WHERE number != ? AND beat NOT BETWEEN ? AND ?", (me, now - SILENT, now))
        return now

    def _count_before(self, db: Database, number: int | None) -> int:
        """How many are read before this one, or before one more of this book."""
        reading = db.execute("SELECT count(*) FROM photos WHERE reading").fetchone()[0]
        return int(reading) + _list_order(db, None if number else self._book).index(number or 0)


def _list_waiting(db: Database) -> list[tuple[int, str, bool]]:
    """Number and book of those that wait, and whether they wait for ever; in the order in which they came."""
    sql = "SELECT number, book, patient FROM photos WHERE NOT reading ORDER BY number"
    return [(number, book, bool(patient)) for number, book, patient in db.execute(sql)]


def _list_order(db: Database, one_more: str | None = None) -> list[int]:
    """The numbers of those that wait in the order of their turns; 0 is the number of `one_more` of this book."""
    waiting = [(number, book) for number, book, _ in _list_waiting(db)]
    more = [] if one_more is None else [(0, one_more)]
    turns = db.execute("SELECT book, turn FROM turns WHERE book IN (SELECT book FROM photos) OR book = ?", (one_more,))
    return sort_line([*waiting, *more], dict(turns.fetchall()))


def sort_line(waiting: Sequence[tuple[int, str]], turns: Mapping[str, int]) -> list[int]:
    """The numbers of those that wait, each told with its book, in the order in which they are read; `turns` are the
    last ones that the books have had.
    """
    queues: dict[str, deque[int]] = {}
    for number, book in waiting:
        queues.setdefault(book, deque()).append(number)
    had = {book: turns.get(book, 0) for book in queues}
    latest = max(had.values(), default=0)
    order: list[int] = []
    while queues:
        book = min(queues, key=lambda each: had[each])  # of those that had none, the one that came first
        order.append(queues[book].popleft())
        latest += 1
        had[book] = latest
        if not queues[book]:
            del queues[book]
    return order
