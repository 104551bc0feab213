"""Spansk domino: open ends score a fifth of a multiple of five, in pairs with four players (docs/rules.md §1).

Source: the Swedish rule sheet of Mattesmedjan, “Spansk domino”. Options A1–A4 are rules that it does not specify.
"""

from dataclasses import dataclass, replace
from enum import Enum

from scorekeeper.engine.layout.models import SPIN_ALL
from scorekeeper.engine.options import Choice, Matters, Pick, Topic
from scorekeeper.engine.rules.blocked_scores import NOTHING, BlockedScore
from scorekeeper.engine.rules.claims import MUGGINS
from scorekeeper.engine.rules.drawing import DRAWING, NONE_STAYS, ONE_STAYS, TWO_STAY, choose_never_drawn
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.goals import ToTarget
from scorekeeper.engine.rules.hand_rounding import HandRounding
from scorekeeper.engine.rules.later_leads import NEXT_START
from scorekeeper.engine.rules.laying import EqualHalves
from scorekeeper.engine.rules.leading import RotatingLead
from scorekeeper.engine.rules.leads import HIGHEST_DRAWN
from scorekeeper.engine.rules.match_length import END_WHEN, EndWhen, choose_target
from scorekeeper.engine.rules.menu import Chapter, LayoutShape
from scorekeeper.engine.rules.moves import Moves
from scorekeeper.engine.rules.multiples_of_five import score_hands_rounded
from scorekeeper.engine.rules.score_as import FIFTHS, ScoreAs
from scorekeeper.engine.rules.shutout import SHUTOUT
from scorekeeper.engine.rules.ties import LAST_TO_PLAY, Tie
from scorekeeper.engine.rules.tiles_each import FIVE, NINE, SEVEN, SEVEN_OR_FIVE, SIX, choose_tiles_each
from scorekeeper.engine.rules.turns import ExtraTurn, OneTile
from scorekeeper.engine.rules.uncounted_points import EXACT_TARGET, NOTHING_NEEDED, choose_to_open
from scorekeeper.engine.rules.winner import matters_tie
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_
from scorekeeper.engine.tiles import Tile


class TwoPlayerTurns(Enum):
    """How many tiles two players lay in a turn: one, or another one after each score or double."""

    ONE_TILE = "one_tile"
    AGAIN_AFTER_SCORE_OR_DOUBLE = "again_after_score_or_double"


TARGET = choose_target(60, offers=(40, 60, 100))
BLOCKED_SCORE = Pick(
    "blocked_score",
    N_("Blocked round"),
    (
        Choice(
            BlockedScore.OPPONENTS_SUM,
            N_("opponents' pips"),
            N_("In a blocked round the side with fewer pips scores the opponents' pips, to the nearest five."),
        ),
        Choice(
            BlockedScore.DIFFERENCE,
            N_("the difference"),
            N_("In a blocked round the side with fewer pips scores the difference, to the nearest five."),
        ),
        NOTHING,
    ),
    about=Topic.BLOCKED,
)
TIE = Pick(
    "tie",
    N_("Blocked with equal pips"),
    (
        Choice(Tie.NONE, N_("nobody scores"), N_("With equal pips in a blocked round nobody scores.")),
        Choice(
            Tie.LEAD,
            N_("the lead's side scores"),
            N_("With equal pips in a blocked round the first of them in turn order from the lead scores."),
        ),
        LAST_TO_PLAY,
    ),
    about=Topic.TIE,
)
TWO_PLAYER_TURNS = Pick(
    "two_player_turns",
    N_("Turns with two players"),
    (
        Choice(TwoPlayerTurns.ONE_TILE, N_("one tile"), N_("Two players, too, lay one tile a turn.")),
        Choice(
            TwoPlayerTurns.AGAIN_AFTER_SCORE_OR_DOUBLE,
            N_("again after a score or a double"),
            N_("With two players who scores or lays a double plays again."),
        ),
    ),
    Matters(players=(2,)),
    Topic.LAYING,
)
TILES_EACH = choose_tiles_each(FIVE, replace(SEVEN_OR_FIVE, written="7"), SIX, replace(SEVEN, written="7_each"), NINE)
STAYS = choose_never_drawn(ONE_STAYS, NONE_STAYS, TWO_STAY)
TO_OPEN = choose_to_open(
    NOTHING_NEEDED,
    Choice(
        2,
        N_("two points at once"),
        N_("A side gets on the board with two points or more at once; a single point before that does not count."),
        "2",
    ),
)


@dataclass(frozen=True, slots=True)
class AgainAfterScoreOrDouble(OneTile):
    """Turns in which a player who scores or lays a double plays again."""

    def find_extra_turn(self, points: int, tile: Tile | None) -> ExtraTurn:
        """Return `tile` if the move scored or its tile is known to be a double."""
        return "tile" if points > 0 or (tile is not None and tile.double) else "none"


def play(variant: Variant, seating: Seating) -> Game:
    """Return the game Spansk domino for the players and house rules of `seating`."""
    dealing = TILES_EACH.at(seating).deal_set(seating, 6, STAYS.at(seating))
    again = len(seating.players) == 2 and TWO_PLAYER_TURNS.at(seating) is TwoPlayerTurns.AGAIN_AFTER_SCORE_OR_DOUBLE
    blocked, tie = BLOCKED_SCORE.at(seating), TIE.at(seating)
    return Game(
        variant=variant,
        seating=seating,
        dealing=dealing,
        leading=RotatingLead(seating, HIGHEST_DRAWN, NEXT_START.at(seating)),
        laying=EqualHalves(SPIN_ALL),
        turns=(AgainAfterScoreOrDouble if again else OneTile)(dealing.deal, DRAWING.at(seating)),
        moves=Moves(FIFTHS, may_claim=MUGGINS.at(seating)),
        rounds=score_hands_rounded(seating, ScoreAs.FIVES, HandRounding.TOTAL, blocked, tie),
        goal=ToTarget(
            seating,
            TARGET.at(seating),
            at_once=END_WHEN.at(seating) is EndWhen.AT_ONCE,
            exact=EXACT_TARGET.at(seating),
            to_open=TO_OPEN.at(seating),
            shutout=SHUTOUT.at(seating),
        ),
    )


VARIANT = Variant(
    key="spansk",
    name="Spansk domino",
    source="Mattesmedjan: Spansk domino",
    subtitle=N_("Spanish domino, in pairs"),
    summary=N_("Open ends that make a multiple of five score a fifth of it. Four play in pairs, to 60."),
    play=play,
    chapter=Chapter.FIVES,
    shape=LayoutShape.CROSS,
    partners="always_with_four",
    ends_score=True,
    options=(
        *(TARGET, END_WHEN, BLOCKED_SCORE, TIE, NEXT_START, TWO_PLAYER_TURNS, TILES_EACH, DRAWING, STAYS),
        *(EXACT_TARGET, TO_OPEN, MUGGINS, SHUTOUT),
    ),
    can_matter=matters_tie,
    aliases=("Spanish dominoes", "Spanskt domino"),
    languages=("sv", "da"),
    menu_place=1,
)
