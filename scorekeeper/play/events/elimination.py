"""The next round of events whose pairings are settled beforehand: round robins, groups and eliminations."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from scorekeeper.play.events.bracket import Bracket, BracketOutcome, make_bracket, play_bracket
from scorekeeper.play.events.checks import list_drawn
from scorekeeper.play.events.event import ELIMINATIONS
from scorekeeper.play.events.refusals import EventError
from scorekeeper.play.events.rounds import EventRound, EventSheet, EventTable, TableResult, number_tables
from scorekeeper.play.events.schedule import ScheduledRound, deal_groups, make_schedule, seed_qualifiers
from scorekeeper.play.events.standings import StandingRow, find_withdrawn, list_lines, rank_entrants


def draw_scheduled(sheet: EventSheet, schedules: Sequence[Sequence[ScheduledRound]]) -> EventRound:
    """Return the next round of one or several schedules; an entrant whose opponent is absent has the bye.

    Raises EventError if the schedules have no further round.
    """
    number = len(sheet.rounds)
    present = list_drawn(sheet)
    next_rounds = [schedule[number] for schedule in schedules if number < len(schedule)]
    if not next_rounds:
        raise EventError("complete")
    pairs = [pair for each in next_rounds for pair in each.pairs]
    met = [(home, away) for home, away in pairs if home in present and away in present]
    playing = {name for pair in met for name in pair}
    scheduled = [name for each in next_rounds for name in (*(name for pair in each.pairs for name in pair), each.free)]
    byes = tuple(name for name in present if name in scheduled and name not in playing)
    return EventRound(number_tables(((home,), (away,)) for home, away in met), byes)


def draw_groups(sheet: EventSheet) -> EventRound:
    """Return the next round of the groups; after the last one, of the elimination of the first two of each group."""
    schedules = [make_schedule(group) for group in list_groups(sheet)]
    if len(sheet.rounds) < count_group_rounds(sheet):
        return draw_scheduled(sheet, schedules)
    return draw_elimination(sheet)


def list_groups(sheet: EventSheet) -> tuple[tuple[str, ...], ...]:
    """Return the groups of an event, to which the entrants are assigned in the order of their seeds."""
    return deal_groups([each.name for each in sheet.event.entrants if each.present], sheet.event.groups)


def count_group_rounds(sheet: EventSheet) -> int:
    """Return how many rounds the largest group of the event plays; 0 for an event without groups."""
    if sheet.event.mode != "groups_single":
        return 0
    return max(len(make_schedule(group)) for group in list_groups(sheet))


def compute_group_standings(
    sheet: EventSheet, after: int, seen: int | None = None
) -> tuple[tuple[StandingRow, ...], ...]:
    """Return the standings of each group after the round `after`, as `compute_standings` does."""
    last = min(after, count_group_rounds(sheet))
    lines = list_lines(sheet, last, after if seen is None else seen)
    left = find_withdrawn(sheet)
    return tuple(
        rank_entrants(sheet, group, lines, {name for name in group if left.get(name, last) < last})
        for group in list_groups(sheet)
    )


def list_outcomes(sheet: EventSheet) -> tuple[BracketOutcome, ...]:
    """Return the outcome of each match of the bracket; empty before its first draw, and without an elimination.

    A second final is listed only once it has to be played, and a match is left out if nobody fills its places.
    """
    groups = count_group_rounds(sheet)
    if not (groups or sheet.event.mode in ELIMINATIONS) or len(sheet.rounds) <= groups:
        return ()
    try:
        outcomes = list_played(sheet, find_bracket(sheet))
    except EventError:  # a match without a winner is played on
        return ()
    return tuple(
        each
        for each in outcomes
        if each.is_met or (each.match.stage != "reset" and (not each.is_ready or any(each.sides)))
    )


def draw_elimination(sheet: EventSheet) -> EventRound:
    """Return a round of all matches of the bracket that can be played now. Raises EventError if there is none."""
    bracket = find_bracket(sheet)
    played = list_played(sheet, bracket)
    ready = [each for each in played if each.is_met and each.winner is None]
    if not ready:
        raise EventError("complete")
    is_first = len(sheet.rounds) == count_group_rounds(sheet)
    target = sheet.event.final_target
    tables = [
        EventTable(number, ((each.sides[0],), (each.sides[1],)), target=target if bracket.is_late(each.match) else None)
        for number, each in enumerate(ready, 1)
        if each.sides[0] and each.sides[1]
    ]
    return EventRound(tuple(tables), bracket.byes() if is_first else ())


def check_winner(sheet: EventSheet, round_: int, result: TableResult) -> None:
    """Raise EventError if the result of an elimination's match has no winner who goes on."""
    eliminates = sheet.event.mode in ELIMINATIONS or 0 < count_group_rounds(sheet) < round_
    won = [board.total for board in result.boards if board.total]
    boards = sum(one > other for one, other in won), sum(other > one for one, other in won)
    is_tied = result.total is not None and result.total[0] == result.total[1] and boards[0] == boards[1]
    if eliminates and is_tied and not result.absent:
        raise EventError("tie_played_on")


def find_bracket(sheet: EventSheet) -> Bracket:
    """Return the bracket of an event; after groups it is known when their last round is complete."""
    event = sheet.event
    names = [each.name for each in event.entrants if each.present]
    rounds = count_group_rounds(sheet)
    if rounds:
        seeds = {name: index for index, name in enumerate(names)}
        groups = compute_group_standings(sheet, rounds, rounds)
        finish = [sorted(group, key=lambda row: (row.place, seeds[row.name])) for group in groups]
        names = list(seed_qualifiers([[row.name for row in group] for group in finish]))
    options = event.options
    return make_bracket(
        *(names,),
        double=event.mode == "double",
        third=options.third,
        consolation=options.consolation,
        reset=options.reset,
    )


def list_played(sheet: EventSheet, bracket: Bracket) -> tuple[BracketOutcome, ...]:
    """Return the outcome of each match of an event's bracket.

    Each match is decided by its result at the time when its round was complete: a later correction leaves the next
    rounds as they were drawn. The opponent of an entrant who left goes on. Raises EventError if a complete match has no
    winner.
    """
    winners = _find_winners(sheet)
    left = find_withdrawn(sheet)

    def find_winner(one: str, other: str, meeting: int) -> str | None:
        """Return who has won this meeting of two entrants; None if it is not decided."""
        won = winners.get(frozenset((one, other)), ())
        if meeting <= len(won):
            return won[meeting - 1]
        if one in left:
            return other
        return one if other in left else None

    return play_bracket(bracket, find_winner)


def _find_winners(sheet: EventSheet) -> Mapping[frozenset[str], Sequence[str]]:
    """Return the winners of all meetings of two entrants in the elimination, in the order of the rounds."""
    winners: dict[frozenset[str], list[str]] = defaultdict(list)
    for number in range(count_group_rounds(sheet) + 1, len(sheet.rounds) + 1):
        lines = list_lines(sheet, number, number)
        for table in sheet.rounds_as_seen(number, number)[-1].tables:
            if table.result is None:
                continue
            scores = {
                name: (sum(line.won for line in own), sum(line.points for line in own))
                for name in table.names()
                for own in [[line for line in lines[name] if line.round == number]]
            }
            second, first = sorted(scores, key=lambda name: scores[name])
            if scores[second] == scores[first]:
                raise EventError("tie_played_on")
            winners[frozenset(table.names())].append(first)
    return winners
