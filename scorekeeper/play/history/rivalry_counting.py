"""The counting of rivalries: finished matches are added one by one to the counts of `rivalries`.

A player beats another when their side wins alone and the other's does not; a match that a third side wins, or that is
drawn, is undecided between them.

The belt of a game goes to the side that wins its first match. It passes to a side that beats a holder: the side wins
alone, includes no holder, and has a holder among its opponents.

A side that wins alone against a player who had won at least `STREAK` matches in a row, in any games, ends that streak.

Matches are counted in the order in which they ended, without solitaires.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from itertools import combinations
from typing import Any

from scorekeeper.engine.seating import Seating
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.history.periods import Period, find_night_day
from scorekeeper.play.history.played_game import PlayedGame
from scorekeeper.play.history.ratings import Rating, forecast, rate_sides
from scorekeeper.play.history.standings import is_against_others
from scorekeeper.store.finished_matches import FinishedMatch
from scorekeeper.store.sequence import START

STREAK = 3  # the fewest wins in a row that are listed as a streak that somebody ended
MOST_POINTS = 24  # the most points of a player's course: the last months, or the last days of a period
MOST_MONTHS = 1_000  # moments of which the month is remembered: all players of an evening have the same ones
MONTH, DAY = len("2026-11"), len("2026-11-25")
ZONES = tuple(
    timezone(timedelta(hours=hours)) for hours in (-12, 14)
)  # the first one in the west, the last in the east
BETWEEN = "\t"  # separates two names in a key; no name contains it


class RivalriesOfPeriod:
    """Rivalries of a period, or of the whole book if it is None, to which finished matches are added.

    `data` holds the counts as they are stored; `matches` is the number of matches that were counted.
    """

    def __init__(self, stored: dict[str, Any], period: Period | None = None, matches: int = 0) -> None:
        kinds = ("meetings", "partners", "belts", "streaks", "ended", "ratings", "courses")
        self.data = {kind: stored.get(kind, {}) for kind in kinds}
        self.matches = matches
        self._period = period

    def add_endings(self, endings: Iterable[FinishedMatch]) -> None:
        """Add these finished matches, in the order in which they ended."""
        for ending in endings:
            self.matches += 1
            row = ending.row
            seating, game = Seating(row.players, row.partners), PlayedGame(row.variant, row.own_name)
            winners = [side for side in seating.sides if side in ending.winners]
            if len(seating.sides) < 2 or not is_against_others(game) or not winners:
                continue
            sides = [seating.members(side) for side in seating.sides]
            won = [index for index, side in enumerate(seating.sides) if side in winners]
            self._add_meetings(game.key, sides, won)
            self._pass_belt(game.key, row.id, sides, won)
            self._end_streaks(row.id, sides, won)
            if game.variant in VARIANTS:
                self._rate(VARIANTS[game.variant].chapter.name, game.key, ending, sides, won)

    def _add_meetings(self, game: str, sides: list[tuple[str, ...]], won: list[int]) -> None:
        """Add one match to the meetings of all opponents."""
        meetings = self.data["meetings"].setdefault(game, {})
        for one, two in combinations(range(len(sides)), 2):
            decided = len(won) == 1 and won[0] in (one, two)
            for player in sides[one]:
                for other in sides[two]:
                    counts = meetings.setdefault(BETWEEN.join(sorted((player, other))), [0, 0, 0])
                    winner = player if won[0] == one else other
                    counts[(0 if winner == min(player, other) else 1) if decided else 2] += 1

    def _pass_belt(self, game: str, match: str, sides: list[tuple[str, ...]], won: list[int]) -> None:
        """Record that the belt of the game changes hands or is defended, if a holder plays and one side wins alone."""
        if len(won) > 1:
            return
        winner, belt = sides[won[0]], self.data["belts"].get(game)
        if belt is None:
            self.data["belts"][game] = [list(winner), match, 0, 0]
        elif set(belt[0]) & set(winner):
            belt[2] += 1
        elif any(set(belt[0]) & set(side) for side in sides):
            self.data["belts"][game] = [list(winner), match, 0, belt[3] + 1]

    def _end_streaks(self, match: str, sides: list[tuple[str, ...]], won: list[int]) -> None:
        """Add one match to the streaks of all players, and record who ended a player's longest streak so far."""
        streaks, ended = self.data["streaks"], self.data["ended"]
        for index, side in enumerate(sides):
            for player in side:
                wins = streaks.get(player, 0)
                streaks[player] = wins + 1 if won == [index] else 0
                if len(won) == 1 and won != [index] and wins >= max(STREAK, ended.get(player, [0])[0] + 1):
                    ended[player] = [wins, list(sides[won[0]]), match]

    def _rate(
        self, chapter: str, game: str, ending: FinishedMatch, sides: list[tuple[str, ...]], won: list[int]
    ) -> None:
        """Rate the players of a match.

        First add it to the counts of its pairs, with the win that the ratings expect.
        """
        ratings = self.data["ratings"].setdefault(chapter, {})
        courses = self.data["courses"].setdefault(chapter, {})
        before = [[Rating(*ratings.get(player, ())) for player in side] for side in sides]
        if ending.row.partners:
            expected = forecast(*before)
            partners = self.data["partners"].setdefault(game, {})
            for index, side in enumerate(sides):
                counts = partners.setdefault(BETWEEN.join(sorted(side)), [0, 0, 0, 0.0, 0.0])
                counts[0] += 1
                counts[1] += won == [index]
                counts[2] += len(won) > 1
                counts[3] += 1 - expected if index else expected
                counts[4] += expected * (1 - expected)
        label = self._find_label(ending)
        for index, (side, rated) in enumerate(zip(sides, rate_sides(before, won), strict=True)):
            for player, rating in zip(side, rated, strict=True):
                ratings[player] = [rating.mean, rating.deviation, rating.matches]
                course = courses.setdefault(player, [])
                if not course or course[-1][0] != label:
                    course.append([label, 0.0, 0.0, 0, 0, 0])
                    self._shorten(course)
                course[-1][1:4] = ratings[player]
                course[-1][4] += 1
                course[-1][5] += won == [index]

    def _shorten(self, course: list[list[Any]]) -> None:
        """Remove the oldest parts of a course, so that it has the last MOST_POINTS days or months.

        One month more is stored, since a night at its end can be of the next month in another time zone.
        """
        most, size = (MOST_POINTS, DAY) if self._period else (MOST_POINTS + 1, MONTH)
        while len(course) > most and len({label[:size] for label, *_ in course}) > most:
            del course[0]

    def _find_label(self, ending: FinishedMatch) -> str:
        """Return for a period the day of the night of a match, and otherwise its month.

        If the night is of two months in different time zones, return the moment at which its evening began.
        """
        began = START + timedelta(microseconds=ending.evening)
        if self._period:
            return find_night_day(began, self._period.zone).isoformat()
        moment = began.isoformat()
        west, east = (find_month(moment, zone) for zone in ZONES)
        return west if west == east else moment


@lru_cache(MOST_MONTHS)
def find_month(moment: str, zone: tzinfo | None) -> str:
    """Return the month, such as `2026-11`, of the night of a moment in ISO notation by the clock of a time zone."""
    return find_night_day(datetime.fromisoformat(moment), zone).isoformat()[:MONTH]
