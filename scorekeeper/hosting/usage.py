"""How many books a host has, and how many megabytes they take together."""

import time
from collections.abc import Callable
from pathlib import Path
from threading import Lock, Thread

from scorekeeper.hosting.book_folders import list_folders, list_inactive_folders
from scorekeeper.play.upkeep.size import HostLimits
from scorekeeper.store.free_space import measure_folder

SHARE = 100  # times as long as it took to measure, the result is used


class HostUsage:
    """What lies in the folders of a host, measured so rarely that it takes a hundredth of the time.

    Books that were put away count: they can come back.
    """

    def __init__(self, data: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._data, self._clock = data, clock
        self._books, self._megabytes = 0, 0.0
        self._until: float | None = None
        self._measuring = Lock()

    def is_full(self, limits: HostLimits) -> bool:
        """Whether all books together are as large as they may be."""
        self._look()
        return self._megabytes >= limits.megabytes

    def has_all_books(self, limits: HostLimits) -> bool:
        """Whether there are as many books as there may be."""
        self._look()
        return self._books >= limits.books

    def note_new_book(self) -> None:
        """Count a book that was opened since all were counted."""
        self._books += 1

    def _look(self) -> None:
        """Measure where that was never done.

        Where the last result is too old, a thread measures again, and the old one is used meanwhile.
        """
        if self._until is None:
            with self._measuring:
                if self._until is None:  # nobody else did it meanwhile
                    self._measure()
        elif self._clock() >= self._until and self._measuring.acquire(blocking=False):
            Thread(target=self._measure_again, daemon=True, name="measures books").start()

    def _measure_again(self) -> None:
        try:
            self._measure()
        finally:
            self._measuring.release()

    def _measure(self) -> None:
        began = self._clock()
        folders = [*list_folders(self._data), *list_inactive_folders(self._data)]
        self._books, self._megabytes = len(folders), sum(map(measure_folder, folders)) / 1e6
        ended = self._clock()
        self._until = ended + SHARE * (ended - began)
