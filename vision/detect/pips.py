"""Counting of detected pips: which pips are on which half, and how many are on each."""

import numpy as np

from .arrays import Array

NUMBERS = 19
"""0 to 18, as the largest set has."""
LEAST_PIP = 0.02
"""The least probability of a pip that is counted."""
PIP_STEEPNESS, PIP_SHIFT = 1.35, 1.2
"""A pip's logit is multiplied by the one and increased by the other: a calibration on rendered scenes."""
LARGE_STEEPNESS, LARGE_SHIFT = 3.0, 2.0
"""The same where more than twelve pips are counted, as a model that expects so many sees some between them."""
ON = 0.97
"""Pips farther than this fraction of the way from a half's middle to its edge are not on it."""


def assign_pips(places: Array, middles: Array, along: Array, across: Array) -> Array:
    """Return which of P positions (P×2) lie on which of N halves: N×P, bool.

    `middles` (N×2) are the middles of the halves; `along` and `across` (N×2) reach from there to their edges.
    """
    basis = np.stack([along, across], axis=2)
    flat = np.abs(np.linalg.det(basis)) < 1e-6
    to_half = np.linalg.inv(np.where(flat[:, None, None], np.eye(2), basis))
    there = to_half @ places.T - to_half @ middles[:, :, None]
    return np.asarray((np.abs(there) < ON).all(axis=1) & ~flat[:, None])


def count_pips(logits: Array, on: Array, steepness: float = PIP_STEEPNESS, shift: float = PIP_SHIFT) -> Array:
    """Return the probability of each number of pips from 0 to 18 on N halves: N×19, a Poisson binomial distribution.

    `logits` (P): that each pip is there; `on` (N×P, bool): which of them lie on which half. `steepness` and `shift`
    calibrate the logits.
    """
    one = 1 / (1 + np.exp(-(logits * steepness + shift)))
    half, pip = np.nonzero(on)
    amounts = on.sum(axis=1)
    first = np.cumsum(amounts) - amounts
    chances = np.zeros((len(on), int(amounts.max(initial=0))))
    chances[half, np.arange(len(half)) - first[half]] = one[pip]
    counts = np.zeros((len(on), NUMBERS))
    counts[:, 0] = 1
    for chance in chances.T[:, :, None]:
        more = np.pad(counts[:, :-1], ((0, 0), (1, 0)))
        counts = counts * (1 - chance) + more * chance
    return counts + 1e-4
