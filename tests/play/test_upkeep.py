"""Maintenance of a book: copies, and the check of everything that is stored."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.play.history.search import list_matches
from scorekeeper.play.photos import keep_photo
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.play.scoring.taking_back import strike_out
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.play.upkeep.checking import check_book
from scorekeeper.play.upkeep.restoring import restore_book
from scorekeeper.play.upkeep.size import BookSize, HostLimits, measure_book
from scorekeeper.store import NotFoundError, SqliteStore, Store, StoreError
from scorekeeper.store.entries import EntryRow, write_entry
from scorekeeper.store.matches import find_match
from tests.play.conftest import add, ends, out
from vision import tidy_photo


def found(store: Store) -> list[str]:
    return [str(finding.text) for finding in check_book(store)]


def test_a_sound_file_has_nothing_to_tell(store: Store, four: Match, two: Match) -> None:
    assert found(store) == []
    add(store, four, ends("Anna", "5", "0"))
    ended = add(store, two, ends("Anna", "5-5", "5"), out("Anna", Bo=["6-6", "5-2"]))
    assert found(store) == []
    opened = strike_out(store, two.id, 2, ended.seen, "tap")
    assert found(store) == []
    add(store, opened, out("Bo", Anna=["6-6", "6-5", "6-4", "6-3"]))
    assert found(store) == []


@pytest.mark.usefixtures("stingy_rules")
def test_a_result_that_differs_under_todays_rules_is_told_and_nothing_is_changed(store: Store) -> None:
    told = list_matches(store)[0]
    [finding] = check_book(store)
    assert finding.match == told.id
    assert str(finding.text) == "It ended, but by today's rules it goes on."
    assert list_matches(store)[0] == told


def test_a_result_with_other_points_is_told(store: Store, two: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    add(store, two, ends("Anna", "5-5", "5"), out("Anna", Bo=["6-6", "5-2"]))
    monkeypatch.setattr("scorekeeper.engine.rules.hand_rounding.round_to_five", lambda total: 100)
    assert found(store) == ["It ended Anna 7, Bo 0 (Anna); by today's rules it ends Anna 23, Bo 0 (Anna)."]


def test_a_match_that_todays_rules_would_have_ended_is_told(
    store: Store, two: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(store, two, out("Anna", Bo=["5-5"]))
    monkeypatch.setattr("scorekeeper.engine.rules.hand_rounding.round_to_five", lambda total: 100)
    assert found(store) == ["It goes on, but by today's rules it is over."]


def test_an_entry_that_cannot_be_is_told_with_its_place(store: Store, two: Match) -> None:
    with store.write() as db:
        row = find_match(db, two.id)
        assert row is not None
        write_entry(db, row.serial, EntryRow(1, "tap", two.started, ends("Anna", "5-5", "5-5"), None))
        write_entry(db, row.serial, EntryRow(2, "another", two.started, {"entry": "miracle"}, None))
    [told] = found(store)
    assert told.startswith("entry 2, entry: There is no kind of entry called “miracle”.")


def test_a_missing_guard_is_told(store: Store) -> None:
    with store.write() as db:
        db.execute("DROP TRIGGER entries_stay")
        db.execute("DROP INDEX seats_by_player")
    assert found(store) == [
        "“entries_stay” is missing in the file, or not as the score pad made it.",
        "“seats_by_player” is missing in the file, or not as the score pad made it.",
    ]


def test_a_guard_that_lets_things_pass_is_told(store: Store) -> None:
    with store.write() as db:
        db.execute("DROP TRIGGER entries_stay")
        db.execute("CREATE TRIGGER entries_stay BEFORE UPDATE ON entries BEGIN SELECT 1; END")
    assert found(store) == ["“entries_stay” is missing in the file, or not as the score pad made it."]


def test_damage_is_told(store: SqliteStore, four: Match) -> None:
    add(store, four, *[ends("Anna", "5", "0")] * 5)
    with store.write() as db:
        db.execute("PRAGMA writable_schema = ON")
        db.execute("UPDATE sqlite_master SET rootpage = 3 WHERE name = 'seats_by_player'")
    store.close()
    with SqliteStore(store.path) as opened:
        assert any("damaged" in sentence for sentence in found(opened))


def test_a_match_without_its_players_is_told(store: Store, four: Match) -> None:
    with store.write() as db:
        db.execute("DELETE FROM seats")
    assert any(sentence.startswith("players: ") for sentence in found(store))


def test_a_backup_holds_everything_and_can_be_scored_on(store: SqliteStore, four: Match, tmp_path: Path) -> None:
    match = add(store, four, ends("Anna", "5", "0"))
    store.copy(tmp_path / "backup.db")
    add(store, match, ends("Bo", "5", "0"))
    with SqliteStore(tmp_path / "backup.db", create=False) as restored:
        assert load_match(restored, four.id) == match
        assert add(restored, match, ends("Bo", "5-5", "0")).sheet.totals == {"Anna & Carl": 1, "Bo & Dora": 2}
        assert found(restored) == []


def test_a_backup_takes_no_other_files_place(store: SqliteStore) -> None:
    with pytest.raises(StoreError, match="there already"):
        store.copy(store.path)


# -- putting a backup back ---------------------------------------------------------------------------------------------


def test_a_backup_is_put_back_while_the_pad_is_in_use_and_what_was_there_is_kept(
    store: SqliteStore, four: Match, tmp_path: Path
) -> None:
    match = add(store, four, ends("Anna", "5", "0"))
    store.copy(tmp_path / "backup.db")
    later = add(store, match, ends("Bo", "5-5", "0"))
    gone = start_match(store, "spansk", ["Eva", "Finn"])
    with SqliteStore(store.path) as other, other.read():
        kept = restore_book(store, tmp_path / "backup.db", tidy_photo)
    assert load_match(store, four.id) == match
    assert [summary.id for summary in list_matches(store)] == [four.id]
    with pytest.raises(NotFoundError):
        load_match(store, gone.id)
    assert found(store) == []
    assert add(store, match, ends("Bo", "5", "0")).sheet.totals == {"Anna & Carl": 1, "Bo & Dora": 1}
    assert kept is not None
    with SqliteStore(kept, create=False) as before:
        assert load_match(before, four.id) == later
        assert load_match(before, gone.id) == gone


def test_a_backup_is_put_back_on_a_new_computer(store: SqliteStore, four: Match, tmp_path: Path) -> None:
    store.copy(tmp_path / "backup.db")
    with SqliteStore(tmp_path / "new" / "matches.db") as new:
        assert restore_book(new, tmp_path / "backup.db", tidy_photo) is None
        assert load_match(new, four.id) == four
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["matches.db"]


@pytest.mark.parametrize("what", ["missing", "no database", "another program's", "damaged"])
def test_what_is_no_sound_backup_is_not_put_back(store: SqliteStore, four: Match, tmp_path: Path, what: str) -> None:
    add(store, four, *[ends("Anna", "5", "0"), out("Bo", Anna=["1-0"], Carl=["2-0"])] * 20)
    path = tmp_path / "backup.db"
    if what == "no database":
        path.write_bytes(b"no database at all, but long enough to look like one" * 20)
    elif what == "another program's":
        with closing(sqlite3.connect(path)) as other:
            other.execute("CREATE TABLE recipes (name TEXT)")
    elif what == "damaged":
        store.copy(path)
        content = bytearray(path.read_bytes())
        content[4096 : len(content) // 2] = b"\xff" * (len(content) // 2 - 4096)
        path.write_bytes(content)
    before = path.read_bytes() if path.exists() else None
    with pytest.raises(StoreError):
        restore_book(store, path, tidy_photo)
    assert load_match(store, four.id).seen == 40
    assert found(store) == []
    assert (path.read_bytes() if path.exists() else None) == before
    assert not (store.path.parent / "backups").exists()


def test_the_size_of_a_book_counts_its_matches_and_photos(store: Store, four: Match, two: Match) -> None:
    keep_photo(store, four.id, b"a photo", {"tiles": []})
    size = measure_book(store)
    assert (size.matches, size.photos) == (2, 1)


def test_the_copies_of_a_book_may_take_half_of_what_it_may_take() -> None:
    assert HostLimits(BookSize(20_000, 5_000, megabytes=300)).copies == 150_000_000
