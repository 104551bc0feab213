"""Requests that none of our buttons sends, and requests sent twice: refused with a reason or counted once, no error."""

import io

import pytest
from flask import Flask

from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.history.search import list_matches
from scorekeeper.play.photos import keep_photo
from scorekeeper.web.forms import find_forms
from tests.cases import NAMES
from tests.trust.test_archives import jpeg
from tests.web.pages import Phone
from tests.web.photographed import HANDS


def _matches(app: Flask) -> int:
    return len(list_matches(app.extensions["scorekeeper"]))


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


@pytest.mark.parametrize("key", VARIANTS)
def test_a_move_of_somebody_who_is_not_at_the_table_is_refused_in_every_game(
    app: Flask, phone: Phone, key: str
) -> None:
    variant = VARIANTS[key]
    page = phone.new_match(key, " ".join(NAMES[: variant.fewest_players]))
    [token] = {value for form in page.forms.values() for name, value in form.fields if name == "csrf_token"}
    for kind in sorted(variant.takes & set(find_forms())):
        sent = {"csrf_token": token, "kind": kind, "player": "Nobody", "seen": "0"}
        more = {"ends": "5 0", "tile": "6-6"}
        for fields in (sent, {**sent, **more}, {**sent, **more, "player": "Anna", "claimed": "Nobody", "do": "count"}):
            assert phone.client.post(page.path, data=fields).status_code in (200, 422), fields
    assert list_matches(app.extensions["scorekeeper"])[0].entries == 0


@pytest.mark.parametrize("key", [key for key, variant in VARIANTS.items() if "result" in variant.takes])
def test_a_solitaire_has_no_photos_of_hands_or_ends(app: Flask, phone: Phone, key: str) -> None:
    match, store = phone.new_match(key, "Anna").path, app.extensions["scorekeeper"]
    [match_id] = [each.id for each in list_matches(store)]
    photo = keep_photo(store, match_id, jpeg(), HANDS.to_json(""))
    app.config["READER"], app.config["WTF_CSRF_ENABLED"] = (lambda *_: HANDS), False
    for purpose in ("hands", "hand", "ends"):
        assert phone.client.get(f"{match}/photo?for={purpose}").status_code == 404
        assert phone.client.get(f"{match}/photo/{photo}?for={purpose}").status_code == 404
        sent = {"picture": (io.BytesIO(jpeg()), "a.jpg")}
        assert phone.client.post(f"{match}/photo?for={purpose}", data=sent).status_code == 404
    assert phone.client.get(f"{match}/photo/{photo}.jpg").status_code == 200
