"""A league's season as an event: all rounds are drawn when it begins, and its table follows from the results."""

from dataclasses import dataclass
from datetime import date, timedelta

from scorekeeper.play.events.club_event import ClubEvent, TableReport
from scorekeeper.play.events.event import Event
from scorekeeper.play.events.league import League, LeagueMatch, compute_player_averages
from scorekeeper.play.events.refusals import EventError
from scorekeeper.play.events.rounds import EventRound, number_tables
from scorekeeper.play.events.schedule import make_schedule
from scorekeeper.play.events.writing import start_event
from scorekeeper.store import Store

GAME = "fives_threes"
LEAST = 2


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player's games of the season; `team` is empty for a player whom no team lists."""

    name: str
    team: str
    played: int
    won: int

    @property
    def percent(self) -> int:
        """The share of the games that were won, in percent."""
        return round(100 * self.won / self.played)


def start_season(
    store: Store,
    name: str,
    event: Event,
    post: str,
    *,
    first: date | None = None,
    days: int = 7,
    is_rehearsal: bool = False,
) -> str:
    """Make the event of a season with the rounds of all its fixtures; return its id. Raises EventError.

    The first round is on the day `first`, if that is known; each other one follows this number of `days` later.
    """
    if len(event.entrants) < LEAST:
        raise EventError("too_few", least=LEAST)
    schedule = make_schedule(list(event.names()), double=event.mode == "double_round_robin")
    rounds = [
        EventRound(number_tables(((home,), (away,)) for home, away in each.pairs), (each.free,) if each.free else ())
        for each in schedule
    ]
    dates = [first + timedelta(days=days * number) for number in range(len(rounds))] if first else []
    return start_event(store, name, GAME, {}, event, post, rounds, days=dates, is_rehearsal=is_rehearsal)


def find_match_now(record: ClubEvent, number: int) -> TableReport | None:
    """Return the match that is played next at the table with this number; None after the last one."""
    reports = (record.reports.get((round_, number)) for round_ in range(1, record.round + 1))
    return next((each for each in reports if each and each.progress == "missing"), None)


def list_fixtures(record: ClubEvent, team: str = "") -> tuple[tuple[int, tuple[TableReport, ...]], ...]:
    """Return the number of each round with its matches; with `team`, only the matches of this team."""
    rounds = [(number, record.list_reports(number)) for number in range(1, record.round + 1)]
    if not team:
        return tuple(rounds)
    own = [(number, tuple(each for each in reports if each.find_side(team) is not None)) for number, reports in rounds]
    return tuple((number, reports) for number, reports in own if reports)


def read_season(record: ClubEvent) -> League:
    """Return the season with the current results. Raises ValueError for an event that is no season."""
    if record.event.league is None:
        raise ValueError(record.id)
    matches = tuple(_read_match(report) for _, reports in list_fixtures(record) for report in reports)
    return League(tuple(record.event.names()), record.event.league.rules, matches)


def _read_match(report: TableReport) -> LeagueMatch:
    """Return the match of a table as a match of the league."""
    (home,), (away,) = report.sides
    result = report.result
    if result is None:
        return LeagueMatch(home, away)
    if result.absent:
        return LeagueMatch(home, away, forfeit=result.absent[0])
    return LeagueMatch(home, away, result.points, result.games)


def list_averages(record: ClubEvent) -> tuple[PlayerRow, ...]:
    """Return the games of each player, the best average first; of equal ones the player with more games comes first."""
    teams = {member: each.name for each in record.event.entrants for member in each.members}
    rows = [
        PlayerRow(name, teams.get(name, ""), each.played, each.won)
        for name, each in compute_player_averages(read_season(record)).items()
    ]
    return tuple(sorted(rows, key=lambda row: (-row.won / row.played, -row.played, row.name.casefold())))
