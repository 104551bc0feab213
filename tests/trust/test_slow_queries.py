"""A query without end is interrupted, and a book that an older version has taken over stops no host."""

import gc
import math
import shutil
import sqlite3
import time
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from flask import Flask
from sqlite_utils import Database

from scorekeeper.cli import main
from scorekeeper.hosting import book_folders
from scorekeeper.hosting.app import create_host
from scorekeeper.hosting.book_folders import find_folder
from scorekeeper.hosting.maintenance import maintain_books
from scorekeeper.play.history.search import list_matches
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.play.upkeep.book import find_folder_keys
from scorekeeper.play.upkeep.copies import copy_at_start, copy_now
from scorekeeper.play.upkeep.restoring import restore_book
from scorekeeper.store import SqliteStore, StoreError
from scorekeeper.store.connections import connect
from scorekeeper.store.schema import find_changed_tables, refuse_changed_files
from scorekeeper.store.sidecar_files import restore_sidecar_files
from scorekeeper.store.upkeep import is_sound
from scorekeeper.web import create_app
from tests.play.conftest import add, ends
from tests.trust.foreign import ENDLESS, IGNORED, REFUSED, prepare
from tests.web.conftest import KEY
from tests.web.pages import Phone
from vision import tidy_photo

NEVER_ENDS = f"SELECT {ENDLESS}"
RELEASED = sorted((Path(__file__).parents[1] / "store/released").glob("*.db"))


def test_a_statement_that_takes_too_long_is_ended_and_the_next_one_has_its_own_time(tmp_path: Path) -> None:
    with closing(connect(tmp_path / "any.db", 0.5)) as connection:
        for _ in range(3):
            with pytest.raises(sqlite3.OperationalError, match="interrupted"):
                connection.execute(NEVER_ENDS)
            time.sleep(0.6)
            assert connection.execute("SELECT 1").fetchone() == (1,)
        rows = connection.execute("WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c")
        with pytest.raises(sqlite3.OperationalError, match="interrupted"):
            list(rows)
        connection.limit_time(math.inf)
        sound = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 300000) SELECT max(x) FROM c"
        assert connection.execute(sound).fetchone() == (300000,)


def test_a_connection_that_nobody_uses_any_more_is_closed(tmp_path: Path) -> None:
    """The timer of its limit does not keep the connection alive."""
    for _ in range(50):
        connect(tmp_path / "any.db", 1.0).execute("SELECT 1")
    gc.collect()
    here = Path("/proc/self/fd")
    if here.exists():
        assert not [each for each in here.iterdir() if each.is_symlink() and str(tmp_path) in str(each.readlink())]


def test_a_store_says_that_a_statement_took_too_long_and_goes_on(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "matches.db", seconds=1.0) as store:
        for lend in (store.read, store.write):
            with pytest.raises(StoreError) as told, lend() as db:
                db.execute(NEVER_ENDS)
            assert told.value.key == "slow"
        assert start_match(store, "spansk", ["Anna", "Bo"]).id


def test_a_page_says_so_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A family's own file may hold what another program has put there: it is served, and `check` names it."""
    with SqliteStore(tmp_path / "matches.db") as store:
        match = start_match(store, "spansk", ["Anna", "Bo"])
    prepare(tmp_path / "matches.db", IGNORED["a view in place of the standings"])
    monkeypatch.setattr("scorekeeper.web.SqliteStore", partial(SqliteStore, seconds=1.0))
    phone = Phone(create_app({"DATA": tmp_path, "OWNER_KEY": KEY, "TESTING": True}).test_client(), KEY)
    page = phone.open("/")
    assert (page.status, "takes the file of matches too long" in page.text) == (503, True)
    with SqliteStore(tmp_path / "matches.db") as store, store.read() as db:
        assert "standings" in find_changed_tables(db)
    # Its rows are undamaged, so the file is restored from itself.
    with SqliteStore(tmp_path / "new" / "matches.db") as new:
        restore_book(new, tmp_path / "matches.db", tidy_photo)
        assert [each.id for each in list_matches(new)] == [match.id]


@pytest.mark.parametrize("released", RELEASED, ids=lambda path: path.stem)
def test_files_of_all_released_score_pads_are_as_their_steps_made_them(released: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(released)) as file:
        refuse_changed_files(Database(file), released)
    shutil.copy(released, tmp_path / "matches.db")
    SqliteStore(tmp_path / "matches.db", strict=True).close()


# -- books of a host that an older score pad has adopted ---------------------------------------------------------------

# Contents with which today's score pad still opens a file, as it reads no more than the rows.
OF_TYPE = ("bytes where a name belongs", "a number that no column of ours holds", "options nested a thousand times")
CHANGED = {
    what: sql for what, sql in (IGNORED | REFUSED).items() if what not in (*OF_TYPE, "a row that refers to none")
}


@pytest.fixture
def host(tmp_path: Path) -> Flask:
    return create_host({"DATA": tmp_path, "TESTING": True, "WTF_CSRF_ENABLED": False})


def make_book(data: Path) -> Path:
    """Return the folder of a book with a match of one entry and without a copy."""
    folder = find_folder(data, book_folders.make_book(data))
    assert folder is not None
    with SqliteStore(folder / "matches.db") as store:
        add(store, start_match(store, "spansk", ["Anna", "Bo"]), ends("Anna", "5", "0"))
    return folder


@pytest.mark.parametrize("what", CHANGED)
def test_a_changed_file_is_not_opened_on_a_host(tmp_path: Path, what: str) -> None:
    folder = make_book(tmp_path)
    prepare(folder / "matches.db", CHANGED[what])
    with pytest.raises(StoreError) as told:
        SqliteStore(folder / "matches.db", create=False, strict=True)
    assert told.value.key == "changed"
    (folder / "name.txt").unlink(missing_ok=True)
    restore_sidecar_files(folder / "matches.db")
    assert not (folder / "name.txt").exists()


def test_its_owner_is_told_and_can_restore_a_copy_and_all_other_books_go_on(host: Flask, tmp_path: Path) -> None:
    folder, other = make_book(tmp_path), make_book(tmp_path)
    keys = find_folder_keys(folder)
    assert keys is not None
    with SqliteStore(folder / "matches.db") as store:
        [match] = list_matches(store)
        copied = copy_now(store, 3)
    assert copied is not None
    for file in (folder / "matches.db", folder / "backups" / copied.name):
        prepare(file, IGNORED["a view in place of the standings"])
    client = host.test_client()
    client.get(f"/b/{folder.name}/in/{keys.owner}")
    page = client.get(f"/b/{folder.name}/")
    assert page.status_code == 503
    assert copied.name in page.text
    restored = client.post(f"/b/{folder.name}/keeping/restore", data={"name": copied.name})
    assert restored.status_code == 303
    assert client.get(f"/b/{folder.name}/m/{match.id}").status_code == 200
    others = find_folder_keys(other)
    assert others is not None
    assert host.test_client().get(f"/b/{other.name}/in/{others.owner}", follow_redirects=True).status_code == 200
    host.extensions["books"].close()


def test_the_night_tells_of_it_and_copies_all_other_books(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folders = sorted(make_book(tmp_path) for _ in range(3))
    prepare(folders[0] / "matches.db", REFUSED["a view in place of the own games"])
    done = maintain_books(tmp_path, datetime.now(UTC))
    assert done.copied == 2
    assert [(book, getattr(error, "key", "")) for book, error in done.failed] == [(folders[0].name, "changed")]
    assert main(["host", "--check", "--data", str(tmp_path)]) == 1
    assert folders[0].name in capsys.readouterr().out


def test_whatever_goes_wrong_with_one_book_at_night_the_others_are_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = sorted(make_book(tmp_path) for _ in range(3))

    def stumble(store: SqliteStore, *limits: int) -> object:
        if store.path.parent == folders[0]:
            raise RecursionError("nested too deep")
        return copy_at_start(store, *limits)

    monkeypatch.setattr("scorekeeper.hosting.maintenance.copy_at_start", stumble)
    done = maintain_books(tmp_path, datetime.now(UTC))
    assert (done.copied, [book for book, _ in done.failed]) == (2, [folders[0].name])


def test_a_copy_that_is_not_ours_is_not_sound_on_a_host(tmp_path: Path) -> None:
    folder = make_book(tmp_path)
    shutil.copy(folder / "matches.db", tmp_path / "copy.db")
    assert is_sound(tmp_path / "copy.db", strict=True)
    prepare(tmp_path / "copy.db", REFUSED["a view in place of the entries"])
    assert not is_sound(tmp_path / "copy.db", strict=True)
