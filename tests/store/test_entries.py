"""Entries and results are written once; the database itself refuses every change of them."""

import pytest

from scorekeeper.store import Store
from scorekeeper.store.entries import Tip, find_tip, list_entries, write_entry
from scorekeeper.store.matches import Final, MatchRow, find_final, write_final
from tests.store.conftest import NOON, REFUSED, entry

ENTRIES = "entries (match, number, post, written, entry, photo, came)"


@pytest.fixture
def written(store: Store, anna_and_bo: MatchRow) -> MatchRow:
    with store.write() as db:
        write_entry(db, anna_and_bo.serial, entry(1))
        write_final(db, anna_and_bo.serial, Final(1, {"Anna": 1, "Bo": 0}, ("Anna",)), NOON)
    return anna_and_bo


def test_an_entry_is_read_as_it_was_written(store: Store, written: MatchRow) -> None:
    with store.read() as db:
        assert list_entries(db, written.serial) == (entry(1),)
        assert list_entries(db, written.serial)[0].written == NOON
        assert find_tip(db, written.serial) == Tip(1, "post 1")
        assert find_final(db, written.serial) == Final(1, {"Anna": 1, "Bo": 0}, ("Anna",))


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE entries SET entry = '{{}}'",
        "UPDATE entries SET number = 7",
        "DELETE FROM entries",
        "INSERT OR REPLACE INTO {entries} VALUES ({serial}, 1, 'another', '', '{{}}', NULL, 9)",
        "INSERT OR REPLACE INTO {entries} VALUES ({serial}, 2, 'post 1', '', '{{}}', NULL, 9)",
        "UPDATE finals SET totals = '{{}}'",
        "DELETE FROM finals",
        "INSERT OR REPLACE INTO finals (match, number, totals, winners) VALUES ({serial}, 1, '{{}}', '[]')",
        "DELETE FROM matches",
    ],
)
def test_what_was_written_cannot_be_changed_or_deleted(store: Store, written: MatchRow, sql: str) -> None:
    with pytest.raises(REFUSED), store.write() as db:
        db.execute(sql.format(entries=ENTRIES, serial=written.serial))
    with store.read() as db:
        assert list_entries(db, written.serial) == (entry(1),)
        assert find_final(db, written.serial) == Final(1, {"Anna": 1, "Bo": 0}, ("Anna",))


@pytest.mark.parametrize(
    "sql",
    [
        "INSERT INTO {entries} VALUES ({serial}, 3, 'a gap', '', '{{}}', NULL, 9)",
        "INSERT INTO {entries} VALUES ({serial}, 1, 'the same number', '', '{{}}', NULL, 9)",
        "INSERT INTO {entries} VALUES ({serial}, 2, 'post 1', '', '{{}}', NULL, 9)",
        "INSERT INTO {entries} VALUES ({serial}, 2, 'no entry', '', 'not json', NULL, 9)",
        "INSERT INTO {entries} VALUES (9, 1, 'no such match', '', '{{}}', NULL, 9)",
        "INSERT INTO {entries} VALUES ({serial}, 2, 'no such photo', '', '{{}}', 'gone', 9)",
        "INSERT INTO finals (match, number, totals, winners) VALUES ({serial}, 2, '{{}}', '[]')",
    ],
)
def test_what_cannot_follow_is_refused(store: Store, written: MatchRow, sql: str) -> None:
    with pytest.raises(REFUSED), store.write() as db:
        db.execute(sql.format(entries=ENTRIES, serial=written.serial))
    with store.read() as db:
        assert find_tip(db, written.serial).number == 1
