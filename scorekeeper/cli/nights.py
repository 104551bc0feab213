"""The nights of a host: from four o'clock on its books are looked after, once, by a process that gives way to taps.

Whichever of the processes that serve looks first has it done; where that one is killed, another one begins anew. A
night for which nothing ran is made up for soon after the start.
"""

import logging
import multiprocessing
import os
import signal
import time
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Event, Thread

from scorekeeper.cli.server.processes import follow_parent
from scorekeeper.play import StoreError
from scorekeeper.play.upkeep.ephemeral import EphemeralStore, acquire_lease, complete_lease, renew_lease
from scorekeeper.play.upkeep.hosted import HostedBooks
from scorekeeper.play.upkeep.nights import look_after_books
from scorekeeper.play.upkeep.size import HostLimits

BEGINS = timedelta(hours=4)  # after midnight, where the computer is
LOOK_EACH = 60.0  # seconds
GLANCE = 1.0  # seconds between two words that the work goes on
LONGEST = 900.0  # seconds that one book may take
MOST_LISTED = 20  # books in trouble, all of which `host --backup` tells
KINDNESS = 19  # towards everything else that wants the processor

log = logging.getLogger("scorekeeper")


class Nights(Thread):
    """Looks now and then whether a night's work is to be done, for the books in a folder that this process serves."""

    def __init__(
        self,
        data: Path,
        ephemeral: EphemeralStore,
        books: HostedBooks,
        limits: HostLimits = HostLimits(),  # noqa: B008  # it never changes
    ) -> None:
        super().__init__(daemon=True, name="nights")
        self._data, self._ephemeral, self._books, self._limits = data, ephemeral, books, limits
        self._over = Event()

    def run(self) -> None:
        """Look until `stop` is called; what goes wrong is told, and the next look may go well."""
        while not self._over.wait(LOOK_EACH):
            try:
                self._books.tidy()
                self.do_work(datetime.now(UTC).astimezone())
            except (OSError, StoreError) as error:
                log.warning("the books could not be looked after: %s", error)

    def stop(self) -> None:
        """End soon, and the work with it; it is done when somebody serves again."""
        self._over.set()
        if self.is_alive():
            self.join()

    def do_work(self, now: datetime) -> bool:
        """Whether the night's work fell to this process, and was done."""
        night = (now - BEGINS).date().isoformat()
        if not acquire_lease(self._ephemeral, night):
            return False
        code, stuck = self._look_after(night, "")
        while stuck:
            log.warning("book %s takes too long to be looked after: all others are looked after without it", stuck)
            code, stuck = self._look_after(night, stuck)
        if code == 0:
            complete_lease(self._ephemeral, night)
        elif not self._over.is_set():
            log.warning("looking after the books has ended too soon (%s)", code)
        return code == 0

    def _look_after(self, night: str, after: str) -> tuple[int | None, str]:
        """Have the books with ids `after` this one looked after by a process; gives its exit status.

        Where a book takes longer than it may, the process is killed; then the id of that book is given, too.
        """
        spawn = multiprocessing.get_context("spawn")  # of a process with threads nothing else can be made
        told, tell = spawn.Pipe(duplex=False)
        worker = spawn.Process(
            target=_look_after, args=(self._data, self._limits, tell, after), daemon=True, name="looks after books"
        )
        worker.start()
        tell.close()
        book, began = "", time.monotonic()
        with closing(told):
            while worker.is_alive():
                if self._over.is_set():
                    worker.terminate()
                worker.join(GLANCE)
                with suppress(EOFError):  # it has ended
                    while told.poll():
                        book, began = told.recv_bytes().decode(), time.monotonic()
                if book and time.monotonic() - began > LONGEST and not self._over.is_set():
                    worker.kill()
                    worker.join()
                    return worker.exitcode, book
                with suppress(StoreError):  # somebody else has been writing for too long
                    renew_lease(self._ephemeral, night)
        return worker.exitcode, ""


def _look_after(data: Path, limits: HostLimits, channel: Connection, after: str) -> None:
    """What the worker does; it says by `channel` with which book it begins."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all, and whoever started this one ends it
    follow_parent()
    if hasattr(os, "nice"):
        os.nice(KINDNESS)

    def begin(book: str) -> None:
        channel.send_bytes(book.encode())

    done = look_after_books(data, datetime.now(UTC), limits, begin, after)
    channel.send_bytes(b"")  # what is done for all books together may take as long as it wants
    for book, error in done.troubles[:MOST_LISTED]:
        log.warning("book %s cannot be copied: %s", book, error)
