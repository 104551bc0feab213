"""Two families on one host: nothing that opens one family's book opens the other's."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.hosting.app import create_host
from scorekeeper.hosting.book_folders import deactivate_book, make_book
from scorekeeper.hosting.books import HostedBooks
from scorekeeper.play.access import list_match_links
from scorekeeper.play.photos import keep_photo
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.play.transfer.match_files import export_match
from scorekeeper.play.upkeep.book import Book, name_book
from scorekeeper.web.access.permissions import find_opening
from scorekeeper.web.access.rate_limits import WRONG_LINKS
from scorekeeper.web.access.upload_auth import is_member
from tests.folders import get_file_store
from tests.play.match_files import import_matches

PLAYERS = ["Anna", "Bo"]


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    app = create_host({"DATA": tmp_path, "TESTING": True})
    yield app
    app.extensions["books"].close()


@pytest.fixture
def books(app: Flask) -> tuple[Book, Book]:
    hosted: HostedBooks = app.extensions["books"]
    found = [hosted.find_book(make_book(hosted.data)) for _ in range(2)]
    assert found[0] is not None
    assert found[1] is not None
    return found[0], found[1]


def find_owner_key(book: Book) -> str:
    keys = book.find_keys()
    assert keys is not None
    return keys.owner


def let_in(app: Flask, book: Book) -> FlaskClient:
    """Return a device of the owner of the book."""
    client = app.test_client()
    assert client.get(f"/b/{book.id}/in/{find_owner_key(book)}").status_code == 303
    return client


def replay(app: Flask, owner: FlaskClient, book: Book, other: Book) -> FlaskClient:
    """Return a device that sends to the other book what the first one gave it."""
    cookie = owner.get_cookie("scorekeeper", path=f"/b/{book.id}")
    assert cookie is not None
    thief = app.test_client()
    thief.set_cookie("scorekeeper", cookie.value, path=f"/b/{other.id}")
    return thief


def test_the_owners_link_of_one_book_opens_no_other(app: Flask, books: tuple[Book, Book]) -> None:
    mine, theirs = books
    client = app.test_client()
    assert client.get(f"/b/{theirs.id}/in/{find_owner_key(mine)}").status_code == 403
    assert client.get(f"/b/{theirs.id}/").status_code == 403


def list_known(client: FlaskClient) -> str:
    """Return the first page of the host, which lists the books of the device."""
    return client.get("/books").text


@pytest.mark.parametrize("method", ["OPTIONS", "HEAD", "GET", "POST", "PUT"])
@pytest.mark.parametrize("way", ["in/x", "join/x", "", "book", "book/name"])
def test_no_request_of_a_stranger_says_what_a_book_is_called(
    app: Flask, books: tuple[Book, Book], method: str, way: str
) -> None:
    mine, _ = books
    name_book(mine, "Larssons")
    stranger = app.test_client()
    answer = stranger.open(f"/b/{mine.id}/{way}", method=method)
    assert "Larssons" not in answer.text
    assert "Larssons" not in list_known(stranger)
    assert mine.id not in list_known(stranger)
    assert "Larssons" in list_known(let_in(app, mine))


@pytest.mark.parametrize("state", ["open", "put away", "unknown"])
def test_wrong_keys_of_a_book_are_soon_answered_in_one_line(app: Flask, books: tuple[Book, Book], state: str) -> None:
    mine, _ = books
    book_id, key = (mine.id if state != "unknown" else "A" * 14), find_owner_key(mine)
    if state == "put away":
        deactivate_book(app.config["DATA"], mine.id, "deleted")
        app.extensions["books"].close(mine.id)
    stranger = app.test_client()
    methods = ["GET", "POST"] if state == "put away" else ["GET"]
    app.config["WTF_CSRF_ENABLED"] = False
    answers = [stranger.open(f"/b/{book_id}/in/x{n}", method=methods[n % len(methods)]) for n in range(40)]
    most = WRONG_LINKS.most
    assert {answer.status_code for answer in answers[:most]} == {{"open": 403, "put away": 410, "unknown": 404}[state]}
    assert {(answer.status_code, len(answer.data) < 100) for answer in answers[most:]} == {(429, True)}
    assert int(answers[-1].headers["Retry-After"]) > 0
    if state != "unknown":  # the right key still opens it
        right = stranger.get(f"/b/{mine.id}/in/{key}")
        assert (right.status_code, "Bring it back" in right.text) == ((303, False) if state == "open" else (410, True))


def test_the_cookie_of_one_book_is_nobodys_in_another(app: Flask, books: tuple[Book, Book]) -> None:
    mine, theirs = books
    thief = replay(app, let_in(app, mine), mine, theirs)
    for path in ("/", "/history", "/keeping", "/keeping/archive.zip", "/book", "/players"):
        assert thief.get(f"/b/{theirs.id}{path}").status_code == 403, path
    assert thief.post(f"/b/{theirs.id}/book/delete").status_code in (400, 403)
    assert app.extensions["books"].find_book(theirs.id) is not None


def test_not_even_where_both_were_given_the_same_secret(app: Flask, books: tuple[Book, Book]) -> None:
    mine, theirs = books
    files = [get_file_store(book).path.with_name("keys.json") for book in books]
    keys = [json.loads(file.read_text()) for file in files]
    files[1].write_text(json.dumps({**keys[1], "SECRET_KEY": keys[0]["SECRET_KEY"]}))
    assert replay(app, let_in(app, mine), mine, theirs).get(f"/b/{theirs.id}/").status_code == 403


def test_a_guests_link_opens_one_match_of_one_book(app: Flask, books: tuple[Book, Book]) -> None:
    mine, theirs = books
    match = start_match(mine.store, "spansk", PLAYERS)
    [copied] = import_matches(theirs.store, [export_match(mine.store, match.id)])
    link = list_match_links(mine.store, match.id).score
    guest = app.test_client()
    assert guest.get(f"/b/{theirs.id}/join/{link}").status_code == 403
    assert guest.get(f"/b/{mine.id}/join/{link}").status_code == 303
    assert guest.get(f"/b/{mine.id}/m/{match.id}").status_code == 200
    assert guest.get(f"/b/{theirs.id}/m/{copied.id}").status_code == 403
    assert replay(app, guest, mine, theirs).get(f"/b/{theirs.id}/m/{copied.id}").status_code == 403


def test_news_of_a_match_are_told_to_nobody_from_another_book(app: Flask, books: tuple[Book, Book]) -> None:
    mine, theirs = books
    match = start_match(mine.store, "spansk", PLAYERS)
    news = f"/b/{mine.id}/m/{match.id}/news?seen=0"
    assert let_in(app, mine).get(news).status_code == 204
    assert replay(app, let_in(app, theirs), theirs, mine).get(news).status_code == 403
    assert let_in(app, theirs).get(news.replace(mine.id, theirs.id)).status_code == 404


def test_a_photo_is_seen_in_its_own_book_alone(app: Flask, books: tuple[Book, Book]) -> None:
    mine, theirs = books
    match = start_match(mine.store, "spansk", PLAYERS)
    photo = keep_photo(mine.store, match.id, b"jpeg", {})
    picture = f"/m/{match.id}/photo/{photo}.jpg"
    assert let_in(app, mine).get(f"/b/{mine.id}{picture}").data == b"jpeg"
    assert let_in(app, theirs).get(f"/b/{theirs.id}{picture}").status_code == 404
    assert replay(app, let_in(app, theirs), theirs, mine).get(f"/b/{mine.id}{picture}").status_code == 403


def test_only_devices_of_the_book_may_send_much_to_it(app: Flask, books: tuple[Book, Book]) -> None:
    mine, theirs = books
    cookie = let_in(app, mine).get_cookie("scorekeeper", path=f"/b/{mine.id}")
    assert cookie is not None
    sent = f"language=sv; scorekeeper={cookie.value}"
    assert is_member(app, f"/b/{mine.id}/keeping/part?x=1", sent)
    for path in (f"/b/{theirs.id}/keeping/part", "/keeping/part", "/books", f"/b/{'x' * 14}/keeping/part", ""):
        assert not is_member(app, path, sent), path
    assert not is_member(app, f"/b/{mine.id}/keeping/part", "language=sv")


def test_an_address_that_tries_to_leave_its_book_is_nobodys(app: Flask, books: tuple[Book, Book]) -> None:
    mine, theirs = books
    owner = let_in(app, mine)
    for path in (f"/b/{mine.id}/../{theirs.id}/", f"/b/{mine.id}/b/{theirs.id}/", f"/b/{mine.id}%2f..%2f{theirs.id}/"):
        assert owner.get(path).status_code in (403, 404), path
    assert owner.get("/", headers={"X-Script-Name": f"/b/{theirs.id}"}).headers["Location"] == "/begin"


def test_where_a_book_lies_on_the_server_is_told_to_nobody(app: Flask, books: tuple[Book, Book]) -> None:
    mine, theirs = books
    owner = let_in(app, mine)
    app.extensions["books"].close()
    get_file_store(mine).path.write_bytes(b"")
    answer = owner.get(f"/b/{mine.id}/")
    assert answer.status_code == 503
    assert str(get_file_store(mine).path.parent.parent) not in answer.text
    assert let_in(app, theirs).get(f"/b/{theirs.id}/").status_code == 200


def test_deleting_a_book_needs_its_owner_and_a_form_of_ours(app: Flask, books: tuple[Book, Book]) -> None:
    mine, _ = books
    match = start_match(mine.store, "spansk", PLAYERS)
    guest = app.test_client()
    guest.get(f"/b/{mine.id}/join/{list_match_links(mine.store, match.id).score}")
    for path in ("/book/delete", "/book/key", "/book/name"):
        assert guest.post(f"/b/{mine.id}{path}").status_code == 403, path
        assert let_in(app, mine).post(f"/b/{mine.id}{path}").status_code == 400, path
    assert app.extensions["books"].find_book(mine.id) is not None


def test_without_a_book_nothing_is_there_but_what_shows_nothing_of_any(app: Flask, books: tuple[Book, Book]) -> None:
    texts = ("match_id", "kept_id", "photo_id", "game_id", "name", "key", "filename", "ticket", "event_id", "what")
    values: dict[str, object] = {"number": 1, "round_": 1} | dict.fromkeys(texts, "a")
    owner, asked = let_in(app, books[0]), set()
    with app.test_request_context(environ_overrides={"scorekeeper.book": None}):
        inside = [rule for rule in app.url_map.iter_rules() if find_opening(rule.endpoint) != "outside"]
    for rule in inside:
        built = rule.build({name: values[name] for name in rule.arguments})
        assert built is not None
        for method in (rule.methods or set()) & {"GET", "POST"}:
            status = owner.open(built[1], method=method).status_code
            assert status == (303 if rule.rule == "/" else 404), (method, rule)
            asked.add(rule.endpoint)
    assert {"matches.new", "exports.archive", "book.show", "join.sign_in", "pad.fill"} <= asked
