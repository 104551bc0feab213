"""Laws of every draw: no rematch and no partner twice while that is possible, and byes in turn."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import networkx
import pytest

from scorekeeper.play.events.bracket import list_places, make_bracket, play_bracket
from scorekeeper.play.events.draw import draw_lots, draw_round, rank_for_draw, swap_seats
from scorekeeper.play.events.elimination import list_outcomes
from scorekeeper.play.events.entries import read_substitution
from scorekeeper.play.events.event import MODES, Entrant, Entry, Event, EventOptions, Mode
from scorekeeper.play.events.matching import make_costs, pair_down
from scorekeeper.play.events.refusals import EventError
from scorekeeper.play.events.rounds import EventRound, EventSheet, TableResult
from scorekeeper.play.events.schedule import make_schedule
from scorekeeper.play.events.standings import compute_standings
from tests.long import LONG

Pairs = list[tuple[int, int]]


def make_sheet(
    count: int, mode: Mode = "swiss", rounds: int | None = None, options: EventOptions | None = None
) -> EventSheet:
    """Return an event without rounds, with entrants of five clubs."""
    entrants = tuple(Entrant(f"E{number}", club=f"Club {number % 5}") for number in range(count))
    entry: Entry = "individuals" if mode == "individual" else "pairs"
    return EventSheet(Event(entrants, 100, entry, mode, rounds, options=options or EventOptions()))


def play_round(sheet: EventSheet, chance: Random) -> EventSheet:
    """Return the event with one more round, drawn and played."""
    drawn = draw_round(sheet, chance.randrange(1000))
    points = [chance.choice(((100, lost), (lost, 100))) for lost in chance.choices(range(100), k=len(drawn.tables))]
    tables = [replace(table, result=TableResult(each)) for table, each in zip(drawn.tables, points, strict=True)]
    return replace(sheet, rounds=(*sheet.rounds, replace(drawn, tables=tuple(tables))))


def list_all_pairs(places: list[int]) -> Iterator[Pairs]:
    """Yield every way to pair the places."""
    if not places:
        yield []
        return
    first, *others = places
    for other in others:
        for pairs in list_all_pairs([each for each in others if each != other]):
            yield [(first, other), *pairs]


@pytest.mark.parametrize("seed", range(60))
def test_pairs_cost_the_least_and_the_first_have_the_nearest(seed: int) -> None:
    chance = Random(seed)
    size = chance.choice((2, 4, 6, 8))
    costs = make_costs(size, lambda _one, _other: chance.choice((0, 0, 1, 1, 7)))
    every = list(list_all_pairs(list(range(size))))
    least = min(sum(costs[one][other] for one, other in pairs) for pairs in every)
    cheapest = [pairs for pairs in every if sum(costs[one][other] for one, other in pairs) == least]
    assert pair_down(costs, range(size)) == min(cheapest)


@pytest.mark.parametrize(("count", "rounds"), [(6, 7), (9, 10), (14, 15), (120, 7), *([(121, 7)] if LONG else [])])
def test_there_is_no_rematch_while_one_can_be_avoided(count: int, rounds: int) -> None:
    chance = Random(count)
    sheet = make_sheet(count)
    met: set[frozenset[str]] = set()
    for _ in range(rounds):
        sheet = play_round(sheet, chance)
        drawn = sheet.rounds[-1]
        pairs = {frozenset(table.names()) for table in drawn.tables}
        names = [name for name in sheet.event.names() if name not in drawn.byes]
        new = networkx.Graph(
            (one, other) for one in names for other in names if one < other and {one, other} not in met
        )
        most = len(networkx.max_weight_matching(new, maxcardinality=True))
        assert len(pairs - met) == most
        met |= pairs


@pytest.mark.parametrize("count", [5, 7, 11])
def test_nobody_has_a_second_bye_before_everybody_had_one(count: int) -> None:
    chance = Random(count)
    sheet = make_sheet(count)
    for _ in range(count + 2):
        sheet = play_round(sheet, chance)
        byes = Counter(name for drawn in sheet.rounds for name in drawn.byes)
        assert max(byes.values()) - min(byes[name] for name in sheet.event.names()) <= 1


@pytest.mark.parametrize("count", [*(range(16, 241, 7) if LONG else (16, 19, 33))])
def test_individuals_never_have_a_partner_twice_in_eight_rounds(count: int) -> None:
    chance = Random(count)
    sheet = make_sheet(count, "individual")
    for _ in range(8):
        sheet = play_round(sheet, chance)
    partners = [frozenset(side) for drawn in sheet.rounds for table in drawn.tables for side in table.sides]
    assert len(partners) == len(set(partners)) == 8 * 2 * (count // 4)
    assert all(len(drawn.byes) == count % 4 for drawn in sheet.rounds)


@pytest.mark.parametrize("seed", range(12))
def test_who_won_the_first_round_together_does_not_meet_in_the_second(seed: int) -> None:
    chance = Random(seed)
    sheet = play_round(play_round(make_sheet(chance.randint(8, 20), "individual"), chance), chance)
    first, second = sheet.rounds
    won = [
        set(table.sides[side])
        for table in first.tables
        for side in (0, 1)
        if table.result and table.result.points and table.result.points[side] == 100
    ]
    for table in second.tables:
        assert not any({one, other} in won for one in table.sides[0] for other in table.sides[1])


@pytest.mark.parametrize("mode", MODES)
def test_the_same_seed_draws_the_same(mode: Mode) -> None:
    chance = Random(3)
    sheet = make_sheet(9, mode, options=EventOptions(avoid_clubs=2))
    for _ in range(2):
        sheet = play_round(sheet, chance)
        assert draw_round(sheet, 7) == draw_round(sheet, 7)


def test_tables_are_numbered_down_the_ranking() -> None:
    chance = Random(1)
    sheet = play_round(play_round(make_sheet(12), chance), chance)
    ranking = rank_for_draw(sheet)
    best = [min(ranking.index(name) for name in table.names()) for table in draw_round(sheet, 1).tables]
    assert best == sorted(best)
    assert [table.number for table in draw_round(sheet, 1).tables] == [1, 2, 3, 4, 5, 6]


def test_clubs_do_not_meet_in_the_first_rounds_if_asked() -> None:
    chance = Random(1)
    sheet = make_sheet(20, options=EventOptions(avoid_clubs=2))
    for _ in range(2):
        sheet = play_round(sheet, chance)
        for table in sheet.rounds[-1].tables:
            one, other = table.names()
            assert sheet.event.find(one).club != sheet.event.find(other).club


@pytest.mark.parametrize(("count", "clubs"), [(12, 3), (20, 2), (23, 4), (40, 5)])
def test_individuals_of_one_club_do_not_meet_in_the_first_round(count: int, clubs: int) -> None:
    club_of = {f"E{number}": f"Club {number % clubs}" for number in range(count)}
    entrants = tuple(Entrant(name, club) for name, club in club_of.items())
    for seed in range(5):
        drawn = draw_round(EventSheet(Event(entrants, 100, "individuals", "individual")), seed)
        for table in drawn.tables:
            one, other = ({club_of[name] for name in side} for side in table.sides)
            assert not one & other


def test_a_swap_changes_two_seats_and_nothing_else() -> None:
    drawn = draw_round(make_sheet(8, "individual"), 1)
    one, other = drawn.tables[0].sides[0][0], drawn.tables[1].sides[1][1]
    swapped = swap_seats(drawn, one, other)
    assert (swapped.tables[0].sides[0][0], swapped.tables[1].sides[1][1]) == (other, one)
    assert swap_seats(swapped, one, other) == drawn


def test_a_lot_decides_between_those_who_share_a_place() -> None:
    sheet = play_round(make_sheet(6), Random(1))
    event = replace(sheet.event, ranking=("won", "lot"))
    sheet = replace(sheet, event=event)
    lots = draw_lots(compute_standings(sheet, 1), 5)
    assert sorted(len(lot) for lot in lots) == [3, 3]
    assert tuple(row.name for row in compute_standings(replace(sheet, lots=lots), 1)) == lots[0] + lots[1]


@pytest.mark.parametrize("count", [*range(3, 257)] if LONG else [3, 4, 5, 6, 7, 8, 13, 16, 31, 64, 97, 255, 256])
@pytest.mark.parametrize("seed", [0, 1])
def test_brackets_are_complete(count: int, seed: int) -> None:
    names = [f"E{number}" for number in range(count)]
    chance = Random(seed)
    single = play_bracket(make_bracket(names, third=True, consolation=True), lambda *two: chance.choice(two[:2]))
    main = [each for each in single if each.match.stage == "winners" and each.is_met]
    assert len(main) == count - 1
    assert {each.loser for each in main} | {main[-1].winner} == {*names}
    first: dict[str | None, bool] = {}
    for each in main:
        for name in each.sides:
            first.setdefault(name, each.loser == name)
    there = {name for each in single if each.match.stage == "consolation" and each.is_met for name in each.sides}
    losers = {name for name, is_lost in first.items() if is_lost}
    assert there == (losers if len(losers) > 1 else set())
    double = play_bracket(make_bracket(names, double=True), lambda *two: chance.choice(two[:2]))
    lost = Counter(each.loser for each in double if each.is_met)
    (_, (winner,)), *places = list_places(double)
    assert {name: lost[name] for name in names if name != winner} == {name: 2 for name in names if name != winner}
    assert lost[winner] <= 1
    assert sum(len(those) for _, those in places) == count - 1


@pytest.mark.parametrize("count", [2, 3, 8, 11])
def test_in_a_round_robin_everybody_meets_everybody_once(count: int) -> None:
    names = [f"E{number}" for number in range(count)]
    schedule = make_schedule(names)
    met = Counter(frozenset(pair) for each in schedule for pair in each.pairs)
    assert set(met.values()) == {1}
    assert len(met) == count * (count - 1) // 2
    assert sorted(each.free for each in schedule if each.free) == (sorted(names) if count % 2 else [])


@pytest.mark.parametrize("mode", ["round_robin", "single", "double", "groups_single"])
@pytest.mark.parametrize("count", [4, 7, 11])
def test_an_event_is_played_to_its_end(mode: Mode, count: int) -> None:
    chance = Random(count)
    sheet = make_sheet(count, mode, options=EventOptions(third=True, consolation=True))
    ended = None
    while ended is None:
        try:
            sheet = play_round(sheet, chance)
        except EventError as error:
            ended = error.code
    assert ended == "complete"
    tables = sum(len(drawn.tables) for drawn in sheet.rounds)
    assert tables >= {"round_robin": count * (count - 1) // 2, "double": 2 * (count - 1)}.get(mode, count - 1)


@pytest.mark.parametrize(
    ("double", "late"),
    [
        (False, [("third", 1), ("winners", 2), ("winners", 3)]),
        (True, [("final", 1), ("losers", 4), ("reset", 1), ("winners", 3)]),
    ],
)
def test_a_bracket_knows_its_semi_finals_and_finals(double: bool, late: list[tuple[str, int]]) -> None:
    bracket = make_bracket([f"E{number}" for number in range(8)], double=double, third=True, consolation=True)
    assert sorted({(each.stage, each.round) for each in bracket.matches if bracket.is_late(each)}) == late


def test_places_are_known_when_the_last_match_is_played() -> None:
    bracket = make_bracket(["Ana", "Bo", "Carl", "Dora"])
    assert list_places(play_bracket(bracket, lambda one, other, _meeting: None if "Ana" in (one, other) else one)) == ()
    places = list_places(play_bracket(bracket, lambda one, other, _meeting: min(one, other)))
    assert places == ((1, ("Ana",)), (2, ("Bo",)), (3, ("Dora", "Carl")))


def test_a_match_of_a_bracket_that_nobody_can_reach_is_not_listed() -> None:
    sheet = play_round(make_sheet(5, "double", options=EventOptions(reset=True)), Random(1))
    listed = Counter((each.match.stage, each.match.round) for each in list_outcomes(sheet))
    assert (listed["losers", 1], listed["losers", 2]) == (1, 2), "of the first losers only one had an opponent"
    assert "reset" not in {stage for stage, _ in listed}, "nobody knows yet whether it has to be played"


def test_a_tie_does_not_go_on_in_an_elimination() -> None:
    sheet = make_sheet(4, "single")
    drawn = draw_round(sheet, 1)
    tied = TableResult((50, 50), time=True)
    played = EventRound(tuple(replace(table, result=tied) for table in drawn.tables))
    with pytest.raises(EventError, match="tie_played_on"):
        draw_round(replace(sheet, rounds=(played,)), 1)


def test_a_player_may_be_replaced_until_after_the_last_round_that_an_event_can_have() -> None:
    entry = {"who": "Ana & Bo", "out": "Bo", "in": "Carl", "round": 201}
    assert read_substitution(entry).round == 201
    with pytest.raises(ValueError, match="202"):
        read_substitution({**entry, "round": 202})


def test_more_than_256_are_too_many_for_an_elimination() -> None:
    with pytest.raises(EventError, match="too_many"):
        draw_round(make_sheet(257, "single"), 1)
