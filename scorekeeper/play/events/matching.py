"""Pairs down a ranking, by a maximum weight matching.

If the best free entrants are paired one after the other, two who may not be paired can be left at the end. A matching
considers all pairs at once: their total cost is as low as possible, and only then the ranking counts.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

Costs = Sequence[Sequence[int]]
"""The cost of pairing the two with these indexes; 0 for pairs without any disadvantage."""
Partners = dict[int, int]


def make_costs(size: int, cost: Callable[[int, int], int]) -> list[list[int]]:
    """Return the symmetric table of the costs of all pairs of the indexes 0 to `size` - 1."""
    costs = [[0] * size for _ in range(size)]
    for one, other in combinations(range(size), 2):
        costs[one][other] = costs[other][one] = cost(one, other)
    return costs


def pair_at_least_cost(costs: Costs, free: Iterable[int]) -> Partners:
    """Return the partner of each index in `free` so that the total cost of all pairs is the least.

    The number of indexes must be even.
    """
    import networkx  # only a draw needs it, and it takes long to load

    edges = list(combinations(free, 2))
    most = max((costs[one][other] for one, other in edges), default=0)
    graph = networkx.Graph()
    graph.add_weighted_edges_from((one, other, most - costs[one][other]) for one, other in edges)
    pairs = networkx.max_weight_matching(graph, maxcardinality=True)
    return dict([*pairs, *((other, one) for one, other in pairs)])


def add_costs(costs: Costs, partners: Partners) -> int:
    """Return the total cost of these pairs."""
    return sum(costs[one][other] for one, other in partners.items()) // 2


def pair_down(costs: Costs, free: Sequence[int]) -> list[tuple[int, int]]:
    """Return pairs of `free`, which is in the order of the ranking and has an even number of entrants.

    The total cost of the pairs is the least. Among such pairings, the first entrant has the nearest possible partner,
    then the next free entrant, and so on.
    """
    partners = pair_at_least_cost(costs, free)
    pairs = []
    while partners:
        leader, *others = sorted(partners, key=free.index)
        left = add_costs(costs, partners)
        for other in others:
            if other == partners[leader]:
                break
            nearer = _give_partner(costs, partners, leader, other) if costs[leader][other] <= left else None
            if nearer:
                partners = nearer
                break
        pairs.append((leader, partners.pop(leader)))
        del partners[pairs[-1][1]]
    return pairs


def _give_partner(costs: Costs, partners: Partners, leader: int, other: int) -> Partners | None:
    """Return pairs as cheap as `partners` in which `leader` and `other` are a pair; None if there are none."""
    one, two = partners[leader], partners[other]
    spare = costs[leader][one] + costs[other][two] - costs[leader][other]
    pair = {leader: other, other: leader}
    if costs[one][two] == spare:
        return partners | pair | {one: two, two: one}
    for third, fourth in partners.items():
        is_free = third not in (leader, other, one, two)
        if is_free and costs[one][third] + costs[two][fourth] == spare + costs[third][fourth]:
            return partners | pair | {one: third, third: one, two: fourth, fourth: two}
    rest = pair_at_least_cost(costs, [each for each in partners if each not in (leader, other)])
    is_as_cheap = add_costs(costs, rest) + costs[leader][other] == add_costs(costs, partners)
    return rest | pair if is_as_cheap else None


def choose_byes(
    candidates: Sequence[int], had: Sequence[int], count: int, cost: Callable[[Sequence[int]], int]
) -> tuple[int, ...]:
    """Return the `count` candidates that get a bye; `candidates` is in order of preference.

    `had[i]` is the number of byes that entrant `i` has had; those with the fewest are chosen first. Among equals, the
    choice with the lowest `cost` of the entrants left is taken, and then the earlier in `candidates`.
    """
    certain: list[int] = []
    equal: list[int] = []
    for byes in sorted(set(had)):
        equal = [each for each in candidates if had[each] == byes]
        if len(certain) + len(equal) > count:
            break
        certain += equal
    least: tuple[int, tuple[int, ...]] | None = None
    for others in combinations(equal, count - len(certain)):
        chosen = (*certain, *others)
        its_cost = cost([each for each in range(len(had)) if each not in chosen]) if count else 0
        if not its_cost:
            return chosen
        if least is None or its_cost < least[0]:
            least = its_cost, chosen
    return least[1] if least else ()
