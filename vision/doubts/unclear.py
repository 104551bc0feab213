"""Where the layout can be read in two ways that leave other open ends.

Two tiles may be joined or only lie near each other, at one half or at the other, or an end may belong to either of two
tiles. Where the second likeliest reading is nearly as likely as the chosen one, and the open ends are others, nobody
but the players can tell.
"""

from ..joins.choosing import LikelyLayout, list_second_readings
from ..joins.groups import Pair
from ..joins.open_ends import find_open_ends
from ..reading import ReadTile

LIMIT = 1.5
"""Odds by which a second reading may be worse, at most, to be told (`vision.lab.train.fit_joins`)."""
MOST = 3
"""So many are told, the likeliest first: who sees more takes another photo."""


def find_unclear_pairs(tiles: tuple[ReadTile, ...], layout: LikelyLayout, limit: float = LIMIT) -> tuple[Pair, ...]:
    """The pairs of `tiles`, by place, that may be joined otherwise than in `layout`, with other open ends."""
    ends = find_open_ends(tiles, [joint.join for joint in layout.joints])
    second = sorted(list_second_readings(tiles, layout, limit), key=lambda each: each.worse)
    unclear = (
        each.other.pair for each in second if find_open_ends(tiles, [joint.join for joint in each.joints]) != ends
    )
    return tuple(dict.fromkeys(unclear))[:MOST]
