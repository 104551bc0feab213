"""The standings of random events are those that a second calculation finds."""

from dataclasses import asdict
from random import Random

import pytest

from scorekeeper.play.events.standings import compute_standings, compute_team_standings
from tests.event.documents import read_sheet
from tests.event.oracle import work_out_standings, work_out_teams
from tests.event.random_events import make_event
from tests.long import LONG

EVENTS, AT_ONCE = (10_000, 500) if LONG else (200, 50)


@pytest.mark.parametrize("start", range(0, EVENTS, AT_ONCE))
def test_the_standings_are_those_of_a_second_calculation(start: int) -> None:
    for seed in range(start, start + AT_ONCE):
        chance = Random(seed)
        case = make_event(chance)
        sheet = read_sheet(case)
        last = len(sheet.rounds)
        for after, seen in ((last, last), (chance.randint(1, last), chance.randint(1, last))):
            came = [asdict(row) for row in compute_standings(sheet, after, seen)]
            assert came == work_out_standings(case, after, seen), f"seed {seed}"
            teams = [asdict(row) for row in compute_team_standings(sheet, after, seen)]
            assert teams == work_out_teams(case, after, seen), f"seed {seed}"
