"""The file of ephemeral data of a server with a disk: private, and created again whenever it cannot be used."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.store import connections
from scorekeeper.store.ephemeral import database as ephemeral_database
from scorekeeper.store.ephemeral.database import SqliteEphemeralStore
from scorekeeper.store.ephemeral.rate_limits import count_hit
from scorekeeper.store.ephemeral.tiles import LyingTiles, find_lying_tiles, lay_tiles
from scorekeeper.store.errors import StoreError


@pytest.fixture
def open_file(tmp_path: Path) -> Callable[[], SqliteEphemeralStore]:
    """Return a function that opens the file as another process does."""
    return lambda: SqliteEphemeralStore(tmp_path / "ephemeral.db")


@pytest.fixture
def file(open_file: Callable[[], SqliteEphemeralStore]) -> SqliteEphemeralStore:
    return open_file()


def test_a_file_that_is_deleted_while_it_is_used_is_made_anew_for_all(
    open_file: Callable[[], SqliteEphemeralStore],
) -> None:
    one, other = open_file(), open_file()
    lay_tiles(one, "book", "match", "table=6-2")
    for file in one.path.parent.iterdir():
        file.unlink()
    assert find_lying_tiles(other, "book", "match") is None
    lay_tiles(one, "book", "match", "table=3-1")
    assert find_lying_tiles(other, "book", "match") == LyingTiles(1, "table=3-1")


@pytest.mark.parametrize("lies", [b"no database at all, but long enough for one" * 100, b"half"])
def test_a_damaged_file_is_made_anew(file: SqliteEphemeralStore, lies: bytes) -> None:
    file.path.write_bytes(lies)
    assert count_hit(file, "link", "192.0.2.1", 600) == 1


def test_a_file_of_another_version_is_made_anew(
    open_file: Callable[[], SqliteEphemeralStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    lay_tiles(open_file(), "book", "match", "table=6-2")
    monkeypatch.setattr(ephemeral_database, "VERSION", 99)
    newer = open_file()
    assert find_lying_tiles(newer, "book", "match") is None
    lay_tiles(newer, "book", "match", "table=6-2")


def test_what_is_in_the_way_is_told(tmp_path: Path) -> None:
    (tmp_path / "ephemeral.db").mkdir()
    with pytest.raises(StoreError):
        count_hit(SqliteEphemeralStore(tmp_path / "ephemeral.db"), "link", "192.0.2.1", 600)


def test_nobody_else_may_read_it(file: SqliteEphemeralStore) -> None:
    count_hit(file, "link", "192.0.2.1", 600)
    assert file.path.stat().st_mode & 0o077 == 0


def test_two_who_set_up_a_new_file_at_the_same_moment_wait_for_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = connections.connect(tmp_path / "new.db", isolation_level=None)
    other = connections.connect(tmp_path / "new.db", isolation_level=None, timeout=0)
    with closing(one), closing(other):
        one.execute("BEGIN IMMEDIATE")
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            connections.enable_wal(other, patience=0)
        monkeypatch.setattr("scorekeeper.store.connections.time.sleep", lambda _: one.commit())
        connections.enable_wal(other, patience=60)
        assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
