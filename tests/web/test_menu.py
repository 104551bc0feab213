"""The small pictures of the games' layouts in the menu."""

import gzip
import re

import pytest

from scorekeeper.engine.rules.menu import LayoutShape
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.web.views.menu import PICTURES, arrange_menu, draw_layout, list_menu
from tests.web.pages import Phone


def test_every_shape_has_a_picture_that_weighs_next_to_nothing() -> None:
    assert set(PICTURES) == set(LayoutShape)
    for written in PICTURES.values():
        drawn = draw_layout(written)
        assert len(gzip.compress("".join((drawn.tiles, drawn.dividers, drawn.pips)).encode())) <= 300


def test_a_picture_has_the_pips_that_are_written() -> None:
    drawn = draw_layout("0,5-64 20,0|30 0,16|")
    assert drawn.size == (30, 36)
    assert drawn.tiles == "M0 5h20v10h-20zM20 0h10v20h-10zM0 16h10v20h-10z"
    assert drawn.dividers == "M10 6v8M21 10h8"  # a tile that lies face down has no divider
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


def test_the_menu_begins_with_what_was_played_last_and_the_games_of_the_language() -> None:
    menu = arrange_menu(("mexican_train", "own", "spansk"), "es")
    assert [game.variant.key for game in menu[0].games] == ["mexican_train", "spansk"]
    assert [game.variant.key for game in menu[1].games] == ["latin_partner", "cuban_d9", "oriente"]
    listed = [game.variant.key for section in menu for game in section.games]
    assert sorted(listed) == sorted(VARIANTS)


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        *(("Mexicano", "mexican_train"), ("Capicúa", "latin_partner"), ("42", "forty_two"), ("Fives", "muggins")),
        *(("Lá e lô", "batida"), ("Zapatero", "oriente"), ("Shoot the moon", "moon")),
    ],
)
def test_a_game_is_found_by_another_name(phone: Phone, typed: str, key: str) -> None:
    page = phone.open("/new").html
    names = re.search(r'data-names="([^"]*)"><button class="game" id="game-' + key, page)
    assert names is not None
    assert typed in names[1]


def test_a_spanish_phone_reads_a_spanish_name_of_its_own_game_before_all_others(phone: Phone) -> None:
    phone.client.set_cookie("language", "es")
    page = phone.open("/new").text
    assert "Dominó (pairs)" not in page
    assert page.index("Dominó por parejas") < page.index("Spansk domino", page.index("De España y América"))
