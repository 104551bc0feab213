"""Nightly maintenance of a host's books: once a night after 04:00, in a child process at the lowest priority.

Several server processes compete for the lease of the night; the one that gets it does the maintenance, and another
takes over if it is killed. A missed night is made up for soon after the start.
"""

import logging
import multiprocessing
import os
import signal
import time
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Connection
from threading import Event, Thread

from scorekeeper.hosting.books import HostBooks
from scorekeeper.hosting.maintenance import USUAL, Maintenance
from scorekeeper.play import StoreError
from scorekeeper.play.upkeep.ephemeral import EphemeralStore, acquire_lease, complete_lease, renew_lease
from scorekeeper.play.upkeep.size import HostLimits
from scorekeeper.worker import follow_parent, start_child

BEGINS = timedelta(hours=4)  # after midnight, local time
LOOK_EACH = 60.0  # seconds
GLANCE = 1.0  # seconds between two renewals of the lease
LONGEST = 900.0  # seconds that one book may take
MOST_LISTED = 20  # failed books that are logged; `host --backup` prints all failures
NICENESS = 19

log = logging.getLogger("scorekeeper")


class NightlyMaintenance(Thread):
    """A thread that checks each minute whether tonight's maintenance of `books` is due."""

    def __init__(
        self,
        ephemeral: EphemeralStore,
        books: HostBooks,
        limits: HostLimits = USUAL,
    ) -> None:
        super().__init__(daemon=True, name="maintenance")
        self._ephemeral, self._books, self._limits = ephemeral, books, limits
        self._stopping = Event()

    def run(self) -> None:
        """Tidy the open books and do maintenance when due, until `stop` is called; errors are logged."""
        while not self._stopping.wait(LOOK_EACH):
            try:
                self._books.tidy()
                self.do_work(datetime.now(UTC).astimezone())
            except (OSError, StoreError) as error:
                log.warning("the books could not be maintained: %s", error)

    def stop(self) -> None:
        """End the thread and any maintenance that runs; it is done again when the host is next served."""
        self._stopping.set()
        if self.is_alive():
            self.join()

    def do_work(self, now: datetime) -> bool:
        """Do tonight's maintenance if this process gets the lease of the night.

        Return whether it was done and succeeded. `now` is in local time.
        """
        night = (now - BEGINS).date().isoformat()
        if not acquire_lease(self._ephemeral, night):
            return False
        code, stuck = self._maintain(night, "")
        while stuck:
            log.warning("book %s takes too long to be maintained: all others are maintained without it", stuck)
            code, stuck = self._maintain(night, stuck)
        if code == 0:
            complete_lease(self._ephemeral, night)
        elif not self._stopping.is_set():
            log.warning("maintenance of the books has ended too soon (%s)", code)
        return code == 0

    def _maintain(self, night: str, after: str) -> tuple[int | None, str]:
        """Maintain the books whose ids sort after `after` in a child process; return its exit status and an id.

        The id is that of a book that took too long, for which the child was killed; empty otherwise.
        """
        spawn = multiprocessing.get_context("spawn")  # a process with threads cannot be forked
        receiver, sender = spawn.Pipe(duplex=False)
        arguments = self._books.find_maintenance(), self._limits, sender, after
        worker = spawn.Process(target=_maintain, args=arguments, daemon=True, name="maintains books")
        start_child(worker)
        sender.close()
        book, began = "", time.monotonic()
        with closing(receiver):
            while worker.is_alive():
                if self._stopping.is_set():
                    worker.terminate()
                worker.join(GLANCE)
                with suppress(EOFError):  # the child process has ended
                    while receiver.poll():
                        book, began = receiver.recv_bytes().decode(), time.monotonic()
                if book and time.monotonic() - began > LONGEST and not self._stopping.is_set():
                    worker.kill()
                    worker.join()
                    return worker.exitcode, book
                with suppress(StoreError):  # another process is writing for too long
                    renew_lease(self._ephemeral, night)
        return worker.exitcode, ""


def _maintain(maintain: Maintenance, limits: HostLimits, channel: Connection, after: str) -> None:
    """Maintain the books in the child process.

    Send the id of each book through `channel` when its turn begins, and `b""` after the last one.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all processes; the parent ends this one
    follow_parent()
    if hasattr(os, "nice"):
        os.nice(NICENESS)

    def begin(book: str) -> None:
        """Send the id of the book whose turn begins."""
        channel.send_bytes(book.encode())

    report = maintain(datetime.now(UTC), limits, begin, after)
    channel.send_bytes(b"")  # no book is in progress any more
    for book, error in report.failed[:MOST_LISTED]:
        log.warning("book %s cannot be copied: %s", book, error)
