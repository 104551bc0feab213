"""A year of a book: how much was played, who was the best, and the most memorable matches.

A year has whole nights, like every period. Solitaires do not count. Guests are not compared, and no round, finish or
comeback of a side with a guest is the best one of the year.

The player of the year is determined like the player of the night (`scorekeeper.play.history.nights`): they have won the
largest share of their matches. Among equal shares the higher number of wins decides; players who are still equal share
the title. Players with fewer than half as many matches as the player with the most are not compared. There is no player
of the year before a player has `ENOUGH` matches.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta, tzinfo
from fractions import Fraction
from typing import Any, TypeVar

from scorekeeper.play.history.period_statistics import count_period
from scorekeeper.play.history.periods import FIRST, LAST, Period, find_night_day
from scorekeeper.play.history.played_game import PlayedGame
from scorekeeper.play.history.rivalries import Meeting, Pair, Partnership, Rivalries, count_rivalries
from scorekeeper.play.history.rivalry_counting import BETWEEN, STREAK
from scorekeeper.play.history.standings import is_against_others
from scorekeeper.play.history.tallies import Tally, count_tallies
from scorekeeper.play.history.year_counting import YearCounting
from scorekeeper.play.player_names import list_guests
from scorekeeper.store import Store
from scorekeeper.store.finished_matches import (
    find_finished_evening,
    has_finished_before,
    has_more_finished,
    was_played_before,
)
from scorekeeper.store.match_index import LATEST
from scorekeeper.store.sequence import START

T = TypeVar("T")

YEARS = range(FIRST.year, LAST.year + 1)  # the years that a book can have
KIND = "year"  # the kind of these statistics in the store
ENOUGH = 5  # the fewest matches of a year for which more than their number is displayed


@dataclass(frozen=True, slots=True)
class YearScore:
    """How many matches against others a player finished and won in a year."""

    player: str
    matches: int
    won: int

    @property
    def share(self) -> Fraction:
        """The share of matches that the player has won."""
        return Fraction(self.won, self.matches)


@dataclass(frozen=True, slots=True)
class MonthTally:
    """The record of a month, such as `2026-11`, in the chosen games.

    `players` are those who won the most matches, `won` is how many, and `matches` is the number that was played.
    """

    month: str
    players: tuple[str, ...]
    won: int
    matches: int


@dataclass(frozen=True, slots=True)
class Moment:
    """A memorable match or round of the year, and its number of `points`.

    `players` are those of the side that won the match or scored in the round, `others` those of the side that came
    second in the match, and `totals` the totals of both. `entry` is the number of the entry of a round, None for a
    match.
    """

    points: int
    players: tuple[str, ...]
    match: str
    game: PlayedGame
    day: date
    others: tuple[str, ...]
    totals: Sequence[int]
    entry: int | None


@dataclass(frozen=True, slots=True)
class Moments:
    """Equal moments in the order of their nights, at most twelve of each side, and the number of all of them."""

    named: tuple[Moment, ...] = ()
    count: int = 0


@dataclass(frozen=True, slots=True)
class Year:
    """The review of a year; records that are equal are listed together, and those with too few matches are empty.

    `nights` counts the nights of its finished matches. `time` is the time from the beginning of a match to its last
    entry, in the `timed` matches whose times are plausible. `busiest` has the nights with the most matches, the last
    one first, and `busiest_matches` is how many; it is empty if all nights are equal. `favourites` are the games that
    were played most, in `favourite_matches` matches each. `streaks` has the players with the longest run of wins,
    `streak` its length. In each pair of `nemeses` the first player has won more often. `newcomers` and `new_games` had
    no match in an earlier year; they are empty in the first year of a book.
    """

    year: int
    matches: int = 0
    nights: int = 0
    players: int = 0
    time: timedelta = timedelta()
    timed: int = 0
    busiest: tuple[date, ...] = ()
    busiest_matches: int = 0
    favourites: tuple[PlayedGame, ...] = ()
    favourite_matches: int = 0
    best: tuple[YearScore, ...] = ()
    streak: int = 0
    streaks: tuple[str, ...] = ()
    rounds: Moments = Moments()
    finishes: Moments = Moments()
    comebacks: Moments = Moments()
    pairs: tuple[tuple[Pair, PlayedGame, Partnership], ...] = ()
    nemeses: tuple[tuple[Pair, PlayedGame, Meeting], ...] = ()
    newcomers: tuple[str, ...] = ()
    new_games: tuple[PlayedGame, ...] = ()


def list_years(store: Store, zone: tzinfo | None, most: int) -> tuple[int, ...]:
    """Return the years that have a finished match by the clock of `zone`, at most `most`, the last one first."""
    years = list[int]()
    with store.read() as db:
        evening = find_finished_evening(db, LATEST)
        while evening is not None and len(years) < most:
            years.append(find_night_day(START + timedelta(microseconds=evening), zone).year)
            evening = find_finished_evening(db, make_year(years[-1], zone).find_bounds()[0])
    return tuple(years)


def has_enough_matches(store: Store, year: int, zone: tzinfo | None) -> bool:
    """Return whether the year has at least `ENOUGH` finished matches, so that its review has more than their number."""
    return store.look(lambda db: has_more_finished(db, *make_year(year, zone).find_bounds(), ENOUGH - 1))


def make_year(year: int, zone: tzinfo | None) -> Period:
    """Return the period of a year by the clock of `zone`."""
    return Period(max(FIRST, date(year, 1, 1)), min(LAST, date(year, 12, 31)), zone)


def find_year(store: Store, year: int, zone: tzinfo | None) -> Year:
    """Return the review of the year by the clock of `zone`, the server's if it is None.

    `scorekeeper.play.history.period_statistics` explains which of its matches are counted.
    """
    period, guests = make_year(year, zone), list_guests(store)
    tallies, rivalries = count_tallies(store, None, period), count_rivalries(store, period)
    first, _ = period.find_bounds()
    with store.read() as db:
        data = count_period(db, KIND, period, lambda stored: YearCounting(store, db, zone, stored)).data
        begun_before = find_finished_evening(db, first) is not None
        newcomers = [
            player for player in data["players"] if begun_before and not has_finished_before(db, first, player)
        ]
        games = [PlayedGame.read(key) for key in data["games"]]
        new_games = [
            game for game in games if begun_before and not was_played_before(db, first, game.variant, game.own_name)
        ]
    matches = sum(data["games"].values())
    review = Year(
        year,
        matches,
        len(data["nights"]),
        len(data["players"]),
        timedelta(seconds=data["seconds"]),
        data["timed"],
        newcomers=tuple(sorted(set(newcomers) - guests)),
        new_games=tuple(new_games),
    )
    if matches < ENOUGH:
        return review
    known = [tally for player, tally in tallies.items() if player not in guests]
    most_played = max(data["games"].values())
    busiest = _list_greatest(sorted(data["nights"], reverse=True), lambda night: data["nights"][night])
    streak = max((tally.longest for tally in known), default=0)
    return replace(
        review,
        busiest=tuple(map(date.fromisoformat, busiest)) if len(busiest) < review.nights else (),
        busiest_matches=max(data["nights"].values()),
        favourites=tuple(game for game in games if data["games"][game.key] == most_played),
        favourite_matches=most_played,
        best=_find_best(known),
        streak=streak if streak >= STREAK else 0,
        streaks=tuple(tally.player for tally in known if tally.longest == streak >= STREAK),
        rounds=_find_moments(data["rounds"], guests),
        finishes=_find_moments(data["finishes"], guests),
        comebacks=_find_moments(data["comebacks"], guests),
        pairs=_find_pairs(rivalries, guests),
        nemeses=_find_nemeses(rivalries, guests),
    )


def list_months(
    store: Store, year: int, zone: tzinfo | None, chosen: Callable[[PlayedGame], bool] = lambda game: True
) -> tuple[MonthTally, ...]:
    """Return the months of the year with matches in the chosen games, the first one first; wins of guests do not count.

    `players` is empty if no side won alone.
    """
    period, guests = make_year(year, zone), list_guests(store)
    with store.read() as db:
        data = count_period(db, KIND, period, lambda stored: YearCounting(store, db, zone, stored)).data
    months = []
    for month, games in sorted(data["months"].items()):
        won, matches = dict[str, int](), 0
        for key, (count, players) in games.items():
            if chosen(PlayedGame.read(key)):
                matches += count
                for player, wins in players.items():
                    won[player] = won.get(player, 0) + wins * (player not in guests)
        most = max(won.values(), default=0)
        best = tuple(sorted(player for player, wins in won.items() if wins == most > 0))
        if matches:
            months.append(MonthTally(month, best, most, matches))
    return tuple(months)


def _find_best(tallies: Iterable[Tally]) -> tuple[YearScore, ...]:
    """Return the players of the year with their scores; empty if all who are compared are equal."""
    scores = [
        YearScore(tally.player, sum(game.matches for game in games), sum(game.won for game in games))
        for tally in tallies
        for games in ([record for game, record in tally.games.items() if is_against_others(game)],)
        if games
    ]
    most = max((score.matches for score in scores), default=0)
    compared = [score for score in scores if most >= ENOUGH and 2 * score.matches >= most]
    best = _list_greatest(compared, lambda score: (score.share, score.won))
    return best if len(best) < len(compared) else ()


def _find_moments(bests: Mapping[str, Any], guests: Collection[str]) -> Moments:
    """Return the best of one kind of moment, without sides that have a guest, in the order of their nights."""
    sides = {tuple(players.split(BETWEEN)): best for players, best in bests.items()}
    best = _list_greatest([item for item in sides.items() if not set(item[0]) & set(guests)], lambda item: item[1][0])
    moments = [
        Moment(
            abs(worth[0]),
            players,
            match,
            PlayedGame.read(game),
            date.fromisoformat(night),
            tuple(others),
            totals,
            entry,
        )
        for players, (worth, _, those) in best
        for match, game, night, others, totals, entry in those
    ]
    moments.sort(key=lambda moment: moment.day)
    return Moments(tuple(moments), sum(count for _, (_, count, _) in best))


def _find_pairs(rivalries: Rivalries, guests: Collection[str]) -> tuple[tuple[Pair, PlayedGame, Partnership], ...]:
    """Return the pairs with the largest share of wins in one game, above one half.

    Of equal ones, those with most wins.
    """
    known = [
        (pair, game, each)
        for game, those in rivalries.partnerships.items()
        for pair, each in those.items()
        if each.enough and 2 * each.won > each.matches and not set(pair) & set(guests)
    ]
    return _list_greatest(known, lambda item: (Fraction(item[2].won, item[2].matches), item[2].won))


def _find_nemeses(rivalries: Rivalries, guests: Collection[str]) -> tuple[tuple[Pair, PlayedGame, Meeting], ...]:
    """Return the pairs in which one player won the largest share of the decided matches of one game.

    The meeting counts from the view of the first player of the pair, who won more.
    """
    known = [
        (pair, game, each)
        for game, those in rivalries.meetings.items()
        for (one, two), meeting in those.items()
        for pair, each in (((one, two), meeting), ((two, one), -meeting))
        if each.enough and each.won > each.lost and not set(pair) & set(guests)
    ]
    return _list_greatest(known, lambda item: (Fraction(item[2].won, item[2].decided), item[2].won))


def _list_greatest(things: Sequence[T], key: Callable[[T], Any]) -> tuple[T, ...]:
    """Return the things with the greatest key."""
    most = max(map(key, things), default=None)
    return tuple(thing for thing in things if key(thing) == most)
