"""Odds that two tiles are joined at each possible joint.

A linear model, fitted on rendered lines as the detector reads them (`vision.lab.train.fit_joins`), weighs how far apart
the edges are, how far the joint is off its place, how much of the end touches the other edge, and whether both halves
show the same number if most joints on this table do. Odds are natural logarithms: the odds of a joint against none.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import log
from typing import NamedTuple

from ..reading import Join, ReadTile
from ..reading.groups import Pair
from .contacts import Contact
from .possible_joints import PossibleJoint, is_alike, list_possible

TOUCHING = 0.40
"""The most widths between two tiles that touch; corners are read to about a tenth, at times far worse. Halves whose
numbers do not match as most do on this table are joined no farther apart."""
TOGETHER = 0.75
"""The most widths between two tiles of one group: the tiles of a hand rarely touch."""
TOO_FAR = -0.5
"""The highest odds of a joint of two tiles farther apart, which is not chosen, but may make the layout unclear."""
CONTESTED = 3.0
"""Added to the claim of a joint whose numbers match as usual, where another claims its place. It could not be fitted:
on rendered lines few places are claimed twice."""
CLEAR = 0.3
"""The most widths apart, and off its place, of a joint that counts for whether joined halves are equal on a table."""
USUAL = 3, 1
"""Pseudo-counts of joints with equal halves and with others: most games join equal ones."""

KINDS = ("end", "middle", "half")
"""An end against an end, against the middle of a double's long side, against the half of a long side."""
FEATURES = ("any", "off", "gap", "overlap", "short")
"""The features of each kind: 1; how far off its place, apart, and overlapping (widths, squared); and the share of the
end that is not against the other edge."""
OTHERS = ("alike", "alike apart", "as usual", "double in line", "double's half")
"""The other features: equal numbers; the gap between such (squared); the log odds of equal numbers on this table, with
the sign of this joint; a double joined at its end, and at the half of its long side."""
WEIGHTS = (
    *(3.92, -1.17, -5.07, -2.13, -0.22),
    *(3.59, -11.21, -1.31, 0.00, -0.11),
    *(2.13, -12.70, -5.15, -0.14, 1.79),
    *(0.71, -4.41, 0.96, -0.58, -0.25),
)
"""The coefficients of FEATURES of each of KINDS, then of OTHERS."""

AS_USUAL = len(KINDS) * len(FEATURES) + OTHERS.index("as usual")


class ScoredJoint(NamedTuple):
    """A possible joint with its log odds.

    `odds` are against no joint, and `claim` against another joint at the same place.
    """

    join: Join
    odds: float
    claim: float


def list_likely(tiles: Sequence[ReadTile], contacts: Mapping[Pair, Sequence[Contact]]) -> tuple[ScoredJoint, ...]:
    """Return the possible joints of tiles with these contacts, each with its odds.

    Joints of tiles that are too far apart are left out.
    """
    likely = []
    for joint, features in list_features(tiles, list_possible(tiles, contacts)):
        odds = sum(weight * value for weight, value in zip(WEIGHTS, features, strict=True))
        if features[AS_USUAL] > 0:
            odds = odds if joint.contact.gap <= TOGETHER else min(odds, TOO_FAR)
            likely.append(ScoredJoint(joint.join, odds, odds + CONTESTED))
        elif joint.contact.gap <= TOUCHING:
            likely.append(ScoredJoint(joint.join, odds, odds))
    return tuple(likely)


def list_features(
    tiles: Sequence[ReadTile], possible: Sequence[PossibleJoint]
) -> list[tuple[PossibleJoint, tuple[float, ...]]]:
    """Return each of the `possible` joints with its features, in the order of WEIGHTS."""
    alike = [is_alike(tiles[joint.join.a], tiles[joint.join.b], joint.join) for joint in possible]
    clear = {joint.join.pair: same for joint, same in zip(possible, alike, strict=True) if _is_clear(joint)}
    counts = Counter(clear.values())
    rows = []
    for joint, same in zip(possible, alike, strict=True):
        others = counts - Counter([clear.get(joint.join.pair)])
        custom = log((USUAL[0] + others[True]) / (USUAL[1] + others[False]))
        rows.append((joint, _list_features(tiles[joint.join.a], tiles[joint.join.b], joint, same, custom)))
    return rows


def _is_clear(joint: PossibleJoint) -> bool:
    """Return whether the tiles of a joint touch at about its ideal place (see CLEAR)."""
    return abs(joint.contact.gap) <= CLEAR and abs(joint.off) <= CLEAR


def _list_features(
    a: ReadTile, b: ReadTile, joint: PossibleJoint, alike: bool | None, custom: float
) -> tuple[float, ...]:
    """Return the features of one joint, in the order of WEIGHTS.

    `alike` is the result of `is_alike`; `custom` is the log odds that joined halves on this table are equal.
    """
    join, contact, off = joint
    apart, over = max(contact.gap, 0.0) ** 2, max(-contact.gap, 0.0) ** 2
    at_ends = join.a_side == join.b_side == "end"
    tile, part = (a, join.a_part) if join.a_side != "end" else (b, join.b_part)  # where it is joined at a long side
    kind = "end" if at_ends else "middle" if part == "middle" and tile.double else "half"
    of_kind = (1.0, off**2, apart, over, max(1.0 - contact.shared, 0.0))
    as_usual = 0.0 if alike is None else custom if alike else -custom
    in_line = at_ends and (a.double or b.double)
    others = (
        float(alike is True),
        (alike is True) * apart,
        as_usual,
        float(in_line),
        float(kind == "half" and tile.double),
    )
    return (*(sign * (kind == each) for each in KINDS for sign in of_kind), *others)
