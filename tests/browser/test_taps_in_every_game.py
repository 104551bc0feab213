"""What happens at a table all the time takes no more taps than was promised in any game; a digit is a tap."""

from collections.abc import Mapping
from typing import Any

from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.engine.rules.bidding import find_bid
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.play.scoring.writing import add_entry, start_match
from tests.browser.devices import Devices
from tests.browser.thumb import Thumb

FIVE = ("Anna", "Bo", "Carl", "Dora", "Eva")
GAMES = tuple(VARIANTS.values())
IN_ROUNDS = tuple(variant for variant in GAMES if "round" in variant.takes)
# A first move whose ends a player changes next, and what can be known of it in every game: a double or not.
LEADS = {"double": ("5-5", "5-5"), "no_double": ("5-0", "5"), "any": ("5-0", "5")}


def begin(app: Flask, key: str, **more: Any) -> Match:
    """A match of this game with as many players as it takes, four at most."""
    return start_match(app.extensions["scorekeeper"], key, FIVE[: min(VARIANTS[key].most_players, 4)], **more)


def write(app: Flask, match: Match, entry: Mapping[str, Any]) -> Match:
    return add_entry(app.extensions["scorekeeper"], match.id, entry, match.seen, f"post-{match.seen}")


def go_to_pad(thumb: Thumb, match: Match, query: str = "") -> Page:
    """Another match on the same phone; getting there is not counted."""
    thumb.page.evaluate("sessionStorage.clear()")  # no double tap: another match is another evening
    thumb.page.goto(f"/m/{match.id}{query}")
    thumb.taps = 0
    return thumb.page


def test_a_new_match_of_known_players_takes_a_tap_for_each_and_two_more_in_every_game(
    app: Flask, devices: Devices
) -> None:
    start_match(app.extensions["scorekeeper"], "dk_blinde", FIVE)  # so that all five are known
    thumb = Thumb(devices.open("/"))
    for variant in GAMES:
        seated = FIVE[: variant.most_players]
        begin(app, variant.key)
        thumb.page.goto("/")
        thumb.taps = 0
        thumb.tap("#new")
        for name in seated:
            thumb.tap(f".known button:text-is('{name}')")
        thumb.tap("#start")
        thumb.page.wait_for_url("**/m/*")
        assert thumb.totals == ["0"] * len(thumb.totals), variant.key
        assert thumb.taps <= 2 + len(seated), variant.key
        assert thumb.taps <= 6 or len(seated) > 4, variant.key


def test_the_same_table_again_takes_one_tap_in_every_game(app: Flask, devices: Devices) -> None:
    thumb = Thumb(devices.open("/"))
    for variant in GAMES:
        over = begin(
            app, variant.key, options={"target": 1} if "target" in {option.key for option in variant.options} else {}
        )
        while not over.sheet.over:
            over = write(app, over, finish(over))
        thumb.page.goto("/")
        thumb.taps = 0
        thumb.page.locator(".match.over form button").first.tap()
        thumb.taps += 1
        thumb.page.wait_for_url("**/m/*")
        assert over.id not in thumb.page.url, variant.key
        assert thumb.taps <= 1, variant.key


def finish(match: Match) -> dict[str, Any]:
    """An entry that ends a match to one point, or a solitaire."""
    if "result" in match.sheet.variant.takes:
        most = getattr(match.sheet.variant, "most_in_hand", None)
        return {"entry": "result", "won": False, "left": {"tiles": most or 12}, "boneyard_tiles": 0}
    first, *others = match.seating.players
    if "bid" in match.sheet.variant.takes:
        return (
            {"entry": "round", "made": True}
            if find_bid(match.sheet.state)
            else {"entry": "bid", "player": first, "points": 30}
        )
    if match.sheet.variant.asks_placed:  # going out scores nothing there
        return {"entry": "ends", "player": first, "ends": ["5-5"], "placed": "5-5"}
    return {"entry": "round", "out": first, "hands": {each: {"pips": 9, "tiles": 2} for each in others}}


def test_one_open_end_changed_takes_three_taps_in_every_game_whose_ends_score(app: Flask, devices: Devices) -> None:
    thumb = Thumb(devices.open("/"))
    for variant in (each for each in IN_ROUNDS if each.moves_score):
        match = begin(app, variant.key, lead="Anna")
        tile, _ = LEADS[str(match.sheet.game.leading.first_tile)]
        match = write(app, match, {"entry": "play", "player": "Anna", "tile": tile})
        page = go_to_pad(thumb, match, "?kind=ends")
        thumb.tap("#end-0", "#to-4")
        if variant.asks_placed and page.locator("#save[disabled]").count():
            thumb.tap("#placed-0")
        thumb.tap("#save")
        expect(page.locator(".htmx-request")).to_have_count(0)
        assert thumb.taps <= 3, variant.key


def test_a_move_that_scores_takes_one_tap_in_every_game_whose_ends_score(app: Flask, devices: Devices) -> None:
    thumb = Thumb(devices.open("/"))
    for variant in (each for each in IN_ROUNDS if each.ends_score or each.asks_placed):
        match = begin(app, variant.key, lead="Anna")
        match = write(app, match, {"entry": "play", "player": "Anna", "tile": "5-5"})
        match = write(app, match, {"entry": "play", "player": "Bo", "tile": "5-0", "at": "5-5", "pip": 5})
        page = go_to_pad(thumb, match, "?kind=ends")
        before = thumb.totals
        thumb.tap("#hint-1")
        expect(page.locator("#line-3")).to_have_count(1)
        assert thumb.totals != before, variant.key
        assert thumb.taps <= 1, variant.key


def test_the_hands_of_a_round_take_eight_taps_at_most_in_every_game(app: Flask, devices: Devices) -> None:
    """13, 8 and 5, with who is out, the tab and Save; nobody is asked what does not count."""
    thumb = Thumb(devices.open("/"))
    for variant in (each for each in IN_ROUNDS if "bid" not in each.takes):
        match = begin(app, variant.key)
        out = match.seating.players[0]
        asked = match.sheet.game.rounds.hands.list_counted(out)
        hangs_on_lead = match.sheet.lead.player is None and match.sheet.game.leading.hangs_on(out)
        page = go_to_pad(thumb, match)
        if not page.locator(".entry-round").count():
            thumb.tap("#tab-round")
        page.locator("#out .chip", has_text=out).tap()
        thumb.settle()
        thumb.taps += 1
        for number, player in zip(("13", "8", "5"), asked, strict=False):
            turned = page.locator(".hand.here .hand-name").inner_text()
            if turned != player:
                expect(page.locator("#next")).to_have_text(f"Next: {player}")
                thumb.tap("#next")
            thumb.tap(*(f"#key-{digit}" for digit in number))
        if hangs_on_lead:
            page.locator("#led .chip", has_text=out).tap()
        if asked or hangs_on_lead:
            thumb.tap("#save")
        thumb.settle()
        assert load_match(app.extensions["scorekeeper"], match.id).seen == 1, variant.key
        assert thumb.taps <= 8, variant.key


def test_a_bid_takes_three_taps_and_its_end_one_where_made_or_set_is_enough(app: Flask, devices: Devices) -> None:
    thumb = Thumb(devices.open("/"))
    match = begin(app, "forty_two", lead="Anna")
    page = go_to_pad(thumb, match)
    for chip in ("player-2", "bid-31"):
        page.locator("label").filter(has=page.locator(f"id={chip}")).tap()
        thumb.settle()
        thumb.taps += 1
    thumb.tap("#save")
    expect(page.locator("#save-made")).to_be_visible()
    assert thumb.taps <= 3
    thumb.tap("#save-made")
    expect(page.locator("#round-card")).to_be_visible()
    assert thumb.taps <= 4
