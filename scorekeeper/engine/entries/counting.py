"""Which entries of a sheet count: not those struck out, and of several versions of one only the newest that stands."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from scorekeeper.engine.entries.entry import Entry


@dataclass(frozen=True, slots=True)
class Counting:
    """The entries that count, each with its number, in the order in which they count; of so many that were `written`.

    `dangling` holds the numbers of those that strike out or replace an entry which does not count, or put back one
    that does. `corrected` says which entry came in the place of another one, unless it was struck out itself.

    A place is the number of the entry that was written there first: `versions` has those that stand at a place, the
    last one counts, for places where anything was struck out, put back or replaced; `places` has the place of entries
    that replace another one, and `referring` the entries that refer to another one.
    """

    entries: tuple[tuple[int, Entry], ...] = ()
    dangling: frozenset[int] = frozenset()
    corrected: Mapping[int, int] = field(default_factory=dict)
    written: int = 0
    versions: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    places: Mapping[int, int] = field(default_factory=dict)
    referring: frozenset[int] = frozenset()

    def find_at(self, place: int) -> int:
        """Where among the entries that count the one at this place stands, or would stand."""
        return bisect_left(self.entries, place, key=lambda pair: self.places.get(pair[0], pair[0]))

    def list_at(self, place: int) -> tuple[int, ...]:
        """Every entry that was ever written for this place."""
        return place, *(number for number, its in self.places.items() if its == place)


def find_counting(entries: Sequence[Entry]) -> Counting:
    """Which of `entries`, numbered from 1, count.

    An entry that is struck out does not count, as if it had never been written. One that replaces another counts in
    the other's place, and when it is struck out in turn, the other counts again. Of four entries where the 3rd replaces
    the 1st and the 4th strikes out the 2nd, only the 3rd counts.

    One that is put back counts in its old place again, instead of whatever counted there meanwhile; struck out once
    more, it leaves the place as it was. So putting back undoes striking out, and striking out undoes putting back.
    """
    return add_to_counting(Counting(), entries)[0]


def add_to_counting(known: Counting, entries: Sequence[Entry]) -> tuple[Counting, tuple[int, ...]]:
    """Which of `entries` count, where it is `known` of the first of them; and the places where another one counts now.

    Costs by what is new, but for one copy.
    """
    versions, places = dict(known.versions), dict(known.places)
    referring, dangling = set(known.referring), set(known.dangling)
    counting, touched = list(known.entries), dict[int, None]()
    for number, entry in enumerate(entries[known.written :], start=known.written + 1):
        target = entry.refers_to
        if target is None:
            counting.append((number, entry))
            continue
        referring.add(number)
        place = places.get(target, target)
        standing = versions.get(place, (place,))
        written = 0 < place < number and place not in referring
        if not written or (standing[-1:] == (target,)) == (entry.puts_back is not None):
            dangling.add(number)
            continue
        if entry.puts_back is not None:
            versions[place] = (*standing, target)
        elif entry.strikes_out is not None:
            versions[place] = standing[:-1]
        else:
            places[number] = place
            versions[place] = (*standing, number)
        touched[place] = None
    for place in touched:
        at = bisect_left(counting, place, key=lambda pair: places.get(pair[0], pair[0]))
        stands = at < len(counting) and places.get(counting[at][0], counting[at][0]) == place
        counting[at : at + stands] = [(last, entries[last - 1]) for last in versions[place][-1:]]
    corrected = {before: after for each in versions.values() for before, after in pairwise(each)}
    return (
        Counting(tuple(counting), frozenset(dangling), corrected, len(entries), versions, places, frozenset(referring)),
        tuple(touched),
    )
