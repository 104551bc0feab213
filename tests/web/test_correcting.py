"""A wrong entry is corrected: the new one counts in its place, the old one stays on the sheet."""

from typing import Any

import pytest
from flask import Flask

from scorekeeper.engine.file.match import FIELDS, FORMAT
from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.scoring.match import load_match
from scorekeeper.play.transfer.match_files import export_match
from tests.cases import NAMES, TABLES, read_table
from tests.play.match_files import import_matches
from tests.web.pages import Page, Phone


@pytest.fixture
def pad(phone: Phone) -> Page:
    """Return a pad: Anna led with the 5-0, Bo left 5-5 and 0 and was out; Anna leads the second round with the 6-6."""
    pad = phone.send(phone.new_match(), "fill", "save", tile="5-0", player="Anna")
    pad = phone.send(pad, "fill", do="save", ends="5-5 0", player="Bo")
    pad = phone.send(pad, "fill", do="save", kind="round", ended="out 2", hand_1="13", hand_3="8", hand_4="6-6")
    return phone.send(phone.open(f"{pad.path}?kind=play"), "fill", "save", tile="6-6", player="Anna")


def test_a_hand_is_corrected_and_the_round_scores_anew(phone: Phone, pad: Page) -> None:
    form = phone.open(f"{pad.path}?correct=3")
    assert ("hand-1", "13") in form.forms["fill"].fields
    assert ("hand-4", "6-6") in form.forms["fill"].fields
    assert "Bo is out; Anna 13, Carl 8: 21, rounded to 20, 20 ÷ 5 = 4" in form.text
    sheet = phone.send(form, "fill", "save", hand_1="23")
    assert "Anna 23, Carl 8: 31, rounded to 30, 30 ÷ 5 = 6" in sheet.text
    assert "20 ÷ 5 = 4" not in sheet.text
    assert "Total 1 8" in sheet.text


def test_the_correction_stands_right_after_what_it_corrects(phone: Phone, pad: Page) -> None:
    phone.send(phone.open(f"{pad.path}?correct=3"), "fill", "save", hand_1="23")
    sheet = phone.open(f"{pad.path}/sheet")
    order = [at["id"] for _, at in sheet.elements if at.get("id", "").startswith("entry-")]
    assert order == ["entry-1", "entry-2", "entry-3", "entry-5", "entry-4"]


def test_who_moves_next_does_not_change_by_a_correction_of_an_earlier_round(phone: Phone, pad: Page) -> None:
    phone.send(phone.open(f"{pad.path}?correct=3"), "fill", "save", hand_1="23")
    assert "Bo to move" in phone.open(pad.path).text


def test_ends_are_corrected(phone: Phone, pad: Page) -> None:
    form = phone.open(f"{pad.path}?correct=2")
    page = phone.send(phone.send(phone.send(form, "fill", "end-1"), "fill", "to-5"), "fill", "save")
    assert page.status == 200
    assert "10 + 5 = 15, 15 ÷ 5 = 3" in phone.open(f"{pad.path}/sheet").text


def test_a_correction_that_cannot_be_is_refused_and_keeps_what_was_typed(phone: Phone, pad: Page) -> None:
    page = phone.send(phone.open(f"{pad.path}?correct=3"), "fill", "save", hand_1="6-6")
    assert page.status == 422
    assert "6-6 is there twice" in page.text
    assert ("replaces", "3") in page.forms["fill"].fields


def test_undoing_a_correction_brings_the_first_entry_back(phone: Phone, pad: Page) -> None:
    sheet = phone.send(phone.open(f"{pad.path}?correct=3"), "fill", "save", hand_1="23")
    assert "Entry 5 stands in its place. 1 : 6 → 1 : 8" in sheet.text
    phone.send(phone.open(pad.path), "last", "undo-5")
    assert "Total 1 6" in phone.open(f"{pad.path}/sheet").text


def test_a_finished_match_can_be_corrected_into_one_that_goes_on(phone: Phone) -> None:
    pad = phone.new_match("dk_almindelig", "Anna Bo", **{"option-target": "20"})
    over = phone.send(pad, "fill", "save", kind="round", ended="out 1", hand_2="23")
    assert "fill" not in over.forms
    sheet = phone.send(phone.open(f"{pad.path}?correct=1"), "fill", "save", hand_2="13")
    assert "+13" in sheet.text
    assert "fill" in phone.open(pad.path).forms


def test_a_struck_out_entry_cannot_be_corrected(phone: Phone, pad: Page) -> None:
    phone.send(pad, "last", "undo-4")
    forms = phone.open(f"{pad.path}?correct=4").forms.values()
    assert not [form for form in forms if ("replaces", "4") in form.fields]


# -- every kind of entry -----------------------------------------------------------------------------------------------


@pytest.fixture
def laid(phone: Phone) -> Page:
    """Return a pad on which Anna led with the 5-0, Bo laid the 5-5 at it, Carl the 5-1 at that, and Dora the 1-0."""
    pad = phone.send(phone.new_match(), "fill", "save", tile="5-0", player="Anna")
    for player, do in (("Bo", "lay 5-5 5-0 5"), ("Carl", "lay 5-1 5-5 5"), ("Dora", "lay 1-0 5-1 1")):
        pad = phone.send(pad, "fill", kind="play", do=do, player=player)
        assert pad.status == 200
    return pad


def sheet_of(phone: Phone, pad: Page) -> Page:
    return phone.open(f"{pad.path}/sheet")


def test_a_laid_tile_is_corrected_in_its_place(phone: Phone, laid: Page) -> None:
    form = phone.open(f"{laid.path}?correct=4")
    assert ("tile", "1-0") in form.forms["fill"].fields
    assert ("at", "5-1") in form.forms["fill"].fields
    assert "Correct entry 4" in form.text
    # The 5-0's blank is still open then: Dora laid the 1-0 there, and not at the 1.
    page = phone.send(form, "fill", "save", tile="4-0", at="5-0", pip="0")
    assert page.status == 200
    assert "4-0" in sheet_of(phone, laid).html
    assert phone.open(f"{laid.path}?correct=5").has("correct-5") is False
    assert ("replaces", "5") in phone.open(f"{laid.path}?correct=5").forms["fill"].fields


def test_only_who_laid_a_tile_is_corrected_by_another_chip_and_save(phone: Phone, laid: Page) -> None:
    form = phone.open(f"{laid.path}?correct=2")
    assert "Total 1 2" in sheet_of(phone, laid).text
    phone.send(form, "fill", "save", player="Anna")
    assert "Total 3 0" in sheet_of(phone, laid).text


def test_a_form_of_a_laid_tile_goes_by_the_table_as_it_was_then(phone: Phone, laid: Page) -> None:
    form = phone.open(f"{laid.path}?correct=2")
    picked = {at["value"]: at for tag, at in form.elements if tag == "input" and at.get("name") == "tile"}
    assert "disabled" in picked["5-0"]
    assert "disabled" not in picked["5-1"]
    assert [tap for tap in form.forms["fill"].buttons.values() if tap[1].startswith("lay")] == [("do", "lay 5-5 5-0 5")]


def test_a_correction_that_later_tiles_do_not_bear_tells_which_and_writes_nothing(phone: Phone, laid: Page) -> None:
    form = phone.open(f"{laid.path}?correct=2")
    page = phone.send(form, "fill", do="save", tile="5-4")
    assert page.status == 422
    assert page.has("hanging-3")
    assert "5-5 does not lie on the table." in page.text
    assert "Correct entry 3, too" in page.text
    assert "corrected" not in sheet_of(phone, laid).text
    assert not any(at.get("class", "").endswith("struck") for _, at in sheet_of(phone, laid).elements)


def test_later_tiles_are_struck_out_together_with_a_correction(phone: Phone, laid: Page) -> None:
    form = phone.open(f"{laid.path}?correct=2")
    page = phone.send(form, "fill", do="save", tile="5-4")
    page = phone.send(page, "fill", "strike-too")
    assert "Struck out with it: 3, 4." in page.text
    assert not page.has("later")
    phone.send(page, "fill", "save")
    struck = [at["id"] for _, at in sheet_of(phone, laid).elements if "struck" in at.get("class", "").split()]
    assert struck == ["entry-2", "entry-3", "entry-4"]
    assert "Total 1 0" in sheet_of(phone, laid).text


def test_a_later_tile_is_corrected_together_with_the_one_it_was_joined_to(phone: Phone, laid: Page) -> None:
    """Bo had laid the 5-4, and Carl then the 4-1 at it: each alone could not be."""
    page = phone.send(phone.open(f"{laid.path}?correct=2"), "fill", do="save", tile="5-4")
    page = phone.send(page, "fill", "correct-too")
    assert "Correct entry 3" in page.text
    assert "Corrected with it: 2." in page.text
    page = phone.send(page, "fill", do="count", tile="4-1")
    page = phone.send(page, "fill", do="lay 4-1 5-4 4")
    assert (page.status, page.has("later")) == (422, True)  # Dora's 1-0 was joined to the 5-1
    page = phone.send(page, "fill", "correct-too")
    assert "Corrected with it: 2, 3." in page.text
    page = phone.send(page, "fill", do="lay 1-0 4-1 1")
    assert page.status == 200
    sheet = sheet_of(phone, laid)
    struck = [at["id"] for _, at in sheet.elements if "struck" in at.get("class", "").split()]
    assert struck == ["entry-2", "entry-3", "entry-4"]
    order = [at["id"] for _, at in sheet.elements if at.get("id", "").startswith("entry-")]
    assert order == ["entry-1", "entry-2", "entry-5", "entry-3", "entry-6", "entry-4", "entry-7"]


def test_what_a_correction_takes_along_is_written_once_however_often_it_is_sent(phone: Phone, laid: Page) -> None:
    page = phone.send(phone.open(f"{laid.path}?correct=2"), "fill", do="save", tile="5-4")
    page = phone.send(page, "fill", "strike-too")
    for _ in range(2):
        phone.send(page, "fill", "save")
    numbers = [at["id"] for _, at in sheet_of(phone, laid).elements if at.get("id", "").startswith("entry-")]
    assert numbers == ["entry-1", "entry-2", "entry-7", "entry-3", "entry-4"]


def test_nonsense_that_goes_along_is_passed_over(phone: Phone, laid: Page) -> None:
    form = phone.open(f"{laid.path}?correct=4")
    for along in ("[", "[1]", '[["x",0]]', '[[{"entry":"play"},null]]', '[[{"entry":"ends","player":"Bo"},null]]'):
        assert phone.send(form, "fill", do="count", along=along).status == 200


def test_an_entry_that_others_hang_on_is_struck_out_with_them(phone: Phone, laid: Page) -> None:
    page = phone.send(sheet_of(phone, laid), "entries", "strike-2")
    assert page.status == 422
    assert "Later entries depend on it:" in page.text
    assert (page.has("hanging-3"), page.has("correct-instead")) == (True, True)
    sheet = phone.send(page, "strike-them-form", "strike-them")
    struck = [at["id"] for _, at in sheet.elements if "struck" in at.get("class", "").split()]
    assert struck == ["entry-2", "entry-3", "entry-4"]


def test_how_a_solitaire_ended_is_corrected_in_its_place(phone: Phone) -> None:
    pad = phone.new_match("dk_kabale", "Anna")
    over = phone.send(pad, "fill", do="save", won="no", left="6-2 5-1")
    assert "fill" not in over.forms
    form = phone.open(f"{pad.path}?correct=1")
    assert ("left", "6-2 5-1") in form.forms["fill"].fields
    assert not form.has("assistant")
    page = phone.send(form, "fill", "save", left="4")
    assert page.status == 200
    assert "tiles left: 4" in sheet_of(phone, pad).text
    assert phone.send(phone.open(f"{pad.path}?correct=2"), "fill", "save", won="yes").status == 422


def test_a_correction_keeps_what_no_form_asks_for(phone: Phone, app: Flask) -> None:
    hands = {"Anna": {"pips": 13, "tiles": 3}, "Bo": ["5-1"]}
    ended = {"entry": "round", "blocked": True, "boneyard_tiles": 0, "hands": hands}
    match = {"format": 1, "variant": "german_draw", "players": ["Anna", "Bo"], "entries": [ended]}
    store = app.extensions["scorekeeper"]
    imported = import_matches(store, [match])[0]
    phone.send(phone.open(f"/m/{imported.id}?correct=1"), "fill", "save", hand_2="6-1")
    corrected = export_match(store, imported.id)["entries"][1]
    assert corrected["hands"] == {"Anna": {"pips": 13, "tiles": 3}, "Bo": ["6-1"]}
    assert corrected["boneyard_tiles"] == 0


# -- two phones --------------------------------------------------------------------------------------------------------


def test_a_correction_that_somebody_else_overtook_stays_filled_in_and_is_saved_by_the_next_tap(
    phone: Phone, laid: Page
) -> None:
    form = phone.open(f"{laid.path}?correct=4")
    phone.send(phone.open(laid.path), "fill", do="lay 6-0 1-0 0", kind="play", player="Anna")
    page = phone.send(form, "fill", do="save", player="Bo")
    assert (page.status, page.has("stale")) == (409, True)
    assert ("replaces", "4") in page.forms["fill"].fields
    assert ("tile", "1-0") in page.forms["fill"].fields
    assert phone.send(page, "fill", do="save", player="Bo").status == 200
    assert "Entry 4" not in phone.open(laid.path).text


def test_an_entry_that_somebody_else_struck_out_meanwhile_is_not_corrected(phone: Phone, laid: Page) -> None:
    form = phone.open(f"{laid.path}?correct=4")
    phone.send(phone.open(laid.path), "last", "undo-4")
    page = phone.send(form, "fill", do="save", player="Bo")
    assert page.status == 409
    page = phone.send(page, "fill", do="save", player="Bo")
    assert (page.status, "Entry 4 is struck out already." in page.text) == (422, True)
    numbers = [at["id"] for _, at in sheet_of(phone, laid).elements if at.get("id", "").startswith("entry-")]
    assert numbers == ["entry-1", "entry-2", "entry-3", "entry-4"]


@pytest.mark.parametrize("key", VARIANTS)
def test_every_sort_of_entry_of_every_game_opens_to_be_corrected(app: Flask, phone: Phone, key: str) -> None:
    store, tried = app.extensions["scorekeeper"], set[tuple[str, ...]]()
    for case in read_table(TABLES / f"{key}.json") if (TABLES / f"{key}.json").exists() else ():
        document: dict[str, Any] = {
            "format": FORMAT,
            "players": NAMES[: case.get("deal", VARIANTS[key].fewest_players)],
        }
        document |= {name: value for name, value in case.items() if name in FIELDS}
        sorts = {tuple(sorted(entry)): number for number, entry in enumerate(document.get("entries", []), 1)}
        if not set(sorts) - tried:
            continue
        try:
            [match] = import_matches(store, [document])
        except RuleError:
            continue
        for sort, number in sorts.items():
            page = phone.open(f"/m/{match.id}?correct={number}")
            assert page.status == 200, (case["name"], number)
            stands = load_match(store, match.id).sheet.lines[number - 1]
            if not stands.struck and stands.entry.has_line:
                assert ("replaces", str(number)) in page.forms["fill"].fields, (case["name"], number)
            tried.add(sort)
