"""Which of the joints that may be are: the likeliest layout in which a place takes one joint and nothing closes a ring.

The likeliest joints take their places first. Then every joint that was left out is tried in place of those that it
contradicts, and kept where that makes the whole likelier.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from ..reading import Part, ReadTile, Side
from .contacts import Contact
from .groups import Pair, merge_groups
from .likely import Likely, list_likely
from .possible import measure_contacts


class LikelyLayout(NamedTuple):
    """How tiles lie against each other, the joints that they may have, and those of the likeliest layout."""

    contacts: Mapping[Pair, Sequence[Contact]]
    likely: tuple[Likely, ...]
    joints: tuple[Likely, ...]


class SecondReading(NamedTuple):
    """Other joints than the chosen ones, because `other` is one or is none, and by how much the odds are worse."""

    other: Likely
    joints: tuple[Likely, ...]
    worse: float


def choose_layout(tiles: Sequence[ReadTile]) -> LikelyLayout:
    """The likeliest layout of `tiles` that is found."""
    contacts = measure_contacts(tiles)
    likely = list_likely(tiles, contacts)
    layout = LikelyLayout(contacts, likely, _take(tiles, likely))
    for _ in likely:  # an end in any case; two steps are hardly ever needed
        better = min(list_second_readings(tiles, layout, 0.0), key=lambda each: each.worse, default=None)
        if better is None:
            break
        layout = LikelyLayout(contacts, likely, better.joints)
    return layout


def list_second_readings(tiles: Sequence[ReadTile], layout: LikelyLayout, limit: float) -> Iterator[SecondReading]:
    """The layouts with one joint more, another or none, whose odds are worse than `layout`'s by less than `limit`."""
    taken = set(layout.joints)
    for other in layout.likely:
        if other.odds >= limit if other in taken else other.odds <= -limit:
            continue
        rest = [each for each in layout.likely if each != other]
        joints = _take(tiles, rest) if other in taken else _take(tiles, rest, first=other)
        worse = _compare(layout.joints, joints)
        if worse < limit - 1e-9:
            yield SecondReading(other, joints, worse)


def _compare(one: Sequence[Likely], other: Sequence[Likely]) -> float:
    """How much likelier the one layout is than the other.

    Where a joint has taken another's place it is what they claim that counts, and their odds where there is one more.
    """
    if len(one) == len(other):
        return sum(joint.claim for joint in one) - sum(joint.claim for joint in other)
    return sum(joint.odds for joint in one) - sum(joint.odds for joint in other)


def _take(tiles: Sequence[ReadTile], likely: Sequence[Likely], first: Likely | None = None) -> tuple[Likely, ...]:
    """The likely joints that do not contradict one that is likelier, or `first`."""
    taken: set[tuple[int, Part, Side]] = set()
    layout = list(range(len(tiles)))  # of each tile, a number it shares with those its joints connect it to
    found = []
    in_order = sorted((each for each in likely if each.odds > 0), key=lambda each: -each.claim)
    for each in chain([first] if first else [], in_order):
        join = each.join
        places = {
            *_list_claims(tiles[join.a], join.a, join.a_part, join.a_side),
            *_list_claims(tiles[join.b], join.b, join.b_part, join.b_side),
        }
        if not taken & places and layout[join.a] != layout[join.b]:
            found.append(each)
            taken |= places
            layout = merge_groups(layout, join.a, join.b)
    return tuple(found)


def _list_claims(tile: ReadTile, place: int, part: Part, side: Side) -> list[tuple[int, Part, Side]]:
    """What a joint takes up: of a double the place it touches, of another tile a whole half, wherever it is touched.

    The middle of a double's long side leaves no room for another tile there.
    """
    if not tile.double:
        return [(place, part, "end")]
    return [(place, each, side) for each in (("half0", "half1") if part == "middle" else (part,))]
