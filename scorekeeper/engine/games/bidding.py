"""Games of tricks: a bid is won, then tricks are played for it, and the bidders make it or are set."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Protocol

from scorekeeper.engine.entries import Bid, Contract, RoundEnd
from scorekeeper.engine.games.family import Family, FamilyRecord
from scorekeeper.engine.games.leads import Lead
from scorekeeper.engine.games.tricks import share_points
from scorekeeper.engine.problems import Findings, Problem
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import Text
from scorekeeper.engine.tiles import Tile


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
class Bids:
    """What games of tricks have on the sheet: the bid of the round, which its end is held against."""

    seating: Seating
    bidding: Bidding
    numbered: ClassVar[bool] = False

    def start(self) -> BidRecord:
        return BidRecord()

    def begin(self, state: BidRecord, ended: RoundEnd) -> tuple[BidRecord, RoundEnd]:
        return state, replace(ended, bid=state.bid) if state.bid else ended

    def check(self, ended: RoundEnd) -> None:
        findings = Findings()
        if ended.how != "tricks" or (not ended.taken and (ended.made is None or self.bidding.taken_counts)):
            findings.add("tricks_missing", "taken")
        if ended.taken:
            with findings.at():
                share_points(self.seating, ended.taken)
        findings.settle()

    def list_lying(self, state: BidRecord) -> frozenset[Tile]:
        return frozenset()

    def find_doubts(self, state: BidRecord, ended: RoundEnd) -> tuple[Problem, ...] | None:
        return None

    def end(self, state: BidRecord) -> tuple[BidRecord, Lead | None]:
        return BidRecord(), None

    def list_numbers(self, state: BidRecord) -> tuple[int, ...]:
        return ()


def find_bid(state: FamilyRecord) -> Bid | None:
    """Return the bid that the round is played for; None where nobody has bid, or nobody bids at all."""
    return state.bid if isinstance(state, BidRecord) else None


def find_bids(family: Family[Any]) -> Bidding:
    """Return the rules of bidding; raise TypeError for a game without bids."""
    if not isinstance(family, Bids):
        raise TypeError("this game has no bids")
    return family.bidding
