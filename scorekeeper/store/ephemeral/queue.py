"""Queues of jobs, shared by all processes and books: photos to read, files to import.

A queue gives each book its turn: thirty photos of one book delay each other and nobody else. An item gets a turn when
it joins: one more than the last turn of its book, and at least the turn that was worked on last. The lowest turn is
next, and of two equal ones the item that came first. A full queue takes an item of a book that has few in it, and drops
the last item of the book that has most. An item has left when it was not renewed for `SILENT` seconds: its process has
ended.
"""

from collections import Counter

from scorekeeper.store.connection import Database
from scorekeeper.store.ephemeral.interface import EphemeralStore

MOST_WAITING = 36
WAITING, WORKING, DONE, LOST = "waiting", "working", "done", "lost"
"""An item that is done stays for a while, so that its book does not come first again. One that has lost its place stays
until its owner has tried to take its turn."""
SILENT = 10.0  # seconds
FIRST = "kind = ? AND state = 'waiting' ORDER BY turn, number"
"""The items of a kind that wait, in the order of their turns."""


class QueueFullError(Exception):
    """The queue takes no more items; one more would have this `place` in it."""

    def __init__(self, place: int) -> None:
        super().__init__(f"{place - 1} are before this one")
        self.place = place


class Queue:
    """The queue for one `kind` of work, as seen by one `book` whose items join it.

    At most `at_once` items of all books are worked on at the same time.
    """

    def __init__(self, ephemeral: EphemeralStore, kind: str, book: str, at_once: int) -> None:
        self._ephemeral, self._kind, self._book, self._at_once = ephemeral, kind, book, at_once

    def join_once(self, ticket: str) -> int | None:
        """Join the queue and return the item's number; None if the book has an item with this ticket in the queue.

        A ticket is a text by which a page later finds its item. Raises QueueFullError.
        """
        with self._ephemeral.write() as db:
            return None if self._has(db, ticket) else self._join(db, ticket, waits=True)

    def join(self, ticket: str = "", waits: bool = True) -> int:
        """Join the queue and return the item's number; `ticket` is a text by which its place can be found later.

        Raises QueueFullError; with `waits=False`, as for a frame of a camera, also if any other item is in the queue.
        """
        with self._ephemeral.write() as db:
            return self._join(db, ticket, waits)

    def take_turn(self, number: int) -> bool:
        """Start the work on the item `number` if it is its turn, and return whether it is.

        Raises QueueFullError if the item has lost its place to another book.
        """
        with self._ephemeral.write() as db:
            self._renew(db, number)
            if db.execute("SELECT state FROM queue WHERE number = ?", (number,)).fetchone() in (None, (LOST,)):
                raise QueueFullError(self._count_before(db, self._find_turn(db)) + 1)
            first = db.execute(f"SELECT number FROM queue WHERE {FIRST}", (self._kind,)).fetchone()  # noqa: S608  # our own words
            if self._count_working(db) >= self._at_once or first != (number,):
                return False
            db.execute("UPDATE queue SET state = ? WHERE number = ?", (WORKING, number))
            return True

    def renew(self, number: int) -> None:
        """Record that somebody still waits for the item `number`.

        An item that is not renewed for `SILENT` seconds is dropped.
        """
        with self._ephemeral.write() as db:
            self._renew(db, number)

    def leave(self, number: int) -> None:
        """Remove the item `number` if it waits, or mark it as done if it was worked on."""
        with self._ephemeral.write() as db:
            db.execute("DELETE FROM queue WHERE number = ? AND state != ?", (number, WORKING))
            db.execute("UPDATE queue SET state = ? WHERE number = ?", (DONE, number))

    def has(self, ticket: str) -> bool:
        """Return whether an item of the book with this ticket waits, is worked on or has just lost its place."""
        with self._ephemeral.read() as db:
            return self._has(db, ticket)

    def count_before(self, ticket: str) -> int:
        """Return how many items are ahead of the book's waiting item with this ticket; 0 if there is no such item."""
        with self._ephemeral.read() as db:
            sql = f"SELECT turn, number FROM queue WHERE book = ? AND ticket = ? AND {FIRST}"  # noqa: S608  # our own words
            row = db.execute(sql, (self._book, ticket, self._kind)).fetchone() if ticket else None
            return self._count_before(db, *row) if row else 0

    def _join(self, db: Database, ticket: str, waits: bool) -> int:
        """Add an item with this ticket to the queue and return its number. Raises QueueFullError.

        If the queue is full, the last item of the book with the most items loses its place, but only if that book has
        at least two items more than this one.
        """
        now = self._drop_silent(db)
        turn = self._find_turn(db)
        items = db.execute(
            "SELECT number, book, state FROM queue WHERE kind = ? AND state != 'done'", (self._kind,)
        ).fetchall()
        waiting = [(number, book) for number, book, state in items if state == WAITING]
        if items and not waits:
            raise QueueFullError(self._count_before(db, turn) + 1)
        if len(waiting) >= MOST_WAITING:
            crowd = Counter(book for _, book in waiting)
            longest, most = crowd.most_common(1)[0]
            if crowd[self._book] + 1 >= most:
                raise QueueFullError(self._count_before(db, turn) + 1)
            last = max(number for number, book in waiting if book == longest)
            db.execute("UPDATE queue SET state = ? WHERE number = ?", (LOST, last))
        db.execute(
            "INSERT INTO queue (kind, book, ticket, state, turn, renewed) VALUES (?, ?, ?, ?, ?, ?)",
            (self._kind, self._book, ticket, WAITING, turn, now),
        )
        return int(db.execute("SELECT max(number) FROM queue").fetchone()[0])  # numbers only grow

    def _find_turn(self, db: Database) -> int:
        """Return the turn of one more item of this book."""
        sql = "SELECT max(turn) FROM queue WHERE kind = ? AND "
        [mine] = db.execute(f"{sql} book = ?", (self._kind, self._book)).fetchone()
        [now] = db.execute(f"{sql} state IN (?, ?)", (self._kind, WORKING, DONE)).fetchone()
        return max((mine or 0) + 1, now or 1)

    def _has(self, db: Database, ticket: str) -> bool:
        """Return whether an item of the book with this ticket waits, is worked on or has just lost its place."""
        now = self._ephemeral.clock()  # a process that writes meanwhile reads the clock later
        sql = (
            "SELECT 1 FROM queue WHERE kind = ? AND book = ? AND ticket = ? AND state != ? AND renewed BETWEEN ? AND ?"
        )
        return (
            db.execute(sql, (self._kind, self._book, ticket, DONE, now - SILENT, now + SILENT)).fetchone() is not None
        )

    def _renew(self, db: Database, number: int) -> None:
        """Record that somebody still waits for the item `number`, and drop all items that were not renewed."""
        now = self._drop_silent(db, number)
        db.execute("UPDATE queue SET renewed = ? WHERE number = ?", (now, number))

    def _drop_silent(self, db: Database, me: int = 0) -> float:
        """Remove the items that were not renewed, except `me`; return the time."""
        now = self._ephemeral.clock()  # read only now, so that no process that wrote before has read a later time
        db.execute("DELETE FROM queue WHERE number != ? AND renewed NOT BETWEEN ? AND ?", (me, now - SILENT, now))
        return now

    def _count_working(self, db: Database) -> int:
        """Return how many items of this kind are worked on."""
        sql = "SELECT count(*) FROM queue WHERE kind = ? AND state = ?"
        return int(db.execute(sql, (self._kind, WORKING)).fetchone()[0])

    def _count_before(self, db: Database, turn: int, number: int | None = None) -> int:
        """Return how many items are done before the one with this turn and number, or before a new one."""
        sql = "SELECT count(*) FROM queue WHERE kind = ? AND state = ? AND (turn < ? OR turn = ? AND number < ?)"
        last = 2**62 if number is None else number
        [waiting] = db.execute(sql, (self._kind, WAITING, turn, turn, last)).fetchone()
        return self._count_working(db) + int(waiting)
