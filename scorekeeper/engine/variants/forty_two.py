"""Forty-two: two pairs bid for seven tricks with 42 points; the side that makes its bid scores (docs/rules.md §10.1).

Source: texas42.net, Austin 42, 42-online.com and tournament sheets, which disagree where there are options.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from scorekeeper.engine.entries import A_MARK, TRUMPS, Bid, Contract, RoundEnd, TricksTaken, Trump
from scorekeeper.engine.options import Choice, DefaultWith, Number, Pick, Topic
from scorekeeper.engine.problems import Findings
from scorekeeper.engine.rules.bid_scores import judge_bid, score_marks, score_points
from scorekeeper.engine.rules.bidding import AllTricks, Bids
from scorekeeper.engine.rules.dealing import Deal, Dealing
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.goals import ToTarget
from scorekeeper.engine.rules.leading import RotatingLead
from scorekeeper.engine.rules.leads import Lead, LeadSentences, find_heaviest_drawn
from scorekeeper.engine.rules.menu import Chapter, LayoutShape
from scorekeeper.engine.rules.scores import RoundScore
from scorekeeper.engine.rules.tricks import share_points
from scorekeeper.engine.rules.turns import OneTile
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text, counted

LEAST = 30  # the lowest bid in points
MOST_FIRST = 2  # the most marks of a first bid in marks; each later bid is one mark higher
EXACT_MARKS: dict[Contract | None, int] = {"splash": 3, "plunge": 4}


class Scoring(Enum):
    """What a round is worth: marks, or the points taken."""

    MARKS = "marks"
    POINTS = "points"


DRAWN = Lead(
    Text(N_("each draws a tile, who draws the most pips shuffles first")),
    rule="highest_drawn",
    find=find_heaviest_drawn,
)


SCORING = Pick(
    "scoring",
    N_("Counted in"),
    (
        Choice(
            Scoring.MARKS,
            N_("marks"),
            N_("Who makes a bid of points scores one mark, of marks so many; if it is set, the others score them."),
        ),
        Choice(
            Scoring.POINTS,
            N_("points"),
            N_("When a bid is made, both pairs score what they took; if it is set, the others score the bid too."),
        ),
    ),
    about=Topic.POINTS,
)
TARGET = Number(
    "target",
    N_("Target"),
    N_("The match goes to %(n)s marks."),
    7,
    offers=(7, 250),
    about=Topic.MATCH,
    default_with=DefaultWith("scoring", Scoring.POINTS.value, 250, N_("The match goes to %(n)s points.")),
)
CONTRACTS = Pick(
    "contracts",
    N_("Contracts"),
    (
        Choice(False, N_("none"), N_("Every bid is played straight, with trumps or without."), "straight"),
        Choice(
            True,
            N_("Nello, Sevens, Splash, Plunge"),
            N_("Nello, Sevens, Splash and Plunge can be bid in marks."),
            "all",
        ),
    ),
    about=Topic.LAYING,
)
ALL_PASS = Pick(
    "all_pass",
    N_("All pass"),
    (
        Choice(True, N_("who shuffled bids 30"), N_("When all others pass, who shuffled has to bid 30."), "forced"),
        Choice(
            False,
            N_("shuffle again"),
            N_("When all pass, nobody scores, and the same player shuffles again."),
            "reshake",
        ),
    ),
    about=Topic.LAYING,
)


SHUFFLES = LeadSentences(
    N_("%(player)s shuffles the first round"),
    N_("%(player)s shuffles, next after %(before)s"),
    N_("the next player shuffles, after whoever shuffled last"),
)


@dataclass(frozen=True, slots=True)
class FortyTwoBidding:
    """The bids that are possible in Forty-two.

    `taken_counts` says that the points taken must be entered, `contracts_played` that Nello, Sevens, Splash and Plunge
    can be bid, and `may_be_forced` that the player who shuffled must bid 30 if all others pass.
    """

    seating: Seating
    taken_counts: bool
    contracts_played: bool
    may_be_forced: bool
    each_takes: ClassVar[bool] = False
    trumps: ClassVar[tuple[Trump, ...]] = TRUMPS

    def list_points(self) -> range:
        """Return the bids in points: 30 to 41; a bid of 42 is one mark."""
        return range(LEAST, A_MARK)

    def list_marks(self, contract: Contract | None = None) -> range:
        """Return the bids in marks: from 1 up to the highest that four bids can reach, or those of a `contract`.

        Splash is bid for three marks and Plunge for four.
        """
        if contract in EXACT_MARKS:
            return range(EXACT_MARKS[contract], EXACT_MARKS[contract] + 1)
        # Each of the four players bids once, so three bids can follow the highest first bid, each a mark higher.
        return range(1, 3 + (max(EXACT_MARKS.values()) if self.contracts_played else MOST_FIRST) + 1)

    def check_bid(self, bid: Bid, lead: str | None) -> None:
        """Raise RuleError for a bid that is not possible, or a contract or forced bid that the table does not play.

        `lead` is the player who shuffled (None: not known); only that player can be forced to bid 30.
        """
        findings = Findings()
        if bid.contract is not None and not self.contracts_played:
            findings.add("option_off", "contract")
        if bid.points is not None and not bid.in_marks and not bid.contract:
            if bid.points not in self.list_points():
                findings.add("bad_bid", "points", wanted=Text(N_("30 to 41 points, or marks")))
        elif bid.in_marks not in (marks := self.list_marks(bid.contract)):
            wanted = counted("%(n)s mark", "%(n)s marks", marks.stop - 1)
            if len(marks) > 1:
                wanted = counted(
                    "%(least)s to %(n)s mark", "%(least)s to %(n)s marks", marks.stop - 1, {"least": marks.start}
                )
            findings.add("bad_bid", "points", wanted=wanted)
        if bid.forced and not self.may_be_forced:
            findings.add("option_off", "forced")
        elif bid.forced and (bid.points != LEAST or lead not in (None, bid.player)):
            findings.add("not_forced", "forced")
        findings.settle()

    def check_taken(self, taken: tuple[tuple[str, TricksTaken], ...]) -> None:
        """Raise RuleError `bad_tricks` for points, tricks and count tiles that the sides cannot have `taken`."""
        share_points(self.seating, taken)

    def explain_bid(self, bid: Bid) -> Text:
        """Return a sentence for what the bidding side needs, with the trump if it was entered."""
        side = self.seating.side_of(bid.player)
        if bid.contract == "nello":
            need = Text(N_("%(side)s may not take a trick"), {"side": side})
        elif bid.in_marks:
            need = Text(N_("%(side)s need every trick"), {"side": side})
        else:
            need = Text(N_("%(side)s need %(points)s of 42 points"), {"side": side, "points": bid.wanted})
        trump = bid.describe_trump()
        return Text(N_("%(need)s; %(trump)s"), {"need": need, "trump": trump}) if trump else need


@dataclass(frozen=True, slots=True)
class Tricks(AllTricks):
    """Rounds that compare the tricks with the bid and are worth marks or, with `in_points`, the points taken."""

    in_points: bool

    def score(self, ended: RoundEnd, pips: Mapping[str, int], lead: str | None) -> RoundScore:
        """Return the score of a round from its bid and tricks; pips left and the lead do not count.

        Raise RuleError if the bid or the tricks are not possible.
        """
        return (score_points if self.in_points else score_marks)(judge_bid(self.seating, ended))


def play(variant: Variant, seating: Seating) -> Game:
    """Return the game Forty-two for the four players and the house rules of `seating`."""
    deal, in_points = Deal(7, 0, never_drawn=0), SCORING.at(seating) is Scoring.POINTS
    bids = Bids(seating, FortyTwoBidding(seating, in_points, CONTRACTS.at(seating), ALL_PASS.at(seating)))
    return Game(
        variant=variant,
        seating=seating,
        dealing=Dealing(6, deal),
        leading=RotatingLead(seating, DRAWN, asks_leader=False, sentences=SHUFFLES),
        turns=OneTile(deal),
        rounds=Tricks(seating, in_points),
        goal=ToTarget(seating, TARGET.at(seating)),
        family=bids,
        bids=bids,
    )


VARIANT = Variant(
    key="forty_two",
    name="Forty-two",
    source="texas42.net, Austin 42, 42-online.com",
    subtitle=N_("Tricks, trumps and bids in pairs"),
    summary=N_("Four in pairs bid for seven tricks with 42 points in them. Who makes the bid scores, to 7 marks."),
    play=play,
    chapter=Chapter.TRICKS,
    shape=LayoutShape.TRICK,
    takes=frozenset({"bid", "round"}),
    fewest_players=4,
    partners="always_with_four",
    options=(SCORING, TARGET, CONTRACTS, ALL_PASS),
    aliases=("42", "Texas 42", "Forty two"),
    languages=("en",),
    menu_place=28,
)
