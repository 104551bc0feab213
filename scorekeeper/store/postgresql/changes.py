"""News of writes on other machines: PostgreSQL notifies every process that listens, so that nobody has to poll."""

import logging
import time
from collections import Counter
from threading import Event, Thread

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from scorekeeper.store.postgresql.pool import NETWORK

CHANNEL = "scorekeeper"
LISTEN_FOR = 1.0  # seconds between two checks whether to stop
ALL_EACH = 60.0  # seconds after which all books count as changed, in case a machine has died before it notified
RETRY_EACH = 2.0  # seconds between two attempts to connect; meanwhile all books count as changed

log = logging.getLogger("scorekeeper")


class Changes:
    """Counters of the latest writes of each book, as far as this process was notified of them.

    `address` is that of the database, to which one connection stays open. It has to lead to the server itself: a pooler
    that lends connections for a transaction passes no notifications on.
    """

    def __init__(self, address: str) -> None:
        self._address = address
        self._writes = Counter[str]()
        self._all = 0
        self._stopping = Event()
        self._thread: Thread | None = None

    def find(self, book: str) -> object:
        """Return a value that changes after each write of the book with this id."""
        if self._thread is None:
            self._start()
        return self._all, self._writes[book]

    def close(self) -> None:
        """Stop listening."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()

    def _start(self) -> None:
        """Start the thread that listens; this is done when the first book is watched."""
        self._thread = Thread(target=self._run, daemon=True, name="listens")
        self._thread.start()

    def _run(self) -> None:
        """Listen until `close` is called, and connect again after an error."""
        while not self._stopping.is_set():
            try:
                self._listen()
            except psycopg.Error as error:
                log.warning("no news of other machines: %s", error)
                self._all += 1
                self._stopping.wait(RETRY_EACH)

    def _listen(self) -> None:
        """Count notifications until the connection ends or `close` is called."""
        with psycopg.connect(make_conninfo(self._address, **NETWORK), autocommit=True) as connection:
            connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))
            self._all += 1  # what was written before is not notified
            looked = time.monotonic()
            while not self._stopping.is_set():
                for notice in connection.notifies(timeout=LISTEN_FOR):
                    self._writes[notice.payload] += 1
                    if self._stopping.is_set():
                        return
                if time.monotonic() > looked + ALL_EACH:
                    looked = time.monotonic()
                    self._writes.clear()
                    self._all += 1
