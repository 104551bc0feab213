"""Finding layouts that can be read in two ways that leave different halves exposed.

Two tiles may be joined or only lie near each other, at one half or at another, or an end may belong to either of two
tiles. If the second likeliest reading is nearly as likely as the chosen one, and other numbers are exposed, only the
players can tell.
"""

from collections import Counter
from collections.abc import Sequence

from ..joins.joint_odds import ScoredJoint
from ..joins.likeliest_layout import LikelyLayout, list_second_readings
from ..reading import ReadTile
from ..reading.groups import Pair, find_groups

LIMIT = 1.5
"""The odds by which a second reading may be worse, at most, to be reported (`vision.lab.train.fit_joins`)."""
MAX_PAIRS = 3
"""Pairs that are reported, likeliest first: with more, another photo helps."""


def find_unclear_pairs(tiles: tuple[ReadTile, ...], layout: LikelyLayout, limit: float = LIMIT) -> tuple[Pair, ...]:
    """Return the pairs of tiles (indices in `tiles`) that may be joined otherwise, with other halves exposed.

    `limit` is the highest difference in log odds between the chosen layout and the other one. At most MAX_PAIRS pairs
    are returned, the likeliest first.
    """
    exposed = _count_exposed(tiles, layout.joints)
    second = sorted(list_second_readings(tiles, layout, limit), key=lambda each: each.worse)
    unclear = (each.other.join.pair for each in second if _count_exposed(tiles, each.joints) != exposed)
    return tuple(dict.fromkeys(unclear))[:MAX_PAIRS]


def _count_exposed(tiles: Sequence[ReadTile], joints: Sequence[ScoredJoint]) -> Counter[int]:
    """Return how often each number is exposed on the largest set of `tiles` that the joints connect.

    A half is exposed if no joint covers it, a double (once) if at most one joint touches it; hidden halves are left
    out. This is no rule of a game: it only tells whether two readings of one layout differ.
    """
    groups = find_groups(len(tiles), (joint.join.pair for joint in joints))
    covered = [
        part for joint in joints for part in ((joint.join.a, joint.join.a_part), (joint.join.b, joint.join.b_part))
    ]
    exposed: Counter[int] = Counter()
    for index in groups[0] if groups else ():
        pips = tiles[index].pips
        if tiles[index].double:
            exposed[pips[0] or 0] += sum(tile == index for tile, _ in covered) <= 1
        else:
            exposed.update(
                number
                for number, part in zip(pips, ("half0", "half1"), strict=True)
                if number is not None and (index, part) not in covered
            )
    return +exposed
