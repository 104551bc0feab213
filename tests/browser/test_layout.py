"""Long names and totals are whole, or end in an ellipsis, at every size of a phone and a tablet."""

from flask import Flask
from playwright.sync_api import expect

from scorekeeper.play.access import make_link
from scorekeeper.play.scoring.writing import add_entry, start_match
from tests.browser.devices import Device, Devices
from tests.browser.glass import OUT_OF_REACH
from tests.browser.layout_faults import SIZES, USUAL_TEXT, list_layout_faults

NAMES = ("Christina", "Alejandro", "Margareta", "Sebastián")
HAND = "?kind=round&ended=out+1&hand-2=13"


def start_with_long_names(app: Flask) -> str:
    """Return the id of a match of two pairs with two points on the sheet of the first."""
    store = app.extensions["scorekeeper"]
    match = start_match(store, "spansk", NAMES, True, NAMES[0])
    add_entry(store, match.id, {"entry": "ends", "player": NAMES[0], "ends": ["5", "5"]}, 0, "first")
    return match.id


def test_long_names_are_whole_or_end_in_an_ellipsis(app: Flask, devices: Devices) -> None:
    match = start_with_long_names(app)
    page = devices.open("/", Device(390, 664, language="de-DE"))
    whole = ("", "?kind=play", "/sheet", "/board", "/replay")
    for path, sizes in (*((path, SIZES) for path in whole), (HAND, USUAL_TEXT)):
        page.goto(f"/m/{match}{path}")
        assert list_layout_faults(page, sizes) == [], path


def test_a_total_stays_in_one_line_for_whoever_watches(app: Flask, devices: Devices) -> None:
    match = start_with_long_names(app)
    hands = {"Alejandro": {"pips": 40}, "Sebastián": {"pips": 40}}
    entry = {"entry": "round", "out": NAMES[0], "hands": hands}
    add_entry(app.extensions["scorekeeper"], match, entry, 1, "second")
    key = make_link(app.extensions["scorekeeper"], match, "watch")
    page = devices.open(f"/join/{key}", Device(390, 664, language="de-DE"), stranger=True)
    page.goto(f"/m/{match}/sheet")
    expect(page.locator(".stands-side strong").first).to_have_text("18")
    assert list_layout_faults(page) == []


def test_on_a_phone_on_its_side_no_key_lies_on_a_name_or_a_tile(app: Flask, devices: Devices) -> None:
    page = devices.open("/", Device(664, 390))
    store = app.extensions["scorekeeper"]
    for game, players in (("block", 2), ("matador", 3), ("spansk", 4)):
        match = start_match(store, game, NAMES[:players], None, NAMES[0])
        add_entry(store, match.id, {"entry": "play", "player": NAMES[0], "tile": "6-6"}, 0, "first")
        page.set_viewport_size({"width": 664, "height": 390})
        page.goto(f"/m/{match.id}?kind=play")
        expect(page.locator("#pass")).to_be_visible()
        assert page.evaluate(OUT_OF_REACH) == [], players
        page.set_viewport_size({"width": 844, "height": 390})
        assert page.evaluate(OUT_OF_REACH) == [], players


# For each pair on the board, whether its names are in one line, and whether the "&" is visible.
NAMES_AND_SIGN = """() => [...document.querySelectorAll(".members")].map(members => {
    const [one, other] = [...members.querySelectorAll(".member")].map(each => each.getBoundingClientRect());
    const sign = members.querySelector(".and").getBoundingClientRect();
    return [one.top === other.top, sign.left >= members.parentElement.getBoundingClientRect().left];
})"""


def test_between_partners_in_two_lines_no_sign_stands_alone(app: Flask, devices: Devices) -> None:
    match = start_with_long_names(app)
    page = devices.open(f"/m/{match}", Device(390, 664))
    assert page.evaluate(NAMES_AND_SIGN) == [[False, False], [False, False]]
    short = start_match(app.extensions["scorekeeper"], "spansk", ("Eva", "Bo", "Al", "Ed"), True)
    page.goto(f"/m/{short.id}")
    assert page.evaluate(NAMES_AND_SIGN) == [[True, True], [True, True]]


def test_names_on_the_keys_that_write_a_round_with_one_tap_are_whole(app: Flask, devices: Devices) -> None:
    players = ("Christina", "Wolfgang-Amadé", "Margareta", "Sebastián")
    match = start_match(app.extensions["scorekeeper"], "dk_to_ens", players)
    page = devices.open(f"/m/{match.id}?kind=round")
    assert list_layout_faults(page, [(390, 664, 100), (360, 640, 100)]) == []
