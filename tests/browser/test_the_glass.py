"""What a phone leaves of its glass: whatever can be tapped on the pad is in view, whole, and under nothing else.

Every second form is opened on the lowest glass, on each of the others every sixth; with `TRUST=long` all on all.
"""

import pytest
from flask import Flask
from playwright.sync_api import expect

from scorekeeper.play.scoring.writing import add_entry, start_match
from tests.browser.devices import Device, Devices, mark_slow
from tests.browser.glass import OUT_OF_REACH, PLAYERS, WALK, list_walks
from tests.long import sample

# What browsers leave of small phones, each in another language: words are of other lengths there.
LOWEST = Device(375, 553)
GLASSES = [
    Device(390, 664, language="pl-PL"),
    Device(360, 640, language="de-DE", dark=True),
    Device(844, 390, language="sv-SE"),
]


@pytest.mark.parametrize("glass", [LOWEST, *mark_slow(*GLASSES)], ids=lambda glass: f"{glass.width}×{glass.height}")
def test_every_form_of_every_game_is_in_view(app: Flask, devices: Devices, glass: Device) -> None:
    every, first = (6, GLASSES.index(glass)) if glass in GLASSES else (2, 1)
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
