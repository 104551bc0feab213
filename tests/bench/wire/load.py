"""Tables that play: at each table one phone posts an entry now and then, and four phones poll for news.

Requests are due at fixed moments even if the server is late; a phone that receives news requests its page.
"""

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from time import perf_counter

from tests.bench.rows import find_percentile
from tests.bench.wire.matches import KEY
from tests.bench.wire.phones import PART, PATIENCE, BenchPhone, Phones, write_get

WATCHERS = 4
POST_EACH = 20.0  # seconds
LOOK_EACH = 2.0
GOOD = {"post": (200,), "news": (200, 204), "sheet": (200,)}
"""The kinds of requests of a phone, and the statuses of correct answers to each."""
BEFORE = 2.0  # seconds that are not counted, in which phones connect and matches are read for the first time


@dataclass
class PlayedTable:
    """A match, its link to watch and its entries; posts and cookie of the phone that scores, and the watchers' cookie.

    On a host it lies `below` the URL of its book, whose owner's link has the `key`.
    """

    match: str
    link: str | None
    entries: int
    posts: Iterator[bytes] = field(default_factory=lambda: iter(()))
    scorer: str = ""
    cookie: str = ""
    below: str = ""
    key: str = KEY


@dataclass
class Load:
    """The seconds that answers of each kind took, and the numbers of lost connections and of wrong answers.

    `behind` is how late the benchmark itself sent requests, in seconds, after all phones had connected: a large number
    says that the benchmark had to wait for a core.
    """

    seconds: dict[str, list[float]] = field(default_factory=lambda: {kind: [] for kind in GOOD})
    lost: int = 0
    wrong: int = 0
    behind: list[float] = field(default_factory=list)

    def find_slow(self) -> dict[str, float]:
        """Return the p99 of each kind of answer, and of all answers."""
        together = [each for kind in self.seconds.values() for each in kind]
        return {
            kind: find_percentile(found, 0.99) for kind, found in [*self.seconds.items(), ("all", together)] if found
        }


@dataclass(eq=False)
class _Seat:
    """A phone at a table: its request, how often it is due and when next, and the last entry that the phone has."""

    table: PlayedTable
    phone: BenchPhone
    doing: str
    each: float
    due: float
    seen: int


def play_tables(phones: Phones, tables: Sequence[PlayedTable], lasting: float) -> Load:
    """Let the tables play for this number of seconds after all phones have connected."""
    load = Load()
    seats = {seat.phone: seat for seat in _sit_down(phones, tables)}
    now = perf_counter()  # once all are connected, which takes long
    begin, end = now + BEFORE, now + BEFORE + lasting
    for seat in seats.values():
        seat.due += now
    order = count()
    queue = [(seat.due, next(order), seat) for seat in seats.values()]
    heapq.heapify(queue)
    waiting = 0
    while (now := perf_counter()) < end or waiting:
        while queue and queue[0][0] <= now < end:
            _, _, seat = heapq.heappop(queue)
            if seat.due >= begin:
                load.behind.append(perf_counter() - seat.due)
            phones.ask(seat.phone, _write_question(seat), seat.due)
            waiting += 1
        until = min(queue[0][0], end) if queue and now < end else now + PATIENCE
        for heard in phones.listen(until - perf_counter()):
            seat = seats[heard.phone]
            load.wrong += heard.status not in GOOD[seat.doing]
            if seat.due >= begin:
                load.seconds[seat.doing].append(heard.seconds)
            if seat.doing == "news" and heard.status == 200:
                seat.seen, seat.doing = int(heard.body), "sheet"
                phones.ask(seat.phone, _write_question(seat), perf_counter())
                continue
            if seat.doing == "sheet":
                seat.doing = "news"
            # A phone asks again a fixed time after its request; one that had to wait does not catch up.
            seat.due = max(seat.due + seat.each, perf_counter())
            heapq.heappush(queue, (seat.due, next(order), seat))
            waiting -= 1
    load.lost = phones.lost
    return load


def _sit_down(phones: Phones, tables: Sequence[PlayedTable]) -> Iterator[_Seat]:
    """Return the phones that post and watch at each table, due at different moments to spread their requests."""
    for number, table in enumerate(tables):
        for chair in range(WATCHERS + 1):
            doing, each = ("news", LOOK_EACH) if chair else ("post", POST_EACH)
            due = each * ((number / len(tables) + chair / WATCHERS) % 1)
            yield _Seat(table, phones.add_phone(), doing, each, due, table.entries)


def _write_question(seat: _Seat) -> bytes:
    if seat.doing == "post":
        seat.table.entries += 1
        return next(seat.table.posts)
    if seat.doing == "news":
        return write_get(
            f"{seat.table.below}/m/{seat.table.match}/news?seen={seat.seen}", {"Cookie": seat.table.cookie}
        )
    return write_look(seat.table)


def write_look(table: PlayedTable) -> bytes:
    """Return the request of a watching phone that has received news."""
    return write_get(f"{table.below}/m/{table.match}/sheet", {**PART, "Cookie": table.cookie, "HX-Source": "div#live"})


def write_pad(table: PlayedTable) -> bytes:
    """Return the first request of the phone that scores."""
    return write_get(f"{table.below}/m/{table.match}", {"Accept-Encoding": "gzip", "Cookie": table.scorer})
