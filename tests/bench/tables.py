"""Measure how many tables a server with a process for each of two cores can serve.

Each table posts every 20 s, and its four watchers poll every 2 s.
"""

import os
import resource
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from scorekeeper.play.access import list_match_links
from scorekeeper.store import SqliteStore
from tests.bench.rows import Note, Row, find_percentile
from tests.bench.wire.folders import lend_folder, list_folders
from tests.bench.wire.load import Load, PlayedTable, play_tables, write_look, write_pad
from tests.bench.wire.matches import make_match
from tests.bench.wire.phones import PART, Phones, ask_in_turn, write_get
from tests.bench.wire.posts import write_posts
from tests.bench.wire.serving import Served, has_proc, let_in, let_in_owner, read_busy, serving_pad
from tests.play.match_files import import_matches

SLOWEST = 0.25  # seconds: the p99 of a number of tables that holds
GOAL = 600
SIZES = (50, 100, 150, 200, 250, 300, 350, 400, 450, 500, 550, 600, 650, 700, 800)
ENTRIES = 20  # entries of a match in the middle of an evening
LASTING = 12.0  # seconds
CORES = 2
WEIGHED = 400  # watchers
BEHIND = 0.03  # seconds at p99, above which the bench itself waited for a core
OTHERS = 0.25  # cores that others may take
AGAIN = 2  # how often a trial that was starved of its cores is repeated


@dataclass(frozen=True)
class Trial:
    """The result of a trial with a number of tables, and the cores used by the server, the `phones` and `others`."""

    tables: int
    load: Load
    cores: float
    phones: float
    others: float
    memory: int

    @property
    def starved(self) -> bool:
        """Whether other processes used the cores, so that slow answers say nothing about the server."""
        return find_percentile(self.load.behind or [0.0], 0.99) > BEHIND or self.others > OTHERS

    @property
    def holds(self) -> bool:
        """Whether all answers were right and fast: the p99 of all answers, and of the posts alone, is low enough."""
        slow = self.load.find_slow()
        return not self.load.wrong and not self.load.lost and max(slow["all"], slow.get("post", 0)) <= SLOWEST

    def describe(self, kind: str) -> Note:
        """Return the whole result in one line."""
        slow = "  ".join(f"{what} {1000 * each:.0f}" for what, each in self.load.find_slow().items())
        told = [
            f"p99 ms: {slow}  bench behind {1000 * find_percentile(self.load.behind or [0.0], 0.99):.0f}",
            f"cores {self.cores:.2f} (phones {self.phones:.2f}, others {self.others:.2f})",
            f"{self.memory / self.tables / 1000:.0f} kB a table",
            f"lost {self.load.lost} wrong {self.load.wrong}" if self.load.lost or self.load.wrong else "",
        ]
        return Note(f"{self.tables} tables, {kind}: {'holds' if self.holds else 'too many'}", "   ".join(told).rstrip())


def rows(sizes: Sequence[int] = SIZES, lasting: float = LASTING) -> Iterator[Row | Note]:
    """Yield the largest number of tables that can be served on each kind of disk, and the memory for each watcher."""
    if not has_proc():
        yield Note("tables", "not measured: this system does not tell what a process takes")
        return
    with few_cores_and_many_files():
        for kind, parent in list_folders().items():
            with lend_folder(parent) as folder:
                most = yield from find_most(
                    folder, make_tables(folder, max(sizes)), sizes, lasting, kind, "serve", CORES
                )
            yield Row(f"tables that two cores hold at p99 ≤ 250 ms, {kind}", most, unit="", at_least=GOAL)
        with lend_folder(parent) as folder:
            yield Row("memory of the server for each phone that watches", weigh_watchers(folder, WEIGHED), 100, "kB")


def find_most(
    folder: Path, tables: Sequence[PlayedTable], sizes: Sequence[int], lasting: float, kind: str, *how: Any
) -> Generator[Note, None, int]:
    """Return the largest of the sizes that can be served; yield each trial. `how` has arguments of `serving_pad`."""
    holding, too_many = 0, len(sizes)  # the number of sizes known to hold, and the index of the first known not to
    while holding < too_many:
        tried = (holding + too_many) // 2
        trial = yield from try_until_fed(folder, tables[: sizes[tried]], lasting, kind, *how)
        holding, too_many = (tried + 1, too_many) if trial.holds else (holding, tried)
    return sizes[holding - 1] if holding else 0


def try_until_fed(
    folder: Path, tables: Sequence[PlayedTable], lasting: float, kind: str, *how: Any
) -> Generator[Note, None, Trial]:
    """Try this number of tables, again if it fails while other processes used the cores; yield each trial."""
    for _ in range(1 + AGAIN):
        trial = try_tables(folder, tables, lasting, *how)
        yield trial.describe(f"{kind}, starved of its cores" if trial.starved else kind)
        if trial.holds or not trial.starved:
            break
    return trial


def make_tables(folder: Path, number: int) -> list[PlayedTable]:
    """Make this number of tables in a book, each in the middle of a match."""
    with SqliteStore(folder / "matches.db") as store:
        matches = import_matches(store, [make_match(ENTRIES)] * number)
        return [PlayedTable(match.id, list_match_links(store, match.id).watch, ENTRIES) for match in matches]


def let_players_in(served: Served, tables: Sequence[PlayedTable]) -> None:
    """Sign in the phones that score and watch and have no cookie yet; cookies stay valid on the next server."""
    owners: dict[str, tuple[str, str]] = {}  # the owner's cookie and token of each book
    for table in tables:
        if not table.cookie:
            if table.below not in owners:
                owners[table.below] = let_in_owner(served, table.below, table.key)
            cookie, token = owners[table.below]
            table.scorer, table.cookie = cookie, let_in(served, f"{table.below}/join/{table.link}")
            headers = {**PART, "Cookie": cookie}
            table.posts = write_posts([table.match], table.entries, token, headers, table.below)


def try_tables(folder: Path, tables: Sequence[PlayedTable], lasting: float, *how: Any) -> Trial:
    """Let these tables play on a server that has just started; each phone has opened its page once."""
    with serving_pad(folder, *how) as served, Phones(served.place) as phones:
        let_players_in(served, tables)
        opening = [write(table) for write in (write_look, write_pad) for table in tables]
        ask_in_turn(phones, [(phones.add_phone(), iter(opening))], len(opening))
        used = os.sched_getaffinity(0)
        memory = served.memory
        began, busy, before, mine = perf_counter(), read_busy(used), served.processor, process_time()
        load = play_tables(phones, tables, lasting)
        took = perf_counter() - began
        cores, own = (served.processor - before) / took, (process_time() - mine) / took
        others = (read_busy(used) - busy) / took - cores - own
        return Trial(len(tables), load, cores, own, others, served.memory - memory)


def weigh_watchers(folder: Path, number: int) -> float:
    """Return the kilobytes that the server takes for each of this number of phones that watch one match."""
    [table] = make_tables(folder, 1)
    with serving_pad(folder) as served, Phones(served.place) as phones:
        let_players_in(served, [table])
        asking = write_get(f"/m/{table.match}/news?seen={table.entries}", {"Cookie": table.cookie})
        ask_in_turn(phones, [(phones.add_phone(), iter([asking] * 20))], 20)
        before = served.memory
        ask_in_turn(phones, [(phones.add_phone(), iter([asking] * 2)) for _ in range(number)], 2)
        return (served.memory - before) / number / 1000


@contextmanager
def few_cores_and_many_files() -> Iterator[None]:
    """Limit this process and the servers to the cores of the figure, and allow a connection for each phone."""
    cores = os.sched_getaffinity(0)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    os.sched_setaffinity(0, sorted(cores)[:CORES])
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)
