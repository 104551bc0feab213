"""Soak test: a host is played on for hours while its memory, files and answers are sampled.

`python -m tests.long.soak --hours 6 --samples soak.csv` starts `scorekeeper host` with two processes on this computer.
In each book a table posts an entry every 20 seconds and four phones watch it. Every minute one book takes a photo,
sends its archive and shows its pages; every twenty minutes all tables begin new matches. One line of figures is
written each minute, so that a run that was interrupted keeps what it measured. At the end every book is checked.

`python -m tests.long.soak --draw soak.csv docs/soak.svg` draws the samples.
"""

import argparse
import csv
import http.client
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, fields
from itertools import count
from pathlib import Path
from time import monotonic, sleep

from scorekeeper.play.access import list_match_links
from scorekeeper.play.upkeep.checking import check_book
from scorekeeper.store import SqliteStore
from tests.bench.host import make_books
from tests.bench.rows import find_percentile
from tests.bench.tables import ENTRIES, few_cores_and_many_files, let_players_in
from tests.bench.uploads import send_photo
from tests.bench.wire.load import BEFORE, Load, PlayedTable, play_tables
from tests.bench.wire.matches import make_match
from tests.bench.wire.phones import Phones
from tests.bench.wire.serving import PROC, Served, let_in_owner, serving_pad
from tests.play.match_files import import_matches
from tests.trust import pictures

BOOKS = 30
EVENING = 20  # minutes after which a new match begins
PHOTO = pictures.many_tiles(6)
SHORTEST = 20.0  # the least seconds between two samples
PATIENCE = 60.0  # seconds to wait for a page
REFRESH = 1.0  # seconds
PAGES = ("/", "/history", "/players", "/keeping/archive.zip", "/keeping/matches.csv")


@dataclass(frozen=True)
class Sample:
    """The state of the server after `minute` minutes; sizes in kilobytes, times in milliseconds.

    `answers` and `errors` count the answers of the minute that were expected and those that were not, `lost` the
    connections that the server closed. `database` is what all books take on the disk with their logs, `shared` the
    file that all processes share, `log` what the server has written to its log.
    """

    minute: int
    memory: int
    largest: int
    processes: int
    files: int
    threads: int
    database: int
    shared: int
    log: int
    answers: int
    errors: int
    lost: int
    p50: float
    p99: float


def main(arguments: Sequence[str]) -> int:
    """Run or draw a soak test. Returns the exit status: 1 if an answer was wrong or a book is not sound."""
    parser = argparse.ArgumentParser(prog="python -m tests.long.soak", description=__doc__)
    parser.add_argument("--hours", type=float, default=6)
    parser.add_argument("--books", type=int, default=BOOKS)
    parser.add_argument("--samples", type=Path, default=Path("build/soak.csv"), help="a new CSV file (%(default)s)")
    parser.add_argument("--draw", nargs=2, type=Path, metavar=("CSV", "SVG"))
    wanted = parser.parse_args(arguments)
    if wanted.draw:
        source, target = wanted.draw
        target.write_text(draw(read_samples(source)), encoding="utf-8")
        return 0
    wanted.samples.parent.mkdir(parents=True, exist_ok=True)
    with (
        few_cores_and_many_files(),
        tempfile.TemporaryDirectory(prefix="soak-") as folder,
        wanted.samples.open("w", newline="") as file,
    ):
        writer = csv.DictWriter(file, [field.name for field in fields(Sample)])
        writer.writeheader()
        errors = 0
        for sample in soak(Path(folder), wanted.books, 60 * wanted.hours):
            writer.writerow(asdict(sample))
            file.flush()
            errors += sample.errors
            print(sample, flush=True)
        damaged = check_books(Path(folder))
    print(f"{errors} unexpected answers; {len(damaged)} of {wanted.books} books are damaged {damaged}")
    return 1 if errors or damaged else 0


def soak(folder: Path, books: int, minutes: float) -> Iterator[Sample]:
    """Play on a host in `folder` for so long, and yield a sample each minute, or later where the computer is slow."""
    tables = make_books(folder, books)
    log = folder / "soak.log"
    with log.open("w") as errors, serving_pad(folder, "host", 2, errors) as served:
        began = evening = monotonic()
        for number in count():
            minute = monotonic()
            if minute - began >= 60 * minutes:
                return
            if minute - evening >= 60 * EVENING:
                evening, tables = minute, [begin_match(folder, table) for table in tables]
            with Phones(served.place) as phones:
                let_players_in(served, tables)
                wrong = visit_pages(served, tables[number % len(tables)])
                load = play_tables(phones, tables, max(SHORTEST, minute + 60 - monotonic() - BEFORE))
            for each in wrong:
                print(each, flush=True)
            yield take_sample(served, folder, log, round((monotonic() - began) / 60), load, len(wrong))


def begin_match(folder: Path, table: PlayedTable) -> PlayedTable:
    """Start a new match in the same book, and return its table."""
    [path] = folder.glob(f"books/*/{table.below.rpartition('/')[2]}")
    with SqliteStore(path / "matches.db") as store:
        [match] = import_matches(store, [make_match(ENTRIES)])
        link = list_match_links(store, match.id).watch
    return PlayedTable(match.id, link, ENTRIES, below=table.below, key=table.key)


def visit_pages(served: Served, table: PlayedTable) -> list[str]:
    """Send a photo as the owner of a book, and open the book's pages; return the answers that were not as expected."""
    cookie, token = let_in_owner(served, table.below, table.key)
    sent = send_photo(served, f"{table.below}/m/{table.match}", cookie, token, PHOTO)
    wrong = [] if sent == 303 else [f"photo: {sent}"]
    for page in PAGES:
        status, path = open_page(served, table.below + page, cookie)
        wrong += [] if status == 200 else [f"{page}: {status} at {path}"]
    return wrong


def open_page(served: Served, path: str, cookie: str) -> tuple[int, str]:
    """Open a page as a browser does that follows redirects and refreshes. Returns the last status and path."""
    end = monotonic() + PATIENCE
    while True:
        with closing(http.client.HTTPConnection(*served.place, timeout=PATIENCE)) as wire:
            wire.request("GET", path, headers={"Cookie": cookie})
            answer = wire.getresponse()
            waits = b'http-equiv="refresh"' in answer.read()
        if monotonic() > end or (answer.status != 303 and not waits):
            return answer.status, path
        path = answer.headers.get("Location", path)
        sleep(REFRESH if waits else 0)


def take_sample(served: Served, folder: Path, log: Path, minute: int, load: Load, wrong: int) -> Sample:
    """Ask the system what the server takes now."""
    processes = [number for number, _ in served.list_processes()]
    seconds = [each for kind in load.seconds.values() for each in kind]
    return Sample(
        minute=minute,
        memory=served.memory // 1000,
        largest=max(_resident(process) for process in processes),
        processes=len(processes),
        files=sum(_count(process, "fd") for process in processes),
        threads=sum(_count(process, "task") for process in processes),
        database=_size(folder.glob("books/*/*/matches.db*")),
        shared=_size(folder.glob("ephemeral.db*")),
        log=_size([log]),
        answers=len(seconds) - load.wrong,
        errors=load.wrong + wrong,
        lost=load.lost,
        p50=round(1000 * find_percentile(seconds, 0.5), 1),
        p99=round(1000 * find_percentile(seconds, 0.99), 1),
    )


def _resident(process: int) -> int:
    """Return the resident memory of a process in kilobytes; 0 if it has just ended."""
    with suppress(OSError):
        found = re.search(r"^VmRSS:\s*(\d+)", (PROC / str(process) / "status").read_text(), re.MULTILINE)
        return int(found[1]) if found else 0
    return 0


def _count(process: int, what: str) -> int:
    """Return how many entries the folder `what` of a process has; 0 if it has just ended."""
    with suppress(OSError):
        return len(list((PROC / str(process) / what).iterdir()))
    return 0


def _size(files: Iterator[Path] | Sequence[Path]) -> int:
    return sum(file.stat().st_size for file in files if file.exists()) // 1000


def check_books(folder: Path) -> list[str]:
    """Return the books in which `scorekeeper check` finds a problem."""
    damaged = []
    for path in folder.glob("books/*/*/matches.db"):
        with SqliteStore(path) as store:
            if any(not found.harmless for found in check_book(store)):
                damaged.append(path.parent.name)
    return damaged


def read_samples(source: Path) -> list[dict[str, float]]:
    """Return the lines of a file of samples."""
    with source.open(newline="") as file:
        return [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]


CHARTS = (
    ("memory", "memory, MB", 1000),
    ("files", "open files", 1),
    ("database", "books, MB", 1000),
    ("p99", "p99, ms", 1),
)
WIDE, HIGH = 640, 130


def draw(samples: Sequence[dict[str, float]]) -> str:
    """Return an SVG with a chart of each of CHARTS over time."""
    hours = samples[-1]["minute"] / 60
    parts = []
    for place, (name, title, unit) in enumerate(CHARTS):
        values = [sample[name] / unit for sample in samples]
        most, top = max(values) or 1, 20 + place * (HIGH + 40)
        points = " ".join(
            f"{60 + WIDE * sample['minute'] / (60 * hours):.1f},{top + HIGH * (1 - value / most):.1f}"
            for sample, value in zip(samples, values, strict=True)
        )
        parts += [
            f'<text x="60" y="{top - 5}">{title}: {values[0]:.4g} at first, {values[-1]:.4g} at last</text>',
            f'<text x="55" y="{top + 10}" text-anchor="end">{most:.4g}</text>',
            f'<text x="55" y="{top + HIGH}" text-anchor="end">0</text>',
            f'<path d="M60 {top}V{top + HIGH}H{60 + WIDE}" fill="none" stroke="#888"/>',
            f'<polyline points="{points}" fill="none" stroke="#1a6b3c" stroke-width="1.5"/>',
        ]
    high = 20 + len(CHARTS) * (HIGH + 40)
    parts.append(f'<text x="{60 + WIDE}" y="{high - 5}" text-anchor="end">{hours:.1f} hours</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {80 + WIDE} {high}" font-family="sans-serif" '
        f'font-size="12" fill="#222"><rect width="100%" height="100%" fill="#fff"/>{"".join(parts)}</svg>\n'
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
