"""The machine that leads is lost with its disk while entries are written: what was answered is there, and once.

These tests wait for minutes: `make test-long` runs them (docs/long-tests.md has their figures).
"""

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from uuid import uuid4

import pytest

from scorekeeper.store import StoreError
from scorekeeper.store.matches import EntryRow, find_post, find_tip, list_entries, write_entry, write_match
from scorekeeper.store.postgresql.database import PostgresStore
from scorekeeper.store.postgresql.pool import Pool, open_pool
from tests.cluster.databases import Cluster, serving_cluster
from tests.deploy.programs import wait_until
from tests.long import LONG

pytestmark = pytest.mark.skipif(not LONG, reason="a loss takes a minute: TRUST=long runs it")
LOSSES = 3
WRITERS = 4
SOME = 20  # entries of each writer
RETRY_EACH = 0.2  # seconds


class Writer(threading.Thread):
    """Writes one entry after the other into a book of its own, each until it is answered, and under the same post."""

    def __init__(self, pool: Pool, over: threading.Event) -> None:
        super().__init__(daemon=True)
        self.book = PostgresStore(pool, uuid4().hex, patience=5)
        with self.book.write() as db:
            names = ["Anna", "Bo"]
            self.serial = write_match(db, "abc", "spansk", names, False, None, {}, datetime.now(UTC)).serial
        self.over = over
        self.answered: list[float] = []  # when
        self.errors = 0

    def run(self) -> None:
        while not self.over.is_set():
            try:
                self.write(f"post {len(self.answered)}")
                self.answered.append(time.monotonic())
            except StoreError:
                self.errors += 1
                self.over.wait(RETRY_EACH)

    def write(self, post: str) -> None:
        """Write the entry of a post, unless it is written."""
        with self.book.write() as db:
            if find_post(db, self.serial, post) is None:
                number = find_tip(db, self.serial).number + 1
                facts = {"entry": "ends", "player": "Anna", "ends": ["5", "0"]}
                write_entry(db, self.serial, EntryRow(number, post, datetime.now(UTC), facts, None))

    @property
    def longest(self) -> float:
        """The longest time between two answers, in seconds."""
        return max(after - before for before, after in zip(self.answered, self.answered[1:], strict=False))

    def list_posts(self) -> list[str]:
        """The posts of all entries that the database has, in order."""
        with self.book.read() as db:
            return [row.post for row in list_entries(db, self.serial)]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with serving_cluster() as cluster:
        yield cluster


@contextmanager
def writing(pool: Pool) -> Iterator[list[Writer]]:
    """Let several writers write until the end."""
    over = threading.Event()
    writers = [Writer(pool, over) for _ in range(WRITERS)]
    for writer in writers:
        writer.start()
    try:
        yield writers
    finally:
        over.set()
        for writer in writers:
            writer.join()


def wait_for_more(writers: Sequence[Writer]) -> None:
    """Go on when each of them has had some more entries answered."""
    enough = [len(writer.answered) + SOME for writer in writers]
    wait_until(lambda: all(len(each.answered) >= n for each, n in zip(writers, enough, strict=True)), "all write")


@pytest.mark.parametrize("loss", range(LOSSES))
def test_no_entry_that_was_answered_is_lost_with_the_machine_that_leads(cluster: Cluster, loss: int) -> None:
    cluster.wait_for_standbys()
    with closing(open_pool(cluster.address)) as pool:
        with writing(pool) as writers:
            wait_for_more(writers)
            lost = cluster.find_leader()
            lost.lose()
            wait_for_more(writers)
            lost.start()  # as a new machine: it is copied from the one that leads now
            cluster.wait_for_standbys()
            wait_for_more(writers)
        for writer in writers:
            posts, answered = writer.list_posts(), len(writer.answered)
            assert posts[:answered] == [f"post {number}" for number in range(answered)]
            assert len(posts) <= answered + 1
    longest = max(writer.longest for writer in writers)
    print(
        f"{sum(len(each.answered) for each in writers)} answered, {sum(each.errors for each in writers)} refused,"
        f" {longest:.1f} s without answers"
    )
