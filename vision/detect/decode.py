"""Decoding of the detector's maps into tiles: their middles, the halves that belong together, their sizes and numbers.

A tile's score is the geometric mean of the probabilities of its middle and of its two halves. Two tiles never share a
half, which keeps touching tiles apart. A half that is left over may belong to a tile whose other half is hidden.
"""

from dataclasses import dataclass
from functools import partial

import numpy as np

from .arrays import Array
from .matching import find_best_matching
from .models import Maps
from .peaks import find_peaks
from .pips import LEAST_PIP, NUMBERS, assign_pips, count_pips

LEAST_PEAK = 0.12
"""The least probability of a middle."""
LEAST_SCORE = 0.15
"""The least score of a tile."""
MAX_TILES = 200
"""A double-eighteen set has 190; on a cloth full of dots the likeliest are kept."""
MAX_PEAKS = 3 * MAX_TILES
"""Middles of tiles that are tried; of halves twice as many."""
STRAY = 0.08
"""The least weight of a half that points to another tile: in a bar of tiles without dividers it may."""
MAX_UNPAIRED = 60
"""The largest number of unpaired halves that are returned."""
PLAIN_HALF, PLAIN_TILE = 0.3, 0.4
"""The least probability of a half and the least score of a tile that are plain, for `Detection.paired_share`."""
LEAST_FIT = 0.03
"""The least fit of a half to the place where a tile must have it."""
NEIGHBOURS = np.array([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)])


@dataclass(frozen=True, slots=True)
class Detection:
    """A tile as the detector sees it, in pixels of the picture.

    `centre`: 2, its middle; `halves`: 2×2, the middles of its halves; `along`: 2, from its middle to the short end of
    the second half; `across`: 2×2, from the middle of each half to its long side, clockwise of `along`; `numbers`,
    `counts`: 2×19, the probability of each number on each half, from the number map and from the pips one by one;
    `beyond_set`: the probability, by the pips, that a half shows more than its set has; `paired_share`: of all clearly
    visible halves detected together with this tile, the share that belong to a tile (the faces of dice do not).
    """

    score: float
    centre: Array
    halves: Array
    along: Array
    across: Array
    numbers: Array
    counts: Array
    beyond_set: float = 0.0
    paired_share: float = 1.0

    @property
    def length(self) -> float:
        """The length of the tile in pixels."""
        return 2 * float(np.hypot(*self.along))

    @property
    def size(self) -> float:
        """The length of the tile in pixels, or twice its width where it is foreshortened."""
        return max(self.length, 2 * float(np.hypot(*self.across.T).sum()))

    @property
    def corners(self) -> Array:
        """The corners of the tile, 4×2, clockwise, the first two at the short end of the first half."""
        middle = (self.across[0] + self.across[1]) / 2
        usual = max(float(np.hypot(*middle)), 1e-6)
        near, far = (middle * (2 * min(max(float(np.hypot(*a)) / usual, 0.8), 1.25) - 1) for a in self.across)
        first = self.centre + (self.halves[0] - self.centre) * 2
        last = self.centre + (self.halves[1] - self.centre) * 2
        return np.array([first + near, first - near, last - far, last + far])


@dataclass(frozen=True, slots=True)
class UnpairedHalf:
    """A half that belongs to no detected tile.

    `score`: the probability that it is a half; `centre`: 2, its middle; `axes`: 2×2, the rough directions of its sides;
    `paired_share`: as in `Detection`.
    """

    score: float
    centre: Array
    axes: Array
    paired_share: float


@dataclass(frozen=True, slots=True)
class Detections:
    """The tiles and unpaired halves that the detector finds in a region, each list with the best score first."""

    tiles: list[Detection]
    unpaired: list[UnpairedHalf]


def halve_angle(doubled: Array) -> Array:
    """Return one of the two opposite vectors that a vector with a doubled angle (…×2) stands for.

    The model predicts axes so, because v and -v are the same axis.
    """
    size = np.hypot(doubled[..., 0], doubled[..., 1])
    turn = np.arctan2(doubled[..., 1], doubled[..., 0]) / 2
    return np.stack([size * np.cos(turn), size * np.sin(turn)], axis=-1)


def _average_around(field: Array, at: Array) -> Array:
    """Return the mean of a map (2×h×w) over the 3×3 cells about each of N cells (x, y): N×2."""
    x, y = np.moveaxis(at[:, None] + NEIGHBOURS, 2, 0)
    height, width = field.shape[1:]
    inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
    values = field[:, np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)] * inside
    return np.asarray((values.sum(axis=2) / inside.sum(axis=1)).T)


def decode(maps: Maps) -> Detections:
    """Return the tiles and the unpaired halves in the model's maps, in pixels of the model's input."""
    half_at, half_fine = (peaks[: 2 * MAX_PEAKS] for peaks in find_peaks(maps.half, LEAST_PEAK))
    tile_at, tile_fine = (peaks[:MAX_PEAKS] for peaks in find_peaks(maps.tile, LEAST_PEAK))
    if not len(half_at):
        return Detections([], [])
    halves, centres = half_fine * 4, tile_fine * 4
    half_score = maps.half[half_at[:, 1], half_at[:, 0]]
    scores, ends, centres = _pair_halves(maps, tile_at, centres, half_at, halves)
    paired_share = _measure_paired(half_score, ends[scores >= PLAIN_TILE])
    alone = [k for k in range(len(half_at)) if k not in ends][:MAX_UNPAIRED]
    return Detections(
        _describe(maps, scores, centres, half_at[ends], halves[ends], paired_share),
        _describe_unpaired(maps, half_score[alone], half_at[alone], halves[alone], paired_share),
    )


def _pair_halves(
    maps: Maps, tile_at: Array, centres: Array, half_at: Array, halves: Array
) -> tuple[Array, Array, Array]:
    """Return the scores (T), halves (T×2, indices in `halves`) and middles (T×2) of tiles that share no half.

    `tile_at` and `half_at` are the peaks of middles and halves in whole cells; `centres` and `halves` are the same
    peaks in pixels of the model's input.
    """
    if len(half_at) < 2 or not len(tile_at):
        return np.zeros(0), np.zeros((0, 2), int), np.zeros((0, 2))
    ends, fits = _find_ends(maps, tile_at, centres, half_at, halves)
    half_score = maps.half[half_at[:, 1], half_at[:, 0]]
    likely = fits & (ends[:, 0] != ends[:, 1])
    scores = np.cbrt(maps.tile[tile_at[:, 1], tile_at[:, 0]].astype(np.float64) * half_score[ends].prod(axis=1))
    pairs = np.nonzero(likely & (scores >= LEAST_SCORE))[0]
    chosen = find_best_matching(scores[pairs].tolist(), [(int(one), int(other)) for one, other in ends[pairs]])
    best = pairs[list(chosen[:MAX_TILES])]
    return scores[best], ends[best], centres[best]


def _measure_paired(half_score: Array, ends: Array) -> float:
    """Return the share of halves with a `half_score` (H) from PLAIN_HALF on that are `ends` of tiles (T×2, indices)."""
    plain = half_score >= PLAIN_HALF
    return float(plain[np.unique(ends)].sum() / plain.sum()) if plain.any() else 1.0


def _find_ends(maps: Maps, tile_at: Array, centres: Array, half_at: Array, halves: Array) -> tuple[Array, Array]:
    """Return the best half on either side of each middle (T×2, indices in `halves`), and whether both fit (T, bool)."""
    along = halve_angle(_average_around(maps.along, tile_at))
    size = np.maximum(np.hypot(along[:, 0], along[:, 1]), 4.0)
    aims = halves + maps.to_tile[:, half_at[:, 1], half_at[:, 0]].T
    miss = np.square(aims - centres[:, None]).sum(axis=2) / np.square(size * 0.35)[:, None]
    weight = maps.half[half_at[:, 1], half_at[:, 0]] * np.maximum(np.exp(-miss), STRAY)
    ends, fits = [], []
    for sign in (-1, 1):
        off = halves - (centres + sign * along / 2)[:, None]
        fit = weight * np.exp(-np.square(off).sum(axis=2) / np.square(size * 0.2)[:, None])
        ends.append(fit.argmax(axis=1))
        fits.append(fit.max(axis=1) > LEAST_FIT)
    return np.stack(ends, axis=1), np.logical_and(*fits)


def softmax(logits: Array) -> Array:
    """Return the probabilities for logits (…×N), along the last axis."""
    power = np.exp(logits.astype(np.float64) - logits.max(axis=-1, keepdims=True))
    return np.asarray(power / power.sum(axis=-1, keepdims=True))


def _describe(
    maps: Maps, scores: Array, centres: Array, half_at: Array, halves: Array, paired_share: float
) -> list[Detection]:
    """Return a detection for each of K tiles; `scores`: K, `centres`: K×2, `halves`: K×2×2, `half_at` is in cells."""
    if not len(scores):
        return []
    along = halves[:, 1] - halves[:, 0]
    flat = half_at.reshape(-1, 2)
    across = halve_angle(_average_around(maps.across, flat)).reshape(-1, 2, 2)
    clockwise = along[:, None, 0] * across[..., 1] - along[:, None, 1] * across[..., 0] > 0
    across = np.where(clockwise[..., None], across, -across)
    probabilities = softmax(maps.number[:, flat[:, 1], flat[:, 0]].T)
    numbers = np.pad(probabilities, ((0, 0), (0, NUMBERS - probabilities.shape[1]))).reshape(-1, 2, NUMBERS)
    pip_at, pip_fine = find_peaks(1 / (1 + np.exp(-maps.pip)), LEAST_PIP)
    logits = maps.pip[pip_at[:, 1], pip_at[:, 0]]
    reach = np.repeat(along / 2, 2, axis=0)
    on = assign_pips(pip_fine * 2, halves.reshape(-1, 2), reach, across.reshape(-1, 2))
    counts = count_pips(logits, on).reshape(-1, 2, NUMBERS)
    counts = counts / counts.sum(axis=2, keepdims=True)
    make = partial(Detection, paired_share=paired_share)
    return list(map(make, scores.tolist(), centres, halves, along, across, numbers, counts))


def _describe_unpaired(
    maps: Maps, scores: Array, half_at: Array, halves: Array, paired_share: float
) -> list[UnpairedHalf]:
    """Return an unpaired half for each of K scores and middles (`halves`: K×2, `half_at`: the same in whole cells)."""
    if not len(scores):
        return []
    axes = np.stack([halve_angle(_average_around(field, half_at)) for field in (maps.along, maps.across)], axis=1)
    return [
        UnpairedHalf(float(score), centre, both, paired_share)
        for score, centre, both in zip(scores, halves, axes, strict=True)
    ]
