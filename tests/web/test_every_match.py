"""Every game is played from the set-up to its end by sending the forms of the pages."""

import pytest
from flask import Flask

from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.scoring.writing import start_match
from tests.played.games import FIVE, GAMES
from tests.web.forms import FormTable
from tests.web.pages import Phone


@pytest.mark.parametrize("key", VARIANTS)
def test_a_match_is_played_from_the_set_up_to_its_winner(app: Flask, phone: Phone, key: str) -> None:
    start_match(app.extensions["scorekeeper"], "dk_blinde", FIVE)
    GAMES[key](FormTable(phone.client, "/new"))
