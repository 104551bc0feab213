"""Which tiles touch, and where, and which tiles form groups.

Equal numbers make a joint likelier, and are not required: whether a joint is a legal play is a question for the engine.

How open ends follow from joins. The layout is the largest set of tiles connected by joins whose kind is "joint":
`find_groups(len(tiles), joints)[0]` ("beside" joins connect the tiles of a hand, or two arms that run along each other;
`Reading.groups` also has tiles that only lie near each other). On it:

* A half of a tile that is not a double is covered when a joint names that half, whichever side; every other half is
  an open end worth its pips. A joint at "middle" covers none: no game joins tiles so, the tile only lies there.
* A double's four places are its long sides "left" and "right" (part "middle") and its two ends (side "end"). Lying
  crosswise it is joined at long sides first; lying in the line, at its ends; where the line turns, at the long side
  of a half. LINE and SPIN-ALL: with at most one joint it is an open end of both halves; with more it is none.
* FORK: each half of a double is covered when a joint names that half; a joint at "middle" covers neither.
"""

from collections.abc import Sequence

from ..reading import Join, ReadTile
from ..reading.groups import Pair, find_groups
from .contacts import Contact
from .joint_odds import TOGETHER, TOUCHING
from .likeliest_layout import LikelyLayout, choose_layout
from .possible_joints import name_place


def find_joins_and_groups(
    tiles: tuple[ReadTile, ...], layout: LikelyLayout | None = None
) -> tuple[tuple[Join, ...], tuple[tuple[int, ...], ...]]:
    """Return the joins of `tiles`, and the groups of tiles that touch or nearly do, both with indices in `tiles`.

    Tiles that touch without a joint, as in a hand, lie "beside" each other. `layout` is the result of `choose_layout`;
    if it is None, it is computed.
    """
    contacts, _, joints = layout or choose_layout(tiles)
    joins = {joint.join.pair: joint.join for joint in joints}
    together = {pair: best for pair, several in contacts.items() if (best := _find_best(several)).gap <= TOGETHER}
    for pair, contact in together.items():
        if pair not in joins and contact.gap <= TOUCHING:
            joins[pair] = _make_beside(pair, contact)
    return tuple(joins[pair] for pair in sorted(joins)), find_groups(len(tiles), together)


def _find_best(several: Sequence[Contact]) -> Contact:
    """Return the contact of two tiles with the best fit; those with a gap of at most TOGETHER are preferred."""
    return max(several, key=lambda contact: (contact.gap <= TOGETHER, contact.fit))


def _make_beside(pair: Pair, contact: Contact) -> Join:
    """Return the join of kind "beside" for two tiles (indices) that touch in `contact` without a joint."""
    (a, b), at_a, at_b = pair, name_place(contact.edge_a, contact.at_a), name_place(contact.edge_b, contact.at_b)
    return Join(a, *at_a, b, *at_b, "beside")
