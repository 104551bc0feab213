"""Rivalries: who has beaten whom, with whom, who holds the belt of each game, who ended whose streak, and all ratings.

Two players are compared game by game. `scorekeeper.play.history.rivalry_counting` counts the matches. The counts are
stored, like tallies; when a match changes, the counts since that match are deleted.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from typing import Any

from scorekeeper.engine.rules.menu import Chapter
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.history.period_statistics import count_period, narrow_period
from scorekeeper.play.history.periods import Period
from scorekeeper.play.history.played_game import PlayedGame
from scorekeeper.play.history.ratings import Rating
from scorekeeper.play.history.rivalry_counting import BETWEEN, DAY, MOST_POINTS, RivalriesOfPeriod, find_month
from scorekeeper.play.history.tallies import AT_ONCE
from scorekeeper.store import Store
from scorekeeper.store.finished_matches import find_last_position, find_position_after, list_finished
from scorekeeper.store.rivalries import find_stored_position, find_stored_rivalries, write_rivalries

KIND = "rivalries"  # the kind of these statistics in the store
MET_ENOUGH = 5  # the fewest decided matches of two opponents, or matches of two partners, that are compared
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
            label = part[0] if len(part[0]) <= DAY else find_month(part[0], self.zone)
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
