"""A table of fourteen: every page of its match opens, and one player more takes a larger set."""

import pytest
from flask import Flask

from scorekeeper.play.scoring.writing import add_entry, start_match
from tests.web.pages import Phone

FOURTEEN = ("Anna", "Bo", "Carl", "Dora", "Eva", "Finn", "Gerda", "Hugo", "Ida", "Jan", "Kim", "Leo", "Mia", "Nils")


@pytest.mark.parametrize("game", ["mexican_train", "chicken_foot"])
def test_every_page_of_a_match_of_fourteen_names_all_of_them(app: Flask, phone: Phone, game: str) -> None:
    store = app.extensions["scorekeeper"]
    match = start_match(store, game, FOURTEEN, options={"set": 18, "rounds": 1})
    pad = phone.open(f"/m/{match.id}")
    assert [player for player in FOURTEEN if player not in pad.text] == []
    ended = {"entry": "round", "out": "Nils", "hands": {name: [f"17-{n}"] for n, name in enumerate(FOURTEEN[:-1])}}
    add_entry(store, match.id, ended, 0, "post")
    for page in ("", "/sheet", "/replay"):
        shown = phone.open(f"/m/{match.id}{page}")
        assert shown.status == 200
        assert [player for player in FOURTEEN if player not in shown.text] == []
    assert phone.client.get(f"/m/{match.id}/result.png").mimetype == "image/png"


@pytest.mark.parametrize(("sitting", "largest"), [(7, "12"), (8, "15"), (12, "18")])
def test_who_sits_down_at_a_full_table_takes_a_larger_set(phone: Phone, sitting: int, largest: str) -> None:
    form = phone.send(phone.open("/new"), "new", "game-mexican_train")
    form = phone.send(form, "new", "sit", player=list(FOURTEEN[:sitting]), name=FOURTEEN[sitting])
    assert ("option-set", largest) in form.forms["new"].fields


def test_nine_keep_a_double_twelve_of_which_they_draw_eight_each(phone: Phone) -> None:
    form = phone.send(phone.open("/new"), "new", "game-mexican_train")
    eight = {"option-tiles_each": "15_12_10_8"}
    form = phone.send(form, "new", "sit", player=list(FOURTEEN[:8]), name=FOURTEEN[8], **eight)
    assert ("option-set", "12") in form.forms["new"].fields
    pad = phone.send(form, "new", "start")
    assert [player for player in FOURTEEN[:9] if player not in pad.text] == []


def test_a_set_that_is_too_small_is_refused_with_the_number_that_it_is_for(phone: Phone) -> None:
    form = phone.send(phone.open("/new"), "new", "game-mexican_train")
    page = phone.send(form, "new", "start", player=list(FOURTEEN[:11]))
    assert page.status == 422
    assert "2 to 8 players with this set of tiles" in page.text
