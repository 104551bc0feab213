"""On the small screens that browsers leave on phones every target of the pad is in view, whole, and not covered."""

import pytest
from flask import Flask
from playwright.sync_api import expect

from scorekeeper.play.scoring.writing import add_entry, start_match
from tests.browser.devices import Device, Devices
from tests.browser.glass import OUT_OF_REACH, PLAYERS, WALK, list_walks
from tests.long import mark_slow, sample

# The screens that browsers leave on small phones, each with a language, as words differ in length, and with the forms
# that are opened on it: every n-th, beginning with the given one.
LOWEST = Device(375, 553)
SAMPLES = {
    "375×553": (LOWEST, 6, 3),
    "375×553, half": (LOWEST, 2, 1),
    "390×664": (Device(390, 664, language="pl-PL"), 6, 0),
    "360×640": (Device(360, 640, language="de-DE", dark=True), 6, 1),
    "844×390": (Device(844, 390, language="sv-SE"), 6, 2),
}


@pytest.mark.parametrize("name", ["375×553", *mark_slow(*list(SAMPLES)[1:])])
def test_every_form_of_every_game_is_in_view(app: Flask, devices: Devices, name: str) -> None:
    glass, every, first = SAMPLES[name]
    walks = sample(list_walks(app.extensions["scorekeeper"]), every, first)
    page = devices.open(f"/m/{walks[0].match}", glass)
    expect(page.locator("#entry")).to_be_visible()
    found = []
    for walk in walks:
        for path, wrong in page.evaluate(WALK, [f"/m/{walk.match}", list(walk.scenes)]).items():
            found.append(f"{walk.what}, {path.partition('?')[2]}: {'; '.join(wrong)}")
    assert not found, "\n".join([f"{len(found)} of {sum(len(walk.scenes) for walk in walks)}", *found])


def test_on_the_smallest_phone_many_see_what_a_round_brought_and_who_can_be_out(app: Flask, devices: Devices) -> None:
    page = devices.open("/", Device(320, 568, language="de-DE"))
    for players in (5, 6, 7, 8):
        match = start_match(app.extensions["scorekeeper"], "chicken_foot", ["Großmutter", *PLAYERS[1:players]])
        hands = {name: {"pips": 25} for name in PLAYERS[1:players]}
        entry = {"entry": "round", "out": "Großmutter", "hands": hands}
        add_entry(app.extensions["scorekeeper"], match.id, entry, 0, "one")
        for path in (f"/m/{match.id}", f"/m/{match.id}?kind=round&ended=out+1"):
            page.goto(path)
            assert page.evaluate(OUT_OF_REACH) == [], path
