"""The queues of work that is done by few at a time: photos to read, files to import. Each is shared by all processes
and books, has an end, and gives each book its turn.

Whoever is in a queue says so all the time: what is silent, since its process has ended, has left. The book whose last
turn is longest ago comes next, so that thirty photos of one book delay each other and nobody else. Where the queue is
full, a book that has few in it takes the place of the last one of the book that has most.
"""

from collections import Counter, deque
from collections.abc import Mapping, Sequence

from sqlite_utils import Database

from scorekeeper.store.passing.database import Passing, drop_oldest

MOST_WAITING = 36
WAITING, WORKING, LOST = "waiting", "working", "lost"  # what lost its place is there until it has heard so
SILENT = 10.0  # seconds without a word, after which an item has left
MOST_TURNS = 10_000  # books whose last turn is remembered


class QueueFull(Exception):  # noqa: N818  # what the queue is; raised and shown as such
    """So many wait already; one more would have this `place`."""

    def __init__(self, place: int) -> None:
        super().__init__(f"{place - 1} are before this one")
        self.place = place


class Queue:
    """The queue of this `kind` of work as items of one `book` join it; so many are worked on `at_once`, of all books
    together.
    """

    def __init__(self, passing: Passing, kind: str, book: str, at_once: int) -> None:
        self._passing, self._kind, self._book, self._at_once = passing, kind, book, at_once

    def join_once(self, ticket: str) -> int | None:
        """Join the queue unless an item of the book with this ticket is in it: then there is no number."""
        with self._passing.change() as db:
            return None if self._has(db, ticket) else self._join(db, ticket, waits=True)

    def join(self, ticket: str = "", waits: bool = True) -> int:
        """Join the queue; gives the number that one has in it. Raises QueueFull; for one that never `waits`, as a frame
        of a camera, where any other is in it.

        A `ticket` is something to ask for its place by.
        """
        with self._passing.change() as db:
            return self._join(db, ticket, waits)

    def take_turn(self, number: int) -> bool:
        """Whether it is the turn of the item with this number, which then is worked on. Raises QueueFull where it has
        lost its place to another book.
        """
        with self._passing.change() as db:
            self._stay(db, number)
            if db.execute("SELECT state FROM queue WHERE number = ?", (number,)).fetchone() in (None, (LOST,)):
                raise QueueFull(self._count_before(db, None) + 1)
            if self._count_working(db) >= self._at_once or self._list_order(db)[0] != number:
                return False
            db.execute("UPDATE queue SET state = ? WHERE number = ?", (WORKING, number))
            turn = db.execute("SELECT coalesce(max(turn), 0) + 1 FROM turns").fetchone()[0]
            db.execute("INSERT OR REPLACE INTO turns VALUES (?, ?, ?)", (self._kind, self._book, turn))
            drop_oldest(db, "turns", MOST_TURNS)
            return True

    def stay(self, number: int) -> None:
        """Say that the item with this number is still waited for."""
        with self._passing.change() as db:
            self._stay(db, number)

    def leave(self, number: int) -> None:
        """Leave the queue, or give up the turn."""
        with self._passing.change() as db:
            db.execute("DELETE FROM queue WHERE number = ?", (number,))

    def has(self, ticket: str) -> bool:
        """Whether an item of the book with this ticket waits, is worked on or has just lost its place."""
        with self._passing.look() as db:
            return self._has(db, ticket)

    def count_before(self, ticket: str) -> int:
        """How many are done before the one that waits with this ticket; 0 where none of the book does."""
        with self._passing.look() as db:
            sql = "SELECT number FROM queue WHERE kind = ? AND book = ? AND ticket = ? AND state = ? ORDER BY number"
            found = db.execute(sql, (self._kind, self._book, ticket, WAITING)).fetchone() if ticket else None
            return self._count_before(db, found[0]) if found else 0

    def _join(self, db: Database, ticket: str, waits: bool) -> int:
        now = self._drop_silent(db)
        if not waits and db.execute("SELECT 1 FROM queue WHERE kind = ?", (self._kind,)).fetchone():
            raise QueueFull(self._count_before(db, None) + 1)
        waiting = _list_waiting(db, self._kind)
        if len(waiting) >= MOST_WAITING:
            crowd = Counter(book for _, book in waiting)
            longest, most = crowd.most_common(1)[0]
            if crowd[self._book] + 1 >= most:
                raise QueueFull(self._count_before(db, None) + 1)
            last = max(number for number, book in waiting if book == longest)
            db.execute("UPDATE queue SET state = ? WHERE number = ?", (LOST, last))
        joined = db.execute(
            "INSERT INTO queue (kind, book, ticket, state, beat) VALUES (?, ?, ?, ?, ?)",
            (self._kind, self._book, ticket, WAITING, now),
        )
        return int(joined.lastrowid or 0)

    def _has(self, db: Database, ticket: str) -> bool:
        now = self._passing.clock()  # whoever writes next to this has read the clock later
        sql = "SELECT 1 FROM queue WHERE kind = ? AND book = ? AND ticket = ? AND beat BETWEEN ? AND ?"
        return db.execute(sql, (self._kind, self._book, ticket, now - SILENT, now + SILENT)).fetchone() is not None

    def _stay(self, db: Database, number: int) -> None:
        now = self._drop_silent(db, number)
        db.execute("UPDATE queue SET beat = ? WHERE number = ?", (now, number))

    def _drop_silent(self, db: Database, me: int = 0) -> float:
        """Take those out of whom nobody hears; gives the moment."""
        now = self._passing.clock()  # only now: whoever wrote before has read the clock before
        db.execute("DELETE FROM queue WHERE number != ? AND beat NOT BETWEEN ? AND ?", (me, now - SILENT, now))
        return now

    def _count_working(self, db: Database) -> int:
        sql = "SELECT count(*) FROM queue WHERE kind = ? AND state = ?"
        return int(db.execute(sql, (self._kind, WORKING)).fetchone()[0])

    def _count_before(self, db: Database, number: int | None) -> int:
        """How many are done before this one, or before one more of this book."""
        return self._count_working(db) + self._list_order(db, None if number else self._book).index(number or 0)

    def _list_order(self, db: Database, one_more: str | None = None) -> list[int]:
        """The numbers of those that wait in the order of their turns; 0 is the number of `one_more` of this book."""
        more = [] if one_more is None else [(0, one_more)]
        books = "SELECT book FROM queue WHERE kind = ?"
        sql = f"SELECT book, turn FROM turns WHERE kind = ? AND (book IN ({books}) OR book = ?)"  # noqa: S608  # our own words
        turns = db.execute(sql, (self._kind, self._kind, one_more))
        return sort_queue([*_list_waiting(db, self._kind), *more], dict(turns.fetchall()))


def _list_waiting(db: Database, kind: str) -> list[tuple[int, str]]:
    """Number and book of those that wait, in the order in which they came."""
    sql = "SELECT number, book FROM queue WHERE kind = ? AND state = ? ORDER BY number"
    return db.execute(sql, (kind, WAITING)).fetchall()


def sort_queue(waiting: Sequence[tuple[int, str]], turns: Mapping[str, int]) -> list[int]:
    """The numbers of those that wait, each with its book, in the order in which they are done; `turns` are the last
    ones that the books have had.
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
