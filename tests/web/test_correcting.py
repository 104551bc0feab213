"""An entry that was wrong is corrected: the new one stands in its place, the old one stays to be seen."""

import pytest

from tests.web.pages import Page, Phone


@pytest.fixture
def pad(phone: Phone) -> Page:
    """Anna led with the 5-0, Bo left the ends 5-5 and 0 and went out; Anna leads the second round with the 6-6."""
    pad = phone.send(phone.new_match(), "fill", "save", tile="5-0", player="Anna")
    pad = phone.send(pad, "fill", do="save", ends="5-5 0", player="Bo")
    pad = phone.send(pad, "fill", do="save", kind="round", ended="out 2", hand_1="13", hand_3="8", hand_4="6-6")
    return phone.send(pad, "fill", "save", tile="6-6", player="Anna")


def test_a_hand_is_corrected_and_the_round_scores_anew(phone: Phone, pad: Page) -> None:
    form = phone.open(f"{pad.path}?correct=3")
    assert ("hand-1", "13") in form.forms["fill"].fields
    assert ("hand-4", "6-6") in form.forms["fill"].fields
    assert "13 + 8 = 21, rounded to 20, 20 ÷ 5 = 4" in form.text
    sheet = phone.open(f"{phone.send(form, 'fill', 'save', hand_1='23').path}/sheet")
    assert "23 + 8 = 31, rounded to 30, 30 ÷ 5 = 6" in sheet.text
    assert "20 ÷ 5 = 4" not in sheet.text
    assert "Total 1 8" in sheet.text


def test_the_correction_stands_right_after_what_it_corrects(phone: Phone, pad: Page) -> None:
    phone.send(phone.open(f"{pad.path}?correct=3"), "fill", "save", hand_1="23")
    sheet = phone.open(f"{pad.path}/sheet")
    order = [at["id"] for _, at in sheet.elements if at.get("id", "").startswith("entry-")]
    assert order == ["entry-1", "entry-2", "entry-3", "entry-5", "entry-4"]


def test_who_moves_next_does_not_change_by_a_correction_of_an_earlier_round(phone: Phone, pad: Page) -> None:
    page = phone.send(phone.open(f"{pad.path}?correct=3"), "fill", "save", hand_1="23")
    assert "Bo to move" in page.text


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
    page = phone.send(phone.open(f"{pad.path}?correct=3"), "fill", "save", hand_1="23")
    phone.send(page, "last", "undo-5")
    assert "Total 1 6" in phone.open(f"{pad.path}/sheet").text


def test_a_finished_match_can_be_corrected_into_one_that_goes_on(phone: Phone) -> None:
    pad = phone.new_match("dk_almindelig", "Anna Bo", **{"option-target": "20"})
    over = phone.send(pad, "fill", "save", kind="round", ended="out 1", hand_2="23")
    assert "fill" not in over.forms
    page = phone.send(phone.open(f"{pad.path}?correct=1"), "fill", "save", hand_2="13")
    assert "fill" in page.forms
    assert "+13" in page.text


def test_a_struck_out_entry_cannot_be_corrected(phone: Phone, pad: Page) -> None:
    phone.send(pad, "last", "undo-4")
    assert ("replaces", "4") not in phone.open(f"{pad.path}?correct=4").forms["fill"].fields
