"""The two models for numerals: one finds tiles with numerals in a picture, one reads the numeral on a half.

The first one takes what the usual model for tiles computes on the way to its own answers. The second one sees each half
in four turns, and answers for each which numeral stands upright there.
"""

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np
import onnxruntime

from .arrays import Array
from .models import TILES, CropModel, Maps, decode_maps, load_tile_model, open_session
from .pips import NUMBERS

NUMERAL_TILES = TILES.with_name("numeral_tiles.onnx")
NUMERALS = TILES.with_name("numerals.onnx")
WINDOW, INSET = 48, 4
"""Pixels: the side of what the second model sees of a half, and what is left out of a crop on each side before."""
NO_PIP = -20.0
"""The logit of a pip where there is none."""


@cache
def load_numeral_tile_model() -> onnxruntime.InferenceSession:
    """Return the model that finds tiles with numerals, opened once."""
    return open_session(NUMERAL_TILES)


@cache
def load_numeral_model() -> CropModel:
    """Return the model that reads numerals, opened once."""
    return CropModel(NUMERALS, "number")


def predict_numeral_maps(picture: Array) -> Maps:
    """Return the maps for a picture of H×W×3 uint8 on which tiles with numerals lie; H and W are multiples of 32.

    All numbers are equally likely, and there are no pips.
    """
    quarter, eighth, sixteenth = load_tile_model(False).predict_features([picture])
    shown = {"picture": cv2.dnn.blobFromImages([picture], 1 / 255)}
    features = {"quarter": quarter, "eighth": eighth, "sixteenth": sixteenth}
    coarse = load_numeral_tile_model().run(["coarse"], shown | features)[0][0]
    height, width = coarse.shape[1:]
    number = np.zeros((NUMBERS, height, width), np.float32)
    pip = np.full((2 * height, 2 * width), NO_PIP, np.float32)
    return decode_maps(coarse, number, pip)


def shrink(crop: Array) -> Array:
    """Return a crop of `halves.rectify_half` as the model for numerals takes it: WINDOW×WINDOW×3."""
    return np.asarray(cv2.resize(crop[INSET:-INSET, INSET:-INSET], (WINDOW, WINDOW), interpolation=cv2.INTER_AREA))


def turn_halves(halves: Sequence[Array]) -> list[Array]:
    """Return N halves (S×S×3), each turned by 0 to 3 quarter turns clockwise, one after another: 4N of them."""
    return [np.rot90(half, -turns) for half in halves for turns in range(4)]


def normalize_readings(outputs: Array) -> tuple[Array, Array]:
    """Return the probability of each turn and number (N×4×19) and that there is no numeral (N) from the raw outputs.

    `outputs` is 4N×20, for what `turn_halves` returns.
    """
    logits = outputs.reshape(-1, 4, NUMBERS + 1).astype(np.float64)
    none = logits[:, :, NUMBERS].mean(axis=1)
    flat = np.concatenate([logits[:, :, :NUMBERS].reshape(-1, 4 * NUMBERS), none[:, None]], axis=1)
    power = np.exp(flat - flat.max(axis=1, keepdims=True))
    shares = power / power.sum(axis=1, keepdims=True)
    return shares[:, :-1].reshape(-1, 4, NUMBERS), shares[:, -1]


def predict_numerals(crops: Sequence[Array]) -> tuple[Array, Array]:
    """Return what `normalize_readings` does, for N crops of `halves.rectify_half`; there is at least one."""
    (outputs,) = load_numeral_model().predict(turn_halves([shrink(crop) for crop in crops]))
    return normalize_readings(outputs)
