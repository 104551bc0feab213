"""Measure the taps of one book while another imports twelve large match files, and the memory of the server.

Each file is a valid match of 100,000 entries, and the server is `scorekeeper host` with two processes.
"""

import http.client
import json
import re
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import cycle
from threading import Event, Thread

from tests.bench.host import make_table
from tests.bench.rows import Note, Row, find_percentile
from tests.bench.wire.folders import lend_folder, list_folders
from tests.bench.wire.load import PlayedTable
from tests.bench.wire.matches import make_match
from tests.bench.wire.phones import PART, Phones, ask_in_turn, write_get
from tests.bench.wire.posts import write_posts
from tests.bench.wire.serving import Served, has_proc, let_in_owner, serving_pad

FILES = 12
ENTRIES = 100_000
ALONE = 10.0  # seconds in which the taps are measured before
EVERY = 0.05  # seconds between two taps
WEIGHED_EACH = 0.5  # seconds
DONE = re.compile(r"/keeping\?.*new=1")
PATIENCE = 600.0  # seconds
REFRESH = 1.0  # seconds


def rows(files: int = FILES, entries: int = ENTRIES, alone: float = ALONE) -> Iterator[Row | Note]:
    """Yield the slowest taps before the import and during it, the most memory, and how long the import took."""
    if not has_proc():
        yield Note("imports", "not measured: this system does not tell what a process takes")
        return
    document = json.dumps(make_match(entries)).encode()
    with lend_folder(list_folders()["disk"]) as folder:
        club, family = make_table(folder), make_table(folder)
        with serving_pad(folder, "host", 2) as served:
            cookie, token = let_in_owner(served, club.below, club.key)
            taps = Taps(served, family)
            weights = list[int]()
            before = taps.measure(alone)
            came = list[str]()
            senders = [
                Thread(target=lambda: came.append(send(served, club, cookie, token, document))) for _ in range(files)
            ]
            stop = Event()
            weighing = Thread(target=weigh_until, args=(served, stop, weights))
            began = time.monotonic()
            idle = served.memory
            weighing.start()
            for each in senders:
                each.start()
            meanwhile = list[float]()
            while any(each.is_alive() for each in senders):
                meanwhile += taps.measure(0.5)
            lasting = time.monotonic() - began
            stop.set()
            weighing.join()
            taps.close()
    yield Note("taps of another book before", tell(before))
    yield Note(f"taps beside {files} files of {len(document) / 1e6:.0f} MB", tell(meanwhile))
    yield Note(
        "imported, and how long it took", f"{sum(each == 'imported' for each in came)} of {files}, {lasting:.0f} s"
    )
    if refused := sorted({each for each in came if each != "imported"}):
        yield Note("what else was answered", "; ".join(refused))
    yield Note("memory of all processes before", f"{idle / 1e6:.0f} MB")
    yield Row("memory of all processes meanwhile", max(weights) / 1e6, 600, "MB")
    yield Row("slowest tap of another book beside large imports", max(meanwhile), 250, "ms")


class Taps:
    """A phone of a book that posts a round and opens its pad in turn."""

    def __init__(self, served: Served, table: PlayedTable) -> None:
        cookie, token = let_in_owner(served, table.below, table.key)
        posts = write_posts([table.match], table.entries, token, {**PART, "Cookie": cookie}, table.below)
        looks = cycle([write_get(f"{table.below}/m/{table.match}", {"Cookie": cookie})])
        self._asked = (request for pair in zip(posts, looks, strict=False) for request in pair)
        self._phones = Phones(served.place)
        self._phone = self._phones.add_phone()

    def measure(self, lasting: float) -> list[float]:
        """Tap for the given number of seconds, and return how many milliseconds each tap took."""
        taken, end = list[float](), time.monotonic() + lasting
        while time.monotonic() < end:
            [heard] = ask_in_turn(self._phones, [(self._phone, self._asked)], 1)
            if heard.status != 200:
                raise RuntimeError(f"a tap was answered {heard.status}")
            taken.append(heard.seconds * 1000)
            time.sleep(EVERY)
        return taken

    def close(self) -> None:
        """Close the connection."""
        self._phones.__exit__()


def weigh_until(served: Served, stop: Event, weights: list[int]) -> None:
    """Append the memory of all processes of the server to `weights` until `stop` is set."""
    while not stop.wait(WEIGHED_EACH):
        with suppress(OSError):  # one of them has just ended
            weights.append(served.memory)


def send(served: Served, table: PlayedTable, cookie: str, token: str, document: bytes) -> str:
    """Import one match file as a browser without scripts does; return `imported`, or the answer if it was refused."""
    form = f'--x\r\nContent-Disposition: form-data; name="csrf_token"\r\n\r\n{token}\r\n'
    form += '--x\r\nContent-Disposition: form-data; name="files"; filename="long.json"\r\n\r\n'
    body = form.encode() + document + b"\r\n--x--\r\n"
    headers = {"Cookie": cookie, "Content-Type": "multipart/form-data; boundary=x"}
    method, path, end = "POST", f"{table.below}/keeping/import", time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with closing(http.client.HTTPConnection(*served.place, timeout=PATIENCE)) as wire:
            wire.request(method, path, body if method == "POST" else None, headers)
            answer = wire.getresponse()
            page, goes_to = answer.read().decode(), answer.headers.get("Location", "")
        if DONE.search(goes_to):
            return "imported"
        if goes_to:
            path = goes_to
        elif 'http-equiv="refresh"' not in page:
            return f"{answer.status}"
        else:
            time.sleep(REFRESH)
        method, headers = "GET", {"Cookie": cookie}
    return "nothing in time"


def tell(taken: list[float]) -> str:
    """Return in words how long the taps took."""
    slow = [find_percentile(taken, share) for share in (0.5, 0.99)]
    return f"median {slow[0]:.0f} ms, p99 {slow[1]:.0f} ms, worst {max(taken):.0f} ms"
