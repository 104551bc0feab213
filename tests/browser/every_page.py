"""Every page there is, with something on it, for the tests that look at all of them."""

from dataclasses import replace
from typing import Any

from flask import Flask
from playwright.sync_api import Page

from scorekeeper.play.photos import keep_photo
from scorekeeper.play.scoring.own_games import save_own_game
from scorekeeper.play.scoring.writing import add_entry, start_match
from scorekeeper.play.upkeep.copies import copy_now
from tests.browser.test_photo_review import table
from tests.play.match_files import import_matches
from tests.vision.laying import hide

ENTRIES: list[dict[str, Any]] = [
    {"entry": "play", "player": "Maximilian", "tile": "5-0"},
    {"entry": "play", "player": "Bo", "tile": "5-5", "at": "5-0", "pip": 5},
    {"entry": "void", "of": 2},
    {"entry": "ends", "player": "Bo", "ends": ["0", "5-5"]},
    {"entry": "round", "out": "Bo", "hands": {"Maximilian": ["6-6", "6-5"], "Carl": {"pips": 13}, "Dora": ["2-1"]}},
    {"entry": "play", "player": "Carl", "tile": "6-4"},
]
PAGES = [
    "/",
    "/new",
    "/m/{id}",
    "/m/{id}?kind=play",
    "/m/{id}?kind=round",
    "/m/{id}?kind=round&ended=blocked",
    "/m/{id}?kind=round&ended=out+3&by=tiles&hand-1=6-5",
    "/m/{id}?correct=5",
    "/m/{id}/sheet",
    "/m/{id}/evening",
    "/m/{id}/note",
    "/m/{id}/board",
    "/m/{id}/share",
    "/m/{id}/hand",
    "/m/{id}/hand?seat=2",
    "/m/{id}/hand?seat=2&by=tiles&hand-2=6-5",
    "/m/{id}/unsent",
    "/m/{id}/photo?for=hands",
    "/m/{id}/photo/{photo}?for=hands&ended=out+4",
    "/m/{id}/photo/{photo}?for=ends",
    "/m/{id}/photo/{hidden}?for=hands&ended=out+4",
    "/m/{id}/photo/{photo}?for=hand&seat=2",
    "/m/{id}/entry/7/photo",
    "/m/{ended}",
    "/m/{won}",
    "/m/{led}?kind=lead&shown-1=6-4",
    "/m/{alone}",
    "/m/{alone}/solitaire?table=6-2+3-1+5-5+4-1+2-1+6-0&boneyard=22",
    "/m/nosuchmatch",
    "/rules",
    "/rules/spansk",
    "/rules/dk_almindelig?match={led}",
    "/rules/own/{own}",
    "/own-games",
    "/own-games/new?like=all_fives",
    "/own-games/{own}",
    "/rules/own/{own}",
    "/history",
    "/history/{id}/delete",
    "/players",
    "/players/Maximilian",
    "/keeping",
    "/keeping/copies/{copy}/restore",
    "/offline",
]


def filled(app: Flask) -> dict[str, str]:
    """What the addresses need: a match of four in pairs in its second round, with an entry struck out, one by a photo,
    and a photo with a hidden half; one in which a round has just ended, one that is over, the second of its evening;
    one whose lead nobody knows, a solitaire, and a copy.
    """
    store = app.extensions["scorekeeper"]
    document = {"format": 1, "variant": "spansk", "players": ["Maximilian", "Bo", "Carl", "Dora"], "entries": ENTRIES}
    match = import_matches(store, [document | {"partners": True, "lead": "Maximilian"}])[0]
    jpeg, found = table()
    photo = keep_photo(store, match.id, jpeg, found.to_json(""))
    half_seen = replace(found, tiles=(*found.tiles[:3], hide(found.tiles[3], 1), found.tiles[4]))
    hidden = keep_photo(store, match.id, jpeg, half_seen.to_json(""))
    add_entry(store, match.id, {"entry": "ends", "player": "Dora", "ends": ["5", "4"]}, match.seen, "photo", photo)
    led = start_match(store, "dk_almindelig", ("Maximilian", "Anna-Karin Söderström", "Carl", "Dora"))
    rounds = {"entry": "round", "blocked": True, "hands": {"Maximilian": ["6-6"], "Bo": ["2-1"]}}
    ended = start_match(store, "dk_almindelig", ("Maximilian", "Bo"))
    add_entry(store, ended.id, rounds, 0, "round")
    for post in ("first", "second"):
        won = start_match(store, "dk_almindelig", ("Maximilian", "Bo"), options={"target": 5})
        add_entry(store, won.id, rounds, 0, post)
    alone = start_match(store, "dk_tolveren", ("Maximilian",))
    own = save_own_game(store, {"name": "Sunday fives", "in_play": "fives_sum", "partners": "optional"})
    copy = copy_now(store, 3)
    assert copy
    return {
        "id": match.id,
        "photo": photo,
        "hidden": hidden,
        "led": led.id,
        "ended": ended.id,
        "won": won.id,
        "alone": alone.id,
        "own": own.id,
        "copy": copy.name,
    }


def cut_off(page: Page) -> list[str]:
    """What is wider than its place; a name at the top, or one that ends in an ellipsis, may be."""
    found: list[str] = page.evaluate(
        """[...document.querySelectorAll('button, a.button, .chip, .face, .label, legend, summary, h2, p, .hand-name')]
           .filter(each => each.clientWidth && !each.closest('.hidden, .bar'))
           .filter(each => each.scrollWidth > each.clientWidth + 1)
           .filter(each => ![each, ...each.children].some(one => getComputedStyle(one).textOverflow === 'ellipsis'))
           .map(each => each.textContent.trim())"""
    )
    return found
