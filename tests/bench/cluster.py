"""Measure how long a post takes in a PostgreSQL cluster, and how many tables its web machines can serve.

Three database machines, web machines and phones share the two cores of the benchmark, so the tables are far fewer than
on separate machines; each web machine runs on one of the cores. The needs of many tables are computed from the
processor time.
"""

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from statistics import median
from time import perf_counter
from uuid import uuid4

from scorekeeper.play.scoring.writing import add_entry, start_match
from scorekeeper.store import SqliteStore, Store
from scorekeeper.store.postgresql.database import PostgresStore
from scorekeeper.store.postgresql.pool import open_pool
from tests.bench.rows import Note, Row, find_percentile, seconds
from tests.bench.tables import LASTING, SLOWEST, few_cores_and_many_files
from tests.bench.wire.folders import lend_folder, list_folders
from tests.bench.wire.load import PlayedTable, play_tables, write_pad
from tests.bench.wire.matches import PLAYERS, ROUND
from tests.bench.wire.phones import PART, Phones, ask_in_turn
from tests.bench.wire.posts import write_posts
from tests.bench.wire.serving import Served, has_proc, serving_pad
from tests.cluster.databases import Cluster, serving_cluster
from tests.deploy.hosts import Device
from tests.deploy.proxies import Proxy, connect

TIMES = 300
MANY = 20_000  # tables
LONGEST = 200.0  # seconds after which no larger number of tables is tried
SIZES = (25, 50, 75, 100, 150, 200, 300)
SQLITE, ALONE, STANDBY = "a file of SQLite", "PostgreSQL without a standby", "PostgreSQL with a synchronous standby"


def rows(times: int = TIMES, sizes: Sequence[int] = SIZES, lasting: float = LASTING) -> Iterator[Row | Note]:
    """Yield the figures of a post and their ratios, then how many tables one web machine and two can serve."""
    if not shutil.which("etcd") or not has_proc():
        yield Note("cluster", "not measured: etcd is not installed, or this system does not tell what a process takes")
        return
    with few_cores_and_many_files(), serving_cluster() as cluster, lend_folder(list_folders()["disk"]) as folder:
        yield from compare_posts(cluster, folder, times)
        leader = Served(cluster.find_leader().process, ("127.0.0.1", 0))
        for number in (1, 2):
            with ExitStack() as running:
                machines = [serve_on_one_core(running, cluster, folder, each) for each in range(number)]
                yield from find_most(machines, leader, sizes, lasting)


def serve_on_one_core(running: ExitStack, cluster: Cluster, folder: Path, number: int) -> Served:
    """Start the web machine with this number on one of the cores."""
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[number % len(cores)]})  # processes started from now on keep this affinity
    try:
        return running.enter_context(serving_pad(folder / str(number), "host", database=cluster.address))
    finally:
        os.sched_setaffinity(0, cores)


def compare_posts(cluster: Cluster, folder: Path, times: int) -> Iterator[Note]:
    """Yield how long a post takes in each store; they take turns, so that a busy computer slows them all."""
    with ExitStack() as running:
        stores: dict[str, Store] = {SQLITE: running.enter_context(SqliteStore(folder / "matches.db"))}
        for what, commit in ((ALONE, "local"), (STANDBY, "on")):
            pool = running.enter_context(open_pool(f"{cluster.address}&options=-csynchronous_commit%3D{commit}"))
            stores[what] = PostgresStore(pool, uuid4().hex)
        posts = {what: make_post(store) for what, store in stores.items()}
        for post in posts.values():
            post()  # the first post also does one-time work
        took = {what: list[float]() for what in posts}
        for _ in range(times):
            for what, post in posts.items():
                took[what].append(seconds(post))
    for what, each in took.items():
        figures = f"median {1000 * median(each):.2f} ms   p99 {1000 * find_percentile(each, 0.99):.1f} ms"
        yield Note(f"a post in {what}", figures)
    for what in (ALONE, STANDBY):
        yield Note(f"a post in {what} ÷ in {SQLITE}", f"{median(took[what]) / median(took[SQLITE]):.2f} ×")


def make_post(store: Store) -> Callable[[], object]:
    """Return a function that adds the next round to a match in the store."""
    match = start_match(store, "spansk", PLAYERS, True, "Anna").id
    seen = count()
    return lambda: add_entry(store, match, ROUND, next(seen), uuid4().hex)


def find_most(machines: Sequence[Served], leader: Served, sizes: Sequence[int], lasting: float) -> Iterator[Note]:
    """Yield notes on each trial, on the largest number of tables that can be served, and on what many tables need."""
    what = f"{len(machines)} web machine{'s' if len(machines) > 1 else ''}, a core each"
    tables, most, needed = list[PlayedTable](), 0, (0.0, 0.0)  # cores for each table: of web machines, of the leader
    start = perf_counter()
    for size in sizes:
        if perf_counter() - start > LONGEST:
            yield Note(f"{size} tables, {what}", "not tried: there is too little time")
            break
        tables += [open_table(machines[0], number) for number in range(len(tables), size)]
        with Phones(*(machine.place for machine in machines)) as phones:
            ask_in_turn(phones, [(phones.add_phone(), map(write_pad, tables))], len(tables))
            before, began = measure(machines, leader), perf_counter()
            load = play_tables(phones, tables, lasting)
            passed = perf_counter() - began
            web, database = (
                (later - first) / passed for first, later in zip(before, measure(machines, leader), strict=True)
            )
        slow = load.find_slow()
        holds = not load.wrong and not load.lost and max(slow["all"], slow.get("post", 0)) <= SLOWEST
        figures = "  ".join(f"{kind} {1000 * each:.0f}" for kind, each in slow.items())
        behind = 1000 * find_percentile(load.behind or [0.0], 0.99)
        cores = f"cores {web:.2f} of web machines, {database:.2f} of the leader"
        needed = web / size, database / size
        said = f"p99 ms: {figures}  bench behind {behind:.0f}   {cores}   lost {load.lost} wrong {load.wrong}"
        yield Note(f"{size} tables, {what}: {'holds' if holds else 'too many'}", said)
        if not holds:
            break
        most = size
    yield Note(f"tables at p99 ≤ 250 ms, {what}", str(most))
    web, database = (MANY * cores for cores in needed)
    yield Note(f"{MANY} tables on paper", f"{web:.0f} cores of web machines, {database:.0f} of the leader")


def measure(machines: Sequence[Served], leader: Served) -> tuple[float, float]:
    """Return the seconds of processor time so far of the web machines, and of the machine on which PostgreSQL leads."""
    return sum(machine.processor for machine in machines), leader.processor


def open_table(served: Served, number: int) -> PlayedTable:
    """Open a table in a new book, with an IP address of its own; the owner scores and watches."""
    wire = connect(served.place[1], https=False)
    owner = Device(Proxy("none", served.place[1], False, wire), address=f"10.1.{number // 250}.{number % 250 + 1}")
    owner.open_book()
    owner.start_match("spansk", PLAYERS)
    wire.close()
    below, cookie = f"/b/{owner.book}", owner.cookie
    posts = write_posts([owner.match], 0, owner.token, {**PART, "Cookie": cookie}, below)
    return PlayedTable(owner.match, None, 0, posts, cookie, cookie, below)
