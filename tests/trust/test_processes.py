"""Two processes at one port act as one score pad: no state is known to one of them alone."""

import http.client
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from flask import Flask

from scorekeeper.hosting.app import create_host
from scorekeeper.hosting.book_folders import deactivate_book, find_folder, make_book
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.play.upkeep.book import find_folder_keys
from scorekeeper.store.ephemeral.queue import Queue
from scorekeeper.web import create_app
from scorekeeper.web.access.rate_limits import WRONG_LINKS
from tests.browser.several import served_by
from tests.folders import renew_owner_key
from tests.trust.server import Running
from tests.trust.test_photos import compose_upload

KEY = "key-of-this-table"


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    app = create_app({"DATA": tmp_path_factory.mktemp("pad"), "OWNER_KEY": KEY, "TESTING": True})
    yield app
    app.extensions["scorekeeper"].close()


@pytest.fixture(scope="module")
def pad(app: Flask) -> Iterator[Running]:
    """Yield the score pad, served by two processes."""
    with served_by(2, app, 0) as address:
        yield Running(("127.0.0.1", int(address.rpartition(":")[2])), 0)


def ask(pad: Running, path: str, cookie: str = "", form: str = "") -> tuple[int, str, str]:
    """Send a GET request or post a form; return the status, the text and the process of the answer."""
    client = http.client.HTTPConnection(*pad.place, timeout=60)
    typed = {"Content-Type": "application/x-www-form-urlencoded"} if form else {}
    client.request("POST" if form else "GET", path, form or None, headers={"Cookie": cookie, **typed})
    answer = client.getresponse()
    said = answer.read().decode()
    client.close()
    return answer.status, said, str(answer.headers["X-Process"])


def test_both_answer(pad: Running) -> None:
    found: set[str] = set()
    while len(found) < 2:
        found.add(ask(pad, "/healthz")[2])


def test_who_was_let_in_by_one_is_known_to_the_other(pad: Running) -> None:
    cookie, _ = pad.let_in(KEY)
    found: set[str] = set()
    while len(found) < 2:
        status, _, process = ask(pad, "/", cookie)
        assert status == 200
        found.add(process)


def test_wrong_links_are_counted_by_both_together(pad: Running) -> None:
    answers = [ask(pad, "/in/wrong")[0] for _ in range(WRONG_LINKS.most + 3)]
    assert answers == [403] * WRONG_LINKS.most + [429] * 3


def test_what_was_tapped_at_a_solitaire_is_told_by_both(app: Flask, pad: Running) -> None:
    match = start_match(app.extensions["scorekeeper"], "dk_tolveren", ["Anna"])
    cookie, token = pad.let_in(KEY)
    for number in range(1, 7):
        form = urlencode({"csrf_token": token, "boneyard": number, "turn": f"a1-{number}"})
        assert ask(pad, f"/m/{match.id}/solitaire", cookie, form)[0] == 303
        assert ask(pad, f"/m/{match.id}/solitaire/news?seen=0.0", cookie)[:2] == (200, f"0.{number}")


def test_photos_wait_in_one_line_and_each_process_tells_the_place_of_all(app: Flask, pad: Running) -> None:
    store = app.extensions["scorekeeper"]
    match = start_match(store, "spansk", ["Anna", "Bo"])
    other = Queue(app.extensions["ephemeral"], "photos", "another book", 1)
    number = other.join()
    assert other.take_turn(number)  # a photo that another process reads
    cookie, token = pad.let_in(KEY)
    path = f"/m/{match.id}/photo"
    told = "One photo is read before yours."
    with pad.holding(1, compose_upload(path, cookie, csrf_token=token, ticket="mine")) as [phone]:
        while ask(pad, f"{path}/line?ticket=mine", cookie)[1] != told:
            other.renew(number)
        assert {ask(pad, f"{path}/line?ticket=mine", cookie)[1] for _ in range(6)} == {told}
        other.leave(number)
        assert re.match(rb"HTTP/1.1 303", pad.hear(phone))


def test_two_processes_serve_the_books_of_a_host_and_each_knows_what_the_other_put_away(tmp_path: Path) -> None:
    app = create_host({"DATA": tmp_path, "TESTING": True})
    book = make_book(tmp_path)
    folder = find_folder(tmp_path, book)
    assert folder is not None
    keys = find_folder_keys(folder)
    assert keys is not None
    with served_by(2, app, 0) as address:
        host = Running(("127.0.0.1", int(address.rpartition(":")[2])), 0)

        def hear_both(cookie: str) -> set[int]:
            """Return the answers of both processes to the first page of the book."""
            found: dict[str, int] = {}
            while len(found) < 2:
                status, _, process = ask(host, f"/b/{book}/players", cookie)
                found[process] = status
            return set(found.values())

        cookie, _ = host.let_in(keys.owner, f"/b/{book}")
        assert hear_both(cookie) == {200}
        renew_owner_key(folder)
        assert hear_both(cookie) == {403}
        deactivate_book(tmp_path, book, "deleted")
        assert hear_both(cookie) == {410}
    app.extensions["books"].close()
