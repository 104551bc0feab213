"""The two models for numerals: one that finds tiles with numerals in a picture, one that reads the numeral on a half.

Each is a small network with one hidden layer, trained by `vision.lab.train.fit_numerals`. The first one takes what the
usual model for tiles computes on the way to its own answers, the second one the gradients of a rectified half.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from .arrays import Array
from .models import UNIT, Maps, load_tile_model
from .pips import NUMBERS

NUMERALS = Path(__file__).parent / "model" / "numerals.npz"
WINDOW, GRID = 48, 12
"""Pixels: the side of a half, resized, in which the gradients are measured; and on how many places along each side."""
INSET = 4
"""Pixels of a crop left out on each side."""
NO_PIP = -20.0
"""The logit of a pip where there is none."""


@cache
def load_weights() -> Mapping[str, Array]:
    """Return the weights of both models by their names, float32."""
    with np.load(NUMERALS) as stored:
        return {name: stored[name].astype(np.float32) for name in stored.files}


def spread_features(quarter: Array, eighth: Array, sixteenth: Array) -> list[Array]:
    """Return the features of every cell of a map (C×h×w each), from those of `TileModel.predict_features`.

    They are those of the cell and its eight neighbours in `quarter`, and those at the same place in the coarser maps.
    """
    return [_stack_neighbours(quarter), _enlarge(eighth, 2), _enlarge(sixteenth, 4)]


def _stack_neighbours(field: Array) -> Array:
    """Return the values of each cell of a map (C×h×w) and of its eight neighbours: 9C×h×w."""
    height, width = field.shape[1:]
    padded = np.pad(field, ((0, 0), (1, 1), (1, 1)))
    return np.concatenate([padded[:, y : y + height, x : x + width] for y in range(3) for x in range(3)])


def _enlarge(field: Array, by: int) -> Array:
    """Return a map (C×h×w) with every cell repeated `by` times in both directions."""
    return np.asarray(field.repeat(by, axis=1).repeat(by, axis=2))


def predict_layers(weights: Mapping[str, Array], model: str, features: Array) -> Array:
    """Return the outputs (N×K) of a model, "map" or "digit", for N rows of features."""
    hidden = np.maximum(features @ weights[f"{model}_hidden"] + weights[f"{model}_hidden_bias"], 0)
    return np.asarray(hidden @ weights[f"{model}_output"] + weights[f"{model}_output_bias"])


def predict_numeral_maps(picture: Array) -> Maps:
    """Return the maps for a picture of H×W×3 uint8 on which tiles with numerals lie; H and W are multiples of 32.

    All numbers are equally likely, and there are no pips.
    """
    weights = load_weights()
    quarter, eighth, sixteenth = load_tile_model(False).predict_features(picture)
    around = _stack_neighbours(quarter)
    parts = np.split(weights["map_hidden"].T, np.cumsum([len(around), len(eighth)]), axis=1)
    fine, coarse, coarser = (  # as in `predict_layers`, but each part at its own size
        np.tensordot(part, each, axes=1) for part, each in zip(parts, (around, eighth, sixteenth), strict=True)
    )
    summed = fine + _enlarge(coarse, 2) + _enlarge(coarser, 4) + weights["map_hidden_bias"][:, None, None]
    found = np.tensordot(weights["map_output"].T, np.maximum(summed, 0), axes=1)
    found = (found + weights["map_output_bias"][:, None, None]).astype(np.float32)
    height, width = found.shape[1:]
    tile, half = 1 / (1 + np.exp(-found[:2]))
    lengths = (found[2:8] * UNIT).astype(np.float32)
    number = np.zeros((NUMBERS, height, width), np.float32)
    pip = np.full((2 * height, 2 * width), NO_PIP, np.float32)
    return Maps(tile, half, lengths[:2], lengths[2:4], lengths[4:], number, pip)


def measure_gradients(crops: Sequence[Array]) -> Array:
    """Return the features of the second model for N crops of `halves.rectify_half`, each turned in four ways: 4N×720.

    The rows of one crop follow each other; in the k-th it is turned by k quarter turns clockwise. They are the strength
    of the gradients and, multiplied by it, the cosine and sine of twice and of four times their angle.
    """
    found = []
    for crop in crops:
        small = cv2.resize(crop[INSET:-INSET, INSET:-INSET], (WINDOW, WINDOW), interpolation=cv2.INTER_AREA)
        down, right = np.gradient(small.astype(np.float32), axis=(0, 1))
        strongest = np.hypot(right, down).argmax(axis=2)[..., None]
        slope = np.take_along_axis(right + 1j * down, strongest, axis=2)[..., 0]
        strength = np.abs(slope)
        twice = (slope / np.maximum(strength, 1e-6)) ** 2
        strength = np.sqrt(strength / (np.sqrt(np.square(strength).mean()) + 1))
        maps = np.stack([strength, *_split(strength * twice**2), *_split(strength * twice)], axis=2)
        pooled = cv2.resize(maps.astype(np.float32), (GRID, GRID), interpolation=cv2.INTER_AREA)
        for turns in range(4):
            turned = np.rot90(pooled, -turns) * np.array([1, 1, 1, *[(-1) ** turns] * 2], np.float32)
            found.append(turned.ravel())
    return np.array(found, np.float32).reshape(-1, 5 * GRID * GRID)


def _split(values: Array) -> tuple[Array, Array]:
    """Return the real and the imaginary parts of complex numbers."""
    return values.real, values.imag


def normalize_readings(outputs: Array) -> tuple[Array, Array]:
    """Return the probability of each turn and number (N×4×19) and that there is no numeral (N) from the raw outputs.

    `outputs` is 4N×20, for the rows of `measure_gradients`.
    """
    logits = outputs.reshape(-1, 4, NUMBERS + 1).astype(np.float64)
    none = logits[:, :, NUMBERS].mean(axis=1)
    flat = np.concatenate([logits[:, :, :NUMBERS].reshape(-1, 4 * NUMBERS), none[:, None]], axis=1)
    power = np.exp(flat - flat.max(axis=1, keepdims=True))
    shares = power / power.sum(axis=1, keepdims=True)
    return shares[:, :-1].reshape(-1, 4, NUMBERS), shares[:, -1]


def predict_numerals(crops: Sequence[Array]) -> tuple[Array, Array]:
    """Return what `normalize_readings` does, for N crops of `halves.rectify_half`."""
    return normalize_readings(predict_layers(load_weights(), "digit", measure_gradients(crops)))
