"""Nights: everything that is played in a book from one morning to the next, at any number of tables.

A night lasts from eight o'clock to eight o'clock of the next morning, by the clock of the phone that sends the request.
Matches that the same players play one after the other (`store/evenings.py`) belong to the night in which the first one
began.

The player of the night has won the largest share of their matches. Among equal shares the higher number of wins
decides; players who are still equal share the title. Guests are not compared, and neither are players with fewer than
half as many matches as the player with the most. Solitaires do not count; a match that counts twice counts as two.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from fractions import Fraction
from itertools import groupby

from scorekeeper.engine.seating import Seating
from scorekeeper.play.history.evenings import Evening, count_wins, gather_evening
from scorekeeper.play.history.periods import Period, find_night_day
from scorekeeper.play.history.search import MatchSummary, describe_match
from scorekeeper.store import Connection, Store
from scorekeeper.store.match_index import IndexedMatch, find_indexed_match, find_last_evening, list_evenings_between
from scorekeeper.store.matches import look_up_match
from scorekeeper.store.profiles import find_profiles
from scorekeeper.store.sequence import START

MOST = 500
"""Matches of a night that are read, the newest ones. A book may have more, after an import."""


@dataclass(frozen=True, slots=True)
class NightScore:
    """How many matches a player finished and won in a night.

    `guest` says that the player is a guest, `compared` that they may be the player of the night.
    """

    player: str
    matches: int
    won: int
    guest: bool
    compared: bool

    @property
    def share(self) -> Fraction:
        """The share of matches that the player has won."""
        return Fraction(self.won, self.matches)


@dataclass(frozen=True, slots=True)
class Night:
    """The matches of a night in the order in which they began, without deleted ones.

    `id` is the id of the first one, `day` the day on which the night began. `scores` has the best first, then players
    who are not compared; `best` are the players of the night, empty if all who are compared are equal. `evenings` are
    the tallies of each table. `played` counts all matches and `over` the finished ones. `drawn` and `doubled` count
    finished matches: those with several winners, and those that count twice.
    """

    id: str
    day: date
    began: datetime
    matches: tuple[MatchSummary, ...]
    evenings: tuple[Evening, ...]
    scores: tuple[NightScore, ...]
    best: tuple[str, ...]
    played: int
    over: int
    drawn: int
    doubled: int


def find_night(store: Store, match_id: str, zone: tzinfo | None, only: Callable[[str], bool] | None = None) -> Night:
    """Return the night of the match, by the clock of `zone`, or by the server's if it is None.

    With `only`, a function of ids, the night has only the matches for which it returns true, and in addition those that
    the players of this match played one after the other. `matches` lists none for which it returns false. Raises
    NotFoundError.
    """
    with store.read() as db:
        own = find_indexed_match(db, look_up_match(db, match_id).serial)
        counted = _list_counted(db, own, zone, only)
        listed = counted if only is None else [each for each in counted if only(each.row.id)]
        return _gather_night(store, db, counted, listed, zone)


def count_night_scores(
    store: Store, match_id: str, zone: tzinfo | None, only: Callable[[str], bool] | None = None
) -> tuple[NightScore, ...]:
    """Return the scores of the night of the match, as `find_night` does; empty if the whole night is one evening."""
    with store.read() as db:
        own = find_indexed_match(db, look_up_match(db, match_id).serial)
        counted = _list_counted(db, own, zone, only)
        if len({each.evening for each in counted}) < 2:
            return ()
        return _count_scores(db, _list_over(counted))


def find_last_night(store: Store, zone: tzinfo | None, nights: int) -> Night | None:
    """Return the last night that has a player of the night, without its `matches`; None if the last `nights` have none.

    `zone` is the time zone of the clock, None for the server's.
    """
    with store.read() as db:
        evening = find_last_evening(db)
        for _ in range(nights):
            if evening is None:
                return None
            night = _gather_night(store, db, _list_night(db, evening, zone), (), zone)
            if night.best:
                return night
            evening = find_last_evening(db, _find_bounds(evening, zone)[0])
    return None


def _find_bounds(evening: int, zone: tzinfo | None) -> tuple[int, int]:
    """Return the serials at which the night of an evening begins and ends.

    The second is no longer part of the night.
    """
    day = find_night_day(START + timedelta(microseconds=evening), zone)
    return Period(day, day, zone).find_bounds()


def _list_night(db: Connection, evening: int, zone: tzinfo | None) -> tuple[IndexedMatch, ...]:
    """Return the matches of the night of an evening, which is a serial; the newest `MOST` of them."""
    return list_evenings_between(db, *_find_bounds(evening, zone), MOST)


def _list_counted(
    db: Connection, own: IndexedMatch, zone: tzinfo | None, only: Callable[[str], bool] | None
) -> Sequence[IndexedMatch]:
    """Return the matches of the night of the match `own`.

    With `only` these are the ones for which it returns true, and those of the evening of `own`.
    """
    whole = _list_night(db, own.evening, zone) or (own,)
    if only is None:
        return whole
    return [each for each in whole if each.evening == own.evening or only(each.row.id)] or (own,)


def _list_over(matches: Sequence[IndexedMatch]) -> list[IndexedMatch]:
    """Return the matches that are finished and not deleted."""
    return [each for each in matches if each.over and each.location != "deleted"]


def _gather_night(
    store: Store, db: Connection, whole: Sequence[IndexedMatch], listed: Sequence[IndexedMatch], zone: tzinfo | None
) -> Night:
    """Build the night of the matches `whole`, whose `matches` are only those in `listed`."""
    first = whole[0]
    over = _list_over(whole)
    scores = _count_scores(db, over)
    compared = [score for score in scores if score.compared]
    best = [
        score.player
        for score in compared
        if score.won and (score.share, score.won) == (compared[0].share, compared[0].won)
    ]
    evenings = groupby(sorted(whole, key=lambda each: each.evening), lambda each: each.evening)
    return Night(
        first.row.id,
        find_night_day(START + timedelta(microseconds=first.evening), zone),
        first.row.started,
        tuple(describe_match(store, db, each) for each in listed),
        tuple(gather_evening(store, db, tuple(those), ()) for _, those in evenings),
        scores,
        tuple(best) if len(best) < len(compared) else (),
        len(whole),
        len(over),
        sum(len(each.winners) > 1 for each in over),
        sum(count_wins(each) > 1 for each in over if len(each.winners) == 1),
    )


def _count_scores(db: Connection, over: Sequence[IndexedMatch]) -> tuple[NightScore, ...]:
    """Return the scores of everybody who played one of the finished matches `over`, the best first."""
    matches, won = dict[str, int](), dict[str, int]()
    for each in over:
        seating = Seating(each.row.players, each.row.partners)
        if len(seating.sides) > 1:
            winners = seating.members(each.winners[0]) if len(each.winners) == 1 else ()
            counts = count_wins(each) if winners else 1
            for player in seating.players:
                matches[player] = matches.get(player, 0) + counts
                won[player] = won.get(player, 0) + counts * (player in winners)
    profiles = find_profiles(db, tuple(matches))
    most = max((number for player, number in matches.items() if not profiles[player].guest), default=0)
    scores = [
        NightScore(
            player, number, won[player], profiles[player].guest, not profiles[player].guest and 2 * number >= most
        )
        for player, number in matches.items()
    ]
    return tuple(sorted(scores, key=lambda each: (each.guest, not each.compared, -each.share, -each.won)))
