"""Run a case of an event or a league, and compare the result with what the case expects."""

import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import Any

from scorekeeper.play.events.bracket import Bracket, BracketOutcome, list_places, make_bracket, play_bracket
from scorekeeper.play.events.checks import (
    check_bye,
    check_correction,
    check_draw,
    check_entry,
    check_posted_result,
    check_redraw,
    check_swap,
)
from scorekeeper.play.events.draw import draw_round
from scorekeeper.play.events.event import Event
from scorekeeper.play.events.league import compute_league_table, compute_player_averages
from scorekeeper.play.events.refusals import EventError
from scorekeeper.play.events.rounds import EventRound, EventSheet
from scorekeeper.play.events.schedule import deal_groups, make_schedule, seed_qualifiers
from scorekeeper.play.events.standings import compute_standings, compute_team_standings
from tests.event.documents import Document, read_event, read_league, read_result, read_sheet

FORMAT = "domino-club-1"
DEFAULT_SEED = 1


class SkippedError(Exception):
    """A case of a kind that is not known."""


def read_cases(path: Path) -> list[Document]:
    """Return the cases of a file. Raises ValueError for a file of another format."""
    found = json.loads(path.read_text(encoding="utf-8"))
    if found.get("format") != FORMAT:
        raise ValueError(f"{path} is not in the format {FORMAT}")
    return list(found["cases"])


def run_case(case: Document) -> list[str]:
    """Return a sentence for each difference from what the case expects. Raises SkippedError."""
    expect = case["expect"]
    match case["kind"], case.get("ask"):
        case "evening", _:
            return list(run_evening(case))
        case "league", _:
            return list(run_league(case))
        case "draw", "round":
            came = ask_round(case)
        case "draw", "schedule":
            came = ask_schedule(read_event(case["event"]), expect)
        case "draw", "bracket":
            came = ask_bracket(case)
        case "draw", "groups":
            came = ask_groups(case)
        case kind:
            raise SkippedError(f"no such kind: {kind}")
    return list(compare(expect, came))


def compare(expect: Document, came: Document, place: str = "") -> Iterator[str]:
    """Yield a sentence for each expected field that differs."""
    for key, wanted in expect.items():
        if came.get(key, "nothing") != wanted:
            yield f"{place}{key}: expected {wanted!r}, came {came.get(key, 'nothing')!r}"


def run_evening(case: Document) -> Iterator[str]:
    """Yield the differences in the standings, the marks and the attempt at the end of the case."""
    sheet, expect = read_sheet(case), case["expect"]
    for field, compute in (("standings", compute_standings), ("teams", compute_team_standings)):
        for wanted in expect.get(field, ()):
            rows = [asdict(row) for row in compute(sheet, wanted["after"], wanted.get("seen"))]
            came = [{**row, "for": row["points"]} for row in rows]
            yield from compare_rows(wanted["rows"], came, f"{field} after {wanted['after']}: ")
    if "marks" in expect:
        yield from compare(
            {"marks": sorted(map(list, expect["marks"]))}, {"marks": [list(each) for each in sheet.marks()]}
        )
    if "then" in case:
        wanted = {key: expect[key] for key in ("accepted", "refused") if key in expect}
        yield from compare(wanted, try_then(sheet, case["then"]))


def compare_rows(expect: Sequence[Document], came: Sequence[Document], place: str) -> Iterator[str]:
    """Yield the differences in the rows of a table; rows that share a place may be in any order."""
    rows = {row["name"]: row for row in came}
    if sorted(row["name"] for row in expect) != sorted(rows):
        yield f"{place}expected {[row['name'] for row in expect]}, came {[*rows]}"
        return
    for wanted in expect:
        yield from compare(wanted, rows[wanted["name"]], f"{place}{wanted['name']}: ")


def try_then(sheet: EventSheet, then: Document) -> Document:
    """Return whether the attempt is accepted, or the code of its refusal."""
    try:
        match then["do"]:
            case "result":
                check_posted_result(sheet, then["round"], then["table"], read_result(then["result"]))
            case "correct":
                result = read_result(then["result"])
                check_correction(sheet, then["round"], then["table"], result, then.get("reason") or "")
            case "draw":
                check_draw(sheet)
            case "bye":
                check_bye(sheet, then["who"])
            case "enter":
                check_entry(sheet, then.get("from", len(sheet.rounds) + 1))
            case "swap":
                check_redraw(sheet, then.get("round", len(sheet.rounds)))
                check_swap(sheet, then["seats"])
            case "redraw":
                check_redraw(sheet, then["round"])
            case other:
                raise SkippedError(f"nothing like {other} can be tried")
    except EventError as error:
        return {"refused": error.code}
    return {"accepted": True}


def ask_round(case: Document) -> Document:
    """Return what the case asks about the next round, from its draw."""
    sheet, seed, order = read_sheet(case), case.get("seed", DEFAULT_SEED), case.get("order")
    expect = dict(case["expect"])
    try:
        drawn = draw_round(sheet, seed, order)
    except EventError as error:
        return {"refused": error.code}
    sides = [set(side) for table in drawn.tables for side in table.sides]
    met = Counter(frozenset(pair) for each in sheet.rounds for pair in list_opponents(each))
    together = {frozenset(side) for each in sheet.rounds for table in each.tables for side in table.sides}
    clubs = {each.name: each.club for each in sheet.event.entrants if each.club}
    came = {
        "tables": len(drawn.tables),
        "bye_count": len(drawn.byes),
        "byes": sorted(drawn.byes),
        "not_drawn": sorted(set(sheet.event.names()) - drawn.names() - {*drawn.byes}),
        "rematches": sum(met[frozenset(pair)] > 0 for pair in list_opponents(drawn)),
        "same_club": sum(
            bool({clubs.get(name) for name in one} & {clubs.get(name) for name in other} - {None})
            for one, other in (table.sides for table in drawn.tables)
        ),
        "exact": [sort_sides(table.sides) for table in drawn.tables],
        "partners_again": sum(len(side) > 1 and frozenset(side) in together for side in sides),
        "partner": {
            name: next(iter(side - {name}), None)
            for name in expect.get("partner", ())
            for side in sides
            if name in side
        },
        "apart": [
            pair for pair in expect.get("apart", ()) if set(pair) not in [set(each) for each in list_opponents(drawn)]
        ],
        "repeatable": drawn == draw_round(sheet, seed, order),
    }
    # Values whose order is free are sorted on both sides.
    if "exact" in expect:
        expect["exact"] = [sort_sides(table) for table in expect["exact"]]
        came["exact"] = case["expect"]["exact"] if came["exact"] == expect["exact"] else came["exact"]
    for field in ("byes", "not_drawn"):
        if sorted(expect.get(field, ())) == came[field]:
            came[field] = expect.get(field)
    return came


def list_opponents(drawn: EventRound) -> list[tuple[str, str]]:
    """Return each player of a round with each opponent."""
    return [(one, other) for table in drawn.tables for one in table.sides[0] for other in table.sides[1]]


def sort_sides(sides: Collection[str | Collection[str]]) -> list[list[str]]:
    """Return a table with its sides, and the names in each side, in alphabetical order."""
    return sorted(sorted([side] if isinstance(side, str) else side) for side in sides)


def ask_schedule(event: Event, expect: Document) -> Document:
    """Return what the case asks about the rounds of a round robin."""
    double = event.mode == "double_round_robin"
    schedule = make_schedule([each.name for each in event.entrants if each.present], double=double)
    half = schedule[: len(schedule) // 2] if double else schedule
    homes = Counter(pair for each in schedule for pair in each.pairs)
    came: dict[str, Any] = {
        "rounds": [[list(pair) for pair in each.pairs] for each in half],
        "byes": [each.free for each in half if each.free],
        "matches": sum(len(each.pairs) for each in schedule),
        "home_and_away": all(homes[pair] == homes[pair[::-1]] == 1 for pair in homes),
    }
    if "rounds" in expect:
        halves = (half, schedule[len(half) :]) if double else (half,)
        wanted = sorted(sort_sides(tuple(map(tuple, each))) for each in expect["rounds"])
        if all(sorted(sort_sides(each.pairs) for each in part) == wanted for part in halves):
            came["rounds"] = expect["rounds"]
            by_round = {repr(sort_sides(each.pairs)): each.free for each in half}
            came["byes"] = [free for each in expect["rounds"] if (free := by_round[repr(sort_sides(each))])]
    return came


def ask_bracket(case: Document) -> Document:
    """Return what the case asks about a bracket, and about its matches if the stronger side wins each."""
    event, expect = read_event(case["event"]), case["expect"]
    options = event.options
    names = [each.name for each in event.entrants if each.present]
    bracket = make_bracket(
        *(names,),
        double=event.mode == "double",
        third=options.third,
        consolation=options.consolation,
        reset=options.reset,
    )
    strength = case.get("strength") or names
    upsets = [(each["winner"], each["loser"], each.get("meeting")) for each in case.get("upsets", ())]

    def find_winner(one: str, other: str, meeting: int) -> str:
        for winner, loser, which in upsets:
            if {winner, loser} == {one, other} and which in (None, meeting):
                return str(winner)
        return min(one, other, key=strength.index)

    played = play_bracket(bracket, find_winner)
    came = describe_bracket(bracket, played)
    for field, order in (("first", sort_pairs), ("halves", sort_pairs), ("byes", sorted), ("consolation", sorted)):
        if field in expect and order(expect[field]) == order(came[field]):
            came[field] = expect[field]
    came["lost"] = {name: came["lost"][name] for name in expect.get("lost", ())}
    came["places"] = {place: came["places"].get(place) for place in expect.get("places", ())}
    came["meets"] = {
        what: pair if sorted(pair) == sorted(came["meets"].get(what, ())) else came["meets"].get(what)
        for what, pair in expect.get("meets", {}).items()
    }
    return came


def sort_pairs(pairs: Collection[Collection[str]]) -> list[list[str]]:
    """Return pairs, or halves, in alphabetical order."""
    return sorted(sorted(pair) for pair in pairs)


def describe_bracket(bracket: Bracket, played: Sequence[BracketOutcome]) -> dict[str, Any]:
    """Return everything that a case can ask about a bracket that was played."""
    met = [each for each in played if each.is_met]
    stages: Mapping[str, list[BracketOutcome]] = {
        stage: [each for each in played if each.match.stage == stage and each.is_met]
        for stage in ("winners", "final", "reset", "third", "consolation")
    }
    lost = Counter(each.loser for each in met)
    plays = Counter(chain.from_iterable(each.sides for each in met))
    last = {stage: [list(each.sides) for each in stages[stage][-1:]] for stage in stages}
    meets = {"final": last["final"] or last["winners"], "third": last["third"], "winners_final": last["winners"]}
    consolation = [each for each in played if each.match.stage == "consolation"]
    lines = [name for pair in bracket.first_round() for name in pair]
    halves = lines[: bracket.size // 2], lines[bracket.size // 2 :]
    return {
        "size": bracket.size,
        "byes": bracket.byes(),
        "first": [pair for pair in bracket.first_round() if None not in pair],
        "halves": [[name for name in half if name] for half in halves],
        "meets": {what: pairs[0] for what, pairs in meets.items() if pairs},
        "places": {str(place): names[0] for place, names in list_places(played) if len(names) == 1},
        "total": len(met),
        "lost": {name: lost[name] for name in bracket.names},
        "reset": bool(stages["reset"]),
        "consolation": {name for each in stages["consolation"] for name in each.sides},
        "consolation_winner": consolation[-1].next if consolation else None,
        "at_least_two": all(plays[name] >= 2 for name in bracket.names),
    }


def ask_groups(case: Document) -> Document:
    """Return what the case asks about groups, and about the matches after them."""
    event, expect = read_event(case["event"]), case["expect"]
    groups = deal_groups([each.name for each in event.entrants if each.present], event.groups)
    came: dict[str, Any] = {
        "groups": [list(group) for group in groups],
        "group_matches": sum(len(each.pairs) for group in groups for each in make_schedule(group)),
    }
    if "finish" in case:
        first = make_bracket(seed_qualifiers(case["finish"])).first_round()
        came["first"] = [list(pair) for pair in first if None not in pair]
    for field in ("groups", "first"):
        if field in expect and sort_pairs(expect[field]) == sort_pairs(came.get(field, ())):
            came[field] = expect[field]
    return came


def run_league(case: Document) -> Iterator[str]:
    """Yield the differences in the table of a season and in the games of its players."""
    league, expect = read_league(case), case["expect"]
    if "table" in expect:
        yield from compare_rows(expect["table"], [asdict(row) for row in compute_league_table(league)], "table: ")
    averages = {name: asdict(each) for name, each in compute_player_averages(league).items()}
    for name, wanted in expect.get("players", {}).items():
        yield from compare(wanted, averages.get(name, {"played": 0, "won": 0}), f"{name}: ")
