"""A league's season: matches between teams, each of several games, and the league points for them.

The points of a league are data; the leagues of Solihull, Leek and Northallerton are examples in `docs/events.md`.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

LeagueCriterion = Literal["points", "difference", "games", "against", "won", "head"]


@dataclass(frozen=True, slots=True)
class LeagueRules:
    """League points for a match: for a win, a draw or a loss, and in addition for each `game` won.

    `close` is a score in games, and a loss by exactly that score is worth `close_points` instead. A forfeit counts as
    `forfeit_games` for the present and the absent team. Their league points are those of a win and of a loss, unless
    `forfeit_present` and `forfeit_absent` are set.
    """

    win: int = 0
    draw: int = 0
    loss: int = 0
    game: int = 0
    close: tuple[int, int] | None = None
    close_points: int = 0
    forfeit_games: tuple[int, int] = (0, 0)
    forfeit_present: int | None = None
    forfeit_absent: int | None = None


@dataclass(frozen=True, slots=True)
class LeagueFormat:
    """The format of a league's matches: the numbers of games, their targets, and the rules for league points."""

    rules: LeagueRules
    singles: int = 6
    doubles: int = 3
    single_target: int = 61
    double_target: int = 121

    @property
    def targets(self) -> tuple[int, ...]:
        """The target of each game of a match: first the singles, then the doubles."""
        return (self.single_target,) * self.singles + (self.double_target,) * self.doubles


@dataclass(frozen=True, slots=True)
class LeagueGame:
    """A game of a match, by the players of the home team and of the away team, or claimed by a team."""

    players: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    points: tuple[int, int] = (0, 0)
    claimed: str | None = None


def count_games(games: Sequence[LeagueGame]) -> tuple[int, int]:
    """Return how many of these games each of the two teams has won by points."""
    home = sum(game.points[0] > game.points[1] for game in games)
    return home, sum(game.points[1] > game.points[0] for game in games)


@dataclass(frozen=True, slots=True)
class LeagueMatch:
    """A match with its `score` in games, or its `games`, or the team that was absent (`forfeit`).

    Without any of them the match is still to be played.
    """

    home: str
    away: str
    score: tuple[int, int] | None = None
    games: tuple[LeagueGame, ...] = ()
    forfeit: str | None = None

    def count_games(self) -> tuple[int, int] | None:
        """Return the games that each team won; None for a match that was not played or was forfeited."""
        if self.forfeit is not None:
            return None
        if not self.games:
            return self.score
        home, away = count_games(self.games)
        claimed = [game.claimed for game in self.games]
        return home + claimed.count(self.home), away + claimed.count(self.away)


@dataclass(frozen=True, slots=True)
class LeagueCorrection:
    """The correct result of the match with this number, counted from 1, and the reason for the correction."""

    match: int
    result: LeagueMatch
    reason: str


@dataclass(frozen=True, slots=True)
class League:
    """A season: its teams, rules and matches, with every correction."""

    teams: tuple[str, ...]
    rules: LeagueRules
    matches: tuple[LeagueMatch, ...] = ()
    corrections: tuple[LeagueCorrection, ...] = ()
    ranking: tuple[LeagueCriterion, ...] = ("points", "difference", "games")

    def counted(self) -> tuple[LeagueMatch, ...]:
        """Return the matches as they count: each with its last correction."""
        latest = {each.match: each.result for each in self.corrections}
        return tuple(
            replace(latest[number], home=match.home, away=match.away) if number in latest else match
            for number, match in enumerate(self.matches, 1)
        )


@dataclass(frozen=True, slots=True)
class LeagueRow:
    """A team's place in the table.

    `by` is the criterion that ranks it below the place above, None for the first place.
    """

    place: int
    name: str
    played: int
    won: int
    drawn: int
    lost: int
    games: int
    games_against: int
    points: int
    by: LeagueCriterion | None


@dataclass(frozen=True, slots=True)
class PlayerAverage:
    """The number of games that a player played and won; claimed games count for no player."""

    played: int
    won: int

    @property
    def average(self) -> float:
        """The share of the games that were won."""
        return self.won / self.played


@dataclass(frozen=True, slots=True)
class _TeamMatch:
    """A match from the view of one team."""

    opponent: str
    outcome: Literal["won", "drawn", "lost"]
    games: int
    against: int
    points: int


def compute_league_table(league: League) -> tuple[LeagueRow, ...]:
    """Return the table of a season."""
    played: dict[str, list[_TeamMatch]] = {team: [] for team in league.teams}
    for match in league.counted():
        for team, line in _score_match(league.rules, match):
            played[team].append(line)
    rows: list[LeagueRow] = []
    for by, teams in _rank(league.teams, played, league.ranking):
        place = len(rows) + 1
        rows += [_make_row(place, team, played[team], by) for team in sorted(teams)]
    return tuple(rows)


def compute_player_averages(league: League) -> dict[str, PlayerAverage]:
    """Return the games that each player played and won."""
    averages: dict[str, PlayerAverage] = defaultdict(lambda: PlayerAverage(0, 0))
    for match in league.counted():
        for game in () if match.forfeit else match.games:
            for side, players in enumerate(() if game.claimed else game.players):
                won = game.points[side] > game.points[1 - side]
                for player in players:
                    averages[player] = PlayerAverage(averages[player].played + 1, averages[player].won + won)
    return dict(averages)


def _score_match(rules: LeagueRules, match: LeagueMatch) -> list[tuple[str, _TeamMatch]]:
    """Return the score of a match for each of the two teams; empty while it is not played."""
    present, absent = rules.forfeit_games
    if match.forfeit is not None:
        other = match.home if match.forfeit == match.away else match.away
        points = rules.win if rules.forfeit_present is None else rules.forfeit_present
        points_absent = rules.loss if rules.forfeit_absent is None else rules.forfeit_absent
        return [
            (other, _TeamMatch(match.forfeit, "won", present, absent, points)),
            (match.forfeit, _TeamMatch(other, "lost", absent, present, points_absent)),
        ]
    games = match.count_games()
    if games is None:
        return []
    return [
        (match.home, _score_team(rules, match.away, *games)),
        (match.away, _score_team(rules, match.home, *games[::-1])),
    ]


def _score_team(rules: LeagueRules, opponent: str, games: int, against: int) -> _TeamMatch:
    """Return the match from the view of a team that won `games` games and lost `against`."""
    bonus = rules.game * games
    if games > against:
        return _TeamMatch(opponent, "won", games, against, rules.win + bonus)
    if games == against:
        return _TeamMatch(opponent, "drawn", games, against, rules.draw + bonus)
    points = rules.close_points if (against, games) == rules.close else rules.loss
    return _TeamMatch(opponent, "lost", games, against, points + bonus)


def _rank(
    teams: Sequence[str], played: Mapping[str, Sequence[_TeamMatch]], ranking: Sequence[LeagueCriterion]
) -> list[tuple[LeagueCriterion | None, Sequence[str]]]:
    """Return the teams that share a place, place by place, with the criterion that ranks them below the place above."""
    if len(teams) < 2 or not ranking:
        return [(None, teams)] if teams else []
    criterion, *rest = ranking
    keys = {team: _measure(criterion, team, [each for each in teams if each != team], played) for team in teams}
    groups: list[tuple[LeagueCriterion | None, Sequence[str]]] = []
    for key in sorted(set(keys.values()), reverse=True):
        (_, best), *behind = _rank([team for team in teams if keys[team] == key], played, rest)
        groups += [(criterion if groups else None, best), *behind]
    return groups


def _measure(
    criterion: LeagueCriterion, team: str, others: Sequence[str], played: Mapping[str, Sequence[_TeamMatch]]
) -> int:
    """Return the value of a criterion for a team; the highest comes first."""
    matches = played[team]
    match criterion:
        case "points":
            return sum(each.points for each in matches)
        case "difference":
            return sum(each.games - each.against for each in matches)
        case "games":
            return sum(each.games for each in matches)
        case "against":
            return -sum(each.against for each in matches)
        case "won":
            return sum(each.outcome == "won" for each in matches)
    if len(others) > 1:
        return 0
    return sum(each.outcome == "won" for each in matches if each.opponent in others)


def _make_row(place: int, team: str, matches: Sequence[_TeamMatch], by: LeagueCriterion | None) -> LeagueRow:
    """Return the row of a team with these matches."""
    outcomes = [each.outcome for each in matches]
    return LeagueRow(
        *(place, team, len(matches), outcomes.count("won"), outcomes.count("drawn"), outcomes.count("lost")),
        *(sum(each.games for each in matches), sum(each.against for each in matches)),
        *(sum(each.points for each in matches), by),
    )
