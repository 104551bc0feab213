"""Rivalries: who has beaten whom, with whom, who holds the belt of each game, who ended whose streak, and all ratings.

Two players are compared game by game. A player beats another when their side wins alone and the other's does not; a
match that a third side wins, or that is drawn, is undecided between them.

The belt of a game goes to the side that wins its first match. It passes to a side that beats a holder: the side wins
alone, includes no holder, and has a holder among its opponents.

A side that wins alone against a player who had won at least `STREAK` matches in a row, in any games, ends that streak.

Rivalries are counted from the finished matches in the order in which they ended, without solitaires. They are stored,
like tallies; when a match changes, the counts since that match are deleted.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from itertools import combinations
from typing import Any

from scorekeeper.engine.rules.menu import Chapter
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.history.period_statistics import count_period, narrow_period
from scorekeeper.play.history.periods import Period, find_night_day
from scorekeeper.play.history.played import PlayedGame
from scorekeeper.play.history.ratings import Rating, forecast, rate_sides
from scorekeeper.play.history.standings import is_against_others
from scorekeeper.play.history.tallies import AT_ONCE
from scorekeeper.store import Store
from scorekeeper.store.finished_matches import (
    FinishedMatch,
    find_last_position,
    find_position_after,
    list_finished,
)
from scorekeeper.store.rivalries import find_stored_position, find_stored_rivalries, write_rivalries
from scorekeeper.store.sequence import START

KIND = "rivalries"  # the kind of these statistics in the store
STREAK = 3  # the fewest wins in a row that are listed as a streak that somebody ended
MET_ENOUGH = 5  # the fewest decided matches of two opponents, or matches of two partners, that are compared
MOST_POINTS = 24  # the most points of a player's course: the last months, or the last days of a period
MOST_MONTHS = 1_000  # moments of which the month is remembered: all players of an evening have the same ones
MONTH, DAY = len("2026-11"), len("2026-11-25")
ZONES = tuple(
    timezone(timedelta(hours=hours)) for hours in (-12, 14)
)  # the first one in the west, the last in the east
BETWEEN = "\t"  # separates two names in a key; no name contains it

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Meeting:
    """The matches of two players against each other in one game, as one of them sees it."""

    won: int = 0
    lost: int = 0
    undecided: int = 0

    @property
    def decided(self) -> int:
        """The number of matches in which one of the two beat the other."""
        return self.won + self.lost

    @property
    def share(self) -> float:
        """The share of the decided matches that the player has won."""
        return self.won / self.decided

    @property
    def enough(self) -> bool:
        """Whether enough matches are decided to compare the two."""
        return self.decided >= MET_ENOUGH

    def __add__(self, other: "Meeting") -> "Meeting":
        return Meeting(self.won + other.won, self.lost + other.lost, self.undecided + other.undecided)

    def __neg__(self) -> "Meeting":
        """Return the same matches as the other player sees them."""
        return Meeting(self.lost, self.won, self.undecided)


@dataclass(frozen=True, slots=True)
class Partnership:
    """The matches that two players played together in one game.

    `expected` is how many they should have won by the ratings of all four before each match, and `variance` the
    variance of that number by chance alone. A drawn match counts as half a win in `gain`.
    """

    matches: int = 0
    won: int = 0
    drawn: int = 0
    expected: float = 0.0
    variance: float = 0.0

    @property
    def share(self) -> float:
        """The share of the matches that the two have won."""
        return self.won / self.matches

    @property
    def enough(self) -> bool:
        """Whether the two have played enough matches together to be compared with other pairs."""
        return self.matches >= MET_ENOUGH

    @property
    def gain(self) -> float:
        """How many more matches they won than expected; negative if they won fewer."""
        return self.won + self.drawn / 2 - self.expected

    @property
    def margin(self) -> float:
        """The largest size of `gain` by chance alone, in nineteen of twenty cases."""
        return 2 * float(self.variance**0.5)

    @property
    def surprising(self) -> bool:
        """Whether the `gain` is larger than `margin`, so that chance alone hardly explains it."""
        return abs(self.gain) > self.margin

    def __add__(self, other: "Partnership") -> "Partnership":
        return Partnership(
            self.matches + other.matches,
            self.won + other.won,
            self.drawn + other.drawn,
            self.expected + other.expected,
            self.variance + other.variance,
        )


@dataclass(frozen=True, slots=True)
class Belt:
    """The belt of a game: its holders, the `match` in which they won it, and the numbers of defences and of changes.

    A defence is a match that the holders win; a change is one in which the belt passes to another side.
    """

    holders: tuple[str, ...]
    match: str
    defences: int
    changes: int


@dataclass(frozen=True, slots=True)
class EndedStreak:
    """The longest streak of a player that somebody ended: its `wins`, until the players `by` won the `match`."""

    player: str
    wins: int
    by: tuple[str, ...]
    match: str


@dataclass(frozen=True, slots=True)
class CoursePoint:
    """A player's rating at the end of a month or day, `2026-11` or `2026-11-25`, with their matches in it."""

    label: str
    rating: Rating
    matches: int
    won: int


@dataclass(frozen=True, slots=True)
class Rivalries:
    """All rivalries of a book or of a period, by game or by chapter of games.

    The names of a pair in `meetings` and `partnerships` are in alphabetical order; a meeting counts from the view of
    the first player.
    """

    meetings: Mapping[PlayedGame, Mapping[Pair, Meeting]]
    partnerships: Mapping[PlayedGame, Mapping[Pair, Partnership]]
    belts: Mapping[PlayedGame, Belt]
    streaks: tuple[EndedStreak, ...]
    ratings: Mapping[Chapter, Mapping[str, Rating]]
    courses: Mapping[Chapter, Mapping[str, Sequence[Sequence[Any]]]]  # in their stored form, which `find_course` reads
    zone: tzinfo | None

    def find_course(self, chapter: Chapter, player: str) -> tuple[CoursePoint, ...]:
        """Return a player's ratings over time: a point for each month, of a period for each night."""
        parts = dict[str, list[Sequence[Any]]]()  # the stored parts of each point
        for part in self.courses[chapter][player]:
            label = part[0] if len(part[0]) <= DAY else _find_month(part[0], self.zone)
            parts.setdefault(label, []).append(part)
        return tuple(
            CoursePoint(label, Rating(*those[-1][1:4]), sum(part[4] for part in those), sum(part[5] for part in those))
            for label, those in list(parts.items())[-MOST_POINTS:]
        )

    def sum_meetings(self, chosen: Callable[[PlayedGame], bool]) -> dict[Pair, Meeting]:
        """Return the meetings of all pairs, added up over the games for which `chosen` returns true."""
        sums = dict[Pair, Meeting]()
        for game, meetings in self.meetings.items():
            for pair, meeting in meetings.items() if chosen(game) else ():
                sums[pair] = sums.get(pair, Meeting()) + meeting
        return sums

    def sum_partnerships(self, chosen: Callable[[PlayedGame], bool]) -> dict[Pair, Partnership]:
        """Return the partnerships of all pairs, added up over the games for which `chosen` returns true."""
        sums = dict[Pair, Partnership]()
        for game, partnerships in self.partnerships.items():
            for pair, partnership in partnerships.items() if chosen(game) else ():
                sums[pair] = sums.get(pair, Partnership()) + partnership
        return sums

    def list_meetings(self, player: str) -> list[tuple[str, PlayedGame, Meeting]]:
        """Return each opponent of a player, with the game and their meetings in it as the player sees them."""
        return [
            (other, game, meeting if one == player else -meeting)
            for game, meetings in self.meetings.items()
            for (one, two), meeting in meetings.items()
            if player in (one, two)
            for other in (two if one == player else one,)
        ]


def count_rivalries(store: Store, period: Period | None = None, zone: tzinfo | None = None) -> Rivalries:
    """Return the rivalries of the book, or of a period, in which everybody begins as a newcomer.

    The courses of the whole book have a point for each month, by the clock of `zone`, or the server's if it is None.

    `scorekeeper.play.history.period_statistics` explains which matches of a period are counted. Finished matches that
    the stored rivalries lack are counted in memory; nothing is written (see `record_rivalries`).
    """
    with store.read() as db:
        narrow = narrow_period(db, period)
        if narrow:
            return _read(count_period(db, KIND, narrow, lambda stored: RivalriesOfPeriod(stored, narrow)).data, zone)
        upto, matches, stored = find_stored_rivalries(db)
        counting = RivalriesOfPeriod(dict(stored), matches=matches)
        counting.add_endings(list_finished(db, upto, find_last_position(db)))
        return _read(counting.data, zone)


def find_ratings(store: Store, variant: str, players: Sequence[str]) -> list[Rating]:
    """Return the ratings of these players in the chapter of the game `variant`; newcomers have a newcomer's rating."""
    ratings = count_rivalries(store).ratings.get(VARIANTS[variant].chapter, {})
    return [ratings.get(player, Rating()) for player in players]


def record_rivalries(store: Store) -> None:
    """Count the finished matches that the stored rivalries lack and store the result. Raises StoreError.

    Each transaction counts only some matches, so that a long history does not block the tables that are playing.
    """
    while has_uncounted_rivalries(store):
        with store.write() as db:
            before, matches, stored = find_stored_rivalries(db)
            counting = RivalriesOfPeriod(dict(stored), matches=matches)
            upto = find_position_after(db, before, AT_ONCE)
            counting.add_endings(list_finished(db, before, upto))
            write_rivalries(db, upto, counting.matches, counting.data)


def has_uncounted_rivalries(store: Store) -> bool:
    """Return whether the stored rivalries lack a finished match, so that `record_rivalries` would write."""
    with store.read() as db:
        return find_stored_position(db) < find_last_position(db)


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
        """Remove what is older than the last points: days of a period, or otherwise months and one that may be partial.

        A month has several parts if its first or last nights can be of another month elsewhere.
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
        west, east = (_find_month(moment, zone) for zone in ZONES)
        return west if west == east else moment


@lru_cache(MOST_MONTHS)
def _find_month(moment: str, zone: tzinfo | None) -> str:
    """Return the month, such as `2026-11`, of the night of a moment in ISO notation by the clock of a time zone."""
    return find_night_day(datetime.fromisoformat(moment), zone).isoformat()[:MONTH]


def _read(data: Mapping[str, Any], zone: tzinfo | None) -> Rivalries:
    """Return the rivalries from their stored form, with months of the time zone `zone`."""
    return Rivalries(
        {
            PlayedGame.read(game): {_split(pair): Meeting(*counts) for pair, counts in meetings.items()}
            for game, meetings in data["meetings"].items()
        },
        {
            PlayedGame.read(game): {_split(pair): Partnership(*counts) for pair, counts in partners.items()}
            for game, partners in data["partners"].items()
        },
        {PlayedGame.read(game): Belt(tuple(holders), *rest) for game, (holders, *rest) in data["belts"].items()},
        tuple(
            EndedStreak(player, wins, tuple(by), match)
            for player, (wins, by, match) in sorted(data["ended"].items(), key=lambda item: -item[1][0])
        ),
        {
            Chapter[chapter]: {player: Rating(*rating) for player, rating in ratings.items()}
            for chapter, ratings in data["ratings"].items()
        },
        {Chapter[chapter]: courses for chapter, courses in data["courses"].items()},
        zone,
    )


def _split(pair: str) -> Pair:
    """Return the two names in a key."""
    one, two = pair.split(BETWEEN)
    return one, two
