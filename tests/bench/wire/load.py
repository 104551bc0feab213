"""Tables that play: at each somebody posts an entry now and then, and four phones ask for news all the time.

What a phone asks is due at its time, whether the server is behind or not; a phone that sees news fetches its page.
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
"""What a phone may be doing, and the statuses of right answers to that."""
BEFORE = 2.0  # seconds that are not counted: everybody comes, and matches are read for the first time


@dataclass
class PlayedTable:
    """A match, its link to watch, its entries; posts and cookie of whoever scores it, and the cookie of who watches.

    On a host it lies `below` the address of its book, whose owner's link has the `key`.
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
    """How long the answers of each kind took in seconds, how many connections were lost, how many answers wrong.

    `behind` is how late the bench itself asked, in seconds, once everybody has come: much of it says that the bench had
    to wait for a core.
    """

    seconds: dict[str, list[float]] = field(default_factory=lambda: {kind: [] for kind in GOOD})
    lost: int = 0
    wrong: int = 0
    behind: list[float] = field(default_factory=list)

    def find_slow(self) -> dict[str, float]:
        """The p99 of each kind of answer, and of all together."""
        together = [each for kind in self.seconds.values() for each in kind]
        return {
            kind: find_percentile(found, 0.99) for kind, found in [*self.seconds.items(), ("all", together)] if found
        }


@dataclass(eq=False)
class _Seat:
    """A phone at a table: what it is doing, how often, when that is due again, and the last entry that it knows of."""

    table: PlayedTable
    phone: BenchPhone
    doing: str
    each: float
    due: float
    seen: int


def play_tables(phones: Phones, tables: Sequence[PlayedTable], lasting: float) -> Load:
    """Let them play for so many seconds after everybody has come."""
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
            # A phone asks again so long after it asked; one that was kept waiting does not catch up.
            seat.due = max(seat.due + seat.each, perf_counter())
            heapq.heappush(queue, (seat.due, next(order), seat))
            waiting -= 1
    load.lost = phones.lost
    return load


def _sit_down(phones: Phones, tables: Sequence[PlayedTable]) -> Iterator[_Seat]:
    """Who posts and who watches at each table, due at different moments from 0 on, so that not all ask at once."""
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
    """What a phone that watches asks when there is news."""
    return write_get(f"{table.below}/m/{table.match}/sheet", {**PART, "Cookie": table.cookie, "HX-Source": "div#live"})


def write_pad(table: PlayedTable) -> bytes:
    """What whoever scores asks first."""
    return write_get(f"{table.below}/m/{table.match}", {"Accept-Encoding": "gzip", "Cookie": table.scorer})
