"""Copies are counted, not dated: a clock that goes back deletes none, and a damaged copy displaces no other."""

import os
from pathlib import Path

import pytest

from scorekeeper.engine.file.remark import Remark
from scorekeeper.play.history.details import note_match
from scorekeeper.play.scoring.own_games import save_own_game
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.play.upkeep.copies import copy_at_start, copy_now, list_copies
from scorekeeper.store import SqliteStore, StoreError
from scorekeeper.store.keys import make_keys
from scorekeeper.store.sidecar_files import save_sidecar_files
from tests.folders import renew_owner_key
from tests.play.conftest import add, ends
from tests.trust.conftest import Clock

TEN = 10


def copies(store: SqliteStore) -> list[str]:
    return [copy.name for copy in list_copies(store)]


def folder(store: SqliteStore) -> Path:
    return store.path.parent / "backups"


@pytest.fixture
def ten(store: SqliteStore, clock: Clock) -> list[str]:
    """Make ten copies, each of a book with one more match, while the clock is a day fast; return their names."""
    clock.jump(86400)
    for number in range(TEN):
        start_match(store, "spansk", ["Anna", f"Bo {number}"])
        assert copy_at_start(store, TEN)
    for path in folder(store).iterdir():
        tomorrow = path.stat().st_mtime + 86400
        os.utime(path, (tomorrow, tomorrow))
    clock.jump(-86400)
    return copies(store)


def test_a_clock_that_goes_back_deletes_the_oldest_copy_and_never_the_new_one(
    store: SqliteStore, ten: list[str]
) -> None:
    start_match(store, "spansk", ["Eva", "Finn"])
    made = copy_at_start(store, TEN)
    assert made is not None
    assert copies(store) == [made.name, *ten[:-1]]


def test_a_book_that_nothing_was_written_in_gets_no_new_copy_whatever_the_clock_says(
    store: SqliteStore, ten: list[str], clock: Clock
) -> None:
    for seconds in (86400, -3 * 86400):
        clock.jump(seconds)
        os.utime(store.path)
        assert copy_at_start(store, TEN) is None
    assert copies(store) == ten


def test_copies_of_older_score_pads_are_older_than_new_ones(store: SqliteStore) -> None:
    start_match(store, "spansk", ["Anna", "Bo"])
    new = copy_now(store, TEN)
    assert new is not None
    for moment in ("2098-01-01T120000.000000", "2099-01-01T120000.000000"):
        (folder(store) / f"matches-{moment}-start.db").write_bytes((folder(store) / new.name).read_bytes())
    mine = folder(store) / "matches-of-june.db"
    mine.write_bytes((folder(store) / new.name).read_bytes())
    newest = copy_now(store, 3)
    assert newest is not None
    assert copies(store) == [newest.name, new.name, "matches-2099-01-01T120000.000000-start.db", mine.name]


@pytest.mark.parametrize("how", ["cut", "flipped", "empty"])
def test_a_damaged_copy_is_not_one_of_the_ten(store: SqliteStore, ten: list[str], how: str) -> None:
    for name in ten[:4]:
        path = folder(store) / name
        content = path.read_bytes()
        torn = {"cut": content[:-4096], "flipped": content.replace(b'"target"', b'\xff\x00get"'), "empty": b""}[how]
        path.write_bytes(torn if torn != content else content.replace(b"2026-", b"\xff\xff\xff\xff-"))
    for number in range(4):
        start_match(store, "spansk", ["Eva", f"Finn {number}"])
        assert copy_at_start(store, TEN)
    assert [name for name in ten if name in copies(store)] == ten
    for number in range(TEN):
        start_match(store, "spansk", ["Eva", f"Gus {number}"])
        assert copy_at_start(store, TEN)
    assert len(copies(store)) == TEN


def test_starts_with_a_damaged_book_leave_all_sound_copies(store: SqliteStore, ten: list[str]) -> None:
    match = add(store, start_match(store, "spansk", ["Anna", "Bo"]), ends("Anna", "5", "0"))
    with store.write() as db:
        db.execute("DROP TRIGGER entries_stay")
        db.execute("PRAGMA ignore_check_constraints = ON")
        db.execute("UPDATE entries SET entry = '{torn'")
    for _ in range(12):
        with pytest.raises(StoreError, match="damaged"):
            copy_at_start(store, TEN)
        start_match(store, "spansk", match.seating.players)
    assert copies(store) == ten


@pytest.mark.parametrize("what", ["a match", "an own game", "a note", "the key"])
def test_whatever_was_written_since_the_last_copy_is_worth_a_new_one(store: SqliteStore, what: str) -> None:
    match = start_match(store, "spansk", ["Anna", "Bo"])
    make_keys(store.path.parent)
    save_sidecar_files(store)
    save_own_game(store, {"name": "Sunday fives", "in_play": "fives_sum"})
    assert copy_at_start(store, TEN)
    assert copy_at_start(store, TEN) is None
    if what == "a match":
        start_match(store, "spansk", ["Anna", "Bo"])
    elif what == "an own game":
        save_own_game(store, {"name": what, "in_play": "fives_sum"})
    elif what == "a note":
        note_match(store, match.id, Remark(note="rain"))
    else:
        renew_owner_key(store.path.parent)
        save_sidecar_files(store)
    assert copy_at_start(store, TEN)
