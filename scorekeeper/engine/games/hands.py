"""What the hands at the end of a round say: who has won it, and what they add up to (docs/rules.md A6, A11)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.games.points import (
    add_up_sides,
    explain_no_score,
    find_fewest,
    find_first_in_turn,
    find_nearest_seat,
    write_sum,
)
from scorekeeper.engine.problems import refuse
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text, Value


class Tie(Enum):
    """What becomes of a blocked round in which sides have equally few pips."""

    NONE = "none"  # nobody scores
    EACH = "each"  # each of them scores
    LEAD = "lead"  # the first of them in turn order from the lead
    SEAT = "seat"  # the one who sits nearest to the lead


@dataclass(frozen=True, slots=True)
class Won:
    """The sides that have won a round (nobody: a tie that scores nothing) and why."""

    sides: tuple[str, ...]
    why: Text


def find_round_winners(seating: Seating, ended: RoundEnd, pips: Mapping[str, int], tie: Tie, lead: str | None) -> Won:
    """The side that is out or, in a blocked round, has the fewest pips; partners' pips are taken together.

    `tie` says what becomes of equally few. Raises RuleError `lead_missing` where it needs a lead that nobody knows.
    """
    if ended.out is not None:
        return Won((seating.side_of(ended.out),), Text(N_("%(player)s is out"), {"player": ended.out}))
    sides = add_up_sides(seating, pips)
    tied = find_fewest(sides)
    if len(tied) == 1:
        values: dict[str, Value] = {"side": tied[0], "pips": sides[tied[0]]}
        if not seating.partners:
            return Won(tied, Text(N_("fewest pips: %(side)s with %(pips)s"), values))
        values |= {"terms": write_sum(pips[player] for player in seating.members(tied[0])), "more": max(sides.values())}
        return Won(tied, Text(N_("fewest pips: %(side)s with %(terms)s = %(pips)s against %(more)s"), values))
    if tie is Tie.NONE:
        return Won((), explain_no_score(tied, sides))
    if tie is Tie.EACH:
        return Won(tied, _tied(N_("%(sides)s have equally few, %(pips)s: each of them scores"), tied, sides))
    if lead is None:
        raise refuse("lead_missing", "lead")
    side = (find_nearest_seat if tie is Tie.SEAT else find_first_in_turn)(seating, tied, lead)
    if side == seating.side_of(lead):
        message = N_("%(sides)s have equally few, %(pips)s; %(lead)s led, so it goes to %(side)s")
    elif tie is Tie.SEAT:
        message = N_("%(sides)s have equally few, %(pips)s; %(side)s sits nearest to %(lead)s, who led")
    else:
        message = N_("%(sides)s have equally few, %(pips)s; %(side)s comes first after %(lead)s, who led")
    return Won((side,), _tied(message, tied, sides, lead=lead, side=side))


def _tied(message: str, tied: tuple[str, ...], pips: Mapping[str, int], **values: Value) -> Text:
    return Text(message, {"sides": ", ".join(tied), "pips": pips[tied[0]], **values})


def list_hands(players: Iterable[str], pips: Mapping[str, int]) -> str:
    """`Anna 11, Carl 10`."""
    return ", ".join(f"{player} {pips[player]}" for player in players)


def add_up_hands(players: tuple[str, ...], pips: Mapping[str, int]) -> tuple[int, Text]:
    """The pips of the `players` together, and the sum in words: `Anna 11, Carl 10, Dora 2: 11 + 10 + 2 = 23`."""
    total = sum(pips[player] for player in players)
    if len(players) == 1:
        return total, Text(N_("%(player)s holds %(points)s"), {"player": players[0], "points": total})
    values: dict[str, Value] = {"hands": list_hands(players, pips), "terms": write_sum(pips[each] for each in players)}
    return total, Text(N_("%(hands)s: %(terms)s = %(points)s"), {**values, "points": total})
