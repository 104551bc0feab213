"""Undo and redo: nothing is lost, nothing counts twice, and a match that is won asks before it continues."""

import pytest
from flask import Flask

from scorekeeper.play.scoring.match import load_match
from tests.web.pages import Page, Phone
from tests.web.test_share import Guest, links

ROUND = {"kind": "round", "do": "save", "ended": "out 2", "hand_1": "13", "hand_3": "8", "hand_4": "6-6"}


@pytest.fixture
def pad(phone: Phone) -> Page:
    """Return a pad on which Anna led with the 5-0, Bo laid the 5-5 at it, and Carl the 5-1 at that."""
    pad = phone.send(phone.new_match(), "fill", "save", tile="5-0", player="Anna")
    for player, do in (("Bo", "lay 5-5 5-0 5"), ("Carl", "lay 5-1 5-5 5")):
        pad = phone.send(pad, "fill", kind="play", do=do, player=player)
    return pad


@pytest.fixture
def won(phone: Phone) -> Page:
    """Return a match that Anna has won after two rounds, 15 : 4; the target is 12."""
    pad = phone.new_match("dk_almindelig", "Anna Bo", **{"option-target": "12"})
    pad = phone.send(pad, "fill", kind="round", do="save", ended="out 2", hand_1="4")
    return phone.send(pad, "fill", kind="round", do="save", ended="out 1", hand_2="15")


def total(page: Page) -> str:
    return page.text.rpartition("Total ")[2].partition(" Replay")[0].partition(" Big board")[0]


def sheet_of(phone: Phone, pad: Page) -> Page:
    return phone.open(f"{pad.path}/sheet")


def test_a_round_that_was_taken_back_comes_back_with_one_tap_with_all_its_hands(phone: Phone, pad: Page) -> None:
    asked = phone.send(pad, "fill", **ROUND)
    assert "Is Bo out?" in asked.text  # Bo has laid only one tile
    pad = phone.send(asked, "fill", "save")
    before = sheet_of(phone, pad)
    pad = phone.send(pad, "last", "undo-4")
    assert "Taken back: Bo is out +4 Put back" in pad.text
    assert "Taken back: Bo is out" in phone.open(pad.path).text
    pad = phone.send(pad, "last", "put-back")
    assert not pad.has("taken-back")
    after = sheet_of(phone, pad)
    assert total(after) == total(before)
    assert "20 ÷ 5 = 4" in after.text
    assert "Was taken back, and put back." in after.text


def test_each_undo_is_put_back_in_turn_until_something_else_is_written(phone: Phone, pad: Page) -> None:
    pad = phone.send(phone.send(pad, "last", "undo-3"), "last", "undo-2")
    assert "Taken back: Bo" in pad.text
    pad = phone.send(pad, "last", "put-back")
    assert "Taken back: Carl" in pad.text
    pad = phone.send(pad, "fill", kind="play", do="lay 5-3 5-5 5", player="Carl")
    assert not pad.has("taken-back")


def test_an_old_entry_is_put_back_on_the_sheet_and_later_entries_that_do_not_go_with_it_are_told(
    phone: Phone, pad: Page
) -> None:
    pad = phone.send(phone.send(pad, "last", "undo-3"), "fill", kind="play", do="lay 5-3 5-5 5", player="Carl")
    page = phone.send(sheet_of(phone, pad), "entries", "put-back-3")
    assert (page.status, page.path) == (200, f"{pad.path}/sheet")  # the 5-5 has room for both
    pad = phone.send(phone.open(pad.path), "last", "undo-5")
    pad = phone.send(pad, "fill", kind="play", do="lay 5-1 5-5 5", player="Dora")
    page = phone.send(sheet_of(phone, pad), "entries", "put-back-5")
    assert page.status == 200


def test_entries_that_were_taken_back_together_come_back_together(phone: Phone, pad: Page) -> None:
    page = phone.send(sheet_of(phone, pad), "entries", "strike-1")
    assert "Remove entries 1, 2 and 3" in page.text
    sheet = phone.send(page, "strike-them-form", "strike-them")
    assert total(sheet) == "0 0"
    assert "and 2 more" in phone.open(pad.path).text
    page = phone.send(sheet, "entries", "put-back-3")
    assert (page.status, "Put entries 1, 2 and 3 back together" in page.text) == (422, True)
    sheet = phone.send(page, "put-together-form", "put-together")
    assert total(sheet) == total(sheet_of(phone, pad)) != "0 0"
    assert not phone.open(pad.path).has("taken-back")


def test_a_second_first_tile_is_put_back_only_without_the_one_that_lies(phone: Phone) -> None:
    pad = phone.send(phone.new_match(), "fill", "save", tile="5-0", player="Anna")
    pad = phone.send(phone.send(pad, "last", "undo-1"), "fill", "save", tile="6-6", player="Bo")
    page = phone.send(sheet_of(phone, pad), "entries", "put-back-1")
    assert (page.status, page.has("hanging-3")) == (422, True)
    assert "A first tile lies already" in page.text
    sheet = phone.send(page, "put-back-instead-form", "put-back-instead")
    assert total(sheet) == "1 0"
    assert not phone.open(pad.path).has("taken-back")  # an entry that made room for another one is not an undo


def test_the_same_tap_sent_twice_takes_back_one_entry(phone: Phone, pad: Page) -> None:
    for _ in range(2):
        page = phone.send(pad, "last", "undo-3")
    assert page.status == 200
    assert [page.has(f"line-{number}") for number in (1, 2, 3)] == [True, True, False]
    for _ in range(2):
        page = phone.send(page, "last", "put-back") if page.has("put-back") else page
    assert page.has("line-3")


def test_another_button_of_a_page_that_is_out_of_date_takes_nothing_back(phone: Phone, pad: Page) -> None:
    phone.send(pad, "fill", kind="play", do="lay 1-0 5-1 1", player="Dora")
    page = phone.send(pad, "last", "undo-3")
    assert (page.status, "Somebody saved first" in page.text) == (409, True)
    assert phone.open(pad.path).has("line-4")


def test_what_cannot_be_is_refused_with_its_reason(phone: Phone, pad: Page) -> None:
    for field, number, reason in (("back", "3", "is not struck out"), ("number", "9", "There is no entry 9")):
        page = phone.send(pad, "last", **{field: number})
        assert (page.status, reason in page.text) == (422, True)


# -- a match that is over ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["", "/sheet"])
def test_a_match_that_was_won_is_opened_again_after_one_question_with_the_figures(
    phone: Phone, won: Page, where: str
) -> None:
    page = phone.open(won.path + where)
    page = phone.send(page, "entries" if where else "last", "strike-2" if where else "undo-2")
    assert "Take back round 2?" in page.text
    assert "The match would be running again, 0 : 4." in page.text
    assert phone.open(won.path).has("again")  # nothing is stored yet
    page = phone.send(page, "do-it-form", "do-it")
    assert page.path == won.path + where
    pad = phone.open(won.path)
    assert "Taken back: Anna is out +15 Put back" in pad.text
    pad = phone.send(pad, "last", "put-back")
    assert pad.has("again")


def test_an_entry_that_does_not_decide_a_match_is_asked_for_too(phone: Phone, won: Page) -> None:
    page = phone.send(sheet_of(phone, won), "entries", "strike-1")
    assert "The match would still be over, won by Anna, 15 : 0." in page.text


def test_a_solitaire_is_opened_after_a_question_too(phone: Phone) -> None:
    pad = phone.new_match("dk_tolveren", "Anna")
    over = phone.send(pad, "fill", "save", kind="result", won="yes")
    assert "Take back the result?" in phone.send(over, "last", "undo-1").text


# -- guests ------------------------------------------------------------------------------------------------------------


def test_whoever_scores_takes_back_and_puts_back_while_the_match_runs(app: Flask, phone: Phone, pad: Page) -> None:
    guest = Guest(app, links(phone, pad)["score"])
    page = guest.send(guest.open(pad.path), "last", "undo-3")
    assert not page.has("line-3")
    assert guest.send(page, "last", "put-back").has("line-3")


def test_a_match_that_is_over_is_its_owners(app: Flask, phone: Phone, won: Page) -> None:
    found = links(phone, won)
    guest, owners = Guest(app, found["score"]), phone.open(won.path)
    for path in ("", "/sheet"):
        page = guest.open(won.path + path)
        assert [page.has(button) for button in ("undo-2", "strike-2", "correct-2")] == [False] * 3
    form = guest.open(f"{won.path}?correct=2")
    assert "replaces" not in str(form.forms)
    token = dict(guest.open(f"{won.path}/sheet").forms["entries"].fields)["csrf_token"]
    data = {"csrf_token": token, "number": "2", "seen": "2", "post": "guest", "sure": "yes"}
    assert guest.client.post(f"{won.path}/strike", data=data).status_code == 403
    assert load_match(app.extensions["scorekeeper"], won.path.rpartition("/")[2]).sheet.over
    assert owners.has("undo-2")


def test_a_watcher_is_offered_nothing_and_sees_who_is_to_move(app: Flask, phone: Phone, pad: Page) -> None:
    watcher = Guest(app, links(phone, pad)["watch"])
    page = watcher.open(f"{pad.path}/sheet")
    assert "Anna & Carl" in page.text
    assert page.text.index("Dora to move") < page.text.index("Round 1")
    assert [page.has(button) for button in ("strike-3", "correct-3")] == [False] * 2


def test_the_page_that_lets_others_in_says_what_they_may_take_back(phone: Phone, pad: Page) -> None:
    words = phone.open(f"{pad.path}/share").text
    assert "take back" in words
    assert "once it is over, only you" in words


def test_the_page_without_connection_says_what_a_waiting_entry_strikes_out_or_puts_back(
    phone: Phone, pad: Page
) -> None:
    elements = phone.open(f"{pad.path}/unsent").elements
    ids = {attributes.get("id") for tag, attributes in elements if tag == "template"}
    assert ids >= {"said-void", "said-restore", "said-ends"}
