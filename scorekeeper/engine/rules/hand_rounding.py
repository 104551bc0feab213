"""House rules for rounding hands to the nearest five (docs/rules.md §0.3, §8).

Either their sum is rounded, or each hand separately, or nothing.
"""

from collections.abc import Iterable, Mapping
from enum import Enum

from scorekeeper.engine.options import Choice, Pick, Topic
from scorekeeper.engine.rules.hands import add_up_hands, list_hands, take_own_off
from scorekeeper.engine.rules.points import round_to_five, write_sum
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text, Value


class HandRounding(Enum):
    """What is rounded to the nearest five: the sum of the hands (TOTAL), each hand (EACH), or nothing (NONE)."""

    TOTAL = "total"
    EACH = "each"
    NONE = "none"


HAND_ROUNDING = Pick(
    "hand_rounding",
    N_("Pips left in the hands"),
    (
        Choice(
            HandRounding.TOTAL,
            N_("their sum is rounded"),
            N_("The pips that are left are added up, and then the sum is rounded to the nearest five."),
        ),
        Choice(
            HandRounding.EACH,
            N_("each hand is rounded"),
            N_("Each hand that is left is rounded to the nearest five by itself, and only then are they added up."),
        ),
        Choice(HandRounding.NONE, N_("are not rounded"), N_("The pips that are left count as they are.")),
    ),
    about=Topic.OUT,
)


def score_rounded(
    seating: Seating, winner: str, pips: Mapping[str, int], rounding: HandRounding, less_own: bool
) -> tuple[int, Text]:
    """Return the points of the side `winner` for the opponents' hands, rounded by `rounding`, and the reason.

    `pips` are the pips by player. With `less_own` the winner's own pips are subtracted.
    """
    opponents, own = seating.opponents(winner), seating.members(winner) if less_own else ()
    if rounding is HandRounding.EACH:
        hands = write_rounded(opponents, pips)
        theirs = [round_to_five(pips[player]) for player in opponents]
        return take_rounded_off(hands, sum(theirs), own, pips) if own else add_up_rounded(hands, theirs)
    total, hands_added = take_own_off(seating, winner, pips) if own else add_up_hands(opponents, pips)
    near = round_to_five(total)
    if rounding is HandRounding.NONE or near == total:
        return total, hands_added
    return near, Text(N_("%(hands)s, rounded to %(points)s"), {"hands": hands_added, "points": near})


def score_fifth(players: tuple[str, ...], pips: Mapping[str, int], own: int) -> tuple[int, Text]:
    """Return a fifth of the pips of `players` less `own`, rounded to the nearest five before, and the reason.

    `own` are the pips of the winners' own hands.
    """
    theirs = sum(pips[player] for player in players)
    total = theirs - own
    near = round_to_five(total)
    values: dict[str, Value] = {"hands": list_hands(players, pips), "sum": theirs, "own": own, "left": total}
    if own:
        return take_fifth(Text(N_("%(hands)s: %(sum)s − %(own)s = %(left)s"), values), near, rounded=near != total)
    values |= {"near": near, "points": near // 5}
    if len(players) == 1:
        values["hands"] = Text(N_("%(player)s holds %(points)s"), {"player": players[0], "points": total})
        if near == total:
            return near // 5, Text(N_("%(hands)s; %(near)s ÷ 5 = %(points)s"), values)
        return take_fifth(values["hands"], near, rounded=True)
    if near == total:
        return near // 5, Text(N_("%(hands)s: %(near)s ÷ 5 = %(points)s"), values)
    return take_fifth(Text(N_("%(hands)s: %(sum)s"), values), near, rounded=True)


def take_fifth(sum_text: Value, near: int, rounded: bool) -> tuple[int, Text]:
    """Return a fifth of `near` pips, and the reason.

    `sum_text` is the text of the sum that `near` comes from; `rounded` says that the sum was rounded.
    """
    values: dict[str, Value] = {"sum": sum_text, "near": near, "points": near // 5}
    if rounded:
        return near // 5, Text(N_("%(sum)s, rounded to %(near)s, %(near)s ÷ 5 = %(points)s"), values)
    return near // 5, Text(N_("%(sum)s, %(near)s ÷ 5 = %(points)s"), values)


def write_rounded(players: Iterable[str], pips: Mapping[str, int]) -> str:
    """Return the hands with their rounded pips, e.g. `Carl 27 → 25, Dora 21 → 20`."""
    return ", ".join(f"{player} {pips[player]} → {round_to_five(pips[player])}" for player in players)


def add_up_rounded(hands: str, rounded: list[int]) -> tuple[int, Text]:
    """Return the sum of hands that were `rounded` separately, and the reason.

    `hands` is their text from `write_rounded`.
    """
    points = sum(rounded)
    if len(rounded) == 1:
        return points, Text(N_("rounded to the nearest five: %(hands)s"), {"hands": hands})
    values: dict[str, Value] = {"hands": hands, "terms": write_sum(rounded), "points": points}
    return points, Text(N_("rounded to the nearest five: %(hands)s; %(terms)s = %(points)s"), values)


def take_rounded_off(hands: str, theirs: int, own_side: tuple[str, ...], pips: Mapping[str, int]) -> tuple[int, Text]:
    """Return the opponents' rounded pips `theirs` less the rounded hands of `own_side`, at least 0, and the reason.

    `hands` is the text of the opponents' hands from `write_rounded`.
    """
    own = sum(round_to_five(pips[player]) for player in own_side)
    points = max(0, theirs - own)
    values: dict[str, Value] = {
        "hands": hands,
        "own_hands": write_rounded(own_side, pips),
        "theirs": theirs,
        "own": own,
    }
    if theirs < own:
        message = N_(
            "rounded to the nearest five: %(hands)s against %(own_hands)s; %(own)s are more than %(theirs)s: 0"
        )
    else:
        message = N_("rounded to the nearest five: %(hands)s against %(own_hands)s; %(theirs)s − %(own)s = %(points)s")
    return points, Text(message, values | {"points": points})
