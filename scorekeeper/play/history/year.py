"""A year of a book: how much was played, who was the best, and the matches that people remember.

A year has whole nights, like every period. Solitaires do not count. Guests are not compared, and no round, finish or
comeback of a side with a guest is the best one of the year.

The player of the year is determined like the player of the night (`scorekeeper.play.history.nights`): they have won the
largest share of their matches. Among equal shares the higher number of wins decides; players who are still equal share
the title. Nobody is compared with fewer than half as many matches as the player with the most, and nobody at all before
somebody has `ENOUGH` matches.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta, tzinfo
from fractions import Fraction
from typing import Any, TypeVar

from scorekeeper.engine.seating import Seating
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.history.periods import FIRST, LAST, Period, find_night_day
from scorekeeper.play.history.played import PlayedGame
from scorekeeper.play.history.rivalries import BETWEEN, STREAK, Meeting, Pair, Partnership, Rivalries, count_rivalries
from scorekeeper.play.history.standings import is_against_others
from scorekeeper.play.history.tallies import MOST_IN_PERIOD, Tally, count_tallies, find_digest
from scorekeeper.play.player_names import list_guests
from scorekeeper.store import Connection, Store
from scorekeeper.store.finished_matches import (
    FinishedMatch,
    find_finished_evening,
    has_finished_before,
    has_more_finished,
    list_finished_between,
    was_played_before,
)
from scorekeeper.store.match_index import LATEST
from scorekeeper.store.sequence import START

T = TypeVar("T")

ENOUGH = 5  # matches of a year, before which only their number is shown
SHORTEST, LONGEST = timedelta(minutes=2), timedelta(hours=12)  # of a match whose times are those of the table


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
class Moment:
    """A match of the year that is remembered, and for which number of points.

    `players` are those of the side that won the match or scored in the round, `others` those of the side that came
    second in the match, and `totals` the totals of both. `entry` is the number of the entry, or None for the match.
    """

    points: int
    players: tuple[str, ...]
    match: str
    game: PlayedGame
    day: date
    others: tuple[str, ...]
    totals: tuple[int, int]
    entry: int | None


@dataclass(frozen=True, slots=True)
class Year:
    """What is told of a year; of several equal ones each is listed, and what has too few matches is empty.

    `nights` counts the nights of its finished matches. `time` is the time from the beginning of a match to its last
    entry, in the `timed` matches whose times are known. `favourites` are the games that were played most, in
    `favourite_matches` matches each. `streaks` has the players with the longest run of wins, `streak` its length. Of
    the nemeses the first one of the pair has won more often. `newcomers` and `new_games` had no match in an earlier
    year; they are empty in the first year of a book. `whole` says that all matches are counted.
    """

    year: int
    matches: int = 0
    nights: int = 0
    players: int = 0
    time: timedelta = timedelta()
    timed: int = 0
    favourites: tuple[PlayedGame, ...] = ()
    favourite_matches: int = 0
    best: tuple[YearScore, ...] = ()
    streak: int = 0
    streaks: tuple[str, ...] = ()
    rounds: tuple[Moment, ...] = ()
    finishes: tuple[Moment, ...] = ()
    comebacks: tuple[Moment, ...] = ()
    pairs: tuple[tuple[Pair, PlayedGame, Partnership], ...] = ()
    nemeses: tuple[tuple[Pair, PlayedGame, Meeting], ...] = ()
    newcomers: tuple[str, ...] = ()
    new_games: tuple[PlayedGame, ...] = ()
    whole: bool = True


def list_years(store: Store, zone: tzinfo | None, most: int) -> tuple[int, ...]:
    """Return the years that have a finished match by the clock of `zone`, at most so many, the last one first."""
    years = list[int]()
    with store.read() as db:
        evening = find_finished_evening(db, LATEST)
        while evening is not None and len(years) < most:
            years.append(find_night_day(START + timedelta(microseconds=evening), zone).year)
            evening = find_finished_evening(db, make_year(years[-1], zone).find_bounds()[0])
    return tuple(years)


def has_enough_matches(store: Store, year: int, zone: tzinfo | None) -> bool:
    """Return whether more is told of the year than its number of matches."""
    return store.look(lambda db: has_more_finished(db, *make_year(year, zone).find_bounds(), ENOUGH - 1))


def make_year(year: int, zone: tzinfo | None) -> Period:
    """Return the nights of a year by the clock of `zone`."""
    return Period(max(FIRST, date(year, 1, 1)), min(LAST, date(year, 12, 31)), zone)


def find_year(store: Store, year: int, zone: tzinfo | None) -> Year:
    """Return what is told of the year by the clock of `zone`, the server's if it is None.

    Only the last `MOST_IN_PERIOD` matches are counted; the year is `whole` if there are no more.
    """
    period, guests = make_year(year, zone), list_guests(store)
    tallies, rivalries = count_tallies(store, None, period), count_rivalries(store, period)
    first, after = period.find_bounds()
    with store.read() as db:
        counting = _Counting(store, db, zone)
        counting.add_endings(list_finished_between(db, first, after, MOST_IN_PERIOD))
        whole = not has_more_finished(db, first, after, MOST_IN_PERIOD)
        data = counting.data
        begun_before = find_finished_evening(db, first) is not None
        newcomers = [
            player for player in data["players"] if begun_before and not has_finished_before(db, first, player)
        ]
        games = [PlayedGame.read(key) for key in data["games"]]
        new_games = [
            game for game in games if begun_before and not was_played_before(db, first, game.variant, game.own_name)
        ]
    matches = sum(data["games"].values())
    told = Year(
        year,
        matches,
        len(data["nights"]),
        len(data["players"]),
        timedelta(seconds=data["seconds"]),
        data["timed"],
        whole=whole,
        newcomers=tuple(sorted(set(newcomers) - guests)),
        new_games=tuple(new_games),
    )
    if matches < ENOUGH:
        return told
    known = [tally for player, tally in tallies.items() if player not in guests]
    most_played = max(data["games"].values())
    streak = max((tally.longest for tally in known), default=0)
    return replace(
        told,
        favourites=tuple(game for game in games if data["games"][game.key] == most_played),
        favourite_matches=most_played,
        best=_find_best(known),
        streak=streak if streak >= STREAK else 0,
        streaks=tuple(tally.player for tally in known if tally.longest == streak >= STREAK),
        rounds=_list_moments(data["rounds"], guests),
        finishes=_list_moments(data["finishes"], guests),
        comebacks=_list_moments(data["comebacks"], guests),
        pairs=_find_pairs(rivalries, guests),
        nemeses=_find_nemeses(rivalries, guests),
    )


class _Counting:
    """What is counted of the finished matches of a year; `data` holds only what JSON has, too.

    `rounds`, `finishes` and `comebacks` have for each side the best ones: what they are compared by, and the equal
    ones.
    """

    def __init__(self, store: Store, db: Connection, zone: tzinfo | None) -> None:
        self._store, self._db, self._zone = store, db, zone
        self.data: dict[str, Any] = {"seconds": 0, "timed": 0}
        for kind in ("games", "players", "nights", "rounds", "finishes", "comebacks"):
            self.data[kind] = {}

    def add_endings(self, endings: Iterable[FinishedMatch]) -> None:
        """Add these finished matches."""
        for ending in endings:
            row = ending.row
            seating, game = Seating(row.players, row.partners), PlayedGame(row.variant, row.own_name)
            if len(seating.sides) > 1 and is_against_others(game):
                night = find_night_day(START + timedelta(microseconds=ending.evening), self._zone).isoformat()
                for kind, keys in (("games", (game.key,)), ("nights", (night,)), ("players", row.players)):
                    for key in keys:
                        self.data[kind][key] = self.data[kind].get(key, 0) + 1
                lasted = ending.written - row.started if ending.written else timedelta()
                if SHORTEST <= lasted <= LONGEST:
                    self.data["timed"] += 1
                    self.data["seconds"] += round(lasted.total_seconds())
                if row.variant in VARIANTS:
                    self._add_moments(ending, seating, [row.id, game.key, night])

    def _add_moments(self, ending: FinishedMatch, seating: Seating, where: list[str]) -> None:
        """Add the rounds of a match, and if one side won it, how it ended.

        `where` has the id of the match, the key of the game and the night.
        """
        row, sides = ending.row, seating.sides
        goal = VARIANTS[row.variant].at(Seating(row.players, row.partners, row.lead, row.options)).goal
        digest = find_digest(self._store, self._db, ending)
        if not goal.lowest_wins:
            for side, best in zip(sides, digest["best_rounds"], strict=False):
                if best:
                    self._add("rounds", seating.members(side), best[:1], [*where, [], [0, 0], best[1]])
        if len(ending.winners) != 1 or not ending.totals.keys() >= set(sides):
            return
        [winner] = ending.winners
        rest = [side for side in sides if side != winner]
        second = (min if goal.lowest_wins else max)(rest, key=lambda side: ending.totals[side])
        totals = [ending.totals[winner], ending.totals[second]]
        margin = totals[1] - totals[0] if goal.lowest_wins else totals[0] - totals[1]
        members, told = seating.members(winner), [*where, seating.members(second), totals, None]
        if margin > 0:
            self._add("finishes", members, [-margin, max(totals)], told)
        if behind := dict(zip(sides, digest["behind"], strict=False)).get(winner):
            self._add("comebacks", members, [behind], told)

    def _add(self, kind: str, players: Sequence[str], worth: list[int], told: list[Any]) -> None:
        """Add what is `told` of a side if nothing of this kind is worth more."""
        known = self.data[kind].setdefault(BETWEEN.join(players), [worth, []])
        if worth > known[0]:
            known[:] = [worth, []]
        if worth == known[0]:
            known[1].append(told)


def _find_best(tallies: Iterable[Tally]) -> tuple[YearScore, ...]:
    """Return the players of the year with their scores; nobody if all who are compared are equal."""
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


def _list_moments(found: Mapping[str, Any], guests: Collection[str]) -> tuple[Moment, ...]:
    """Return the best of one kind of moment, without sides that have a guest, in the order of their matches."""
    sides = {tuple(players.split(BETWEEN)): best for players, best in found.items()}
    best = _list_greatest([item for item in sides.items() if not set(item[0]) & set(guests)], lambda item: item[1][0])
    moments = [
        Moment(
            abs(worth[0]),
            players,
            match,
            PlayedGame.read(game),
            date.fromisoformat(night),
            tuple(others),
            (own, theirs),
            entry,
        )
        for players, (worth, those) in best
        for match, game, night, others, (own, theirs), entry in those
    ]
    return tuple(sorted(moments, key=lambda moment: moment.day))


def _find_pairs(rivalries: Rivalries, guests: Collection[str]) -> tuple[tuple[Pair, PlayedGame, Partnership], ...]:
    """Return the pairs with the largest share of wins in one game, above a half, and of equal ones the most wins."""
    known = [
        (pair, game, each)
        for game, those in rivalries.partnerships.items()
        for pair, each in those.items()
        if each.enough and 2 * each.won > each.matches and not set(pair) & set(guests)
    ]
    return _list_greatest(known, lambda item: (Fraction(item[2].won, item[2].matches), item[2].won))


def _find_nemeses(rivalries: Rivalries, guests: Collection[str]) -> tuple[tuple[Pair, PlayedGame, Meeting], ...]:
    """Return who beat whom in the largest share of their decided matches of one game, as the first one sees it."""
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
