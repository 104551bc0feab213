"""The score of a round of tricks: marks for a bid made or set, or the points taken (docs/rules.md §10.1).

A bid is *set* if its side did not make it.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.engine.entries import A_MARK, Bid, RoundEnd
from scorekeeper.engine.problems import refuse
from scorekeeper.engine.rules.bidding import find_tricks
from scorekeeper.engine.rules.scores import RoundScore
from scorekeeper.engine.rules.tricks import Share, share_points
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text, Value, counted


@dataclass(frozen=True, slots=True)
class BidResult:
    """The outcome of the `bid` of the side `bidders` against the side `others`: whether it was `made`.

    `shares` holds the points that each side took; it is empty if they were not entered.
    """

    bid: Bid
    bidders: str
    others: str
    made: bool
    shares: Mapping[str, Share]

    @property
    def winner(self) -> str:
        """The side that scores for the bid: the bidders if it was made, else the others."""
        return self.bidders if self.made else self.others

    @property
    def taken(self) -> Mapping[str, int]:
        """The points that each side took; empty if they were not entered."""
        return {side: share.points for side, share in self.shares.items()}

    @property
    def values(self) -> dict[str, Value]:
        """The values that every sentence about the result needs: the sides, the bid, and the points of the bidders."""
        named: dict[str, Value] = {"side": self.bidders, "others": self.others, "bid": self.bid.describe_bid()}
        return named | ({"taken": self.shares[self.bidders].describe()} if self.shares else {})

    def score(self, points: Mapping[str, int], why: Text) -> RoundScore:
        """Return the score of the round with these `points` by side and the reason `why`; `winner` won the round."""
        return RoundScore(points, (self.winner,), why, {}, taken=self.taken, made=self.made)


def judge_bid(seating: Seating, ended: RoundEnd) -> BidResult:
    """Return whether the bid of the round that `ended` was made, with the points that each side took.

    Raise RuleError `bid_missing` if there is no bid, or `bad_tricks` if the tricks contradict the entry that the bid
    was made or not.
    """
    tricks = find_tricks(ended)
    bid = tricks.bid
    if bid is None:
        raise refuse("bid_missing", "bid")
    bidders = seating.side_of(bid.player)
    others = next(side for side in seating.sides if side != bidders)
    shares = share_points(seating, tricks.taken) if tricks.taken else {}
    made = is_made(bid, shares[bidders].points) if shares else bool(tricks.made)
    if tricks.made not in (None, made):
        because = Text(N_("the bid was made with them") if made else N_("the bid was not made with them"))
        raise refuse("bad_tricks", "taken", because=because)
    return BidResult(bid, bidders, others, made, shares)


def is_made(bid: Bid, points: int) -> bool:
    """Return whether a bid is made if its side took this number of `points`.

    A bid is made with 0 points in Nello, with all 42 for a bid in marks, and otherwise with at least the points bid.
    """
    return points == 0 if bid.contract == "nello" else points >= bid.wanted


def score_marks(result: BidResult) -> RoundScore:
    """Return the score of a round played for marks.

    The side that wins scores the marks bid, or one for a bid in points. It is the bidders if they made the bid, else
    the other side.
    """
    marks = result.bid.in_marks or 1
    values = result.values | {"marks": counted("%(n)s mark", "%(n)s marks", marks)}
    if not result.shares:
        made, was_set = (
            N_("%(side)s bid %(bid)s and made it: %(marks)s"),
            N_("%(side)s bid %(bid)s and were set: %(marks)s for %(others)s"),
        )
    else:
        made, was_set = (
            N_("%(side)s bid %(bid)s and took %(taken)s: made, %(marks)s"),
            N_("%(side)s bid %(bid)s and took %(taken)s: set, %(marks)s for %(others)s"),
        )
    return result.score({result.winner: marks}, Text(made if result.made else was_set, values))


def score_points(result: BidResult) -> RoundScore:
    """Return the score of a round played for points.

    If the bid was made, both sides score the points they took. If it was set, only the other side scores: the points it
    took plus the bid.
    """
    if result.made:
        message = N_("%(side)s bid %(bid)s and took %(taken)s: made, both pairs score what they took")
        return result.score(result.taken, Text(message, result.values))
    taken = result.taken[result.others]
    on_top = A_MARK * result.bid.in_marks or result.bid.wanted
    values = result.values | {"theirs": taken, "on_top": on_top, "sum": taken + on_top}
    message = N_("%(side)s bid %(bid)s and took %(taken)s: set, %(theirs)s + %(on_top)s = %(sum)s for %(others)s")
    return result.score({result.others: taken + on_top}, Text(message, values))
