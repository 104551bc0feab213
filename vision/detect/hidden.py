"""Tiles of which one half is seen and the other hidden: a tile or a hand lies on it, or the picture ends there.

What such a half shows nobody can see: it is None, and such a tile is never sure. The third network tells whether a half
is hidden (`vision.detect.covered`). It is asked of every tile that was read and may be wrong, as what lies over a half
may have been taken for it; and of halves that are left over, which may be of a tile that was not read because of it.
These may as well be faces of dice or prints: one is listed where it is most likely a tile's half, and beside tiles that
were read.

A half by itself is a square, so the first network tells neither how long its tile is nor where that lies: the one is
taken from the tiles beside it, and for the other all four ways are looked at.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ..reading import Half, ReadTile
from .belief import take_log_odds, take_odds_back
from .closer import look_at_halves
from .covered import find_outline, look_for_hidden
from .decode import Found, LoneHalf, Vector, softmax
from .footprint import Footprint, make_footprint
from .halves import find_half_corners
from .levels import Levels
from .pips import NUMBERS
from .sets import limit_to_set

MOST_LONE = 24
"""So many lone halves are looked at, the likeliest ones."""
LEAST_HIDDEN = 0.2
"""The least probability that such a tile lies there, in the likeliest of four ways, for one more look at the half."""
HIDDEN = 0.5
"""The least probability that a half is hidden, for what was read there not to be told: likelier than not. Where it was
sure it is asked about instead."""
CERTAIN = 0.99
"""The least confidence of a sure tile that the third network is not asked about: both its halves are seen."""
COUNTS = (-3.39, 0.38, 0.15, 0.45, 0.43, -0.04, -1.48, -1.94, 0.05)
"""What counts how much for a lone half being one of a tile that was not read, in the order of `list_signs`."""
LEAST_LISTED = 0.5
"""The least probability of that for it to be listed: it is likelier than not."""
LEAST_BLANK = 0.9
"""The same for a blank half: nothing is taken for one more easily."""
SAME = 0.1
"""Of a tile's length: the middle of one that was read is as near as that to where it was found."""
LEAST_SHARED = 0.3
"""So much of a half on another tile, and both cannot be seen there."""


@dataclass(frozen=True, slots=True)
class Lone:
    """A half that may be of a tile that was not read: its corners (4×2), and what the first look says of it.

    `score`: how likely it is a half; `claimed`: as `Found` has it.
    """

    corners: Vector
    score: float
    claimed: float

    @property
    def place(self) -> Footprint:
        """Where it lies."""
        return make_footprint(self.corners)


@dataclass(frozen=True, slots=True)
class HalfTile:
    """A tile of which one half is seen.

    `corners`: 4×2, those of that half, its short end first; `chances`: 19, of every number that it may show; `real`,
    `lies`, `hidden`: how likely it is a half at all, a tile lies so, and the rest of that is hidden; `under`: the
    share of that rest that lies on tiles that were read, or beyond the picture's border; `larger`: by how
    much larger it is than the tiles beside it make expect, as a log; `lone`: what the first look says of it.
    """

    corners: Vector
    chances: Vector
    real: float
    lies: float
    hidden: float
    under: float
    larger: float
    lone: Lone

    @property
    def pips(self) -> int:
        """What the seen half shows."""
        return int(self.chances.argmax())

    @property
    def place(self) -> Footprint:
        """Where the seen half lies."""
        return make_footprint(self.corners)


def tell_hidden(
    levels: Levels, tiles: Sequence[ReadTile], lone: Sequence[LoneHalf], found: Sequence[Found], largest: int
) -> tuple[ReadTile, ...]:
    """The `tiles` read, of which hidden halves are told no more; and those of which only one half was seen.

    The latter are among the `lone` halves, and the halves of those tiles `found` that were not read. The set goes up to
    double-`largest`.
    """
    if not tiles:
        return ()
    kept = [
        each for tile, share in zip(tiles, measure_hidden(levels, tiles), strict=True) if (each := _hide(tile, share))
    ]
    taken = [make_footprint(np.array(tile.corners)) for tile in kept]
    halves = find_half_hidden(levels, list_lone(lone, found, tiles), tiles, largest)
    chances = [measure_chance(list_signs(half)) for half in halves]
    for k in np.argsort(chances, kind="stable")[::-1]:
        least = LEAST_LISTED if halves[k].pips else LEAST_BLANK
        if chances[k] >= least and is_free(halves[k].place, taken):
            kept.append(_read(halves[k], chances[k]))
            taken.append(halves[k].place)
    return tuple(kept)


def measure_hidden(levels: Levels, tiles: Sequence[ReadTile]) -> Vector:
    """How likely the first and the second half of each of the tiles read is hidden: N×2; 0 where it was `CERTAIN`."""
    told = np.zeros((len(tiles), 2))
    asked = [k for k, tile in enumerate(tiles) if not tile.sure or tile.confidence < CERTAIN]
    if asked:
        outlines = [np.roll(np.array(tiles[k].corners), 2 * turned, axis=0) for k in asked for turned in (1, 0)]
        told[asked] = look_for_hidden(levels, outlines, measure_length(tiles))[:, 1].reshape(-1, 2)
    return told


def measure_length(tiles: Sequence[ReadTile]) -> float:
    """The length in pixels of most tiles, or twice their width where they are seen shortened."""
    sides = np.array([np.hypot(*np.diff(np.array(tile.corners)[:3], axis=0).T) for tile in tiles])
    return float(np.median(np.maximum(2 * sides[:, 0], sides[:, 1])))


def list_lone(lone: Sequence[LoneHalf], found: Sequence[Found], tiles: Sequence[ReadTile]) -> list[Lone]:
    """The halves that lie on none of the `tiles` read: lone ones, and those of tiles found."""
    middles = np.array([np.mean(tile.corners, axis=0) for tile in tiles])
    unread = [tile for tile in found if np.hypot(*(middles - tile.centre).T).min() > SAME * tile.length]
    every = [Lone(_square(half, tiles), half.score, half.claimed) for half in lone]
    every += [
        Lone(find_half_corners(tile.corners, half), tile.score, tile.claimed) for tile in unread for half in (0, 1)
    ]
    taken = [make_footprint(np.array(tile.corners)) for tile in tiles]
    free = [each for each in every if is_free(each.place, taken)]
    return sorted(free, key=lambda each: -each.score)[:MOST_LONE]


def _square(half: LoneHalf, tiles: Sequence[ReadTile]) -> Vector:
    """The corners of a lone half, as large as one of the nearest of `tiles`; any of its sides may be its short end."""
    frame = _find_frame(half.middle, tiles)
    axes = np.linalg.solve(frame, half.axes.T)  # on the table
    turns = np.arctan2(axes[1], axes[0])
    turn = float(np.angle(np.exp(4j * turns).sum())) / 4
    axes = frame @ np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return np.asarray(half.middle + np.array([[-1, -1], [-1, 1], [1, 1], [1, -1]]) / 2 @ axes.T)


def _find_frame(place: Vector, tiles: Sequence[ReadTile]) -> Vector:
    """What makes directions on the table, in widths of a tile, ones in the picture about a place: 2×2."""
    corners = min((np.array(tile.corners) for tile in tiles), key=lambda each: np.hypot(*(each.mean(axis=0) - place)))
    along, across = (
        corners[[2, 3]].sum(axis=0) - corners[[0, 1]].sum(axis=0),
        corners[1] + corners[2] - corners[0] - corners[3],
    )
    return np.array([along / 4, across / 2]).T


def find_half_hidden(levels: Levels, lone: Sequence[Lone], tiles: Sequence[ReadTile], largest: int) -> list[HalfTile]:
    """The tiles of which these halves may be, each as it is likeliest to lie with its other half hidden."""
    if not lone:
        return []
    length = measure_length(tiles)
    taken = [make_footprint(np.array(tile.corners)) for tile in tiles]
    first = look_at_halves(levels, [half.corners for half in lone], length, largest)
    ways = [np.roll(place, turn, axis=0) for place in first.places for turn in range(4)]
    told = look_for_hidden(levels, [find_outline(way) for way in ways], length).reshape(-1, 4, 2)
    likeliest = told.prod(axis=2).argmax(axis=1)
    likely = [k for k, way in enumerate(likeliest) if told[k, way].prod() >= LEAST_HIDDEN]
    if not likely:
        return []
    seen = look_at_halves(levels, [ways[4 * k + likeliest[k]] for k in likely], length, largest)
    named = softmax(seen.number)
    chances = limit_to_set(limit_to_set(named[:, :NUMBERS], NUMBERS - 1), largest)
    return [
        HalfTile(
            seen.places[at],
            chances[at],
            float(1 - named[at, NUMBERS]),
            float(told[k, likeliest[k], 0]),
            float(told[k, likeliest[k], 1]),
            _measure_under(seen.places[at], taken, levels.shape),
            _measure_larger(seen.places[at], tiles),
            lone[k],
        )
        for at, k in enumerate(likely)
    ]


def _measure_larger(corners: Vector, tiles: Sequence[ReadTile]) -> float:
    """The log of how much larger a half with these corners is than one of the nearest of `tiles`."""
    expected = abs(float(np.linalg.det(_find_frame(corners.mean(axis=0), tiles))))
    return float(np.log(max(make_footprint(corners).area, 1e-6) / max(expected, 1e-6))) / 2


def _measure_under(corners: Vector, taken: Sequence[Footprint], shape: tuple[int, ...]) -> float:
    """The share of the rest of a tile, one half of which has these corners, that is `taken` or beyond the border."""
    rest = make_footprint(np.concatenate([corners[2:], find_outline(corners)[2:]]))
    frame = make_footprint(np.array([[0, 0], [shape[1], 0], [shape[1], shape[0]], [0, shape[0]]]))
    return min(1.0, 1 - rest.measure_within(frame) + sum(rest.measure_within(each) for each in taken))


def list_signs(half: HalfTile) -> Vector:
    """What tells whether there is such a tile: 9 numbers."""
    likely = (half.lone.score, float(half.chances.max()), half.real, half.lies, half.hidden)
    return np.array([1.0, *map(take_log_odds, likely), half.lone.claimed, abs(half.larger), half.under])


def measure_chance(signs: Vector) -> float:
    """The probability that a lone half with these `list_signs` is one of a tile that was not read."""
    return take_odds_back(float(signs @ np.array(COUNTS)))


def is_free(place: Footprint, taken: Sequence[Footprint]) -> bool:
    """No tile lies on a half at `place`: those lie where `taken` says."""
    return all(place.measure_shared(other) < LEAST_SHARED for other in taken)


def _hide(tile: ReadTile, shares: Vector) -> ReadTile | None:
    """The tile without what was read on a hidden half; None where both are hidden. A sure one is no longer sure."""
    hidden = shares >= HIDDEN
    if tile.sure or not hidden.any():
        return replace(tile, sure=tile.sure and not hidden.any())
    if hidden.all():
        return None
    one, other = (
        replace(half, pips=None, confidence=float(share)) if gone else half
        for half, share, gone in zip(tile.halves, shares, hidden, strict=True)
    )
    return replace(tile, halves=(one, other), confidence=tile.halves[int(hidden.argmin())].confidence)


def _read(half: HalfTile, confidence: float) -> ReadTile:
    """The tile of which one half is seen."""
    outline = find_outline(half.corners)
    corners = tuple((float(x), float(y)) for x, y in outline)
    middles = [
        (float(x), float(y)) for x, y in (half.corners.mean(axis=0), (half.corners[2:] + outline[2:]).mean(axis=0) / 2)
    ]
    halves = Half(half.pips, float(half.chances.max()), middles[0]), Half(None, confidence, middles[1])
    return ReadTile(corners, halves, confidence, sure=False)  # type: ignore[arg-type]  # four
