"""Arithmetic of several variants: rounding, pips by side, who has fewest, ties (docs/rules.md §0.3, A6, A11)."""

from collections.abc import Collection, Iterable, Mapping

from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import Text, counted
from scorekeeper.engine.tiles import End


def round_to_five(n: int) -> int:
    """`n` pips rounded to the nearest multiple of five. No half-way value exists between whole numbers."""
    return 5 * ((n + 2) // 5)


def add_up_ends(ends: Iterable[End]) -> int:
    return sum([end.pips for end in ends])


def write_end_terms(ends: tuple[End, ...]) -> str:
    """The open ends as terms of a sum, `10 + 5 + 12`; a double that lies alone as its two halves, `5 + 5`."""
    match ends:
        case (End(pip, both=True),):
            return write_sum((pip, pip))
    return write_sum([end.pips for end in ends])


def count_points(n: int) -> Text:
    """`1 point`, `3 points`."""
    return counted("%(n)s point", "%(n)s points", n)


def write_score(totals: Mapping[str, int], winner: str) -> str:
    """The totals as people tell them, the winner's first: `61 : 19`; its parts are never torn apart."""
    others = (total for side, total in totals.items() if side != winner)
    return "\u00a0:\u00a0".join(map(str, (totals[winner], *others)))


def write_sum(numbers: Iterable[int]) -> str:
    """`16 + 13`, as it is written on paper."""
    return " + ".join(map(str, numbers))


def add_up_sides(seating: Seating, pips: Mapping[str, int]) -> dict[str, int]:
    """Pips by side, those of partners together, from pips by player."""
    return {side: sum(pips[player] for player in seating.members(side)) for side in seating.sides}


def find_fewest(pips: Mapping[str, int]) -> tuple[str, ...]:
    """Everybody who has the fewest pips, in the order given."""
    least = min(pips.values())
    return tuple(name for name, value in pips.items() if value == least)


def find_first_in_turn(seating: Seating, sides: Collection[str], lead: str) -> str:
    """Of `sides` the one whose turn comes first, counted from the player who led; the lead's own side first of all."""
    return next(side for player in seating.from_lead(lead) if (side := seating.side_of(player)) in sides)


def find_nearest_seat(seating: Seating, sides: Iterable[str], lead: str) -> str:
    """Of `sides` the one that sits fewest seats from the lead either way round; at equal distance by turn order."""
    around = seating.from_lead(lead)

    def distance(side: str) -> tuple[int, int]:
        seats = (around.index(player) for player in seating.members(side))
        return min((min(seat, len(around) - seat), seat) for seat in seats)

    return min(sides, key=distance)
