"""How likely two tiles that lie against each other are joined, and at which half or middle.

A linear model fitted on rendered lines, as the detector reads them (`vision.lab.train.fit_joins`), weighs how far apart
the edges are, how far off its place the one lies, how much of it lies against the other, and whether both show the same
number as the others on this table do. Odds are natural logarithms of how many times likelier a joint is than none.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import log
from typing import NamedTuple

from ..reading import Join, ReadTile
from .contacts import Contact
from .groups import Pair
from .possible import PossibleJoint, is_alike, list_possible

TOUCHING = 0.40
"""Widths between two tiles that count as touching, at most; corners are read to about a tenth, at times far worse. What
shows other numbers than is the custom is joined no farther apart."""
TOGETHER = 0.75
"""Widths between two tiles that still hang together, at most: a hand is rarely pushed close."""
TOO_FAR = -0.5
"""The odds, at most, of a joint of two tiles that do not hang together: none is read so, but one may be doubted."""
CONTESTED = 3.0
"""What a joint as is the custom counts more where another claims its place: of two that cannot both be, it is the one
that was laid. Rendered lines, where few places are claimed twice, hardly tell that."""
CLEAR = 0.3
"""Widths apart, and off its place, at most, of a joint by which the custom of a table is told."""
USUAL = 3, 1
"""As if so many joints of equal halves, and of others, had been seen on a table already: most games join equal ones."""

KINDS = ("end", "middle", "half")
"""An end against an end, against the middle of a double's long side, against the half of a long side."""
SIGNS = ("any", "off", "gap", "overlap", "short")
"""What is weighed of each kind: that it is one; how far off its place, apart, over the edge (widths, squared); and the
share of the end that does not lie against the other edge."""
OTHERS = ("alike", "alike apart", "as usual", "double in line", "double's half")
"""What is weighed besides: the same number on both sides; the gap between such (squared); how far that is the custom of
this table; a double joined at its end, and at the half of its long side."""
WEIGHTS = (
    *(3.92, -1.17, -5.07, -2.13, -0.22),
    *(3.59, -11.21, -1.31, 0.00, -0.11),
    *(2.13, -12.70, -5.15, -0.14, 1.79),
    *(0.71, -4.41, 0.96, -0.58, -0.25),
)
"""What each sign adds to the odds: SIGNS of each of KINDS, then OTHERS."""

AS_USUAL = len(KINDS) * len(SIGNS) + OTHERS.index("as usual")


class Likely(NamedTuple):
    """A joint as it may be, the odds that it is one, and what these count against another that claims its place."""

    join: Join
    odds: float
    claim: float

    @property
    def pair(self) -> Pair:
        """The places of its two tiles."""
        return self.join.a, self.join.b


def list_likely(tiles: Sequence[ReadTile], contacts: Mapping[Pair, Sequence[Contact]]) -> tuple[Likely, ...]:
    """Every joint that `contacts` of `tiles` may be, with its odds."""
    found = []
    for joint, signs in list_signs(tiles, list_possible(tiles, contacts)):
        odds = sum(weight * sign for weight, sign in zip(WEIGHTS, signs, strict=True))
        if signs[AS_USUAL] > 0:
            odds = odds if joint.contact.gap <= TOGETHER else min(odds, TOO_FAR)
            found.append(Likely(joint.join, odds, odds + CONTESTED))
        elif joint.contact.gap <= TOUCHING:
            found.append(Likely(joint.join, odds, odds))
    return tuple(found)


def list_signs(
    tiles: Sequence[ReadTile], possible: Sequence[PossibleJoint]
) -> list[tuple[PossibleJoint, tuple[float, ...]]]:
    """What WEIGHTS weighs of each of the `possible` joints of `tiles`."""
    alike = [is_alike(tiles[joint.join.a], tiles[joint.join.b], joint.join) for joint in possible]
    clear = {joint.pair: same for joint, same in zip(possible, alike, strict=True) if _is_clear(joint)}
    seen = Counter(clear.values())
    found = []
    for joint, same in zip(possible, alike, strict=True):
        others = seen - Counter([clear.get(joint.pair)])
        custom = log((USUAL[0] + others[True]) / (USUAL[1] + others[False]))
        found.append((joint, _list_signs(tiles[joint.join.a], tiles[joint.join.b], joint, same, custom)))
    return found


def _is_clear(joint: PossibleJoint) -> bool:
    return abs(joint.contact.gap) <= CLEAR and abs(joint.off) <= CLEAR


def _list_signs(a: ReadTile, b: ReadTile, joint: PossibleJoint, alike: bool | None, custom: float) -> tuple[float, ...]:
    """What WEIGHTS weighs of one joint: `custom` are the odds that halves which are joined on this table are equal."""
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
