"""From the network's maps to tiles: middles, halves that belong together, their size, and what each half may show.

A tile's score is the geometric mean of what the network says of its middle and of its two halves. Two tiles never share
a half: this keeps touching tiles apart.
"""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from .matching import match_best
from .network import Maps

Vector = NDArray[Any]
LEAST_PEAK = 0.12
LEAST_SCORE = 0.15
MOST_TILES = 200
"""A double-eighteen set has 190: of a cloth full of dots the likeliest are looked at, and no more."""
MOST_PEAKS = 3 * MOST_TILES
"""So many middles are tried, and of halves twice as many."""
STRAY = 0.08
"""How likely a half belongs to a tile though it points to another: in a bar of tiles without dividers it may."""
NUMBERS = 16
"""0 to 15: as many as the model knows."""
PIP_STEEPNESS, PIP_SHIFT = 1.35, 1.2
"""A pip's log odds, stretched and moved, are what they say: measured once on rendered scenes."""


@dataclass(frozen=True, slots=True)
class Found:
    """A tile as decoded, in pixels of the picture the maps are of.

    `centre`: its middle; `halves`: 2×2, the halves' middles; `along`: from the middle to the short end of the second
    half; `across`: 2×2, from a half's middle to its long side, clockwise of `along`; `named`, `counted`: 2×16, the
    probability of every number for each half, from the number map and from the pips by themselves.
    """

    score: float
    centre: Vector
    halves: Vector
    along: Vector
    across: Vector
    named: Vector
    counted: Vector

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
        widths = [np.clip(np.hypot(*a) / max(np.hypot(*middle), 1e-6), 0.8, 1.25) for a in self.across]
        near, far = (middle * (2 * width - 1) for width in widths)
        first = self.centre + (self.halves[0] - self.centre) * 2
        last = self.centre + (self.halves[1] - self.centre) * 2
        return np.array([first + near, first - near, last - far, last + far])


def find_peaks(heat: Vector, least: float) -> tuple[Vector, Vector]:
    """The local maxima of a map above `least`: N×2 whole (x, y), and N×2 with fractions; highest first."""
    top = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    ys, xs = np.nonzero((heat >= top) & (heat > least))
    order = np.argsort(-heat[ys, xs])
    ys, xs = ys[order], xs[order]
    padded = np.log(np.maximum(np.pad(heat, 1, mode="edge"), 1e-6))
    here = padded[ys + 1, xs + 1]
    fractions = []
    for before, after in ((padded[ys + 1, xs], padded[ys + 1, xs + 2]), (padded[ys, xs + 1], padded[ys + 2, xs + 1])):
        bend = np.minimum(before + after - 2 * here, -1e-3)
        fractions.append(np.clip((before - after) / (2 * bend), -0.5, 0.5))
    whole = np.stack([xs, ys], axis=1)
    return whole, whole + np.stack(fractions, axis=1)


def halve_angle(doubled: Vector) -> Vector:
    """One of the two vectors that a double angle (…×2) stands for."""
    size = np.hypot(doubled[..., 0], doubled[..., 1])
    turn = np.arctan2(doubled[..., 1], doubled[..., 0]) / 2
    return np.stack([size * np.cos(turn), size * np.sin(turn)], axis=-1)


def _about(field: Vector, x: int, y: int) -> Vector:
    """The mean of a map (2×h×w) over the 3×3 places about (x, y)."""
    return np.asarray(field[:, max(y - 1, 0) : y + 2, max(x - 1, 0) : x + 2].mean(axis=(1, 2)))


def _clockwise(across: Vector, along: Vector) -> Vector:
    return across if along[0] * across[1] - along[1] * across[0] > 0 else -across


def number_of_pips(odds: Vector) -> Vector:
    """The probability of every count from 0 to 15, of pips that are there with these log odds, each on its own."""
    counts = np.zeros(NUMBERS)
    counts[0] = 1
    for one in 1 / (1 + np.exp(-(odds * PIP_STEEPNESS + PIP_SHIFT))):
        more = np.concatenate([[0], counts[:-1]])
        counts = counts * (1 - one) + more * one
    return counts + 1e-4


def _pips_on(places: Vector, odds: Vector, middle: Vector, along: Vector, across: Vector) -> Vector:
    """The log odds of the pips that lie on a half: `along` and `across` reach from its middle to its edges."""
    if not len(places):
        return np.zeros(0)
    basis = np.stack([along, across], axis=1)
    if abs(np.linalg.det(basis)) < 1e-6:
        return np.zeros(0)
    inside = np.abs((places - middle) @ np.linalg.inv(basis).T).max(axis=1) < 0.97
    return np.asarray(odds[inside])


def decode(maps: Maps) -> list[Found]:
    """The tiles the maps show, best first."""
    half_at, half_fine = (found[: 2 * MOST_PEAKS] for found in find_peaks(maps.half, LEAST_PEAK))
    tile_at, tile_fine = (found[:MOST_PEAKS] for found in find_peaks(maps.tile, LEAST_PEAK))
    if len(half_at) < 2 or not len(tile_at):
        return []
    halves = half_fine * 4
    half_score = maps.half[half_at[:, 1], half_at[:, 0]]
    aims = halves + maps.to[:, half_at[:, 1], half_at[:, 0]].T
    pairs: list[tuple[float, int, int, int, Vector]] = []
    for t, (x, y) in enumerate(tile_at):
        centre = tile_fine[t] * 4
        along = halve_angle(_about(maps.along, x, y))
        size = max(float(np.hypot(*along)), 4.0)
        miss = np.hypot(*(aims - centre).T) / size
        ends = []
        for sign in (-1, 1):
            away = np.hypot(*(halves - (centre + sign * along / 2)).T) / size
            fit = half_score * np.exp(-((away / 0.2) ** 2)) * np.maximum(np.exp(-((miss / 0.35) ** 2)), STRAY)
            ends.append(int(fit.argmax()) if fit.max() > 0.03 else -1)
        first, second = ends
        if first < 0 or second < 0 or first == second:
            continue
        score = float(maps.tile[y, x] * half_score[first] * half_score[second]) ** (1 / 3)
        pairs.append((score, t, first, second, along))
    likely = [pair for pair in pairs if pair[0] >= LEAST_SCORE]
    chosen = [likely[k] for k in match_best([pair[0] for pair in likely], [(pair[2], pair[3]) for pair in likely])]
    if not chosen:
        return []
    pip_at, pip_fine = find_peaks(1 / (1 + np.exp(-maps.pip)), 0.02)
    places, odds = pip_fine * 2, maps.pip[pip_at[:, 1], pip_at[:, 0]]
    return [_found(maps, pair, tile_fine[pair[1]] * 4, halves, half_at, places, odds) for pair in chosen[:MOST_TILES]]


def softmax(odds: Vector) -> Vector:
    """Log odds (…×N) as probabilities."""
    power = np.exp(odds.astype(np.float64) - odds.max(axis=-1, keepdims=True))
    return np.asarray(power / power.sum(axis=-1, keepdims=True))


def _found(
    maps: Maps, pair: tuple[float, int, int, int, Vector], centre: Vector, halves: Vector, half_at: Vector,
    places: Vector, odds: Vector,
) -> Found:  # fmt: skip
    score, _, first, second, _ = pair
    middles = halves[[first, second]]
    along = middles[1] - middles[0]
    across = np.stack([_clockwise(halve_angle(_about(maps.across, *half_at[half])), along) for half in (first, second)])
    named, counted = np.zeros((2, NUMBERS)), np.zeros((2, NUMBERS))
    for k, half in enumerate((first, second)):
        x, y = half_at[half]
        named[k] = softmax(maps.number[:, y, x])
        counts = number_of_pips(_pips_on(places, odds, middles[k], along / 2, across[k]))
        counted[k] = counts / counts.sum()
    return Found(score, centre, middles, along, across, named, counted)
