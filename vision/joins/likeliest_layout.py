"""Choosing the likeliest layout among the possible joints.

In a layout a place on a tile takes at most one joint, and joints form no ring. The likeliest joints are taken greedily.
Then every joint that was left out is tried in place of those that it contradicts, and kept if the layout becomes
likelier.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from ..reading import Part, ReadTile, Side
from ..reading.groups import DisjointSets, Pair
from .contacts import Contact
from .joint_odds import ScoredJoint, list_likely
from .possible_joints import measure_contacts


class LikelyLayout(NamedTuple):
    """A layout of tiles.

    `contacts`: how tiles lie against each other; `likely`: all possible joints; `joints`: those of the layout.
    """

    contacts: Mapping[Pair, Sequence[Contact]]
    likely: tuple[ScoredJoint, ...]
    joints: tuple[ScoredJoint, ...]


class SecondReading(NamedTuple):
    """A layout with other `joints`, which differs from the chosen one in the joint `other`.

    `worse` is how much lower its log odds are.
    """

    other: ScoredJoint
    joints: tuple[ScoredJoint, ...]
    worse: float


def choose_layout(tiles: Sequence[ReadTile]) -> LikelyLayout:
    """Return the likeliest layout of `tiles` that the search finds."""
    contacts = measure_contacts(tiles)
    likely = list_likely(tiles, contacts)
    layout = LikelyLayout(contacts, likely, _choose_greedily(tiles, likely))
    for _ in likely:  # bounded; more than two steps are hardly ever needed
        better = min(list_second_readings(tiles, layout, 0.0), key=lambda each: each.worse, default=None)
        if better is None:
            break
        layout = LikelyLayout(contacts, likely, better.joints)
    return layout


def list_second_readings(tiles: Sequence[ReadTile], layout: LikelyLayout, limit: float) -> Iterator[SecondReading]:
    """Yield layouts with one joint more, less or exchanged, whose log odds are lower by less than `limit`."""
    current = set(layout.joints)
    for other in layout.likely:
        if other.odds >= limit if other in current else other.odds <= -limit:
            continue
        rest = [each for each in layout.likely if each != other]
        joints = _choose_greedily(tiles, rest) if other in current else _choose_greedily(tiles, rest, first=other)
        worse = _compare(layout.joints, joints)
        if worse < limit - 1e-9:
            yield SecondReading(other, joints, worse)


def _compare(one: Sequence[ScoredJoint], other: Sequence[ScoredJoint]) -> float:
    """Return the log odds of the layout with the joints `one` against that with the joints `other`.

    Claims are compared if both have as many joints (one has replaced another), else odds.
    """
    if len(one) == len(other):
        return sum(joint.claim for joint in one) - sum(joint.claim for joint in other)
    return sum(joint.odds for joint in one) - sum(joint.odds for joint in other)


def _choose_greedily(
    tiles: Sequence[ReadTile], likely: Sequence[ScoredJoint], first: ScoredJoint | None = None
) -> tuple[ScoredJoint, ...]:
    """Return `first` and the joints that contradict neither it nor a likelier one, greedily from the likeliest.

    Joints with odds of 0 or less are left out.
    """
    occupied: set[tuple[int, Part, Side]] = set()
    connected = DisjointSets(len(tiles))
    chosen = []
    in_order = sorted((each for each in likely if each.odds > 0), key=lambda each: -each.claim)
    for each in chain([first] if first else [], in_order):
        join = each.join
        places = {
            *_list_claims(tiles[join.a], join.a, join.a_part, join.a_side),
            *_list_claims(tiles[join.b], join.b, join.b_part, join.b_side),
        }
        if not occupied & places and connected.union(join.a, join.b):
            chosen.append(each)
            occupied |= places
    return tuple(chosen)


def _list_claims(tile: ReadTile, index: int, part: Part, side: Side) -> list[tuple[int, Part, Side]]:
    """Return the places that a joint at `part` and `side` occupies on the tile with this `index`.

    On a double they are that place alone, or the whole long side if it is joined at its middle. On another tile they
    are the whole half, whichever side is joined.
    """
    if not tile.double:
        return [(index, part, "end")]
    return [(index, each, side) for each in (("half0", "half1") if part == "middle" else (part,))]
