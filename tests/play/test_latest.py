"""The match at the top of the list, matches left off, and matches called off."""

from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.play.history.details import call_off_match
from scorekeeper.play.history.evenings import find_evening, list_evenings
from scorekeeper.play.history.overview import list_recent_matches
from scorekeeper.play.history.search import Search, find_abandoned_before
from scorekeeper.play.history.tallies import count_tally
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.play.upkeep.checking import check_book, rebuild_match_index
from scorekeeper.store import SqliteStore, Store
from scorekeeper.store.match_index import NEVER, list_abandoned, list_recent
from tests.play.conftest import FOUR, add, ends
from tests.play.test_standings import ended

SEARCH = "scorekeeper.play.history.search.LEFT_AFTER"


def on_top(store: Store) -> dict[str, list[str]]:
    latest = list_recent_matches(store)
    return {name: [match.id for match in getattr(latest, name)] for name in ("running", "over", "left")}


def in_history(store: Store, **wanted: object) -> list[str]:
    evenings = list_evenings(store, Search(**wanted)).evenings  # type: ignore[arg-type]  # as named
    return [match.id for evening in evenings for match in evening.matches]


def test_the_match_that_was_written_last_lies_on_top_with_that_time(store: Store, four: Match, two: Match) -> None:
    match = add(store, four, ends("Anna", "5", "0"))
    over = [ended(store).id, ended(store, "Bo", "Carl").id]
    assert on_top(store) == {"running": [four.id, two.id], "over": over[::-1], "left": []}
    assert list_recent_matches(store).running[0].touched == match.written[-1]


def test_a_match_that_nobody_touches_for_half_a_day_is_left_off_and_plays_on_with_an_entry(
    store: Store, four: Match, two: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(store, four, ends("Anna", "5", "0"))
    assert timedelta(hours=11.9) < datetime.now(UTC) - find_abandoned_before() < timedelta(hours=12.1)
    monkeypatch.setattr(SEARCH, timedelta(0))
    assert on_top(store) == {"running": [], "over": [], "left": [four.id]}
    assert in_history(store) == [four.id]
    assert in_history(store, result="left") == [two.id, four.id]
    assert in_history(store, result="running") == []
    monkeypatch.setattr(SEARCH, timedelta(hours=12))
    add(store, load_match(store, four.id), ends("Bo", "5-5", "0"))
    assert on_top(store)["running"] == [four.id, two.id]


def test_a_match_is_called_off_at_once_and_taken_up_again(store: Store, four: Match) -> None:
    match = add(store, four, ends("Anna", "5", "0"))
    call_off_match(store, four.id, True)
    assert on_top(store) == {"running": [], "over": [], "left": [four.id]}
    [told] = list_recent_matches(store).left
    assert (told.off, told.left, told.totals) == (True, True, {"Anna & Carl": 1, "Bo & Dora": 0})
    call_off_match(store, four.id, False)
    assert on_top(store)["running"] == [four.id]
    assert load_match(store, four.id) == match


def test_an_entry_takes_a_match_up_again(store: Store, four: Match) -> None:
    match = add(store, four, ends("Anna", "5", "0"))
    call_off_match(store, four.id, True)
    add(store, match, ends("Bo", "5-5", "0"))
    assert on_top(store)["running"] == [four.id]
    assert check_book(store) == ()


def test_what_was_called_off_and_taken_up_is_made_anew_as_it_was(store: Store, four: Match, two: Match) -> None:
    for match in (add(store, four, ends("Anna", "5", "0")), two):
        call_off_match(store, match.id, True)
    call_off_match(store, two.id, False)
    before = list_recent_matches(store)
    assert check_book(store) == ()
    rebuild_match_index(store)
    assert list_recent_matches(store) == before


def test_a_match_in_which_nothing_was_written_goes_from_the_lists_and_is_still_found(store: Store, two: Match) -> None:
    call_off_match(store, two.id, True)
    assert on_top(store) == {"running": [], "over": [], "left": []}
    assert (in_history(store), in_history(store, result="left")) == ([], [two.id])


def test_a_match_that_was_called_off_counts_for_nobody(store: Store) -> None:
    match = add(store, start_match(store, "spansk", FOUR), ends("Anna", "5", "0"))
    call_off_match(store, match.id, True)
    tally = count_tally(store, "Anna")
    assert tally is not None
    assert (tally.matches, find_evening(store, match.id).over) == (0, 0)


def test_a_match_that_is_over_is_not_called_off(store: Store) -> None:
    match = ended(store)
    call_off_match(store, match.id, True)
    assert on_top(store) == {"running": [], "over": [match.id], "left": []}


@pytest.mark.sqlite
def test_the_first_page_looks_at_no_more_than_it_shows(store: SqliteStore) -> None:
    asked: list[str] = []
    with store.read() as db, db.tracer(lambda sql, _: asked.append(sql)):
        list_recent(db, False, NEVER, 8)
        list_recent(db, True, NEVER, 8)
        list_abandoned(db, NEVER, 8)
    with store.read() as db:
        for sql in asked:
            plan = " ".join(row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {sql}", [None] * sql.count("?")))
            assert "TEMP B-TREE" not in plan, (sql, plan)
            assert "SCAN" not in plan, (sql, plan)
