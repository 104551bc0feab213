"""Measure how long the draw of a round of a club's event takes, after seven rounds with results."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from random import Random
from statistics import median

from scorekeeper.play.events.draw import draw_round
from scorekeeper.play.events.event import Entrant, Event
from scorekeeper.play.events.rounds import EventSheet, TableResult
from tests.bench.rows import Row, seconds

ROUNDS = 8


def rows() -> Iterator[Row]:
    """Yield the figure for the draw of a large event."""
    names = tuple(Entrant(f"E{number}") for number in range(240))
    for what, event in (
        ("120 pairs", Event(names[:120], 200)),
        ("240 individuals", Event(names, 200, "individuals", "individual")),
    ):
        yield Row(f"a draw of {what}, in the middle of {ROUNDS} rounds", median(measure(event)), 1, "s")


def measure(event: Event) -> Iterator[float]:
    """Draw one round after the other, with random results, and yield the seconds of each draw."""
    chance = Random(1)
    sheet = EventSheet(event)
    for seed in range(ROUNDS):
        yield seconds(partial(draw_round, sheet, seed))
        drawn = draw_round(sheet, seed)
        tables = tuple(replace(each, result=TableResult((200, chance.randrange(200)))) for each in drawn.tables)
        sheet = replace(sheet, rounds=(*sheet.rounds, replace(drawn, tables=tables)))
