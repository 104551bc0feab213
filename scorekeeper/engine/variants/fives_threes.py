"""Fives and Threes: each three and each five in the sum of the two ends scores (docs/rules.md §8.4).

The match goes to 61 exactly. Source: gambiter.com, Fives and Threes; the rules of the Teesdale league. The point for
going out and the points of the last tile are one score.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.options import Choice, Matters, Pick, Preset, Topic
from scorekeeper.engine.rules.drawing import NOBODY_DRAWS
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.goals import ToTarget
from scorekeeper.engine.rules.hands import Winners, make_round_score
from scorekeeper.engine.rules.in_play import THREES_AND_FIVES
from scorekeeper.engine.rules.leading import RotatingLead
from scorekeeper.engine.rules.leads import HIGHEST_DRAWN
from scorekeeper.engine.rules.match_length import choose_target
from scorekeeper.engine.rules.menu import Chapter
from scorekeeper.engine.rules.moves import Moves
from scorekeeper.engine.rules.points import count_points
from scorekeeper.engine.rules.rounds import AllHands, HandsCounted
from scorekeeper.engine.rules.scores import RoundScore
from scorekeeper.engine.rules.tiles_each import SEVEN_OR_FIVE, TilesEach, choose_tiles_each
from scorekeeper.engine.rules.turns import OneTile
from scorekeeper.engine.rules.uncounted_points import EXACT_USUALLY, FIRST_TILE_WINS
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text

TARGET = choose_target(61, offers=(31, 61, 121))
TILES_EACH = choose_tiles_each(
    replace(SEVEN_OR_FIVE, written="7_5"),
    Choice(
        TilesEach(9, 6),
        N_("nine with two players, else six"),
        N_("Two players draw nine tiles each, more players six."),
        "9_6",
    ),
    Choice(
        TilesEach(7, 6),
        N_("seven with two players, else six"),
        N_("Two players draw seven tiles each, more players six."),
        "7_6",
    ),
)
PAIR_OUT = Pick(
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


@dataclass(frozen=True, slots=True)
class PointForGoingOut(AllHands):
    """Rounds in which going out scores one point, and nothing else scores.

    With `pair_out` a round of pairs goes on until both players of a pair are out.
    """

    pair_out: bool

    @property
    def pairs_play_on(self) -> bool:
        return self.pair_out

    @property
    def hands(self) -> HandsCounted:
        return HandsCounted(self.seating, "none", "none")

    def score(self, ended: RoundEnd, pips: Mapping[str, int], lead: str | None) -> RoundScore:
        """Return one point for the side of the player who is out; 0 for a blocked round."""
        if ended.out is None:
            return RoundScore({}, (), Text(N_("a blocked round scores nothing, whatever is left")), pips)
        side = self.seating.side_of(ended.out)
        why = Text(N_("for going out: %(points)s"), {"points": count_points(1)})
        return make_round_score(ended, {side: 1}, Winners((side,), ended.describe()), why, pips)


def play(variant: Variant, seating: Seating) -> Game:
    """Return the game Fives and Threes for the players and house rules of `seating`.

    The first side to reach the target wins at once.
    """
    dealing = TILES_EACH.at(seating).deal_set(seating, 6, NOBODY_DRAWS)
    return Game(
        variant=variant,
        seating=seating,
        dealing=dealing,
        leading=RotatingLead(seating, HIGHEST_DRAWN),
        turns=OneTile(dealing.deal),
        moves=Moves(THREES_AND_FIVES, out_points=1),
        rounds=PointForGoingOut(seating, seating.partners and PAIR_OUT.at(seating)),
        goal=ToTarget(
            seating,
            TARGET.at(seating),
            at_once=True,
            exact=EXACT_USUALLY.at(seating),
            first_tile_wins=FIRST_TILE_WINS.at(seating),
        ),
    )


VARIANT = Variant(
    key="fives_threes",
    name="Fives and Threes",
    source="gambiter.com: Fives and Threes",
    subtitle=N_("British: every three and every five counts"),
    summary=N_("A point for each three and for each five in the two open ends, one for going out. To 61, exactly."),
    play=play,
    chapter=Chapter.FIVES,
    partners="optional",
    ends_score=True,
    options=(TARGET, EXACT_USUALLY, FIRST_TILE_WINS, TILES_EACH, PAIR_OUT),
    presets=(
        Preset(N_("League of Teesdale"), {"tiles_each": "9_6", "first_tile_wins": False}),
        Preset(N_("League of Leek, pairs"), {"tiles_each": "9_6", "target": 121, "first_tile_wins": False}),
        Preset(N_("Leagues of Paphos"), {"tiles_each": "7_6"}),
    ),
    aliases=("Fives and Threes", "5s and 3s", "5s&3s", "Threes and fives"),
    languages=("en",),
    menu_place=19,
)
