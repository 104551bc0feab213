"""The forms of a league: the one that makes a season, and the card of a match."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from werkzeug.datastructures import MultiDict

from scorekeeper.engine.text import N_
from scorekeeper.play.events.club_event import BETWEEN, TableReport
from scorekeeper.play.events.entries import LIMITS
from scorekeeper.play.events.event import Event
from scorekeeper.play.events.league import LeagueFormat, LeagueGame, LeagueRules
from scorekeeper.play.events.refusals import EventError
from scorekeeper.play.events.rounds import Side, TableResult
from scorekeeper.play.player_names import normalize_name
from scorekeeper.web.forms.events import read_names
from scorekeeper.web.forms.form import read_number

RULES: Mapping[str, tuple[str, LeagueRules]] = {
    "solihull": (N_("3 for a win, 1 for a 5–4 loss"), LeagueRules(win=3, close=(5, 4), close_points=1)),
    "leek": (
        N_("2 for a win, 1 for each game won"),
        LeagueRules(win=2, game=1, forfeit_games=(5, 4), forfeit_present=7),
    ),
    "northallerton": (
        N_("1 for each game won"),
        LeagueRules(game=1, forfeit_games=(6, 0), forfeit_present=6),
    ),
    "own": (N_("the points below"), LeagueRules()),
}
MEETINGS: Mapping[str, str] = {
    "double_round_robin": N_("at home and away"),
    "round_robin": N_("once"),
}
MOST_POINTS = 100
MOST_DAYS = 60


@dataclass(frozen=True, slots=True)
class LeagueForm:
    """The form that makes a league's season, as typed; `names` has a team with its players on each line."""

    name: str = ""
    names: str = ""
    mode: str = "double_round_robin"
    singles: str = "6"
    doubles: str = "3"
    single_target: str = "61"
    double_target: str = "121"
    rules: str = "solihull"
    win: str = "2"
    draw: str = "1"
    loss: str = "0"
    game: str = "0"
    first_day: str = ""
    days: str = "7"

    @classmethod
    def read(cls, sent: MultiDict[str, str]) -> "LeagueForm":
        """Return the form as it was sent; fields that are missing have their usual values."""
        return cls(**{field: sent[field] for field in cls.__dataclass_fields__ if field in sent})

    def find_first_day(self) -> date | None:
        """Return the day of the first round; None if none was typed."""
        return read_day(self.first_day)

    def count_days(self) -> int:
        """Return the number of days between two rounds. Raise EventError if it is not valid."""
        return _read_figure(self.days, MOST_DAYS, 1)

    def make_event(self) -> Event:
        """Return the event of the season. Raise EventError if a field has no valid value."""
        singles, doubles = (_read_figure(each, LIMITS["games"]) for each in (self.singles, self.doubles))
        if singles + doubles < 1:
            raise EventError("number_wanted", most=LIMITS["games"])
        targets = [_read_figure(each, LIMITS["target"], 1) for each in (self.single_target, self.double_target)]
        rules = RULES.get(self.rules, RULES["own"])[1]
        if rules == LeagueRules():
            win, draw, loss, game = (
                _read_figure(each, MOST_POINTS) for each in (self.win, self.draw, self.loss, self.game)
            )
            rules = LeagueRules(win, draw, loss, game, forfeit_games=(singles + doubles, 0))
        return Event(
            read_names(self.names, has_members=True),
            targets[0],
            "teams",
            "round_robin" if self.mode == "round_robin" else "double_round_robin",
            league=LeagueFormat(rules, singles, doubles, *targets),
        )


def read_day(typed: str) -> date | None:
    """Return the day in a field for a date; None if it is empty or not a date."""
    try:
        return date.fromisoformat(typed.strip())
    except ValueError:
        return None


def read_card(sent: MultiDict[str, str], report: TableReport, league: LeagueFormat) -> TableResult:
    """Return the result of a league's match from its card. Raise EventError if a score is missing.

    `players-0-3` are the home players of the third game and `points-0-3` their points. If every game is empty,
    `score-0` and `score-1` are the games that each team won. `absent` is the team that did not come.
    """
    absent = tuple(team for side in report.sides for team in side if team in sent.getlist("absent"))
    typed = [[sent.get(f"points-{side}-{n}", "").strip() for side in (0, 1)] for n in range(1, len(league.targets) + 1)]
    if absent:
        return TableResult(absent=absent[:1])
    if not any(map(any, typed)):
        score = [read_number(sent.get(f"score-{side}", "").strip()) for side in (0, 1)]
        if score[0] is None or score[1] is None:
            raise EventError("no_winner", game=1)
        return TableResult((score[0], score[1]))
    games = []
    for number, pair in enumerate(typed, 1):
        home, away = (read_number(each) for each in pair)
        if home is None or away is None:
            raise EventError("no_winner", game=number)
        games.append(LeagueGame(read_players(sent, number), (home, away)))
    return TableResult(games=tuple(games))


def read_players(sent: MultiDict[str, str], number: int) -> tuple[Side, Side]:
    """Return the players of the two sides of a game, as they are typed on the card."""
    home, away = (_split_players(sent.get(f"players-{side}-{number}", "")) for side in (0, 1))
    return home, away


def _split_players(typed: str) -> Side:
    """Return the players of one side of a game: one name, or two with `&` between them."""
    names = (normalize_name(each) for each in typed.split(BETWEEN.strip()))
    return tuple(name for name in names if name)


def _read_figure(typed: str, most: int, fewest: int = 0) -> int:
    """Return the number typed. Raise EventError if it is not a number from `fewest` to `most`."""
    number = read_number(typed.strip())
    if number is None or not fewest <= number <= most:
        raise EventError("number_wanted", most=most)
    return number
