"""Scoring a match: entries that count, entries that are refused, and doubts that are asked about."""

from collections.abc import Callable

import pytest

from scorekeeper.engine.problems import RuleError
from scorekeeper.play.history.search import list_matches
from scorekeeper.play.photos import find_photo, keep_photo
from scorekeeper.play.scoring.digests import make_digest
from scorekeeper.play.scoring.hand_collection import find_hand_collection, set_blocked, set_round_double, submit_hand
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.play.scoring.posts import PostError
from scorekeeper.play.scoring.taking_back import put_back, strike_out
from scorekeeper.play.scoring.writing import (
    DoubtfulEntryError,
    LinkedCorrection,
    StaleError,
    add_entry,
    play_again,
    start_match,
)
from scorekeeper.play.transfer.match_files import export_match
from scorekeeper.store import NotFoundError, SqliteStore, Store
from tests.play.conftest import add, ends, open_again, out
from tests.play.match_files import import_matches


def keys(refused: pytest.ExceptionInfo[RuleError]) -> set[str]:
    return {problem.key for problem in refused.value.problems}


# -- starting ----------------------------------------------------------------------------------------------------------


def test_a_new_match_has_an_empty_sheet_and_the_games_own_rules(store: Store, four: Match) -> None:
    assert four.sheet.totals == {"Anna & Carl": 0, "Bo & Dora": 0}
    assert four.sheet.lead.player == "Anna"
    assert four.seating.options["target"] == 60
    assert four.seen == 0
    assert load_match(store, four.id) == four


def test_no_two_matches_have_the_same_id_and_none_looks_like_an_option(store: Store) -> None:
    ids = [start_match(store, "spansk", ["Anna", "Bo"]).id for _ in range(40)]
    assert len(set(ids)) == 40
    assert all(id_.isalnum() and len(id_) == 14 for id_ in ids)


def test_names_are_tidied_so_that_one_player_is_one(store: Store) -> None:
    match = start_match(store, "spansk", [" Anna ", "A\u030ase", "Bo  Ek"], lead="Anna ")
    assert match.seating.players == ("Anna", "Åse", "Bo Ek")
    assert match.seating.lead == "Anna"


def test_what_cannot_be_played_is_refused_with_every_reason_and_not_stored(store: Store) -> None:
    with pytest.raises(RuleError) as refused:
        start_match(store, "spansk", ["Anna", "Anna", "", "Bo", "Carl"], lead="Zoe", options={"target": 0, "luck": 1})
    assert keys(refused) == {
        *{"name_twice", "name_missing", "wrong_player_count", "unknown_player", "bad_option", "unknown_option"}
    }
    with pytest.raises(RuleError) as refused:
        start_match(store, "chess", ["Anna", "Bo"])
    assert keys(refused) == {"unknown_variant"}
    assert list_matches(store) == ()


def test_the_same_table_again_has_its_players_and_rules_and_an_open_lead(store: Store) -> None:
    first = start_match(store, "spansk", ["Anna", "Bo"], lead="Bo", options={"target": 40, "tie": "lead"})
    second = play_again(store, add(store, first, ends("Bo", "5", "0")).id)
    assert second.id != first.id
    assert (second.seating.players, second.seating.options) == (first.seating.players, first.seating.options)
    assert second.seating.lead is None
    assert second.seen == 0


def test_a_start_that_is_sent_twice_starts_one_match(store: Store) -> None:
    first = start_match(store, "spansk", ["Anna", "Bo"], post="start")
    scored = add(store, first, ends("Anna", "5", "0"))
    assert start_match(store, "spansk", ["Anna", "Bo"], post="start") == scored
    second = play_again(store, first.id, post="again")
    assert play_again(store, first.id, post="again") == second
    assert [summary.id for summary in list_matches(store)] == [second.id, first.id]
    assert start_match(store, "spansk", ["Anna", "Bo"], post="").id != start_match(store, "spansk", ["Anna", "Bo"]).id


# -- adding ------------------------------------------------------------------------------------------------------------


def test_an_entry_scores_and_is_there_afterwards(store: Store, four: Match) -> None:
    after = add(store, four, ends("Anna", "5", "0"), ends("Bo", "5-5", "0"))
    assert after.sheet.totals == {"Anna & Carl": 1, "Bo & Dora": 2}
    assert after.seen == len(after.written) == 2
    assert after.written == tuple(sorted(after.written))
    assert load_match(store, four.id) == after


def test_the_same_tap_counts_once_however_often_it_is_sent(store: Store, four: Match) -> None:
    once = add_entry(store, four.id, ends("Anna", "5", "0"), 0, "tap")
    assert add_entry(store, four.id, ends("Anna", "5", "0"), 0, "tap") == once
    later = add_entry(store, four.id, ends("Bo", "5-5", "0"), 1, "another tap")
    assert add_entry(store, four.id, ends("Anna", "5", "0"), 0, "tap") == later
    assert later.seen == 2


def test_a_tap_counts_in_its_own_match_only(store: Store, four: Match, two: Match) -> None:
    add_entry(store, four.id, ends("Anna", "5", "0"), 0, "tap")
    assert add_entry(store, two.id, ends("Anna", "5", "0"), 0, "tap").seen == 1


@pytest.mark.parametrize("seen", [0, 2, -1])
def test_who_has_not_seen_the_last_entry_gets_the_sheet_and_nothing_is_written(
    store: Store, four: Match, seen: int
) -> None:
    now = add(store, four, ends("Anna", "5", "0"))
    with pytest.raises(StaleError) as stale:
        add_entry(store, four.id, ends("Anna", "5", "0"), seen, "tap")
    assert stale.value.match == now == load_match(store, four.id)


def test_what_no_table_can_show_is_refused_with_every_reason_and_not_written(store: Store, four: Match) -> None:
    with pytest.raises(RuleError) as refused:
        add_entry(store, four.id, out("Bo", Anna=["6-6", "6-6"], Carl={"pips": 500}, Eva=["1-0"]), 0, "tap")
    assert keys(refused) >= {"unknown_player"}
    with pytest.raises(RuleError) as refused:
        add_entry(store, four.id, out("Bo", Anna=["6-6"], Carl=["6-6"], Dora={"pips": 500}), 0, "tap")
    assert keys(refused) == {"duplicate_tile", "impossible_total"}
    assert load_match(store, four.id) == four
    assert add(store, four, ends("Anna", "5", "0")).seen == 1


@pytest.mark.parametrize("match_id", ["", "nothing", "' OR 1 --", "%"])
def test_no_match_is_found_that_is_not_there(store: Store, match_id: str) -> None:
    for use in (load_match, play_again, export_match):
        with pytest.raises(NotFoundError):
            use(store, match_id)
    with pytest.raises(NotFoundError):
        add_entry(store, match_id, ends("Anna", "5", "0"), 0, "tap")
    with pytest.raises(NotFoundError):
        keep_photo(store, match_id, b"", {})


# -- striking out, and the end -----------------------------------------------------------------------------------------


def test_a_struck_out_entry_counts_nothing_and_stays_on_the_sheet(store: Store, four: Match) -> None:
    match = add(store, four, ends("Anna", "5", "0"), ends("Bo", "5-5", "0"))
    after = strike_out(store, four.id, 1, match.seen, "tap")
    assert after.sheet.totals == {"Anna & Carl": 0, "Bo & Dora": 2}
    assert [line.struck for line in after.sheet.lines] == [True, False, False]
    with pytest.raises(RuleError) as refused:
        strike_out(store, four.id, 1, after.seen, "another tap")
    assert keys(refused) == {"already_struck"}


def test_a_corrected_entry_counts_in_the_place_of_the_first(store: Store, four: Match) -> None:
    match = add(store, four, ends("Anna", "5", "0"), ends("Bo", "5-5", "0"))
    after = add(store, match, {**ends("Anna", "5-5", "5"), "replaces": 1})
    assert after.sheet.totals == {"Anna & Carl": 3, "Bo & Dora": 2}
    assert load_match(store, four.id) == after


def test_a_finished_match_keeps_the_result_that_was_told(store: Store, two: Match) -> None:
    match = add(store, two, ends("Anna", "5-5", "5"), out("Anna", Bo=["6-6", "5-2"]))
    assert match.sheet.over
    assert match.final is not None
    assert (match.final.number, match.final.totals, match.final.winners) == (2, {"Anna": 7, "Bo": 0}, ("Anna",))
    assert load_match(store, two.id) == match
    with pytest.raises(RuleError) as refused:
        add(store, match, ends("Bo", "5", "0"))
    assert keys(refused) == {"match_over"}


def test_a_result_that_another_process_wrote_is_read_with_what_led_to_it(store: SqliteStore, two: Match) -> None:
    with open_again(store) as other:
        assert load_match(other, two.id).final is None
        match = add(store, two, ends("Anna", "5-5", "5"), out("Anna", Bo=["6-6", "5-2"]))
        read = load_match(other, two.id)
    assert (read, read.final and read.final.number) == (match, 2)


def test_undo_opens_a_finished_match_and_its_next_end_is_its_result(store: Store, two: Match) -> None:
    ended = add(store, two, ends("Anna", "5-5", "5"), out("Anna", Bo=["6-6", "5-2"]))
    opened = strike_out(store, two.id, 2, ended.seen, "tap")
    assert not opened.sheet.over
    assert opened.final is None
    again = add(store, opened, out("Bo", Anna=["6-6", "6-5", "6-4", "6-3"]))
    assert again.final is not None
    assert (again.final.number, again.final.winners) == (4, ("Bo",))
    with store.read() as db:
        assert db.execute("SELECT number FROM finals ORDER BY number").fetchall() == [(2,), (4,)]


# -- photos ------------------------------------------------------------------------------------------------------------


def test_a_photo_is_kept_and_stands_beside_its_entry(store: Store, four: Match) -> None:
    photo = keep_photo(store, four.id, b"\xff\xd8 a photo", {"tiles": [{"pips": [5, 0]}]})
    kept = find_photo(store, photo)
    assert (kept.match, kept.jpeg, kept.reading) == (four.id, b"\xff\xd8 a photo", {"tiles": [{"pips": [5, 0]}]})
    after = add_entry(store, four.id, ends("Anna", "5", "0"), 0, "tap", photo)
    assert after.photos == {1: photo}
    assert add(store, after, ends("Bo", "5", "0")).photos == {1: photo}


def test_a_photo_of_another_match_or_of_none_is_not_used(store: Store, four: Match, two: Match) -> None:
    photo = keep_photo(store, two.id, b"a photo", {})
    for wrong in (photo, "nothing"):
        with pytest.raises(NotFoundError):
            add_entry(store, four.id, ends("Anna", "5", "0"), 0, "tap", wrong)
    with pytest.raises(NotFoundError):
        find_photo(store, "nothing")
    assert load_match(store, four.id).seen == 0


def test_a_corrected_entry_keeps_its_photo_unless_it_gets_its_own(store: Store, four: Match) -> None:
    first, second = (keep_photo(store, four.id, b"\xff\xd8 a photo", {}) for _ in range(2))
    match = add_entry(store, four.id, ends("Anna", "5", "0"), 0, "tap", first)
    match = add_entry(store, four.id, {**ends("Anna", "5", "1"), "replaces": 1}, 1, "correction")
    assert match.photos == {1: first, 2: first}
    match = add_entry(store, four.id, {**ends("Anna", "5", "2"), "replaces": 2}, 2, "another", second)
    assert match.photos == {1: first, 2: first, 3: second}


# -- several at once ---------------------------------------------------------------------------------------------------


def laid(player: str, tile: str, *at: str) -> dict[str, object]:
    place = {"at": at[0], "pip": int(at[1])} if at else {}
    return {"entry": "play", "player": player, "tile": tile, **place}


def test_corrections_that_need_each_other_are_written_together_or_not_at_all(store: SqliteStore, four: Match) -> None:
    match = add(store, four, laid("Anna", "5-0"), laid("Bo", "5-5", "5-0", "5"))
    first, second = laid("Anna", "6-0") | {"replaces": 1}, laid("Bo", "6-6", "6-0", "6") | {"replaces": 2}
    with pytest.raises(RuleError):
        add_entry(store, four.id, first, 2, "alone")
    assert load_match(store, four.id) == match
    after = add_entry(store, four.id, second, 2, "tap", along=[LinkedCorrection(first)])
    assert [str(end) for end in after.sheet.layout.ends] == ["6-6", "0"]
    assert add_entry(store, four.id, second, 2, "tap", along=[LinkedCorrection(first)]) == after
    assert after.seen == 4
    with open_again(store) as other:
        assert load_match(other, four.id) == after
    assert import_matches(store, [export_match(store, four.id)])[0].sheet == after.sheet


def test_an_entry_is_struck_out_together_with_what_hangs_on_it(store: Store, four: Match) -> None:
    add(store, four, laid("Anna", "5-0"), laid("Bo", "5-5", "5-0", "5"), laid("Carl", "5-1", "5-5", "5"))
    with pytest.raises(RuleError) as refused:
        strike_out(store, four.id, 1, 3, "tap")
    assert [problem.place[0] for problem in refused.value.problems] == ["entry 2", "entry 3"]
    after = strike_out(store, four.id, 1, 3, "tap", [2, 3])
    assert after.sheet.counting_lines == ()


# -- what can hardly be ------------------------------------------------------------------------------------------------


def test_what_can_hardly_be_is_written_only_when_the_players_know_better(store: Store, two: Match) -> None:
    match = add(store, two, ends("Anna", "5", "0"))
    jump = ends("Bo", "6", "3", "2")
    with pytest.raises(DoubtfulEntryError) as asked:
        add_entry(store, match.id, jump, 1, "tap")
    assert [(doubt.key, doubt.place) for doubt in asked.value.doubts] == [("ends_jump", ("ends",))]
    assert "No single tile turns 5 · 0 into 6 · 3 · 2." in str(asked.value.doubts[0].text)
    assert load_match(store, match.id).seen == 1
    with pytest.raises(DoubtfulEntryError):
        add_entry(store, match.id, jump | {"accepted": ["parity"]}, 1, "tap")
    written = add_entry(store, match.id, jump | {"accepted": ["ends_jump"]}, 1, "tap")
    assert written.sheet.lines[-1].open_doubts == ()
    assert export_match(store, match.id)["entries"][1]["accepted"] == ["ends_jump"]
    assert add(store, written, {"entry": "void", "of": 1}).seen == 3


@pytest.mark.parametrize("post", ["", "p" * 101, "p" * 5000, "own:given 0 2", "own:", "a\0b", "\ud800", "a\nb"])
def test_a_post_that_no_form_may_bring_writes_nothing(store: Store, two: Match, post: str) -> None:
    writes: tuple[Callable[[], object], ...] = (
        lambda: add_entry(store, two.id, ends("Anna", "5", "0"), 0, post),
        lambda: strike_out(store, two.id, 1, 0, post),
        lambda: put_back(store, two.id, 1, 0, post),
        lambda: start_match(store, "spansk", ["Anna", "Bo"], post=post or "\0"),
        lambda: play_again(store, two.id, post or "\0"),
        lambda: submit_hand(store, two.id, "Anna", {"pips": 3}, (0, 0), "phone", post),
        lambda: set_blocked(store, two.id, True, 0, "phone", post),
        lambda: set_round_double(store, two.id, 6, 0, "phone", post),
    )
    for write in writes:
        with pytest.raises(PostError):
            write()
    assert load_match(store, two.id).seen == 0
    assert len(list_matches(store)) == 1
    assert find_hand_collection(store, two).last == 0


def test_an_entry_is_told_from_the_same_one_sent_twice_by_the_name_of_its_post(store: Store, two: Match) -> None:
    assert add_entry(store, two.id, ends("Anna", "5", "0"), 0, "p" * 100).seen == 1
    assert add_entry(store, two.id, ends("Bo", "5", "1"), 1, "p").seen == 2


def test_a_best_move_and_round_is_one_that_scored(store: Store, two: Match) -> None:
    nothing = add(store, two, ends("Anna", "4", "0"), out("Bo", Anna=["1-0"]))
    assert make_digest(nothing.sheet) == {
        "rounds": 1,
        "moves": [None, None],
        "best_rounds": [None, None],
        "behind": [0, 0],
    }
    assert make_digest(add(store, nothing, ends("Bo", "5", "0")).sheet)["moves"] == [None, [1, 3]]
