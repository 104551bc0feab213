"""Score a bid: it scores nothing itself, and stays on the sheet until the end of the round."""

from dataclasses import replace

from scorekeeper.engine.entries import Bid
from scorekeeper.engine.sheet.line import Line, Sheet
from scorekeeper.engine.sheet.totals import share_out_points


def score_bid(entry: Bid, sheet: Sheet, number: int) -> tuple[Sheet, Line]:
    """Return the sheet after a bid, and its line; `number` is that of the entry.

    Raise RuleError `bid_twice` if the round has a bid already, or what the game finds wrong with the bid.
    """
    bids = sheet.game.required_bids
    state = bids.add_bid(sheet.state, entry)
    bids.bidding.check_bid(entry, sheet.lead.player)
    why, nothing = bids.bidding.explain_bid(entry), share_out_points(sheet.seating, {})
    return replace(sheet, state=state), Line(number, entry, sheet.round, nothing, sheet.totals, why)
