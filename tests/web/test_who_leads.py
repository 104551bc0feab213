"""The pad and the board say who leads and whose turn it is, in every game."""

import pytest
from flask import Flask

from scorekeeper.engine.text import say
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.scoring.writing import add_entry, start_match
from tests.played.table import of_class
from tests.web.forms import FormTable
from tests.web.pages import Phone

FOUR = ("Anna", "Bo", "Carl", "Dora")
ON_BOARD = f"//*[{of_class('big-lead')}]"


@pytest.mark.parametrize("key", [key for key, variant in VARIANTS.items() if "round" in variant.takes])
def test_pad_and_board_say_who_leads_before_and_after_a_round(app: Flask, phone: Phone, key: str) -> None:
    store, variant = app.extensions["scorekeeper"], VARIANTS[key]
    players = FOUR[: variant.most_players]
    match = start_match(store, key, players, None, players[1])
    pad = FormTable(phone.client, f"/m/{match.id}")
    board = FormTable(phone.client, f"/m/{match.id}/board")
    bids = "bid" in variant.takes
    first = {"forty_two": "Bo shuffles the first round", "moon": "Bo bids first in the first round"}.get(
        key, "Bo leads the first round"
    )
    assert first in pad.lead
    assert first in board.text(ON_BOARD)
    hands = {player: {"tiles": 1, "pips": pips} for player, pips in zip(players[1:], (7, 8, 9), strict=False)}
    ended: dict[str, object] = {"entry": "round", "out": players[0], "hands": hands}
    if bids:
        bid = {"entry": "bid", "player": players[0], "points": 5 if key == "moon" else 31}
        match, ended = add_entry(store, match.id, bid, match.seen, "bid"), {"entry": "round", "made": True}
        if key == "moon":
            ended = {"entry": "round", "taken": {players[0]: {"tricks": 5}, players[1]: {"tricks": 1}}}
    match = add_entry(store, match.id, ended, match.seen, "round")
    if match.sheet.over:
        return
    reason = str(say(match.sheet.lead.why))
    pad.open(f"/m/{match.id}")
    board.open(f"/m/{match.id}/board")
    assert pad.text(f"//*[{of_class('next-lead')}]").lower() == reason.lower()
    assert board.text(ON_BOARD).lower() == reason.lower()
    if variant.moves_score or bids:
        pad.tap("#deal")
        assert pad.count(f"//*[{of_class('tabs')}]") == 1
    asked = match.sheet.lead.player is None and match.sheet.game.leading.asks_leader
    assert pad.count("#tab-lead") == int(asked)
