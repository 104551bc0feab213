"""Games of tricks: a bid is won, then tricks are played for it, and the bidders make it or are set."""

from abc import abstractmethod

from scorekeeper.engine.entries import Bid, Contract, RoundEnd
from scorekeeper.engine.games.menu import Chapter, LayoutShape
from scorekeeper.engine.games.round_game import CountedHands, RoundGame
from scorekeeper.engine.games.tricks import share_points
from scorekeeper.engine.problems import Findings
from scorekeeper.engine.text import Text


class BiddingGame(RoundGame):
    """The base of Forty-two: nothing is laid out, no hand is left, and a round is written as its bid and its end."""

    chapter = Chapter.TRICKS
    shape = LayoutShape.TRICK
    takes = frozenset({"bid", "round"})
    partners = "always_with_four"
    finds_lead = False
    nobody_out = "tricks"

    @property
    def counted_when_out(self) -> CountedHands:
        return "none"

    @property
    def counted_when_blocked(self) -> CountedHands:
        return "none"

    @property
    @abstractmethod
    def taken_counts(self) -> bool:
        """Whether it must be known how much was taken: else it is enough whether the bid was made."""

    @property
    @abstractmethod
    def contracts_played(self) -> bool:
        """Whether special ways to play a bid can be chosen."""

    @abstractmethod
    def list_points(self) -> range:
        """The bids in points."""

    @abstractmethod
    def list_marks(self, contract: Contract | None = None) -> range:
        """The bids in marks, of a `contract` those for which it can be played."""

    @abstractmethod
    def check_bid(self, bid: Bid, lead: str | None) -> None:
        """Raise RuleError for a bid that nobody can make in a round that `lead` led."""

    @abstractmethod
    def explain_bid(self, bid: Bid) -> Text:
        """What the bidders need."""

    def check_round(self, ended: RoundEnd) -> None:
        findings = Findings()
        with findings.at():
            super().check_round(ended)
        if ended.how != "tricks" or (not ended.taken and (ended.made is None or self.taken_counts)):
            findings.add("tricks_missing", "taken")
        if ended.taken:
            with findings.at():
                share_points(self.seating, ended.taken)
        findings.settle()
