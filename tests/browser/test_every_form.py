"""A match with each kind of form is tapped through on a phone, from the set-up to the winner."""

import pytest
from flask import Flask

from scorekeeper.play.scoring.writing import start_match
from tests.browser.devices import Devices
from tests.browser.tables import PhoneTable
from tests.long import mark_slow
from tests.played.games import FIVE, GAMES

FORMS = {
    "spansk": "pairs, a spinner, tiles and open ends",
    "dk_syver": "a line, halves that make seven",
    "dk_to_ens": "the end just laid, hints",
    "dk_blinde": "only who was first, tiles counted",
    "latin_partner": "bonuses, passes, who locked",
    "fives_threes": "pairs that play on, one tap for the last tile",
    "forty_two": "bids and tricks",
    "moon": "the tricks of each of three",
    "mexican_train": "trains, a double-twelve set",
    "penalty_pad": "penalties, five players",
    "own": "the family's own game",
    "dk_tolveren": "a solitaire whose tiles are picked",
    "dk_bingo": "a solitaire whose row is typed",
}
SOON = ("spansk", "forty_two", "mexican_train")


@pytest.mark.parametrize("key", [*SOON, *mark_slow(*(key for key in FORMS if key not in SOON))])
def test_a_match_is_tapped_from_the_set_up_to_its_winner(app: Flask, devices: Devices, key: str) -> None:
    start_match(app.extensions["scorekeeper"], "dk_blinde", FIVE)
    GAMES[key](PhoneTable(devices.open("/new")))
