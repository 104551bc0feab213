"""Dominó in pairs on the pad: presets in one tap, bonuses that are offered when they fall, calls of the last tile."""

from random import Random

import pytest

from scorekeeper.engine.file.match import parse_entry
from scorekeeper.engine.sheet.fold import append_entries, fold
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.web.forms.round import RoundForm
from tests.engine.dealt import play_round
from tests.web.pages import Page, Phone

BONUSES = {"option-pase_salida": "25", "option-pase_corrido": "30", "option-capicua": "25", "option-chuchazo": "100"}


@pytest.fixture
def pad(phone: Phone) -> Page:
    return phone.new_match(variant="latin_partner", lead="Anna", **BONUSES)


def test_a_preset_sets_the_house_rules_of_a_place_in_one_tap(phone: Phone) -> None:
    page = phone.send(phone.open("/new"), "new", "game-latin_partner")
    assert ("option-target", "100") in page.forms["new"].fields
    page = phone.send(page, "new", "preset-6")
    chosen = dict(page.forms["new"].fields)
    assert (chosen["option-target"], chosen["option-early_rounds"]) == ("500", "100_75_50_25")
    assert (chosen["option-pairs_count"], chosen["option-tie"]) == ("all_hands", "none")
    assert "(tranque)" in page.text
    page = phone.send(page, "new", "preset-8")
    assert dict(page.forms["new"].fields)["option-target"] == "100"
    assert "look these house rules through" in page.text


def test_what_a_pass_after_the_first_tile_earns_is_offered_and_written_with_one_tap(phone: Phone, pad: Page) -> None:
    page = phone.send(phone.open(f"{pad.path}?kind=play"), "fill", "save", tile="6-6", player="Anna")
    page = phone.send(phone.open(f"{pad.path}?kind=play"), "fill", "pass", player="Bo")
    page = phone.open(pad.path)
    fields = dict(page.forms["fill"].fields)
    assert (fields["kind"], fields["player"], fields["bonus"]) == ("bonus", "Anna", "pase_salida")
    page = phone.send(page, "fill", "save")
    assert "25" in phone.open(f"{pad.path}/sheet").text
    assert dict(phone.open(pad.path).forms["fill"].fields)["kind"] != "bonus", "it is offered once"


def test_a_table_that_pays_no_bonus_is_asked_for_none(phone: Phone) -> None:
    assert not phone.new_match(variant="latin_partner", lead="Anna").has("tab-bonus")
    assert phone.new_match(variant="latin_partner", lead="Anna", **BONUSES).has("tab-bonus")


def test_both_calls_at_once_are_refused_beside_them(phone: Phone, pad: Page) -> None:
    hands = {"hand-1": "3", "hand-3": "4", "ended": "out 2"}
    page = phone.send(phone.open(f"{pad.path}?kind=round"), "fill", "save", **hands, bonus=["capicua", "chuchazo"])
    assert page.status == 422
    assert page.has("wrong-bonus")
    page = phone.send(page, "fill", "save", **hands, bonus=["chuchazo"])
    assert "the last tile is the double blank: 7 + 100 = 107" in phone.open(f"{pad.path}/sheet").text


def test_who_locked_is_asked_at_once_where_that_always_decides(phone: Phone) -> None:
    pad = phone.new_match(variant="latin_partner", lead="Anna", **{"option-blocked_by": "duel"})
    page = phone.send(phone.open(f"{pad.path}?kind=round"), "fill", "count", ended="blocked")
    assert page.has("locked")
    page = phone.send(phone.open(f"{pad.path}?kind=round"), "fill", "count", ended="out 1")
    assert not page.has("locked")


@pytest.mark.parametrize(("by", "rival"), [("duel", "Bo"), ("duel_before", "Dora")])
def test_the_form_names_the_neighbour_with_whom_who_locked_compares_hands(phone: Phone, by: str, rival: str) -> None:
    pad = phone.new_match(variant="latin_partner", lead="Anna", **{"option-blocked_by": by})
    page = phone.send(phone.open(f"{pad.path}?kind=round"), "fill", "count", ended="blocked")
    page = phone.send(page, "fill", "count", ended="blocked", locked_by="Anna")
    assert f"Anna compares hands with {rival}." in page.text


def test_where_both_hands_of_a_pair_decide_no_neighbour_is_named(phone: Phone) -> None:
    pad = phone.new_match(variant="latin_partner", lead="Anna", **{"option-tranque": "25"})
    page = phone.send(phone.open(f"{pad.path}?kind=round"), "fill", "count", ended="blocked")
    page = phone.send(page, "fill", "count", ended="blocked", locked_by="Anna")
    assert page.has("locked")
    assert not page.has("rival")


@pytest.mark.parametrize(("both", "words"), [("false", "and fits one end only"), ("true", "is the double blank")])
def test_a_chuchazo_is_called_as_this_table_pays_it(phone: Phone, both: str, words: str) -> None:
    options = {"option-chuchazo": "25", "option-chuchazo_both_ends": both}
    pad = phone.new_match(variant="latin_partner", lead="Anna", **options)
    page = phone.send(phone.open(f"{pad.path}?kind=round"), "fill", "count", ended="out 1")
    assert words in page.text
    assert ("fits one end only" in page.text) is (both == "false")


def test_what_was_called_is_not_asked_of_whose_last_tile_is_written() -> None:
    options = {"capicua": 25, "chuchazo": 25, "first_lead": "highest_drawn"}
    seating = VARIANTS["latin_partner"].seat(["Anna", "Bo", "Carl", "Dora"], True, "Anna", options)
    sheet = fold(VARIANTS["latin_partner"], seating, [])
    rounds = (play_round(sheet.game, "Anna", Random(seed), "any") for seed in range(9))
    dealt = next(each for each in rounds if "out" in each.end)
    moves = [turn.as_tile() if turn.move else turn.as_pass() for turn in dealt.turns]
    sheet = append_entries(sheet, *(parse_entry(move, VARIANTS["latin_partner"], seating) for move in moves))
    asked = {each: set(RoundForm(sheet, f"out {seat}").calls) for seat, each in enumerate(seating.players, 1)}
    assert {each for each, calls in asked.items() if not calls} == {dealt.end["out"]}


def test_a_bonus_for_which_nobody_has_passed_is_asked_about_once(phone: Phone, pad: Page) -> None:
    phone.send(phone.open(f"{pad.path}?kind=play"), "fill", "save", tile="6-6", player="Anna")
    bonus = phone.open(f"{pad.path}?kind=bonus")
    asked = phone.send(bonus, "fill", "save", player="Anna", bonus="pase_salida")
    assert asked.status == 422
    assert "On the sheet nobody has passed for that. Is it so?" in asked.text
    assert "Total 0 0" in phone.open(f"{pad.path}/sheet").text
    phone.send(asked, "fill", "save")
    sheet = phone.open(f"{pad.path}/sheet").text
    assert "Total 25 0" in sheet
    assert "The players say it is right." in sheet


def test_a_pass_that_is_missing_on_the_sheet_is_asked_about_once(phone: Phone, pad: Page) -> None:
    phone.send(phone.open(f"{pad.path}?kind=play"), "fill", "save", tile="6-6", player="Anna")
    asked = phone.send(phone.open(f"{pad.path}?kind=play"), "fill", "pass", player="Carl")
    assert asked.status == 422
    assert "The turn went past Bo, and no pass is written. Was a move left out?" in asked.text
    phone.send(asked, "fill", "save")
    assert "The players say it is right." in phone.open(f"{pad.path}/sheet").text


def test_a_bonus_that_the_moves_contradict_is_refused_beside_its_field(phone: Phone, pad: Page) -> None:
    phone.send(phone.open(f"{pad.path}?kind=play"), "fill", "save", tile="6-6", player="Anna")
    phone.send(phone.open(f"{pad.path}?kind=play"), "fill", "", tile="6-5", player="Bo", at="6-6", pip="6")
    bonus = phone.open(f"{pad.path}?kind=bonus")
    refused = phone.send(bonus, "fill", "save", player="Anna", bonus="pase_salida")
    assert (refused.status, refused.has("wrong-bonus")) == (422, True)
    assert "those who had to pass for it have not" in refused.text
