"""The draw of a round for individuals, whose partners change.

The procedure is that of the Venezuelan federation: the best free individual leads the next table, and the partner is
the next individual who has not been their partner. Nobody has the same partner twice, as long as that is possible. The
last round is drawn in blocks of four.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from random import Random

from scorekeeper.play.events.checks import count_byes
from scorekeeper.play.events.event import Event
from scorekeeper.play.events.matching import add_costs, choose_byes, make_costs, pair_at_least_cost, pair_down
from scorekeeper.play.events.rounds import EventRound, EventSheet, Side, number_tables
from scorekeeper.play.events.standings import list_lines

SEATS = 4


def draw_individuals(sheet: EventSheet, names: Sequence[str], lot: Random) -> EventRound:
    """Return the next round of the individuals `names`, which are in the order of the ranking."""
    event = sheet.event
    number = len(sheet.rounds) + 1
    partners = Counter(frozenset(side) for drawn in sheet.rounds for table in drawn.tables for side in table.sides)
    unit = len(names) * (number + 1) + 1  # more than the rounds of all pairs of partners together

    def cost(one: int, other: int) -> int:
        """Return the cost of making two individuals partners, which is high if they have been partners before."""
        times = partners[frozenset((names[one], names[other]))]
        return (times > 0) * unit + times

    is_first = number == 1
    is_in_fours = not is_first and (number == event.rounds or event.mode == "pure_swiss")
    costs = make_costs(len(names), cost)
    candidates = list(reversed(range(len(names))))
    if is_first:
        lot.shuffle(candidates)

    def cost_of_byes(free: Sequence[int]) -> int:
        """Return how many partners of earlier rounds must play together again if `free` are those without a bye."""
        return 0 if is_first or is_in_fours else add_costs(costs, pair_at_least_cost(costs, free)) // unit

    had = [count_byes(sheet, name) for name in names]
    byes = choose_byes(candidates, had, len(names) % SEATS, cost_of_byes)
    free = [index for index in range(len(names)) if index not in byes]
    seated = [names[index] for index in free]
    tables: list[tuple[Side, Side]]
    if is_in_fours:
        blocks = (seated[start : start + SEATS] for start in range(0, len(seated), SEATS))
        tables = [((first, third), (second, fourth)) for first, second, third, fourth in blocks]
    elif is_first and event.options.first == "lot":
        tables = _deal_by_lot(event, seated, lot)
    elif is_first:
        tables = _seat(sheet, _deal_by_seed(seated))
    else:
        tables = _seat(sheet, [(names[one], names[other]) for one, other in pair_down(costs, free)])
    return EventRound(number_tables(tables), tuple(names[index] for index in byes))


def _deal_by_seed(names: Sequence[str]) -> list[Side]:
    """Return partners 1 and 2, 3 and 4 ….

    The pairs of the first half are distributed over the tables, then the second half.
    """
    partners = list(zip(names[::2], names[1::2], strict=True))
    half = len(partners) // 2
    return [side for pair in zip(partners[:half], partners[half:], strict=True) for side in pair]


def _deal_by_lot(event: Event, names: Sequence[str], lot: Random) -> list[tuple[Side, Side]]:
    """Return tables by lot.

    Club after club is distributed over the tables, one member to each, so that the clubs mix.
    """
    club_of = {each.name: each.club or f" {each.name}" for each in event.entrants}
    clubs: dict[str, list[str]] = defaultdict(list)
    for name in lot.sample(names, len(names)):
        clubs[club_of[name]].append(name)
    dealt = [name for club in sorted(clubs.values(), key=len, reverse=True) for name in club]
    count = len(dealt) // SEATS
    tables = [_seat_apart(dealt[place::count], club_of) for place in range(count)]
    return lot.sample(tables, count)


def _seat_apart(seated: Sequence[str], clubs: Mapping[str, str]) -> tuple[Side, Side]:
    """Return the sides of a table with the fewest opponents, and then the fewest partners, of the same club."""

    def count_pairs(sides: tuple[Side, Side]) -> tuple[int, int]:
        """Return how many pairs of opponents, and how many pairs of partners, are of one club."""
        opponents = sum(clubs[one] == clubs[other] for one in sides[0] for other in sides[1])
        return opponents, sum(clubs[one] == clubs[other] for one, other in sides)

    first, *others = seated
    return min((((first, other), tuple(each for each in others if each != other)) for other in others), key=count_pairs)


def _seat(sheet: EventSheet, sides: Sequence[Side]) -> list[tuple[Side, Side]]:
    """Return the sides of each table: the next two that may meet.

    In the second round, partners who won the first round together do not meet each other. In the first rounds, as many
    as the event sets, members of one club do not meet.
    """
    event = sheet.event
    number = len(sheet.rounds) + 1
    winners = set(_list_winning_partners(sheet)) if number == 2 else set()
    clubs = {each.name: each.club for each in event.entrants if event.options.avoid_clubs >= number}

    def cost(one: int, other: int) -> int:
        """Return the cost of seating two sides at one table: highest if winning partners would meet."""
        has_winners = any(frozenset((mine, theirs)) in winners for mine in sides[one] for theirs in sides[other])
        of_one_club = {clubs.get(name) for name in sides[one]} & {clubs.get(name) for name in sides[other]} - {None}
        return has_winners * len(sides) + bool(of_one_club)

    pairs = pair_down(make_costs(len(sides), cost), range(len(sides)))
    return [(sides[one], sides[other]) for one, other in pairs]


def _list_winning_partners(sheet: EventSheet) -> list[frozenset[str]]:
    """Return the pairs who won the first round together."""
    won = {line.name for lines in list_lines(sheet, 1, len(sheet.rounds)).values() for line in lines if line.won}
    return [frozenset(side) for table in sheet.rounds[0].tables for side in table.sides if won.issuperset(side)]
