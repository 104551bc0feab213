"""The entries of an event are append-only: none is changed or lost, and one form counts once."""

from pathlib import Path

import pytest

from scorekeeper.store import NotFoundError, SqliteStore, Store
from scorekeeper.store.events import (
    EventLink,
    find_damaged_events,
    find_event_of_match,
    find_event_of_post,
    find_last_event_number,
    find_opened_events,
    list_event_entries,
    list_event_links,
    list_event_rows,
    look_up_event,
    write_event,
    write_event_entry,
    write_event_link,
)
from scorekeeper.store.rebuild import rebuild_file
from scorekeeper.store.upkeep import has_same_rows, is_sound
from tests.store.conftest import NOON, REFUSED


@pytest.fixture
def event(store: Store) -> str:
    """Store an event with one entry and a link for each right, and return its id."""
    with store.write() as db:
        row = write_event(db, NOON)
        write_event_entry(db, row.serial, {"entry": "settings", "name": "Thursday"}, "first", NOON)
        write_event_link(db, row.serial, "watch", "", "seen", NOON)
        write_event_link(db, row.serial, "table", "7", "seven", NOON)
        write_event_link(db, row.serial, "play", "Anna & Bo", "pair", NOON)
    return row.id


def test_what_was_written_about_an_event_is_read_in_its_order(store: Store, event: str) -> None:
    with store.write() as db:
        write_event_entry(db, 1, {"entry": "close"}, "second", NOON)
        entries = list_event_entries(db, 1)
        assert [(each.number, each.entry["entry"]) for each in entries] == [(1, "settings"), (2, "close")]
        assert [each.number for each in list_event_entries(db, 1, after=1)] == [2]
        assert find_last_event_number(db, event) == 2
        assert find_last_event_number(db, "nosuchevent") is None
        assert [row.id for row in list_event_rows(db)] == [event]
        with pytest.raises(NotFoundError):
            look_up_event(db, "nosuchevent")


def test_a_form_that_is_sent_twice_writes_one_entry(store: Store, event: str) -> None:
    with store.write() as db:
        for _ in range(2):
            write_event_entry(db, 1, {"entry": "close"}, "twice", NOON)
        assert find_last_event_number(db, event) == 2
        found = find_event_of_post(db, "twice")
        assert found is not None
        assert found.id == event
        assert find_event_of_post(db, "never") is None


@pytest.mark.parametrize("table", ["events", "event_entries", "event_links"])
@pytest.mark.usefixtures("event")
def test_nothing_of_an_event_is_changed_or_deleted(store: Store, table: str) -> None:
    column = {"events": "started", "event_entries": "written", "event_links": "made"}[table]
    for statement in (f"UPDATE {table} SET {column} = ''", f"DELETE FROM {table}"):
        with pytest.raises(REFUSED), store.write() as db:
            db.execute(statement)


@pytest.mark.usefixtures("event")
def test_an_entry_of_an_event_follows_the_last_one(store: Store) -> None:
    with pytest.raises(REFUSED), store.write() as db:
        db.execute(
            "INSERT INTO event_entries (event, number, post, written, entry) VALUES (?, ?, ?, ?, ?)",
            (1, 9, "late", "", "{}"),
        )


def test_a_new_link_closes_the_one_before_and_no_other(store: Store, event: str) -> None:
    with store.write() as db:
        write_event_link(db, 1, "table", "7", "new", NOON)
        write_event_link(db, 1, "play", "Anna & Bo", None, NOON)
        assert (event, EventLink("new", "table", "7")) in find_opened_events(db, ["new"])
        assert {link.key for _, link in find_opened_events(db, ["seen", "seven", "new", "pair"])} == {"seen", "new"}
        assert {link.key for link in list_event_links(db, 1)} == {"seen", "new"}


@pytest.mark.sqlite
def test_a_copy_and_a_restored_file_have_the_event(store: SqliteStore, event: str, tmp_path: Path) -> None:
    store.copy(tmp_path / "copy.db")
    assert is_sound(tmp_path / "copy.db", strict=True)
    assert has_same_rows(store, tmp_path / "copy.db")
    rebuild_file(tmp_path / "copy.db", tmp_path / "rebuilt.db")
    with SqliteStore(tmp_path / "rebuilt.db", create=False, strict=True) as rebuilt, rebuilt.read() as db:
        assert [row.id for row in list_event_rows(db)] == [event]
        assert len(list_event_links(db, 1)) == 3
    with store.write() as db:
        write_event_entry(db, 1, {"entry": "close"}, "later", NOON)
    assert not has_same_rows(store, tmp_path / "copy.db")


@pytest.mark.sqlite
def test_the_event_of_a_match_is_found_by_an_index(store: Store, event: str) -> None:
    with store.write() as db:
        write_event_entry(db, 1, {"entry": "match", "round": 1, "table": 1, "match": "onthepad"}, "pad", NOON)
        assert (find_event_of_match(db, "onthepad"), find_event_of_match(db, "another")) == (
            look_up_event(db, event),
            None,
        )
        sql = "SELECT event FROM event_entries WHERE json_extract(entry, '$.match') = 'onthepad'"
        plan = " ".join(row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {sql}").fetchall())
    assert "event_entries_by_match" in plan


@pytest.mark.sqlite
@pytest.mark.usefixtures("event")
def test_an_event_that_cannot_be_read_is_told(store: SqliteStore, tmp_path: Path) -> None:
    with store.write() as db:
        assert find_damaged_events(db) == ()
        db.execute("INSERT INTO event_entries VALUES (1, 2, 'odd', 'no time', '[]')")
        assert len(find_damaged_events(db)) == 1
    store.copy(tmp_path / "copy.db")
    assert not is_sound(tmp_path / "copy.db")
