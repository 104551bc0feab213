"""Which entries of a sheet count: not those struck out, and of several versions of one only the newest that stands."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from scorekeeper.engine.entries.entry import Entry


@dataclass(frozen=True, slots=True)
class Counting:
    """The entries that count, each with its number, in the order in which they count.

    `dangling` holds the numbers of those that strike out or replace an entry which does not count, or put back one
    that does. `corrected` says which entry came in the place of another one, unless it was struck out itself.
    """

    entries: tuple[tuple[int, Entry], ...]
    dangling: frozenset[int]
    corrected: Mapping[int, int]


def find_counting(entries: Sequence[Entry]) -> Counting:
    """Which of `entries`, numbered from 1, count.

    An entry that is struck out does not count, as if it had never been written. One that replaces another counts in
    the other's place, and when it is struck out in turn, the other counts again. Of four entries where the 3rd replaces
    the 1st and the 4th strikes out the 2nd, only the 3rd counts.

    One that is put back counts in its old place again, instead of whatever counted there meanwhile; struck out once
    more, it leaves the place as it was. So putting back undoes striking out, and striking out undoes putting back.
    """
    targets = ((number, entry.refers_to) for number, entry in enumerate(entries, start=1))
    referring = {number: target for number, target in targets if target is not None}
    versions_at: dict[int, list[int]] = {}  # of the places where anything was struck out, put back or replaced
    place_of: dict[int, int] = {}  # of entries that replace another one
    dangling: set[int] = set()

    for number, target in referring.items():
        entry, place = entries[number - 1], place_of.get(target, target)
        if not 0 < place < number or place in referring:
            dangling.add(number)
            continue
        versions = versions_at.setdefault(place, [place])
        if (versions[-1:] == [target]) == (entry.puts_back is not None):
            dangling.add(number)
        elif entry.puts_back is not None:
            versions.append(target)
        elif entry.strikes_out is not None:
            versions.pop()
        else:
            place_of[number] = place
            versions.append(number)
    if not referring:
        return Counting(tuple(enumerate(entries, start=1)), frozenset(), {})
    corrected = {before: after for versions in versions_at.values() for before, after in pairwise(versions)}
    counting: list[tuple[int, Entry]] = []
    for number, entry in enumerate(entries, start=1):
        if number in versions_at:
            counting.extend((last, entries[last - 1]) for last in versions_at[number][-1:])
        elif number not in referring:
            counting.append((number, entry))
    return Counting(tuple(counting), frozenset(dangling), corrected)
