"""Posting an entry and opening pages, in ratios to the least that could be done; and what travels over the Wi-Fi."""

import re
import sqlite3
import tempfile
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import uuid4

from flask import Flask, request
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper import play
from scorekeeper.store import Store
from scorekeeper.web import create_app
from tests.bench.rows import Row, ratio

PLAYERS = ["Anna", "Bo", "Carl", "Dora"]
# A round that scores nothing (what Anna and Carl hold rounds down to 0), so that a match of it never ends.
LEFT: dict[str, Any] = {"Anna": {"pips": 1}, "Carl": ["0-0"], "Dora": {"pips": 3}}
ROUND: dict[str, Any] = {"entry": "round", "out": "Bo", "hands": LEFT}
KEY = "key-of-this-table"
DAY = 24 * 60 * 60 * 1_000_000  # microseconds, by which matches are numbered
PAGES = {
    "the list": "/",
    "the history": "/history",
    "what is found by a name": "/history?q=anna",
    "an evening": "/m/first/evening",
    "everybody's statistics": "/players",
    "a player's statistics": "/players/Anna",
}
PART = {"HX-Request": "true", "HX-Request-Type": "partial", "Accept-Encoding": "gzip"}


def rows() -> Iterator[Row]:
    """All figures of the web part."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"DATA": Path(folder, "pad"), "OWNER_KEY": KEY})
        store: Store = app.extensions["scorekeeper"]
        phone = app.test_client()
        phone.get(f"/in/{KEY}")
        short, long = (play.import_matches(store, [a_match(entries)])[0].id for entries in (10, 1000))
        post_short, post_long = poster(phone, store, short), poster(phone, store, long)
        yield Row("posting an entry ÷ a bare view that inserts a row", ratio(post_short, bare_poster(Path(folder))), 3)
        yield Row("posting to a match of 1000 entries ÷ to one of 10", ratio(post_long, post_short), 1.2)
        post, undo = (poster(phone, store, long, undoing) for undoing in (False, True))
        yield Row("undoing an entry in a match of 1000 ÷ posting one to it", ratio(undo, post), 1.5)
        yield Row("the list of matches, everything, compressed", page_kilobytes(phone, "/"), 20, "kB")
        yield Row("the pad, everything, compressed", page_kilobytes(phone, f"/m/{short}"), 60, "kB")
        yield Row("the answer to an entry, compressed", len(post_short().data) / 1000, 3, "kB")
        few, many = (history(Path(folder, str(matches)), matches) for matches in (100, 100_000))
        yield Row("memory that all pages need with 100 000 matches ÷ with 100", memory(many) / memory(few), 1.5)
        for what, path in PAGES.items():
            yield Row(f"{what} with 100 000 matches ÷ with 100", ratio(opener(many, path), opener(few, path)), 1.2)


def a_match(entries: int) -> dict[str, Any]:
    """A match file with as many entries."""
    match = {"format": 1, "variant": "spansk", "players": PLAYERS, "partners": True, "lead": "Anna"}
    return {**match, "entries": [ROUND] * entries}


def poster(phone: FlaskClient, store: Store, match_id: str, undoing: bool = False) -> Callable[[], TestResponse]:
    """Posts one more entry to a match, as the pad's form does, or undoes the last one; and gives the answer."""
    page = phone.get(f"/m/{match_id}").text
    (token, *_) = re.findall(r'name="csrf_token"[^>]*value="([^"]+)"', page)
    form = {"kind": "round", "ended": "out 2", "hand-1": "1", "hand-3": "0-0", "hand-4": "3", "csrf_token": token}

    def post() -> TestResponse:
        seen = play.find_news(store, match_id) or 0
        given = {**form, "do": "save", "number": seen, "seen": seen, "post": uuid4().hex}
        answer = phone.post(f"/m/{match_id}{'/strike' if undoing else ''}", data=given, headers=PART)
        assert answer.status_code == 200, answer.status
        return answer

    return post


def bare_poster(folder: Path) -> Callable[[], TestResponse]:
    """Posts to a Flask view that does no more than insert one row, as safely as ours, and return a string."""
    app = Flask("bare")
    db = sqlite3.connect(folder / "bare.db", isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("CREATE TABLE entries (number INTEGER PRIMARY KEY, entry TEXT)")

    @app.post("/")
    def insert() -> str:
        db.execute("INSERT INTO entries (entry) VALUES (?)", (request.form["entry"],))
        return "written"

    phone = app.test_client()
    return lambda: phone.post("/", data={"entry": "5-0"})


def page_kilobytes(phone: FlaskClient, path: str) -> float:
    """A page with every file that it loads, as compressed as it travels."""
    page = phone.get(path, headers={"Accept-Encoding": "gzip"})
    text = phone.get(path).text
    files = set(re.findall(r'<(?:link|script|img)[^>]+(?:href|src)="(/[^"#]+)', text))
    assert files
    answers = [phone.get(file, headers={"Accept-Encoding": "gzip"}) for file in files]
    return sum(len(answer.data) for answer in [page, *answers]) / 1000


def history(folder: Path, matches: int) -> FlaskClient:
    """A phone at a score pad with so many finished matches."""
    app = create_app({"DATA": folder, "OWNER_KEY": KEY})
    won = {"entry": "round", "out": "Anna", "hands": {"Bo": {"pips": 30}, "Carl": {"pips": 3}, "Dora": {"pips": 30}}}
    document = a_match(2) | {"options": {"target": 6}, "entries": [won]}
    [ended] = play.import_matches(app.extensions["scorekeeper"], [document])
    assert ended.sheet.over
    with closing(sqlite3.connect(app.config["DATABASE"])) as db, db:
        # Copies of that one, four an evening, each evening a day before the last: one by one they would take minutes.
        db.execute("CREATE TEMP TABLE copy (serial INTEGER, evening INTEGER)")
        (first,) = db.execute("SELECT serial FROM matches").fetchone()
        evenings = [first - number // 4 * DAY for number in range(1, matches)]
        copies = [(evening + number % 4, evening) for number, evening in enumerate(evenings, start=1)]
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
    phone = app.test_client()
    assert phone.get(f"/in/{KEY}", follow_redirects=True).status_code == 200
    return phone


def memory(phone: FlaskClient) -> int:
    """The most bytes that Python held at once while all pages were opened; statistics were counted before."""
    for path in PAGES.values():
        phone.get(path)
    tracemalloc.start()
    for path in PAGES.values():
        assert phone.get(path).status_code == 200
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak


def opener(phone: FlaskClient, path: str) -> Callable[[], TestResponse]:
    """Opens one page."""

    def open_page() -> TestResponse:
        answer = phone.get(path)
        assert answer.status_code == 200, answer.status
        return answer

    return open_page
