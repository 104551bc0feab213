"""Femmerdomino: open ends that make a multiple of five score their sum, and so do the hands left (docs/rules.md §4.2).

Source: the Danish rule sheet “Domino 6, regler til 11 dominospil”, Vennerød Forlag. Options A2, A12 and A13 are what it
leaves open. Each hand is rounded to the nearest five by itself, unlike in Spansk domino.
"""

from collections.abc import Mapping

from scorekeeper.engine.entries import RoundEnd, TileLaid
from scorekeeper.engine.games.claims import MUGGINS
from scorekeeper.engine.games.danish import DOUBLES, NEXT_START, STAYS, TARGET, TIE, Danish, list_others
from scorekeeper.engine.games.drawing import DRAWING
from scorekeeper.engine.games.game import Score
from scorekeeper.engine.games.hand_rounding import add_up_rounded, take_rounded_off, write_rounded
from scorekeeper.engine.games.menu import Chapter
from scorekeeper.engine.games.points import add_up_ends, round_to_five, write_sum
from scorekeeper.engine.games.score_as import ScoreAs, score_multiple
from scorekeeper.engine.games.tiles_each import FIVE, NINE, SEVEN, SEVEN_OR_FIVE, SIX, choose_tiles_each
from scorekeeper.engine.games.uncounted import EXACT_TARGET, NOTHING_NEEDED, choose_to_open
from scorekeeper.engine.layout.growing import Layout
from scorekeeper.engine.options import END_WHEN, Choice, Pick, Topic
from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.text import N_, Text, Value
from scorekeeper.engine.tiles import End, Tile


class Femmer(Danish):
    key = "dk_femmer"
    name = "Femmerdomino"
    subtitle = N_("Danish fives")
    summary = N_("Open ends that make a multiple of five score their sum, and so do the hands left. To 100.")
    chapter = Chapter.FIVES
    ends_score = True
    target = TARGET
    end_when = END_WHEN
    tie = TIE
    subtracts_own = Pick(
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
    nonmatching_allowed = Pick(
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
    doubles = DOUBLES
    next_start = NEXT_START
    tiles_each = choose_tiles_each(SEVEN_OR_FIVE, FIVE, SIX, SEVEN, NINE)
    drawing = DRAWING
    stays = STAYS
    exact_target = EXACT_TARGET
    to_open = choose_to_open(
        NOTHING_NEEDED,
        Choice(
            10,
            N_("ten points at once"),
            N_("A side gets on the board with ten points or more at once; five points before that do not count."),
            "10",
        ),
    )
    muggins = MUGGINS

    @property
    def joins_equal(self) -> bool:
        return not self.nonmatching_allowed

    def may_lie(self, tile: Tile, pip: int, join: int, ends: tuple[End, ...]) -> bool:
        matches = super().may_lie(tile, pip, join, ends)
        return matches or (self.nonmatching_allowed and add_up_ends(ends) % 5 == 0)

    def lay(self, layout: Layout, play: TileLaid) -> Layout:
        try:
            return super().lay(layout, play)
        except RuleError as error:
            unmatched = [problem.key for problem in error.problems] == ["no_match"]
            if not unmatched or not self.nonmatching_allowed:
                raise
            for join in play.tile.halves if play.join is None else (play.join,):
                after = layout.lay(play.tile, play.at, play.pip, join, play.short_end, lambda tile, pip: tile.halves)
                if add_up_ends(after.ends) % 5 == 0:
                    return after
            raise

    def score_ends(self, ends: tuple[End, ...], placed: End | None) -> Score:
        return score_multiple(ends, ScoreAs.PIPS)

    def score_hands(self, winner: str, ended: RoundEnd, pips: Mapping[str, int]) -> tuple[int, Text]:
        others = list_others(self.seating, winner)
        rounded = [round_to_five(pips[player]) for player in others]
        hands = write_rounded(others, pips)
        own = 0
        if self.subtracts_own and self.seating.partners:
            if ended.out is None:
                return take_rounded_off(hands, sum(rounded), self.seating.members(winner), pips)
        elif self.subtracts_own:
            own = round_to_five(pips[winner])
        points = sum(rounded) - own * len(rounded)
        if own:
            terms = write_sum(each - own for each in rounded)
            values: dict[str, Value] = {"hands": hands, "terms": terms, "points": points, "own": own}
            return points, Text(
                N_("rounded to the nearest five: %(hands)s, each against %(own)s; %(terms)s = %(points)s"), values
            )
        return add_up_rounded(hands, rounded)
