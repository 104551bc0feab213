"""An owner's devices name, copy, renew the key, delete and bring back a book at the same moment: each is answered."""

import os
from collections.abc import Iterator
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.hosting.app import create_host
from scorekeeper.hosting.book_folders import find_folder, find_inactive, make_book
from scorekeeper.play.history.search import list_matches
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.play.upkeep.book import find_folder_keys
from scorekeeper.play.upkeep.checking import check_book
from scorekeeper.play.upkeep.copies import list_copies
from scorekeeper.store.keys import make_keys, read_keys
from tests.folders import renew_owner_key
from tests.trust.test_host import PHONES, do_at_once
from tests.trust.test_jobs import wait_for_jobs

ROUNDS = 3


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    app = create_host({"DATA": tmp_path, "WTF_CSRF_ENABLED": False})
    yield app
    app.extensions["books"].close()


@pytest.fixture
def book_id(app: Flask, tmp_path: Path) -> str:
    """Make a book with a match in it, and return its id."""
    book_id = make_book(tmp_path)
    book = app.extensions["books"].find_book(book_id)
    start_match(book.store, "spansk", ["Anna", "Bo"])
    return book_id


def let_in(app: Flask, book_id: str, count: int = PHONES) -> list[FlaskClient]:
    """Return devices of its owner."""
    phones = [app.test_client() for _ in range(count)]
    for phone in phones:
        keys = app.extensions["books"].find_keys(book_id)
        assert phone.get(f"/b/{book_id}/in/{keys.owner}").status_code == 303
    return phones


def post_at_once(phones: list[FlaskClient], path: str, **fields: str) -> list[object]:
    return do_at_once(len(phones), lambda number: phones[number].post(path, data=fields).status_code)


def test_names_given_at_the_same_moment_are_written_one_after_the_other(
    app: Flask, book_id: str, tmp_path: Path
) -> None:
    phones = let_in(app, book_id)
    for _ in range(ROUNDS):
        assert post_at_once(phones, f"/b/{book_id}/book/name", name="Sunday club") == [303] * PHONES
    folder = find_folder(tmp_path, book_id)
    assert folder is not None
    assert (folder / "name.txt").read_text() == "Sunday club"
    assert list(folder.glob(".*part*")) == []


def test_copies_made_at_the_same_moment_are_all_whole(app: Flask, book_id: str) -> None:
    phones = let_in(app, book_id)
    for _ in range(ROUNDS):
        assert post_at_once(phones, f"/b/{book_id}/keeping/copy") == [303] * PHONES
        wait_for_jobs(app)
    store = app.extensions["books"].find_book(book_id).store
    assert list_copies(store)
    assert list((store.path.parent / "backups").glob(".*part*")) == []


def test_keys_made_anew_at_the_same_moment_leave_one_that_opens(app: Flask, book_id: str) -> None:
    for _ in range(ROUNDS):
        phones = let_in(app, book_id)
        assert set(post_at_once(phones, f"/b/{book_id}/book/key")) <= {303, 403}
    assert let_in(app, book_id, 1)


def test_a_book_deleted_at_the_same_moment_as_it_is_used_answers_everybody(app: Flask, book_id: str) -> None:
    for _ in range(ROUNDS):
        phones = let_in(app, book_id)
        paths = ("book/delete", "book/name", "book/delete", "keeping/copy", "book/key", "book/delete")
        fetch = [(phone, f"/b/{book_id}/{path}") for phone, path in zip(phones, paths, strict=True)]
        answers = do_at_once(PHONES, lambda at, fetch=fetch: fetch[at][0].post(fetch[at][1]).status_code)  # type: ignore[misc]
        assert set(answers) <= {303, 403, 404, 410, 503}, answers
        inactive = find_inactive(Path(app.config["DATA"]), book_id)
        if inactive is None:  # the keys were renewed before anybody deleted the book, so all devices are signed out
            assert {answers[0], answers[2], answers[5]} <= {403, 503}
            continue
        keys = find_folder_keys(inactive.folder)
        assert keys is not None
        owner = keys.owner
        fresh = [app.test_client() for _ in range(PHONES)]
        brought = do_at_once(PHONES, lambda at, fresh=fresh, owner=owner: fresh[at].post(f"/b/{book_id}/in/{owner}"))  # type: ignore[misc]
        assert {getattr(answer, "status_code", answer) for answer in brought} <= {303, 403, 404}
        assert fresh[0].get(f"/b/{book_id}/in/{owner}").status_code == 303
    store = app.extensions["books"].find_book(book_id).store
    assert len(list_matches(store)) == 1
    assert check_book(store) == ()


def _renew(folder: Path, ready: Barrier, count: int) -> None:
    ready.wait()
    for _ in range(count):
        renew_owner_key(folder)


@pytest.mark.skipif(os.name != "posix", reason="nobody serves a host elsewhere")
def test_processes_that_make_keys_anew_at_the_same_moment_leave_whole_keys(tmp_path: Path) -> None:
    make_keys(tmp_path)
    spawn = get_context("spawn")
    ready = spawn.Barrier(3)
    children = [spawn.Process(target=_renew, args=(tmp_path, ready, 100)) for _ in range(3)]
    for child in children:
        child.start()
    for child in children:
        child.join()
    assert [child.exitcode for child in children] == [0, 0, 0]
    assert read_keys(tmp_path / "keys.json").keys() == {"SECRET_KEY", "OWNER_KEY"}
    assert [path.name for path in tmp_path.iterdir()] == ["keys.json"]
