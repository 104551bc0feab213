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
    versions_at: dict[int, list[int]] = {}
    place_of: dict[int, int] = {}
    dangling: set[int] = set()

    def counts(number: int) -> bool:
        return number in place_of and versions_at[place_of[number]][-1:] == [number]

    for number, entry in enumerate(entries, start=1):
        target = entry.refers_to
        if target is None:
            versions_at[number] = [number]
            place_of[number] = number
        elif target not in place_of or counts(target) == (entry.puts_back is not None):
            dangling.add(number)
        elif entry.puts_back is not None:
            versions_at[place_of[target]].append(target)
        elif entry.strikes_out is not None:
            versions_at[place_of[target]].pop()
        else:
            place_of[number] = place_of[target]
            versions_at[place_of[number]].append(number)
    last = (versions[-1] for versions in versions_at.values() if versions)
    corrected = {before: after for versions in versions_at.values() for before, after in pairwise(versions)}
    return Counting(tuple((number, entries[number - 1]) for number in last), frozenset(dangling), corrected)
