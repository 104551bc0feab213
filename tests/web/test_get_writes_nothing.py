"""A GET writes nothing: neither to the book nor to the file that the processes share, for any client and address."""

import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.hosting.app import create_host
from scorekeeper.hosting.book_folders import make_book
from scorekeeper.play.access import make_link
from scorekeeper.store.ephemeral.tiles import lay_tiles
from scorekeeper.store.ids import make_id
from scorekeeper.web import create_app
from tests.browser.every_page import PAGES, filled
from tests.web.conftest import KEY

PART = {"HX-Request": "true"}
READS: tuple[tuple[str, Mapping[str, str]], ...] = (("GET", {}), ("GET", PART), ("HEAD", {}), ("OPTIONS", {}))
RATE_LIMITS = {"hits"}  # a GET may count attempts, such as those with wrong links
QUEUE = {"queue", "turns", "results", "sqlite_sequence"}  # a download of the archive waits there until it is packed
QUERIES = (
    "do=add+6-4&table=6-2+3-1&turn=a1-1",
    "anew=1",
    "seen=0",
    "ticket=mine",
    "text=Anna&since=2026-01-01",
)


@pytest.fixture(params=["house", "host"])
def app(request: pytest.FixtureRequest, tmp_path: Path) -> Flask:
    if request.param == "house":
        return create_app({"DATA": tmp_path, "OWNER_KEY": KEY, "TESTING": True})
    return create_host({"DATA": tmp_path, "TESTING": True})


class Table:
    """A book with something on every page, its devices, and the values for the variables in its routes."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        books = app.extensions["books"]
        if books.own:
            self.book, self.below, owner = books.own, "", KEY
        else:
            found = books.find_book(make_book(Path(app.config["DATA"]), make_id()))
            assert found is not None
            self.book = found
            keys = found.find_keys()
            assert keys is not None
            self.below, owner = f"/b/{found.id}", keys.owner
        app.extensions["scorekeeper"] = store = self.book.store
        self.values = filled(app)
        # A GET once wrote statistics that were not counted yet, and links that were not made yet.
        with store.write() as db:
            db.execute("DELETE FROM tallies")
        match = self.values["id"]
        links = {right: make_link(store, match, right) for right in ("watch", "score")}
        self.devices = {
            "owner": self._let_in(f"/in/{owner}"),
            "scorer": self._let_in(f"/join/{links['score']}"),
            "watcher": self._let_in(f"/join/{links['watch']}"),
            "stranger": app.test_client(),
        }
        self.opening = {"key": links["watch"]}

    def _let_in(self, path: str) -> FlaskClient:
        client = self.app.test_client()
        assert client.get(self.below + path).status_code == 303
        return client

    def list_addresses(self) -> Iterator[str]:
        """Yield the addresses to test.

        Those are every route that takes GET, with a running match, a finished one and a solitaire; every page of the
        sweep; and addresses with the fields of a form.
        """
        values = self.values
        for rule in self.app.url_map.iter_rules():
            if "GET" not in (rule.methods or ()):
                continue
            for match in (values["id"], values["won"], values["alone"]):
                filling = {
                    "match_id": match, "kept_id": match, "photo_id": values["photo"], "number": "7",
                    "name": values["copy"] if "copies" in rule.rule else "Maximilian", "game_id": values["own"],
                    "key": "spansk" if rule.rule.startswith("/rules") else self.opening["key"],
                    "filename": "css/base.css",
                    "book_id": self.book.id or "nobook", "rest": "m/x", "ticket": "none",
                    "event_id": values["event"], "round_": "1", "what": "seats",
                }  # fmt: skip
                path = re.sub(r"<(?:\w+:)?(\w+)>", "{\\1}", rule.rule).format(**filling)
                prefix = "" if rule.rule.startswith("/b/") else self.below
                yield prefix + path
                if "match_id" in rule.arguments:
                    yield from (f"{prefix}{path}?{query}" for query in QUERIES if match == values["alone"])
                else:
                    break
        yield from (self.below + page.format(**values) for page in PAGES)
        yield f"{self.below}/in/{'x' * 22}"

    @contextmanager
    def watching(self) -> Iterator["Watch"]:
        """Yield a Watch of the book and of the file that the processes share."""
        ephemeral = self.app.extensions["ephemeral"]
        with ephemeral.write() as db:
            db.execute("SELECT 1")
        with closing(sqlite3.connect(self.book.store.path)) as book:
            yield Watch(book, Path(ephemeral.path))


class Watch:
    """Notices every commit in the book, and every changed row of the shared file except rate limits and the queue."""

    def __init__(self, book: sqlite3.Connection, ephemeral: Path) -> None:
        self._book, self._ephemeral = book, ephemeral

    def look(self) -> tuple[int, Mapping[str, object]]:
        """Return the version of the book's data, which each commit changes, and the rows of the shared file."""
        with closing(sqlite3.connect(self._ephemeral)) as shared:
            tables = [name for (name,) in shared.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            rows = {
                name: shared.execute(f"SELECT * FROM {name}").fetchall()
                for name in tables
                if name not in RATE_LIMITS | QUEUE
            }
        return int(self._book.execute("PRAGMA data_version").fetchone()[0]), rows


@pytest.mark.slow
def test_no_get_writes_whoever_asks(app: Flask) -> None:
    table = Table(app)
    wrote: list[tuple[str, str, str]] = []
    statuses: dict[str, set[int]] = {}
    with table.watching() as watch:
        before = watch.look()
        for who, device in table.devices.items():
            for path in dict.fromkeys(table.list_addresses()):
                for method, headers in READS:
                    if "?" in path and (method != "GET" or who == "stranger"):
                        continue
                    answer = device.open(path, method=method, headers=headers)
                    answer.close()
                    statuses.setdefault(who, set()).add(answer.status_code)
                    assert answer.status_code < 500 or path.endswith("/healthz"), (method, path)
                    if (after := watch.look()) != before:
                        wrote.append((who, method, path))
                        before = after
    assert wrote == []
    assert all({200, 403} <= found for who, found in statuses.items() if who != "owner")
    assert {200, 303, 404} <= statuses["owner"]


def test_a_get_that_wrote_would_be_noticed(app: Flask) -> None:
    table = Table(app)
    with table.watching() as watch:
        before = watch.look()
        with table.book.store.write() as db:
            db.execute("INSERT INTO links SELECT match, doing, 99, 'x', made FROM links LIMIT 1")
        assert watch.look() != before
        before = watch.look()
        lay_tiles(app.extensions["ephemeral"], "book", "match", "table=6-4")
        assert watch.look() != before
