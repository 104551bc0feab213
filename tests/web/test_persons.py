"""Everybody has a mark, which is the same on every page and does not change; and guests are in no statistics."""

import re

import numpy as np
import pytest
from flask import Flask

from scorekeeper.folders import STATIC
from scorekeeper.play.history.tallies import has_uncounted
from scorekeeper.play.player_names import map_profiles, rename_player, split_name
from scorekeeper.store.profiles import COLOURS, SHAPES
from scorekeeper.web.picture import PicturedMark
from scorekeeper.web.picture.marks import draw_mark
from scorekeeper.web.views.persons import make_initials
from tests.play.test_standings import ended
from tests.web.pages import Page, Phone


def mark(name: str, colour: int, shape: int, initials: str) -> str:
    two = " two" * (len(initials) > 1)
    return (
        f'<i class="mark m{colour} s{shape}{two}" data-initials="{initials}" aria-hidden="true"></i><bdi>{name}</bdi>'
    )


BO = mark("Bo", 2, 2, "B")


@pytest.mark.parametrize(
    ("name", "initials"), [("anna", "A"), ("Anna Lee Bo", "AL"), ("Wolfgang-Amadé", "WA"), ("…", ""), ("Élise", "É")]
)
def test_a_mark_has_the_first_letters_of_two_words(name: str, initials: str) -> None:
    assert make_initials(name) == initials


def test_the_mark_goes_along_to_every_page_and_stays_after_a_renaming(phone: Phone) -> None:
    page = phone.new_match("dk_almindelig", "Anna Bo Carl")
    match = page.path.split("?")[0]
    for path in ("/", "/players", "/players/Bo", match, f"{match}/sheet", f"{match}/board"):
        assert BO in phone.open(path).html, path
    renaming = phone.open("/players/Bo")
    phone.send(renaming, "rename", name="Dan Bosse")
    renamed = mark("Dan Bosse", 2, 2, "DB")
    assert renamed in phone.open("/").html
    assert renamed in phone.open(match).html


def test_a_player_takes_another_mark_which_is_seen_on_a_page_that_was_open_before(phone: Phone) -> None:
    match = phone.new_match("dk_almindelig", "Anna Bo Carl").path.split("?")[0]
    assert BO in phone.open(match).html
    page = phone.open("/players/Bo")
    assert phone.send(page, "change-mark", colour="9", shape="8", initials="bø").status == 200
    for path in ("/players", match, f"{match}/sheet"):
        assert mark("Bo", 9, 8, "bø") in phone.open(path).html, path


@pytest.mark.parametrize("shape", range(1, SHAPES + 1))
def test_the_picture_of_a_result_has_the_mark_in_its_colour_and_shape(shape: int) -> None:
    canvas = np.zeros((100, 100, 3), np.uint8)
    for colour in range(1, COLOURS + 1):
        draw_mark(canvas, PicturedMark(colour, shape, ""), (50, 50), 80)
        [told] = re.findall(rf"\.m{colour} {{ --who: (#\w+)", (STATIC / "css/base.css").read_text(encoding="utf-8"))
        assert "#{:02x}{:02x}{:02x}".format(*canvas[56, 50]) == told
        assert canvas[12:88, 12:88].any(axis=2).mean() > 0.4
        assert not canvas[:9].any()


def test_a_mark_that_somebody_else_has_and_long_initials_are_refused(phone: Phone) -> None:
    phone.new_match("dk_almindelig", "Anna Bo")
    page = phone.open("/players/Bo")
    taken = phone.send(page, "change-mark", colour="1", shape="1")
    assert (taken.status, "Anna has this mark already." in taken.text) == (422, True)
    long = phone.send(page, "change-mark", initials="Bob")
    assert (long.status, "A mark has room for 2 letters." in long.text) == (422, True)
    assert phone.send(page, "change-mark", colour="77").status == 400
    assert BO in phone.open("/players").html


def test_a_guest_is_in_no_statistics_and_the_others_are(app: Flask, phone: Phone) -> None:
    ended(app.extensions["scorekeeper"])
    page = phone.open("/players/Bo")
    phone.send(page, "change-mark", guest="yes")
    players = phone.open("/players")
    assert "left out of the statistics: Bo" in players.text
    assert "of 1 won" in players.text
    assert "Bo" not in phone.open("/players/Anna").text
    named = [each["player"] for each in phone.client.get("/players.json").get_json()["players"]]
    assert ("Bo" in named, "Anna" in named) == (False, True)


def test_two_names_that_turn_out_to_be_one_person_have_one_mark_on_a_page_that_was_open_before(
    app: Flask, phone: Phone
) -> None:
    phone.new_match("dk_almindelig", "Anna Bo Carl")
    pad = phone.new_match("dk_almindelig", "Anna Robert")
    assert mark("Robert", 4, 4, "R") in phone.open(pad.path).html
    store = app.extensions["scorekeeper"]
    rename_player(store, "Robert", "Bo", merge=True)
    assert BO in phone.open(pad.path).html
    split_name(store, "Bo", "Robert")
    profiles = map_profiles(store)
    assert profiles["Robert"].mark != profiles["Bo"].mark == (2, 2)


def test_who_is_parted_from_a_person_that_was_renamed_has_a_mark_of_their_own(app: Flask, phone: Phone) -> None:
    phone.new_match("dk_almindelig", "Anna Bo")
    store = app.extensions["scorekeeper"]
    rename_player(store, "Bo", "Bosse")
    split_name(store, "Bosse", "Bo")
    profiles = map_profiles(store)
    assert profiles["Bo"].mark != profiles["Bosse"].mark == (2, 2)


def test_the_page_of_players_counts_by_itself_and_has_a_form_store_what_it_counted(phone: Phone) -> None:
    store = phone.client.application.extensions["scorekeeper"]
    ended(store)
    for _ in range(2):
        page = phone.open("/players")
        assert "1 of 1 won" in page.text
        assert page.has("count"), "what was only looked at is not stored"
    assert has_uncounted(store)
    assert Page(phone.client.post("/players/count", data=dict(page.forms["count"].fields))).status == 303
    again = phone.open("/players")
    assert ("1 of 1 won" in again.text, again.has("count"), has_uncounted(store)) == (True, False, False)
    assert not phone.open("/players/Anna").has("count")
