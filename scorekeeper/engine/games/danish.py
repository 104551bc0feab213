"""What the Danish games share: a double starts, doubles fork, the winner scores the others' hands (docs/rules.md §4).

Source: the Danish rule sheet “Domino 6, regler til 11 dominospil”, Vennerød Forlag. Options A10, A11 and A16 are what
it leaves open for all of them.
"""

from collections.abc import Mapping

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.games.drawing import DRAWING, NONE_STAYS, TWO_STAY, choose_never_drawn
from scorekeeper.engine.games.game import Deal
from scorekeeper.engine.games.hands import Tie, add_up_hands, list_hands, take_own_off
from scorekeeper.engine.games.later_leads import NEXT_IN_TURN, NextStart, give_lead_to_winner
from scorekeeper.engine.games.leads import HIGHEST_DOUBLE, Lead
from scorekeeper.engine.games.menu import LayoutShape
from scorekeeper.engine.games.points import write_sum
from scorekeeper.engine.games.round_game import CountedHands
from scorekeeper.engine.games.tiles_each import FIVE, NINE, SEVEN, SIX, choose_tiles_each
from scorekeeper.engine.games.winner import WinnerScores
from scorekeeper.engine.layout.growing import FirstTile
from scorekeeper.engine.layout.models import FORK, LINE, Model
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


_LATER = (
    NEXT_IN_TURN,
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
    partners = "optional"
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

    @property
    def counted_when_out(self) -> CountedHands:
        return "opponents"

    def next_first_tile(self, winners: tuple[str, ...]) -> FirstTile:
        """A double, unless a player leads who may hold none."""
        return "double" if self.next_lead(None, None, winners) == self.lead_rule else "any"

    def hangs_on_lead(self, out: str | None) -> bool:
        return self.next_start is NextStart.ROTATE

    def next_lead(self, led: str | None, out: str | None, winners: tuple[str, ...]) -> Lead:
        if self.next_start is NextStart.WINNER:
            return give_lead_to_winner(self.seating, out, winners, self.lead_rule)
        return self.lead_rule if self.next_start is NextStart.DOUBLE else super().next_lead(led, out, winners)


def list_others(seating: Seating, side: str) -> tuple[str, ...]:
    """Everybody of the other sides, in turn order from the first player of this one."""
    members = seating.members(side)
    return tuple(player for player in seating.from_lead(members[0]) if player not in members)


def score_differences(seating: Seating, winner: str, ended: RoundEnd, pips: Mapping[str, int]) -> tuple[int, Text]:
    """How much less the winner holds than each other: `Carl 18, Anna 27, Bo 21 against 16: 2 + 11 + 5 = 18`.

    A pair scores how much less it holds than the other pair: where one of it is out, all that the opponents hold.
    """
    if seating.partners:
        if ended.out is None:
            return take_own_off(seating, winner, pips)
        return add_up_hands(list_others(seating, winner), pips)
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
