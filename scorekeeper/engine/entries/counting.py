"""Find the entries of a sheet that count: those not struck out and, of an entry and its corrections, the newest one."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from scorekeeper.engine.entries.entry import Entry


@dataclass(frozen=True, slots=True)
class Counting:
    """The entries that count, out of the first `written` entries of a sheet.

    `entries` holds each with its number, in the order in which they count. `dangling` holds the numbers of entries that
    strike out or replace an entry which does not count, or put back one that does. `corrected` maps the number of a
    replaced entry to the number of the entry that replaces it, unless that one was struck out.

    A place is the number of the entry that was first written there. `versions` maps each place at which an entry was
    struck out, put back or replaced to the numbers of the entries that stand there, of which the last one counts.
    `places` maps the number of a replacing entry to its place. `referring` holds the numbers of entries that refer to
    another one.
    """

    entries: tuple[tuple[int, Entry], ...] = ()
    dangling: frozenset[int] = frozenset()
    corrected: Mapping[int, int] = field(default_factory=dict)
    written: int = 0
    versions: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    places: Mapping[int, int] = field(default_factory=dict)
    referring: frozenset[int] = frozenset()

    def find_at(self, place: int) -> int:
        """Return the index in `entries` of the entry at `place`, or the index at which it would be inserted."""
        return bisect_left(self.entries, place, key=lambda pair: self.places.get(pair[0], pair[0]))

    def list_at(self, place: int) -> tuple[int, ...]:
        """Return the number of the entry first written at `place`, and those of all entries that replaced it."""
        return place, *(number for number, at in self.places.items() if at == place)


def find_counting(entries: Sequence[Entry]) -> Counting:
    """Return which of `entries`, numbered from 1, count.

    An entry that is struck out does not count, as if it had never been written. An entry that replaces another one
    counts in its place; when it is struck out in turn, the replaced entry counts again. Of four entries where the 3rd
    replaces the 1st and the 4th strikes out the 2nd, only the 3rd counts.

    An entry that is put back counts in its old place again, instead of the one that counted there meanwhile. Striking
    it out again restores that one. So putting back undoes striking out, and striking out undoes putting back.
    """
    return add_to_counting(Counting(), entries)[0]


def add_to_counting(known: Counting, entries: Sequence[Entry]) -> tuple[Counting, tuple[int, ...]]:
    """Return the `Counting` of `entries`, and the places at which the new entries changed which entry counts.

    `known` is the `Counting` of the first `known.written` entries; the others are new. The cost grows with the number
    of new entries, apart from one copy of `known`.
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
        numbers = versions.get(place, (place,))
        written = 0 < place < number and place not in referring
        if not written or (numbers[-1:] == (target,)) == (entry.puts_back is not None):
            dangling.add(number)
            continue
        if entry.puts_back is not None:
            versions[place] = (*numbers, target)
        elif entry.strikes_out is not None:
            versions[place] = numbers[:-1]
        else:
            places[number] = place
            versions[place] = (*numbers, number)
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
