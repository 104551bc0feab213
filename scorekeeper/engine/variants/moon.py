"""Moon: three players bid for seven tricks; who makes the bid scores the tricks, or 21 for all of them (§10.5).

Sources: pagat.com, dominorules.com, gamerules.com and domino-play.com, which disagree where there are options.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from scorekeeper.engine.entries import NO_TRUMPS, TRUMPS, Bid, Contract, RoundEnd, TricksTaken, Trump
from scorekeeper.engine.options import Choice, Pick, Topic
from scorekeeper.engine.problems import Findings, refuse
from scorekeeper.engine.rules.bidding import AllTricks, Bids, find_tricks
from scorekeeper.engine.rules.dealing import Deal, Dealing
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.goals import Totals, ToTarget
from scorekeeper.engine.rules.leading import RotatingLead
from scorekeeper.engine.rules.leads import Lead, LeadSentences, find_heaviest_drawn
from scorekeeper.engine.rules.match_length import choose_target
from scorekeeper.engine.rules.menu import Chapter, LayoutShape
from scorekeeper.engine.rules.scores import RoundScore
from scorekeeper.engine.rules.tricks import TRICKS, share_tricks
from scorekeeper.engine.rules.turns import OneTile
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text, Value
from scorekeeper.engine.tiles import Tile

LEAST, MOON = 4, 21
BLANKS = frozenset(Tile(pip, 0) for pip in range(1, 7))  # taken out of the set, which keeps the 0-0

DRAWN = Lead(
    Text(N_("each draws a tile, who draws the most pips bids first")), rule="highest_drawn", find=find_heaviest_drawn
)
BIDS_FIRST = LeadSentences(
    N_("%(player)s bids first in the first round"),
    N_("%(player)s bids first, next after %(before)s"),
    N_("the next player bids first, after whoever did so last"),
)
TARGET = choose_target(21, offers=(21, 42))
SET_GIVES = Pick(
    "set_gives",
    N_("A bid that is not made"),
    (
        Choice(False, N_("costs the bidder as much"), N_("Who is set loses as many points as the bid."), "minus_bid"),
        Choice(
            True,
            N_("goes to the others"),
            N_("When a bid is set, each of the others scores it on top of their tricks, and the bidder nothing."),
            "to_others",
        ),
    ),
    about=Topic.OUT,
)
MOON_WINS = Pick(
    "moon_made",
    N_("All seven tricks, bid as 21"),
    (
        Choice(False, N_("score 21 points"), N_("A bid of 21 that is made scores 21 points."), "points"),
        Choice(True, N_("win the match"), N_("A bid of 21 that is made wins the match."), "wins"),
    ),
    about=Topic.MATCH,
)
ALL_PASS = Pick(
    "all_pass",
    N_("All pass"),
    (
        Choice(False, N_("deal again"), N_("When all pass, nobody scores, and all deal again."), "redeal"),
        Choice(True, N_("who bids last bids 4"), N_("When both others pass, who bids last has to bid 4."), "forced"),
    ),
    about=Topic.LAYING,
)


@dataclass(frozen=True, slots=True)
class MoonBidding:
    """The bids that are possible in Moon: four to seven tricks, or 21 for all seven.

    `may_be_forced` says that the player who bids last must bid four if both others pass.
    """

    seating: Seating
    may_be_forced: bool
    taken_counts: ClassVar[bool] = True
    contracts_played: ClassVar[bool] = False
    each_takes: ClassVar[bool] = True
    trumps: ClassVar[tuple[Trump, ...]] = (*TRUMPS[:7], NO_TRUMPS)

    def list_points(self) -> tuple[int, ...]:
        """Return the bids: 4 to 7, and 21."""
        return (*range(LEAST, TRICKS + 1), MOON)

    def list_marks(self, contract: Contract | None = None) -> range:
        """Return an empty range, since no bids are made in marks."""
        return range(0)

    def check_bid(self, bid: Bid, lead: str | None) -> None:
        """Raise RuleError for a bid that is not possible; `lead` is the player who bids first (None: not known)."""
        findings = Findings()
        if bid.points not in self.list_points():
            findings.add("bad_bid", "points", wanted=Text(N_("4 to 7, or 21")))
        if bid.contract is not None:
            findings.add("option_off", "contract")
        if bid.forced and not self.may_be_forced:
            findings.add("option_off", "forced")
        elif bid.forced and (bid.points != LEAST or (lead and bid.player != self.seating.from_lead(lead)[-1])):
            findings.add("not_forced", "forced")
        findings.settle()

    def check_taken(self, taken: tuple[tuple[str, TricksTaken], ...]) -> None:
        """Raise RuleError `bad_tricks` if the tricks `taken` by the players are not seven together."""
        share_tricks(self.seating, taken)

    def explain_bid(self, bid: Bid) -> Text:
        """Return a sentence for what the bidder needs, with the trump if it was entered."""
        wanted = min(bid.points or 0, TRICKS)
        values: dict[str, Value] = {"player": bid.player}
        need = Text(N_("%(player)s needs every trick"), values)
        if wanted < TRICKS:
            need = Text(N_("%(player)s needs %(tricks)s of 7 tricks"), {**values, "tricks": wanted})
        trump = bid.describe_trump()
        return Text(N_("%(need)s; %(trump)s"), {"need": need, "trump": trump}) if trump else need


@dataclass(frozen=True, slots=True)
class MoonRounds(AllTricks):
    """Rounds in which each trick is a point, and the bidder scores by the bid.

    With `to_others` the points of a bid that is not made go to each of the other players; otherwise the bidder loses
    them. With `moon_wins` a bid of 21 that is made wins the match.
    """

    to_others: bool
    moon_wins: bool

    def score(self, ended: RoundEnd, pips: Mapping[str, int], lead: str | None) -> RoundScore:
        """Return the score of a round by its bid; raise RuleError if the bid is missing or the tricks contradict it."""
        tricks = find_tricks(ended)
        if tricks.bid is None:
            raise refuse("bid_missing", "bid")
        bidder, bid = tricks.bid.player, tricks.bid.points or 0
        taken = share_tricks(self.seating, tricks.taken)
        made = taken[bidder] >= min(bid, TRICKS)
        if tricks.made not in (None, made):
            because = Text(N_("the bid was made with them") if made else N_("the bid was not made with them"))
            raise refuse("bad_tricks", "taken", because=because)
        points = dict(taken)
        if made:
            points[bidder] = MOON if bid == MOON else taken[bidder]
        else:
            points = {player: tricks + bid * self.to_others for player, tricks in taken.items()}
            points[bidder] = 0 if self.to_others else -bid
        others = [player for player in self.seating.from_lead(bidder) if player != bidder]
        tricks_each = [f"{player} {taken[player]}" for player in others]
        values: dict[str, Value] = {"player": bidder, "bid": bid, "taken": taken[bidder], "points": points[bidder]}
        if made:
            message = N_("%(player)s bid %(bid)s and took %(taken)s: made, %(points)s; %(others)s")
        elif self.to_others:
            tricks_each = [f"{player} {taken[player]} + {bid} = {points[player]}" for player in others]
            message = N_("%(player)s bid %(bid)s and took %(taken)s: set; %(others)s")
        else:
            message = N_("%(player)s bid %(bid)s and took %(taken)s: set, −%(bid)s; %(others)s")
        values["others"] = ", ".join(tricks_each)
        score = RoundScore(points, (bidder,) if made else (), Text(message, values), {}, taken=taken, made=made)
        return replace(score, takes_match=made and bid == MOON and self.moon_wins)


@dataclass(frozen=True, slots=True)
class BidderFirst(ToTarget):
    """The goal of matches in which a bidder who makes the bid and reaches the target wins, even with fewer points."""

    def count_round(self, totals: Totals, score: RoundScore) -> RoundScore:
        """Return `score`, with `takes_match` set if its winner reaches the target."""
        reached = any(totals[side] + score.points[side] >= self.target for side in score.winners)
        return replace(score, takes_match=score.takes_match or reached)


def play(variant: Variant, seating: Seating) -> Game:
    """Return the game Moon for the three players and the house rules of `seating`."""
    deal, bids = Deal(7, 1, never_drawn=0), Bids(seating, MoonBidding(seating, ALL_PASS.at(seating)))
    return Game(
        variant=variant,
        seating=seating,
        dealing=Dealing(6, deal, removed=BLANKS),
        leading=RotatingLead(seating, DRAWN, asks_leader=False, sentences=BIDS_FIRST),
        turns=OneTile(deal),
        rounds=MoonRounds(seating, SET_GIVES.at(seating), MOON_WINS.at(seating)),
        goal=BidderFirst(seating, TARGET.at(seating)),
        family=bids,
        bids=bids,
    )


VARIANT = Variant(
    key="moon",
    name="Moon",
    source="pagat.com, dominorules.com, gamerules.com: Moon",
    subtitle=N_("Tricks, trumps and bids for three"),
    summary=N_("Three bid for seven tricks, or for all of them as 21. Each trick is a point, to 21."),
    play=play,
    find_removed=lambda seating: BLANKS,
    chapter=Chapter.TRICKS,
    shape=LayoutShape.TRICK,
    takes=frozenset({"bid", "round"}),
    fewest_players=3,
    most_players=3,
    options=(TARGET, SET_GIVES, MOON_WINS, ALL_PASS),
    aliases=("Shoot the moon", "Shooting the moon", "Texas moon", "Widow"),
    languages=("en",),
    menu_place=38,
)
