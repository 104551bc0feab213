"""Pips, each seen by itself: which of them lie on a half, and how many that makes."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[Any]

NUMBERS = 19
"""0 to 18: as many as any set has."""
LEAST_PIP = 0.02
"""How likely a pip must be at a place to be counted at all."""
PIP_STEEPNESS, PIP_SHIFT = 1.35, 1.2
"""A pip's log odds, stretched and moved, are what they say: measured once on rendered scenes."""
ON = 0.97
"""Of the way from a half's middle to its edge: what lies farther out is not on it."""


def tell_pips_on(places: Vector, middles: Vector, along: Vector, across: Vector) -> Vector:
    """Which of P places (P×2) lie on which of N halves: N×P, bool.

    `along` and `across` (N×2) reach from a half's middle to its edges.
    """
    basis = np.stack([along, across], axis=2)
    flat = np.abs(np.linalg.det(basis)) < 1e-6
    to_half = np.linalg.inv(np.where(flat[:, None, None], np.eye(2), basis))
    there = to_half @ places.T - to_half @ middles[:, :, None]
    return np.asarray((np.abs(there) < ON).all(axis=1) & ~flat[:, None])


def count_pips(odds: Vector, on: Vector) -> Vector:
    """The probability (N×19) of every count from 0 to 18 on N halves, of P pips that are there with these log odds.

    `on` (N×P, bool) tells which pips lie on which half.
    """
    one = 1 / (1 + np.exp(-(odds * PIP_STEEPNESS + PIP_SHIFT)))
    half, pip = np.nonzero(on)
    many = on.sum(axis=1)
    first = np.cumsum(many) - many
    chances = np.zeros((len(on), int(many.max(initial=0))))
    chances[half, np.arange(len(half)) - first[half]] = one[pip]
    counts = np.zeros((len(on), NUMBERS))
    counts[:, 0] = 1
    for each in chances.T[:, :, None]:
        more = np.pad(counts[:, :-1], ((0, 0), (1, 0)))
        counts = counts * (1 - each) + more * each
    return counts + 1e-4
