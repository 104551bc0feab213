"""How many books a host has, and how many megabytes they take together."""

import time
from collections.abc import Callable
from threading import Lock, Thread

from scorekeeper.play.upkeep.size import HostLimits

SHARE = 100  # a result is used for this many times the duration of the measurement


class HostUsage:
    """How many books a host has and how many megabytes they take, inactive books included, as `measure` returns them.

    They are measured rarely, so that measuring takes about a hundredth of the time.
    """

    def __init__(self, measure: Callable[[], tuple[int, float]], clock: Callable[[], float] = time.monotonic) -> None:
        self._measure_all, self._clock = measure, clock
        self._books, self._megabytes = 0, 0.0
        self._until: float | None = None
        self._measuring = Lock()

    def is_full(self, limits: HostLimits) -> bool:
        """Return whether all books together take as many megabytes as `limits` permit."""
        self._refresh()
        return self._megabytes >= limits.megabytes

    def has_all_books(self, limits: HostLimits) -> bool:
        """Return whether there are as many books as `limits` permit; inactive ones count."""
        self._refresh()
        return self._books >= limits.books

    def note_new_book(self) -> None:
        """Count a book that was created since the last measurement."""
        self._books += 1

    def _refresh(self) -> None:
        """Measure the books if that was never done; start a thread that measures them again if the result is old."""
        if self._until is None:
            with self._measuring:
                if self._until is None:  # no other thread has done it meanwhile
                    self._measure()
        elif self._clock() >= self._until and self._measuring.acquire(blocking=False):
            Thread(target=self._measure_again, daemon=True, name="measures books").start()

    def _measure_again(self) -> None:
        """Measure the books, then release the lock that lets only one thread do so."""
        try:
            self._measure()
        finally:
            self._measuring.release()

    def _measure(self) -> None:
        """Measure the books, and set until when the result is used."""
        began = self._clock()
        self._books, self._megabytes = self._measure_all()
        ended = self._clock()
        self._until = ended + SHARE * (ended - began)
