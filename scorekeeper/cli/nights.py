"""The nights of a host: from four o'clock on its books are looked after, once, by a process that gives way to taps.

Whichever of the processes that serve looks first has it done; where that one is killed, another one begins anew. A
night for which nothing ran is made up for soon after the start.
"""

import logging
import multiprocessing
import os
import signal
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event, Thread

from scorekeeper import play
from scorekeeper.cli.server.processes import follow_parent

BEGINS = timedelta(hours=4)  # after midnight, where the computer is
LOOK_EACH = 60.0  # seconds
GLANCE = 1.0  # seconds between two words that the work goes on
MOST_TOLD = 20  # books in trouble, all of which `host --backup` tells
KINDNESS = 19  # towards everything else that wants the processor

log = logging.getLogger("scorekeeper")


class Nights(Thread):
    """Looks now and then whether a night's work is to be done, for the books in a folder that this process serves."""

    def __init__(
        self,
        data: Path,
        passing: play.Passing,
        books: play.HostedBooks,
        limits: play.HostLimits = play.HostLimits(),  # noqa: B008  # it never changes
    ) -> None:
        super().__init__(daemon=True, name="nights")
        self._data, self._passing, self._books, self._limits = data, passing, books, limits
        self._over = Event()

    def run(self) -> None:
        """Look until `stop` is called; what goes wrong is told, and the next look may go well."""
        while not self._over.wait(LOOK_EACH):
            try:
                self._books.tidy()
                self.do_work(datetime.now(UTC).astimezone())
            except (OSError, play.StoreError) as error:
                log.warning("the books could not be looked after: %s", error)

    def stop(self) -> None:
        """End soon, and the work with it; it is done when somebody serves again."""
        self._over.set()
        if self.is_alive():
            self.join()

    def do_work(self, now: datetime) -> bool:
        """Whether the night's work fell to this process, and was done."""
        night = (now - BEGINS).date().isoformat()
        if not play.take_night(self._passing, night):
            return False
        spawn = multiprocessing.get_context("spawn")  # of a process with threads nothing else can be made
        worker = spawn.Process(
            target=_look_after, args=(self._data, self._limits), daemon=True, name="looks after books"
        )
        worker.start()
        while worker.is_alive():
            if self._over.is_set():
                worker.terminate()
            worker.join(GLANCE)
            with suppress(play.StoreError):  # somebody else has been writing for too long
                play.keep_night(self._passing, night)
        if worker.exitcode == 0:
            play.close_night(self._passing, night)
        elif not self._over.is_set():
            log.warning("looking after the books has ended too soon (%s)", worker.exitcode)
        return worker.exitcode == 0


def _look_after(data: Path, limits: play.HostLimits) -> None:
    """What the worker does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all, and whoever started this one ends it
    follow_parent()
    if hasattr(os, "nice"):
        os.nice(KINDNESS)
    for book, error in play.look_after_books(data, datetime.now(UTC), limits).troubles[:MOST_TOLD]:
        log.warning("book %s cannot be copied: %s", book, error)
