"""Streams of news: an event for each entry, in any process, and an end for a device that loses its access."""

import asyncio
import re
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask

from scorekeeper.cli.server import streams
from scorekeeper.cli.server.bridge import THREADS
from scorekeeper.play.access import close_link, list_match_links
from scorekeeper.play.history.details import move_match
from scorekeeper.play.scoring.match import Match
from scorekeeper.play.scoring.writing import add_entry, play_again, start_match
from scorekeeper.store import SqliteStore, Store
from scorekeeper.web import create_app
from tests.trust.server import Running, running

KEY = "key-of-this-table"
WON: tuple[dict[str, Any], ...] = (
    {"entry": "ends", "player": "Anna", "ends": ["5-5", "5"]},
    {"entry": "round", "out": "Anna", "hands": {"Bo": ["6-6", "5-2"]}},
)
EVENT = re.compile(rb"data: ?([^\n]*)\n\n")


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    monkeypatch.setattr(streams, "EVERY", 0.01)
    app = create_app({"DATA": tmp_path, "OWNER_KEY": KEY, "TESTING": True})
    yield app
    app.extensions["scorekeeper"].close()


@pytest.fixture
def match(app: Flask) -> Match:
    return start_match(app.extensions["scorekeeper"], "spansk", ["Anna", "Bo"])


@pytest.fixture
def server(app: Flask) -> Iterator[Running]:
    with running(app) as server:
        yield server


class Watcher:
    """A device that has requested a stream."""

    def __init__(self, client: socket.socket) -> None:
        self.client, self.said = client, b""

    def hear(self, *ignored: str) -> str | None:
        """Return the data of the next event, or None at the end of the stream."""
        while not (event := EVENT.search(self.said)):
            said = self.client.recv(65536)
            self.said += said
            if not said or self.said.endswith(b"\r\n0\r\n\r\n"):
                return None
        self.said = self.said[event.end() :]
        data = event[1].decode()
        return self.hear(*ignored) if data in ignored else data


@contextmanager
def watching(server: Running, match: Match, cookie: str, version: str = "1.1") -> Iterator[Watcher]:
    with server.connect() as client:
        client.sendall(f"GET /m/{match.id}/stream HTTP/{version}\r\nHost: pad\r\nCookie: {cookie}\r\n\r\n".encode())
        yield Watcher(client)


def let_in(app: Flask, path: str) -> str:
    """Return the cookie of a device that has opened this link."""
    client = app.test_client()
    client.get(path)
    cookie = client.get_cookie("scorekeeper")
    assert cookie is not None
    return f"scorekeeper={cookie.value}"


def write(store: Store, match: Match, seen: int) -> None:
    add_entry(store, match.id, {"entry": "ends", "player": "Anna", "ends": ["5", "0"]}, seen, str(seen))


def test_a_watcher_is_told_what_stands_and_then_each_entry_whichever_process_writes_it(
    app: Flask, server: Running, match: Match, tmp_path: Path
) -> None:
    other_process = SqliteStore(tmp_path / "matches.db")
    with watching(server, match, let_in(app, f"/in/{KEY}")) as watcher:
        assert watcher.hear() == "0"
        write(app.extensions["scorekeeper"], match, 0)
        assert watcher.hear() == "1"
        write(other_process, match, 1)
        assert watcher.hear() == "2"
    other_process.close()


def test_what_is_written_in_another_match_is_no_news(app: Flask, server: Running, match: Match) -> None:
    store = app.extensions["scorekeeper"]
    other = start_match(store, "spansk", ["Anna", "Carl"])
    with watching(server, match, let_in(app, f"/in/{KEY}")) as watcher:
        assert watcher.hear() == "0"
        write(store, other, 0)
        write(store, match, 0)
        assert watcher.hear() == "1"


def test_the_tables_next_match_is_news_once_this_one_is_over(app: Flask, server: Running) -> None:
    store = app.extensions["scorekeeper"]
    match = start_match(store, "spansk", ["Anna", "Bo"], options={"target": 6})
    for seen, entry in enumerate(WON):
        add_entry(store, match.id, entry, seen, str(seen))
    with watching(server, match, let_in(app, f"/in/{KEY}")) as watcher:
        assert watcher.hear() == "2."
        again = play_again(store, match.id)
        assert watcher.hear() == f"2.{again.id}"


def test_a_stream_ends_for_whoever_is_let_out(app: Flask, server: Running, match: Match, tmp_path: Path) -> None:
    store = app.extensions["scorekeeper"]
    guest, owner = let_in(app, f"/join/{list_match_links(store, match.id).watch}"), let_in(app, f"/in/{KEY}")
    with watching(server, match, guest) as first, watching(server, match, owner) as second:
        assert first.hear() == second.hear() == "0"
        close_link(store, match.id, "watch")
        assert first.hear() is None
        write(store, match, 0)
        assert second.hear() == "1"


def test_a_stream_ends_for_a_guest_when_the_match_is_thrown_away(app: Flask, server: Running, match: Match) -> None:
    store = app.extensions["scorekeeper"]
    with watching(server, match, let_in(app, f"/join/{list_match_links(store, match.id).watch}")) as guest:
        assert guest.hear() == "0"
        move_match(store, match.id, "deleted")
        assert guest.hear() is None


def test_a_stream_of_the_owner_ends_after_the_owners_link_is_renewed(app: Flask, server: Running, match: Match) -> None:
    with watching(server, match, let_in(app, f"/in/{KEY}")) as watcher:
        assert watcher.hear() == "0"
        app.config["OWNER_KEY"] = "another-key"
        write(app.extensions["scorekeeper"], match, 0)
        assert watcher.hear() is None


def test_a_stranger_gets_no_stream(server: Running, match: Match) -> None:
    with watching(server, match, "") as stranger:
        assert b" 403 " in server.hear(stranger.client).partition(b"\r\n")[0]


def test_a_client_that_waits_for_the_end_of_an_answer_gets_no_stream(app: Flask, server: Running, match: Match) -> None:
    with watching(server, match, let_in(app, f"/in/{KEY}"), "1.0") as old:
        assert b" 204 " in server.hear(old.client).partition(b"\r\n")[0]


def test_streams_take_no_thread_and_show_that_they_are_alive(
    app: Flask, server: Running, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "BEAT", 0.01)
    cookie = let_in(app, f"/in/{KEY}")
    asked = f"GET /m/{match.id}/stream HTTP/1.1\r\nHost: pad\r\nCookie: {cookie}\r\n\r\n".encode()
    with server.holding(THREADS["read"] + 4, asked) as held:
        watchers = [Watcher(each) for each in held]
        assert {watcher.hear() for watcher in watchers} == {"0"}
        assert {watcher.hear() for watcher in watchers} == {""}
        assert "Anna" in server.fetch(f"/m/{match.id}", cookie)


def test_streams_make_room_for_others_when_there_is_no_more(app: Flask, server: Running, match: Match) -> None:
    cookie = let_in(app, f"/in/{KEY}")
    asked = f"GET /m/{match.id}/stream HTTP/1.1\r\nHost: pad\r\nCookie: {cookie}\r\n\r\n".encode()
    with server.holding(server.places, asked) as held:
        assert all(Watcher(each).hear() for each in held)
        assert "Anna" in server.fetch(f"/m/{match.id}", cookie)


def test_streams_end_with_the_server(app: Flask, server: Running, match: Match) -> None:
    with watching(server, match, let_in(app, f"/in/{KEY}")) as watcher:
        assert watcher.hear() == "0"
        server.stop()
        assert watcher.hear("") is None


def test_a_stream_whose_client_has_gone_before_its_turn_is_not_looked_up() -> None:
    store: Any = SimpleNamespace(id="book", find_last_write=lambda: None)
    looked = list[object]()
    news: Any = SimpleNamespace(store=store, find_version=looked.append)

    async def receive() -> dict[str, str]:
        return {"type": "http.disconnect"}

    async def come_and_go() -> None:
        with ThreadPoolExecutor(1) as threads:
            opened = streams.OpenStreams(threads)
            async with opened._add(streams._OpenStream(news)).reading:
                coming = asyncio.create_task(opened.send_events(news, lambda: None, receive, None))
                for _ in range(5):
                    await asyncio.sleep(0)
            await coming

    asyncio.run(come_and_go())
    assert looked == []
