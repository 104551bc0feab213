"""What the Danish games share: a double starts, doubles fork, the winner scores the others' hands (docs/rules.md §4).

Source: the Danish rule sheet “Domino 6, regler til 11 dominospil”, Vennerød Forlag. Options A10, A11 and A16 are what
it leaves open for all of them.
"""

from collections.abc import Mapping
from enum import Enum

from scorekeeper.engine.games.drawing import DRAWING, NONE_STAYS, TWO_STAY, choose_never_drawn
from scorekeeper.engine.games.game import Deal
from scorekeeper.engine.games.hands import Tie, list_hands
from scorekeeper.engine.games.leads import HIGHEST_DOUBLE, Lead, give_lead_to_winner
from scorekeeper.engine.games.menu import LayoutShape
from scorekeeper.engine.games.points import write_sum
from scorekeeper.engine.games.tiles_each import FIVE, NINE, SEVEN, SIX, choose_tiles_each
from scorekeeper.engine.games.winner import WinnerScores
from scorekeeper.engine.layout.growing import FORK, LINE, FirstTile, Model
from scorekeeper.engine.options import Choice, Number, Pick, Topic
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text, Value

SOURCE = "Vennerød Forlag: Domino 6"
TARGET = Number(
    "target", N_("Target"), N_("The match goes to %(n)s points."), 100, offers=(50, 100, 200), about=Topic.MATCH
)
TIE = Pick(
    "tie",
    N_("Blocked with equal pips"),
    (
        Choice(Tie.NONE, N_("nobody scores"), N_("With equal pips in a blocked round nobody scores.")),
        Choice(Tie.EACH, N_("each of them scores"), N_("With equal pips in a blocked round each of them scores.")),
        Choice(
            Tie.LEAD,
            N_("the first from the lead scores"),
            N_("With equal pips in a blocked round the first of them in turn order from the lead scores."),
        ),
    ),
    about=Topic.TIE,
)
DOUBLES = Pick(
    "doubles",
    N_("Doubles"),
    (
        Choice(FORK, N_("fork"), N_("A double lies crosswise and opens both of its halves."), "fork"),
        Choice(LINE, N_("go on in line"), N_("A double lies crosswise, but the line goes on with one end."), "line"),
    ),
    about=Topic.DOUBLES,
)
TILES_EACH = choose_tiles_each(FIVE, SIX, SEVEN, NINE)
STAYS = choose_never_drawn(NONE_STAYS, TWO_STAY)


class NextStart(Enum):
    """Who starts a round after the first."""

    DOUBLE = "double"  # who holds the highest or lowest one, as in the first round
    ROTATE = "rotate"
    WINNER = "winner"


_LATER = (
    Choice(NextStart.ROTATE, N_("next in turn order"), N_("After the first round the lead passes on in turn order.")),
    Choice(NextStart.WINNER, N_("the winner"), N_("Who won a round leads the next; after a tie a double does.")),
)
NEXT_START = Pick(
    "next_start",
    N_("Later rounds start with"),
    (
        Choice(
            NextStart.DOUBLE,
            N_("the highest double"),
            N_("Every round starts with the highest double."),
            "highest_double",
        ),
        *_LATER,
    ),
    about=Topic.NEXT_LEAD,
)
NEXT_START_LOWEST = Pick(
    "next_start",
    N_("Later rounds start with"),
    (
        Choice(
            NextStart.DOUBLE, N_("the lowest double"), N_("Every round starts with the lowest double."), "lowest_double"
        ),
        *_LATER,
    ),
    about=Topic.NEXT_LEAD,
)


class Danish(WinnerScores):
    """The base of the four; a game that declares other house rules has the same tie, doubles and later leads."""

    source = SOURCE
    shape = LayoutShape.FORK
    target = TARGET
    tie = TIE
    doubles = DOUBLES
    next_start = NEXT_START
    tiles_each = TILES_EACH
    drawing = DRAWING
    stays = STAYS
    lead_rule = HIGHEST_DOUBLE
    first_tile = "double"

    @property
    def deal(self) -> Deal:
        return self.tiles_each.deal(len(self.seating.players), len(self.tiles), self.stays)

    @property
    def model(self) -> Model:
        return self.doubles

    @property
    def doubles_fork(self) -> bool:
        """Whether two ends go on from a double that lies crosswise; the rule texts ask it."""
        return self.doubles is FORK

    def next_first_tile(self, winners: tuple[str, ...]) -> FirstTile:
        """A double, unless a player leads who may hold none."""
        return "double" if self.next_lead(None, winners) == self.lead_rule else "any"

    @property
    def lead_passes_on(self) -> bool:
        return self.next_start is NextStart.ROTATE

    def next_lead(self, led: str | None, winners: tuple[str, ...]) -> Lead:
        if self.lead_passes_on:
            return super().next_lead(led, winners)
        return give_lead_to_winner(winners, self.lead_rule) if self.next_start is NextStart.WINNER else self.lead_rule


def list_others(seating: Seating, player: str) -> tuple[str, ...]:
    """Everybody else, in turn order from `player`."""
    return seating.from_lead(player)[1:]


def score_differences(seating: Seating, winner: str, pips: Mapping[str, int]) -> tuple[int, Text]:
    """How much less the winner holds than each other: `Carl 18, Anna 27, Bo 21 against 16: 2 + 11 + 5 = 18`."""
    each = [pips[player] - pips[winner] for player in list_others(seating, winner)]
    points = sum(each)
    values: dict[str, Value] = {
        "hands": list_hands(list_others(seating, winner), pips),
        "own": pips[winner],
        "points": points,
    }
    if len(each) == 1:
        return points, Text(N_("%(hands)s against %(own)s: %(points)s"), values)
    return points, Text(N_("%(hands)s against %(own)s: %(terms)s = %(points)s"), {**values, "terms": write_sum(each)})
