"""A host under stress: taps at the same moment, more books than it keeps open, and a full disk at the same time."""

import errno
import os
import random
from collections.abc import Callable
from pathlib import Path
from threading import Barrier, Thread

import pytest
from flask import Flask

from scorekeeper.hosting import book_folders
from scorekeeper.hosting import books as hosted_books
from scorekeeper.hosting.app import create_host
from scorekeeper.hosting.book_folders import deactivate_book, find_folder, find_inactive, make_book, reactivate_book
from scorekeeper.hosting.books import HostedBooks
from scorekeeper.play.history.search import list_matches
from scorekeeper.store import NotFoundError, StoreError
from scorekeeper.store.ids import make_id
from tests.web.pages import Page, make_opening

PHONES = 6


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return create_host({"DATA": tmp_path, "TESTING": True, "WTF_CSRF_ENABLED": False})


def do_at_once(count: int, do: Callable[[int], object]) -> list[object]:
    """Call `do` with each number below `count` at the same moment; return the results, or the errors raised."""
    found: list[object] = [None] * count
    ready = Barrier(count)

    def do_one(number: int) -> None:
        ready.wait()
        try:
            found[number] = do(number)
        except Exception as error:  # the test checks it
            found[number] = error

    threads = [Thread(target=do_one, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def test_phones_that_come_to_a_closed_book_at_once_are_in_one_open_book(tmp_path: Path) -> None:
    book_id = make_book(tmp_path)
    books = HostedBooks(tmp_path)
    assert len({id(book) for book in do_at_once(PHONES, lambda _: books.find_book(book_id))}) == 1
    assert books.list_open() == (book_id,)
    books.close()


def test_a_button_tapped_twice_at_once_opens_one_book(app: Flask, tmp_path: Path) -> None:
    book_id = make_id()
    phones = [app.test_client() for _ in range(PHONES)]
    fields = make_opening(app, book_id)
    answers = do_at_once(
        PHONES, lambda number: phones[number].post(f"/b/{book_id}/open", data=fields).headers["Location"]
    )
    opened = [where for where in answers if str(where).startswith(f"/b/{book_id}/in/")]
    assert len(opened) == 1
    assert set(answers) - set(opened) == {"/books"}
    assert [path for path in tmp_path.iterdir() if path.name.startswith(".new")] == []
    app.extensions["books"].close()


@pytest.mark.parametrize("copied", [False, True])
def test_a_book_that_is_brought_back_by_two_taps_is_there_as_it_was(tmp_path: Path, copied: bool) -> None:
    book_id = make_book(tmp_path)
    folder = find_folder(tmp_path, book_id)
    assert folder is not None
    if copied:
        (folder / book_folders.COPIED).mkdir()
    deactivate_book(tmp_path, book_id, "deleted")
    assert {type(told) for told in do_at_once(2, lambda _: reactivate_book(tmp_path, book_id))} <= {
        type(None),
        NotFoundError,
    }
    assert HostedBooks(tmp_path).find_book(book_id)
    assert find_inactive(tmp_path, book_id) is None


def test_more_books_than_are_held_open_are_all_served(tmp_path: Path) -> None:
    ids = [make_book(tmp_path) for _ in range(12)]
    books = HostedBooks(tmp_path, most=4)

    def ask(number: int) -> bool:
        chance = random.Random(number)
        found = [books.find_book(chance.choice(ids)) for _ in range(20)]
        return all(book and list_matches(book.store) == () for book in found)

    assert do_at_once(PHONES, ask) == [True] * PHONES
    assert len(books.list_open()) == 4
    books.close()
    if Path("/proc/self/fd").exists():
        here = [os.readlink(each) for each in Path("/proc/self/fd").iterdir() if each.is_symlink()]
        assert [file for file in here if str(tmp_path) in file] == []


def test_on_a_full_disk_no_book_is_opened_and_nothing_is_left_of_it(
    app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, book_id = app.test_client(), make_id()
    client.get("/books")
    for where, error in (("mark_used", OSError(errno.ENOSPC, "full")), ("save_sidecar_files", StoreError("full"))):
        with monkeypatch.context() as patch:
            patch.setattr(book_folders, where, _raise(error))
            page = Page(client.post(f"/b/{book_id}/open", data=make_opening(app, book_id)))
            assert (page.status, "The disk is full" in page.text) == (503, True), where
        assert list(tmp_path.glob("books/*/*")) == list(tmp_path.glob(".new-*")) == []
    assert client.post(f"/b/{book_id}/open", data=make_opening(app, book_id)).status_code == 303
    assert find_folder(tmp_path, book_id)
    app.extensions["books"].close()


def test_on_a_full_disk_a_book_that_is_there_is_opened_and_read(
    app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = app.test_client()
    book_id = make_id()
    where = client.post(f"/b/{book_id}/open", data=make_opening(app, book_id)).headers["Location"]
    client.get(where)
    app.extensions["books"].close()
    monkeypatch.setattr(hosted_books, "mark_used", _raise(OSError(errno.ENOSPC, "full")))
    monkeypatch.setattr("scorekeeper.play.upkeep.book.save_sidecar_files", _raise(StoreError("full")))
    assert client.get(where.partition("/in/")[0] + "/").status_code == 200
    app.extensions["books"].close()


def test_who_waits_for_a_book_that_is_deleted_meanwhile_is_told_so_and_not_where_it_was(
    app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, book_id = app.test_client(), make_id()
    client.get(client.post(f"/b/{book_id}/open", data=make_opening(app, book_id)).headers["Location"])

    def delete_and_run(function: Callable[..., object], *arguments: object, limits: object) -> object:
        deactivate_book(tmp_path, book_id, "deleted")
        return function(*arguments)

    monkeypatch.setattr("scorekeeper.web.uploads.archives.run_in_worker", delete_and_run)
    page = Page(client.get(f"/b/{book_id}/keeping/archive.zip"))
    assert (page.status, "This book was put away" in page.text, str(tmp_path) in page.html) == (410, True, False)
    app.extensions["books"].close()


def _raise(error: Exception) -> Callable[..., None]:
    def fail(*_: object) -> None:
        raise error

    return fail
