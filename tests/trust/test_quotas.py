"""Limits of a book, a host and a disk: copies and drafts count, and a reserve of the disk is left for entries."""

import io
import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.hosting.app import create_host
from scorekeeper.hosting.book_folders import deactivate_book, make_book
from scorekeeper.hosting.books import HostedBooks
from scorekeeper.hosting.maintenance import maintain_books
from scorekeeper.hosting.usage import HostUsage
from scorekeeper.play.history.search import list_matches
from scorekeeper.play.photos import keep_photo
from scorekeeper.play.scoring.match import load_match
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.play.upkeep.book import Book
from scorekeeper.play.upkeep.copies import copy_now, drop_copies, find_copy, list_copies
from scorekeeper.play.upkeep.restoring import restore_book
from scorekeeper.play.upkeep.size import BookSize, HostLimits, measure_book
from scorekeeper.store import SqliteStore
from scorekeeper.store.ephemeral.rate_limits import count_hit
from scorekeeper.store.ids import make_id
from scorekeeper.web import create_app
from scorekeeper.web.access.rate_limits import NEW_BOOKS, NEW_BOOKS_OF_HOST, NEW_BOOKS_OF_NETWORKS
from scorekeeper.web.http.settings import HOST_BACKUPS
from tests.folders import get_file_store
from tests.web.pages import Page, make_opening
from vision import tidy_photo

PHOTO = 200_000  # bytes
MANY = 10  # times
TOO_MUCH = str(10**9)  # megabytes


@contextmanager
def hosting(data: Path, **settings: object) -> Iterator[Flask]:
    app = create_host({"DATA": data, "WTF_CSRF_ENABLED": False, **settings})
    yield app
    app.extensions["books"].close()


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    with hosting(tmp_path) as app:
        yield app


def find_book(app: Flask) -> Book:
    """Return a new, open book with a match and a photo."""
    book = app.extensions["books"].find_book(make_book(app.config["DATA"]))
    match = start_match(book.store, "spansk", ["Anna", "Bo"])
    keep_photo(book.store, match.id, os.urandom(PHOTO), {})
    return book  # type: ignore[no-any-return]


def let_in(app: Flask, book: Book) -> FlaskClient:
    """Return a device of its owner."""
    client, keys = app.test_client(), book.find_keys()
    assert keys is not None
    assert client.get(f"/b/{book.id}/in/{keys.owner}").status_code == 303
    return client


def test_copies_and_drafts_are_part_of_what_a_book_holds(app: Flask) -> None:
    book = find_book(app)
    before = measure_book(book.store).megabytes
    copy = copy_now(get_file_store(book), 3)
    assert copy is not None
    after = measure_book(book.store).megabytes
    assert after >= before + copy.size / 1e6
    arriving = get_file_store(book).path.parent / "arriving"
    arriving.mkdir()
    (arriving / ("a" * 32)).write_bytes(bytes(1_000_000))
    assert measure_book(book.store).megabytes > after + 0.99


def test_a_book_restored_again_and_again_grows_no_larger_and_loses_no_other_copy(app: Flask) -> None:
    book = find_book(app)
    owner = let_in(app, book)
    copy = copy_now(get_file_store(book), 3)
    assert copy is not None
    for _ in range(MANY):
        assert owner.post(f"/b/{book.id}/keeping/restore", data={"name": copy.name}).status_code == 303
        match = list_matches(book.store)[0]
        keep_photo(book.store, match.id, os.urandom(PHOTO), {})
    names = [each.name for each in list_copies(get_file_store(book))]
    assert len(names) == 1 + HOST_BACKUPS
    assert copy.name in names
    assert measure_book(book.store).megabytes * 1e6 < (len(names) + 5) * copy.size


def test_copies_asked_for_again_and_again_are_the_last_few(app: Flask) -> None:
    book = find_book(app)
    owner = let_in(app, book)
    for _ in range(MANY):
        assert owner.post(f"/b/{book.id}/keeping/copy").status_code == 303
    assert len(list_copies(get_file_store(book))) == HOST_BACKUPS


def test_copies_take_half_of_what_a_book_may_hold_but_the_last_good_one_stays(app: Flask) -> None:
    book = find_book(app)
    for _ in range(3):
        copy_now(get_file_store(book), MANY)
    copy = list_copies(get_file_store(book))[0]
    folder = get_file_store(book).path.parent / "backups"
    drop_copies(get_file_store(book), MANY, int(2.5 * copy.size))
    assert len(list_copies(get_file_store(book))) == 2
    newest, older = (folder / each.name for each in list_copies(get_file_store(book)))
    newest.write_bytes(b"torn" * 1000)
    drop_copies(get_file_store(book), MANY, copy.size // 2)
    assert older.exists()
    for _ in range(3):
        drop_copies(get_file_store(book), 1, 0)
    assert [each.name for each in list_copies(get_file_store(book))] == [older.name]


def test_damaged_copies_are_the_last_few_too(app: Flask) -> None:
    book = find_book(app)
    sound = copy_now(get_file_store(book), MANY)
    assert sound is not None
    for _ in range(5):
        path = get_file_store(book).keep_copy("before-restore")
        path.write_bytes(b"torn" * 1000)
    drop_copies(get_file_store(book), 2)
    assert len(list_copies(get_file_store(book))) == 3
    assert sound.name in [each.name for each in list_copies(get_file_store(book))]


def _post_copy(client: FlaskClient, book: str, _: str) -> TestResponse:
    return client.post(f"{book}/keeping/copy")


def _post_restore(client: FlaskClient, book: str, copy: str) -> TestResponse:
    return client.post(f"{book}/keeping/restore", data={"name": copy})


def _post_import(client: FlaskClient, book: str, _: str) -> TestResponse:
    return client.post(f"{book}/keeping/import", data={"files": (io.BytesIO(b"{}"), "match.json")})


def _post_part(client: FlaskClient, book: str, _: str) -> TestResponse:
    fields = {"sent": "a" * 32, "at": "0", "part": (io.BytesIO(b"part"), "part")}
    return client.post(f"{book}/keeping/part", data=fields)


def _post_photo(client: FlaskClient, book: str, _: str) -> TestResponse:
    match = client.get(f"{book}/").text.partition(f"{book}/m/")[2][:14]
    return client.post(f"{book}/m/{match}/photo", data={"photo": (io.BytesIO(b"jpeg"), "photo.jpg")})


LARGE = [_post_copy, _post_restore, _post_import, _post_part, _post_photo]


@pytest.mark.parametrize("post", LARGE)
def test_below_the_reserve_of_the_disk_nothing_large_is_written_and_everybody_is_told(
    tmp_path: Path, post: Callable[[FlaskClient, str, str], TestResponse]
) -> None:
    with hosting(tmp_path) as app:
        book = find_book(app)
        copy = copy_now(get_file_store(book), 3)
        assert copy is not None
    with hosting(tmp_path, LEFT_FREE=TOO_MUCH) as app:
        found = app.extensions["books"].find_book(book.id)
        owner = let_in(app, found)
        before = measure_book(found.store)
        owner.post(f"/b/{book.id}/language", data={"language": "de", "back": f"/b/{book.id}/"})
        answer = Page(post(owner, f"/b/{book.id}", copy.name))
        assert answer.status in (507, 422)
        if post is not _post_part:
            assert "Der Speicher ist fast voll" in answer.text
        assert measure_book(found.store) == before


def test_below_the_reserve_a_table_plays_on_and_everything_is_read(tmp_path: Path) -> None:
    with hosting(tmp_path) as app:
        book = find_book(app)
    with hosting(tmp_path, LEFT_FREE=TOO_MUCH) as app:
        owner = let_in(app, app.extensions["books"].find_book(book.id))
        for path in ("/", "/new", "/keeping", "/keeping/archive.zip", "/history", "/book"):
            with owner.get(f"/b/{book.id}{path}") as answer:
                assert answer.status_code == 200, path
        new = {"variant": "spansk", "player": ["Eva", "Finn"], "do": "start"}
        pad = owner.post(f"/b/{book.id}/new", data=new, follow_redirects=True).request.path
        entry = {"kind": "play", "player": "Eva", "tile": "5-0", "do": "save", "post": "tap", "seen": "0"}
        assert owner.post(pad, data=entry).status_code in (200, 303)
        store = app.extensions["books"].find_book(book.id).store
        assert load_match(store, pad.rpartition("/")[2]).seen == 1


def test_below_the_reserve_no_book_is_opened(tmp_path: Path) -> None:
    with hosting(tmp_path, LEFT_FREE=TOO_MUCH) as app:
        page = Page(_open_new(app))
        assert (page.status, "The disk is nearly full" in page.text) == (507, True)
    assert not list(tmp_path.glob("books/*/*"))


def test_below_the_reserve_a_night_makes_no_copies_and_says_so(tmp_path: Path, app: Flask) -> None:
    book = find_book(app)
    done = maintain_books(tmp_path, datetime.now(UTC), HostLimits(reserve=10**18))
    assert done.copied == 0
    assert [(name, getattr(error, "key", "")) for name, error in done.failed] == [(book.id, "reserve")]
    assert list_copies(get_file_store(book)) == ()


def test_a_house_starts_below_the_reserve_without_a_copy_and_makes_none(tmp_path: Path) -> None:
    settings = {"DATA": tmp_path, "OWNER_KEY": "owner-key", "WTF_CSRF_ENABLED": False}
    app = create_app(settings)
    match = start_match(app.extensions["scorekeeper"], "spansk", ["Anna", "Bo"])
    app.extensions["books"].close()
    app = create_app({**settings, "LEFT_FREE": TOO_MUCH})
    owner = app.test_client()
    owner.get("/in/owner-key")
    assert owner.get(f"/m/{match.id}/sheet").status_code == 200
    page = Page(owner.post("/keeping/copy"))
    assert (page.status, "The disk is nearly full" in page.text) == (507, True)
    assert list_copies(app.extensions["scorekeeper"]) == ()
    app.extensions["books"].close()


def test_a_damaged_book_is_rescued_even_below_the_reserve(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "matches.db") as store:
        match = start_match(store, "spansk", ["Anna", "Bo"])
        copy = copy_now(store, 3)
        assert copy is not None
    (tmp_path / "matches.db").write_bytes(b"no database" * 1000)
    with SqliteStore(tmp_path / "matches.db", rescue=True, reserve=10**18) as store:
        restore_book(store, find_copy(store, copy.name), tidy_photo)
        assert [each.id for each in list_matches(store)] == [match.id]


def _open_new(app: Flask, address: str = "192.0.2.1") -> TestResponse:
    book_id = make_id()
    fields = make_opening(app, book_id)
    return app.test_client().post(f"/b/{book_id}/open", data=fields, environ_overrides={"REMOTE_ADDR": address})


def test_a_host_takes_as_many_books_as_it_may_and_says_so(tmp_path: Path) -> None:
    with hosting(tmp_path, MOST_BOOKS=3) as app:
        first = make_book(tmp_path)
        make_book(tmp_path)
        deactivate_book(tmp_path, first, "deleted")  # and can be brought back
        assert [_open_new(app).status_code for _ in range(2)] == [303, 507]
        page = Page(_open_new(app))
        assert "This server is full" in page.text


def test_a_host_takes_as_many_megabytes_as_it_may_and_scoring_goes_on(tmp_path: Path) -> None:
    with hosting(tmp_path, ALL_MEGABYTES=1) as app:
        books = [find_book(app) for _ in range(4)]
        assert Page(_open_new(app)).status == 507
        owner = let_in(app, books[0])
        page = Page(_post_import(owner, f"/b/{books[0].id}", ""))
        assert (page.status, "This server is full" in page.text) == (507, True)
        assert owner.get(f"/b/{books[0].id}/new").status_code == 200


def test_all_books_are_measured_again_after_a_hundred_times_as_long_as_it_took(tmp_path: Path) -> None:
    ticks = count()
    usage = HostUsage(
        HostedBooks(tmp_path).measure, clock=lambda: float(next(ticks))
    )  # each reading of the clock advances it by a second
    limits = HostLimits(books=1)
    assert not usage.has_all_books(limits)
    make_book(tmp_path)
    assert not any(usage.has_all_books(limits) for _ in range(95))
    while not usage.has_all_books(limits):  # a thread measures
        time.sleep(0.01)


def test_networks_of_ipv6_open_no_more_books_than_a_few_houses(app: Flask, tmp_path: Path) -> None:
    most = {bits: limit.most for bits, limit in NEW_BOOKS_OF_NETWORKS}
    assert NEW_BOOKS.most < most[56] < most[48]
    for number, (bits, step) in enumerate(((56, 1), (48, 256))):
        houses = (f"2001:db8:{number}:{house * step:x}::1" for house in range(most[bits] + 2))
        assert _open_from(app, houses) == [*[303] * most[bits], 429, 429]
    assert _open_from(app, ["2001:db8:3::1"]) == [303]


def _open_from(app: Flask, addresses: Iterable[str]) -> list[int]:
    return [_open_new(app, address).status_code for address in addresses]


def test_all_addresses_together_open_no_more_books_than_a_host_takes_an_hour(app: Flask) -> None:
    ephemeral, limit = app.extensions["ephemeral"], NEW_BOOKS_OF_HOST
    for _ in range(limit.most - 1):
        count_hit(ephemeral, limit.what, "all", limit.within)
    assert _open_from(app, ["192.0.2.1", "192.0.2.2", "2001:db8::1"]) == [303, 429, 429]


def test_an_address_that_may_open_no_more_uses_up_nothing_of_the_others(app: Flask) -> None:
    ephemeral = app.extensions["ephemeral"]
    for _ in range(NEW_BOOKS.most):
        count_hit(ephemeral, NEW_BOOKS.what, "192.0.2.1", NEW_BOOKS.within)
    assert _open_from(app, ["192.0.2.1"] * 5) == [429] * 5
    assert count_hit(ephemeral, NEW_BOOKS_OF_HOST.what, "all", NEW_BOOKS_OF_HOST.within) == 1


def test_what_a_host_may_hold_is_set_from_outside(tmp_path: Path) -> None:
    sizes = {"MOST_MATCHES": "5", "MOST_PHOTOS": "6", "MOST_MEGABYTES": "7", "MOST_BOOKS": "0", "ALL_MEGABYTES": "8"}
    with hosting(tmp_path, LEFT_FREE="9", **sizes) as app:
        assert app.config["LIMITS"] == HostLimits(BookSize(5, 6, 7), 0, 8, 9_000_000)
