"""Measure how many books a host can serve on two cores, with one process and with two, and what each book costs it."""

import json
import os
from collections.abc import Iterator, Sequence
from itertools import repeat
from pathlib import Path
from statistics import median

from scorekeeper.hosting.book_folders import make_book
from scorekeeper.play.access import list_match_links
from scorekeeper.store import SqliteStore
from tests.bench.rows import Note, Row, find_percentile
from tests.bench.tables import ENTRIES, LASTING, few_cores_and_many_files, find_most, let_players_in
from tests.bench.wire.costs import Doing, measure_costs
from tests.bench.wire.folders import lend_folder, list_folders
from tests.bench.wire.load import PlayedTable, write_look
from tests.bench.wire.matches import make_match
from tests.bench.wire.phones import Phones, ask_in_turn, write_get
from tests.bench.wire.serving import has_proc, serving_bare, serving_pad
from tests.play.match_files import import_matches

SIZES = (50, 100, 150, 200, 250, 300, 350, 400, 500, 600, 800)
OPENED = 100  # books whose cost is measured
KEPT = 10_000  # books on the disk
NEWS, SAYS = "asking for news on a host", "a bare view that returns a string"


def rows(
    sizes: Sequence[int] = SIZES, lasting: float = LASTING, opened: int = OPENED, kept: int = KEPT
) -> Iterator[Row | Note]:
    """Yield the number of books that can be served, and the cost of a book and of its first page."""
    if not has_proc():
        yield Note("host", "not measured: this system does not tell what a process takes")
        return
    disk = list_folders()["disk"]
    with few_cores_and_many_files(), lend_folder(disk) as folder:
        tables = make_books(folder, max(*sizes, opened))
        for processes in (1, 2):
            kind = f"a book each, {processes} {'process' if processes == 1 else 'processes'}"
            most = yield from find_most(folder, tables, sizes, lasting, kind, "host", processes)
            yield Note(f"books that play at once at p99 ≤ 250 ms, {kind}", f"{most}")
        yield from weigh_books(folder, tables[:opened])
        yield from compare_first_taps(folder, tables[:opened], kept)
        yield from compare_with_bare(folder)


def make_books(folder: Path, number: int) -> list[PlayedTable]:
    """Make this number of books, each with a table in the middle of a match."""
    return [make_table(folder) for _ in range(number)]


def make_table(folder: Path) -> PlayedTable:
    """Make a new book with a table, and return the table."""
    book = make_book(folder)
    [path] = folder.glob(f"books/*/{book}")
    with SqliteStore(path / "matches.db") as store:
        [match] = import_matches(store, [make_match(ENTRIES)])
        link = list_match_links(store, match.id).watch
    key = str(json.loads((path / "keys.json").read_text())["OWNER_KEY"])
    return PlayedTable(match.id, link, ENTRIES, below=f"/b/{book}", key=key)


def weigh_books(folder: Path, tables: Sequence[PlayedTable]) -> Iterator[Note]:
    """Yield how much memory a book takes while it is open, and how much of the disk."""
    with serving_pad(folder, "host") as served, Phones(served.place) as phones:
        let_players_in(served, tables[:1])
        phone = phones.add_phone()
        ask_in_turn(phones, [(phone, iter([write_look(tables[0])] * 20))], 20)
        before = served.memory
        let_players_in(served, tables)
        ask_in_turn(phones, [(phone, map(write_look, tables))], len(tables))
        yield Note("memory of an open book", f"{(served.memory - before) / len(tables) / 1000:.0f} kB")
    [path] = folder.glob(f"books/*/{tables[-1].below.rpartition('/')[2]}")
    size = sum(each.stat().st_blocks * 512 for each in path.rglob("*") if each.is_file())
    yield Note(f"disk of a book with a match of {ENTRIES} entries", f"{size / 1000:.0f} kB")


def compare_first_taps(folder: Path, tables: Sequence[PlayedTable], kept: int) -> Iterator[Row | Note]:
    """Compare the first page of a book that is not open with that of an open book, among few books and among many."""
    few = list(measure_first_taps(folder, tables))
    made = len(list(folder.glob("books/*/*")))
    model = folder / "books" / tables[-1].below.removeprefix("/b/")[:2] / tables[-1].below.removeprefix("/b/")
    for number in range(kept - made):
        copy_idle_book(folder, model, f"Idle{number:010}")
    many = list(measure_first_taps(folder, tables))
    for what, seconds in zip(("a book that is not open", "an open book"), zip(*few, strict=True), strict=True):
        slow = find_percentile(seconds, 0.99)
        yield Note(f"a page of {what}", f"median {1000 * median(seconds):.1f} ms   p99 {1000 * slow:.1f} ms")
    cold = [median(first for first, _ in found) for found in (many, few)]
    yield Row(f"the first page of a book among {kept} ÷ among {made}", cold[0] / cold[1], 1.2)


def measure_first_taps(folder: Path, tables: Sequence[PlayedTable]) -> Iterator[tuple[float, float]]:
    """Yield for each table the seconds until its page arrives for the first and the second time on a new server."""
    with serving_pad(folder, "host") as served, Phones(served.place) as phones:
        phone = phones.add_phone()
        ask_in_turn(phones, [(phone, iter([write_get("/books")] * 3))], 3)
        for table in tables:
            one, other = ask_in_turn(phones, [(phone, iter([write_look(table)] * 2))], 2)
            assert (one.status, other.status) == (200, 200), (one, other)
            yield one.seconds, other.seconds


def copy_idle_book(folder: Path, model: Path, name: str) -> None:
    """Make a book that nobody opens: it has a folder of its own with links to the files of the book `model`."""
    path = folder / "books" / name[-2:] / f"{name[-2:]}{name}"
    path.mkdir(parents=True)
    for each in ("matches.db", "keys.json"):
        os.link(model / each, path / each)


def compare_with_bare(folder: Path) -> Iterator[Row | Note]:
    """Compare the processor time of a request for news to a host with that of a bare view."""
    table = make_table(folder)
    with serving_pad(folder, "host") as pad, serving_bare(folder) as bare:
        let_players_in(pad, [table])
        news = write_get(f"{table.below}/m/{table.match}/news?seen={table.entries}", {"Cookie": table.cookie})
        doings = [Doing(NEWS, pad, lambda: repeat(news), 204), Doing(SAYS, bare, lambda: repeat(write_get("/")))]
        costs = measure_costs(doings, clients=1, rounds=6, times=24)
        for doing, cost in zip(doings, costs, strict=True):
            yield cost.describe(doing.what)
        yield Row(f"{NEWS} ÷ {SAYS}", costs[0].processor / costs[1].processor, 1.5)
