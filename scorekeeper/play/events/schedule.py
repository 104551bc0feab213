"""The schedule of a round robin: Berger tables, as chess federations print them."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ScheduledRound:
    """The pairs of a round, with the home entrant first, and the entrant who is free, or None."""

    pairs: tuple[tuple[str, str], ...]
    free: str | None


def make_schedule(names: Sequence[str], *, double: bool = False) -> tuple[ScheduledRound, ...]:
    """Return the rounds in which everybody meets everybody once; `double` adds them again with home and away swapped.

    With six entrants the first round is 1-6, 2-5, 3-4 and the second 6-4, 5-3, 1-2. If their number is odd, the
    opponent of the missing last entrant is free.
    """
    places: list[str | None] = [*names, *[None] * (len(names) % 2)]
    last = len(places)
    rounds = []
    for number in range(last - 1):
        top = number * last // 2 % (last - 1)
        boards = [(top, last - 1) if number % 2 == 0 else (last - 1, top)]
        boards += [((top + step) % (last - 1), (top - step) % (last - 1)) for step in range(1, last // 2)]
        pairs = [(places[home], places[away]) for home, away in boards]
        met = tuple((home, away) for home, away in pairs if home is not None and away is not None)
        rounds.append(ScheduledRound(met, next((one or other for one, other in pairs if None in (one, other)), None)))
    away = [ScheduledRound(tuple(pair[::-1] for pair in each.pairs), each.free) for each in rounds] if double else []
    return (*rounds, *away)


def deal_groups(names: Sequence[str], groups: int) -> tuple[tuple[str, ...], ...]:
    """Return groups of the names, assigned in snake order: to two groups 1, 4, 5, 8 and 2, 3, 6, 7."""
    dealt: list[list[str]] = [[] for _ in range(groups)]
    for index, name in enumerate(names):
        turn, place = divmod(index, groups)
        dealt[place if turn % 2 == 0 else groups - 1 - place].append(name)
    return tuple(tuple(group) for group in dealt)


def seed_qualifiers(finish: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Return the first two of each group in the order of their seeds in a bracket.

    The first of a group meets the second of the neighbouring group: A1-B2, B1-A2, C1-D2, D1-C2. If the number of groups
    is odd, each group has the next one as its neighbour, and the last group the first.
    """
    last = len(finish)
    neighbours = [(index ^ 1) if last % 2 == 0 else (index + 1) % last for index in range(last)]
    firsts = [group[0] for group in finish if group]
    seconds = [finish[neighbours[index]][1] for index in reversed(range(last)) if len(finish[neighbours[index]]) > 1]
    return (*firsts, *seconds)
