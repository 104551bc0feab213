"""A file from outside is read and never used itself: rows of known tables are copied into a new file."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.cli import main
from scorekeeper.engine.file.remark import Remark
from scorekeeper.play.history.details import note_match
from scorekeeper.play.history.search import list_matches
from scorekeeper.play.history.tallies import count_tallies, record_tallies
from scorekeeper.play.player_names import rename_player
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.play.upkeep.checking import check_book
from scorekeeper.play.upkeep.restoring import rebuild_book, restore_book
from scorekeeper.store import SqliteStore, Store, StoreError, rebuild
from scorekeeper.store.upkeep import take_over_file
from scorekeeper.worker import Limits
from tests.play.conftest import add, ends, out
from tests.trust.foreign import IGNORED, REFUSED, prepare
from vision import tidy_photo

RELEASED = sorted((Path(__file__).parents[1] / "store/released").glob("*.db"))


@pytest.fixture
def book(store: Store) -> Match:
    """Store a match that is over, in a book with a note, a renamed player and tallies."""
    match = start_match(store, "spansk", ["Eva", "Finn"], options={"target": 5})
    match = add(store, match, ends("Eva", "5-5", "5"), out("Eva", Finn=["6-6", "5-2"]))
    note_match(store, match.id, Remark("at Grandmother's", "Malmö"))
    rename_player(store, "Finn", "Finnegan")
    record_tallies(store)
    return match


@pytest.fixture
def copy(store: SqliteStore, book: Match, tmp_path: Path) -> Path:
    """Write a copy of the book into another folder, and return its path."""
    path = tmp_path / "given" / "copy.db"
    store.copy(path)
    return path


def changed(store: SqliteStore) -> tuple[str, ...]:
    with store.read() as db:
        return store.find_changed_tables(db)


def restore_here(store: SqliteStore, given: Path) -> None:
    """Restore a file as `restore_book` does, but in this process, which is faster."""
    draft = store.path.with_name("draft.db")
    if refused := rebuild_book(given, draft, tidy_photo, ()):
        raise StoreError(refused, path=str(given))
    take_over_file(store, draft)


@pytest.mark.parametrize("what", IGNORED)
def test_of_a_foreign_file_the_rows_come_in_and_nothing_that_could_run(
    store: SqliteStore, book: Match, copy: Path, what: str
) -> None:
    start_match(store, "spansk", ["Anna", "Bo"])
    before = prepare(copy, IGNORED[what]).read_bytes()
    restore_here(store, copy)
    assert changed(store) == ()
    [summary] = list_matches(store)
    assert summary.id == book.id
    assert load_match(store, book.id).sheet.winners == ("Eva",)
    assert check_book(store) == ()
    assert count_tallies(store)["Eva"].won == 1
    assert add(store, start_match(store, "spansk", ["Eva", "Bo"]), ends("Eva", "5", "0")).seen == 1
    assert copy.read_bytes() == before


@pytest.mark.parametrize("what", REFUSED)
def test_a_foreign_file_whose_rows_are_not_in_tables_like_ours_is_refused(
    store: SqliteStore, book: Match, copy: Path, what: str
) -> None:
    prepare(copy, REFUSED[what])
    now = start_match(store, "spansk", ["Anna", "Bo"])
    with pytest.raises(StoreError, match="not a file of matches, or it is damaged"):
        restore_here(store, copy)
    assert [each.id for each in list_matches(store)] == [now.id, book.id]


@pytest.mark.parametrize(
    ("asked", "denied"),
    [
        ("SELECT id FROM matches", False),
        ("SELECT id FROM seen", True),
        ("SELECT hex(id) FROM matches", True),
        ("ATTACH ':memory:' AS other", True),
        ("DELETE FROM matches", True),
    ],
)
def test_of_a_foreign_file_only_tables_can_be_read(book: Match, copy: Path, asked: str, denied: bool) -> None:
    prepare(copy, "CREATE VIEW seen AS SELECT id FROM matches")
    with closing(rebuild._open_foreign(copy)) as rows:
        if denied:
            with pytest.raises(sqlite3.DatabaseError, match=r"not authorized|prohibited"):
                rows.execute(asked)
        else:
            assert rows.execute(asked).fetchall() == [(book.id,)]


def test_a_virtual_table_to_which_a_forged_schema_gives_a_page_is_no_table_of_rows(book: Match, copy: Path) -> None:
    prepare(
        copy,
        """CREATE VIRTUAL TABLE seen USING fts5(id);
        PRAGMA writable_schema = ON;
        UPDATE sqlite_master SET rootpage = 2 WHERE name = 'seen';""",
    )
    with closing(rebuild._open_foreign(copy)) as rows:
        tables = rebuild._list_ordinary_tables(rows)
    assert ("seen" in tables, "matches" in tables) == (False, True)


@pytest.mark.parametrize("released", RELEASED, ids=lambda path: path.stem)
def test_a_copy_of_every_released_score_pad_is_restored(store: SqliteStore, released: Path) -> None:
    restore_here(store, released)
    assert changed(store) == ()
    assert len(list_matches(store)) == 4
    assert check_book(store) == ()


def test_everything_that_was_written_is_in_the_rebuilt_file(store: SqliteStore, book: Match, copy: Path) -> None:
    """Row by row, rowids included, but for the rivalries, which are made from the matches when a page asks for them."""
    with closing(sqlite3.connect(copy)) as db:
        named = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%sqlite%'")
        tables = [(name, "" if "WITHOUT ROWID" in sql else "rowid, ") for name, sql in named if name != "rivalries"]
        wanted = {name: db.execute(f"SELECT {rowid}* FROM {name}").fetchall() for name, rowid in tables}
    restore_here(store, copy)
    with store.read() as db:
        for name, rowid in tables:
            assert db.execute(f"SELECT {rowid}* FROM {name}").fetchall() == wanted[name], name


def test_pages_that_are_damaged_are_found_before_anything_is_restored(
    store: SqliteStore, book: Match, copy: Path
) -> None:
    content = bytearray(copy.read_bytes())
    for at in range(4096, len(content), 4096):
        content[at + 8 : at + 40] = b"\xff" * 32
    copy.write_bytes(content)
    with pytest.raises(StoreError, match="not a file of matches, or it is damaged"):
        restore_here(store, copy)
    assert [each.id for each in list_matches(store)] == [book.id]


def test_a_file_is_read_with_the_log_that_lies_beside_it(store: SqliteStore, book: Match, tmp_path: Path) -> None:
    """As it is after a computer has lost its power: what was written last is in the log alone."""
    lost = tmp_path / "lost"
    lost.mkdir()
    for ending in ("", "-wal"):
        shutil.copy(store.path.with_name(store.path.name + ending), lost / f"matches.db{ending}")
    assert (lost / "matches.db-wal").stat().st_size
    with SqliteStore(tmp_path / "new" / "matches.db") as new:
        restore_here(new, lost / "matches.db")
        assert [each.id for each in list_matches(new)] == [book.id]


def test_a_file_is_restored_by_the_command_in_the_same_way(
    store: Store, copy: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    prepare(copy, IGNORED["a trigger on entries"])
    assert main(["restore", str(copy), "--data", str(tmp_path / "new")]) == 0
    with SqliteStore(tmp_path / "new" / "matches.db") as new:
        assert changed(new) == ()


def test_a_foreign_file_is_opened_by_another_process(
    store: SqliteStore, copy: Path, book: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This one never connects to it."""
    prepare(copy, IGNORED["a view in place of the standings"])
    opened = []
    connect = sqlite3.connect

    def note(path: object, *rest: object, **more: object) -> sqlite3.Connection:
        opened.append(str(path))
        return connect(path, *rest, **more)  # type: ignore[call-overload, no-any-return]

    monkeypatch.setattr(sqlite3, "connect", note)
    restore_book(store, copy, tidy_photo)
    assert opened
    assert not any(str(copy) in path for path in opened)
    assert load_match(store, book.id).sheet.winners == ("Eva",)
    prepare(copy, REFUSED["a view in place of the entries"])
    with pytest.raises(StoreError, match="not a file of matches, or it is damaged"):
        restore_book(store, copy, tidy_photo)
    with pytest.raises(StoreError, match="too much time or memory"):
        restore_book(store, copy, tidy_photo, limits=Limits(wall=0.0))
    assert load_match(store, book.id).sheet.winners == ("Eva",)
    assert not any(path.is_dir() and path.name.startswith(".restore-") for path in store.path.parent.iterdir())
