"""Games of tricks: a bid is won, then tricks are played for it, and the bidders make it or are set."""

from dataclasses import dataclass, replace
from typing import Any, Protocol

from scorekeeper.engine.entries import Bid, Contract, RoundEnd, TricksPlayed
from scorekeeper.engine.problems import Findings
from scorekeeper.engine.rules.family import Family, FamilyRecord, Plain
from scorekeeper.engine.rules.leads import Lead
from scorekeeper.engine.rules.tricks import share_points
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import Text


class Bidding(Protocol):
    """What can be bid at a table."""

    @property
    def taken_counts(self) -> bool:
        """Whether it must be known how much was taken; else it is enough whether the bid was made."""

    @property
    def contracts_played(self) -> bool:
        """Whether special ways to play a bid can be chosen."""

    def list_points(self) -> range:
        """Return the bids in points."""

    def list_marks(self, contract: Contract | None = None) -> range:
        """Return the bids in marks; with a `contract` those for which it can be played."""

    def check_bid(self, bid: Bid, lead: str | None) -> None:
        """Raise RuleError for a bid that nobody can make in a round that `lead` led."""

    def explain_bid(self, bid: Bid) -> Text:
        """Return what the bidders need."""


@dataclass(frozen=True, slots=True)
class BidRecord:
    """The bid that a round is played for, once somebody has won it."""

    bid: Bid | None = None

    @property
    def begun(self) -> bool:
        return self.bid is not None


@dataclass(frozen=True, slots=True)
class Bids(Plain):
    """What games of tricks have on the sheet: the bid of the round, which its end is held against."""

    seating: Seating
    bidding: Bidding

    def start(self) -> BidRecord:
        return BidRecord()

    def begin(self, state: BidRecord, ended: RoundEnd) -> tuple[BidRecord, RoundEnd]:
        """Return the state, and the end of the round with its bid; raise RuleError where the tricks are missing."""
        self._check_tricks(ended)
        if state.bid is None:
            return state, ended
        return state, replace(ended, tricks=replace(ended.tricks or TricksPlayed(), bid=state.bid))

    def _check_tricks(self, ended: RoundEnd) -> None:
        findings, tricks = Findings(), ended.tricks or TricksPlayed()
        if ended.how != "tricks" or (not tricks.taken and (tricks.made is None or self.bidding.taken_counts)):
            findings.add("tricks_missing", "taken")
        if tricks.taken:
            with findings.at():
                share_points(self.seating, tricks.taken)
        findings.settle()

    def end(self, state: BidRecord) -> tuple[BidRecord, Lead | None]:
        return BidRecord(), None


def find_bid(state: FamilyRecord) -> Bid | None:
    """Return the bid that the round is played for; None where nobody has bid, or nobody bids at all."""
    return state.bid if isinstance(state, BidRecord) else None


def find_bids(family: Family[Any]) -> Bidding:
    """Return the rules of bidding; raise TypeError for a game without bids."""
    if not isinstance(family, Bids):
        raise TypeError("this game has no bids")
    return family.bidding
