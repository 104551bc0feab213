"""The small pictures of the games' layouts."""

import gzip
import re

from scorekeeper.engine.rules.menu import LayoutShape
from scorekeeper.web.views.menu import PICTURES, draw_layout, list_menu


def test_every_shape_has_a_picture_that_weighs_next_to_nothing() -> None:
    assert set(PICTURES) == set(LayoutShape)
    for written in PICTURES.values():
        drawn = draw_layout(written)
        assert len(gzip.compress("".join((drawn.tiles, drawn.dividers, drawn.pips)).encode())) <= 300


def test_a_picture_has_the_pips_that_are_written() -> None:
    drawn = draw_layout("0,5-64 20,0|30 0,16|")
    assert drawn.size == (30, 36)
    assert drawn.tiles == "M0 5h20v10h-20zM20 0h10v20h-10zM0 16h10v20h-10z"
    assert drawn.dividers == "M10 6v8M21 10h8"  # what is face down shows none
    assert len(re.findall("h0", drawn.pips)) == 6 + 4 + 3


def test_the_menu_has_every_chapter_in_its_order() -> None:
    chapters = [chapter.value for chapter, _ in list_menu()]
    assert chapters == [
        "In rounds",
        "Points for fives",
        "Latin games",
        "Trains",
        "Tricks",
        "Solitaire",
        "Your own games",
    ]
