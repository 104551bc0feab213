"""The lock for the one thread that may write to a file of matches; only few threads wait when it is held for long."""

import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from scorekeeper.store.errors import StoreError

LONG = 1.0
"""Seconds that a thread may hold the lock before all waiting threads but the first one give up."""


class WriterLock:
    """A lock that threads get in the order in which they request it.

    A write takes milliseconds unless another process writes for long, as an import does. Waiting threads are missing
    elsewhere in the server, so only the first one then waits for `patience` seconds, and the others raise StoreError
    `busy`.
    """

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._changed = threading.Condition()
        self._waiting: deque[int] = deque()
        self._since: float | None = None  # when the lock was taken

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Hold the lock during the block. Raises StoreError `busy` if it is not free in time."""
        self._take()
        try:
            yield
        finally:
            with self._changed:
                self._since = None
                self._changed.notify_all()

    def _take(self) -> None:
        """Wait until the lock is free, and take it. Raises StoreError `busy` if it is not free in time."""
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
        """Return the time until which this thread waits.

        The first thread waits until `end`, the others only until the lock is held for `LONG`.
        """
        is_first = self._waiting[0] == me
        return end if is_first or self._since is None else min(end, self._since + LONG)
