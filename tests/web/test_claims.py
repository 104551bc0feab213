"""At a table that plays Muggins an opponent may claim points; at other tables the pad does not ask."""

import pytest

from tests.web.pages import Page, Phone


@pytest.fixture
def pad(phone: Phone) -> Page:
    return phone.new_match(lead="Anna", **{"option-muggins": "true"})


def first_tile(phone: Phone, pad: Page, claimed: str) -> Page:
    return phone.send(pad, "fill", "save", tile="5-0", player="Anna", claimed=claimed)


def test_nobody_is_asked_at_a_table_that_does_not_play_it(phone: Phone) -> None:
    page = phone.send(phone.new_match(), "fill", "count", tile="5-0", player="Anna")
    assert not page.has("claimed")


def test_points_of_a_tile_go_to_the_side_of_who_claims_them(phone: Phone, pad: Page) -> None:
    page = first_tile(phone, pad, "Bo")
    assert "overlooked by Anna, claimed by Bo" in page.text
    assert "Bo to move" in page.text
    sheet = phone.open(f"{page.path}/sheet")
    assert "5 + 0 = 5, 5 ÷ 5 = 1; overlooked by Anna, claimed by Bo" in sheet.text


def test_a_move_of_one_tap_is_claimed_by_who_was_tapped_before(phone: Phone, pad: Page) -> None:
    page = first_tile(phone, pad, "")
    assert "claimed" not in page.text
    page = phone.send(page, "fill", "hint-1", claimed="Carl")
    assert "overlooked by Bo, claimed by Carl" in page.text
    assert ("claimed", "Carl") not in page.forms["fill"].fields, "the next move is nobody's claim"


def test_what_is_claimed_stays_while_the_ends_are_tapped(phone: Phone, pad: Page) -> None:
    page = phone.send(first_tile(phone, pad, ""), "fill", "end-0", claimed="Carl")
    page = phone.send(page, "fill", "to-5-5")
    assert "10 + 0 = 10, 10 ÷ 5 = 2; overlooked by Bo, claimed by Carl" in page.text


def test_a_partner_who_claims_is_refused_beside_the_names(phone: Phone, pad: Page) -> None:
    page = first_tile(phone, pad, "Carl")
    assert page.status == 422
    assert page.has("wrong-claimed")
    assert "Carl is on the side that made these points" in page.text


def test_a_move_is_corrected_to_be_claimed(phone: Phone, pad: Page) -> None:
    page = first_tile(phone, pad, "")
    page = phone.send(phone.open(f"{page.path}?correct=1"), "fill", "save", claimed="Dora")
    assert "overlooked by Anna, claimed by Dora" in phone.open(page.path).text
