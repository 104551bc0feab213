"""Whether a book is healthy: missing copies are reported only if a match could be lost and copies were made before."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from scorekeeper.play.upkeep.copies import copy_now
from scorekeeper.play.upkeep.health import examine_book, examine_host
from scorekeeper.store import SqliteStore, Store
from scorekeeper.store.copies import FOLDER


def folder_of(store: SqliteStore) -> Path:
    return store.path.parent / FOLDER


def test_a_book_without_matches_needs_no_copies(store: SqliteStore) -> None:
    folder_of(store).mkdir()
    assert examine_book(store, 3).well


@pytest.mark.usefixtures("two")
def test_a_new_book_has_no_copies_on_its_first_evening(store: Store) -> None:
    assert examine_book(store, 3).well


@pytest.mark.usefixtures("two")
def test_copies_that_are_gone_are_missed_unless_none_are_wanted(store: SqliteStore) -> None:
    folder_of(store).mkdir()
    assert not examine_book(store, 3).copies
    assert examine_book(store, 0).copies


def test_a_host_needs_ten_million_free_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for free, well in ((10_000_000, True), (9_999_999, False)):
        monkeypatch.setattr("shutil.disk_usage", lambda _, free=free: SimpleNamespace(free=free))
        assert examine_host(tmp_path).well == well


@pytest.mark.usefixtures("two")
def test_one_copy_is_enough(store: SqliteStore) -> None:
    copy_now(store, 3)
    assert examine_book(store, 3).well


def test_a_damaged_book_without_copies_is_not_taken_for_a_new_one(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    path.write_bytes(b"no database" * 100)
    with SqliteStore(path, rescue=True) as store:
        assert store.trouble
        assert not examine_book(store, 3).copies
