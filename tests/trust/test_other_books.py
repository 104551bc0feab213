"""Whatever one book of a host waits for, the taps of all other books are answered meanwhile."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from flask import Flask

from scorekeeper.hosting.app import create_host
from scorekeeper.hosting.book_folders import make_book
from scorekeeper.play.scoring.match import load_match
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.play.upkeep.book import find_folder_keys
from scorekeeper.store import SqliteStore
from tests.trust.server import Running, running
from tests.trust.test_jobs import holding_queue, wait_for_jobs

POSTS = 24  # posts of one book at once, more than any server has threads for posts


class Table:
    """A book with a match, and the phone of its owner."""

    def __init__(self, app: Flask, server: Running) -> None:
        data = Path(app.config["DATA"])
        book_id = make_book(data)
        book = app.extensions["books"].find_book(book_id)
        keys = find_folder_keys(book.store.path.parent)
        assert keys is not None
        self.server, self.store, self.below = server, book.store, f"/b/{book_id}"
        self.match = start_match(self.store, "german_draw", ["Anna", "Bo"], options={"target": 9999})
        self.cookie, self.token = server.let_in(keys.owner, self.below)

    def write_post(self, path: str, **fields: object) -> bytes:
        """Return the bytes of a request that posts a form of this phone."""
        body = urlencode({"csrf_token": self.token, **fields})
        return (
            f"POST {self.below}{path} HTTP/1.1\r\nHost: pad\r\nCookie: {self.cookie}\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n{body}"
        ).encode()

    def write_tap(self) -> bytes:
        """Return the bytes of a request that posts a round."""
        fields = {"kind": "round", "seen": 0, "post": "tap", "ended": "out 1", "hand-2": 5, "do": "save"}
        return self.write_post(f"/m/{self.match.id}", **fields)

    def tap(self) -> None:
        """Post a round, open the sheet and request news; each answer must come within the patience of a client."""
        with self.server.holding(1, self.write_tap()) as [phone]:
            assert self.server.hear(phone).startswith(b"HTTP/1.1 303")
        assert load_match(self.store, self.match.id).seen == 1
        for path in ("", "/sheet", "/news?seen=0"):
            assert self.server.fetch(f"{self.below}/m/{self.match.id}{path}", self.cookie)


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return create_host({"DATA": tmp_path, "HOSTING": True, "TESTING": True})


@pytest.fixture
def server(app: Flask) -> Iterator[Running]:
    with running(app) as server:
        yield server
    app.extensions["books"].close()


def test_a_book_whose_jobs_wait_keeps_no_other_waiting(app: Flask, server: Running) -> None:
    """Each goes on in a thread of its own, for which a request waits a little; never do all threads wait."""
    club, family = Table(app, server), Table(app, server)
    with holding_queue(app) as over, server.holding(POSTS, club.write_post("/keeping/copy")) as phones:
        family.tap()
        over.set()
        assert {server.hear(each)[:12] for each in phones} == {b"HTTP/1.1 303"}
    wait_for_jobs(app)


def test_a_book_that_somebody_else_writes_to_for_long_keeps_no_other_waiting(app: Flask, server: Running) -> None:
    """An import of a large archive holds the lock, while every phone of that book posts."""
    club, family = Table(app, server), Table(app, server)
    with SqliteStore(club.store.path) as other, server.holding(POSTS, club.write_tap()) as phones:
        with other.write():
            family.tap()
        answers = {server.hear(each)[:12] for each in phones}
    assert answers <= {b"HTTP/1.1 303", b"HTTP/1.1 503"}
    assert load_match(club.store, club.match.id).seen <= 1
