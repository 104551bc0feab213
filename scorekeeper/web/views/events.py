"""The values of an event's pages: the progress of its tables, clock, standings, brackets, and an entrant's rounds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from string import ascii_uppercase

from scorekeeper.engine.text import N_, Text
from scorekeeper.play.access import EventPermission
from scorekeeper.play.events.bracket import BracketOutcome, Stage
from scorekeeper.play.events.club_event import BETWEEN, DESK, ClubEvent, Progress, TableReport
from scorekeeper.play.events.elimination import compute_group_standings, count_group_rounds, list_outcomes
from scorekeeper.play.events.rounds import count_hands, turn_points
from scorekeeper.play.events.standings import StandingRow, compute_standings
from scorekeeper.web.forms.events import name_boards

ORDER: tuple[Progress, ...] = ("disputed", "pending", "missing")
PROGRESS_NAMES: Mapping[Progress, str] = {
    "disputed": N_("Disputed"),
    "pending": N_("To be confirmed"),
    "missing": N_("Still playing"),
    "done": N_("Done"),
}
STAGE_NAMES: Mapping[Stage, str] = {
    "winners": N_("Bracket"),
    "losers": N_("Bracket of those who lost once"),
    "final": N_("Final"),
    "reset": N_("Second final"),
    "third": N_("Third place"),
    "consolation": N_("Consolation"),
}
MOST_ON_WALL, ROUNDS_ON_WALL = 4, 3  # matches of a round of a bracket, and rounds, that one view of the wall holds
SEATS = ("A", "B", "C", "D")


@dataclass(frozen=True, slots=True)
class TableGroup:
    """The tables of a round with the same progress; the one that has had it longest comes first."""

    progress: Progress
    heading: str
    tables: tuple[TableReport, ...]


@dataclass(frozen=True, slots=True)
class EventClock:
    """The clock of a round; `left` are the seconds until time is called, negative after that.

    It warns while at most `warning` seconds are left. `wait` are the seconds that are left to wait for who is late, or
    None if nobody waits.
    """

    left: int
    warning: int = 0
    wait: int | None = None
    has_one_more: bool = False

    @property
    def over(self) -> bool:
        """Return whether time is called."""
        return self.left <= 0

    @property
    def warns(self) -> bool:
        """Return whether the last minutes before time is called have begun."""
        return 0 < self.left <= self.warning

    @property
    def call(self) -> Text:
        """Return the sentence for the moment when time is called: which hand is the last one."""
        return Text(
            N_("Time! One more hand is played after the one in play.")
            if self.has_one_more
            else N_("Time! The hand in play is the last one.")
        )

    @property
    def short_call(self) -> Text:
        """Return the last call of the round in two or three words, for the large screen of the hall."""
        return Text(N_("One more hand") if self.has_one_more else N_("Last hand"))

    @property
    def text(self) -> str:
        """Return the minutes and seconds left, such as `7:05`."""
        return write_minutes(self.left)

    @property
    def wait_text(self) -> str:
        """Return the time left to wait in minutes and seconds."""
        return write_minutes(self.wait or 0)


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """An entrant's round: its table, partner, opponents, points (own, other) and seat.

    `table` is None for a bye, and for a round in which the entrant does not play.
    """

    number: int
    table: TableReport | None
    bye: bool
    partner: str
    opponents: tuple[str, ...]
    points: tuple[int, int] | None
    seat: str


@dataclass(frozen=True, slots=True)
class BoardForm:
    """The fields of one board of a table: their names end in `suffix`; `points` are those that are written, or None."""

    number: int
    suffix: str
    heading: Text | None
    names: tuple[str, str]
    points: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class SeatRow:
    """The seat of a player; `table` is None for a bye. A pair of a team has the team as its `entrant`."""

    name: str
    entrant: str
    table: TableReport | None
    seat: str


@dataclass(frozen=True, slots=True)
class BracketStage:
    """A stage of a bracket: its rounds in order, each with its matches."""

    heading: str
    rounds: tuple[tuple[BracketOutcome, ...], ...]


@dataclass(frozen=True, slots=True)
class StandingGroup:
    """The standings of a group; for those of the whole event `heading` is None."""

    heading: Text | None
    rows: tuple[StandingRow, ...]


def group_tables(record: ClubEvent) -> tuple[TableGroup, ...]:
    """Return the tables of the last round that are not done, in groups by their progress; empty groups are left out."""
    groups = []
    for progress in ORDER:
        tables = sorted((each for each in record.now if each.progress == progress), key=lambda each: each.since)
        if tables:
            groups.append(TableGroup(progress, PROGRESS_NAMES[progress], tuple(tables)))
    return tuple(groups)


def read_clock(record: ClubEvent) -> EventClock | None:
    """Return the clock of the last round; None if it was not started.

    While players may be late, the clock has the time left to wait for them. When it has run out, the clock keeps it,
    below 0, for as long again.
    """
    ends, event = record.ends, record.event
    if ends is None or record.clock is None:
        return None
    now = datetime.now(UTC)
    grace, wait = record.shorten(event.grace or 0), None
    if event.grace and now < record.clock + 2 * grace:
        wait = int((record.clock + grace - now).total_seconds())
    return EventClock(
        int((ends - now).total_seconds()),
        int(record.shorten(event.warning or 0).total_seconds()),
        wait,
        event.options.last_hand == "one_more",
    )


def write_minutes(seconds: int) -> str:
    """Return `seconds` as minutes and seconds, such as `7:05`; `0:00` for a negative number."""
    left = max(0, seconds)
    return f"{left // 60}:{left % 60:02}"


def list_standings(record: ClubEvent) -> tuple[StandingRow, ...]:
    """Return the standings after the last round; none before the first one."""
    return compute_standings(record.sheet, record.round) if record.round else ()


def list_standing_groups(record: ClubEvent) -> tuple[StandingGroup, ...]:
    """Return the standings after the last round, separately for each group; empty before the first round."""
    if not record.round:
        return ()
    if not count_group_rounds(record.sheet):
        return (StandingGroup(None, list_standings(record)),)
    groups = compute_group_standings(record.sheet, record.round)
    return tuple(StandingGroup(name_group(number), rows) for number, rows in enumerate(groups))


def name_group(number: int) -> Text:
    """Return the heading of a group, whose `number` counts from 0."""
    return Text(N_("Group %(group)s"), {"group": ascii_uppercase[number]})


def list_bracket_stages(record: ClubEvent) -> tuple[BracketStage, ...]:
    """Return the bracket of an elimination; empty before its first draw, and for an event without one.

    A second final is included once it has to be played. A match without any players is left out.
    """
    stages: dict[Stage, dict[int, list[BracketOutcome]]] = {}
    for each in list_outcomes(record.sheet):
        stages.setdefault(each.match.stage, {}).setdefault(each.match.round, []).append(each)
    return tuple(BracketStage(STAGE_NAMES[stage], tuple(map(tuple, of.values()))) for stage, of in stages.items())


def list_bracket_windows(record: ClubEvent) -> tuple[BracketStage, ...]:
    """Return the rounds of each stage of a bracket that the wall shows: the last complete one, and the two after it.

    Rounds with more than MOST_ON_WALL matches are left out, as the wall shows their tables.
    """
    windows = []
    for stage in list_bracket_stages(record):
        rounds = [matches for matches in stage.rounds if len(matches) <= MOST_ON_WALL]
        complete = [matches for matches in rounds if all(each.is_settled for each in matches)]
        first = max(0, min(len(complete) - 1, len(rounds) - ROUNDS_ON_WALL))
        if rounds:
            windows.append(BracketStage(stage.heading, tuple(rounds[first : first + ROUNDS_ON_WALL])))
    return tuple(windows)


def list_played_rounds(record: ClubEvent, name: str) -> tuple[PlayedRound, ...]:
    """Return the rounds of an entrant, one for each round that is drawn."""
    rounds = []
    for number, drawn in enumerate(record.sheet.rounds, 1):
        report = record.find_table(name, number)
        side = None if report is None else report.find_side(name)
        if report is None or side is None:
            rounds.append(PlayedRound(number, None, name in drawn.byes, "", (), None, ""))
            continue
        own = report.sides[side]
        partner = next((other for other in own if other != name), "")
        points = turn_points(report.result, side)
        rounds.append(
            PlayedRound(number, report, False, partner, report.sides[1 - side], points, find_seat(report, name))
        )
    return tuple(rounds)


def find_writer(report: TableReport, permission: EventPermission) -> int | None:
    """Return the side of a table for which a device may write: 0, 1, DESK for the organizers' desk, or None."""
    if permission.desk:
        return DESK
    sides = {report.find_side(name) for name in permission.entrants} - {None}
    return sides.pop() if len(sides) == 1 else None


def find_seat(report: TableReport, name: str) -> str:
    """Return the seat of an entrant at a table: `A` to `D` for an individual, `A + C` or `B + D` for a pair.

    Return an empty text if the entrant does not play at this table.
    """
    side = report.find_side(name)
    if side is None:
        return ""
    own = report.sides[side]
    return SEATS[side + 2 * own.index(name)] if len(own) == 2 else f"{SEATS[side]} + {SEATS[side + 2]}"


def list_board_forms(record: ClubEvent, report: TableReport) -> tuple[BoardForm, ...]:
    """Return the fields of each board of a table: one for each pair of two teams, or a single one in other events."""
    suffixes = name_boards(record.event)
    if suffixes == ("",):
        written = report.result.total if report.result else count_hands(report.hands) if report.hands else None
        return (BoardForm(0, "", None, report.names, written),)
    members = [[BETWEEN.join(pair) for pair in record.list_pairs(side[0])] for side in report.sides]
    boards = report.result.boards if report.result else ()
    return tuple(
        BoardForm(
            number + 1,
            suffix,
            Text(N_("Pair %(number)s"), {"number": number + 1}),
            (_name_pair(members[0], number, report.names[0]), _name_pair(members[1], number, report.names[1])),
            boards[number].total if number < len(boards) else None,
        )
        for number, suffix in enumerate(suffixes)
    )


def _name_pair(members: Sequence[str], number: int, team: str) -> str:
    """Return the name of a pair of a team, or that of the team if it is not known."""
    return members[number] if number < len(members) else team


def list_seats_by_name(record: ClubEvent) -> tuple[SeatRow, ...]:
    """Return the seats of all entrants in the last round, and those of the pairs of teams, sorted by name."""
    if not record.round:
        return ()
    seats = [SeatRow(name, name, None, "") for name in record.sheet.rounds[-1].byes]
    for report in record.now:
        for side in report.sides:
            for name in side:
                seat = find_seat(report, name)
                seats.append(SeatRow(name, name, report, seat))
                members = (
                    [BETWEEN.join(pair) for pair in record.list_pairs(name)] if record.event.find(name).members else []
                )
                seats += [SeatRow(pair, name, report, f"{n} · {seat}") for n, pair in enumerate(members, 1)]
    return tuple(sorted(seats, key=lambda each: each.name.casefold()))
