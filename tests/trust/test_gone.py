"""A book that is missing, empty or damaged while it has copies: this is reported, and no new book is made silently."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.cli import main
from scorekeeper.play.history.search import list_matches
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.play.upkeep.copies import copy_now
from scorekeeper.play.upkeep.restoring import restore_book
from scorekeeper.store import SqliteStore, Store, StoreError
from scorekeeper.web import create_app
from tests.play.conftest import add, ends
from tests.web.conftest import KEY
from tests.web.pages import Page, Phone
from vision import tidy_photo


@pytest.fixture
def book(store: SqliteStore) -> Path:
    """Return the path of a closed book with one match of one entry, and a copy of it."""
    add(store, start_match(store, "spansk", ["Anna", "Bo"]), ends("Anna", "5", "0"))
    copy_now(store, 10)
    store.close()
    return store.path


def lose(book: Path, how: str) -> None:
    book.unlink()
    for ending in ("-wal", "-shm"):
        book.with_name(book.name + ending).unlink(missing_ok=True)
    if how != "missing":
        book.write_bytes(
            {"empty": b"", "one byte": b"S", "short": b"SQLite format 3\0" * 9, "torn": b"\xff" * 9000}[how]
        )


def entries(book: Path) -> list[int]:
    """Return how many entries each match of the book has."""
    with SqliteStore(book, create=False) as store:
        return [each.entries for each in list_matches(store)]


@pytest.mark.parametrize("how", ["missing", "empty", "one byte", "short"])
def test_a_book_that_is_gone_is_told_by_every_command_and_put_back_by_one(
    book: Path, how: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lose(book, how)
    before = book.read_bytes() if book.exists() else None
    data = ["--data", str(book.parent)]
    for command in (["check"], ["archive", str(book.parent / "all.zip")], ["backup", str(book.parent / "copy.db")]):
        assert main([*command, *data]) == 1
        assert "is missing or empty, but copies of it are kept" in capsys.readouterr().err
    assert (book.read_bytes() if book.exists() else None) == before
    with pytest.raises(StoreError, match="copies of it are kept"):
        SqliteStore(book)
    [copy] = (book.parent / "backups").glob("*.db")
    assert main(["restore", str(copy), *data]) == 0
    assert entries(book) == [1]


def test_a_damaged_book_is_put_back_by_the_command_and_what_lay_there_is_kept(book: Path) -> None:
    lose(book, "torn")
    [copy] = (book.parent / "backups").glob("*.db")
    with pytest.raises(StoreError, match="damaged"):
        SqliteStore(book)
    assert main(["restore", str(copy), "--data", str(book.parent)]) == 0
    assert entries(book) == [1]
    [kept] = (book.parent / "backups").glob("*-damaged")
    assert kept.read_bytes() == b"\xff" * 9000


@pytest.fixture
def rescued(app: Flask, book: Path, request: pytest.FixtureRequest) -> Iterator[Flask]:
    """Start the score pad anew after its book was lost."""
    lose(book, request.param)
    again = create_app({"DATA": book.parent, "OWNER_KEY": KEY, "TESTING": True})
    yield again
    again.extensions["scorekeeper"].close()


@pytest.mark.parametrize("rescued", ["missing", "empty", "one byte", "torn"], indirect=True)
def test_the_owner_is_offered_the_copies_on_every_page_and_puts_one_back(rescued: Flask) -> None:
    phone = Phone(rescued.test_client(), KEY)
    for path in ("/", "/new", "/history"):
        page = phone.open(path)
        assert (page.status, "The matches are not here" in page.text) == (503, True), path
    assert phone.open("/keeping").has("restore")
    [link] = [at["href"] for tag, at in page.elements if tag == "a" and "/copies/" in at.get("href", "")]
    page = phone.send(phone.open(link), "/keeping/restore")
    assert (page.status, "Everything is as it was" in page.text) == (200, True)
    [match] = list_matches(rescued.extensions["scorekeeper"])
    assert phone.open(f"/m/{match.id}").status == 200


@pytest.mark.parametrize("rescued", ["missing"], indirect=True)
def test_a_stranger_is_offered_nothing_when_the_book_is_gone(rescued: Flask) -> None:
    page = Page(rescued.test_client().get("/"))
    assert page.status in (403, 503)
    assert "/copies/" not in page.html


def test_a_new_folder_still_gets_a_new_book(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "new" / "matches.db") as store:
        assert list_matches(store) == ()


@pytest.mark.parametrize("content", [b"", b"S", b"SQLite format 3\0", "other", "truncated"])
def test_what_is_no_pad_is_not_put_back_and_nothing_is_lost(
    store: Store, book: Path, tmp_path: Path, content: bytes | str, capsys: pytest.CaptureFixture[str]
) -> None:
    given = tmp_path / "given.db"
    if content == "other":
        with closing(sqlite3.connect(given)) as other:
            other.execute("CREATE TABLE recipes (name TEXT)")
    else:
        [copy] = (book.parent / "backups").glob("*.db")
        given.write_bytes(content if isinstance(content, bytes) else copy.read_bytes()[:-4096])
    assert main(["restore", str(given), "--data", str(book.parent)]) == 1
    assert str(given) in capsys.readouterr().err
    assert entries(book) == [1]
    with SqliteStore(book) as again, pytest.raises(StoreError):
        restore_book(again, given, tidy_photo)


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such modes")
def test_nobody_else_on_the_computer_reads_the_book_its_copies_or_the_keys(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        folder = tmp_path / "data"
        folder.mkdir()
        SqliteStore(folder / "matches.db").close()
        (folder / "matches.db").chmod(0o644)  # written by an older version
        app = create_app({"DATA": folder})
        start_match(app.extensions["scorekeeper"], "spansk", ["Anna", "Bo"])
        copy_now(app.extensions["scorekeeper"], 10)
        files = [path for path in folder.rglob("*") if path.is_file() and path.suffix != ".json"]
        assert len(files) >= 4
        assert {oct(path.stat().st_mode & 0o777) for path in [*files, folder / "keys.json"]} == {"0o600"}
        app.extensions["scorekeeper"].close()
    finally:
        os.umask(before)
