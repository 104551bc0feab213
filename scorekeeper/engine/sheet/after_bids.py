"""What a bid does to a sheet: nothing but the family of its game keeps it."""

from dataclasses import replace

from scorekeeper.engine.entries import Bid
from scorekeeper.engine.problems import refuse
from scorekeeper.engine.rules.bidding import BidRecord, find_bid, find_bids
from scorekeeper.engine.sheet.line import Line, Sheet
from scorekeeper.engine.sheet.totals import share_out_points


def score_bid(entry: Bid, sheet: Sheet, number: int) -> tuple[Sheet, Line]:
    """What a side has bid before the tricks."""
    game = find_bids(sheet.game.family)
    if find_bid(sheet.state) is not None:
        raise refuse("bid_twice")
    game.check_bid(entry, sheet.lead.player)
    why, nothing = game.explain_bid(entry), share_out_points(sheet.seating, {})
    return replace(sheet, state=BidRecord(entry)), Line(number, entry, sheet.round, nothing, sheet.totals, why)
