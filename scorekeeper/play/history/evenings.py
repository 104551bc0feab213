"""The evenings: the matches that one table played one after the other, and who won how many of them.

The same persons make one table, wherever they sit, whatever they play and whoever plays with whom. Which matches follow
one another is told in `store/evenings.py`.
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
    """The matches of one evening in the order in which they began; those in the bin are not among them.

    `id` is the first match's, and the evening's, too. `wins` tells of each side how many matches it won, the most
    first: by partnerships where the same partners played together all evening, else `by_person`. What was drawn, was
    lost by a lone player or goes on is nobody's win. `played` counts all the matches, `over` those that have ended,
    `drawn` those of them that two or more sides won, `doubled` those that count for two.
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
        """The players behind a name among the `wins`."""
        if name in self.players:
            return (name,)
        return Seating(self.players, partners=True).members(name)


@dataclass(frozen=True, slots=True)
class EveningPage:
    """Some evenings, the newest first. `older` says where the next page begins, if there is one."""

    evenings: tuple[Evening, ...] = ()
    older: int | None = None


def find_evening(store: Store, match_id: str) -> Evening:
    """The evening that the match was played in, also where the match itself lies in the bin; raises NotFoundError."""
    with store.read() as db:
        own = find_indexed_match(db, look_up_match(db, match_id).serial)
        return _gather(store, db, list_evening(db, own.evening) or (own,))


def list_evenings(store: Store, wanted: Search, limit: int = 40, before: int | None = None) -> EveningPage:
    """A page of evenings with the matches wanted in them, about `limit`; `before` is the `older` of the last page.

    Wins are those of the whole evening. A match in the bin is shown in an evening without wins.
    """
    with store.read() as db:
        found, older = search_evenings(db, find_wanted(db, wanted), limit, before)
        return EveningPage(tuple(_gather(store, db, *each) for each in _list_found(db, found)), older)


def _list_found(
    db: Connection, found: Mapping[int, Sequence[int]]
) -> list[tuple[tuple[IndexedMatch, ...], tuple[IndexedMatch, ...]]]:
    """Of each evening all that was played, and what of it was found."""
    listed = []
    for evening, serials in found.items():
        whole = list_evening(db, evening)
        known = {each.row.serial: each for each in whole}
        shown = tuple(known.get(serial) or find_indexed_match(db, serial) for serial in sorted(serials))
        listed.append((whole or shown, shown))
    return listed


def _gather(
    store: Store, db: Connection, whole: Sequence[IndexedMatch], shown: Sequence[IndexedMatch] | None = None
) -> Evening:
    """The evening of all these matches, with those that are shown."""
    first, over = whole[0], [each for each in whole if each.over and each.place != "deleted"]
    seatings = [Seating(each.row.players, each.row.partners) for each in whole]
    by_person = len({frozenset(map(frozenset, map(seating.members, seating.sides))) for seating in seatings}) > 1
    names = first.row.players if by_person else seatings[0].sides
    wins = dict.fromkeys(names, 0)
    doubled = 0
    for each in over:
        if len(each.winners) == 1:
            seating = Seating(each.row.players, each.row.partners)
            winners, counts = set(seating.members(each.winners[0])), _count(each)
            doubled += counts > 1
            for name in names:
                if not winners.isdisjoint((name,) if by_person else seatings[0].members(name)):
                    wins[name] += counts
    return Evening(
        first.row.id,
        first.row.players,
        tuple(describe_match(store, db, each) for each in (whole if shown is None else shown)),
        first.row.started,
        max(whole, key=lambda each: each.latest).touched,
        dict(sorted(wins.items(), key=lambda item: -item[1])),
        by_person,
        len(whole),
        len(over),
        sum(len(each.winners) > 1 for each in over),
        doubled,
    )


def _count(match: IndexedMatch) -> int:
    """How many matches of the evening this one counts for."""
    row = match.row
    if row.variant not in VARIANTS:
        return 1
    game = VARIANTS[row.variant].at(Seating(row.players, row.partners, row.lead, row.options))
    return game.counts_for(match.totals, match.winners)
