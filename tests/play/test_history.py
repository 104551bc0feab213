"""Searching the matches of a book."""

import pytest

from scorekeeper.play.history.search import list_known_players, list_matches
from scorekeeper.play.scoring.match import Match
from scorekeeper.play.scoring.taking_back import strike_out
from scorekeeper.play.scoring.writing import add_entry, start_match
from scorekeeper.store import SqliteStore, Store
from scorekeeper.store.matches import list_match_rows
from tests.play.conftest import add, ends, out


def test_matches_are_listed_with_the_newest_first(store: Store, four: Match, two: Match) -> None:
    assert [summary.id for summary in list_matches(store)] == [two.id, four.id]
    newest, oldest = list_matches(store)
    assert (newest.variant, newest.players, newest.started) == ("spansk", ("Anna", "Bo"), two.started)
    assert (oldest.totals, oldest.over, oldest.winners) == ({"Anna & Carl": 0, "Bo & Dora": 0}, False, ())
    assert (oldest.entries, oldest.written) == (0, None)


def test_a_running_match_is_listed_with_its_totals_and_the_time_of_its_last_entry(store: Store, four: Match) -> None:
    match = add(store, four, ends("Anna", "5", "0"), ends("Bo", "5-5", "0"))
    [summary] = list_matches(store)
    assert summary.totals == {"Anna & Carl": 1, "Bo & Dora": 2}
    assert (summary.entries, summary.written) == (2, match.written[-1])


def test_a_finished_match_is_listed_with_its_winners_until_it_is_opened_again(store: Store, two: Match) -> None:
    ended = add(store, two, ends("Anna", "5-5", "5"), out("Anna", Bo=["6-6", "5-2"]))
    [summary] = list_matches(store)
    assert (summary.totals, summary.over, summary.winners) == ({"Anna": 7, "Bo": 0}, True, ("Anna",))
    strike_out(store, two.id, 2, ended.seen, "tap")
    [summary] = list_matches(store)
    assert (summary.totals, summary.over, summary.winners) == ({"Anna": 3, "Bo": 0}, False, ())


def test_a_solitaire_is_listed_with_how_it_ended(store: Store) -> None:
    match = start_match(store, "dk_bingo", ["Anna"])
    add(store, match, {"entry": "result", "won": False, "left": {"tiles": 7}, "passes": 2})
    [summary] = list_matches(store)
    assert (summary.totals, summary.winners, str(summary.why)) == ({"Anna": 7}, (), "lost; tiles left: 7; passes: 2")


@pytest.mark.usefixtures("stingy_rules")
def test_the_history_tells_a_finished_match_as_it_was_told_whatever_the_rules_are_today(store: Store) -> None:
    ended, running = list_matches(store)
    assert (ended.totals, ended.winners) == ({"Anna": 7, "Bo": 0}, ("Anna",))
    assert running.totals == {"Anna": 0, "Bo": 0}


def test_matches_are_found_by_game_and_by_player(store: Store, four: Match, two: Match) -> None:
    other = start_match(store, "dk_almindelig", ["Bo", "Eva"])
    by = {
        ("spansk", None): [two.id, four.id],
        ("dk_almindelig", None): [other.id],
        (None, "Bo"): [other.id, two.id, four.id],
        (None, "Dora"): [four.id],
        ("spansk", "Bo"): [two.id, four.id],
        ("dk_almindelig", "Anna"): [],
        (None, "Nobody"): [],
    }
    found = {
        (game, player): [each.id for each in list_matches(store, variant=game, player=player)] for game, player in by
    }
    assert found == by


def test_a_long_history_is_read_page_by_page(store: Store) -> None:
    ids = [start_match(store, "spansk", ["Anna", "Bo"]).id for _ in range(5)][::-1]
    pages = [[each.id for each in list_matches(store, limit=2, offset=start)] for start in (0, 2, 4, 6)]
    assert pages == [ids[0:2], ids[2:4], ids[4:5], []]
    pages = [[each.id for each in list_matches(store, player="Bo", limit=2, offset=start)] for start in (0, 2, 4)]
    assert pages == [ids[0:2], ids[2:4], ids[4:5]]


def test_one_match_that_cannot_be_scored_any_more_hides_no_other(store: Store, four: Match) -> None:
    with store.write() as db:
        db.execute('UPDATE matches SET options = \'{"target": 60, "an option of long ago": 1}\'')
    assert [(each.id, each.totals) for each in list_matches(store)] == [(four.id, {})]


def test_everybody_who_played_is_known_those_of_the_last_match_first(store: Store) -> None:
    assert list_known_players(store) == ()
    start_match(store, "spansk", ["Dora", "Anna"])
    start_match(store, "spansk", ["Carl", "Åse"])
    start_match(store, "spansk", ["Carl", "Dora"])
    assert list_known_players(store) == ("Carl", "Dora", "Åse", "Anna")


@pytest.mark.sqlite
def test_a_page_of_the_history_looks_at_no_more_than_it_shows(store: SqliteStore) -> None:
    """A scan or a sort of all matches shows in the query plan long before it is slow."""
    asked: list[str] = []
    for game, player in ((None, None), ("spansk", None), (None, "Bo"), ("spansk", "Bo")):
        with store.read() as db, db.tracer(lambda sql, _: asked.append(sql)):
            list_match_rows(db, game, player, 50)
    with store.read() as db:
        for sql in asked:
            values = [None] * sql.count("?")
            plan = " ".join(row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {sql}", values))
            assert "TEMP B-TREE" not in plan, (sql, plan)


def test_ahead_is_who_would_have_won_by_the_tables_own_rule(store: Store) -> None:
    hands = {"entry": "round", "out": "Anna", "hands": {"Bo": {"pips": 9}}}
    for options, ahead in (({}, ("Anna",)), ({"best": "most"}, ("Bo",))):
        match = start_match(store, "penalty_pad", ["Anna", "Bo"], options=options)
        [listed] = [each for each in list_matches(store) if each.id == match.id]
        assert listed.ahead == ()
        add_entry(store, match.id, hands, 0, f"round {ahead}")
        [listed] = [each for each in list_matches(store) if each.id == match.id]
        assert listed.ahead == ahead


def test_the_sides_of_a_match_are_its_pairs_or_its_players(store: Store, four: Match, two: Match) -> None:
    sides = {each.id: each.sides for each in list_matches(store)}
    assert sides[four.id] == {"Anna & Carl": ("Anna", "Carl"), "Bo & Dora": ("Bo", "Dora")}
    assert sides[two.id] == {"Anna": ("Anna",), "Bo": ("Bo",)}
    alone = start_match(store, "block", ["Anna", "Bo", "Carl", "Dora"])
    assert {each.id: each.sides for each in list_matches(store)}[alone.id] == {
        name: (name,) for name in ("Anna", "Bo", "Carl", "Dora")
    }
