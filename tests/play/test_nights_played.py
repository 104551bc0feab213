"""A night is everything that is played in a book from one morning to the next, and it has a best player."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from scorekeeper.play import Profile
from scorekeeper.play.history.details import move_match
from scorekeeper.play.history.nights import Night, find_last_night, find_night
from scorekeeper.play.history.periods import Period, count_by_day
from scorekeeper.play.player_names import change_profile
from scorekeeper.store import SqliteStore, Store
from scorekeeper.store.match_index import find_last_evening, list_evenings_between
from tests.play.conftest import FOUR
from tests.play.test_evenings import FRIDAY, hours, played

PAIRS = (["Anna", "Bo", "Carl", "Dora"], ["Anna", "Carl", "Bo", "Dora"], ["Anna", "Bo", "Dora", "Carl"])


def night_of(store: Store, match_id: str, zone: str = "UTC") -> Night:
    return find_night(store, match_id, ZoneInfo(zone))


def shares(night: Night) -> dict[str, tuple[int, int]]:
    return {score.player: (score.won, score.matches) for score in night.scores}


def test_a_night_has_all_tables_and_pairings_of_the_book(store: Store) -> None:
    ids = [
        played(store, PAIRS[0], FRIDAY, ["Anna & Carl"]),
        played(store, ["Eva", "Finn"], FRIDAY + hours(0.5), ["Eva"]),
        played(store, PAIRS[1], FRIDAY + hours(1), ["Anna & Bo"]),
        played(store, ["Eva", "Anna"], FRIDAY + hours(3), ["Eva"]),
    ]
    night = night_of(store, ids[2])
    assert ([match.id for match in night.matches], night.id, str(night.day)) == (ids, ids[0], "2023-11-17")
    assert shares(night) == {
        "Eva": (2, 2),
        "Anna": (2, 3),
        "Carl": (1, 2),
        "Bo": (1, 2),
        "Dora": (0, 2),
        "Finn": (0, 1),
    }
    assert (night.best, night.played, night.over, len(night.evenings)) == (("Eva",), 4, 4, 3)


def test_it_goes_from_eight_to_eight_by_the_clock_of_the_phone(store: Store) -> None:
    begins = [datetime(2023, 11, 17, 8, tzinfo=UTC), datetime(2023, 11, 18, 7, 59, tzinfo=UTC)]
    first, last = (played(store, [str(number), "Bo"], at) for number, at in enumerate(begins))
    next_day = played(store, ["Eva", "Bo"], begins[0] + hours(24))
    assert [match.id for match in night_of(store, last).matches] == [first, last]
    assert [match.id for match in night_of(store, next_day).matches] == [next_day]
    assert [match.id for match in night_of(store, last, "America/New_York").matches] == [last, next_day]
    assert [match.id for match in night_of(store, first, "America/New_York").matches] == [first]


def test_the_calendar_has_a_match_on_the_day_on_which_its_night_began(store: Store) -> None:
    eight = datetime(2023, 11, 17, 8, tzinfo=UTC)
    for number, at in enumerate((eight - timedelta(seconds=1), eight, eight + timedelta(seconds=1))):
        played(store, [str(number), "Bo"], at, ["Bo"])
    assert count_by_day(store, Period(zone=UTC)) == {date(2023, 11, 16): 1, date(2023, 11, 17): 2}
    assert count_by_day(store, Period(zone=ZoneInfo("America/New_York"))) == {date(2023, 11, 16): 3}


def test_a_night_on_which_the_clock_is_changed_has_an_hour_more(store: Store) -> None:
    saturday = datetime(2023, 10, 28, 20, tzinfo=UTC)  # Stockholm's clocks go back at 03:00
    first = played(store, ["Anna", "Bo"], saturday)
    early = played(store, ["Eva", "Bo"], datetime(2023, 10, 29, 6, 59, tzinfo=UTC))
    late = played(store, ["Eva", "Finn"], datetime(2023, 10, 29, 7, 0, tzinfo=UTC))
    assert [match.id for match in night_of(store, first, "Europe/Stockholm").matches] == [first, early]
    assert [match.id for match in night_of(store, late, "Europe/Stockholm").matches] == [late]


def test_a_table_that_plays_through_the_morning_stays_in_its_night(store: Store) -> None:
    night = [played(store, ["Anna", "Bo"], FRIDAY + hours(each)) for each in (11.5, 12.8, 14)]
    others = played(store, ["Eva", "Finn"], FRIDAY + hours(13.5))
    assert [match.id for match in night_of(store, night[2]).matches] == night
    assert [match.id for match in night_of(store, others).matches] == [others]


def test_who_played_less_than_half_as_much_as_whoever_played_most_is_not_the_best(store: Store) -> None:
    for each in range(4):
        last = played(store, ["Anna", "Bo"], FRIDAY + hours(each), ["Anna" if each else "Bo"])
    played(store, ["Eva", "Bo"], FRIDAY + hours(5), ["Eva"])
    played(store, ["Finn", "Bo"], FRIDAY + hours(6), ["Finn"])
    played(store, ["Finn", "Bo"], FRIDAY + hours(7), ["Bo"])
    night = night_of(store, last)
    assert [(score.player, score.compared) for score in night.scores] == [
        ("Anna", True),
        ("Bo", True),
        ("Eva", False),
        ("Finn", False),
    ]
    assert night.best == ("Anna",)


def test_of_equal_shares_more_wins_count_and_who_is_still_equal_is_the_best_too(store: Store) -> None:
    for each in range(2):
        last = played(store, FOUR, FRIDAY + hours(each), ["Anna & Carl"])
    played(store, ["Eva", "Finn"], FRIDAY, ["Eva"])
    assert night_of(store, last).best == ("Anna", "Carl")


def test_nobody_is_the_best_where_all_are_equal(store: Store) -> None:
    last = played(store, ["Anna", "Bo"], FRIDAY, ["Anna", "Bo"])
    assert (night_of(store, last).best, night_of(store, last).drawn) == ((), 1)
    played(store, ["Anna", "Bo"], FRIDAY + hours(1), ["Anna"])
    played(store, ["Anna", "Bo"], FRIDAY + hours(2), ["Bo"])
    assert night_of(store, last).best == ()


def test_a_guest_stands_last_and_is_not_the_best(store: Store) -> None:
    last = played(store, ["Anna", "Bo", "Eva"], FRIDAY, ["Eva"])
    played(store, ["Anna", "Bo", "Eva"], FRIDAY + hours(1), ["Bo"])
    change_profile(store, "Eva", Profile(1, 5, guest=True))
    night = night_of(store, last)
    assert ([score.player for score in night.scores], night.best) == (["Bo", "Anna", "Eva"], ("Bo",))


def test_solitaires_and_matches_that_go_on_and_those_in_the_bin_count_for_nobody(store: Store) -> None:
    binned = played(store, ["Anna", "Bo"], FRIDAY, ["Bo"])
    played(store, ["Dora"], FRIDAY + hours(1), ["Dora"], game="dk_bingo")
    played(store, ["Anna", "Bo"], FRIDAY + hours(2))
    last = played(store, ["Anna", "Bo"], FRIDAY + hours(3), ["Anna"])
    move_match(store, binned, "deleted")
    night = night_of(store, binned)
    assert (shares(night), night.played, night.over) == ({"Anna": (1, 1), "Bo": (0, 1)}, 3, 2)
    assert [match.id for match in night.matches][-1] == last


def test_the_last_night_is_the_last_one_that_somebody_won(store: Store) -> None:
    assert find_last_night(store, UTC, 9) is None
    won = played(store, ["Anna", "Bo"], FRIDAY, ["Bo"])
    for days in (1, 2):
        played(store, ["Anna", "Bo"], FRIDAY + timedelta(days=days), ["Anna", "Bo"])
    night = find_last_night(store, UTC, 3)
    assert night is not None
    assert (night.id, night.best) == (won, ("Bo",))
    assert find_last_night(store, UTC, 2) is None


@pytest.mark.sqlite
def test_only_the_matches_of_the_night_are_read_and_the_last_one_is_found_without_sorting(store: SqliteStore) -> None:
    asked: list[str] = []
    with store.read() as db:
        with db.tracer(lambda sql, _: asked.append(sql)):
            list_evenings_between(db, 1, 2, 3)
            find_last_evening(db)
        plans = [
            " ".join(row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {sql}", [None] * sql.count("?")))
            for sql in asked
        ]
    assert [plan for plan in plans if "SCAN" in plan] == []
    assert "evening>? AND evening<?" in plans[0]
    assert "TEMP B-TREE" not in plans[1]


@pytest.mark.parametrize("most", [1, 2])
def test_of_a_night_with_too_many_matches_the_newest_ones_are_read(
    store: Store, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    ids = [played(store, ["Anna", "Bo"], FRIDAY + hours(each)) for each in range(3)]
    monkeypatch.setattr("scorekeeper.play.history.nights.MOST", most)
    assert [match.id for match in night_of(store, ids[0]).matches] == ids[-most:]
