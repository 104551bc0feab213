"""Compare every page of a book with 100,000 finished matches with the same page of a book with 100."""

import sqlite3
import tempfile
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.play.history.statistics import record_statistics
from scorekeeper.play.history.year import make_year
from scorekeeper.web import create_app
from tests.bench.rows import Row, ratio
from tests.bench.wire.matches import KEY, make_match
from tests.play.match_files import import_matches

YEAR = datetime.now(UTC).year
DAY = 24 * 60 * 60 * 1_000_000  # microseconds, by which matches are numbered
PAGES = {
    "the list": "/",
    "the history": "/history",
    "what is found by a name": "/history?q=anna",
    "an evening": "/m/first/evening",
    "everybody's statistics": "/players",
    "everybody's statistics since the first day": "/players?since=1970-01-02",
    "a player's statistics": "/players/Anna",
    "two players compared": "/compare?one=Anna&other=Bo",
    "the rivals": "/rivals",
    "this year": f"/year/{YEAR}",
    "everybody's statistics of this year": f"/players?since={YEAR}-01-01",
    "the rivals of this year": f"/rivals?since={YEAR}-01-01",
}


def rows() -> Iterator[Row]:
    """Yield the ratios of the time and of the memory that the pages need."""
    with tempfile.TemporaryDirectory() as folder:
        few, many = (history(Path(folder, str(matches)), matches) for matches in (100, 100_000))
        yield Row("memory that all pages need with 100 000 matches ÷ with 100", memory(many) / memory(few), 1.5)
        for what, path in PAGES.items():
            yield Row(f"{what} with 100 000 matches ÷ with 100", ratio(opener(many, path), opener(few, path)), 1.2)


def history(folder: Path, matches: int) -> FlaskClient:
    """Return a phone that has signed in to a score pad with this number of finished matches."""
    app = create_app({"DATA": folder, "OWNER_KEY": KEY})
    won = {"entry": "round", "out": "Anna", "hands": {"Bo": {"pips": 30}, "Carl": {"pips": 3}, "Dora": {"pips": 30}}}
    document = make_match(2) | {"options": {"target": 6}, "entries": [won]}
    [ended] = import_matches(app.extensions["scorekeeper"], [document])
    assert ended.sheet.over
    with closing(sqlite3.connect(app.config["DATABASE"])) as db, db:
        # Copies of that match: playing each would take minutes. The last evening has eight. The evenings of many
        # matches are a day apart and have eight each; the ones of few matches are spread over two years and have two,
        # so that the pages and charts of both books show about as much.
        db.execute("CREATE TEMP TABLE copy (serial INTEGER, evening INTEGER)")
        (first,) = db.execute("SELECT serial FROM matches").fetchone()
        size = 8 if matches > 1_000 else 2
        apart = max(DAY, 2 * 350 * DAY * size // matches)
        evenings = [first - max(0, 1 + (number - 8) // size) * apart for number in range(1, matches)]
        copies = [(evening + number % 8, evening) for number, evening in enumerate(evenings, start=1)]
        db.executemany("INSERT INTO copy VALUES (?, ?)", copies)
        for table, key in (("matches", "serial"), ("seats", "match"), ("entries", "match"), ("finals", "match")):
            columns = [name for _, name, *_ in db.execute(f"PRAGMA table_info({table})")]
            copied = {key: "copy.serial", "id": "'copy' || copy.serial", "evening": "copy.evening"}
            values = ", ".join(copied.get(column, f"{table}.{column}") for column in columns)
            db.execute(
                f"INSERT INTO {table} SELECT {values} FROM copy JOIN {table} ON {table}.{key} = {first} ORDER BY 1, 2"
            )
        db.execute("UPDATE matches SET id = 'first' WHERE serial = ?", (first,))
        db.execute(f"UPDATE standings SET digest = (SELECT digest FROM standings WHERE match = {first})")
    record_statistics(app.extensions["scorekeeper"], make_year(YEAR, None), make_year(YEAR, None))
    phone = app.test_client()
    assert phone.get(f"/in/{KEY}", follow_redirects=True).status_code == 200
    return phone


def memory(phone: FlaskClient) -> int:
    """Return the peak of Python's memory in bytes while all pages are opened, after their statistics were counted."""
    for path in PAGES.values():
        phone.get(path)
    tracemalloc.start()
    for path in PAGES.values():
        assert phone.get(path).status_code == 200
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak


def opener(phone: FlaskClient, path: str) -> Callable[[], TestResponse]:
    """Return a function that opens the page."""

    def open_page() -> TestResponse:
        answer = phone.get(path)
        assert answer.status_code == 200, answer.status
        return answer

    return open_page
