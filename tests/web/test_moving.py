"""All books of a host move from folders to PostgreSQL and back; a book that differs afterwards stays where it was."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from scorekeeper.cli.host import serve_books
from scorekeeper.hosting.book_folders import deactivate_book, find_folder, list_folders, make_book
from scorekeeper.hosting.database_books import DatabaseBooks
from scorekeeper.hosting.moving import MOVED, move_to_database, move_to_folder
from scorekeeper.play.photos import keep_photo
from scorekeeper.play.scoring.match import load_match
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.play.upkeep.book import find_book_name, find_folder_keys, name_book, open_book
from scorekeeper.play.upkeep.checking import check_book
from scorekeeper.play.upkeep.moving import find_differences
from scorekeeper.store.postgresql.pool import Pool
from tests.play.conftest import add, ends, out


@pytest.fixture
def books(pool: Pool) -> Iterator[DatabaseBooks]:
    books = DatabaseBooks(str(pool.conninfo))
    yield books
    books.close()


def make_played(data: Path) -> tuple[str, str]:
    """Make a book with a finished match and a photo, and return the ids of the book and of the match."""
    book = open_book(find_folder(data, make_book(data)) or data)
    name_book(book, "Sunday club")
    match = start_match(book.store, "spansk", ["Anna", "Bo"], lead="Anna")
    match = add(book.store, match, ends("Anna", "5", "0"), out("Anna", Bo=["6-6"]))
    keep_photo(book.store, match.id, b"a photo", {"tiles": []})
    book.store.close()
    return book.id, match.id


def test_a_book_goes_to_the_database_and_back_as_it_is(tmp_path: Path, books: DatabaseBooks) -> None:
    book_id, match_id = make_played(tmp_path)
    keys = find_folder_keys(find_folder(tmp_path, book_id) or tmp_path)
    told: dict[str, str] = {}
    move_to_database(tmp_path, books, told.__setitem__)
    assert told == {book_id: ""}
    assert list(list_folders(tmp_path)) == []
    book = books.find_book(book_id)
    assert book is not None
    assert (book.find_keys(), find_book_name(book)) == (keys, "Sunday club")
    assert [each for each in check_book(book.store) if not each.harmless] == []
    assert load_match(book.store, match_id).seen == 2
    back = tmp_path / "back"
    back.mkdir()
    move_to_folder(books, back, told.__setitem__)
    assert books.find_book(book_id) is None
    there = open_book(find_folder(back, book_id) or back)
    assert (there.find_keys(), find_book_name(there)) == (keys, "Sunday club")
    assert find_differences(there.store, book.store) == ()
    there.store.close()


def test_a_second_run_goes_on_and_a_book_that_differs_stays(
    tmp_path: Path, books: DatabaseBooks, monkeypatch: pytest.MonkeyPatch
) -> None:
    book_id, _ = make_played(tmp_path)
    deactivated = make_book(tmp_path)
    deactivate_book(tmp_path, deactivated, "deleted")
    told: dict[str, str] = {}
    with monkeypatch.context() as patch:
        patch.setattr("scorekeeper.hosting.moving.find_differences", lambda *stores: ("entries",))
        move_to_database(tmp_path, books, told.__setitem__)
    assert told == dict.fromkeys([book_id, deactivated], "it differs in entries")
    assert find_folder(tmp_path, book_id)
    assert books.find_book(book_id) is None
    move_to_database(tmp_path, books, told.__setitem__)
    assert told == dict.fromkeys([book_id, deactivated], "")
    assert books.find_book(book_id)
    assert books.find_inactive(deactivated)
    assert len(list((tmp_path / MOVED).glob("??/*"))) == 2


def test_a_run_that_ended_before_a_folder_was_put_away_finds_the_book_moved(
    tmp_path: Path, books: DatabaseBooks
) -> None:
    book_id, _ = make_played(tmp_path)
    folder = find_folder(tmp_path, book_id)
    assert folder is not None
    move_to_database(tmp_path, books, lambda *_: None)
    moved = tmp_path / MOVED / book_id[:2] / book_id
    moved.rename(folder)
    told: dict[str, str] = {}
    move_to_database(tmp_path, books, told.__setitem__)
    assert told == {book_id: ""}


def test_the_commands_move_list_and_check(tmp_path: Path, pool: Pool) -> None:
    book_id, _ = make_played(tmp_path)
    address = str(pool.conninfo)
    moved = CliRunner().invoke(serve_books, ["--data", str(tmp_path), "--move-to", address], standalone_mode=False)
    assert f"{book_id}  moved" in moved.output
    listed = CliRunner().invoke(serve_books, ["--database", address, "--list"], standalone_mode=False)
    assert f"{book_id}  used" in listed.output
    removed = CliRunner().invoke(serve_books, ["--database", address, "--remove", book_id], standalone_mode=False)
    assert "was put away" in removed.output


def test_an_address_that_is_none_is_refused(tmp_path: Path) -> None:
    refused = CliRunner().invoke(serve_books, ["--database", "books.db", "--data", str(tmp_path)])
    assert refused.exit_code
    assert "no address of a database" in str(refused.exception) + refused.output
