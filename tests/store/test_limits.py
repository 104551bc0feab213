"""Limits and measurements of the store: counters, other files, sizes of folders, and the names of errors."""

import sqlite3
from pathlib import Path

import pytest

from scorekeeper.store import Store
from scorekeeper.store.ephemeral import rate_limits
from scorekeeper.store.ephemeral.database import SqliteEphemeralStore
from scorekeeper.store.ephemeral.rate_limits import count_hit
from scorekeeper.store.errors import explain_error
from scorekeeper.store.free_space import measure_folder


def test_no_other_file_is_attached(store: Store) -> None:
    with store.read() as db, pytest.raises(sqlite3.OperationalError, match="attached"):
        db.execute("ATTACH ':memory:' AS other")


def test_the_oldest_counters_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "MOST", 10)
    ephemeral = SqliteEphemeralStore(tmp_path / "ephemeral.db", lambda: 1_000.0)
    for number in range(30):
        assert count_hit(ephemeral, "tap", f"address {number}", 60) == 1
    assert count_hit(ephemeral, "tap", "address 29", 60) == 2
    assert count_hit(ephemeral, "tap", "address 0", 60) == 1


def test_a_folder_has_the_bytes_of_its_files(tmp_path: Path) -> None:
    assert measure_folder(tmp_path) == 0
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "file").write_bytes(b"12345")
    (tmp_path / "other").write_bytes(b"12")
    assert measure_folder(tmp_path) == 7
    assert measure_folder(tmp_path / "missing") == 0
    (tmp_path / "link to the folder").symlink_to(tmp_path / "folder")
    (tmp_path / "link to the file").symlink_to(tmp_path / "other")
    assert measure_folder(tmp_path) == 7, "nothing counts twice"


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("SQLITE_FULL", "full"),
        ("SQLITE_READONLY_DBMOVED", "read_only"),
        ("SQLITE_PERM", "read_only"),
        ("SQLITE_NOTADB", "not_a_database"),
        ("SQLITE_CORRUPT_INDEX", "not_a_database"),
        ("SQLITE_CANTOPEN_ISDIR", "cannot_open"),
        ("SQLITE_IOERR_WRITE", "disk"),
        ("SQLITE_MISMATCH", None),
    ],
)
def test_errors_of_sqlite_are_explained_by_their_names(name: str, key: str | None) -> None:
    error = sqlite3.OperationalError()
    error.sqlite_errorname = name
    found = explain_error(error, "matches.db")
    assert (found and found.key) == key
