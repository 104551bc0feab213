"""What the hands decide at the end of a round: who has won, and with how many points (docs/rules.md A6, A11)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.problems import refuse
from scorekeeper.engine.rules.points import (
    add_up_sides,
    find_fewest,
    find_first_in_turn,
    find_nearest_seat,
    write_sum,
)
from scorekeeper.engine.rules.scores import RoundScore
from scorekeeper.engine.rules.ties import Tie
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text, Value, counted, join_names


@dataclass(frozen=True, slots=True)
class Winners:
    """The sides that have won a round, and the reason; no side for a tie in which nobody scores."""

    sides: tuple[str, ...]
    why: Text


def find_round_winners(
    seating: Seating, ended: RoundEnd, pips: Mapping[str, int], tie: Tie, lead: str | None
) -> Winners:
    """Return the side of the player who is out or, in a blocked round, the side with the fewest pips.

    Partners' pips are added. `tie` says which sides win if several have the fewest; `lead` is the player who led the
    round (None: not known). Raise RuleError `lead_missing` or `locked_by_missing` if the tie depends on who led or who
    laid the last tile and that is unknown.
    """
    if ended.out is not None:
        return Winners((seating.side_of(ended.out),), ended.describe())
    sides = add_up_sides(seating, pips)
    tied = find_fewest(sides)
    if len(tied) == 1:
        (side,) = tied
        return Winners(tied, _explain_fewest(seating, side, pips))
    return settle_tie(seating, tied, min(sides.values()), tie, ended, lead)


def settle_tie(
    seating: Seating, tied: tuple[str, ...], pips: int, tie: Tie, ended: RoundEnd, lead: str | None
) -> Winners:
    """Return which of the sides `tied`, with `pips` each, has won; raise RuleError as `find_round_winners` does."""
    values: dict[str, Value] = {"sides": join_names(tied), "pips": pips}
    if tie in (Tie.NONE, Tie.CARRIED, Tie.CARRIED_ONCE):
        return Winners((), Text(N_("%(sides)s hold equally few pips (%(pips)s): nobody scores"), values))
    if tie is Tie.EACH:
        return Winners(tied, Text(N_("%(sides)s hold equally few pips (%(pips)s): each of them scores"), values))
    if tie is Tie.LAST:
        return _settle_by_last_tile(seating, tied, ended.locked_by, values)
    if lead is None:
        raise refuse("lead_missing", "lead")
    side = (find_nearest_seat if tie is Tie.SEAT else find_first_in_turn)(seating, tied, lead)
    return Winners((side,), _explain_tie(seating, side, tie, values | {"lead": lead, "side": side}))


def _explain_fewest(seating: Seating, side: str, pips: Mapping[str, int]) -> Text:
    """Return the reason that `side` has the fewest pips, e.g. `Anna & Carl have the fewest pips, 5 + 1 = 6`."""
    members = seating.members(side)
    values: dict[str, Value] = {"side": side, "pips": sum(pips[player] for player in members)}
    if len(members) > 1:
        terms: dict[str, Value] = {"terms": write_sum(pips[player] for player in members), "sum": values["pips"]}
        values["pips"] = Text(N_("%(terms)s = %(sum)s"), terms)
    return counted(
        "%(side)s has the fewest pips, %(pips)s", "%(side)s have the fewest pips, %(pips)s", len(members), values
    )


def _explain_tie(seating: Seating, side: str, tie: Tie, values: Mapping[str, Value]) -> Text:
    """Return the reason that `side` has won among sides with equal pips: its seat as seen from the lead."""
    members = seating.members(side)
    if values["lead"] in members:
        return counted(
            "%(sides)s hold equally few pips (%(pips)s); %(lead)s led, so %(side)s wins",
            "%(sides)s hold equally few pips (%(pips)s); %(lead)s led, so %(side)s win",
            len(members),
            values,
        )
    if tie is Tie.SEAT:
        return counted(
            "%(sides)s hold equally few pips (%(pips)s); %(side)s sits nearest to %(lead)s, who led",
            "%(sides)s hold equally few pips (%(pips)s); %(side)s sit nearest to %(lead)s, who led",
            len(members),
            values,
        )
    return counted(
        "%(sides)s hold equally few pips (%(pips)s); %(side)s comes first after %(lead)s, who led",
        "%(sides)s hold equally few pips (%(pips)s); %(side)s come first after %(lead)s, who led",
        len(members),
        values,
    )


def _settle_by_last_tile(
    seating: Seating, tied: tuple[str, ...], locked_by: str | None, values: Mapping[str, Value]
) -> Winners:
    """Return as the winner the side of `locked_by`, who laid the last tile, or else the next of `tied` in turn order.

    `values` fill in the sentence. Raise RuleError `locked_by_missing` if `locked_by` is None.
    """
    if locked_by is None:
        raise refuse("locked_by_missing", "locked_by")
    side = find_first_in_turn(seating, tied, locked_by)
    values = {**values, "last": locked_by, "side": side}
    if locked_by not in seating.members(side):
        message = N_("%(sides)s hold equally few pips (%(pips)s); %(side)s comes first after %(last)s, who laid last")
        return Winners((side,), Text(message, values))
    why = counted(
        "%(sides)s hold equally few pips (%(pips)s); %(last)s laid the last tile, so %(side)s wins",
        "%(sides)s hold equally few pips (%(pips)s); %(last)s laid the last tile, so %(side)s win",
        len(seating.members(side)),
        values,
    )
    return Winners((side,), why)


def make_round_score(
    ended: RoundEnd,
    points: Mapping[str, int],
    won: Winners,
    hands: Text,
    pips: Mapping[str, int],
    *,
    fixed: bool = False,
) -> RoundScore:
    """Return the score of the round `ended`: `points` by side, the sides that have `won`, and the reason.

    `hands` is the text of how the points add up, and `pips` the pips left in each player's hand. With `fixed` the
    points are a fixed number instead of pips.
    """
    message = N_("%(won)s: %(hands)s") if fixed and len(won.sides) == 1 else N_("%(won)s; %(hands)s")
    why = Text(message, {"won": won.why, "hands": hands})
    return RoundScore(points, won.sides, why, pips, hands if ended.out is not None else None)


def list_hands(players: Iterable[str], pips: Mapping[str, int]) -> str:
    """Return the pips of each player as text, e.g. `Anna 11, Carl 10`."""
    return ", ".join(f"{player} {pips[player]}" for player in players)


def add_up_hands(players: tuple[str, ...], pips: Mapping[str, int]) -> tuple[int, Text]:
    """Return the sum of the players' pips, and the sum as text, e.g. `Anna 11, Carl 10, Dora 2: 11 + 10 + 2 = 23`."""
    total = sum(pips[player] for player in players)
    if len(players) == 1:
        (player,) = players
        return total, Text(N_("%(player)s holds %(points)s"), {"player": player, "points": total})
    values: dict[str, Value] = {"hands": list_hands(players, pips), "terms": write_sum(pips[each] for each in players)}
    return total, Text(N_("%(hands)s: %(terms)s = %(points)s"), {**values, "points": total})


def take_own_off(seating: Seating, winner: str, pips: Mapping[str, int]) -> tuple[int, Text]:
    """Return the opponents' pips less those of the side `winner`, and the reason.

    Example of a reason: `Bo 17, Carl 16, Dora 9: 42 − 2 = 40`.
    """
    opponents = seating.opponents(winner)
    theirs, own = (sum(pips[player] for player in players) for players in (opponents, seating.members(winner)))
    values: dict[str, Value] = {"hands": list_hands(opponents, pips), "sum": theirs, "own": own, "left": theirs - own}
    if len(opponents) == 1:
        return theirs - own, Text(N_("%(hands)s against %(own)s: %(points)s"), values | {"points": theirs - own})
    return theirs - own, Text(N_("%(hands)s: %(sum)s − %(own)s = %(left)s"), values)


def list_others(seating: Seating, side: str) -> tuple[str, ...]:
    """Return the players of the other sides, in turn order from the first player of `side`."""
    members = seating.members(side)
    return tuple(player for player in seating.from_lead(members[0]) if player not in members)


def score_differences(seating: Seating, winner: str, ended: RoundEnd, pips: Mapping[str, int]) -> tuple[int, Text]:
    """Return how much less the winner holds than each other player, added up, and the reason.

    Example of a reason: `Carl 18, Anna 27, Bo 21 against 16: 2 + 11 + 5 = 18`. A pair scores how much less it holds
    than the other pair, or all pips of the other pair if one of its own players is out.
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
