"""From the network's maps to tiles: middles, halves that belong together, their size, and what each half may show.

A tile's score is the geometric mean of what the network says of its middle and of its two halves. Two tiles never share
a half: this keeps touching tiles apart. A half that is left over may be one of a tile whose other half is hidden.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .matching import match_best
from .network import Maps
from .peaks import find_peaks
from .pips import LEAST_PIP, NUMBERS, count_pips, tell_pips_on

Vector = NDArray[Any]
LEAST_PEAK = 0.12
LEAST_SCORE = 0.15
MOST_TILES = 200
"""A double-eighteen set has 190: of a cloth full of dots the likeliest are looked at, and no more."""
MOST_PEAKS = 3 * MOST_TILES
"""So many middles are tried, and of halves twice as many."""
STRAY = 0.08
"""How likely a half belongs to a tile though it points to another: in a bar of tiles without dividers it may."""
MOST_LONE = 60
"""So many lone halves are looked at: on a cloth full of dots there are no more to be told."""
PLAIN_HALF, PLAIN_TILE = 0.3, 0.4
"""The least that the network says of a half, and the least score of a tile, for both to be told from what is faint."""
LEAST_FIT = 0.03
"""How well a half lies where a tile's must be, at least."""
ABOUT = np.array([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)])


@dataclass(frozen=True, slots=True)
class Found:
    """A tile as decoded, in pixels of the picture the maps are of.

    `centre`: its middle; `halves`: 2×2, the halves' middles; `along`: from the middle to the short end of the second
    half; `across`: 2×2, from a half's middle to its long side, clockwise of `along`; `named`, `counted`: 2×19, the
    probability of every number for each half, from the number map and from the pips by themselves; `strange`: the
    probability, by the pips, that a half shows a number which the set has not (0 while none is told); `claimed`: the
    share of all halves seen in that look which belong to a tile, as those of dice do not.
    """

    score: float
    centre: Vector
    halves: Vector
    along: Vector
    across: Vector
    named: Vector
    counted: Vector
    strange: float = 0.0
    claimed: float = 1.0

    @property
    def length(self) -> float:
        """Its length in pixels."""
        return 2 * float(np.hypot(*self.along))

    @property
    def size(self) -> float:
        """Its length in pixels, or twice its width where it is seen shortened."""
        return max(self.length, 2 * float(np.hypot(*self.across.T).sum()))

    @property
    def corners(self) -> Vector:
        """Its corners, 4×2, clockwise, the first two at the short end of the first half."""
        middle = (self.across[0] + self.across[1]) / 2
        usual = max(float(np.hypot(*middle)), 1e-6)
        near, far = (middle * (2 * min(max(float(np.hypot(*a)) / usual, 0.8), 1.25) - 1) for a in self.across)
        first = self.centre + (self.halves[0] - self.centre) * 2
        last = self.centre + (self.halves[1] - self.centre) * 2
        return np.array([first + near, first - near, last - far, last + far])


@dataclass(frozen=True, slots=True)
class LoneHalf:
    """A half that no tile was found for: its `middle` (x, y) and `axes`, roughly along which its sides lie: 2×2.

    `score`: how likely it is a half; `claimed`: as `Found` has it.
    """

    score: float
    middle: Vector
    axes: Vector
    claimed: float


@dataclass(frozen=True, slots=True)
class Decoded:
    """What maps show: `tiles` and `lone` halves, the best first."""

    tiles: list[Found]
    lone: list[LoneHalf]


def halve_angle(doubled: Vector) -> Vector:
    """One of the two vectors that a double angle (…×2) stands for."""
    size = np.hypot(doubled[..., 0], doubled[..., 1])
    turn = np.arctan2(doubled[..., 1], doubled[..., 0]) / 2
    return np.stack([size * np.cos(turn), size * np.sin(turn)], axis=-1)


def _average(field: Vector, at: Vector) -> Vector:
    """The mean of a map (2×h×w) over the 3×3 places about each of N whole (x, y): N×2."""
    x, y = np.moveaxis(at[:, None] + ABOUT, 2, 0)
    high, wide = field.shape[1:]
    there = (x >= 0) & (x < wide) & (y >= 0) & (y < high)
    seen = field[:, np.clip(y, 0, high - 1), np.clip(x, 0, wide - 1)] * there
    return np.asarray((seen.sum(axis=2) / there.sum(axis=1)).T)


def decode(maps: Maps) -> Decoded:
    """The tiles and the lone halves that the maps show."""
    half_at, half_fine = (found[: 2 * MOST_PEAKS] for found in find_peaks(maps.half, LEAST_PEAK))
    tile_at, tile_fine = (found[:MOST_PEAKS] for found in find_peaks(maps.tile, LEAST_PEAK))
    if not len(half_at):
        return Decoded([], [])
    halves, centres = half_fine * 4, tile_fine * 4
    half_score = maps.half[half_at[:, 1], half_at[:, 0]]
    scores, ends, centres = _match_halves(maps, tile_at, centres, half_at, halves)
    claimed = _measure_claimed(half_score, ends[scores >= PLAIN_TILE])
    alone = [k for k in range(len(half_at)) if k not in ends][:MOST_LONE]
    return Decoded(
        _describe(maps, scores, centres, half_at[ends], halves[ends], claimed),
        _describe_lone(maps, half_score[alone], half_at[alone], halves[alone], claimed),
    )


def _match_halves(
    maps: Maps, tile_at: Vector, centres: Vector, half_at: Vector, halves: Vector
) -> tuple[Vector, Vector, Vector]:
    """The scores (T), halves (T×2, places in `halves`) and middles (T×2) of tiles no two of which share a half."""
    none = np.zeros(0), np.zeros((0, 2), int), np.zeros((0, 2))
    if len(half_at) < 2 or not len(tile_at):
        return none
    ends, fits = _find_ends(maps, tile_at, centres, half_at, halves)
    half_score = maps.half[half_at[:, 1], half_at[:, 0]]
    likely = fits & (ends[:, 0] != ends[:, 1])
    scores = np.cbrt(maps.tile[tile_at[:, 1], tile_at[:, 0]].astype(np.float64) * half_score[ends].prod(axis=1))
    tried = np.nonzero(likely & (scores >= LEAST_SCORE))[0]
    chosen = match_best(scores[tried].tolist(), [(int(one), int(other)) for one, other in ends[tried]])
    kept = tried[list(chosen[:MOST_TILES])]
    return scores[kept], ends[kept], centres[kept]


def _measure_claimed(half_score: Vector, ends: Vector) -> float:
    """The share of the halves seen plainly (`half_score`: H) that are the `ends` of tiles (T×2, places among them)."""
    plain = half_score >= PLAIN_HALF
    return float(plain[np.unique(ends)].sum() / plain.sum()) if plain.any() else 1.0


def _find_ends(maps: Maps, tile_at: Vector, centres: Vector, half_at: Vector, halves: Vector) -> tuple[Vector, Vector]:
    """The best half on either side of each tile's middle (T×2, places in `halves`), and whether both are any good."""
    along = halve_angle(_average(maps.along, tile_at))
    size = np.maximum(np.hypot(along[:, 0], along[:, 1]), 4.0)
    aims = halves + maps.to[:, half_at[:, 1], half_at[:, 0]].T
    miss = np.square(aims - centres[:, None]).sum(axis=2) / np.square(size * 0.35)[:, None]
    trusted = maps.half[half_at[:, 1], half_at[:, 0]] * np.maximum(np.exp(-miss), STRAY)
    ends, fits = [], []
    for sign in (-1, 1):
        off = halves - (centres + sign * along / 2)[:, None]
        fit = trusted * np.exp(-np.square(off).sum(axis=2) / np.square(size * 0.2)[:, None])
        ends.append(fit.argmax(axis=1))
        fits.append(fit.max(axis=1) > LEAST_FIT)
    return np.stack(ends, axis=1), np.logical_and(*fits)


def softmax(odds: Vector) -> Vector:
    """Log odds (…×N) as probabilities."""
    power = np.exp(odds.astype(np.float64) - odds.max(axis=-1, keepdims=True))
    return np.asarray(power / power.sum(axis=-1, keepdims=True))


def _describe(
    maps: Maps, scores: Vector, centres: Vector, half_at: Vector, halves: Vector, claimed: float
) -> list[Found]:
    """The tiles with these scores (K), middles (K×2) and halves (K×2×2, `half_at` whole and in the maps' places)."""
    if not len(scores):
        return []
    along = halves[:, 1] - halves[:, 0]
    flat = half_at.reshape(-1, 2)
    across = halve_angle(_average(maps.across, flat)).reshape(-1, 2, 2)
    clockwise = along[:, None, 0] * across[..., 1] - along[:, None, 1] * across[..., 0] > 0
    across = np.where(clockwise[..., None], across, -across)
    known = softmax(maps.number[:, flat[:, 1], flat[:, 0]].T)
    named = np.pad(known, ((0, 0), (0, NUMBERS - known.shape[1]))).reshape(-1, 2, NUMBERS)
    pip_at, pip_fine = find_peaks(1 / (1 + np.exp(-maps.pip)), LEAST_PIP)
    odds = maps.pip[pip_at[:, 1], pip_at[:, 0]]
    reach = np.repeat(along / 2, 2, axis=0)
    on = tell_pips_on(pip_fine * 2, halves.reshape(-1, 2), reach, across.reshape(-1, 2))
    counts = count_pips(odds, on).reshape(-1, 2, NUMBERS)
    counted = counts / counts.sum(axis=2, keepdims=True)
    return [
        Found(float(score), centre, pair, ahead, aside, name, count, claimed=claimed)
        for score, centre, pair, ahead, aside, name, count in zip(
            scores, centres, halves, along, across, named, counted, strict=True
        )
    ]


def _describe_lone(maps: Maps, scores: Vector, half_at: Vector, halves: Vector, claimed: float) -> list[LoneHalf]:
    """The lone halves with these scores (K) and middles (K×2, `half_at` whole and in the maps' places)."""
    if not len(scores):
        return []
    axes = np.stack([halve_angle(_average(field, half_at)) for field in (maps.along, maps.across)], axis=1)
    return [
        LoneHalf(float(score), middle, both, claimed) for score, middle, both in zip(scores, halves, axes, strict=True)
    ]
