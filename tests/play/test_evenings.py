"""The matches that one table plays one after the other form an evening, with a tally of the wins."""

import io
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest

from scorekeeper.engine.seating import name_sides
from scorekeeper.play.history.details import move_match
from scorekeeper.play.history.evenings import find_evening, list_evenings
from scorekeeper.play.history.search import Search
from scorekeeper.play.player_names import rename_player
from scorekeeper.play.scoring.writing import add_entry, play_again, start_match
from scorekeeper.play.transfer.packing import pack_archive
from scorekeeper.play.transfer.unpacking import unpack_archive
from scorekeeper.store import SqliteStore, Store
from scorekeeper.store.entries import EntryRow, write_entry
from scorekeeper.store.evenings import join_evening, number_evenings
from scorekeeper.store.matches import Final, look_up_match, write_final, write_match
from scorekeeper.store.search import Query, search_evenings
from tests.play.conftest import AS_IT_IS, FOUR
from tests.play.match_files import import_matches

FRIDAY = datetime(2023, 11, 17, 19, 0, tzinfo=UTC)
AN_HOUR = timedelta(hours=1)
ids = count()


def hours(number: float) -> timedelta:
    return timedelta(hours=number)


def played(
    store: Store,
    players: Sequence[str],
    began: datetime,
    winners: Sequence[str] = (),
    lasting: timedelta = AN_HOUR,
    game: str = "spansk",
    newest: bool = True,
) -> str:
    """Store a match that began at `began` and was written last `lasting` later; it is over if anybody won."""
    with store.write() as db:
        row = write_match(db, f"m{next(ids)}", game, players, len(players) == 4, None, {}, began, newest=newest)
        ended = began + lasting
        shown = {"entry": "ends", "player": players[0], "ends": ["5", "0"]}
        write_entry(db, row.serial, EntryRow(1, "a", ended, shown, None))
        if winners:
            totals = {side: 60 if side in winners else 20 for side in name_sides(tuple(players), len(players) == 4)}
            write_final(db, row.serial, Final(1, totals, tuple(winners)), ended, newest)
        join_evening(db, row.serial)
    return row.id


def evening_of(store: Store, match_id: str) -> list[str]:
    return [match.id for match in find_evening(store, match_id).matches]


def test_the_matches_that_a_table_plays_one_after_the_other_are_an_evening(store: Store) -> None:
    first = played(store, FOUR, FRIDAY, ["Anna & Carl"])
    second = played(store, FOUR, FRIDAY + hours(1.2), ["Bo & Dora"])
    third = played(store, FOUR, FRIDAY + hours(2.5), ["Anna & Carl"])
    evening = find_evening(store, second)
    assert [match.id for match in evening.matches] == [first, second, third]
    assert (evening.id, evening.began, evening.ended) == (first, FRIDAY, FRIDAY + hours(3.5))
    assert (evening.wins, evening.by_person) == ({"Anna & Carl": 2, "Bo & Dora": 1}, False)
    assert list(evening.wins) == ["Anna & Carl", "Bo & Dora"]


def test_it_goes_on_after_midnight_and_after_supper_and_not_on_the_next_day(store: Store) -> None:
    early = played(store, FOUR, FRIDAY - hours(5))
    late = played(store, FOUR, FRIDAY + hours(1.9))  # less than six hours after the last entry
    night = played(store, FOUR, FRIDAY + hours(6))
    next_day = played(store, FOUR, FRIDAY + hours(19))
    assert evening_of(store, night) == [early, late, night]
    assert evening_of(store, next_day) == [next_day]


def test_matches_of_which_only_the_day_is_known_are_an_evening_in_whichever_order_they_come(store: Store) -> None:
    """Such matches begin at the same moment, and their numbers follow each other directly."""
    second = played(store, FOUR, FRIDAY + timedelta(microseconds=1), newest=False)
    first = played(store, FOUR, FRIDAY, newest=False)
    assert evening_of(store, first) == [first, second]
    third = played(store, FOUR, FRIDAY, newest=False)
    assert evening_of(store, third) == [first, second, third]


def test_a_match_that_was_left_off_and_ended_a_day_later_does_not_join_two_evenings(store: Store) -> None:
    friday = played(store, FOUR, FRIDAY, lasting=hours(25))
    saturday = played(store, FOUR, FRIDAY + hours(25.5))
    assert evening_of(store, saturday) == [saturday]
    assert evening_of(store, friday) == [friday]


def test_what_was_corrected_later_does_not_join_two_evenings(store: Store) -> None:
    friday = played(store, FOUR, FRIDAY)
    saturday = played(store, FOUR, FRIDAY + hours(10))
    with store.write() as db:
        serial = look_up_match(db, friday).serial
        write_entry(db, serial, EntryRow(2, "b", FRIDAY + hours(12), {"entry": "void", "of": 1}, None))
        join_evening(db, look_up_match(db, saturday).serial)
    assert (evening_of(store, friday), evening_of(store, saturday)) == ([friday], [saturday])


def test_seats_partners_and_the_game_may_change_and_then_persons_are_counted(store: Store) -> None:
    first = played(store, FOUR, FRIDAY, ["Anna & Carl"])
    played(store, ["Dora", "Bo", "Anna", "Carl"], FRIDAY + hours(1), ["Dora & Anna"])
    last = played(store, ["Carl", "Dora", "Bo", "Anna"], FRIDAY + hours(2), ["Dora & Anna"], game="jijbent")
    evening = find_evening(store, last)
    assert (evening.id, len(evening.matches), evening.by_person) == (first, 3, True)
    assert list(evening.wins.items()) == [("Anna", 3), ("Dora", 2), ("Carl", 1), ("Bo", 0)]


def test_partners_who_only_change_their_chairs_stay_one_side(store: Store) -> None:
    played(store, FOUR, FRIDAY, ["Anna & Carl"])
    last = played(store, ["Dora", "Carl", "Bo", "Anna"], FRIDAY + hours(1), ["Carl & Anna"])
    evening = find_evening(store, last)
    assert (evening.wins, evening.by_person) == ({"Anna & Carl": 2, "Bo & Dora": 0}, False)


def test_two_tables_at_once_have_an_evening_each(store: Store) -> None:
    anna = [played(store, ["Anna", "Bo"], FRIDAY + hours(each)) for each in (0, 1)]
    carl = [played(store, ["Carl", "Dora"], FRIDAY + hours(each)) for each in (1.5, 2)]
    anna.append(played(store, ["Anna", "Bo"], FRIDAY + hours(2.5)))
    three = played(store, ["Anna", "Bo", "Carl"], FRIDAY + hours(4))
    assert (evening_of(store, anna[0]), evening_of(store, carl[1])) == (anna, carl)
    assert evening_of(store, three) == [three]


def test_a_draw_and_a_match_that_goes_on_are_nobodys_win(store: Store) -> None:
    played(store, ["Anna", "Bo"], FRIDAY, ["Anna", "Bo"])
    last = played(store, ["Anna", "Bo"], FRIDAY + hours(1))
    evening = find_evening(store, last)
    assert (evening.wins, evening.over, evening.drawn) == ({"Anna": 0, "Bo": 0}, 1, 1)


def test_a_clock_that_was_put_back_ends_no_evening(store: Store) -> None:
    first = played(store, FOUR, FRIDAY)
    second = played(store, FOUR, FRIDAY - hours(30))
    assert evening_of(store, first) == [first, second]


def test_who_is_called_otherwise_in_between_plays_on_in_the_same_evening(store: Store) -> None:
    first = played(store, ["Anna", "Bo"], FRIDAY, ["Anna"])
    rename_player(store, "Anna", "Anna Lee")
    second = played(store, ["Bo", "Anna Lee"], FRIDAY + hours(1), ["Anna Lee"])
    rename_player(store, "Bo", "Bosse")
    evening = find_evening(store, second)
    assert [match.id for match in evening.matches] == [first, second]
    assert (evening.players, evening.wins) == (("Anna Lee", "Bosse"), {"Anna Lee": 2, "Bosse": 0})


def test_two_names_of_one_person_sit_at_one_table(store: Store) -> None:
    played(store, ["Ann", "Cleo"], FRIDAY - hours(40))
    first = played(store, ["Anna", "Bo"], FRIDAY)
    rename_player(store, "Ann", "Anna", merge=True)
    second = played(store, ["Ann", "Bo"], FRIDAY + hours(1))
    assert evening_of(store, first) == [first, second]


def test_a_match_in_the_bin_is_in_no_evening_and_comes_back_into_its_own(store: Store) -> None:
    first, second, third = (played(store, ["Anna", "Bo"], FRIDAY + hours(each), ["Anna"]) for each in range(3))
    move_match(store, first, "deleted")
    evening = find_evening(store, second)
    assert (evening.id, evening.wins["Anna"], evening_of(store, first)) == (second, 2, [second, third])
    [binned] = list_evenings(store, Search(location="deleted")).evenings
    assert ([match.id for match in binned.matches], binned.wins["Anna"]) == ([first], 2)
    move_match(store, first, "here")
    assert evening_of(store, third) == [first, second, third]


def test_a_match_brought_in_later_joins_what_it_lay_between(store: Store, tmp_path: Path) -> None:
    first = played(store, ["Anna", "Bo"], FRIDAY)
    third = played(store, ["Anna", "Bo"], FRIDAY + hours(8))
    assert evening_of(store, third) == [third]
    second = played(store, ["Anna", "Bo"], FRIDAY + hours(4), newest=False)
    assert evening_of(store, third) == [first, second, third]


def test_an_archive_brings_its_evenings_along(store: Store, tmp_path: Path) -> None:
    match = start_match(store, "spansk", ["Anna", "Bo"])
    again = play_again(store, match.id)
    archive = io.BytesIO()
    pack_archive(store, archive)
    with SqliteStore(tmp_path / "other.db") as other:
        unpack_archive(other, archive, *AS_IT_IS)
        assert evening_of(other, match.id) == [match.id, again.id]


def test_match_files_do_not_say_when_they_were_played_so_each_is_an_evening_of_its_own(store: Store) -> None:
    document = {"format": 1, "variant": "spansk", "players": ["Anna", "Bo"]}
    one, other = import_matches(store, [document, document])
    assert (evening_of(store, one.id), evening_of(store, other.id)) == ([one.id], [other.id])


@pytest.fixture
def three_evenings(store: Store) -> list[list[str]]:
    """Store Thursday's and Friday's evenings, and Friday's of another table; return the ids, newest evening first."""
    thursday = [played(store, FOUR, FRIDAY - hours(24 - each), ["Anna & Carl"]) for each in (0, 1)]
    friday = [played(store, FOUR, FRIDAY + hours(each), ["Bo & Dora"]) for each in (0, 2)]
    beside = [played(store, ["Eva", "Finn"], FRIDAY + hours(1))]
    friday.append(played(store, FOUR, FRIDAY + hours(3)))
    return [beside, friday, thursday]


def listed(store: Store, wanted: Search, **page: int | None) -> list[list[str]]:
    found = list_evenings(store, wanted, **page)  # type: ignore[arg-type]  # as named
    return [[match.id for match in evening.matches] for evening in found.evenings]


def test_evenings_are_listed_by_when_they_began_the_newest_first(store: Store, three_evenings: list[list[str]]) -> None:
    assert listed(store, Search()) == three_evenings
    assert listed(store, Search(player="Eva")) == three_evenings[:1]


def test_a_page_holds_whole_evenings(store: Store, three_evenings: list[list[str]]) -> None:
    for limit in (1, 2, 3, 4, 5):
        found, before, pages = list[list[str]](), None, 0
        while pages < 9:
            page = list_evenings(store, Search(), limit, before)
            found += [[match.id for match in evening.matches] for evening in page.evenings]
            before, pages = page.older, pages + 1
            if before is None:
                break
        assert found == three_evenings, limit


def test_of_an_evening_only_what_was_searched_for_is_shown_with_the_wins_of_all(
    store: Store, three_evenings: list[list[str]]
) -> None:
    _, friday, thursday = list_evenings(store, Search()).evenings
    found = list_evenings(store, Search(result="left")).evenings
    assert [[match.id for match in evening.matches] for evening in found] == [three_evenings[0], three_evenings[1][2:]]
    assert (found[1].wins, found[1].over) == (friday.wins, 2)
    assert thursday.wins == {"Anna & Carl": 2, "Bo & Dora": 0}


@pytest.mark.sqlite
def test_an_older_file_learns_its_evenings_as_if_they_had_been_told_from_the_start(
    store: Store, three_evenings: list[list[str]]
) -> None:
    with store.write() as db:
        db.execute("UPDATE matches SET evening = NULL")
        number_evenings(db)
    assert listed(store, Search()) == three_evenings


@pytest.mark.sqlite
def test_a_page_of_evenings_looks_at_no_more_than_it_shows(store: SqliteStore, three_evenings: list[list[str]]) -> None:
    asked: list[str] = []
    with store.read() as db, db.tracer(lambda sql, _: asked.append(sql)):
        search_evenings(db, Query(), 2)
    with store.read() as db:
        for sql in asked:
            plan = " ".join(row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {sql}", [None] * sql.count("?")))
            assert "TEMP B-TREE" not in plan, (sql, plan)
            assert "SCAN" not in plan, (sql, plan)


@pytest.mark.parametrize(
    ("shutout", "loser", "wins", "doubled"), [("counts_two", 0, 2, 1), ("off", 0, 1, 0), ("counts_two", 5, 1, 0)]
)
def test_a_match_that_the_others_end_without_a_point_counts_twice_where_the_table_has_it_so(
    store: Store, shutout: str, loser: int, wins: int, doubled: int
) -> None:
    match = start_match(store, "german_draw", FOUR[:2], None, FOUR[0], {"shutout": shutout, "target": 20})
    entry = {"entry": "round", "out": FOUR[0], "hands": {FOUR[1]: {"pips": 21}}}
    if loser:
        first = {"entry": "round", "out": FOUR[1], "hands": {FOUR[0]: {"pips": loser}}}
        match = add_entry(store, match.id, first, match.seen, "first")
    match = add_entry(store, match.id, entry, match.seen, "last")
    assert match.sheet.over
    evening = find_evening(store, match.id)
    assert (dict(evening.wins), evening.over, evening.doubled) == ({FOUR[0]: wins, FOUR[1]: 0}, 1, doubled)
    assert str(match.sheet.why_over).endswith("so the match counts twice") == bool(doubled)
