"""How often each player has won, against whom, and their best moves."""

from importlib import import_module

import pytest

from scorekeeper.engine.file.match import parse_entry
from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.sheet.fold import fold
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.history.details import move_match
from scorekeeper.play.history.played_game import PlayedGame
from scorekeeper.play.history.search import Search, list_known_players, list_matches, search_matches
from scorekeeper.play.history.tallies import Against, Tally, count_tallies, count_tally, has_uncounted, record_tallies
from scorekeeper.play.player_names import NameTakenError, list_former_names, rename_player, split_name
from scorekeeper.play.scoring.digests import make_digest
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.play.scoring.taking_back import strike_out
from scorekeeper.play.scoring.writing import add_entry, start_match
from scorekeeper.play.transfer.play_import import PlayChoice, record_plays
from scorekeeper.play.upkeep.checking import check_book, rebuild_match_index
from scorekeeper.store import NotFoundError, Store
from tests.play.conftest import add, ends, out
from tests.play.match_files import import_matches
from tests.play.test_plays import plays_in
from tests.play.test_standings import ended


def of(store: Store, player: str) -> Tally:
    found = count_tally(store, player)
    assert found is not None
    return found


def counted_anew(store: Store) -> dict[str, Tally]:
    with store.write() as db:
        db.execute("DELETE FROM tallies")
    return count_tallies(store)


def stored(store: Store) -> dict[str, Tally]:
    """Return the tallies as they are stored, without matches that are not counted yet."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(import_module("scorekeeper.play.history.tallies"), "list_finished", lambda *_: ())
        return count_tallies(store)


def test_of_the_last_results_twenty_are_kept(store: Store) -> None:
    table = plays_in(b"date,Anna,Bo\n2024-05-01,1,2\n" + b"2024-05-02,2,1\n" * 20)
    record_plays(store, table, PlayChoice(roles=("date", "player", "player"), lowest_wins=False))
    assert of(store, "Bo").last == "L" * 20


def test_to_look_at_tallies_writes_nothing_and_to_record_them_does_once(store: Store) -> None:
    ended(store)
    writes = store.writes
    assert count_tallies(store)["Anna"].won == 1
    assert (store.writes, has_uncounted(store)) == (writes, True)
    record_tallies(store)
    record_tallies(store)
    assert (store.writes, has_uncounted(store)) == (writes + 1, False)


def test_a_tally_counts_finished_matches_rounds_points_and_the_best_move(store: Store, four: Match) -> None:
    match = ended(store)
    anna, bo = of(store, "Anna"), of(store, "Bo")
    game = anna.games[PlayedGame("spansk")]
    assert (game.matches, game.won, game.rounds, game.points, game.per_round) == (1, 1, 1, 7, 7.0)
    assert game.best_move is not None
    assert game.best_round is not None
    assert (game.best_move.points, game.best_move.match, game.best_move.number) == (3, match.id, 1)
    assert (game.best_round.points, game.best_round.number) == (4, 2)
    assert anna.against == {"Bo": Against(1, 1, 0)}
    assert (bo.games[PlayedGame("spansk")].lost, bo.against) == (1, {"Anna": Against(1, 0, 1)})
    assert of(store, "Carl").games == {}


def test_a_streak_is_broken_by_a_lost_match(store: Store) -> None:
    for winner, loser in (("Anna", "Bo"), ("Anna", "Bo"), ("Bo", "Anna"), ("Anna", "Bo")):
        ended(store, winner, loser)
        record_tallies(store)
    anna = of(store, "Anna")
    assert (anna.longest, anna.streak, anna.last) == (2, 1, "WWLW")
    assert counted_anew(store)["Anna"] == anna


def test_a_long_history_is_counted_a_few_matches_at_a_time(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    for winner, loser in (("Anna", "Bo"), ("Bo", "Carl"), ("Carl", "Anna"), ("Anna", "Dora"), ("Anna", "Bo")):
        ended(store, winner, loser)
    at_once = counted_anew(store)
    monkeypatch.setattr(import_module("scorekeeper.play.history.tallies"), "AT_ONCE", 2)
    assert counted_anew(store) == at_once
    record_tallies(store)
    assert (stored(store), has_uncounted(store)) == (at_once, False)
    assert (at_once["Anna"].won, at_once["Anna"].last) == (3, "WLWW")


def test_partners_win_together(store: Store) -> None:
    pair = start_match(store, "spansk", ["Anna", "Bo", "Carl", "Dora"], options={"target": 6})
    add(store, pair, out("Carl", Anna=["1-0"], Bo=["6-6", "6-5"], Dora=["5-5", "3-3"]))
    anna = of(store, "Anna")
    assert anna.partners == {"Carl": Against(1, 1, 0)}
    assert anna.against == {"Bo": Against(1, 1, 0), "Dora": Against(1, 1, 0)}


def test_a_match_that_a_third_player_wins_is_lost_to_nobody_else(store: Store) -> None:
    match = start_match(store, "dk_almindelig", ["Anna", "Bo", "Carl"], options={"target": 5})
    add(store, match, out("Carl", Anna=["6-6"], Bo=["5-5"]))
    anna = of(store, "Anna")
    assert anna.against == {"Bo": Against(1, 0, 0), "Carl": Against(1, 0, 1)}
    assert anna.games[PlayedGame("dk_almindelig")].lost == 1


def test_a_tally_at_a_table_has_only_the_matches_of_so_many_players_or_of_two_pairs(store: Store) -> None:
    ended(store)
    three = start_match(store, "dk_almindelig", ["Anna", "Bo", "Carl"], options={"target": 5})
    add(store, three, out("Carl", Anna=["6-6"], Bo=["5-5"]))
    pairs = start_match(store, "spansk", ["Anna", "Bo", "Carl", "Dora"], options={"target": 6})
    add(store, pairs, out("Carl", Anna=["1-0"], Bo=["6-6", "6-5"], Dora=["5-5", "3-3"]))
    record_tallies(store)
    anna = of(store, "Anna")
    at = {table: anna.choose_table(table) for table in ("2", "3", "4", "pairs")}
    assert {table: (tally.matches, tally.won) for table, tally in at.items()} == {
        "2": (1, 1),
        "3": (1, 0),
        "4": (0, 0),
        "pairs": (1, 1),
    }
    best = at["2"].games[PlayedGame("spansk")].best_move
    assert best is not None
    assert (best.points, at["pairs"].games[PlayedGame("spansk")].best_move) == (3, None)


def test_a_solitaire_counts_for_its_game_and_for_no_streak(store: Store) -> None:
    for won, left in ((True, []), (False, {"tiles": 4})):
        match = start_match(store, "dk_kabale", ["Anna"])
        add(store, match, {"entry": "result", "won": won, "left": left})
    game = of(store, "Anna").games[PlayedGame("dk_kabale")]
    assert (game.matches, game.won, of(store, "Anna").last) == (2, 1, "")


def test_a_reopened_match_counts_no_more_and_counts_once_when_it_ends_again(store: Store) -> None:
    ended(store, "Bo", "Anna")
    match = ended(store)
    record_tallies(store)
    assert of(store, "Anna").won == 1
    strike_out(store, match.id, 2, match.seen, "tap")
    assert (of(store, "Anna").won, of(store, "Bo").won) == (0, 1)
    record_tallies(store)
    ended(store, "Carl", "Dora")
    assert (of(store, "Anna").matches, of(store, "Carl").won) == (1, 1)
    match = load_match(store, match.id)
    add(store, match, out("Bo", Anna=["6-6", "6-5", "6-4", "6-3"]))
    assert (of(store, "Bo").won, of(store, "Anna").last) == (2, "LL")
    assert counted_anew(store) == count_tallies(store)


def test_a_deleted_match_counts_no_more_until_it_is_brought_back(store: Store) -> None:
    match = ended(store)
    record_tallies(store)
    move_match(store, match.id, "deleted")
    assert of(store, "Anna").games == {}
    move_match(store, match.id, "archived")
    assert of(store, "Anna").won == 1


def test_a_player_whose_only_match_was_deleted_is_listed_again_when_it_is_brought_back(store: Store) -> None:
    ended(store, "Carl", "Bo")
    match = ended(store)
    rename_player(store, "Anna", "Anna-Lena")
    move_match(store, match.id, "deleted")
    assert sorted(count_tallies(store)) == ["Bo", "Carl"]
    move_match(store, match.id, "archived")
    assert sorted(count_tallies(store)) == ["Anna-Lena", "Bo", "Carl"]
    start_match(store, "spansk", ["Dora", "Bo"])
    assert "Dora" in count_tallies(store)


def test_a_match_that_ended_before_tallies_were_kept_is_counted(store: Store) -> None:
    ended(store)
    before = count_tallies(store)
    rebuild_match_index(store)
    assert counted_anew(store) == before


# -- who is who --------------------------------------------------------------------------------------------------------


def test_a_player_is_called_otherwise_on_every_sheet_and_plays_on(store: Store) -> None:
    match = ended(store)
    running = add(store, start_match(store, "spansk", ["Anna", "Bo", "Carl", "Dora"], lead="Anna"), ends("Anna", "5-5"))
    assert rename_player(store, "Anna", " Änn ") == "Änn"
    again = load_match(store, match.id)
    assert again.seating.players == ("Änn", "Bo")
    assert again.final is not None
    assert (again.sheet.totals, again.sheet.winners) == ({"Änn": 7, "Bo": 0}, ("Änn",))
    assert (again.final.totals, again.final.winners) == ({"Änn": 7, "Bo": 0}, ("Änn",))
    goes_on = add(store, load_match(store, running.id), ends("Bo", "5-5", "0"), ends("Carl", "5", "0"))
    assert goes_on.sheet.totals == {"Änn & Carl": 3, "Bo & Dora": 2}
    assert goes_on.seating.lead == "Änn"
    assert list_known_players(store)[0] == "Änn"
    assert [each.players[0] for each in list_matches(store, player="Änn")] == ["Änn", "Änn"]
    assert of(store, "Änn").won == 1
    assert count_tally(store, "Anna") is None
    assert check_book(store) == ()


def test_what_was_written_under_one_name_is_read_under_the_next(store: Store) -> None:
    match = start_match(store, "spansk", ["Ana", "Bo"], options={"target": 6})
    rename_player(store, "Ana", "Anna")
    match = add(store, load_match(store, match.id), ends("Anna", "5-5", "5"), out("Anna", Bo=["6-6", "5-2"]))
    rename_player(store, "Anna", "Annika")
    match = load_match(store, match.id)
    assert match.sheet.winners == ("Annika",)
    assert search_matches(store, Search()).matches[0].winners == ("Annika",)
    rename_player(store, "Annika", "Ana")
    assert load_match(store, match.id).sheet.winners == ("Ana",)
    assert list_known_players(store) == ("Ana", "Bo")


def test_two_names_of_one_person_become_one_only_when_that_is_meant(store: Store) -> None:
    ended(store, "Ana", "Bo")
    ended(store, "Anna", "Bo")
    with pytest.raises(NameTakenError):
        rename_player(store, "Ana", "Anna")
    assert of(store, "Anna").won == 1
    rename_player(store, "Ana", "Anna", merge=True)
    assert (of(store, "Anna").won, of(store, "Anna").longest) == (2, 2)
    assert of(store, "Bo").against == {"Anna": Against(2, 0, 2)}
    assert list_former_names(store, "Anna") == ("Ana",)
    assert len(list_matches(store, player="Anna")) == 2


def test_two_names_that_were_made_one_are_parted_again_and_nobodys_sheet_is_lost(store: Store) -> None:
    ended(store, "Ana", "Bo")
    ended(store, "Anna", "Bo")
    rename_player(store, "Ana", "Anna", merge=True)
    ended(store, "Anna", "Cilla")
    assert split_name(store, "Anna", "Ana") == "Ana"
    assert (of(store, "Ana").won, of(store, "Anna").won) == (1, 2)
    assert list_former_names(store, "Anna") == ()
    for name in ("Anna", "Ana", "Nobody"):
        with pytest.raises(NotFoundError):
            split_name(store, "Anna", name)


def test_two_who_sat_at_one_table_are_never_one(store: Store) -> None:
    ended(store)
    for merge in (False, True):  # merging is not offered either
        with pytest.raises(RuleError, match="they are two"):
            rename_player(store, "Anna", "Bo", merge=merge)
    assert list_known_players(store) == ("Anna", "Bo")


def test_an_endless_name_and_a_missing_one_are_refused(store: Store) -> None:
    ended(store)
    for name in ("", "A" * 50):
        with pytest.raises(RuleError):
            rename_player(store, "Anna", name)
    with pytest.raises(NotFoundError):
        rename_player(store, "Nobody", "Anna")


def test_a_former_name_is_still_somebodys_and_nobody_else_gets_it_unasked(store: Store) -> None:
    match = ended(store)
    rename_player(store, "Anna", "Annika")
    ended(store, "Cilla", "Dora")
    with pytest.raises(NameTakenError) as taken:
        rename_player(store, "Dora", "Anna")
    assert taken.value.player == "Annika"
    with pytest.raises(RuleError, match="they are two"):
        rename_player(store, "Bo", "Anna", merge=True)
    assert load_match(store, match.id).seating.players == ("Annika", "Bo")
    assert rename_player(store, "Annika", "Anna") == "Anna"
    assert load_match(store, match.id).seating.players == ("Anna", "Bo")


def test_a_former_name_that_two_people_are_merged_under_means_both(store: Store) -> None:
    ended(store, "Anna", "Bo")
    ended(store, "Cilla", "Bo")
    rename_player(store, "Anna", "Annika")
    rename_player(store, "Cilla", "Anna", merge=True)
    assert (of(store, "Anna").won, set(list_former_names(store, "Anna"))) == (2, {"Annika", "Cilla"})
    assert check_book(store) == ()


def test_two_names_of_one_person_do_not_sit_down_together(store: Store) -> None:
    ended(store)
    rename_player(store, "Anna", "Annika")
    for players in (["Anna", "Annika"], ["Annika", "Bo", "Anna"]):
        with pytest.raises(RuleError, match="Two players are called “Annika”"):
            start_match(store, "spansk", players)
        with pytest.raises(RuleError, match="Two players are called “Annika”"):
            import_matches(store, [{"format": 1, "variant": "spansk", "players": players, "entries": []}])[0]
    assert start_match(store, "spansk", ["Anna", "Eva"], lead="Anna").seating.players == ("Annika", "Eva")
    assert len(list_matches(store)) == 2


def test_an_entry_that_names_somebody_as_before_is_written_for_them(store: Store) -> None:
    """Its form lay open on another phone while the player was called otherwise."""
    match = start_match(store, "spansk", ["Anna", "Bo"])
    rename_player(store, "Anna", "Annika")
    match = add_entry(store, match.id, ends("Anna", "5", "0"), 0, "tap")
    assert match.sheet.totals == {"Annika": 1, "Bo": 0}
    match = add_entry(store, match.id, out("Bo", Anna={"pips": 12}), 1, "another tap")
    assert match.sheet.totals == {"Annika": 1, "Bo": 2}
    with pytest.raises(RuleError, match="Nobody called"):
        add_entry(store, match.id, ends("Eva", "5", "0"), 2, "a third tap")


def test_of_equally_good_moves_and_rounds_the_first_is_the_best_and_one_of_nothing_is_none(store: Store) -> None:
    match = start_match(store, "spansk", ["Anna", "Bo"], options={"target": 3})
    hands = {"Bo": {"pips": 5}}
    add(store, match, ends("Anna", "5", "0"), ends("Bo", "0", "0"), ends("Anna", "0", "5"), out("Anna", **hands))
    anna, bo = of(store, "Anna").games[PlayedGame("spansk")], of(store, "Bo").games[PlayedGame("spansk")]
    assert anna.best_move is not None
    assert anna.best_round is not None
    assert (anna.best_move.points, anna.best_move.number) == (1, 1)
    assert (anna.best_round.points, anna.best_round.number) == (1, 4)
    assert (bo.best_move, bo.best_round, bo.rounds) == (None, None, 1)
    better = start_match(store, "spansk", ["Anna", "Bo"], options={"target": 6})
    add(
        store, better, ends("Anna", "5-5", "5"), ends("Bo", "4", "0"), ends("Anna", "5-5", "0"), out("Anna", Bo=["3-3"])
    )
    best = of(store, "Anna").games[PlayedGame("spansk")].best_move
    assert best is not None
    assert (best.points, best.match, best.number) == (3, better.id, 1)


def test_what_an_older_pad_took_and_cannot_be_is_nobodys_best() -> None:
    """Of a match that was written before a rule was known: such entries count nothing."""
    variant = VARIANTS["spansk"]
    seating = variant.seat(["Anna", "Bo"])
    entries = (ends("Anna", "5-5", "5-5"), out("Anna", Bo={"pips": 160}))
    digest = make_digest(fold(variant, seating, [parse_entry(entry, variant, seating) for entry in entries]))
    assert digest == {"rounds": 1, "moves": [None, None], "best_rounds": [None, None], "behind": [0, 0]}


def test_a_match_that_can_no_longer_be_scored_counts_with_the_result_that_is_written(store: Store) -> None:
    match = ended(store)
    with store.write() as db:
        db.execute("UPDATE matches SET options = ?", ('{"target": "a thousand"}',))
        db.execute("UPDATE standings SET digest = NULL")
    store.cache.clear()
    anna = counted_anew(store)["Anna"]
    assert (anna.won, [game.best_round for game in anna.games.values()]) == (1, [None])
    assert anna.games == of(store, "Anna").games
    assert match.id in {found.id for found in search_matches(store, Search()).matches}
