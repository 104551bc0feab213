"""Fives and Threes: the two ends score the threes and the fives in their sum, to 61 exactly (docs/rules.md §8.4).

Source: gambiter.com, Fives and Threes; the rules of the Teesdale league. Going out is one score with the last tile.
"""

from collections.abc import Mapping
from dataclasses import replace

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.games.drawing import NOBODY_DRAWS
from scorekeeper.engine.games.game import Deal, RoundScore, Score
from scorekeeper.engine.games.going_out import add_out_points
from scorekeeper.engine.games.hands import Won, tell_round
from scorekeeper.engine.games.in_play import score_threes_and_fives
from scorekeeper.engine.games.leads import HIGHEST_DRAWN
from scorekeeper.engine.games.menu import Chapter
from scorekeeper.engine.games.points import count_points
from scorekeeper.engine.games.round_game import CountedHands, RoundGame
from scorekeeper.engine.games.tiles_each import SEVEN_OR_FIVE, TilesEach, choose_tiles_each
from scorekeeper.engine.games.uncounted import EXACT_USUALLY
from scorekeeper.engine.options import Choice, Matters, Number, Pick, Topic
from scorekeeper.engine.text import N_, Text
from scorekeeper.engine.tiles import End


class FivesAndThrees(RoundGame):
    key = "fives_threes"
    name = "Fives and Threes"
    source = "gambiter.com: Fives and Threes"
    subtitle = N_("British: every three and every five counts")
    summary = N_("A point for each three and for each five in the two open ends, one for going out. To 61, exactly.")
    chapter = Chapter.FIVES
    partners = "optional"
    ends_score = True
    asks_last = True
    lead_rule = HIGHEST_DRAWN
    target = Number(
        "target", N_("Target"), N_("The match goes to %(n)s points."), 61, offers=(31, 61, 121), about=Topic.MATCH
    )
    exact_target = EXACT_USUALLY
    tiles_each = choose_tiles_each(
        replace(SEVEN_OR_FIVE, written="7_5"),
        Choice(
            TilesEach(9, 6),
            N_("nine with two players, else six"),
            N_("Two players draw nine tiles each, more players six."),
            "9_6",
        ),
    )
    pair_out = Pick(
        "pair_out",
        N_("A round of pairs ends"),
        (
            Choice(
                True,
                N_("when both of a pair are out"),
                N_("In pairs a round goes on until both of a pair are out; that pair scores the point."),
                "both",
            ),
            Choice(
                False,
                N_("when the first player is out"),
                N_("In pairs, too, the first player who is out ends the round."),
                "first",
            ),
        ),
        Matters(pairs=True),
        Topic.PAIRS,
    )

    @property
    def deal(self) -> Deal:
        return self.tiles_each.deal(len(self.seating.players), len(self.tiles), NOBODY_DRAWS)

    @property
    def pairs_play_on(self) -> bool:
        return self.seating.partners and self.pair_out

    @property
    def counted_when_out(self) -> CountedHands:
        return "none"

    @property
    def counted_when_blocked(self) -> CountedHands:
        return "none"

    def score_ends(self, ends: tuple[End, ...], placed: End | None) -> Score:
        return score_threes_and_fives(ends, placed)

    def score_last(self, score: Score) -> Score:
        return add_out_points(score, 1)

    def score_round(self, ended: RoundEnd, pips: Mapping[str, int], lead: str | None) -> RoundScore:
        if ended.out is None:
            return RoundScore({}, (), Text(N_("a blocked round scores nothing, whatever is left")), pips)
        side = self.seating.side_of(ended.out)
        why = Text(N_("for going out: %(points)s"), {"points": count_points(1)})
        return tell_round(ended, {side: 1}, Won((side,), ended.describe()), why, pips)

    def winners(self, totals: Mapping[str, int], rounds: int, between_rounds: bool) -> tuple[str, ...]:
        """Who first reaches the target has won at once."""
        return super().winners(totals, rounds, between_rounds=True)
