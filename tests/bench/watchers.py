"""Measure phones that only watch: the cost of 2,000 idle streams of news, and how soon they receive a saved entry.

All streams are of one book, four for each match. Another process writes, as it does if several processes serve.
"""

import resource
import selectors
import socket
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, closing
from time import perf_counter

from scorekeeper.play.scoring.writing import add_entry
from scorekeeper.store import SqliteStore
from tests.bench.rows import Note, Row, find_percentile
from tests.bench.wire.folders import lend_folder, list_folders
from tests.bench.wire.matches import ROUND, make_match
from tests.bench.wire.phones import write_get
from tests.bench.wire.serving import Served, has_proc, let_in_owner, serving_pad
from tests.play.match_files import import_matches

TABLES, EACH = 500, 4
IDLE = 20.0  # seconds in which nothing is written
SAVES = 40
PATIENCE = 10.0  # seconds within which every watcher receives the entry
FILES = 6000  # open files allowed for this process and the server


def rows(tables: int = TABLES, idle: float = IDLE, saves: int = SAVES) -> Iterator[Row | Note]:
    """Yield the processor time of the streams, and how long watchers wait for news."""
    if not has_proc():
        yield Note("phones that only watch", "not measured: this system does not tell what a process takes")
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(FILES, hard)), hard))
    with ExitStack() as running:
        folder = running.enter_context(lend_folder(list_folders()["disk"]))
        store = running.enter_context(SqliteStore(folder / "matches.db"))
        matches = [match.id for match in import_matches(store, [make_match(1)] * tables)]
        served = running.enter_context(serving_pad(folder))
        before = served.memory
        watchers = Watchers(running, served, matches)
        watchers.listen_for_all(PATIENCE * 3)
        memory = (served.memory - before) / watchers.count
        yield Note("memory for each phone that only watches", f"{memory / 1000:.0f} kB")
        took = -served.processor
        for _ in watchers.listen(idle):
            pass
        took += served.processor
        yield Row(f"{watchers.count} phones that only watch, of one core", 100 * took / idle, 3.0, "%")
        waited: list[float] = []
        for number in range(saves):
            match = matches[number % len(matches)]
            add_entry(store, match, ROUND, 1 + number // len(matches), f"save {number}")
            waited += watchers.listen_for(match)
        yield Row("from a save to every watcher of its match, p95", 1000 * find_percentile(waited, 0.95), 300, "ms")


class Watchers:
    """The streams of all watchers, open until `running` is closed."""

    def __init__(self, running: ExitStack, served: Served, matches: list[str]) -> None:
        self._selector = running.enter_context(selectors.DefaultSelector())
        cookie, _ = let_in_owner(served)
        for match in matches * EACH:
            wire = running.enter_context(closing(socket.create_connection(served.place)))
            wire.sendall(write_get(f"/m/{match}/stream", {"Cookie": cookie}))
            self._selector.register(wire, selectors.EVENT_READ, match)
        self.count = len(matches) * EACH

    def listen(self, seconds: float) -> Iterator[str]:
        """Yield the match of each stream that receives news, for this number of seconds."""
        end = perf_counter() + seconds
        while (left := end - perf_counter()) > 0:
            for key, _ in self._selector.select(left):
                wire = key.fileobj
                assert isinstance(wire, socket.socket)
                if b"data: " in wire.recv(65536):
                    yield str(key.data)

    def listen_for_all(self, patience: float) -> None:
        """Wait until every stream has sent the current state. Raises TimeoutError after this number of seconds."""
        told: defaultdict[str, int] = defaultdict(int)
        for match in self.listen(patience):
            told[match] += 1
            if sum(told.values()) == self.count:
                return
        raise TimeoutError(f"of {self.count} streams {sum(told.values())} began")

    def listen_for(self, match: str) -> list[float]:
        """Return how many seconds each watcher of the match waits for news from now on. Raises TimeoutError."""
        start, waited = perf_counter(), list[float]()
        for told in self.listen(PATIENCE):
            waited += [perf_counter() - start] if told == match else []
            if len(waited) == EACH:
                return waited
        raise TimeoutError(f"of {EACH} watchers {len(waited)} were told")
