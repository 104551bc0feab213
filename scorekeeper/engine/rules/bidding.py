"""Games of tricks: a side wins the bidding, all tricks are played, and the side makes its bid or is set."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Protocol

from scorekeeper.engine.entries import Bid, Contract, FamilyFacts, RoundEnd, TricksPlayed, TricksTaken, Trump
from scorekeeper.engine.problems import Findings, refuse
from scorekeeper.engine.rules.family import Plain
from scorekeeper.engine.rules.leads import Lead
from scorekeeper.engine.rules.rounds import AllHands, HandsCounted
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import Text


class Bidding(Protocol):
    """The bids that are possible at a table."""

    @property
    def taken_counts(self) -> bool:
        """Whether the points that each side took must be entered.

        Otherwise it is enough to enter whether the bid was made.
        """

    @property
    def contracts_played(self) -> bool:
        """Whether the table plays contracts, the special ways to play a bid in marks, e.g. Nello."""

    @property
    def each_takes(self) -> bool:
        """Whether the tricks of each player are entered; otherwise those of each side, with its count tiles."""

    @property
    def trumps(self) -> tuple[Trump, ...]:
        """The trumps that can be named."""

    def list_points(self) -> Sequence[int]:
        """Return the bids in points that are possible, e.g. 30 to 41."""

    def list_marks(self, contract: Contract | None = None) -> range:
        """Return the possible bids in marks; with a `contract`, only those with which it can be played."""

    def check_bid(self, bid: Bid, lead: str | None) -> None:
        """Raise RuleError if the bid is not possible in a round that is led by `lead` (None: not known)."""

    def check_taken(self, taken: tuple[tuple[str, TricksTaken], ...]) -> None:
        """Raise RuleError `bad_tricks` for tricks that cannot be `taken`, by player."""

    def explain_bid(self, bid: Bid) -> Text:
        """Return a sentence that says what the bidders need to make the bid."""


@dataclass(frozen=True, slots=True)
class BidRecord:
    """The bid of the current round; None until a player has won the bidding."""

    bid: Bid | None = None

    @property
    def begun(self) -> bool:
        """Whether the round has its bid."""
        return self.bid is not None


@dataclass(frozen=True, slots=True)
class Bids(Plain):
    """The data that a game of tricks stores on the sheet in addition to the lines: the bid of the round."""

    seating: Seating
    bidding: Bidding
    facts: ClassVar[type[FamilyFacts] | None] = TricksPlayed

    def start(self) -> BidRecord:
        """Return the record of a round without a bid."""
        return BidRecord()

    def find_bid(self, state: BidRecord) -> Bid | None:
        """Return the bid for which the round is played; None if nobody has won the bidding yet."""
        return state.bid

    def add_bid(self, state: BidRecord, bid: Bid) -> BidRecord:
        """Return the record of the round with `bid`; raise RuleError `bid_twice` if the round has one already."""
        if state.bid is not None:
            raise refuse("bid_twice")
        return replace(state, bid=bid)

    def begin(self, state: BidRecord, ended: RoundEnd) -> tuple[BidRecord, RoundEnd]:
        """Return the state, and the end of the round with the bid of `state` filled in.

        Raise RuleError if the tricks are missing or impossible.
        """
        self._check_tricks(ended)
        if state.bid is None:
            return state, ended
        tricks = find_tricks(ended)
        others = (facts for facts in ended.facts if facts is not tricks)
        return state, replace(ended, facts=(*others, replace(tricks, bid=state.bid)))

    def _check_tricks(self, ended: RoundEnd) -> None:
        """Raise RuleError if the round has no tricks, or tricks that no round can have."""
        findings, tricks = Findings(), find_tricks(ended)
        if ended.how != TricksPlayed.how or (not tricks.taken and (tricks.made is None or self.bidding.taken_counts)):
            findings.add("tricks_missing", "taken")
        if tricks.taken:
            with findings.at():
                self.bidding.check_taken(tricks.taken)
        findings.settle()

    def end(self, state: BidRecord) -> tuple[BidRecord, Lead | None]:
        """Return the record of the next round, without a bid, and None, since it does not decide who leads."""
        return BidRecord(), None


@dataclass(frozen=True, slots=True)
class AllTricks(AllHands):
    """The base of rounds that end when all tricks have been played, so that no hands count."""

    nobody_out: ClassVar[str] = TricksPlayed.how

    @property
    def hands(self) -> HandsCounted:
        return HandsCounted(self.seating, "none", "none")


def find_tricks(ended: RoundEnd) -> TricksPlayed:
    """Return the tricks entered for the round that `ended`; without any, an object with no tricks."""
    return ended.find_facts(TricksPlayed) or TricksPlayed()
