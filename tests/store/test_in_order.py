"""Matches are in the order in which they were played, however they came into the file."""

from datetime import datetime, timedelta
from pathlib import Path

from sqlite_utils import Database

from scorekeeper.store import SqliteStore, Store
from scorekeeper.store.damage import find_damage
from scorekeeper.store.entries import list_entries, write_entry
from scorekeeper.store.finished_matches import find_last_position, list_finished
from scorekeeper.store.match_index import find_wrong_index_rows
from scorekeeper.store.matches import Final, list_match_rows, write_final, write_match
from scorekeeper.store.photos import find_photo_row, find_torn_photos
from scorekeeper.store.profiles import list_profiles
from scorekeeper.store.schema import STEPS, find_changed_tables
from scorekeeper.store.sequence import make_sequence_number
from tests.store.conftest import NOON, entry

TIME = "0005 matches and endings by their time, photos by entry and digest"
NEWCOMERS = "0007 in which order everybody came"


def begin(store: Store, id_: str, started: datetime, newest: bool = True) -> None:
    with store.write() as db:
        write_match(db, id_, "spansk", ["Anna", "Bo"], False, None, {}, started, newest=newest)


def ids(store: Store) -> list[str]:
    with store.read() as db:
        return [match.id for match in list_match_rows(db)]


def test_a_match_that_was_played_before_lies_where_it_was_played(store: Store) -> None:
    begin(store, "monday", NOON)
    begin(store, "friday", NOON + timedelta(days=4))
    begin(store, "wednesday", NOON + timedelta(days=2), newest=False)
    begin(store, "also wednesday", NOON + timedelta(days=2), newest=False)
    assert ids(store) == ["friday", "also wednesday", "wednesday", "monday"]
    begin(store, "a moment later", NOON + timedelta(days=2, microseconds=1), newest=False)
    assert ids(store) == ["friday", "a moment later", "also wednesday", "wednesday", "monday"]


def test_a_new_match_is_the_newest_though_the_clock_was_put_back(store: Store) -> None:
    begin(store, "first", NOON)
    begin(store, "second", NOON - timedelta(days=400))
    begin(store, "third", NOON - timedelta(days=401))
    assert ids(store) == ["third", "second", "first"]


def test_a_result_that_was_told_before_counts_before_those_that_followed_it(store: Store) -> None:
    for id_, hours, newest in (("late", 5, True), ("early", 1, False)):
        with store.write() as db:
            at = NOON + timedelta(hours=hours)
            row = write_match(db, id_, "spansk", ["Anna", "Bo"], False, None, {}, at, newest=newest)
            write_entry(db, row.serial, entry(1))
            write_final(db, row.serial, Final(1, {"Anna": 1, "Bo": 0}, ("Anna",)), at, newest=newest)
    with store.read() as db:
        assert [ending.row.id for ending in list_finished(db, 0, find_last_position(db))] == ["early", "late"]


def test_an_older_file_is_put_in_order_and_nothing_else_in_it_changes(path: Path) -> None:
    """Two matches that came in the wrong way round, one of them over, with a photo, a link and a place of its own."""
    path.parent.mkdir()
    jpeg = b"\xff\xd8\xff a photo \xff\xd9"
    with Database(path) as older:
        STEPS.apply(older, stop_before=TIME)
        for serial, (id_, started) in enumerate((("late", NOON + timedelta(days=3)), ("early", NOON)), start=1):
            older.execute(
                "INSERT INTO matches (id, variant, partners, options, started) VALUES (?, 'spansk', 0, '{}', ?)",
                [id_, started.isoformat(timespec="microseconds")],
            )
            for seat, player in enumerate(("Anna", "Bo"), start=1):
                older.execute("INSERT INTO seats VALUES (?, ?, ?)", [serial, seat, player])
            older.execute("INSERT INTO photos VALUES (?, ?, ?, '{}', ?)", [f"photo {id_}", serial, started, jpeg])
            for number in (1, 2):
                written = started.isoformat(timespec="microseconds")
                facts = '{"entry":"ends","player":"Anna","ends":["5","0"]}'
                values = [serial, number, f"post {number}", written, facts, f"photo {id_}"]
                older.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", values)
            result = [serial, '{"Anna":2,"Bo":0}', '["Anna"]']
            older.execute("INSERT INTO finals (match, number, totals, winners) VALUES (?, 2, ?, ?)", result)
            older.execute("INSERT INTO shelves (match, place, at) VALUES (?, 'archived', '')", [serial])
            older.execute("INSERT INTO links VALUES (?, 'watch', 1, 'key', '')", [serial])
        older.conn.commit()
    with SqliteStore(path) as store, store.read() as db:
        newest, oldest = list_match_rows(db)
        assert (newest.id, oldest.id) == ("late", "early")
        assert oldest.serial == make_sequence_number(NOON)
        for match in (newest, oldest):
            assert [each.photo for each in list_entries(db, match.serial)] == [f"photo {match.id}"] * 2
        assert [ending.row.id for ending in list_finished(db, 0, find_last_position(db))] == ["early", "late"]
        assert db.execute("SELECT count(*) FROM links JOIN matches ON serial = match").fetchone() == (2,)
        photo = find_photo_row(db, "photo late")
        assert (photo and photo.match, find_torn_photos(db, lambda jpeg: True)) == ("late", ())
        assert (find_damage(db), find_changed_tables(db), find_wrong_index_rows(db)) == ((), (), ())


def test_those_of_an_older_file_have_their_marks_as_they_came(path: Path) -> None:
    path.parent.mkdir()
    with Database(path) as older:
        STEPS.apply(older, stop_before=NEWCOMERS)
        for serial, players in ((5, ("Bo", "Anna")), (3, ("Carl", "Bo"))):
            write = (
                "INSERT INTO matches (serial, id, variant, partners, options, started) VALUES (?, ?, '', 0, '{}', '')"
            )
            older.execute(write, (serial, str(serial)))
            older.conn.executemany(
                "INSERT INTO seats VALUES (?, ?, ?)", [(serial, *each) for each in enumerate(players, 1)]
            )
        older.conn.commit()
    with SqliteStore(path) as store, store.read() as db:
        assert {name: each.mark for name, each in list_profiles(db).items()} == {
            "Carl": (1, 1),
            "Bo": (2, 2),
            "Anna": (3, 3),
        }
