"""Arithmetic that several games share: rounding, pips by side, the fewest pips, ties (docs/rules.md §0.3, A6, A11)."""

from collections.abc import Collection, Iterable, Mapping

from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import Text, counted
from scorekeeper.engine.tiles import End


def round_to_five(n: int) -> int:
    """Return `n` rounded to the nearest multiple of five; no whole number lies halfway between two multiples."""
    return 5 * ((n + 2) // 5)


def add_up_ends(ends: Iterable[End]) -> int:
    """Return the sum of the pips of the open ends; a double with both halves open counts twice its number."""
    return sum([end.pips for end in ends])


def write_end_terms(ends: tuple[End, ...]) -> str:
    """Return the open ends as a sum, e.g. `10 + 5 + 12`; a double that lies alone as its two halves, e.g. `5 + 5`."""
    match ends:
        case (End(pip, both=True),):
            return write_sum((pip, pip))
    return write_sum([end.pips for end in ends])


def count_points(n: int) -> Text:
    """Return the number of points in words, e.g. `1 point` or `3 points`."""
    return counted("%(n)s point", "%(n)s points", n)


def write_score(totals: Mapping[str, int], winner: str) -> str:
    """Return the totals with that of `winner` first, e.g. `61 : 19`; the spaces are no-break spaces."""
    others = (total for side, total in totals.items() if side != winner)
    return "\u00a0:\u00a0".join(map(str, (totals[winner], *others)))


def write_sum(numbers: Iterable[int]) -> str:
    """Return the numbers as a sum, e.g. `16 + 13`."""
    return " + ".join(map(str, numbers))


def add_up_sides(seating: Seating, pips: Mapping[str, int]) -> dict[str, int]:
    """Return the pips of each side, partners' pips added, from the pips by player."""
    return {side: sum(pips[player] for player in seating.members(side)) for side in seating.sides}


def find_fewest(pips: Mapping[str, int]) -> tuple[str, ...]:
    """Return the names with the fewest pips, in the order of `pips`."""
    least = min(pips.values())
    return tuple(name for name, value in pips.items() if value == least)


def find_first_in_turn(seating: Seating, sides: Collection[str], lead: str) -> str:
    """Return the side among `sides` whose turn comes first, counted from the player `lead` on, who is included."""
    return next(side for player in seating.from_lead(lead) if (side := seating.side_of(player)) in sides)


def find_nearest_seat(seating: Seating, sides: Iterable[str], lead: str) -> str:
    """Return the side among `sides` that sits nearest to the player `lead`, in either direction.

    Of two sides at equal distance, the result is the first in turn order.
    """
    around = seating.from_lead(lead)

    def distance(side: str) -> tuple[int, int]:
        """Return the number of seats between `lead` and the side, and its place in turn order after `lead`."""
        seats = (around.index(player) for player in seating.members(side))
        return min((min(seat, len(around) - seat), seat) for seat in seats)

    return min(sides, key=distance)
