"""The draw of a small event is the one that is found by trying all draws."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import pytest

from scorekeeper.play.events.draw import draw_round
from scorekeeper.play.events.event import Entrant, Event, EventOptions
from scorekeeper.play.events.rounds import EventRound, EventSheet, Side, TableResult, number_tables
from tests.long import LONG

Pairs = list[tuple[str, str]]
SEEDS = range(3000 if LONG else 60)


def list_all_pairs(names: Sequence[str]) -> Iterator[Pairs]:
    """Yield every way to pair the names."""
    if not names:
        yield []
        return
    first, *others = names
    for other in others:
        for pairs in list_all_pairs([each for each in others if each != other]):
            yield [(first, other), *pairs]


def choose_all(names: Sequence[str], had: dict[str, int], count: int) -> Iterator[set[str]]:
    """Yield every choice of `count` entrants with the fewest byes, the lowest-placed first."""
    most = sorted(had[name] for name in names)[count - 1] if count else 0
    certain = {name for name in names if had[name] < most} if count else set()
    equal = [name for name in reversed(names) if had[name] == most]
    for others in combinations(equal, count - len(certain)):
        yield certain | {*others}


def find_byes(names: Sequence[str], had: dict[str, int], count: int, old: set[frozenset[str]]) -> set[str]:
    """Return the byes after which the fewest pairs have met before."""
    choices = list(choose_all(names, had, count))
    return min(
        choices,
        key=lambda byes: min(
            count_old(pairs, old) for pairs in list_all_pairs([name for name in names if name not in byes])
        ),
    )


def count_old(pairs: Pairs, old: set[frozenset[str]]) -> int:
    """Return how many of the pairs have met before."""
    return sum(frozenset(pair) in old for pair in pairs)


def make_history(chance: Random, names: Sequence[str], seats: int, rounds: int) -> tuple[EventRound, ...]:
    """Return random rounds with a result for every table."""
    played = []
    for _ in range(rounds):
        there = chance.sample(names, len(names))
        byes = tuple(there.pop() for _ in range(len(there) % seats))
        half = seats // 2
        sides: list[Side] = [tuple(there[start : start + half]) for start in range(0, len(there), half)]
        tables = number_tables(zip(sides[::2], sides[1::2], strict=True))
        result = TableResult((100, 50))
        played.append(EventRound(tuple(type(each)(each.number, each.sides, result) for each in tables), byes))
    return tuple(played)


def count_had(rounds: Sequence[EventRound], names: Sequence[str]) -> dict[str, int]:
    """Return how many byes each entrant has had."""
    return {name: sum(name in drawn.byes for drawn in rounds) for name in names}


@pytest.mark.parametrize("seed", SEEDS)
def test_pairs_have_the_fewest_rematches_and_then_the_fewest_of_one_club(seed: int) -> None:
    chance = Random(seed)
    names = [f"E{number}" for number in range(chance.randint(4, 8))]
    clubs = {name: chance.choice(("Sol", "Mar", None)) for name in names}
    rounds = make_history(chance, names, 2, chance.randint(1, 5))
    options = EventOptions(avoid_clubs=chance.choice((0, 9)))
    order = chance.sample(names, len(names))
    event = Event(tuple(Entrant(name, clubs[name]) for name in names), 100, options=options)
    drawn = draw_round(EventSheet(event, rounds), seed, order)

    met = [frozenset(table.names()) for each in rounds for table in each.tables]
    assert set(drawn.byes) == find_byes(order, count_had(rounds, names), len(names) % 2, set(met))

    def cost(pairs: Pairs) -> tuple[int, int, int]:
        of_one_club = sum(clubs[one] is not None and clubs[one] == clubs[other] for one, other in pairs)
        times = sum(met.count(frozenset(pair)) for pair in pairs)
        return count_old(pairs, set(met)), of_one_club if options.avoid_clubs else 0, times

    every = list(list_all_pairs([name for name in order if name not in drawn.byes]))
    cheapest = [pairs for pairs in every if cost(pairs) == min(map(cost, every))]
    nearest = min(cheapest, key=lambda pairs: [order.index(other) for _, other in pairs])
    assert [table.names() for table in drawn.tables] == nearest


@pytest.mark.parametrize("seed", SEEDS[: len(SEEDS) // 3])
def test_individuals_have_new_partners_and_the_best_the_next_there_can_be(seed: int) -> None:
    chance = Random(seed)
    names = [f"E{number}" for number in range(chance.randint(8, 11))]
    rounds = make_history(chance, names, 4, chance.randint(1, 6))
    order = chance.sample(names, len(names))
    event = Event(tuple(map(Entrant, names)), 100, "individuals", "individual")
    drawn = draw_round(EventSheet(event, rounds), seed, order)

    old = {frozenset(side) for each in rounds for table in each.tables for side in table.sides}
    assert set(drawn.byes) == find_byes(order, count_had(rounds, names), len(names) % 4, old)
    there = [name for name in order if name not in drawn.byes]
    every = list(list_all_pairs(there))
    fewest = min(count_old(pairs, old) for pairs in every)
    sides = [side for table in drawn.tables for side in table.sides]
    assert sum(frozenset(side) in old for side in sides) == fewest
    if not fewest:
        next_ones = [pairs[0][1] for pairs in every if not count_old(pairs, old)]
        assert (there[0], min(next_ones, key=order.index)) in sides
