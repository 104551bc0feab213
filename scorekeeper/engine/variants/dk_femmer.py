"""Femmerdomino: open ends and hands score if they make a multiple of five (docs/rules.md §4.2).

Source: the Danish rule sheet “Domino 6, regler til 11 dominospil”, Vennerød Forlag. Options A2, A12 and A13 are rules
that it does not specify. Each hand is rounded to the nearest five by itself, unlike in Spansk domino.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.engine.entries import RoundEnd, TileLaid
from scorekeeper.engine.layout.layout import Layout
from scorekeeper.engine.layout.models import Model
from scorekeeper.engine.options import Choice, Pick, Topic
from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.rules.claims import MUGGINS
from scorekeeper.engine.rules.danish import DOUBLES, NEXT_START, SOURCE, STAYS, TARGET, TIE, play_danish
from scorekeeper.engine.rules.drawing import DRAWING
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.goals import ToTarget
from scorekeeper.engine.rules.hand_rounding import add_up_rounded, take_rounded_off, write_rounded
from scorekeeper.engine.rules.hands import list_others
from scorekeeper.engine.rules.laying import EqualHalves, lay_tile
from scorekeeper.engine.rules.match_length import END_WHEN, EndWhen
from scorekeeper.engine.rules.menu import Chapter, LayoutShape
from scorekeeper.engine.rules.moves import Moves
from scorekeeper.engine.rules.points import add_up_ends, round_to_five, write_sum
from scorekeeper.engine.rules.score_as import FIVES
from scorekeeper.engine.rules.tiles_each import FIVE, NINE, SEVEN, SEVEN_OR_FIVE, SIX, choose_tiles_each
from scorekeeper.engine.rules.uncounted_points import EXACT_TARGET, NOTHING_NEEDED, choose_to_open
from scorekeeper.engine.rules.winner import WinnerScores, matters_tie
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text, Value
from scorekeeper.engine.tiles import End, Tile

SUBTRACTS_OWN = Pick(
    "blocked_subtract_own",
    N_("Winner's own tiles"),
    (
        Choice(False, N_("do not count"), N_("Who wins a blocked round scores the others' pips in full.")),
        Choice(
            True,
            N_("are subtracted"),
            N_("Who wins a blocked round subtracts their own pips, to the nearest five, from each other hand."),
        ),
    ),
    about=Topic.BLOCKED,
)
NONMATCHING_ALLOWED = Pick(
    "nonmatching_allowed",
    N_("A tile"),
    (
        Choice(False, N_("must match"), N_("A tile must match the end it is laid to.")),
        Choice(
            True,
            N_("may also make a five"),
            N_("A tile that does not match may be laid if the open ends then make a multiple of five."),
        ),
    ),
    about=Topic.LAYING,
)
TILES_EACH = choose_tiles_each(SEVEN_OR_FIVE, FIVE, SIX, SEVEN, NINE)
TO_OPEN = choose_to_open(
    NOTHING_NEEDED,
    Choice(
        10,
        N_("ten points at once"),
        N_("A side gets on the board with ten points or more at once; five points before that do not count."),
        "10",
    ),
)


@dataclass(frozen=True, slots=True)
class MatchOrMakeFive:
    """The rule that touching halves are equal, or the open ends then make a multiple of five (docs/rules.md A13)."""

    model: Model
    joins_equal: bool = False

    def facing(self, tile: Tile, pip: int) -> tuple[int, ...]:
        return EqualHalves(self.model).facing(tile, pip)

    def may_lie(self, tile: Tile, pip: int, join: int, ends: tuple[End, ...]) -> bool:
        """Return whether the half `join` is equal to the open `pip`, or the open `ends` make a multiple of five."""
        return join in self.facing(tile, pip) or add_up_ends(ends) % 5 == 0

    def lay(self, layout: Layout, play: TileLaid) -> Layout:
        """Return the layout after the move `play`.

        Raise RuleError `no_match` if the tile does not match and does not make the open ends a multiple of five.
        """
        try:
            return lay_tile(layout, play, self.facing)
        except RuleError as error:
            if [problem.key for problem in error.problems] != ["no_match"]:
                raise
            for join in play.tile.halves if play.join is None else (play.join,):
                after = layout.lay(play.tile, play.at, play.pip, join, play.short_end, lambda tile, pip: tile.halves)
                if add_up_ends(after.ends) % 5 == 0:
                    return after
            raise

    def wanted(self, pip: int) -> Text:
        return EqualHalves(self.model).wanted(pip)


@dataclass(frozen=True, slots=True)
class RoundedSingleHands:
    """The points of the winner for the other hands, each rounded to the nearest five.

    With `subtracts_own` the winner's own hand, rounded, is subtracted in a blocked round.
    """

    seating: Seating
    subtracts_own: bool

    def score(self, winner: str, ended: RoundEnd, pips: Mapping[str, int]) -> tuple[int, Text]:
        """Return the points of the side `winner` for the hands `pips`, by player, and the reason."""
        others = list_others(self.seating, winner)
        rounded = [round_to_five(pips[player]) for player in others]
        hands = write_rounded(others, pips)
        own = 0
        if self.subtracts_own and self.seating.partners:
            if ended.out is None:
                return take_rounded_off(hands, sum(rounded), self.seating.members(winner), pips)
        elif self.subtracts_own:
            own = round_to_five(pips[winner])
        if not own:
            return add_up_rounded(hands, rounded)
        points = sum(rounded) - own * len(rounded)
        terms = write_sum(each - own for each in rounded)
        values: dict[str, Value] = {"hands": hands, "terms": terms, "points": points, "own": own}
        message = N_("rounded to the nearest five: %(hands)s, each against %(own)s; %(terms)s = %(points)s")
        return points, Text(message, values)


def play(variant: Variant, seating: Seating) -> Game:
    """Return the Danish game Femmerdomino for the players and house rules of `seating`."""
    model = DOUBLES.at(seating)
    return play_danish(
        variant,
        seating,
        WinnerScores(seating, RoundedSingleHands(seating, SUBTRACTS_OWN.at(seating)).score, TIE.at(seating)),
        tiles_each=TILES_EACH,
        laying=MatchOrMakeFive(model) if NONMATCHING_ALLOWED.at(seating) else EqualHalves(model),
        moves=Moves(FIVES, may_claim=MUGGINS.at(seating)),
        goal=ToTarget(
            seating,
            TARGET.at(seating),
            at_once=END_WHEN.at(seating) is EndWhen.AT_ONCE,
            exact=EXACT_TARGET.at(seating),
            to_open=TO_OPEN.at(seating),
        ),
    )


VARIANT = Variant(
    key="dk_femmer",
    name="Femmerdomino",
    subtitle=N_("Danish fives"),
    summary=N_("Open ends that make a multiple of five score their sum, and so do the hands left. To 100."),
    source=SOURCE,
    play=play,
    chapter=Chapter.FIVES,
    shape=LayoutShape.FORK,
    partners="optional",
    ends_score=True,
    options=(
        *(TARGET, END_WHEN, TIE, SUBTRACTS_OWN, NONMATCHING_ALLOWED, DOUBLES, NEXT_START, TILES_EACH),
        *(DRAWING, STAYS, EXACT_TARGET, TO_OPEN, MUGGINS),
    ),
    can_matter=matters_tie,
    aliases=("Fives", "Femmer domino"),
    languages=("da",),
    menu_place=5,
)
