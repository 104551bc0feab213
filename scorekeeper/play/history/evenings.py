"""Evenings: the matches that the same players played one after the other, and how many matches each side won.

The same players make an evening, whatever they play, wherever they sit and regardless of who are partners.
`store/evenings.py` decides which matches belong to one evening.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from scorekeeper.engine.seating import Seating
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.history.search import MatchSummary, Search, describe_match, find_wanted
from scorekeeper.store import Connection, Store
from scorekeeper.store.match_index import IndexedMatch, find_indexed_match, list_evening
from scorekeeper.store.matches import look_up_match
from scorekeeper.store.search import search_evenings


@dataclass(frozen=True, slots=True)
class Evening:
    """The matches of one evening in the order in which they began, without deleted ones.

    `id` is the id of the first match. `wins` counts the matches that each side won, the most first: by partnership if
    the same partners played together all evening, else by player (`by_person`). A drawn match, a running match and a
    lost solitaire count for nobody. `played` counts all matches, `over` the finished ones, `drawn` the finished ones
    with several winners, and `doubled` the matches that count twice.
    """

    id: str
    players: tuple[str, ...]
    matches: tuple[MatchSummary, ...]
    began: datetime
    ended: datetime
    wins: Mapping[str, int]
    by_person: bool
    played: int
    over: int
    drawn: int
    doubled: int

    def members(self, name: str) -> tuple[str, ...]:
        """Return the players behind a name in `wins`: the player, or both players of a partnership."""
        if name in self.players:
            return (name,)
        return Seating(self.players, partners=True).members(name)


@dataclass(frozen=True, slots=True)
class EveningPage:
    """A page of evenings, the newest first; `older` is the position at which the next page begins, or None."""

    evenings: tuple[Evening, ...] = ()
    older: int | None = None


def find_evening(store: Store, match_id: str) -> Evening:
    """Return the evening of the match: the matches that the same players played one after the other.

    The match itself may be deleted. Raises NotFoundError.
    """
    with store.read() as db:
        own = find_indexed_match(db, look_up_match(db, match_id).serial)
        return gather_evening(store, db, list_evening(db, own.evening) or (own,))


def list_evenings(store: Store, wanted: Search, limit: int = 40, before: int | None = None) -> EveningPage:
    """Return a page of about `limit` evenings that contain matches for the search `wanted`, the newest first.

    `before` is `older` of the previous page. Wins are counted over the whole evening. A deleted match is listed in an
    evening without wins.
    """
    with store.read() as db:
        serials, older = search_evenings(db, find_wanted(db, wanted), limit, before)
        return EveningPage(tuple(gather_evening(store, db, *each) for each in _list_found(db, serials)), older)


def _list_found(
    db: Connection, serials_by_evening: Mapping[int, Sequence[int]]
) -> list[tuple[tuple[IndexedMatch, ...], tuple[IndexedMatch, ...]]]:
    """Return, for each evening, all its matches and the matches that were found."""
    listed = []
    for evening, serials in serials_by_evening.items():
        whole = list_evening(db, evening)
        known = {each.row.serial: each for each in whole}
        matches = tuple(known.get(serial) or find_indexed_match(db, serial) for serial in sorted(serials))
        listed.append((whole or matches, matches))
    return listed


def gather_evening(
    store: Store, db: Connection, whole: Sequence[IndexedMatch], listed: Sequence[IndexedMatch] | None = None
) -> Evening:
    """Return the evening of the matches `whole`. Its `matches` are only those in `listed` (None: all)."""
    first, over = whole[0], [each for each in whole if each.over and each.location != "deleted"]
    seatings = [Seating(each.row.players, each.row.partners) for each in whole]
    by_person = len({frozenset(map(frozenset, map(seating.members, seating.sides))) for seating in seatings}) > 1
    names = first.row.players if by_person else seatings[0].sides
    wins = dict.fromkeys(names, 0)
    doubled = 0
    for each in over:
        if len(each.winners) == 1:
            seating = Seating(each.row.players, each.row.partners)
            winners, counts = set(seating.members(each.winners[0])), count_wins(each)
            doubled += counts > 1
            for name in names:
                if not winners.isdisjoint((name,) if by_person else seatings[0].members(name)):
                    wins[name] += counts
    return Evening(
        first.row.id,
        first.row.players,
        tuple(describe_match(store, db, each) for each in (whole if listed is None else listed)),
        first.row.started,
        max(whole, key=lambda each: each.latest).touched,
        dict(sorted(wins.items(), key=lambda item: -item[1])),
        by_person,
        len(whole),
        len(over),
        sum(len(each.winners) > 1 for each in over),
        doubled,
    )


def count_wins(match: IndexedMatch) -> int:
    """Return how many matches of the evening this match counts for."""
    row = match.row
    if row.variant not in VARIANTS:
        return 1
    game = VARIANTS[row.variant].at(Seating(row.players, row.partners, row.lead, row.options))
    return game.goal.counts_for(match.totals, match.winners)
