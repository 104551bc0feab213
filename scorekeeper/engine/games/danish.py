"""What the Danish games share: a double starts, doubles fork, the winner scores the others' hands (docs/rules.md §4).

Source: the Danish rule sheet “Domino 6, regler til 11 dominospil”, Vennerød Forlag. Options A10, A11 and A16 are what
it leaves open for all of them.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from scorekeeper.engine.entries import Round
from scorekeeper.engine.games.game import Deal, FirstTile, RoundScore, Variant
from scorekeeper.engine.games.hands import find_round_winners, list_hands
from scorekeeper.engine.games.leads import (
    HIGHEST_DOUBLE,
    FoundLead,
    Lead,
    find_holder_of_double,
    give_lead_to_winner,
    prefer_named_lead,
    rotate_lead,
)
from scorekeeper.engine.games.points import write_sum
from scorekeeper.engine.layout.growing import FORK, LINE, Model
from scorekeeper.engine.options import Choice, Number, Pick, Setting
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text, Value
from scorekeeper.engine.tiles import Tile

SOURCE = "Vennerød Forlag: Domino 6"
TARGET = Number("target", N_("Target"), N_("The match goes to %(n)s points."), 100, offers=(50, 100, 200))
TIE = Pick(
    "tie",
    N_("Blocked with equal pips"),
    (
        Choice("none", N_("nobody scores"), N_("With equal pips in a blocked round nobody scores.")),
        Choice("each", N_("each of them scores"), N_("With equal pips in a blocked round each of them scores.")),
        Choice(
            "lead",
            N_("the first from the lead scores"),
            N_("With equal pips in a blocked round the first of them in turn order from the lead scores."),
        ),
    ),
)
DOUBLES = Pick(
    "doubles",
    N_("Doubles"),
    (
        Choice("fork", N_("fork"), N_("A double lies crosswise and opens both of its halves.")),
        Choice("line", N_("go on in line"), N_("A double lies crosswise, but the line goes on with one end.")),
    ),
)
_LATER = (
    Choice("rotate", N_("next in turn order"), N_("After the first round the lead passes on in turn order.")),
    Choice("winner", N_("the winner"), N_("Who won a round leads the next; after a tie a double does.")),
)
NEXT_START = Pick(
    "next_start",
    N_("Later rounds start with"),
    (
        Choice("highest_double", N_("the highest double"), N_("Every round starts with the highest double.")),
        *_LATER,
    ),
)
NEXT_START_LOWEST = Pick(
    "next_start",
    N_("Later rounds start with"),
    (Choice("lowest_double", N_("the lowest double"), N_("Every round starts with the lowest double.")), *_LATER),
)


class Danish(Variant):
    """The base of the four. `start` finds the lead; `hand_points` is what the winner of a round scores."""

    source = SOURCE
    model = FORK
    start: ClassVar[Lead] = HIGHEST_DOUBLE

    def tiles_each(self, players: int) -> int:
        return 5

    def deal(self, players: int, options: Mapping[str, Setting]) -> Deal:
        self.check_player_count(players)
        each = self.tiles_each(players)
        return Deal(each, len(self.tiles) - each * players, never_drawn=0)

    def model_at(self, seating: Seating) -> Model:
        return FORK if seating.options["doubles"] == "fork" else LINE

    def first_tile(self, seating: Seating) -> FirstTile:
        """A double, unless later rounds are led by a player who may hold none."""
        return "any" if seating.options["next_start"] in ("rotate", "winner") else "double"

    def score_round(self, seating: Seating, ended: Round, pips: Mapping[str, int], lead: str | None) -> RoundScore:
        won = find_round_winners(seating, ended, pips, seating.options.get("tie", "none"), lead)
        if not won.sides:
            return RoundScore({}, (), won.why, pips)
        points, hands = self.hand_points(seating, won.sides[0], pips)
        why = Text(N_("%(won)s; %(hands)s"), {"won": won.why, "hands": hands})
        return RoundScore(dict.fromkeys(won.sides, points), won.sides, why, pips)

    def hand_points(self, seating: Seating, winner: str, pips: Mapping[str, int]) -> tuple[int, Text]:
        """What `winner` scores for the hands, and why. Who ties with him holds as much, and so scores the same."""
        raise NotImplementedError  # each of the Danish games counts hands its own way

    def first_lead(self, seating: Seating) -> Lead:
        return prefer_named_lead(seating, self.start)

    def find_lead(self, shown: Mapping[str, Sequence[Tile]], options: Mapping[str, Setting]) -> FoundLead:
        return find_holder_of_double(shown, lowest=self.start.rule == "lowest_double")

    def next_lead(self, seating: Seating, lead: str | None, score: RoundScore, rounds: int) -> Lead:
        if seating.options["next_start"] == "rotate":
            return rotate_lead(seating, lead)
        return (
            give_lead_to_winner(score.winners, self.start) if seating.options["next_start"] == "winner" else self.start
        )


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
