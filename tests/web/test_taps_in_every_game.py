"""Everyday actions at a table take no more taps in any game than promised; a digit is a tap."""

from collections.abc import Mapping
from typing import Any

import pytest
from flask import Flask

from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.play.scoring.writing import add_entry, start_match
from tests.played.table import button, choice, of_class, part
from tests.web.forms import FormTable
from tests.web.pages import Phone

FIVE = ("Anna", "Bo", "Carl", "Dora", "Eva")
IN_ROUNDS = tuple(variant for variant in VARIANTS.values() if "round" in variant.takes)
# A first move, which is a double or not; the next player changes its ends.
LEADS = {"double": ("5-5", "5-5"), "no_double": ("5-0", "5"), "any": ("5-0", "5")}


def begin(app: Flask, key: str, **more: Any) -> Match:
    """Start a match of this game with as many players as it takes, four at most."""
    return start_match(app.extensions["scorekeeper"], key, FIVE[: min(VARIANTS[key].most_players, 4)], **more)


def write(app: Flask, match: Match, entry: Mapping[str, Any]) -> Match:
    return add_entry(app.extensions["scorekeeper"], match.id, entry, match.seen, f"post-{match.seen}")


@pytest.fixture
def table(phone: Phone) -> FormTable:
    """Return a phone on the first page."""
    return FormTable(phone.client, "/")


def open_page(table: FormTable, path: str) -> None:
    """Open a page without counting taps."""
    table.open(path)
    table.taps = 0


@pytest.mark.parametrize("key", VARIANTS)
def test_a_new_match_of_known_players_takes_a_tap_for_each_and_two_more(app: Flask, table: FormTable, key: str) -> None:
    start_match(app.extensions["scorekeeper"], "dk_blinde", FIVE)  # so that all five are known
    seated = FIVE[: VARIANTS[key].most_players]
    begin(app, key)
    open_page(table, "/")
    table.follow("#new", "/new")
    for name in seated:
        table.tap(button(name, f"//*[{of_class('known')}]"), "new")
    table.follow("#start", "/m/*")
    assert not any(table.totals.values())
    assert table.taps <= 2 + len(seated)
    assert table.taps <= 6 or len(seated) > 4


@pytest.mark.parametrize("key", VARIANTS)
def test_the_same_table_again_takes_one_tap(app: Flask, table: FormTable, key: str) -> None:
    over = begin(app, key, options={"target": 1} if any(each.key == "target" for each in VARIANTS[key].options) else {})
    while not over.sheet.over:
        over = write(app, over, finish(over))
    open_page(table, "/")
    table.follow(f"(//*[{of_class('match')}][{of_class('over')}]//form//button)[1]", "/m/*")
    assert over.id not in table.path
    assert table.taps <= 1


def finish(match: Match) -> dict[str, Any]:
    """Return an entry that ends a match to one point, or a solitaire."""
    if "result" in match.sheet.variant.takes:
        left = 5 if match.sheet.variant.key == "dk_stop_ved_fem" else 12  # in this game a result has at most five tiles
        return {"entry": "result", "won": False, "left": {"tiles": left}, "boneyard_tiles": 0}
    first, *others = match.seating.players
    if "bid" in match.sheet.variant.takes:
        bids = match.sheet.game.required_bids.bidding
        if match.sheet.game.required_bids.find_bid(match.sheet.state):
            return {"entry": "round", **({"taken": {first: {"tricks": 7}}} if bids.each_takes else {"made": True})}
        return {"entry": "bid", "player": first, "points": bids.list_points()[0]}
    if match.sheet.variant.asks_placed:  # in this game going out scores nothing
        return {"entry": "ends", "player": first, "ends": ["5-5"], "placed": "5-5"}
    return {"entry": "round", "out": first, "hands": {each: {"pips": 9, "tiles": 2} for each in others}}


@pytest.mark.parametrize("key", [variant.key for variant in IN_ROUNDS if variant.moves_score])
def test_one_open_end_changed_takes_three_taps(app: Flask, table: FormTable, key: str) -> None:
    match = begin(app, key, lead="Anna")
    tile, _ = LEADS[str(match.sheet.game.leading.first_tile)]
    match = write(app, match, {"entry": "play", "player": "Anna", "tile": tile})
    open_page(table, f"/m/{match.id}?kind=ends")
    table.tap("#end-0")
    table.tap("#to-4")
    if VARIANTS[key].asks_placed and table.count('//*[@id="save"][@disabled]'):
        table.tap("#placed-0")
    table.tap("#save")
    assert load_match(app.extensions["scorekeeper"], match.id).seen == 2
    assert table.taps <= 3


# In Double Bergen nothing scores at a double that does not have its four tiles.
SCORES_AT_ONCE = [
    each.key for each in IN_ROUNDS if (each.ends_score or each.asks_placed) and each.key != "double_bergen"
]


@pytest.mark.parametrize("key", SCORES_AT_ONCE)
def test_a_move_that_scores_takes_one_tap(app: Flask, table: FormTable, key: str) -> None:
    match = begin(app, key, lead="Anna")
    match = write(app, match, {"entry": "play", "player": "Anna", "tile": "5-5"})
    match = write(app, match, {"entry": "play", "player": "Bo", "tile": "5-0", "at": "5-5", "pip": 5})
    open_page(table, f"/m/{match.id}?kind=ends")
    before = table.totals
    table.tap("#hint-1")
    assert table.count("#line-3") == 1
    assert table.totals != before
    assert table.taps <= 1


@pytest.mark.parametrize("key", [variant.key for variant in IN_ROUNDS if "bid" not in variant.takes])
def test_the_hands_of_a_round_take_eight_taps_at_most(app: Flask, table: FormTable, key: str) -> None:
    """The taps are 13, 8 and 5, who is out, the tab and Save; hands that do not count are not asked for."""
    match = begin(app, key)
    out = match.seating.players[0]
    asked = match.sheet.game.rounds.hands.list_counted(out)
    hangs_on_lead = match.sheet.lead.player is None and match.sheet.game.leading.hangs_on(out)
    open_page(table, f"/m/{match.id}")
    hands = dict(zip(asked, ("13", "8", "5"), strict=False))
    table.ended(out, **hands)
    table.taps += sum(len(number) < 2 for number in list(hands.values())[:-1])  # “Next”, as the pad cannot know
    if hangs_on_lead:
        table.choose(choice(part("led"), "", out))
    if asked or hangs_on_lead:
        table.tap("#save")
    assert load_match(app.extensions["scorekeeper"], match.id).seen == 1
    assert table.taps <= 8
