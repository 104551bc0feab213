"""Measure posts, pages and requests for news over real connections, compared with bare views on the same server."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path

from scorekeeper.play.access import list_match_links
from scorekeeper.store import SqliteStore
from tests.bench.rows import Note, Row
from tests.bench.wire.costs import Cost, Doing, measure_costs
from tests.bench.wire.folders import lend_folder, list_folders
from tests.bench.wire.matches import make_match
from tests.bench.wire.phones import PART, write_get, write_post
from tests.bench.wire.posts import write_posts, write_undoings
from tests.bench.wire.serving import has_proc, let_in, let_in_owner, serving_bare, serving_pad
from tests.play.match_files import import_matches

SHORT, SHEET, LONG = 10, 600, 1000  # entries
SHORTS = 5  # matches that one phone posts to in turn, so that they stay short
ROUNDS = 12
TIMES = 12
PAGE = {"Accept-Encoding": "gzip"}
SAYS, INSERTS = "a bare view that returns a string", "a bare view that inserts a row"
NEWS, OWNERS_NEWS, PAD = "asking for news, guest", "asking for news, owner", "the pad's page"
SHORT_SHEET, LONG_SHEET = f"the sheet of {SHORT} entries", f"the sheet of {SHEET} entries"
POST, LONG_POST, UNDO = "posting an entry", f"posting one to {LONG} entries", f"undoing one of {LONG} entries"
LOOKS = (SAYS, NEWS, OWNERS_NEWS, PAD, SHORT_SHEET)
WRITES = (INSERTS, POST)
ALONE = (LONG_SHEET, LONG_POST, UNDO)  # measured alone: their growth with the sheet is the same for eight phones
ON_DISK = (*WRITES, LONG_POST, UNDO)
GOALS = (
    (PAD, SAYS, 8.0, 8.0),
    (NEWS, SAYS, 1.5, 1.5),
    (OWNERS_NEWS, SAYS, 1.5, 1.5),
    (LONG_SHEET, SHORT_SHEET, 2.0, 2.0),
    (POST, INSERTS, 4.0, 5.0),
    (LONG_POST, POST, 1.2, 1.2),
    (UNDO, LONG_POST, 1.5, 1.5),
)
"""Two requests that are compared, and the goals for the ratio of their processor times, for one phone and for eight."""


def rows(rounds: int = ROUNDS, times: int = TIMES) -> Iterator[Row | Note]:
    """Yield all figures: those of requests that only read once, those of posts on each kind of disk."""
    if not has_proc():
        yield Note("over real connections", "not measured: this system does not tell what a process takes")
        return
    for kind, parent in list_folders().items():
        for clients in (1, 8):
            names = [name for name in (*LOOKS, *WRITES, *ALONE) if name in ON_DISK or kind == "disk"]
            names = [name for name in names if name not in ALONE or clients == 1]
            with lend_folder(parent) as folder:
                costs = measure_in(folder, names, clients, rounds, times)
            how = {name: f"{', 8 at once' * (clients > 1)}{f', {kind}' * (name in ON_DISK)}" for name in names}
            for name, cost in costs.items():
                yield cost.describe(name + how[name])
            for mine, other, *goals in GOALS:
                if mine in costs:
                    goal = goals[clients > 1]
                    yield Row(f"{mine} ÷ {other}{how[mine]}", costs[mine].processor / costs[other].processor, goal)


def measure_in(folder: Path, names: Sequence[str], clients: int, rounds: int, times: int) -> dict[str, Cost]:
    """Return the cost of each kind of request with the book in `folder`, sent by this number of phones at once."""
    with ExitStack() as running:
        doings = list_doings(running, folder)
        wanted = [doings[name] for name in names]
        return dict(zip(names, measure_costs(wanted, clients, rounds, times), strict=True))


def list_doings(running: ExitStack, folder: Path) -> dict[str, Doing]:
    """Return the requests that are measured, to two servers that run until `running` is closed."""
    store = running.enter_context(SqliteStore(folder / "matches.db"))
    pad = running.enter_context(serving_pad(folder))
    bare = running.enter_context(serving_bare(folder))
    owner, token = let_in_owner(pad)
    mine = {**PART, "Cookie": owner}

    def make(entries: int, number: int = 1) -> list[str]:
        return [match.id for match in import_matches(store, [make_match(entries)] * number)]

    def let_guest_in(match: str) -> dict[str, str]:
        return {**PART, "Cookie": let_in(pad, f"/join/{list_match_links(store, match).watch}")}

    [short] = make(SHORT)
    news, guest = f"/m/{short}/news?seen={SHORT}", let_guest_in(short)

    def read_long_sheet() -> Iterator[bytes]:
        [sheet] = make(SHEET)
        return cycle([write_get(f"/m/{sheet}/sheet", let_guest_in(sheet))])

    doings = [
        Doing(SAYS, bare, lambda: cycle([write_get("/")])),
        Doing(INSERTS, bare, lambda: cycle([write_post("/", {"entry": "5-0"})])),
        Doing(NEWS, pad, lambda: cycle([write_get(news, guest)]), 204),
        Doing(OWNERS_NEWS, pad, lambda: cycle([write_get(news, mine)]), 204),
        Doing(PAD, pad, lambda: cycle([write_get(f"/m/{short}", {**PAGE, "Cookie": owner})])),
        Doing(SHORT_SHEET, pad, lambda: cycle([write_get(f"/m/{short}/sheet", guest)])),
        Doing(LONG_SHEET, pad, read_long_sheet),
        Doing(POST, pad, lambda: write_posts(make(SHORT, SHORTS), SHORT, token, mine)),
        Doing(LONG_POST, pad, lambda: write_posts(make(LONG), LONG, token, mine)),
        Doing(UNDO, pad, lambda: write_undoings(make(LONG)[0], LONG, token, mine)),
    ]
    return {doing.what: doing for doing in doings}
