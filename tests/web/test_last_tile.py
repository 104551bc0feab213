"""The pad asks “It was the last tile” where it may have been one, and says before saving what that changes."""

import pytest

from tests.web.pages import Page, Phone


@pytest.fixture
def pad(phone: Phone) -> Page:
    """Return the pad of a match of two with seven tiles each; Anna has led a tile that scores three points."""
    page = phone.new_match("fives_threes", "Anna Bo", lead="Anna")
    assert not page.has("last-tile"), "a first tile is nobody's last one"
    return phone.send(page, "fill", "save", tile="5-4", player="Anna")


def test_no_other_game_asks(phone: Phone) -> None:
    page = phone.send(phone.new_match("muggins", "Anna Bo", lead="Anna"), "fill", "save", tile="5-5", player="Anna")
    assert not phone.send(page, "fill", "end-0").has("last-tile")


def test_it_makes_a_point_more_before_it_is_saved_and_after(phone: Phone, pad: Page) -> None:
    assert not pad.has("last-tile"), "nothing lies between a player and the moves of one tap"
    page = phone.send(pad, "fill", "end-0")
    assert page.has("last-tile")
    page = phone.send(page, "fill", "to-6", last="yes")
    assert "6 + 4 = 10, 10 ÷ 5 = 2; with the point for going out 2 + 1 = 3" in page.text
    assert "Save: 3 points" in page.text
    page = phone.send(page, "fill", "save")
    page = phone.open(f"{page.path}?kind=ends")
    assert not phone.send(page, "fill", "end-0").has("last-tile"), "the round is over"


def test_a_move_of_one_tap_is_the_last_one_where_that_was_tapped_before(phone: Phone, pad: Page) -> None:
    page = phone.send(pad, "fill", "count", last="yes")
    page = phone.send(page, "fill", "hint-1")
    assert "with the point for going out" in page.text


def test_a_table_that_writes_every_move_is_not_asked_too_early(phone: Phone, pad: Page) -> None:
    page = phone.send(phone.send(pad, "fill", "end-0"), "fill", "to-3")
    page = phone.send(page, "fill", "save")
    assert "neither threes nor fives" in page.text
    assert not phone.send(phone.open(f"{page.path}?kind=ends"), "fill", "end-0").has("last-tile")


def test_a_move_is_corrected_to_be_no_last_one(phone: Phone, pad: Page) -> None:
    page = phone.send(phone.send(phone.send(pad, "fill", "end-0", last="yes"), "fill", "to-6"), "fill", "save")
    page = phone.open(f"{page.path}?correct=2")
    assert page.has("last-tile")
    phone.send(page, "fill", "save", last="")
    assert "going out" not in phone.open(page.path).text
