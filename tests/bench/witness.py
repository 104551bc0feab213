"""Compare the phones of the benchmark with `wrk`, if it is installed: slow phones would limit the server's figures."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from itertools import repeat
from statistics import median
from time import perf_counter

from scorekeeper.play.access import list_match_links
from scorekeeper.store import SqliteStore
from tests.bench.rows import Note, Row
from tests.bench.wire.folders import lend_folder, list_folders
from tests.bench.wire.matches import make_match
from tests.bench.wire.phones import PART, Phones, ask_in_turn, write_get
from tests.bench.wire.serving import Served, let_in, serving_pad
from tests.play.match_files import import_matches

CLIENTS = 8
ENTRIES = 10
SECONDS = 4  # the duration of a run of `wrk`
TIMES = 500  # requests of each of our phones
TURNS = 3
GOAL = 1.25


def rows() -> Iterator[Row | Note]:
    """Yield the rate of answers to `wrk` and to our phones, which take turns to request news from one server."""
    wrk = shutil.which("wrk")
    if not wrk:
        yield Note("second witness", "not measured: wrk is not installed")
        return
    [parent, *_] = list_folders().values()
    with lend_folder(parent) as folder, SqliteStore(folder / "matches.db") as store, serving_pad(folder) as served:
        [match] = import_matches(store, [make_match(ENTRIES)])
        cookie = let_in(served, f"/join/{list_match_links(store, match.id).watch}")
        path, headers = f"/m/{match.id}/news?seen={ENTRIES}", {**PART, "Cookie": cookie}
        rates = [(ask_by_wrk(wrk, served, path, headers), ask(served, path, headers)) for _ in range(TURNS)]
    by_wrk, ours = (median(rate) for rate in zip(*rates, strict=True))
    yield Note("answers a second", f"{by_wrk:.0f} to wrk, {ours:.0f} to the bench, {CLIENTS} connections")
    yield Row("answers a second to wrk ÷ to the bench", by_wrk / ours, GOAL)


def ask(served: Served, path: str, headers: dict[str, str]) -> float:
    """Return the answers per second to the benchmark's own phones. Raises RuntimeError for a wrong answer."""
    with Phones(served.place) as phones:
        asking = [(phones.add_phone(), repeat(write_get(path, headers))) for _ in range(CLIENTS)]
        began = perf_counter()
        answers = ask_in_turn(phones, asking, TIMES)
        took = perf_counter() - began
    if statuses := {heard.status for heard in answers} - {204}:
        raise RuntimeError(f"{path} was answered with {statuses}")
    return len(answers) / took


def ask_by_wrk(wrk: str, served: Served, path: str, headers: dict[str, str]) -> float:
    """Return the answers per second to `wrk`. Raises RuntimeError if it counted errors."""
    with_headers = [part for name, value in headers.items() for part in ("-H", f"{name}: {value}")]
    address = "http://{}:{}".format(*served.place) + path
    command = [wrk, "-t1", f"-c{CLIENTS}", f"-d{SECONDS}s", *with_headers, address]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    rate = re.search(r"Requests/sec: *([\d.]+)", printed)
    if not rate or "Non-2xx" in printed or "Socket errors" in printed:
        raise RuntimeError(printed)
    return float(rate[1])
