"""The lock of the thread that writes: threads get it in the order of asking, and only some of them wait for it long."""

import threading
from collections.abc import Callable

import pytest

from scorekeeper.store import StoreError, writer_lock
from scorekeeper.store.writer_lock import WriterLock


class Writer(threading.Thread):
    """Holds the lock until it may go on, or records that others have held it for too long."""

    def __init__(self, lock: WriterLock, wrote: list[int], number: int) -> None:
        super().__init__(daemon=True)
        self._lock, self._wrote, self._number = lock, wrote, number
        self.refused = ""

    def run(self) -> None:
        try:
            with self._lock.hold():
                self._wrote.append(self._number)
        except StoreError as error:
            self.refused = error.key


def start_waiting(lock: WriterLock, count: int) -> tuple[list[Writer], list[int]]:
    """Start threads that ask for the lock in turn; return them, and the list of the numbers of those that had it."""
    wrote = list[int]()
    writers = [Writer(lock, wrote, number) for number in range(count)]
    for number, writer in enumerate(writers, start=1):
        writer.start()
        wait_until(lambda number=number, writer=writer: len(lock._waiting) == number or not writer.is_alive())  # type: ignore[misc]
    return writers, wrote


def wait_until(is_so: Callable[[], bool]) -> None:
    while not is_so():
        threading.Event().wait(0.001)


def test_threads_write_in_the_order_in_which_they_asked() -> None:
    lock = WriterLock(60.0)
    with lock.hold():
        writers, wrote = start_waiting(lock, 8)
        assert wrote == []
    for writer in writers:
        writer.join()
    assert (wrote, {writer.refused for writer in writers}) == (list(range(8)), {""})


def test_where_somebody_writes_for_long_only_the_first_thread_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer_lock, "LONG", 0.0)
    lock = WriterLock(60.0)
    with lock.hold():
        [first, *others], wrote = start_waiting(lock, 1)
        for number in range(1, 4):
            others.append(Writer(lock, wrote, number))
            others[-1].start()
            others[-1].join()
    first.join()
    assert (wrote, first.refused, [each.refused for each in others]) == ([0], "", ["busy"] * 3)


def test_the_first_thread_waits_no_longer_than_its_patience() -> None:
    lock = WriterLock(0.0)
    with lock.hold(), pytest.raises(StoreError) as told, lock.hold():
        pass
    assert told.value.key == "busy"
    with lock.hold():
        pass
