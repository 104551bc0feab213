"""The card after a round: who got what, the whole why, who leads next and the deal; then the next round, or an undo."""

from typing import Any

import pytest
from flask import Flask

from scorekeeper.engine.rules.dealing import Deal
from scorekeeper.engine.text import say
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.play.scoring.writing import add_entry, start_match
from scorekeeper.web.i18n.words import join_sums
from scorekeeper.web.views.round_card import describe_deal, find_round_card
from tests.web.pages import Phone

PLAYERS = ("Anna", "Bo", "Carl", "Dora")
IN_ROUNDS = [key for key, variant in VARIANTS.items() if "round" in variant.takes]
# Games in which a sheet has more entries of a round than its end: scoring moves, or the bid.
MORE_THAN_ENDS = [key for key in IN_ROUNDS if VARIANTS[key].moves_score or "bid" in VARIANTS[key].takes]
OPTIONS: dict[str, dict[str, Any]] = {"dk_blinde": {"target": 3}, "dk_to_ens": {}}


def start(app: Flask, game: str) -> Match:
    """Start a match of as many players as the game takes, up to four; Anna leads."""
    players = PLAYERS[: VARIANTS[game].most_players]
    return start_match(app.extensions["scorekeeper"], game, players, None, "Anna", OPTIONS.get(game, {}))


def end_round(app: Flask, match: Match, out: str = "Bo", pips: int = 3) -> Match:
    """End the round: the others hold a few pips. Where nobody goes out with tiles, `out` has made a bid."""
    store = app.extensions["scorekeeper"]
    if "bid" in match.variant.takes:
        bids = match.sheet.game.required_bids.bidding
        bid = {"entry": "bid", "player": out, "points": bids.list_points()[0]}
        match = add_entry(store, match.id, bid, match.seen, f"post {match.seen}")
        made = {"entry": "round", **({"taken": {out: {"tricks": 7}}} if bids.each_takes else {"made": True})}
        return add_entry(store, match.id, made, match.seen, f"post {match.seen}")
    hands = {player: {"pips": pips} for player in match.seating.players if player != out}
    entry = {"entry": "round", "out": out, "hands": hands}
    return add_entry(store, match.id, entry, match.seen, f"post {match.seen}")


@pytest.mark.parametrize("game", IN_ROUNDS)
def test_after_a_round_a_card_tells_how_it_went_and_how_the_next_begins(app: Flask, phone: Phone, game: str) -> None:
    match = end_round(app, start(app, game))
    page, line, sheet = phone.open(f"/m/{match.id}"), match.sheet.lines[-1], match.sheet
    assert page.has("round-card")
    assert ("Round played" if "bid" in match.variant.takes else "Bo is out") in page.text
    for side, total in line.totals.items():
        points = line.points.get(side, 0)
        assert f"{side} {'+' if points else ''}{points} {total}" in page.text
    assert say(line.short_why) in page.text
    assert say(sheet.lead.why) in page.text
    # The pad for any game does not know the number of tiles; the card then has no line about the deal.
    each = sheet.game.deal.each
    assert bool(each) == ("next-deal" in page.html) == (game != "penalty_pad")
    assert not each or f"{each} tiles each" in page.text
    assert page.has(f"undo-{line.number}")


@pytest.mark.parametrize("game", IN_ROUNDS)
def test_from_the_card_it_goes_on_without_a_script(app: Flask, phone: Phone, game: str) -> None:
    match = end_round(app, start(app, game))
    page = phone.open(f"/m/{match.id}")
    if game in MORE_THAN_ENDS:
        (onward,) = (at["href"] for _, at in page.elements if at.get("id") == "deal")
        following = phone.open(onward)
        assert not following.has("round-card")
        assert following.has("fill")
    else:
        # In this game no moves are entered, so the card has the form for the end of the next round.
        assert not page.has("deal")
        again = phone.send(page, "fill", ended="out 1", do="count")
        assert not again.has("round-card")


def test_the_round_that_the_card_tells_can_be_taken_back(app: Flask, phone: Phone) -> None:
    match = end_round(app, start(app, "german_draw"))
    page = phone.open(f"/m/{match.id}")
    phone.send(page, "last", "undo-1")
    assert load_match(app.extensions["scorekeeper"], match.id).sheet.counting_lines == ()
    assert not phone.open(f"/m/{match.id}").has("round-card")


def test_with_the_first_move_of_the_next_round_the_card_is_gone(app: Flask, phone: Phone) -> None:
    match = end_round(app, start(app, "spansk"))
    entry = {"entry": "ends", "player": "Bo", "ends": ["5", "0"]}
    match = add_entry(app.extensions["scorekeeper"], match.id, entry, match.seen, "first")
    assert not phone.open(f"/m/{match.id}").has("round-card")


def test_a_saved_round_is_answered_with_its_card(app: Flask, phone: Phone) -> None:
    match = start(app, "german_draw")
    page = phone.open(f"/m/{match.id}")
    answer = phone.send_by_htmx(page, "fill", ended="out 1", hand_2="3", hand_3="4", hand_4="5", do="save")
    assert answer.has("round-card")


def test_the_card_tells_the_last_round_though_an_earlier_one_was_corrected_since(app: Flask) -> None:
    match = end_round(app, end_round(app, start(app, "german_draw")), out="Carl")
    hands = {player: {"pips": 5} for player in ("Anna", "Carl", "Dora")}
    entry = {"entry": "round", "out": "Bo", "hands": hands, "replaces": 1}
    match = add_entry(app.extensions["scorekeeper"], match.id, entry, match.seen, "corrected")
    card = find_round_card(match.sheet)
    assert card is not None
    assert (card.number, card.round, say(card.what)) == (2, 2, "Carl is out")
    assert [(gain.name, gain.points, gain.total) for gain in card.gains][:2] == [("Bo", 0, 15), ("Carl", 9, 9)]


def tell(match: Match) -> list[str]:
    """Return the sentences of the card about the match so far."""
    card = find_round_card(match.sheet)
    assert card is not None
    return [say(part) for part in card.story]


def test_the_card_tells_who_is_in_front_how_many_are_to_go_and_what_the_round_has_changed(app: Flask) -> None:
    match = start_match(app.extensions["scorekeeper"], "german_draw", ("Anna", "Bo"), options={"target": 60})
    match = end_round(app, match, out="Bo", pips=10)
    assert tell(match) == ["Bo in front by 10", "50 to go"]
    match = end_round(app, match, out="Anna", pips=10)
    assert tell(match) == ["nobody in front", "50 to go"]
    match = end_round(app, match, out="Anna", pips=20)
    assert tell(match) == ["Anna in front by 20", "30 to go", "the biggest round so far"]
    match = end_round(app, match, out="Bo", pips=29)
    assert tell(match) == ["Bo in front by 9", "21 to go", "the lead has changed", "the biggest round so far"]


def test_where_the_fewest_points_win_the_card_has_them_first_and_counts_none_to_go(app: Flask) -> None:
    match = end_round(app, start(app, "mexican_train"), out="Dora", pips=9)
    match = end_round(app, end_round(app, match, out="Dora", pips=3), out="Anna", pips=20)
    assert tell(match) == ["Anna in front by 8", "the lead has changed", "the costliest round so far"]
    card = find_round_card(match.sheet)
    assert card is not None
    assert [gain.name for gain in card.gains] == ["Anna", "Dora", "Bo", "Carl"]


def test_the_bars_run_to_the_target_and_the_longest_fills_it_where_there_is_none(app: Flask) -> None:
    match = end_round(app, start(app, "german_draw"), out="Bo", pips=3)
    match = end_round(app, match, out="Bo", pips=4)
    card = find_round_card(match.sheet)
    assert card is not None
    assert [(gain.before, gain.added) for gain in card.gains][:2] == [(9, 12), (0, 0)]
    match = end_round(app, end_round(app, start(app, "mexican_train")))
    card = find_round_card(match.sheet)
    assert card is not None
    assert [(gain.before, gain.added) for gain in card.gains][-1] == (50, 50)


def test_a_round_that_was_not_played_has_no_card(app: Flask) -> None:
    assert find_round_card(start(app, "spansk").sheet) is None


def test_how_many_rounds_a_match_has_is_told_where_that_is_agreed(app: Flask, phone: Phone) -> None:
    match = end_round(app, start(app, "jijbent"))
    page = phone.open(f"/m/{match.id}")
    assert "Round 1 of 4" in page.text
    assert "Round 2 of 4" in page.text


@pytest.mark.parametrize(
    ("deal", "told"),
    [
        (Deal(7, 0, never_drawn=0), ["7 tiles each"]),
        (Deal(5, 8, never_drawn=1), ["5 tiles each", "8 stay in the boneyard"]),
        (Deal(9, 1, never_drawn=1), ["9 tiles each", "1 stays aside"]),
        (Deal(5, 0, never_drawn=0, extra=3), ["5 tiles each", "one more each for the first 3 from the lead"]),
        (
            Deal(7, 13, never_drawn=2, start_tile=1),
            ["7 tiles each", "one is turned up", "13 stay in the boneyard"],
        ),
    ],
)
def test_the_deal_is_told_as_the_game_declares_it(deal: Deal, told: list[str]) -> None:
    assert [say(part) for part in describe_deal(deal)] == told


def test_a_pair_that_has_won_a_blocked_round_says_who_of_them_leads(app: Flask, phone: Phone) -> None:
    """If the winner leads, the form does not ask who led a round in which somebody was out: it cannot matter."""
    match = start_match(app.extensions["scorekeeper"], "german_draw", PLAYERS, True, None, {"next_start": "winner"})
    page = phone.open(f"/m/{match.id}?kind=round")
    page = phone.send(page, "fill", ended="out 2", do="count")
    assert "Who led this round?" not in page.text
    page = phone.send(page, "fill", ended="blocked", do="count")
    assert "Who led this round?" in page.text
    hands = {"hand_1": "3", "hand_2": "12", "hand_3": "4", "hand_4": "9"}
    page = phone.send(page, "fill", "save", ended="blocked", **hands)
    assert "Anna & Carl have won the round: one of them leads" in page.text
    (lead,) = (at["href"] for _, at in page.elements if at.get("id") == "tab-lead")
    assert "Tap who leads this round." in phone.open(lead).text


def test_who_laid_the_last_tile_is_asked_once_there_is_a_tie_that_goes_by_it(app: Flask, phone: Phone) -> None:
    options = {"tie": "last_to_play"}
    match = start_match(app.extensions["scorekeeper"], "german_draw", PLAYERS[:2], None, "Anna", options)
    page = phone.open(f"/m/{match.id}?kind=round")
    page = phone.send(page, "fill", "save", ended="blocked", hand_1="4", hand_2="4")
    assert "Who laid the last tile? The tie goes by it." in page.text
    assert page.has("locked")
    page = phone.send(page, "fill", "save", ended="blocked", hand_1="4", hand_2="4", locked_by="Bo")
    assert "Bo laid the last tile, so Bo wins" in page.text
    corrected = phone.open(f"/m/{match.id}?correct=1")
    assert ("locked_by", "Bo") in corrected.forms["fill"].fields
    page = phone.send(corrected, "fill", "save", locked_by="Anna")
    assert load_match(app.extensions["scorekeeper"], match.id).sheet.totals == {"Anna": 4, "Bo": 0}


def test_a_round_in_which_somebody_is_out_asks_nothing_of_its_last_tile(app: Flask, phone: Phone) -> None:
    options = {"tie": "last_to_play"}
    match = start_match(app.extensions["scorekeeper"], "german_draw", PLAYERS[:2], None, "Anna", options)
    page = phone.open(f"/m/{match.id}?kind=round")
    page = phone.send(page, "fill", "save", ended="out 1", hand_2="4", locked_by="Bo")
    assert load_match(app.extensions["scorekeeper"], match.id).sheet.totals == {"Anna": 4, "Bo": 0}


def test_where_every_move_is_written_the_pad_knows_who_laid_the_last_tile(app: Flask, phone: Phone) -> None:
    store, options = app.extensions["scorekeeper"], {"tie": "last_to_play"}
    match = start_match(store, "german_draw", PLAYERS[:2], None, "Anna", options)
    match = add_entry(store, match.id, {"entry": "play", "player": "Anna", "tile": "6-6"}, match.seen, "one")
    entry = {"entry": "play", "player": "Bo", "tile": "6-5", "at": "6-6", "pip": 6}
    match = add_entry(store, match.id, entry, match.seen, "two")
    page = phone.send(phone.open(f"/m/{match.id}?kind=round"), "fill", ended="blocked", do="count")
    assert "Bo laid the last tile" in page.text
    page = phone.send(page, "fill", "save", hand_1="4", hand_2="4", locked_by="Anna")
    assert "Anna laid the last tile, so Anna wins" in page.text


def test_that_the_last_tile_fits_both_ends_is_one_tap_where_the_table_pays_for_it(app: Flask, phone: Phone) -> None:
    store = app.extensions["scorekeeper"]
    match = start_match(store, "german_draw", PLAYERS[:2], None, "Anna", {"capicua": 25})
    page = phone.open(f"/m/{match.id}?kind=round")
    assert not page.has("call-capicua")
    page = phone.send(page, "fill", ended="out 1", do="count")
    assert "The last tile fits both ends" in page.text
    page = phone.send(page, "fill", "save", ended="out 1", hand_2="4", bonus="capicua")
    assert "Bo holds 4; the last tile fits both ends: 4 + 25 = 29" in page.text
    corrected = phone.open(f"/m/{match.id}?correct=1")
    assert ("bonus", "capicua") in corrected.forms["fill"].fields
    phone.send(corrected, "fill", "save", ended="blocked", hand_1="3")
    assert load_match(store, match.id).sheet.totals == {"Anna": 4, "Bo": 0}


def test_the_card_tells_that_the_points_of_a_tie_wait_for_the_next_winner(app: Flask, phone: Phone) -> None:
    match = start(app, "kozel")
    hands = {"Anna": ["6-1", "2-2"], "Bo": ["5-2"], "Carl": ["5-5"], "Dora": ["6-2", "5-1"]}
    entry = {"entry": "round", "blocked": True, "hands": hands}
    match = add_entry(app.extensions["scorekeeper"], match.id, entry, match.seen, "tied")
    assert "Whoever wins it scores 21 points more." in phone.open(f"/m/{match.id}").text


def test_a_long_sum_breaks_after_a_comma_alone() -> None:
    assert join_sums("12 + 3 = 15, ÷ 3 = 5: 5") == "12 + 3\u00a0=\u00a015, ÷\u00a03\u00a0=\u00a05: 5"
    assert join_sums("30 ÷ 5 = 6") == "30\u00a0÷\u00a05\u00a0=\u00a06"
