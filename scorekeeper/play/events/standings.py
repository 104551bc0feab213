"""The standings of an event after any of its rounds."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.play.events.event import ELIMINATIONS, ROUND_ROBINS, Entrant, Event
from scorekeeper.play.events.lines import MatchLine, compute_lines, make_fixed_line, raise_colours
from scorekeeper.play.events.ranking import Contender, rank_contenders
from scorekeeper.play.events.rounds import EventRound, EventSheet


@dataclass(frozen=True, slots=True)
class StandingRow:
    """An entrant's or a team's place, and the numbers that led to it.

    `by` is the criterion that ranks it below the place above: None for the first place, `withdrawn` for those who are
    ranked after all others.
    """

    place: int
    name: str
    played: int
    won: int
    effectiveness: int
    points: int
    against: int
    excess: int
    buchholz: int
    by: str | None


def compute_standings(sheet: EventSheet, after: int, seen: int | None = None) -> tuple[StandingRow, ...]:
    """Return the standings after the round `after`, as known when the round `seen` (default: `after`) was complete.

    An entrant who enters in a later round, or never came, has no row.
    """
    lines = list_lines(sheet, after, seen)
    left = find_withdrawn(sheet)
    entered = [
        each.name
        for each in sheet.event.entrants
        if each.first_round <= after + (not after) and (lines[each.name] or (each.present and left.get(each.name) != 0))
    ]
    return rank_entrants(sheet, entered, lines, {name for name in entered if left.get(name, after) < after})


def compute_team_standings(sheet: EventSheet, after: int, seen: int | None = None) -> tuple[StandingRow, ...]:
    """Return the standings of the entrants' teams, to each of which the lines of its entrants count."""
    lines = list_lines(sheet, after, seen)
    members: dict[str, list[str]] = defaultdict(list)
    for entrant in sheet.event.entrants:
        if entrant.team is not None:
            members[entrant.team].append(entrant.name)
    teams = [Contender.of(team, names, lines) for team, names in members.items()]
    return _make_rows(rank_contenders(teams, sheet.event.ranking, sheet.lots))


def rank_entrants(
    sheet: EventSheet, names: Iterable[str], lines: Mapping[str, Sequence[MatchLine]], withdrawn: set[str]
) -> tuple[StandingRow, ...]:
    """Return the standings of these entrants by their lines; the event may rank the withdrawn after all others."""
    contenders = [Contender.of(name, [name], lines) for name in names]
    last = withdrawn if sheet.event.options.withdrawn == "last" else set()
    ranked = rank_contenders([each for each in contenders if each.name not in last], sheet.event.ranking, sheet.lots)
    behind = rank_contenders([each for each in contenders if each.name in last], sheet.event.ranking, sheet.lots)
    if ranked and behind:
        behind[0] = ("withdrawn", behind[0][1])
    return _make_rows(ranked + behind)


def list_lines(sheet: EventSheet, after: int, seen: int | None = None) -> dict[str, list[MatchLine]]:
    """Return the lines of every entrant in rounds 1 to `after`, as known when the round `seen` was complete.

    `seen` None means the round `after`.
    """
    event = sheet.event
    rounds = sheet.rounds_as_seen(after, after if seen is None else seen)
    boards = count_boards(event, rounds)
    left = find_withdrawn(sheet)
    lines: dict[str, list[MatchLine]] = {name: [] for name in event.names()}
    colours: dict[str, int] = {}
    for number, drawn in enumerate(rounds, 1):
        raised: dict[str, int] = {}
        for table in drawn.tables:
            for line in compute_lines(event, number, table, colours, boards):
                lines[line.name].append(line)
            if table.result:
                raised.update(raise_colours(table.result, colours, escalate=event.options.escalate))
        for name, colour in raised.items():
            colours[name] = max(colour, colours.get(name, 0))
        seated = drawn.names()
        for entrant in event.entrants:
            if entrant.name not in seated and left.get(entrant.name, number) >= number:
                lines[entrant.name] += _make_bye_lines(event, drawn, number, entrant) * boards
    return lines


def _make_bye_lines(event: Event, drawn: EventRound, number: int, entrant: Entrant) -> list[MatchLine]:
    """Return the line of a round in which an entrant sat at no table; empty if the round does not count."""
    if entrant.name in drawn.byes:
        what: str = event.options.free_round if event.mode in ROUND_ROBINS else "bye"
    elif not entrant.present or event.mode in (*ELIMINATIONS, "groups_single"):
        what = "nothing"
    elif event.mode in ROUND_ROBINS and number >= entrant.first_round:
        what = event.options.free_round
    else:
        what = event.options.late
    if what == "nothing":
        return []
    return [make_fixed_line(entrant.name, number, event.bye if what == "bye" else event.absent, won=what == "bye")]


def count_boards(event: Event, rounds: Iterable[EventRound]) -> int:
    """Return the number of matches that a team plays in a round; 1 for an event without teams."""
    if event.entry != "teams":
        return 1
    played = [len(table.result.boards) for drawn in rounds for table in drawn.tables if table.result]
    return event.boards or max([1, *played])


def find_withdrawn(sheet: EventSheet) -> dict[str, int]:
    """Return the last round of every entrant who left, and of those who were absent from both round 1 and round 2.

    In an elimination only withdrawals count, since most entrants are out after some rounds anyway.
    """
    left = {each.name: each.after for each in sheet.withdrawals}
    if len(sheet.rounds) < 2 or sheet.event.mode in (*ELIMINATIONS, "groups_single"):
        return left
    first, second = (_list_present(sheet.event, drawn) for drawn in sheet.rounds_as_seen(2, 2))
    later = {name for drawn in sheet.rounds[2:] for name in (*drawn.names(), *drawn.byes)}
    for entrant in sheet.event.entrants:
        if entrant.first_round <= 2 and entrant.name not in first | second | later:
            left.setdefault(entrant.name, 2)
    return left


def _list_present(event: Event, drawn: EventRound) -> set[str]:
    """Return the entrants who did not miss a round: they played, had the bye, or the free round of a round robin."""
    absent = {name for table in drawn.tables if table.result for name in table.result.absent}
    missed = set(event.names()) - {*drawn.names(), *drawn.byes}
    return set(event.names()) - absent - (set() if event.mode in ROUND_ROBINS else missed)


def _make_rows(groups: Sequence[tuple[str | None, Sequence[Contender]]]) -> tuple[StandingRow, ...]:
    """Return the rows of the groups, in which contenders with the same place are in alphabetical order."""
    rows: list[StandingRow] = []
    for by, tied in groups:
        place = len(rows) + 1
        rows += [
            StandingRow(
                *(place, each.name, len(each.lines), each.won, each.effectiveness, each.points, each.against),
                *(each.excess, each.buchholz, by),
            )
            for each in sorted(tied, key=lambda each: each.name)
        ]
    return tuple(rows)
