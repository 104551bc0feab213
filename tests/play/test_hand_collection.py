"""Players give their hands from their own phones: hands wait, and the last one ends the round."""

from itertools import count
from typing import Any

import pytest

from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.rules.trains import TrainRecord
from scorekeeper.play.access import find_version_tag
from scorekeeper.play.scoring.hand_collection import (
    HandConflictError,
    close_round,
    find_hand_collection,
    set_blocked,
    set_round_double,
    submit_hand,
)
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.play.scoring.posts import PostError
from scorekeeper.play.scoring.taking_back import strike_out
from scorekeeper.play.scoring.writing import StaleError, add_entry, start_match
from scorekeeper.store import SqliteStore, Store
from tests.play.conftest import FOUR, add, ends, open_again, out

posts = count()


@pytest.fixture
def train(store: Store) -> Match:
    """Start a match of Mexican Train of four with a double-nine set."""
    return start_match(store, "mexican_train", FOUR, options={"set": 9})


def give(store: Store, match: Match, player: str, hand: Any, phone: str = "", **how: Any) -> Match:
    """Give the hand of a player from their own phone, which has seen the latest state."""
    now = load_match(store, match.id)
    waiting = find_hand_collection(store, now)
    before = waiting.hands.get(player)
    seen = how.pop("seen", (waiting.round, before.number if before else 0))
    return submit_hand(store, match.id, player, hand, seen, phone or player, f"give {next(posts)}", **how)


def block(store: Store, match: Match, blocked: bool = True) -> Match:
    waiting = find_hand_collection(store, load_match(store, match.id))
    return set_blocked(store, match.id, blocked, waiting.round, "Anna", f"blocked {next(posts)}")


def missing(store: Store, match: Match) -> tuple[str, ...]:
    return find_hand_collection(store, load_match(store, match.id)).missing


def test_a_round_closes_by_itself_when_the_last_hand_is_in(store: Store, train: Match) -> None:
    give(store, train, "Carl", {"pips": 13})
    give(store, train, "Bo", [])
    assert missing(store, train) == ("Anna", "Dora")
    give(store, train, "Anna", ["9-8", "1-0"])
    after = give(store, train, "Dora", {"pips": 4, "tiles": 2})
    assert after.sheet.totals == {"Anna": 18, "Bo": 0, "Carl": 13, "Dora": 4}
    hands = {"Anna": ["9-8", "1-0"], "Bo": [], "Carl": {"pips": 13}, "Dora": {"pips": 4, "tiles": 2}}
    assert after.sheet.lines[-1].entry.to_json() == {"entry": "round", "out": "Bo", "hands": hands}
    assert missing(store, train) == FOUR  # the hands of the next round


@pytest.mark.parametrize("post", ["given 1 4", "own:given 1 4"])
def test_no_entry_of_a_guest_keeps_a_round_open_whose_hands_are_all_in(store: Store, train: Match, post: str) -> None:
    """A guest's entry takes the name under which the pad would write the end of the next round, or tries to."""
    first = out("Bo", Anna=["1-0"], Carl=["2-0"], Dora=["3-0"])
    try:
        add_entry(store, train.id, first, 0, post)
    except PostError:
        add_entry(store, train.id, first, 0, "another")
    for player, hand in (("Carl", {"pips": 13}), ("Bo", []), ("Anna", {"pips": 1}), ("Dora", {"pips": 2})):
        after = give(store, train, player, hand)
    assert after.seen == 2


def test_no_entry_of_a_guest_is_in_the_way_of_entries_that_are_written_together(store: Store, two: Match) -> None:
    """The entries along with a correction have names of their own."""
    now = add(store, two, ends("Anna", "5", "0"), ends("Bo", "5-5", "0"))
    add_entry(store, two.id, ends("Anna", "5-5", "4"), 2, "tap 5")
    after = strike_out(store, now.id, 1, 3, "tap", others=(2, 3))
    assert after.seen == 6


def test_as_long_as_nobody_said_how_it_ended_the_round_stays_open(store: Store, train: Match) -> None:
    for player in FOUR:
        give(store, train, player, {"pips": 7})
    assert missing(store, train) == ()
    assert not find_hand_collection(store, train).complete
    after = block(store, train)
    assert after.sheet.totals == dict.fromkeys(FOUR, 7)


def test_a_hand_is_given_anew_until_the_round_closes(store: Store, train: Match) -> None:
    give(store, train, "Carl", {"pips": 13})
    give(store, train, "Carl", ["6-5", "2-1"])
    for player, hand in (("Bo", []), ("Anna", {"pips": 1})):
        give(store, train, player, hand)
    assert give(store, train, "Dora", {"pips": 2}).sheet.totals["Carl"] == 14


def test_who_was_not_out_after_all_gives_the_tiles(store: Store, train: Match) -> None:
    give(store, train, "Bo", [])
    give(store, train, "Bo", ["5-4"])
    waiting = find_hand_collection(store, train)
    assert (waiting.out, waiting.ended) == (None, False)


@pytest.mark.parametrize(
    ("hand", "out"), [([], "Bo"), ({"tiles": 0}, "Bo"), ({"pips": 5, "tiles": 1}, None), ({"pips": 0}, None)]
)
def test_who_holds_no_tile_is_out_and_who_holds_no_pips_need_not_be(
    store: Store, train: Match, hand: Any, out: str | None
) -> None:
    give(store, train, "Bo", hand)
    assert find_hand_collection(store, train).out == out


def test_a_post_that_comes_twice_counts_once(store: Store, train: Match) -> None:
    last = set()
    for _ in range(2):
        submit_hand(store, train.id, "Bo", {"pips": 5}, (0, 0), "Bo", "the same")
        last.add(find_hand_collection(store, train).last)
    assert len(last) == 1


def test_of_two_phones_with_the_same_hand_the_later_is_told(store: Store, train: Match) -> None:
    give(store, train, "Bo", {"pips": 5}, phone="one")
    with pytest.raises(HandConflictError) as told:
        give(store, train, "Bo", {"pips": 6}, phone="other", seen=(0, 0))
    assert (told.value.player, told.value.pending.hand) == ("Bo", {"pips": 5})
    with pytest.raises(HandConflictError):
        give(store, train, "Bo", {"pips": 6}, phone="other")


def test_the_phone_of_the_owner_gives_any_hand_anew_that_it_has_seen(store: Store, train: Match) -> None:
    give(store, train, "Bo", {"pips": 5})
    with pytest.raises(HandConflictError):
        give(store, train, "Bo", {"pips": 6}, phone="owner", own=True, seen=(0, 0))
    give(store, train, "Bo", {"pips": 6}, phone="owner", own=True)
    assert find_hand_collection(store, train).hands["Bo"].hand == {"pips": 6}


def test_a_hand_for_a_round_that_is_over_is_refused(store: Store, train: Match) -> None:
    give(store, train, "Carl", {"pips": 13})
    add(store, train, out("Bo", Anna={"pips": 3}, Carl={"pips": 12}, Dora={"pips": 2}))
    with pytest.raises(StaleError):
        give(store, train, "Dora", {"pips": 2}, seen=(0, 0))
    assert find_hand_collection(store, load_match(store, train.id)).hands == {}


def test_a_hand_whose_answer_was_lost_counts_once_though_it_closed_the_round(store: Store, train: Match) -> None:
    for player, hand in (("Bo", []), ("Anna", {"pips": 1}), ("Carl", {"pips": 2})):
        give(store, train, player, hand)
    for _ in range(2):
        after = submit_hand(store, train.id, "Dora", {"pips": 30}, (0, 0), "Dora", "once")
        assert after.sheet.totals["Dora"] == 30
        assert after.seen == 1


def test_how_a_round_ended_is_said_once_though_that_closed_it(store: Store, train: Match) -> None:
    for player in FOUR:
        give(store, train, player, {"pips": 7})
    for _ in range(2):
        assert set_blocked(store, train.id, True, 0, "Anna", "once").seen == 1


def test_a_round_that_was_closed_and_taken_back_has_its_hands_again(store: Store, train: Match) -> None:
    for player, hand in (("Bo", []), ("Anna", {"pips": 1}), ("Carl", {"pips": 2})):
        give(store, train, player, hand)
    closed = give(store, train, "Dora", {"pips": 30})
    after = strike_out(store, train.id, 1, closed.seen, "oops")
    assert find_hand_collection(store, after).complete
    again = close_round(store, train.id)
    after = strike_out(store, train.id, again.seen, again.seen, "once more")
    assert give(store, after, "Dora", {"pips": 3}).sheet.totals == {"Anna": 1, "Bo": 0, "Carl": 2, "Dora": 3}


def test_correcting_an_older_round_leaves_what_waits(store: Store, train: Match) -> None:
    match = add(store, train, out("Bo", Anna={"pips": 3}, Carl={"pips": 12}, Dora={"pips": 2}))
    give(store, match, "Carl", {"pips": 9})
    corrected = out("Bo", Anna={"pips": 3}, Carl={"pips": 13}, Dora={"pips": 2}) | {"replaces": 1}
    add(store, match, corrected)
    assert missing(store, match) == ("Anna", "Bo", "Dora")


def test_what_waits_survives_a_restart(store: SqliteStore, train: Match) -> None:
    give(store, train, "Carl", {"pips": 13})
    with open_again(store) as again:
        assert missing(again, train) == ("Anna", "Bo", "Dora")


def test_the_double_of_the_round_goes_into_its_end(store: Store, train: Match) -> None:
    set_round_double(store, train.id, 6, 0, "Anna", "double")
    for player, hand in (("Bo", []), ("Anna", {"pips": 1}), ("Carl", {"pips": 2})):
        give(store, train, player, hand)
    after = give(store, train, "Dora", {"pips": 3})
    assert after.sheet.state == TrainRecord((6,))
    assert after.sheet.lines[-1].entry.accepted == ("number_out_of_order",)
    with pytest.raises(RuleError) as refused:
        set_round_double(store, train.id, 6, 1, "Anna", "again")
    assert [each.key for each in refused.value.problems] == ["number_played"]


@pytest.mark.parametrize(
    ("player", "hand", "problem"),
    [
        ("Eva", ["5-4"], "unknown_player"),
        ("Anna", ["6-5"], "duplicate_tile"),  # Carl holds it
        ("Anna", ["9-9"], "duplicate_tile"),  # it lies in the middle of the table
        ("Anna", ["10-4"], "pip_out_of_range"),
        ("Anna", {"pips": 900}, "impossible_total"),
        ("Anna", [], "two_empty_hands"),
        ("Anna", {"points": 5}, "unknown_field"),
        ("Anna", "all", "wrong_type"),
    ],
)
def test_a_hand_that_cannot_be_is_refused_at_once(
    store: Store, train: Match, player: str, hand: Any, problem: str
) -> None:
    give(store, train, "Carl", ["6-5", "2-1"])
    give(store, train, "Bo", [])
    with pytest.raises(RuleError) as refused:
        give(store, train, player, hand)
    assert problem in {each.key for each in refused.value.problems}
    assert missing(store, train) == ("Anna", "Dora")


def test_a_hand_that_cannot_be_beside_another_is_refused_at_once(store: Store, train: Match) -> None:
    give(store, train, "Bo", [])
    give(store, train, "Carl", {"pips": 1})
    with pytest.raises(RuleError) as refused:
        give(store, train, "Anna", {"pips": 1})
    assert [(each.key, each.place) for each in refused.value.problems] == [("impossible_hands", ("hands",))]
    assert missing(store, train) == ("Anna", "Dora")


def test_blocked_is_no_round_in_which_somebody_is_out(store: Store, train: Match) -> None:
    give(store, train, "Bo", [])
    with pytest.raises(RuleError) as refused:
        block(store, train)
    assert [each.key for each in refused.value.problems] == ["how_it_ended_twice"]


def test_blocked_can_be_taken_back(store: Store, train: Match) -> None:
    block(store, train)
    block(store, train, blocked=False)
    assert not find_hand_collection(store, train).ended


def test_a_round_that_hardly_can_be_waits_for_somebody_to_look(store: Store, train: Match) -> None:
    for player, hand in (("Bo", []), ("Anna", {"pips": 1}), ("Carl", {"pips": 2})):
        give(store, train, player, hand)
    assert give(store, train, "Dora", {"pips": 190}).seen == 0
    assert close_round(store, train.id, accepted=["heavy_hand"]).sheet.totals["Dora"] == 190


def test_two_of_a_jijbent_match_give_their_hands(store: Store) -> None:
    match = start_match(store, "jijbent", ["Anna", "Bo"])
    give(store, match, "Bo", ["5-4"])
    assert give(store, match, "Anna", []).sheet.totals == {"Anna": 0, "Bo": 14}


def test_only_hands_that_count_are_waited_for(store: Store, four: Match) -> None:
    give(store, four, "Anna", [])
    assert missing(store, four) == ("Bo", "Dora")  # Carl plays with Anna


def test_where_more_is_asked_the_round_does_not_close_by_itself(store: Store) -> None:
    match = start_match(store, "latin_partner", FOUR, lead="Anna", options={"capicua": 25})
    give(store, match, "Anna", [])
    for player in ("Bo", "Carl", "Dora"):
        after = give(store, match, player, {"pips": 9})
    assert after.seen == 0
    assert find_hand_collection(store, after).complete


def test_news_tell_of_a_hand_that_came_in(store: Store, train: Match) -> None:
    before = find_version_tag(store, train.id)
    give(store, train, "Carl", {"pips": 13})
    assert find_version_tag(store, train.id) != before
