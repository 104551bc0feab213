"""The replay of a match: each move with its why, the totals, the layout at that time, and the hands if known."""

import re
from typing import Any

import cv2
import numpy as np
from flask import Flask

from scorekeeper.web.picture.replay import HEIGHT, WIDTH
from tests.play.match_files import import_matches
from tests.web.pages import Page, Phone

PLAYERS = ["Anna", "Bo"]


def play(player: str, tile: str, at: str | None = None, pip: int | None = None) -> dict[str, Any]:
    placed = {} if at is None else {"at": at, "pip": pip}
    return {"entry": "play", "player": player, "tile": tile, **placed}


FIRST = [play("Anna", "5-0"), play("Bo", "5-5", "5-0", 5), {"entry": "void", "of": 2}, play("Bo", "5-1", "5-0", 5)]
ENDED = {"entry": "round", "out": "Bo", "hands": {"Anna": ["6-4"]}}
SECOND = [{"entry": "ends", "player": "Bo", "ends": ["6", "6", "5"]}, play("Anna", "5-1", "5-4", 5)]


def start(app: Flask, *entries: dict[str, Any], variant: str = "all_fives", **settings: Any) -> str:
    document = {"format": 1, "variant": variant, "players": PLAYERS, "lead": "Anna", "entries": list(entries)}
    return f"/m/{import_matches(app.extensions['scorekeeper'], [document | settings])[0].id}/replay"


def shown(page: Page) -> str:
    """Return the number of the visible move."""
    [move] = re.findall(r'<li class="replay-move card" id="move-(\d+)"[^>]*?(?<!hidden)>', page.html)
    return str(move)


def keys(page: Page) -> list[str | None]:
    """Return the moves to which the four keys lead, None for a key that leads nowhere."""
    found = (
        re.search(rf'id="{key}"([^>]*)', page.html) for key in ("first-move", "move-before", "next-move", "last-move")
    )
    links = (re.search(r"move=(\d+)", each[1]) if each else None for each in found)
    return [link[1] if link else None for link in links]


def laid(page: Page) -> list[str]:
    """Return how each tile of the round is drawn: `later`, `newest` or empty."""
    return [each.strip() for each in re.findall(r'class="replay-tile([^"]*)"', page.html)]


def test_every_move_that_counts_is_stepped_through_in_its_order(app: Flask, phone: Phone) -> None:
    path = start(app, *FIRST, ENDED, play("Bo", "6-6"))
    pages = [phone.open(path), *(phone.open(f"{path}?move={move}") for move in (4, 5, 6))]
    assert [shown(page) for page in pages] == ["1", "4", "5", "6"]
    assert [keys(page) for page in pages] == [
        ["1", None, "4", "6"],
        ["1", "1", "5", "6"],
        ["1", "4", "6", "6"],
        ["1", "5", None, "6"],
    ]
    assert shown(phone.open(f"{path}?move=2")) == "4"  # the entry after the one that was struck out
    assert shown(phone.open(f"{path}?move=99")) == "6"


def test_the_tiles_lie_as_they_were_laid_so_far(app: Flask, phone: Phone) -> None:
    path = start(app, *FIRST, ENDED)
    assert laid(phone.open(path)) == ["newest", "later"]
    assert laid(phone.open(f"{path}?move=4")) == ["", "newest"]
    assert laid(phone.open(f"{path}?move=5")) == ["", ""]


def test_a_move_says_why_it_scores_and_the_totals(app: Flask, phone: Phone) -> None:
    page = phone.open(start(app, *FIRST, ENDED, play("Bo", "6-6")))
    assert "5 + 0 = 5" in page.text
    assert "Anna +5 5" in page.text
    assert "Round 1 · 3 / 3" in page.text
    assert "6-6" not in page.text  # the lead of the next round


def test_where_the_tiles_are_not_known_the_open_ends_are_shown(app: Flask, phone: Phone) -> None:
    path = start(app, *SECOND)
    page = phone.open(path)
    assert laid(page) == []
    assert "open ends: 6, 6, 5" in page.html


def test_the_hands_are_shown_if_every_tile_of_them_is_known(app: Flask, phone: Phone) -> None:
    tiles = ["6-6", "6-5", "6-4", "6-3", "6-2", "6-1", "6-0"]
    left = {"Anna": ["5-5", "5-4", "5-3", "5-2", "5-1", "4-4"], "Bo": tiles[1:]}
    entries = [play("Anna", "5-0"), {"entry": "pass", "player": "Bo"}]
    known = {"entry": "round", "blocked": True, "hands": {**left, "Bo": [*tiles[1:], "4-3"]}}
    hands = re.findall(r'<p class="replay-hand">', phone.open(start(app, *entries, known, variant="block")).html)
    assert len(hands) == 2
    unknown = {"entry": "round", "blocked": True, "hands": {**left, "Bo": {"pips": 40}}}
    assert "replay-hand" not in phone.open(start(app, *entries, unknown, variant="block")).html


def test_a_match_of_which_nothing_is_written_yet_says_so(phone: Phone) -> None:
    assert "Nothing is written yet." in phone.open(f"{phone.new_match().path}/replay").text


def test_the_sheet_the_history_and_the_result_lead_to_the_replay(app: Flask, phone: Phone) -> None:
    won = {**ENDED, "hands": {"Anna": {"pips": 90}}}
    path = start(app, play("Anna", "5-0"), won, options={"target": 50})
    match = path.removesuffix("/replay")
    for page in (match, f"{match}/sheet", "/history"):
        assert f'href="{path}"' in phone.open(page).html


def test_the_last_moves_are_a_moving_picture_with_a_frame_for_each(app: Flask, phone: Phone) -> None:
    path = start(app, *FIRST, ENDED)
    assert f"{path}.webp?move=4" in phone.open(f"{path}?move=4").html
    answer = phone.client.get(f"{path}.webp?move=4")
    assert (answer.status_code, answer.mimetype) == (200, "image/webp")
    drawn, animation = cv2.imdecodeanimation(np.frombuffer(answer.data, np.uint8))
    assert (drawn, len(animation.frames), animation.frames[0].shape) == (True, 3, (HEIGHT, WIDTH, 4))
    assert not np.array_equal(animation.frames[0], animation.frames[1])
    again = phone.client.get(f"{path}.webp?move=4", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_a_replay_says_that_no_picture_can_be_drawn_in_arabic(app: Flask, phone: Phone) -> None:
    path = start(app, *FIRST, ENDED)
    assert not phone.open(path).has("no-picture")
    phone.client.set_cookie("language", "ar")
    page = phone.open(path)
    assert page.has("no-picture")
    assert not page.has("picture")


def test_there_is_no_moving_picture_where_nobody_knows_how_the_tiles_lay(app: Flask, phone: Phone) -> None:
    path = start(app, *SECOND)
    assert ".webp" not in phone.open(path).html
    assert phone.client.get(f"{path}.webp").status_code == 404
