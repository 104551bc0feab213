"""The lock of the one thread that writes to a file of matches, for which few threads wait when it is held for long."""

import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from scorekeeper.store.errors import StoreError

LONG = 1.0
"""Seconds that a thread holds the lock before all waiting threads but the first one give up."""


class WriterLock:
    """A lock that threads get in the order in which they ask for it.

    A write takes milliseconds unless another process writes for long, as an import does. Threads that wait are missing
    to all other files, so only the first one waits for `patience` seconds then, and the others raise StoreError `busy`.
    """

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._changed = threading.Condition()
        self._waiting: deque[int] = deque()
        self._since: float | None = None  # when the lock was taken

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Hold the lock for the block; raises StoreError `busy`."""
        self._take()
        try:
            yield
        finally:
            with self._changed:
                self._since = None
                self._changed.notify_all()

    def _take(self) -> None:
        me, end = threading.get_ident(), time.monotonic() + self._patience
        with self._changed:
            self._waiting.append(me)
            try:
                while self._since is not None or self._waiting[0] != me:
                    left = self._find_end(me, end) - time.monotonic()
                    if left <= 0:
                        raise StoreError("busy")
                    self._changed.wait(left)
                self._since = time.monotonic()
            finally:
                self._waiting.remove(me)
                self._changed.notify_all()

    def _find_end(self, me: int, end: float) -> float:
        """Until when this thread waits: the first one until `end`, the others until the lock is held for long."""
        is_first = self._waiting[0] == me
        return end if is_first or self._since is None else min(end, self._since + LONG)
