"""News of what other machines write: PostgreSQL notifies every process that listens, and nobody has to ask."""

import logging
import time
from collections import Counter
from threading import Event, Thread

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from scorekeeper.store.postgresql.pool import NETWORK

CHANNEL = "scorekeeper"
LISTEN_FOR = 1.0  # seconds between two looks whether to stop
ALL_EACH = 60.0  # seconds after which all books count as changed, in case that a machine died before it notified
RETRY_EACH = 2.0  # seconds between two attempts to connect; meanwhile all books count as changed

log = logging.getLogger("scorekeeper")


class Changes:
    """How often each book was written since the start, as far as this process was notified.

    `address` is that of the database, to which one connection is kept. It has to lead to the server itself: a pooler
    that lends connections for a transaction passes nothing on.
    """

    def __init__(self, address: str) -> None:
        self._address = address
        self._writes = Counter[str]()
        self._all = 0
        self._stopping = Event()
        self._thread: Thread | None = None

    def find(self, book: str) -> object:
        """Return a value that is another one after each change of the book with this id."""
        if self._thread is None:
            self._start()
        return self._all, self._writes[book]

    def close(self) -> None:
        """Stop to listen."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()

    def _start(self) -> None:
        """Start to listen, as somebody watches a book."""
        self._thread = Thread(target=self._run, daemon=True, name="listens")
        self._thread.start()

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._listen()
            except psycopg.Error as error:
                log.warning("no news of other machines: %s", error)
                self._all += 1
                self._stopping.wait(RETRY_EACH)

    def _listen(self) -> None:
        """Count what is notified until the connection ends or `close` is called."""
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
                    self._all += 1
