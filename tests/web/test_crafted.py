"""What no button of ours sends, and what is sent twice: refused in words or counted once, and never a failure."""

import pytest
from flask import Flask

from scorekeeper import play
from tests.web.pages import Phone


def _matches(app: Flask) -> int:
    return len(play.list_matches(app.extensions["scorekeeper"]))


def test_a_double_tap_starts_one_match(app: Flask, phone: Phone) -> None:
    form = phone.send(phone.open("/new"), "new", "sit", player=["Anna"], name="Bo")
    one, other = (phone.send(form, "new", "start") for _ in range(2))
    assert one.path == other.path
    assert _matches(app) == 1


@pytest.mark.parametrize("where", ["", "/sheet", "list"])
def test_a_double_tap_on_the_same_table_again_starts_one_match(app: Flask, phone: Phone, where: str) -> None:
    match = phone.new_match("dk_almindelig", "Anna Bo", **{"option-target": "5"})
    phone.send(phone.open(f"{match.path}?kind=round"), "fill", "save", ended="out 1", hand_2="13")
    over = phone.open("/" if where == "list" else match.path + where)
    one, other = (phone.send(over, f"{match.path}/again") for _ in range(2))
    assert one.path == other.path != match.path
    assert _matches(app) == 2


def test_two_names_that_differ_in_blanks_alone_are_one_and_refused(phone: Phone) -> None:
    page = phone.send(phone.open("/new"), "new", "start", player=["Anna", " Anna"])
    assert page.status == 422
    assert "Two players are called “Anna”." in page.text


def test_a_name_that_nobody_can_see_is_none(phone: Phone) -> None:
    page = phone.send(phone.open("/new"), "new", "start", player=["Anna", "\u200b\u202e"])
    assert page.status == 422
    assert "A player needs a name." in page.text


def test_a_name_turns_no_other_words_around(phone: Phone) -> None:
    page = phone.send(phone.open("/new"), "new", "start", player=["Anna", "\u202eoB\x00", "👩\u200d👧"])
    assert "oB" in page.text
    assert "👩\u200d👧" in page.text
    assert not set("\u202e\x00") & set(page.html)


@pytest.mark.parametrize(
    "changes",
    [
        {"kind": "ends", "do": "end ²"},
        {"kind": "ends", "chosen": "²"},
        {"kind": "ends", "chosen": "1" * 5000},
        {"kind": "ends", "do": "end 99"},
        {"kind": "round", "by": "tiles", "do": "hand 77", "ended": "blocked"},
        {"kind": "round", "do": "count", "ended": "out ²"},
        {"kind": "round", "do": "count", "ended": "out 1", "hand": "²"},
        {"kind": "play", "do": "lay 5-1 5-0 ² ²"},
        {"kind": "play", "do": "lay 5-1 5-0 " + "9" * 5000},
        {"kind": "result", "left": "²"},
        {"kind": "result", "passes": "²"},
    ],
)
def test_a_number_that_is_none_fails_no_form(phone: Phone, changes: dict[str, str]) -> None:
    page = phone.new_match()
    fields = dict(page.forms["fill"].fields) | changes
    assert phone.client.post(page.path, data=fields).status_code in (200, 422)


@pytest.mark.parametrize("query", ["kind=round&hand=²&ended=out+1", "kind=round&by=tiles&ended=out+²", "chosen=²"])
def test_an_address_with_a_number_that_is_none_still_shows_the_pad(phone: Phone, query: str) -> None:
    assert phone.open(f"{phone.new_match().path}?{query}").status == 200


def test_a_seat_that_is_none_leaves_everybody_where_they_sit(phone: Phone) -> None:
    fields = dict(phone.open("/new").forms["new"].fields) | {"player": "Anna", "do": "leave ²"}
    assert "Anna" in phone.client.post("/new", data=fields).text


def test_a_list_that_begins_nowhere_begins_at_its_top(phone: Phone) -> None:
    assert phone.open("/history?before=" + "9" * 30).status == 200


@pytest.mark.parametrize("back", ["/\t/elsewhere.example", "/\r\n/elsewhere.example", "/\n/elsewhere.example"])
def test_no_language_leads_to_another_house_by_signs_that_are_not_seen(phone: Phone, back: str) -> None:
    token = dict(phone.open("/").forms["languages"].fields)["csrf_token"]
    answer = phone.client.post("/language", data={"csrf_token": token, "language": "da", "back": back})
    assert (answer.status_code, answer.location) == (303, "/")


@pytest.mark.parametrize("key", ["dk_bingo", "dk_kabale", "spansk", "forty_two", "dk_blinde", "mexican_train"])
def test_a_form_of_another_game_fails_no_pad(phone: Phone, key: str) -> None:
    players = {"dk_bingo": "Anna", "dk_kabale": "Anna"}.get(key, "Anna Bo Carl Dora")
    page = phone.new_match(key, players)
    [token] = {value for form in page.forms.values() for name, value in form.fields if name == "csrf_token"}
    for kind in ("ends", "play", "round", "pass", "bid", "bonus", "result", "lead", "void", "nothing"):
        for do in ("save", "count", "pass", "out 1"):
            sent = {"csrf_token": token, "kind": kind, "do": do, "ended": "out 1", "ends": "5", "tile": "6-6"}
            assert phone.client.post(page.path, data=sent).status_code in (200, 303, 409, 422)
