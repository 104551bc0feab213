"""Everybody has a mark of their own from their first match on."""

from datetime import timedelta

from scorekeeper.store import Store
from scorekeeper.store.matches import write_match
from scorekeeper.store.profiles import (
    COLOURS,
    MARKS,
    Profile,
    Profiles,
    assign_marks,
    find_profiles,
    list_profiles,
    list_profiles_at,
    write_profile,
)
from tests.store.conftest import NOON


def sit(store: Store, players: list[str], days: int = 0) -> tuple[Profile, ...]:
    """Store a new match, and return the profiles of its players."""
    with store.write() as db:
        at = NOON + timedelta(days=days)
        row = write_match(db, f"day {days}", "spansk", players, False, None, {}, at, newest=days >= 0)
        return list_profiles_at(db, row.serial)


def test_whoever_has_a_mark_keeps_it_though_older_matches_come_in(store: Store) -> None:
    carl, anna = sit(store, ["Carl", "Anna"], 2)
    _, again = sit(store, ["Bo", "Anna"], -1)
    assert (carl.mark, anna.mark, again) == ((1, 1), (2, 2), anna)


def test_no_two_of_as_many_players_as_there_are_marks_have_one_mark(store: Store) -> None:
    with store.write() as db:
        for number in range(MARKS + 1):
            assign_marks(db, [f"player {number}"], NOON)
        marks = [profile.mark for profile in list_profiles(db).values()]
    assert len(set(marks)) == MARKS
    assert len(marks) == MARKS + 1


def test_who_sits_down_at_a_table_has_a_colour_that_nobody_has_there(store: Store) -> None:
    with store.write() as db:
        assign_marks(db, [f"player {number}" for number in range(COLOURS)], NOON)
    profiles = sit(store, ["player 0", "Eva", "Finn"])
    assert len({profile.colour for profile in profiles}) == 3


def test_at_a_table_of_fourteen_nobody_has_the_mark_of_another_one(store: Store) -> None:
    sit(store, ["Olga", "Per", "Rut", "Siv", "Tor"])
    profiles = sit(store, [f"player {number}" for number in range(14)], 1)
    assert len({profile.mark for profile in profiles}) == 14


def test_the_profile_that_was_written_last_counts(store: Store) -> None:
    wanted = Profile(5, 6, "Bo", guest=True)
    sit(store, ["Anna", "Bo"])
    with store.write() as db:
        write_profile(db, "Bo", wanted, NOON)
        assert find_profiles(db, ("Bo", "nobody")) == {"Bo": wanted}


def test_a_name_without_a_profile_always_has_the_same_mark() -> None:
    assert Profiles()["a stranger"] == Profiles()["a stranger"] != Profiles()["another one"]
