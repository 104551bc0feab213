"""The draw of the next round. The same seed always gives the same draw."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from scorekeeper.play.events.checks import check_draw, check_number, count_byes, list_drawn
from scorekeeper.play.events.elimination import count_group_rounds, draw_elimination, draw_groups, draw_scheduled
from scorekeeper.play.events.event import ELIMINATIONS, ROUND_ROBINS, SCHEDULED, Event
from scorekeeper.play.events.individuals import draw_individuals
from scorekeeper.play.events.matching import add_costs, choose_byes, make_costs, pair_at_least_cost, pair_down
from scorekeeper.play.events.refusals import EventError
from scorekeeper.play.events.rounds import EventRound, EventSheet, Side, number_tables
from scorekeeper.play.events.schedule import ScheduledRound, make_schedule
from scorekeeper.play.events.standings import StandingRow, list_lines, rank_entrants


def draw_round(sheet: EventSheet, seed: int, order: Sequence[str] | None = None) -> EventRound:
    """Return the next round of an event, drawn in its mode. Raises EventError.

    `order` is the ranking; None means that it follows from the results.
    """
    event = sheet.event
    if order is None:
        check_draw(sheet)
    else:
        check_number(sheet)
    if event.mode in ROUND_ROBINS:
        return draw_scheduled(sheet, [_make_round_robin(event)])
    if event.mode in ELIMINATIONS:
        return draw_elimination(sheet)
    if event.mode == "groups_single":
        return draw_groups(sheet)
    lot = Random(seed)  # noqa: S311 - a draw is repeated by its seed, and keeps no secret
    ranking = rank_for_draw(sheet, order)
    if event.entry == "individuals":
        return draw_individuals(sheet, ranking, lot)
    return _draw_swiss(sheet, ranking, lot)


def is_complete(sheet: EventSheet) -> bool:
    """Return whether every round is drawn.

    The end of an elimination is known only when its last round has results.
    """
    event, number = sheet.event, len(sheet.rounds)
    if event.mode not in SCHEDULED:
        return event.rounds is not None and number >= event.rounds
    if event.mode in ROUND_ROBINS:
        return number >= len(_make_round_robin(event))
    if number <= count_group_rounds(sheet):
        return False
    try:
        draw_elimination(sheet)
    except EventError as error:
        return error.code == "complete"
    return False


def _make_round_robin(event: Event) -> tuple[ScheduledRound, ...]:
    """Return the rounds in which all present entrants meet, once or at home and away."""
    names = [each.name for each in event.entrants if each.present]
    return make_schedule(names, double=event.mode == "double_round_robin")


def rank_for_draw(sheet: EventSheet, order: Sequence[str] | None = None) -> list[str]:
    """Return the entrants of the next round, the best first; those who are equal are in the order of their seeds.

    `order` is the ranking; None means that it follows from the results.
    """
    names = list_drawn(sheet)
    if order is None:
        lines = list_lines(sheet, len(sheet.rounds))
        rows = rank_entrants(sheet, names, lines, set())
        order = [row.name for row in sorted(rows, key=lambda row: (row.place, names.index(row.name)))]
    return [name for name in order if name in names] + [name for name in names if name not in order]


def swap_seats(drawn: EventRound, first: str, second: str) -> EventRound:
    """Return a round in which two entrants have swapped their seats."""
    changed = {first: second, second: first}

    def change(side: Side) -> Side:
        """Return the side after the swap."""
        return tuple(changed.get(name, name) for name in side)

    tables = [replace(table, sides=(change(table.sides[0]), change(table.sides[1]))) for table in drawn.tables]
    return replace(drawn, tables=tuple(tables))


def draw_lots(rows: Sequence[StandingRow], seed: int) -> tuple[tuple[str, ...], ...]:
    """Return, for each place that several entrants share, these entrants in an order drawn by lot."""
    lot = Random(seed)  # noqa: S311 - a draw is repeated by its seed, and keeps no secret
    tied = [[row.name for row in rows if row.place == place] for place in sorted({row.place for row in rows})]
    return tuple(tuple(lot.sample(names, len(names))) for names in tied if len(names) > 1)


def _draw_swiss(sheet: EventSheet, names: list[str], lot: Random) -> EventRound:
    """Return the next round of a Swiss system: entrants are paired down the ranking.

    In the first round they are paired by lot, or those of the upper half with those of the lower half.
    """
    event = sheet.event
    number = len(sheet.rounds) + 1
    met = Counter(frozenset(table.names()) for drawn in sheet.rounds for table in drawn.tables)
    clubs = {each.name: each.club for each in event.entrants if event.options.avoid_clubs >= number}
    unit = len(names) * (number + 1) + 1  # more than the meetings of all pairs together

    def cost(one: int, other: int) -> int:
        """Return the cost of a meeting, which is high if it is not the first or if both are of one club."""
        times = met[frozenset((names[one], names[other]))]
        club = clubs.get(names[one])
        return (times > 0) * unit**2 + (club is not None and club == clubs[names[other]]) * unit + times

    is_first = number == 1
    if is_first and event.options.first == "lot":
        lot.shuffle(names)
    is_strict = event.mode == "pure_swiss" and not is_first
    costs = make_costs(len(names), cost)
    byes: tuple[int, ...] = ()
    if len(names) % 2:
        candidates = list(reversed(range(len(names))))
        if is_first:
            lot.shuffle(candidates)

        def cost_of_bye(free: Sequence[int]) -> int:
            """Return the least cost of pairing the entrants `free`; after round 1 only repeated meetings count."""
            least = 0 if is_strict else add_costs(costs, pair_at_least_cost(costs, free))
            return least if is_first else least // unit**2

        byes = choose_byes(candidates, [count_byes(sheet, name) for name in names], 1, cost_of_bye)
    free = [index for index in range(len(names)) if index not in byes]
    if is_first and event.options.first == "seed":
        half = len(free) // 2
        free = [index for pair in zip(free[:half], free[half:], strict=True) for index in pair]
    pairs = list(zip(free[::2], free[1::2], strict=True)) if is_strict else pair_down(costs, free)
    return EventRound(
        number_tables(((names[one],), (names[other],)) for one, other in pairs), tuple(names[index] for index in byes)
    )
