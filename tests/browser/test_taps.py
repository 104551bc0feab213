"""How many taps take the actions that happen at a table all the time; a digit is a tap."""

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.history.search import list_matches
from scorekeeper.play.scoring.match import Match
from scorekeeper.play.scoring.writing import add_entry, start_match
from tests.browser.access import barriers
from tests.browser.devices import DESK, Device, Devices
from tests.browser.thumb import Thumb, small_targets
from tests.long import sample

FOUR = ("Anna", "Bo", "Carl", "Dora")
GLASSES = ((390, 664), (375, 553))  # the sizes that browsers leave on phones; taps are made on the smaller one


@pytest.fixture
def match(app: Flask) -> Match:
    """Start a match in which Anna has led with the 5-0 and Bo is to move."""
    store = app.extensions["scorekeeper"]
    match = start_match(store, "spansk", FOUR, None, "Anna")
    return add_entry(store, match.id, {"entry": "play", "player": "Anna", "tile": "5-0"}, 0, "first")


def test_a_new_match_of_four_known_players_takes_six_taps(devices: Devices, match: Match) -> None:
    thumb = Thumb(devices.open("/"))
    thumb.tap("#new")
    for name in FOUR:
        thumb.tap(f".known button:has(:text-is('{name}'))")
    thumb.tap("#start")
    thumb.page.wait_for_url("**/m/*")
    assert thumb.totals == ["0", "0"]
    assert thumb.taps <= 6


@pytest.mark.slow
def test_the_last_seating_starts_any_other_game_in_five_taps_each_in_view(devices: Devices, match: Match) -> None:
    """The order is the last one, and the next target is never below the window or under a bar; for every sixth game."""
    page = devices.open("/", Device(*GLASSES[-1]))
    others = [each.key for each in VARIANTS.values() if each.fewest_players <= 4 <= each.most_players]
    for game in sample(others[1:], 6):
        page.goto("/")
        thumb = Thumb(page)
        for selector in ("#new", "#games > summary", f"#game-{game}", "#last-seated", "#start"):
            if not selector.startswith("#game-"):  # this one is searched in a long list
                assert [glass for glass in GLASSES if not is_at_hand(page, selector, glass)] == [], (game, selector)
            thumb.tap(selector)
        page.wait_for_url("**/m/*")
        assert thumb.taps <= 6


def is_at_hand(page: Page, selector: str, glass: tuple[int, int]) -> bool:
    """Return whether the middle of an element is in a window of this size, with nothing over it."""
    page.set_viewport_size({"width": glass[0], "height": glass[1]})
    return bool(page.locator(selector).evaluate(AT_HAND))


AT_HAND = """each => {
    const box = each.getBoundingClientRect();
    const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return box.y >= 0 && box.bottom <= innerHeight && each.contains(there);
}"""


@pytest.mark.slow
def test_a_seat_is_dragged_onto_another_and_by_keyboard_two_are_swapped(devices: Devices, match: Match) -> None:
    page = devices.open("/new", DESK)
    page.click("#last-seated")
    expect(page.locator(".seat-name")).to_have_text(FOUR)
    page.drag_and_drop("#seat-1", "#seat-4")
    expect(page.locator(".seat-name")).to_have_text(("Dora", "Bo", "Carl", "Anna"))
    for seat in ("#seat-2", "#seat-3"):
        page.press(seat, "Enter")
        expect(page.locator(".htmx-request")).to_have_count(0)
    expect(page.locator(".seat-name")).to_have_text(("Dora", "Carl", "Bo", "Anna"))
    page.press("#seat-1", "Enter")
    page.click("#games > summary")
    page.locator("#leave-1").wait_for()
    assert barriers(page) == []
    assert small_targets(page) == []


def test_the_same_table_again_takes_one_tap(app: Flask, devices: Devices) -> None:
    store = app.extensions["scorekeeper"]
    over = start_match(store, "dk_almindelig", FOUR, options={"target": 5})
    hands = {"Bo": {"pips": 13}, "Carl": {"pips": 8}, "Dora": {"pips": 5}}
    add_entry(store, over.id, {"entry": "round", "out": "Anna", "hands": hands}, 0, "only")
    thumb = Thumb(devices.open("/"))
    thumb.tap(".match form button")
    thumb.page.wait_for_url("**/m/*")
    assert thumb.taps <= 1


def test_changing_one_end_takes_three_taps(devices: Devices, match: Match) -> None:
    thumb = Thumb(devices.open(f"/m/{match.id}"))
    thumb.tap("#end-0", "#to-4", "#save")
    expect(thumb.page.locator("#line-2")).to_contain_text("4 + 0 = 4")
    assert thumb.taps <= 3


def test_a_move_that_scores_takes_one_tap(devices: Devices, match: Match) -> None:
    thumb = Thumb(devices.open(f"/m/{match.id}"))
    thumb.tap("#hint-1")
    assert thumb.totals == ["1", "2"]
    assert thumb.taps <= 1


def test_a_tile_that_was_laid_takes_two_taps(devices: Devices, match: Match) -> None:
    thumb = Thumb(devices.open(f"/m/{match.id}?kind=play"))
    thumb.tap("label:has(#tile-6-5)", "#hint-1")
    expect(thumb.page.locator("#line-2")).to_contain_text("6 + 0 = 6")
    assert thumb.taps <= 2


def test_undo_takes_one_tap(devices: Devices, match: Match) -> None:
    thumb = Thumb(devices.open(f"/m/{match.id}"))
    thumb.tap("#undo-1")
    assert thumb.totals == ["0", "0"]
    assert thumb.taps <= 1


def test_putting_back_takes_one_tap(devices: Devices, match: Match) -> None:
    Thumb(devices.open(f"/m/{match.id}")).tap("#undo-1")
    thumb = Thumb(devices.open(f"/m/{match.id}"))
    thumb.tap("#put-back")
    expect(thumb.page.locator("#line-1")).to_be_visible()
    assert thumb.taps <= 1


# Seats that overlap each other or the edge of the screen.
CROWDED = """() => {
    const seats = [...document.querySelectorAll(".seat-face")].map(each => [each.id, each.getBoundingClientRect()]);
    const over = (one, other) => one.left < other.right && other.left < one.right
        && one.top < other.bottom && other.top < one.bottom;
    return seats.filter(([id, box]) => box.left < 0 || box.right > document.documentElement.clientWidth
        || seats.some(([other, its]) => other !== id && over(box, its))).map(([id]) => id);
}"""


def test_six_to_eight_sit_each_in_a_place_of_their_own(app: Flask, devices: Devices) -> None:
    page = devices.open("/new", Device(360, 640))
    names = ["Maximilian", "Bo", "Carl", "Dora", "Eva", "Finn", "Gustav", "Henriette"]
    for count in (6, 7, 8):
        start_match(app.extensions["scorekeeper"], "mexican_train", names[:count])
        page.goto("/new")
        page.tap(".last-seated")
        expect(page.locator(f"#seat-{count}")).to_be_visible()
        assert page.evaluate(CROWDED) == []
        assert small_targets(page, what=".seat-face") == []


def test_the_browsers_back_from_the_first_pad_starts_no_second_match(
    app: Flask, devices: Devices, match: Match
) -> None:
    page = devices.open("/")
    Thumb(page).tap("#new", "#last-seated", "#start")
    page.wait_for_url("**/m/*")
    started = page.url
    page.go_back()
    expect(page).to_have_url(devices.address + "/")
    assert len(list_matches(app.extensions["scorekeeper"], limit=9)) == 2
    page.tap(f"a[href='{started.removeprefix(devices.address)}'] >> nth=0")
    expect(page).to_have_url(started)


@pytest.mark.slow
def test_who_knows_the_name_of_a_game_has_it_in_three_taps_without_a_scroll(devices: Devices, match: Match) -> None:
    """The list, its search and the game, which what was typed leaves in view; with the seats it is six to the match.

    Every fourth game; with `TRUST=long` all.
    """
    page = devices.open("/new", Device(*GLASSES[-1]))
    for variant in sample(VARIANTS.values(), 4):
        page.goto("/new")
        thumb = Thumb(page)
        thumb.tap("#games > summary")
        assert is_at_hand(page, "#find", GLASSES[-1])
        thumb.tap("#find")
        page.locator("#find").press_sequentially(str(variant.name))
        assert is_at_hand(page, f"#game-{variant.key}", GLASSES[-1]), variant.key
        thumb.tap(f"#game-{variant.key}")
        expect(page.locator(f"#game-{variant.key}")).to_have_attribute("aria-pressed", "true")
        assert thumb.taps <= 3
        if variant.fewest_players <= 4 <= variant.most_players:
            thumb.tap("#last-seated", "#start")
            page.wait_for_url("**/m/*")
            assert thumb.taps + 1 <= 6  # with the tap on "New match"
