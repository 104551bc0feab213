"""The books of a host: found in their folders, opened on demand, closed again, and put away for a while."""

import json
import os
import shutil
import sqlite3
from contextlib import ExitStack, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from scorekeeper.hosting.book_folders import (
    deactivate_book,
    deactivate_unused,
    delete_inactive,
    find_folder,
    find_inactive,
    list_folders,
    list_inactive,
    make_book,
    reactivate_book,
)
from scorekeeper.hosting.books import IDLE, QUIET, HostedBooks
from scorekeeper.play.history.search import list_matches
from scorekeeper.play.photos import find_photo, keep_photo
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.play.upkeep.book import MOST_IDLE, find_book_name, name_book, open_book
from scorekeeper.store import NotFoundError, SqliteStore, StoreError
from scorekeeper.store.ids import make_id
from scorekeeper.store.keys import make_keys
from tests.folders import get_file_store, renew_owner_key

NOW = datetime(2026, 11, 22, 20, tzinfo=UTC)


class Clock:
    """A clock whose time tests set."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def make_books(data: Path, count: int) -> list[str]:
    return [make_book(data) for _ in range(count)]


def find(data: Path, book_id: str) -> Path:
    folder = find_folder(data, book_id)
    assert folder is not None
    return folder


def test_an_empty_folder_is_no_book_and_stays_empty(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="does not exist"):
        open_book(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_new_book_has_a_folder_that_a_house_could_serve(tmp_path: Path) -> None:
    [book_id] = make_books(tmp_path, 1)
    folder = find(tmp_path, book_id)
    assert folder == tmp_path / "books" / book_id[:2] / book_id
    assert {path.name for path in folder.iterdir()} >= {"matches.db", "keys.json"}
    assert folder.stat().st_mode & 0o077 == 0
    assert [path.name for path in folder.parent.iterdir()] == [book_id]


def test_a_book_is_made_under_the_id_that_was_asked_for_once(tmp_path: Path) -> None:
    book_id = make_id()
    assert make_book(tmp_path, book_id) == book_id
    for taken in (book_id, "abcdefgh", "a" * 15, "../../etc/abcd"):
        with pytest.raises(FileExistsError):
            make_book(tmp_path, taken)
    deactivate_book(tmp_path, book_id, "deleted")
    with pytest.raises(FileExistsError):
        make_book(tmp_path, book_id)
    assert not list(tmp_path.glob("books/*/*"))


def test_a_book_whose_file_alone_came_back_has_its_keys_and_its_name(tmp_path: Path) -> None:
    [book_id] = make_books(tmp_path, 1)
    book = HostedBooks(tmp_path).find_book(book_id)
    assert book is not None
    name_book(book, "Sunday club")
    keys = book.find_keys()
    get_file_store(book).copy(copied := tmp_path / "copied.db")
    book.store.close()
    shutil.rmtree(find(tmp_path, book_id))
    find_again = tmp_path / "books" / book_id[:2] / book_id
    find_again.mkdir()
    copied.rename(find_again / "matches.db")
    back = HostedBooks(tmp_path).find_book(book_id)
    assert back is not None
    assert (back.find_keys(), find_book_name(back)) == (keys, "Sunday club")


@pytest.mark.parametrize("book_id", ["", "..", "../..", "abcdefgh/..", "a" * 41, "never-was-one", "AbCdEfGhIjKlMn"])
def test_what_is_no_book_is_not_found(tmp_path: Path, book_id: str) -> None:
    make_books(tmp_path, 1)
    assert HostedBooks(tmp_path).find_book(book_id) is None
    assert HostedBooks(tmp_path).find_keys(book_id) is None


def test_a_book_is_opened_once_and_the_ones_used_last_stay_open(tmp_path: Path) -> None:
    first, second, third = make_books(tmp_path, 3)
    books = HostedBooks(tmp_path, most=2)
    opened = books.find_book(first)
    assert books.find_book(first) is opened
    books.find_book(second)
    books.find_book(first)
    books.find_book(third)
    assert books.list_open() == (first, third)
    books.close()
    assert books.list_open() == ()


def test_who_is_in_a_book_while_it_is_closed_ends_there_and_leaves_nothing_open(tmp_path: Path) -> None:
    first, second = make_books(tmp_path, 2)
    books = HostedBooks(tmp_path, most=1)
    book = books.find_book(first)
    assert book is not None
    with book.store.read():
        books.find_book(second)
    assert list_matches(book.store) == ()
    folder = find(tmp_path, first)
    assert not list(folder.glob("*-wal"))
    books.close()


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="nobody tells here which files are open")
def test_a_book_that_many_have_read_at_once_keeps_few_files_open(tmp_path: Path) -> None:
    [book_id] = make_books(tmp_path, 1)
    books = HostedBooks(tmp_path)
    book = books.find_book(book_id)
    assert book is not None
    with ExitStack() as reading:
        for _ in range(9):
            reading.enter_context(book.store.read())
    here = [str(each.readlink()) for each in Path("/proc/self/fd").iterdir() if each.is_symlink()]
    assert len([file for file in here if file.endswith(f"{book_id}/matches.db-wal")]) == MOST_IDLE
    books.close()


def test_a_book_that_nobody_asks_for_is_closed(tmp_path: Path) -> None:
    first, second = make_books(tmp_path, 2)
    clock = Clock()
    books = HostedBooks(tmp_path, clock=clock)
    books.find_book(first)
    clock.seconds += IDLE + 1
    books.find_book(second)
    assert books.list_open() == (second,)
    books.close()


def test_the_log_beside_a_book_is_emptied_when_nobody_asks_for_it_for_a_while(tmp_path: Path) -> None:
    [book_id] = make_books(tmp_path, 1)
    clock = Clock()
    books = HostedBooks(tmp_path, clock=clock)
    book = books.find_book(book_id)
    assert book is not None
    match = start_match(book.store, "spansk", ["Anna", "Bo"])
    photo = keep_photo(book.store, match.id, os.urandom(500_000), {})
    log = find(tmp_path, book_id) / "matches.db-wal"
    books.tidy()
    assert log.stat().st_size > 500_000
    clock.seconds += QUIET + 1
    with book.store.read() as db:
        db.execute("SELECT count(*) FROM matches").fetchone()
        start_match(book.store, "spansk", ["Anna", "Bo"])
        books.tidy()  # a reader still uses an older state of the file
        assert log.stat().st_size > 500_000
    books.tidy()
    assert log.stat().st_size == 0
    assert find_photo(book.store, photo) is not None
    assert len(list_matches(book.store)) == 2
    books.close()


def _tear(folder: Path) -> None:
    (folder / "matches.db").write_bytes(b"no database at all" * 400)


def _take_away(folder: Path) -> None:
    (folder / "matches.db").unlink()


def _write_newer(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "matches.db")) as db, db:
        db.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('scorekeeper', '9999', '')"
        )


def _lose_keys(folder: Path) -> None:
    (folder / "keys.json").write_text("{}")
    with closing(sqlite3.connect(folder / "matches.db")) as db, db:
        db.execute("DELETE FROM beside")


@pytest.mark.parametrize(
    ("harm", "key"),
    [(_take_away, "missing"), (_write_newer, "newer"), (_lose_keys, "no_keys")],
)
def test_a_book_that_cannot_be_opened_harms_no_other(tmp_path: Path, harm: object, key: str) -> None:
    broken, whole = make_books(tmp_path, 2)
    assert callable(harm)
    harm(find(tmp_path, broken))
    books = HostedBooks(tmp_path)
    for _ in range(2):
        with pytest.raises(StoreError) as told:
            books.find_book(broken)
        assert told.value.key == key
    assert books.find_book(whole) is not None
    assert books.list_open() == (whole,)
    books.close()


@pytest.mark.parametrize("left", ["", '{"SECRET_KEY": "wh'])
def test_a_book_whose_keys_are_emptied_or_cut_while_it_is_open_goes_on_with_its_own(tmp_path: Path, left: str) -> None:
    [book_id] = make_books(tmp_path, 1)
    books = HostedBooks(tmp_path)
    book = books.find_book(book_id)
    assert book is not None
    before = book.find_keys()
    (find(tmp_path, book_id) / "keys.json").write_text(left)
    again = books.find_book(book_id)
    assert again is not None
    assert (again.find_keys(), books.find_keys(book_id)) == (before, before)
    books.close()


def test_a_damaged_book_is_open_for_its_rescue_alone(tmp_path: Path) -> None:
    [book_id] = make_books(tmp_path, 1)
    _tear(find(tmp_path, book_id))
    book = HostedBooks(tmp_path).find_book(book_id)
    assert book is not None
    assert book.store.trouble is not None
    with pytest.raises(StoreError):
        list_matches(book.store)


def test_the_folder_of_a_house_can_be_dropped_in_and_is_brought_up_to_date_with_a_copy(tmp_path: Path) -> None:
    house, host = tmp_path / "house", tmp_path / "host"
    with SqliteStore(house / "matches.db") as store:
        match = start_match(store, "spansk", ["Anna", "Bo"])
    make_keys(house)
    keys = json.loads((house / "keys.json").read_text())
    shutil.copytree(house, host / "books" / "Ho" / "HouseOfAnnaAndBo")
    books = HostedBooks(host)
    book = books.find_book("HouseOfAnnaAndBo")
    assert book is not None
    assert [each.id for each in list_matches(book.store)] == [match.id]
    found = book.find_keys()
    assert found is not None
    assert found.owner == keys["OWNER_KEY"]
    books.close()


def test_a_key_that_another_process_has_made_anew_counts_at_once(tmp_path: Path) -> None:
    [book_id] = make_books(tmp_path, 1)
    books, others = HostedBooks(tmp_path), HostedBooks(tmp_path)
    book = books.find_book(book_id)
    assert book is not None
    before = book.find_keys()
    renew_owner_key(find(tmp_path, book_id))
    after = book.find_keys()
    assert before is not None
    assert after is not None
    assert before.owner != after.owner
    assert before.secret == after.secret
    assert others.find_keys(book_id) == after
    books.close()


def test_a_book_that_another_process_has_put_away_is_gone_and_comes_back_as_it_was(tmp_path: Path) -> None:
    [book_id] = make_books(tmp_path, 1)
    books = HostedBooks(tmp_path)
    book = books.find_book(book_id)
    assert book is not None
    match = start_match(book.store, "spansk", ["Anna", "Bo"])
    deactivate_book(tmp_path, book_id, "deleted", NOW)
    assert books.find_book(book_id) is None
    assert books.find_keys(book_id) is None
    assert books.list_open() == ()
    reactivate_book(tmp_path, book_id)
    again = books.find_book(book_id)
    assert again is not None
    assert [each.id for each in list_matches(again.store)] == [match.id]
    assert find_inactive(tmp_path, book_id) is None
    books.close()


@pytest.mark.parametrize(("why", "days"), [("deleted", 30), ("removed", 30), ("unused", 365)])
def test_what_was_put_away_goes_for_good_when_its_time_is_over(tmp_path: Path, why: str, days: int) -> None:
    [book_id] = make_books(tmp_path, 1)
    deactivate_book(tmp_path, book_id, why, NOW)  # type: ignore[arg-type]  # of the table
    [away] = list_inactive(tmp_path)
    assert (away.id, away.why, away.until) == (book_id, why, NOW + timedelta(days=days))
    for night in range(days):
        assert delete_inactive(tmp_path, NOW + timedelta(days=night, hours=1)) == ()
        assert find_inactive(tmp_path, book_id) == away
    assert delete_inactive(tmp_path, away.until, is_clock_trusted=True) == ()
    assert delete_inactive(tmp_path, away.until + timedelta(seconds=1), is_clock_trusted=False) == ()
    assert delete_inactive(tmp_path, away.until + timedelta(seconds=1)) == (book_id,)
    assert find_inactive(tmp_path, book_id) is None
    with pytest.raises(NotFoundError):
        reactivate_book(tmp_path, book_id)
    with pytest.raises(FileExistsError):  # no new book can have its address
        make_book(tmp_path, book_id)


def test_a_clock_far_ahead_deletes_nothing_that_was_not_put_away_for_as_many_nights(tmp_path: Path) -> None:
    [book_id] = make_books(tmp_path, 1)
    deactivate_book(tmp_path, book_id, "deleted", NOW)
    for night in range(29):
        for again in range(3):
            ahead = NOW + timedelta(days=400 + night, hours=again)
            assert delete_inactive(tmp_path, ahead) == ()
    reactivate_book(tmp_path, book_id)
    deactivate_book(tmp_path, book_id, "deleted", NOW)
    assert delete_inactive(tmp_path, NOW + timedelta(days=500)) == ()


def test_a_book_leaves_when_nobody_has_come_to_it_for_a_year(tmp_path: Path) -> None:
    looked_at, unused = make_books(tmp_path, 2)
    later = datetime.now(UTC) + timedelta(days=364)
    assert deactivate_unused(tmp_path, later) == ()
    os.utime(find(tmp_path, looked_at) / "used", (later.timestamp(), later.timestamp()))
    assert deactivate_unused(tmp_path, later + timedelta(days=2)) == (unused,)
    assert [folder.name for folder in list_folders(tmp_path)] == [looked_at]
    [away] = list_inactive(tmp_path)
    assert (away.id, away.why) == (unused, "unused")
