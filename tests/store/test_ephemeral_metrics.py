"""What each process of a server has counted, and how many items wait in a queue."""

from collections.abc import Callable

from scorekeeper.store.ephemeral.interface import EphemeralStore
from scorekeeper.store.ephemeral.metrics import clear_metrics, count_queued, list_metrics, write_metrics
from scorekeeper.store.ephemeral.queue import Queue


def test_the_last_counts_of_each_process_are_known_to_all_until_they_are_cleared(
    open_ephemeral: Callable[[], EphemeralStore],
) -> None:
    one, other = open_ephemeral(), open_ephemeral()
    write_metrics(one, "one", {"requests": 1})
    write_metrics(other, "other", {"requests": 5, "seconds": 0.5})
    write_metrics(one, "one", {"requests": 2})
    assert list_metrics(one) == list_metrics(other) == [{"requests": 2}, {"requests": 5, "seconds": 0.5}]
    clear_metrics(other)
    assert list_metrics(one) == []


def test_what_waits_and_what_is_worked_on_is_queued_and_what_is_done_is_not(ephemeral: EphemeralStore) -> None:
    club, family = Queue(ephemeral, "photos", "club", 1), Queue(ephemeral, "photos", "family", 1)
    first = club.join()
    family.join()
    Queue(ephemeral, "jobs", "club", 1).join()
    assert club.take_turn(first)
    assert count_queued(ephemeral, "photos") == 2
    club.leave(first)
    assert count_queued(ephemeral, "photos") == 1
