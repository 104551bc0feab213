"""A book's database has copies of the small files next to it, so that the database alone is the whole book."""

import shutil
from pathlib import Path

import pytest

from scorekeeper.store import SqliteStore, Store
from scorekeeper.store.rebuild import rebuild_file
from scorekeeper.store.sidecar_files import restore_sidecar_files, save_sidecar_files
from scorekeeper.store.upkeep import take_over_file

KEYS = '{"SECRET_KEY": "what cookies are signed with", "OWNER_KEY": "what the link holds"}'


@pytest.fixture
def book(path: Path, store: SqliteStore) -> Path:
    """Return the path of a book with its keys and a name."""
    path.with_name("keys.json").write_text(KEYS)
    path.with_name("name.txt").write_text("Sunday club")
    save_sidecar_files(store)
    return path


@pytest.fixture
def moved(book: Path, store: SqliteStore, tmp_path: Path) -> Path:
    """Copy the database alone to another folder, and return its path."""
    store.copy(tmp_path / "elsewhere" / "matches.db")
    return tmp_path / "elsewhere" / "matches.db"


def test_what_is_missing_beside_a_book_comes_back(moved: Path) -> None:
    restore_sidecar_files(moved)
    assert moved.with_name("keys.json").read_text() == KEYS
    assert moved.with_name("name.txt").read_text() == "Sunday club"
    assert moved.with_name("keys.json").stat().st_mode & 0o077 == 0


def test_what_is_there_counts_and_stays(moved: Path) -> None:
    moved.with_name("keys.json").write_text(others := KEYS.replace("the link", "others"))
    restore_sidecar_files(moved)
    assert moved.with_name("keys.json").read_text() == others
    assert moved.with_name("name.txt").read_text() == "Sunday club"


def test_what_was_changed_is_kept_and_nothing_is_written_where_nothing_was(book: Path, store: SqliteStore) -> None:
    before = store.writes
    save_sidecar_files(store)
    assert store.writes == before
    book.with_name("name.txt").write_text("")
    save_sidecar_files(store)
    book.with_name("name.txt").unlink()
    restore_sidecar_files(book)
    assert book.with_name("name.txt").read_text() == ""


def test_whose_copy_is_restored_the_book_keeps_its_own_keys(
    book: Path, store: Store, moved: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other" / "matches.db"
    with SqliteStore(other) as another:
        other.with_name("keys.json").write_text(own := KEYS.replace("the link", "their own"))
        rebuild_file(moved, tmp_path / "draft.db")
        take_over_file(another, tmp_path / "draft.db")
    other.with_name("keys.json").unlink()
    restore_sidecar_files(other)
    assert other.with_name("keys.json").read_text() == own


@pytest.mark.parametrize("content", [b"", b"SQLite format 3\x00 and then nothing of the kind" * 99])
def test_a_file_that_is_damaged_or_missing_brings_nothing(tmp_path: Path, content: bytes) -> None:
    restore_sidecar_files(tmp_path / "matches.db")
    (tmp_path / "matches.db").write_bytes(content)
    restore_sidecar_files(tmp_path / "matches.db")
    assert [path.name for path in tmp_path.iterdir()] == ["matches.db"]


def test_a_file_of_before_brings_nothing(tmp_path: Path) -> None:
    shutil.copy(Path(__file__).parent / "released/0001.db", tmp_path / "matches.db")
    restore_sidecar_files(tmp_path / "matches.db")
    assert not (tmp_path / "keys.json").exists()


@pytest.mark.parametrize("left", ["", "{", KEYS[:30], "{}", "\x00" * 80])
def test_keys_that_were_emptied_or_cut_come_back_out_of_the_book(book: Path, store: SqliteStore, left: str) -> None:
    keys = book.with_name("keys.json")
    keys.write_text(left)
    save_sidecar_files(store)  # this copies no such keys into the database
    restore_sidecar_files(book)
    assert keys.read_text() == KEYS
    assert keys.stat().st_mode & 0o077 == 0
    assert keys.with_name("keys.json.damaged").read_text() == left


def test_keys_that_this_user_may_not_read_are_left_as_they_are(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("scorekeeper.store.sidecar_files.read_keys", refuse)
    book.with_name("keys.json").write_text("of another user")
    restore_sidecar_files(book)
    assert book.with_name("keys.json").read_text() == "of another user"
