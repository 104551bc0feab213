"""Spansk domino: multiples of five at the open ends, in pairs with four players (docs/rules.md §1).

Source: the Swedish rule sheet of Mattesmedjan, “Spansk domino”. Options A1–A4 are what it leaves open.
"""

from collections.abc import Mapping
from dataclasses import replace
from enum import Enum

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.games.blocked import NOTHING, BlockedScore
from scorekeeper.engine.games.claims import MUGGINS
from scorekeeper.engine.games.drawing import DRAWING, NONE_STAYS, ONE_STAYS, TWO_STAY, choose_never_drawn
from scorekeeper.engine.games.game import Deal, Score
from scorekeeper.engine.games.hand_rounding import score_fifth
from scorekeeper.engine.games.hands import LAST_TO_PLAY, Tie
from scorekeeper.engine.games.later_leads import NEXT_START
from scorekeeper.engine.games.leads import HIGHEST_DRAWN
from scorekeeper.engine.games.menu import Chapter, LayoutShape
from scorekeeper.engine.games.score_as import ScoreAs, score_multiple
from scorekeeper.engine.games.shutout import SHUTOUT
from scorekeeper.engine.games.tiles_each import FIVE, NINE, SEVEN, SEVEN_OR_FIVE, SIX, choose_tiles_each
from scorekeeper.engine.games.uncounted import EXACT_TARGET, NOTHING_NEEDED, choose_to_open
from scorekeeper.engine.games.winner import WinnerScores
from scorekeeper.engine.layout.models import SPIN_ALL
from scorekeeper.engine.options import END_WHEN, Choice, Matters, Number, Pick, Topic
from scorekeeper.engine.text import N_, Text
from scorekeeper.engine.tiles import End, Tile


class Turns(Enum):
    """How many tiles two players lay in a turn."""

    ONE_TILE = "one_tile"
    AGAIN_AFTER_SCORE_OR_DOUBLE = "again_after_score_or_double"


class Spansk(WinnerScores):
    key = "spansk"
    name = "Spansk domino"
    source = "Mattesmedjan: Spansk domino"
    subtitle = N_("Spanish domino, in pairs")
    summary = N_("Open ends that make a multiple of five score a fifth of it. Four play in pairs, to 60.")
    chapter = Chapter.FIVES
    shape = LayoutShape.CROSS
    partners = "always_with_four"
    ends_score = True
    model = SPIN_ALL
    lead_rule = HIGHEST_DRAWN
    counted_when_out = "opponents"
    target = Number(
        "target", N_("Target"), N_("The match goes to %(n)s points."), 60, offers=(40, 60, 100), about=Topic.MATCH
    )
    end_when = END_WHEN
    blocked_score = Pick(
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
    tie = Pick(
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
    next_start = NEXT_START
    two_player_turns = Pick(
        "two_player_turns",
        N_("Turns with two players"),
        (
            Choice(Turns.ONE_TILE, N_("one tile"), N_("Two players, too, lay one tile a turn.")),
            Choice(
                Turns.AGAIN_AFTER_SCORE_OR_DOUBLE,
                N_("again after a score or a double"),
                N_("With two players who scores or lays a double plays again."),
            ),
        ),
        Matters(players=(2,)),
        Topic.LAYING,
    )
    tiles_each = choose_tiles_each(
        FIVE, replace(SEVEN_OR_FIVE, written="7"), SIX, replace(SEVEN, written="7_each"), NINE
    )
    drawing = DRAWING
    stays = choose_never_drawn(ONE_STAYS, NONE_STAYS, TWO_STAY)
    exact_target = EXACT_TARGET
    to_open = choose_to_open(
        NOTHING_NEEDED,
        Choice(
            2,
            N_("two points at once"),
            N_("A side gets on the board with two points or more at once; a single point before that does not count."),
            "2",
        ),
    )
    muggins = MUGGINS
    shutout = SHUTOUT

    @property
    def deal(self) -> Deal:
        return self.tiles_each.deal(len(self.seating.players), len(self.tiles), self.stays)

    def plays_again(self, points: int, tile: Tile | None) -> bool:
        again = self.two_player_turns is Turns.AGAIN_AFTER_SCORE_OR_DOUBLE and len(self.seating.players) == 2
        return again and (points > 0 or (tile is not None and tile.double))

    def score_ends(self, ends: tuple[End, ...], placed: End | None) -> Score:
        return score_multiple(ends, ScoreAs.FIVES)

    def score_hands(self, winner: str, ended: RoundEnd, pips: Mapping[str, int]) -> tuple[int, Text]:
        opponents = self.seating.opponents(winner)
        own = 0
        if ended.out is None and self.blocked_score is BlockedScore.DIFFERENCE:
            own = sum(pips[player] for player in self.seating.members(winner))
        return score_fifth(opponents, pips, own)
