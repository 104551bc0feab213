"""Logistic regression of features of readings, and the limits of confidence that follow."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

LIMITS = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.94, 0.95, 0.96, 0.97, 0.98, 0.985, 0.99, 0.995, 0.998, 0.999)

Vector = NDArray[Any]


def fit_logistic(features: Vector, right: Vector) -> Vector:
    """Return the coefficients (S) of features (N×S, the first 1) for being right (N, 0 or 1).

    Regularized logistic regression by Newton's method.
    """
    found = np.zeros(features.shape[1])
    keep = np.eye(features.shape[1])
    keep[0, 0] = 0.01
    for _ in range(60):
        chance = sigmoid(features @ found)
        bend = features.T @ (features * (chance * (1 - chance))[:, None]) + keep
        found = found + np.linalg.solve(bend, features.T @ (right - chance) - keep @ found)
    return found


def sigmoid(odds: Vector) -> Vector:
    """Return the probabilities that logits stand for."""
    return np.asarray(1 / (1 + np.exp(-np.clip(odds, -30, 30))))


def find_limit(confidence: Vector, right: Vector, wrong: float) -> float:
    """Return the least confidence above which at most the share `wrong` is wrong."""
    order = np.argsort(-confidence)
    share = np.cumsum(right[order] == 0) / np.arange(1, len(order) + 1)
    good = np.nonzero(share <= wrong)[0]
    return float(confidence[order[good[-1]]]) if len(good) else 1.0


def tell_limits(confidence: Vector, right: Vector) -> None:
    """Print how many readings lie above each limit, how many of these are wrong, and what listing no others costs."""
    for low in LIMITS:
        above = confidence >= low
        wrong, kept = int((right[above] == 0).sum()), right[above].sum() / max(right.sum(), 1)
        print(f"{low:.3f}: {above.sum()} of {len(right)}, {wrong} wrong; {kept:.4f} of the right ones")
