"""Players give their hands from their own phones, by the link to score: the last hand that comes in ends the round."""

import io
import re
from typing import Any

import cv2
import numpy as np
import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from scorekeeper.play.access import list_match_links
from scorekeeper.play.scoring.hand_collection import find_hand_collection
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.play.scoring.writing import add_entry, start_match
from scorekeeper.web.photo.review import Review
from tests.vision.laying import lay
from tests.web.pages import Page, Phone
from tests.web.photographed import HANDS, reading
from vision import Reading

FOUR = ["Anna", "Bo", "Carl", "Dora"]


class Guest(Phone):
    """A phone that came in by a link."""

    def __init__(self, app: Flask, link: str) -> None:
        self.client = app.test_client()
        self.landed = self.open(f"/join/{link}")


@pytest.fixture
def match(app: Flask) -> Match:
    return start_match(app.extensions["scorekeeper"], "mexican_train", FOUR, options={"set": 9, "rounds": 2})


@pytest.fixture
def link(app: Flask, match: Match) -> str:
    return str(list_match_links(app.extensions["scorekeeper"], match.id).score)


def holding(app: Flask, link: str, seat: int) -> tuple[Guest, Page]:
    """Return a phone that has chosen the player whose hand it gives, and its page."""
    guest = Guest(app, link)
    return guest, guest.send(guest.landed, "fill", f"am-{seat}")


def stand(app: Flask, match: Match) -> Match:
    return load_match(app.extensions["scorekeeper"], match.id)


def test_who_comes_in_to_score_a_game_of_penalties_is_asked_whose_hand_it_is(app: Flask, link: str) -> None:
    guest, page = holding(app, link, 3)
    assert page.path.endswith("/hand")
    assert page.has("hand-3")
    assert not page.has("hand-1")
    assert guest.open(page.path).has("hand-3")


@pytest.mark.parametrize(("gives", "place"), [("penalties", "/hand"), ("points", "")])
def test_so_is_who_comes_in_to_a_familys_own_game_of_penalties(app: Flask, gives: str, place: str) -> None:
    match = start_match(app.extensions["scorekeeper"], "own", ["Anna", "Bo"], options={"round_gives": gives})
    guest = Guest(app, str(list_match_links(app.extensions["scorekeeper"], match.id).score))
    assert guest.landed.path == f"/m/{match.id}{place}"


def test_four_phones_close_a_round(app: Flask, match: Match, link: str) -> None:
    phones = [holding(app, link, seat) for seat in (1, 2, 3, 4)]
    one = phones[0][0].send(phones[0][1], "fill", "give", hand_1="9-8 1-0", by="tiles")
    assert "Missing: Bo, Carl, Dora" in one.text
    assert "Done. Waiting for Bo, Carl and Dora." in one.text
    phones[1][0].send(phones[1][1], "fill", "am-out")
    three = phones[2][0].send_by_htmx(phones[2][1], "fill", "give", hand_3="13")
    assert "Bo is out. Missing: Dora" in three.text
    four = phones[3][0].send(phones[3][1], "fill", "give", hand_4="4")
    assert "Anna 18" in four.text
    assert four.has("hand-4")  # the hands of the next round
    assert "Anna … total 18" in four.text
    assert "total" not in one.text  # no hands of the first round are stored
    assert stand(app, match).sheet.totals == {"Anna": 18, "Bo": 0, "Carl": 13, "Dora": 4}


def test_the_hand_that_ended_the_match_is_answered_again_as_it_was(app: Flask) -> None:
    over = start_match(app.extensions["scorekeeper"], "mexican_train", ["Anna", "Bo"], options={"set": 9, "rounds": 1})
    link = str(list_match_links(app.extensions["scorekeeper"], over.id).score)
    anna, bo = holding(app, link, 1), holding(app, link, 2)
    anna[0].send(anna[1], "fill", "am-out")
    answers = [bo[0].send(bo[1], "fill", "give", hand_2="13") for _ in range(2)]
    assert [(answer.status, answer.path) for answer in answers] == [(200, f"/m/{over.id}")] * 2
    assert stand(app, over).sheet.totals == {"Anna": 0, "Bo": 13}


def test_every_page_of_the_match_hears_that_a_hand_came_in(app: Flask, match: Match, link: str, phone: Phone) -> None:
    pad = phone.open(f"/m/{match.id}")
    seen = re.search(r'data-seen="([^"]*)"', pad.html)
    assert seen
    assert phone.client.get(f"/m/{match.id}/news?seen={seen[1]}").status_code == 204
    guest, page = holding(app, link, 3)
    guest.send(page, "fill", "give", hand_3="13")
    assert phone.client.get(f"/m/{match.id}/news?seen={seen[1]}").text == "0-1"
    assert "Carl 13" in phone.open(f"/m/{match.id}").text


def test_one_phone_takes_over_what_came_in(app: Flask, match: Match, link: str, phone: Phone) -> None:
    for seat, how in ((2, {"button": "am-out"}), (3, {"button": "give", "hand_3": "13"})):
        guest, page = holding(app, link, seat)
        guest.send(page, "fill", **how)
    pad = phone.open(f"/m/{match.id}")
    address = next(at["href"] for tag, at in pad.elements if at.get("id") == "take-over")
    form = phone.open(address)
    assert ("hand-3", "13") in form.forms["fill"].fields
    phone.send(form, "fill", "save", hand_1="5", hand_4="6")
    assert stand(app, match).sheet.totals == {"Anna": 5, "Bo": 0, "Carl": 13, "Dora": 6}


def test_a_hand_is_shown_once_it_is_given_and_given_anew(app: Flask, match: Match, link: str) -> None:
    guest, page = holding(app, link, 3)
    given = guest.send(page, "fill", "give", hand_3="5+8")
    assert not given.has("give")
    again = guest.open(f"/m/{match.id}/hand?again=1")
    assert ("hand-3", "13") in again.forms["fill"].fields
    assert "Carl 12" in guest.send(again, "fill", "give", hand_3="12").text


def test_a_hand_that_came_from_another_phone_stays_and_the_later_is_told(app: Flask, match: Match, link: str) -> None:
    one, other = holding(app, link, 3), holding(app, link, 3)
    one[0].send(one[1], "fill", "give", hand_3="13")
    late = other[0].send(other[1], "fill", "give", hand_3="14")
    assert late.status == 409
    assert "came from another phone" in late.text
    assert ("hand-3", "14") in late.forms["fill"].fields
    assert "Carl 13" in late.text


def test_what_one_of_all_has_to_say_of_the_round_is_folded_away_until_the_hands_are_in(app: Flask, link: str) -> None:
    phones = [holding(app, link, seat) for seat in (1, 2, 3, 4)]
    one = phones[0][0].send(phones[0][1], "fill", "give", hand_1="3")
    assert "open" not in next(at for tag, at in one.elements if at.get("id") == "for-all")
    for seat in (2, 3, 4):
        last = phones[seat - 1][0].send(phones[seat - 1][1], "fill", "give", **{f"hand_{seat}": f"{3 + seat}"})
    assert "Who is out? Or can nobody play?" in last.text
    assert "open" in next(at for tag, at in last.elements if at.get("id") == "for-all")


def test_the_owner_gives_any_hand(app: Flask, match: Match, link: str, phone: Phone) -> None:
    guest, page = holding(app, link, 3)
    guest.send(page, "fill", "give", hand_3="13")
    mine = phone.open(f"/m/{match.id}/hand?seat=3&again=1")
    assert "Carl 14" in phone.send(mine, "fill", "give", hand_3="14").text


def test_nobody_but_the_owner_names_another_seat(app: Flask, match: Match, link: str) -> None:
    guest, page = holding(app, link, 3)
    assert guest.open(f"/m/{match.id}/hand?seat=1").has("hand-3")
    refused = guest.send(page, "fill", "give", seat="1", hand_1="4")
    assert refused.status == 409
    assert "This phone holds the hand of Carl now." in refused.text


def test_a_hand_for_a_round_that_is_over_is_not_taken(app: Flask, match: Match, link: str, phone: Phone) -> None:
    guest, page = holding(app, link, 3)
    form = phone.open(f"/m/{match.id}?kind=round&ended=out+2")
    phone.send(form, "fill", "save", hand_1="5", hand_3="12", hand_4="6")
    late = guest.send(page, "fill", "give", hand_3="13")
    assert late.status == 409
    assert "That round is over already" in late.text
    assert ("hand-3", "") in late.forms["fill"].fields
    assert stand(app, match).sheet.totals["Carl"] == 12


@pytest.mark.parametrize("do", ["am 9", "am ²", "by tiles", "give", "out", "nonsense", "double", "close", "give 3"])
def test_what_no_button_of_ours_sends_writes_nothing(app: Flask, match: Match, link: str, do: str) -> None:
    app.config["WTF_CSRF_ENABLED"] = False
    guest = Guest(app, link)
    answer = guest.client.post(f"/m/{match.id}/hand", data={"do": do, "round": "0", "seat": "7", "hand-7": "x"})
    assert answer.status_code in (200, 303)
    assert find_hand_collection(app.extensions["scorekeeper"], match).last == 0


def test_who_watches_gives_no_hand(app: Flask, match: Match) -> None:
    app.config["WTF_CSRF_ENABLED"] = False
    guest = Guest(app, str(list_match_links(app.extensions["scorekeeper"], match.id).watch))
    assert guest.open(f"/m/{match.id}/hand").path == f"/m/{match.id}/sheet"
    assert guest.client.post(f"/m/{match.id}/hand", data={"do": "blocked", "round": "0"}).status_code == 403


def test_what_cannot_be_is_told_beside_the_hand(app: Flask, link: str) -> None:
    guest, page = holding(app, link, 3)
    refused = guest.send(page, "fill", "give", hand_3="900")
    assert refused.status == 422
    assert "cannot be" in refused.text
    assert ("hand-3", "900") in refused.forms["fill"].fields
    assert guest.send(page, "fill", "give").status == 422


def test_the_tiles_of_other_hands_and_the_double_in_the_middle_cannot_be_picked(app: Flask, link: str) -> None:
    guest, page = holding(app, link, 1)
    guest.send(page, "fill", "give", hand_1="6-5", by="tiles")
    guest, page = holding(app, link, 3)
    picker = guest.send(page, "fill", "by-tiles")
    gone = {at["value"] for tag, at in picker.elements if at.get("name") == "hand-3" and "disabled" in at}
    assert gone == {"6-5", "9-9"}


def test_a_round_that_hardly_can_be_is_closed_by_one_more_tap(app: Flask, match: Match, link: str) -> None:
    for seat, hand in ((1, "5"), (3, "7")):
        guest, page = holding(app, link, seat)
        guest.send(page, "fill", "give", **{f"hand_{seat}": hand})
    guest, page = holding(app, link, 2)
    guest.send(page, "fill", "am-out")
    guest, page = holding(app, link, 4)
    doubtful = guest.send(page, "fill", "give", hand_4="120")
    assert "really?" in doubtful.text
    guest.send(doubtful, "fill", "close")
    assert stand(app, match).sheet.totals["Dora"] == 120


def test_after_the_match_the_phone_is_shown_who_has_won(app: Flask, match: Match, link: str) -> None:
    store = app.extensions["scorekeeper"]
    hands = {"Anna": {"pips": 3}, "Carl": {"pips": 4}, "Dora": {"pips": 5}}
    add_entry(store, match.id, {"entry": "round", "out": "Bo", "hands": hands}, 0, "one")
    guest, page = holding(app, link, 3)
    add_entry(store, match.id, {"entry": "round", "out": "Bo", "hands": hands}, 1, "two")
    assert guest.open(page.path).path == f"/m/{match.id}"


def test_no_hand_is_asked_where_none_counts(phone: Phone) -> None:
    pad = phone.new_match("fives_threes", "Anna Bo")
    assert phone.open(f"{pad.path}/hand").path == pad.path


# -- by a photo ------------------------------------------------------------------------------------------------------


def fields(page: Page, form: str) -> dict[str, str]:
    return dict(page.forms[form].fields)


def photograph(guest: Phone, page: Page, found: Reading, **form: str) -> Page:
    """Send a photo that shows `found` from the page of a hand, and return the page of the photo."""
    guest.client.application.config["READER"] = lambda photo, largest: found
    _, encoded = cv2.imencode(".jpg", np.full((300, 400, 3), 90, np.uint8))
    sent = fields(page, "fill") | form | {"picture": (io.BytesIO(encoded.tobytes()), "hand.jpg")}
    return Page(guest.client.post(page.forms["photo"].action, data=sent, follow_redirects=True))


def test_on_a_photo_at_the_page_of_a_hand_that_hand_alone_is_read(app: Flask, match: Match, link: str) -> None:
    guest, page = holding(app, link, 3)
    seen = photograph(guest, page, HANDS)
    assert fields(seen, "use")["hand-3"] == "5-1 6-4 6-6 2-0 3-2"
    assert not seen.has("out")
    assert "Carl 35" in guest.send(seen, "use", "give").text
    assert find_hand_collection(app.extensions["scorekeeper"], match).missing == ("Anna", "Bo", "Dora")


def test_a_photographed_hand_is_looked_at_on_its_page_before_it_is_given(app: Flask, link: str) -> None:
    guest, page = holding(app, link, 3)
    seen = photograph(guest, page, HANDS)
    address = next(at["href"] for tag, at in seen.elements if at.get("id") == "to-hand")
    assert ("hand-3", "5-1") in guest.open(address).forms["fill"].fields


def test_a_layout_beside_the_hand_on_the_photo_is_not_in_it(app: Flask, match: Match) -> None:
    names = ("6-5", "5-4", "4-3", "3-2", "2-1", "1-0")
    line = [lay(name, 2 * place - 5, 0, turn=-90) for place, name in enumerate(names)]
    found = reading(*line, lay("6-6", -5, 9), lay("5-0", 0, 9))
    looked = Review.read(match.sheet, "hand", found, MultiDict({"seat": "3"}))
    assert looked.filled["hand-3"] == "6-6 5-0"
    assert looked.tapped("say 0all3").filled["hand-3"] == " ".join((*names, "6-6", "5-0"))
    alone = Review.read(match.sheet, "hand", reading(*line), MultiDict({"seat": "3"}))
    assert alone.filled["hand-3"] == " ".join(names)
    assert alone.tapped("say add4-4to3").filled["hand-3"] == " ".join((*names, "4-4"))


def test_a_photo_of_all_hands_keeps_the_double_that_was_chosen(app: Flask, match: Match, phone: Phone) -> None:
    page = phone.open(f"/m/{match.id}?kind=round&ended=out+2")
    assert fields(photograph(phone, page, HANDS, number="6"), "use")["number"] == "6"


def send_kept(guest: Guest, page: Page, **fields: str) -> tuple[int, dict[str, Any]]:
    """Send a hand that the phone stored while it was offline, and return the status and the answer's JSON."""
    given = {**dict(page.forms["fill"].fields), **fields}
    answer = guest.client.post(page.path, data=given, headers={"X-Kept": "1", "HX-Request": "true"})
    return answer.status_code, answer.get_json(silent=True) or {}


def test_a_hand_that_was_kept_on_its_phone_is_taken_or_told_why_not(app: Flask, match: Match, link: str) -> None:
    (anna, annas), (bo, bos) = holding(app, link, 1), holding(app, link, 2)
    status, told = send_kept(anna, annas, **{"hand-1": "9-9 x"})
    assert (status, len(told["reasons"])) == (422, 1)
    assert "hand-1=9-9+x" in told["look"], "where it is given again in its place"
    assert f"instead={dict(annas.forms['fill'].fields)['post']}" in told["look"]
    assert send_kept(anna, annas, **{"hand-1": "13"})[0] == 200
    end = {"entry": "round", "out": "Carl", "hands": {"Anna": {"pips": 3}, "Bo": {"pips": 4}, "Dora": {"pips": 5}}}
    add_entry(app.extensions["scorekeeper"], match.id, end, 0, "by one phone")
    status, told = send_kept(bo, bos, **{"hand-2": "8"})
    assert status == 409
    assert told["reasons"][0].startswith("That round is over already")
    assert told["look"].endswith("/sheet")


def test_a_hand_that_comes_after_the_match_is_over_is_not_lost_unsaid(app: Flask, match: Match, link: str) -> None:
    anna, page = holding(app, link, 1)
    end = {"entry": "round", "out": "Carl", "hands": {"Anna": {"pips": 3}, "Bo": {"pips": 4}, "Dora": {"pips": 5}}}
    for seen in (0, 1):
        add_entry(app.extensions["scorekeeper"], match.id, end, seen, str(seen))
    assert stand(app, match).sheet.over
    status, told = send_kept(anna, page, **{"hand-1": "8"})
    assert (status, len(told["reasons"])) == (409, 1)
