"""Opening the database file, sharing it, and the failures that it survives."""

import json
import os
import shutil
import sqlite3
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing, nullcontext
from pathlib import Path

import pytest
from sqlite_utils import Database

from scorekeeper.store import SqliteStore, Store, StoreError
from scorekeeper.store.entries import find_tip, write_entry
from scorekeeper.store.errors import explain_error
from scorekeeper.store.matches import MatchRow, list_match_rows, list_players
from scorekeeper.store.periods import find_counted
from scorekeeper.store.rivalries import find_stored_position
from scorekeeper.store.schema import STEPS, find_changed_tables
from tests.store.conftest import NOON, entry


def test_a_new_file_is_made_with_its_folder(store: Store, path: Path) -> None:
    assert path.is_file()
    assert path.stat().st_mode & 0o077 == 0
    with store.read() as db:
        assert list_match_rows(db) == ()
        assert list_players(db) == ()


def test_a_missing_file_is_told_where_nothing_shall_be_made(path: Path) -> None:
    with pytest.raises(StoreError, match="no matches here yet"):
        SqliteStore(path, create=False)
    assert not path.parent.exists()


def test_an_empty_file_becomes_one_of_matches(path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    with SqliteStore(path) as store, store.read() as db:
        assert list_match_rows(db) == ()


@pytest.mark.parametrize("of_ours", [False, True])
def test_a_file_that_litestream_copies_is_as_any_other(path: Path, of_ours: bool) -> None:
    path.parent.mkdir()
    if of_ours:
        SqliteStore(path).close()
    with closing(sqlite3.connect(path)) as copied:  # as Litestream does, maybe before our first table exists
        copied.execute("CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)")
        copied.execute("CREATE TABLE _litestream_lock (id INTEGER)")
    with SqliteStore(path) as store, store.read() as db:
        assert list_match_rows(db) == ()
        assert find_changed_tables(db) == ()
    assert not (path.parent / "backups").exists()


@pytest.mark.parametrize("content", [b"Anna 12, Bo 30\n", b"SQLite format 3\x00 and then nothing of the kind" * 99])
def test_what_is_no_database_is_told_and_left_as_it_was(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(StoreError, match="not a file of matches"):
        SqliteStore(path)
    assert path.read_bytes() == content


def test_a_folder_in_place_of_the_file_is_told(path: Path) -> None:
    path.mkdir(parents=True)
    with pytest.raises(StoreError, match="cannot be opened"):
        SqliteStore(path)


def test_a_file_in_place_of_the_folder_is_told(path: Path) -> None:
    path.parent.write_text("I am no folder")
    with pytest.raises(StoreError, match="cannot be made or used"):
        SqliteStore(path)


def test_another_programs_database_is_refused_and_left_as_it_was(path: Path) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="not one of the score pad"):
        SqliteStore(path)
    assert path.read_bytes() == before


def test_a_database_of_a_newer_score_pad_is_refused(store: SqliteStore, path: Path) -> None:
    with store.write() as db:
        db.table("_sqlite_migrations").insert(
            {"migration_set": "scorekeeper", "name": "9999 holograms", "applied_at": ""}
        )
    with pytest.raises(StoreError, match="newer score pad"):
        SqliteStore(path)


# -- older files -------------------------------------------------------------------------------------------------------


@pytest.fixture
def next_step() -> Iterator[None]:
    """Add a migration, as a later version of the score pad may have."""

    @STEPS(name="9998 nicknames")
    def nicknames(db: Database) -> None:
        db.execute("ALTER TABLE seats ADD COLUMN nickname TEXT")

    yield
    STEPS._migrations.pop()


@pytest.fixture
def broken_step() -> Iterator[None]:
    @STEPS(name="9998 half a step")
    def half_a_step(db: Database) -> None:
        db.execute("ALTER TABLE seats ADD COLUMN nickname TEXT")
        raise RuntimeError("the power is gone")

    yield
    STEPS._migrations.pop()


@pytest.mark.usefixtures("anna_and_bo", "next_step")
def test_an_older_file_is_brought_up_to_date_after_a_copy(store: Store, path: Path) -> None:
    store.close()
    with SqliteStore(path) as newer, newer.read() as db:
        assert [match.players for match in list_match_rows(db)] == [("Anna", "Bo")]
        assert db.execute("SELECT nickname FROM seats").fetchall() == [(None,), (None,)]
    [copy] = (path.parent / "backups").iterdir()
    with closing(sqlite3.connect(copy)) as older:
        assert older.execute("SELECT player FROM seats ORDER BY seat").fetchall() == [("Anna",), ("Bo",)]
        assert "nickname" not in [column[1] for column in older.execute("PRAGMA table_info(seats)")]


@pytest.mark.usefixtures("anna_and_bo", "broken_step")
def test_a_step_that_fails_leaves_the_older_file_as_it_was(store: Store, path: Path) -> None:
    with pytest.raises(RuntimeError, match="power"):
        SqliteStore(path)
    with store.read() as db:
        assert [match.players for match in list_match_rows(db)] == [("Anna", "Bo")]
        assert "nickname" not in [column[1] for column in db.execute("PRAGMA table_info(seats)")]


@pytest.mark.parametrize("step", [step.name for step in STEPS._migrations[1:]])
def test_a_file_of_every_older_score_pad_is_brought_up_to_date(path: Path, step: str) -> None:
    path.parent.mkdir()
    with Database(path) as older:
        STEPS.apply(older, stop_before=step)
        older.execute(
            "INSERT INTO matches (id, variant, partners, options, started) VALUES ('a', 'b', 0, '{}', ?)",
            [NOON.isoformat()],
        )
    with SqliteStore(path) as store, store.read() as db:
        assert [match.id for match in list_match_rows(db)] == ["a"]
        assert find_changed_tables(db) == ()
    assert len(list((path.parent / "backups").iterdir())) == 1


def test_rivalries_that_were_stored_with_the_months_of_greenwich_are_counted_again(path: Path) -> None:
    path.parent.mkdir()
    with Database(path) as older:
        STEPS.apply(older, stop_before="0020 rivalries by the months of the phone")
        older.execute("INSERT INTO rivalries (upto, matches, counted) VALUES (1, 1, '{}')")
        for kind in ("rivalries", "year"):
            older.execute("INSERT INTO periods (kind, begins, ends, upto, counted) VALUES (?, 0, 1, 1, '{}')", [kind])
    with SqliteStore(path) as store, store.read() as db:
        assert find_stored_position(db) == 0
        assert [find_counted(db, kind, 0, 1) for kind in ("rivalries", "year")] == [None, (1, {})]


@pytest.mark.usefixtures("next_step")
def test_a_new_file_needs_no_copy(path: Path) -> None:
    SqliteStore(path).close()
    assert not (path.parent / "backups").exists()


# -- many at once ------------------------------------------------------------------------------------------------------


def test_every_connection_writes_through_to_the_disk(store: Store) -> None:
    with store.read() as one, store.read() as other, store.write() as writer:
        assert len({id(one.conn), id(other.conn), id(writer.conn)}) == 3
        for db in (one, other, writer):
            asked = [db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]
            assert asked == ["wal", 2]
            assert db.execute("PRAGMA foreign_keys").fetchone()[0] == 1


def test_readers_go_on_and_see_one_moment_while_somebody_writes(store: Store, anna_and_bo: MatchRow) -> None:
    with store.read() as reader:
        before = find_tip(reader, anna_and_bo.serial)
        with store.write() as writer:
            write_entry(writer, anna_and_bo.serial, entry(1))
            assert find_tip(reader, anna_and_bo.serial) == before
        assert find_tip(reader, anna_and_bo.serial) == before
    with store.read() as reader:
        assert find_tip(reader, anna_and_bo.serial).number == 1


def test_a_schema_is_trusted_only_where_sqlite_would_not_check_json_otherwise(store: Store) -> None:
    with store.read() as db:
        [trusted] = db.execute("PRAGMA trusted_schema").fetchone()
    with closing(sqlite3.connect(":memory:")) as plain:
        plain.execute("PRAGMA trusted_schema = OFF")
        with pytest.raises(sqlite3.OperationalError) if trusted else nullcontext():
            plain.execute("CREATE TABLE entries (entry TEXT CHECK (json_valid(entry)))")
            plain.execute("INSERT INTO entries VALUES ('[]')")


@pytest.mark.parametrize(("least", "left"), [(0, False), (10**9, True)])
def test_only_a_large_log_is_written_into_the_file_and_emptied(
    store: SqliteStore, anna_and_bo: MatchRow, monkeypatch: pytest.MonkeyPatch, least: int, left: bool
) -> None:
    monkeypatch.setattr("scorekeeper.store.database.SMALL_LOG", least)
    store.truncate_log()
    assert bool(store.path.with_name(f"{store.path.name}-wal").stat().st_size) == left


def test_a_connection_is_used_again(store: Store) -> None:
    with store.read() as first:
        pass
    with store.write() as second:
        assert second is first


def test_nothing_is_left_of_what_was_written_before_an_error(store: Store, anna_and_bo: MatchRow) -> None:
    def write_and_stumble() -> None:
        with store.write() as db:
            write_entry(db, anna_and_bo.serial, entry(1))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_and_stumble()
    with store.read() as db:
        assert find_tip(db, anna_and_bo.serial).number == 0


def test_a_writer_waits_for_another_thread_and_is_told_when_it_takes_too_long(store: SqliteStore) -> None:
    writing, done = threading.Event(), threading.Event()

    def write_long() -> None:
        with store.write():
            writing.set()
            done.wait()

    thread = threading.Thread(target=write_long)
    thread.start()
    writing.wait()
    with pytest.raises(StoreError, match="writing for too long"), store.write():
        pass
    done.set()
    thread.join()
    with store.write() as db:
        assert db.conn.in_transaction


def test_a_writer_waits_for_another_process_and_is_told_when_it_takes_too_long(store: Store, path: Path) -> None:
    with SqliteStore(path, patience=0.1) as other:
        with store.write(), pytest.raises(StoreError, match="writing for too long"), other.write():
            pass
        with other.write() as db:
            assert db.conn.in_transaction


# -- disks -------------------------------------------------------------------------------------------------------------


def test_on_a_full_disk_nothing_is_half_written_and_it_goes_on_when_there_is_room(
    store: Store, anna_and_bo: MatchRow
) -> None:
    def write_much() -> None:
        with store.write() as db:
            pages = db.execute("PRAGMA page_count").fetchone()[0]
            db.execute(f"PRAGMA max_page_count = {pages + 3}")
            for number in range(1, 1000):
                write_entry(db, anna_and_bo.serial, entry(number))

    with pytest.raises(StoreError, match="disk is full"):
        write_much()
    with store.write() as db:
        assert find_tip(db, anna_and_bo.serial).number == 0
        write_entry(db, anna_and_bo.serial, entry(1))
    with store.read() as db:
        assert find_tip(db, anna_and_bo.serial).number == 1


@pytest.fixture
def guest() -> Iterator[Path]:
    """Yield a folder that may be read and not written, to a user who is not root even if the tests run as root."""
    folder = Path(tempfile.mkdtemp())
    user = os.geteuid()
    yield folder
    os.seteuid(user)
    folder.chmod(0o755)
    shutil.rmtree(folder)


def lock(folder: Path, mode: int) -> None:
    folder.chmod(mode)
    if os.geteuid() == 0:
        os.seteuid(65534)


def test_a_folder_that_may_not_be_written_is_told(guest: Path) -> None:
    lock(guest, 0o555)
    with pytest.raises(StoreError, match="cannot be made or used"):
        SqliteStore(guest / "data" / "matches.db")
    with pytest.raises(StoreError, match="cannot be opened"):
        SqliteStore(guest / "matches.db")


def test_a_file_that_may_not_be_written_is_told(guest: Path) -> None:
    path = guest / "matches.db"
    SqliteStore(path).close()
    path.chmod(0o444)
    lock(guest, 0o555)
    with pytest.raises(StoreError, match="may not be written"), SqliteStore(path) as store, store.write():
        pass


# -- copies ------------------------------------------------------------------------------------------------------------


def test_a_copy_is_whole_and_one_file_while_others_write(store: SqliteStore, path: Path, anna_and_bo: MatchRow) -> None:
    copy = path.parent / "elsewhere" / "copy.db"
    with store.write() as db:
        write_entry(db, anna_and_bo.serial, entry(1))
    with store.write() as db:
        write_entry(db, anna_and_bo.serial, entry(2))
        store.copy(copy)
    assert [file.name for file in copy.parent.iterdir()] == ["copy.db"]
    with SqliteStore(copy, create=False) as copied, copied.read() as db:
        assert find_tip(db, anna_and_bo.serial).number == 1


def test_a_copy_never_takes_the_place_of_a_file(store: SqliteStore, path: Path) -> None:
    with pytest.raises(StoreError, match="there already"):
        store.copy(path)


def test_a_copy_that_cannot_be_is_told_and_leaves_nothing(store: SqliteStore, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="cannot be made or used"):
        store.copy(tmp_path / "file" / "copy.db")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["data", "file"]


# -- a file in trouble -------------------------------------------------------------------------------------------------


def test_a_store_in_trouble_is_well_again_when_another_process_has_put_a_copy_back(
    path: Path, anna_and_bo: MatchRow, store: SqliteStore
) -> None:
    copy = store.keep_copy("start")
    store.close()
    broken = b"no database at all, but long enough to look like one" * 20
    path.write_bytes(broken)
    with SqliteStore(path, rescue=True) as one, SqliteStore(path, rescue=True) as other:
        with SqliteStore(copy, create=False) as sound:
            one.take_over(sound)
        with other.read() as db:
            assert [row.id for row in list_match_rows(db)] == [anna_and_bo.id]
        assert other.trouble is None
    [aside] = copy.parent.glob("*-damaged*")
    assert aside.name.endswith("-damaged"), "a name that ends in .db would be a copy to put back"
    assert aside.read_bytes() == broken


def test_a_store_in_trouble_stays_so_while_its_file_is_another_broken_one(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"no database at all, but long enough to look like one" * 20)
    with SqliteStore(path, rescue=True) as store:
        for broken in (b"nor is this one, which is longer than the other" * 30, None):
            path.write_bytes(broken) if broken else path.unlink()
            with pytest.raises(StoreError), store.read():
                pass
            assert store.trouble


def test_it_is_said_that_no_memory_is_left() -> None:
    assert "no memory left" in str(explain_error(MemoryError(), "matches.db"))


def test_an_error_that_a_worker_process_sends_says_the_same() -> None:
    error = StoreError("missing", path="matches.db")
    assert str(StoreError.from_json(json.loads(json.dumps(error.to_json())))) == str(error)
