"""Setting up a match: the game, the players in order, the house rules; the form loses nothing that was entered."""

import re

from flask import Flask

from scorekeeper.engine.variants import VARIANTS
from tests.play.test_evenings import FRIDAY, hours, played
from tests.web.pages import Page, Phone


def test_the_first_page_offers_a_new_match(phone: Phone) -> None:
    page = phone.open("/")
    assert page.status == 200
    assert page.has("new")


def test_the_first_page_goes_on_with_the_match_that_runs(phone: Phone) -> None:
    assert not phone.open("/").has("continue")
    pad = phone.new_match().path
    page = phone.open("/")
    assert [at["href"] for _, at in page.elements if at.get("id") == "continue"] == [pad]


def test_players_sit_down_in_the_order_they_are_named(phone: Phone) -> None:
    page = phone.open("/new")
    for name in ("Anna", "Bo", "Carl", "Dora"):
        page = phone.send(page, "new", "sit", name=name)
    assert "Anna & Carl against Bo & Dora" in page.text


def test_names_are_tapped_only_where_there_are_some(phone: Phone) -> None:
    assert "Write the names in turn order." in phone.open("/new").text
    phone.new_match()
    assert "Tap the names in turn order." in phone.open("/new").text


def test_a_known_player_sits_down_with_one_tap(phone: Phone) -> None:
    phone.new_match()
    page = phone.open("/new")
    page = phone.send(page, "new", "sit-1")
    assert len([name for name, _ in page.forms["new"].fields if name == "player"]) == 1


def list_seated(page: Page) -> list[str]:
    return [value for name, value in page.forms["new"].fields if name == "player"]


def test_two_seats_are_swapped_by_a_tap_on_each(phone: Phone) -> None:
    page = phone.send(phone.open("/new"), "new", "sit", player=["Anna", "Bo", "Carl"], name="Dora")
    page = phone.send(page, "new", "seat-2")
    assert "Tap the new seat of Bo." in page.text
    page = phone.send(page, "new", "seat-4")
    assert list_seated(page) == ["Anna", "Dora", "Carl", "Bo"]
    assert "Anna & Carl against Dora & Bo" in page.text


def test_seats_and_with_them_partners_are_drawn_by_lot(phone: Phone) -> None:
    names = ["Anna", "Bo", "Carl"]
    assert not phone.send(phone.open("/new"), "new", "sit", player=["Anna"], name="Bo").has("draw")
    page = phone.send(phone.open("/new"), "new", "sit", player=names, name="Dora")
    assert "Draw partners by lot" in page.text
    first = set()
    for _ in range(100):  # the chance that somebody is left out is 1 in 10¹²
        page = phone.send(page, "new", "draw")
        assert sorted(list_seated(page)) == [*names, "Dora"]
        first.add(list_seated(page)[0])
    assert first == {*names, "Dora"}


def test_who_is_tapped_twice_stays_and_who_does_not_play_leaves(phone: Phone) -> None:
    page = phone.send(phone.open("/new"), "new", "sit", player=["Anna", "Bo"], name="Carl")
    page = phone.send(phone.send(page, "new", "seat-1"), "new", "seat-1")
    assert not page.has("leave-1")
    page = phone.send(phone.send(page, "new", "seat-1"), "new", "leave-1")
    assert list_seated(page) == ["Bo", "Carl"]


def test_a_known_player_leaves_by_a_second_tap_on_the_name(phone: Phone) -> None:
    phone.new_match()
    page = phone.send(phone.open("/new"), "new", "sit-2")
    assert list_seated(page) == ["Bo"]
    assert list_seated(phone.send(page, "new", "sit-2")) == []


def test_those_who_played_last_sit_down_at_once_where_the_game_is_for_so_many(phone: Phone) -> None:
    phone.new_match(players="Dora Anna Carl Bo")
    page = phone.send(phone.open("/new"), "new", "game-dk_femmer")
    page = phone.send(page, "new", "last-seated")
    assert list_seated(page) == ["Dora", "Anna", "Carl", "Bo"]
    assert not phone.send(phone.open("/new"), "new", "game-jijbent").has("last-seated")


def test_a_solitaire_has_one_player_and_asks_nothing_of_a_table(phone: Phone) -> None:
    phone.new_match()
    page = phone.send(phone.open("/new"), "new", "game-dk_tolveren", player=["Carl", "Dora"])
    assert list_seated(page) == ["Carl"]
    page = phone.send(page, "new", "sit-1")
    assert list_seated(page) == ["Anna"]
    assert not any(words in page.text for words in ("order", "leads", "seat", "House rules"))


def test_every_game_stands_in_the_menu_in_the_readers_words(phone: Phone) -> None:
    page = phone.open("/new")
    for variant in VARIANTS.values():
        assert page.has(f"game-{variant.key}")
        assert variant.subtitle in page.text


def test_a_match_that_cannot_start_says_everything_that_is_wrong_and_keeps_what_was_typed(phone: Phone) -> None:
    page = phone.new_match(players="Anna anna", **{"option-target": "0"})
    assert page.status == 422
    assert "Two players are called “anna”." in page.text
    assert "“0” is not a choice here" in page.text
    assert [value for name, value in page.forms["new"].fields if name == "player"] == ["Anna", "anna"]
    assert ("option-target", "0") in page.forms["new"].fields


def test_a_name_that_was_typed_and_not_sat_down_plays(phone: Phone) -> None:
    page = phone.new_match("dk_almindelig", "Anna", name="Bo")
    assert page.path.startswith("/m/")
    assert "Bo" in page.text


def test_another_game_keeps_the_players_and_forgets_the_options_it_does_not_know(phone: Phone) -> None:
    page = phone.send(phone.open("/new"), "new", "game-dk_almindelig", player=["Anna", "Bo"])
    page = phone.send(page, "new", "start", **{"option-end_when": "after_round"})
    assert page.path.startswith("/m/")


def test_the_target_of_one_game_does_not_go_along_to_the_next(phone: Phone) -> None:
    page = phone.send(phone.open("/new"), "new", "sit", player=["Anna"], name="Bo")
    for game, target in (("dk_to_ens", "15"), ("dk_syver", "100"), ("spansk", "60")):
        page = phone.send(page, "new", f"game-{game}")
        assert ("option-target", target) in page.forms["new"].fields


def test_what_is_usual_for_a_number_hangs_on_another_house_rule_until_a_number_is_typed(phone: Phone) -> None:
    """Muggins goes to 100, or to 61 if fifths are scored; without scripts the form does not know it yet."""
    assert "to 100" in phone.new_match("muggins", "Anna Bo").text
    assert "to 61" in phone.new_match("muggins", "Anna Bo", **{"option-score_as": "fives"}).text
    assert "to 80" in phone.new_match("muggins", "Anna Bo", **{"option-score_as": "fives", "option-target": "80"}).text
    page = phone.send(phone.open("/new"), "new", "game-muggins", player=["Anna", "Bo"])
    assert 'placeholder="100"' in page.html
    again = phone.send(page, "new", do="steer", **{"option-score_as": "fives"})
    assert 'placeholder="61"' in again.html


def test_house_rules_that_exclude_each_other_are_refused_beside_the_field(phone: Phone) -> None:
    rules = {"option-score_as": "fives", "option-hand_rounding": "none"}
    page = phone.new_match("all_fives", "Anna Bo", **rules)
    assert page.status == 422
    assert page.has("wrong-option-hand_rounding")


def test_a_house_rule_is_kept_for_the_match_and_told_on_its_rules_page(phone: Phone) -> None:
    page = phone.new_match(**{"option-target": "40"})
    assert "to 40" in page.text
    rules = phone.open(f"/rules/spansk?match={page.path.split('/')[2]}")
    assert "The match goes to 40 points." in rules.text


def test_the_rules_of_another_game_are_the_usual_ones(phone: Phone) -> None:
    page = phone.new_match(**{"option-target": "40"})
    rules = phone.open(f"/rules/dk_almindelig?match={page.path.split('/')[2]}")
    assert "The match goes to 100 points." in rules.text


def test_an_offered_target_is_taken_with_one_tap(phone: Phone) -> None:
    page = phone.send(phone.open("/new"), "new", "offer-target-100", player=["Anna", "Bo"])
    assert ("option-target", "100") in page.forms["new"].fields
    assert "Target: 100" in page.text


def test_who_leads_can_be_named(phone: Phone) -> None:
    page = phone.new_match(lead="Carl")
    assert "Carl leads the first round" in page.text


def test_partners_can_be_chosen_where_the_game_leaves_it_open(phone: Phone) -> None:
    page = phone.new_match("german_draw", partners="yes")
    assert "Anna & Carl" in page.text


def test_the_same_table_again_is_one_tap(phone: Phone) -> None:
    first = phone.new_match("dk_almindelig", "Anna Bo", **{"option-target": "5"})
    over = phone.send(phone.open(f"{first.path}?kind=round"), "fill", "save", ended="out 1", hand_2="13")
    again = phone.send(over, f"{first.path}/again", "")
    assert again.path not in (first.path, f"{first.path}/again")
    assert "to 5" in again.text


def test_a_tie_that_scores_nothing_whoever_wins_it_is_neither_asked_nor_told(phone: Phone) -> None:
    page = phone.send(phone.open("/new"), "new", "game-block", player=["Anna", "Bo"])
    assert page.has("steering-blocked_score")
    assert not page.has("option-tie-1")
    assert phone.send(page, "new", do="steer", **{"option-blocked_score": "opponents_sum"}).has("option-tie-1")
    assert phone.send(page, "new", do="steer", player=["Anna", "Bo", "Carl"]).has("option-tie-1")
    match = phone.new_match("block", "Anna Bo").path.split("/")[2]
    assert "With equal pips in a blocked round" not in phone.open(f"/rules/block?match={match}").text
    assert "With equal pips in a blocked round" in phone.open("/rules/block").text


def test_of_two_ways_to_end_a_match_only_the_number_of_the_chosen_one_is_asked(phone: Phone) -> None:
    page = phone.send(phone.open("/new"), "new", "game-penalty_pad", player=["Anna", "Bo"])
    assert page.has("option-rounds")
    assert not page.has("option-limit")
    page = phone.send(page, "new", do="steer", **{"option-goal": "limit"})
    assert page.has("option-limit")
    assert not page.has("option-rounds")


def test_the_house_rules_of_the_last_match_of_the_game_are_chosen_again_with_one_tap(phone: Phone) -> None:
    phone.new_match("block")
    assert not phone.send(phone.open("/new"), "new", "game-block").has("preset-last"), "they were the usual ones"
    page = phone.send(phone.open("/new"), "new", "game-draw")
    assert not phone.send(page, "new", "preset-1").has("preset-last"), "no match of this game was played"
    phone.new_match("block", **{"option-target": "150", "option-tie": "rotation"})
    page = phone.send(phone.open("/new"), "new", "game-block")
    assert dict(page.forms["new"].fields)["option-target"] == "100"
    page = phone.send(page, "new", "preset-last")
    chosen = dict(page.forms["new"].fields)
    assert (chosen["option-target"], chosen["option-tie"]) == ("150", "rotation")
    assert [at["aria-pressed"] for _, at in page.elements if at.get("id") == "preset-last"] == ["true"]
    page = phone.send(page, "new", "preset-last")
    assert dict(page.forms["new"].fields)["option-target"] == "100", "a second tap brings back the usual ones"
    page = phone.send(phone.send(page, "new", "preset-2"), "new", "preset-2")
    assert dict(page.forms["new"].fields)["option-blocked_score"] == "difference"


def play_many(app: Flask, matches: int) -> None:
    """Play this number of matches in all pairings; Anna and Bo win nearly all that they play as partners."""
    seats = (["Anna", "Carl", "Bo", "Dora"], ["Anna", "Bo", "Carl", "Dora"], ["Anna", "Bo", "Dora", "Carl"])
    for number in range(matches):
        players = seats[number % 3]
        winner = " & ".join(players[::2] if number % 3 == 0 or number % 2 else players[1::2])
        played(app.extensions["scorekeeper"], players, FRIDAY + hours(number), [winner])


def test_fair_pairs_are_seated_by_ratings_and_it_is_said_how_even_they_are(app: Flask, phone: Phone) -> None:
    play_many(app, 12)
    page = phone.send(phone.open("/new"), "new", "sit", player=["Anna", "Carl", "Bo"], name="Dora")
    page = phone.send(page, "new", "forecast")
    told = re.search(r"Of 100 matches: Anna & Bo (\d+), Carl & Dora (\d+)", page.text)
    assert told
    assert int(told[1]) > 60
    assert int(told[1]) + int(told[2]) == 100
    page = phone.send(page, "new", "fair")
    assert list_seated(page)[::2] in (["Anna", "Carl"], ["Anna", "Dora"])
    told = re.search(r"Of 100 matches: [\w &]+ (\d+), [\w &]+ \d+", page.text)
    assert told
    assert 40 <= int(told[1]) <= 60
    page = phone.send(page, "new", "seat-2")
    assert "Of 100 matches" in page.text
    page = phone.send(phone.send(page, "new", "seat-2"), "new", "forecast")
    assert "Of 100 matches" not in page.text


def test_without_enough_matches_nobody_changes_seats_and_there_is_no_forecast(app: Flask, phone: Phone) -> None:
    play_many(app, 9)
    page = phone.send(phone.open("/new"), "new", "sit", player=["Anna", "Carl", "Bo"], name="Dora")
    page = phone.send(page, "new", "fair")
    assert list_seated(page) == ["Anna", "Carl", "Bo", "Dora"]
    assert "A forecast needs 10 finished matches of these games from everybody." in page.text
    assert "Of 100 matches" not in page.text


def test_three_who_play_alone_are_offered_no_forecast(phone: Phone) -> None:
    page = phone.send(phone.open("/new"), "new", "sit", player=["Anna"], name="Bo")
    assert page.has("forecast")
    page = phone.send(page, "new", "sit", name="Carl")
    assert not page.has("forecast")
    assert not page.has("fair")
