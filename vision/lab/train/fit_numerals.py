"""Train both models for numerals: `python -m vision.lab.train.fit_numerals SHARDS PIPS FILE.npz --fonts …`.

SHARDS and PIPS are folders of shards: of tiles with numerals (`make --fonts`), and of tiles with pips, which are no
numerals. Both models have one hidden layer, so that NumPy is enough; it takes a few minutes.
"""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect.halves import find_half_corners, rectify_half
from vision.detect.models import UNIT, load_tile_model
from vision.detect.numeral_models import measure_gradients, normalize_readings, predict_layers, spread_features
from vision.detect.pips import NUMBERS
from vision.lab.render.camera import look_down
from vision.lab.render.grounds import Grounds
from vision.lab.render.layouts import Place
from vision.lab.render.looks import pick_numeral_look
from vision.lab.render.scene import Scene, TrueTile, compose

from . import targets
from .cuts import cut_scene, place_askew
from .shards import Shards

Values = NDArray[Any]
Gradient = Callable[[Values, Values], Values]
"""A function from outputs (N×K) and the rows of their features to the derivative of the loss by the outputs, N×K."""

HIDDEN = {"map": 96, "digit": 128}
"""The number of units of the hidden layers."""
ON_TILES, ELSEWHERE = 90, 80
"""The number of cells learned from a scene on tiles and elsewhere, without those near middles of tiles and halves."""
NEAR = 0.02
"""The height of a bell from which a cell is near enough."""
DECAY = 1e-4
BATCH, RATE = 1024, 2e-3
SMALL = 160
"""The length in pixels of each side of a picture with one tile."""
SEEN = 0.88
"""The least visible share of a half whose numeral is learned."""


def fit_layers(
    model: str, features: Values, bias: Values, gradient: Gradient, rounds: int, rows: int = 1
) -> dict[str, Values]:
    """Return the weights of a model, fitted to `features` by Adam; `rows` following rows always stay together.

    `bias`: where the biases of the outputs begin.
    """
    rng = np.random.default_rng(1)
    sample = features[:: max(1, len(features) // 20_000)].astype(np.float32)
    mean, spread = sample.mean(axis=0), sample.std(axis=0) + 0.05
    hidden, width = HIDDEN[model], features.shape[1]
    weights = {
        f"{model}_hidden": rng.normal(0, np.sqrt(2 / width), (width, hidden)).astype(np.float32),
        f"{model}_hidden_bias": np.zeros(hidden, np.float32),
        f"{model}_output": rng.normal(0, 0.1 / np.sqrt(hidden), (hidden, len(bias))).astype(np.float32),
        f"{model}_output_bias": bias.astype(np.float32),
    }
    first, second = ({name: np.zeros_like(each) for name, each in weights.items()} for _ in range(2))
    groups, size, step = len(features) // rows, BATCH // rows, 0
    steps = rounds * (groups // size)
    for _ in range(rounds):
        order = rng.permutation(groups)
        for start in range(0, groups - size + 1, size):
            chosen = (order[start : start + size, None] * rows + np.arange(rows)).ravel()
            x = (features[chosen].astype(np.float32) - mean) / spread
            inner = np.maximum(x @ weights[f"{model}_hidden"] + weights[f"{model}_hidden_bias"], 0)
            outputs = inner @ weights[f"{model}_output"] + weights[f"{model}_output_bias"]
            down = gradient(outputs, chosen).astype(np.float32)
            back = (down @ weights[f"{model}_output"].T) * (inner > 0)
            slopes = dict(zip(weights, (x.T @ back, back.sum(axis=0), inner.T @ down, down.sum(axis=0)), strict=True))
            step += 1
            rate = RATE * min(1.0, step / 100) * (0.02 + 0.49 * (1 + np.cos(np.pi * step / steps)))
            for name, slope in slopes.items():
                first[name] = 0.9 * first[name] + 0.1 * slope
                second[name] = 0.999 * second[name] + 0.001 * slope**2
                move = first[name] / (1 - 0.9**step) / (np.sqrt(second[name] / (1 - 0.999**step)) + 1e-8)
                weights[name] -= np.float32(rate) * (move + DECAY * weights[name])
    scaled = weights[f"{model}_hidden"] / spread[:, None]
    shifted = weights[f"{model}_hidden_bias"] - mean @ scaled
    return weights | {f"{model}_hidden": scaled, f"{model}_hidden_bias": shifted}


def list_cells(rng: np.random.Generator, image: Values, tiles: tuple[TrueTile, ...]) -> tuple[Values, Values]:
    """Return some cells of a scene, as features (N×432, float16) and as targets (N×12).

    The targets are the bells of tiles and halves, whether each is judged, their weights as negatives, the geometry
    (6, in UNITs; nan where there is none) and the tile's size.
    """
    wanted = targets.make(tiles, len(image))
    height, width = wanted.tile.shape
    geometry = np.full((height, width, 7), np.nan, np.float32)
    for x, y, *rest, number in wanted.points[wanted.points[:, 8] > -1.5]:
        for row in range(max(0, round(y / 4) - 1), min(height, round(y / 4) + 2)):
            for column in range(max(0, round(x / 4) - 1), min(width, round(x / 4) + 2)):
                aim = (rest[4] + x - 4 * column, rest[5] + y - 4 * row) if number >= 0 else (np.nan, np.nan)
                geometry[row, column] = (*np.divide((*rest[:4], *aim), UNIT), np.hypot(*rest[:2]) / UNIT)
    on = np.zeros((height, width), np.uint8)
    for tile in tiles:
        cv2.fillConvexPoly(on, np.rint(np.array(tile.corners) / 4).astype(np.int32), (1,))
    near = (np.maximum(wanted.tile, wanted.half) > NEAR) | np.isfinite(geometry[..., 6])
    weights = np.where(near, 1.0, 0.0)
    for place, count in ((~near & (on == 1), ON_TILES), (~near & (on == 0), ELSEWHERE)):
        there = np.flatnonzero(place)
        chosen = rng.permutation(there)[:count]
        weights.flat[chosen] = len(there) / max(len(chosen), 1)
    cells = np.flatnonzero(weights)
    maps = np.stack([wanted.tile, wanted.half, *wanted.coarse_mask, weights], axis=2)
    spread = spread_features(*load_tile_model(False).predict_features(image))
    features = np.concatenate(spread).reshape(-1, height * width)[:, cells].T.astype(np.float16)
    return features, np.concatenate([maps.reshape(-1, 5)[cells], geometry.reshape(-1, 7)[cells]], axis=1)


def slope_of_cells(outputs: Values, wanted: Values) -> Values:
    """Return the derivative of CornerNet's focal loss for the bells and of the absolute error for the geometry."""
    bell, judged, weight = wanted[:, :2], wanted[:, 2:4], wanted[:, 4:5]
    p = np.clip(1 / (1 + np.exp(-outputs[:, :2])), 1e-5, 1 - 1e-5)
    top = 2 * p * (1 - p) ** 2 * np.log(p) - (1 - p) ** 3
    rest = (1 - bell) ** 4 * (p**3 - 2 * p**2 * (1 - p) * np.log(1 - p)) * weight
    heat = np.where(bell > 0.999, top, rest) * judged / max(1, (bell > 0.999).sum() / 2)
    off = np.sign(outputs[:, 2:] - wanted[:, 5:11]) / wanted[:, 11:12]
    known = np.isfinite(off)
    return np.concatenate([heat, np.where(known, off, 0) * 2.5 / max(1, known.sum() / 6)], axis=1)


def list_digits(rng: np.random.Generator, image: Values, tiles: tuple[TrueTile, ...]) -> list[tuple[Values, Values]]:
    """Return the crops of halves in a scene, each with the answers that are right: 77, those of `normalize_readings`.

    Tiles with pips and things that are no halves are no numerals.
    """
    found: list[tuple[Values, Values]] = []
    numerals = any(tile.turns for tile in tiles)
    for tile in tiles:
        shown = tile.turns if tile.up and min(tile.visible) > SEEN and tile.facing > 0.2 else None
        for half, turn in enumerate(shown or ()):
            right = np.zeros((4, NUMBERS), bool)
            right[slice(None) if tile.pips[half] == 0 else turn, tile.pips[half]] = True
            corners = find_half_corners(tile.corners, half)
            askew = (place_askew(rng, corners, rough=rough) for rough in (False, True))
            found += [(rectify_half(image, each)[0], np.append(right.ravel(), False)) for each in askew]
    nothing = np.append(np.zeros(4 * NUMBERS, bool), True)
    cuts = cut_scene(rng, image, tiles, 8)
    return found + [(cut[0], nothing) for cut in cuts if np.isnan(cut[3][0]) or not (numerals or cut[1] == 0)]


def draw_tile(rng: np.random.Generator, grounds: Grounds, fonts: Sequence[str]) -> Scene:
    """Render one tile with numerals: more to read for less work than in a whole scene."""
    look = pick_numeral_look(rng, int(rng.choice([9, 12, 12, 15, 18])), fonts)
    length, tilt, turn = (float(rng.uniform(*span)) for span in ((60, 120), (0, np.pi / 4), (0, 2 * np.pi)))
    camera = look_down((SMALL, SMALL), length, tilt, turn, float(rng.uniform(0.9, 4)))
    one, other = (int(each) for each in rng.integers(0, look.largest + 1, 2))
    return compose(rng, camera, length, look, ([Place((one, other), 0, 0, 0)], []), grounds, clutter=0)


def slope_of_digits(outputs: Values, right: Values) -> Values:
    """Return the derivative of the cross entropy; any of the answers marked in `right` (N×77) will do."""
    readings, none = normalize_readings(outputs)
    shares = np.concatenate([readings.reshape(len(none), -1), none[:, None]], axis=1)
    likely = shares * right
    slope = (shares - likely / np.maximum(likely.sum(axis=1, keepdims=True), 1e-12)) / len(none)
    parts = slope[:, :-1].reshape(-1, 4, NUMBERS)
    return np.concatenate([parts, np.repeat(slope[:, None, -1:] / 4, 4, axis=1)], axis=2).reshape(-1, NUMBERS + 1)


def main() -> None:
    """Train both models and write their weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("numerals", type=Path)
    parser.add_argument("pips", type=Path)
    parser.add_argument("weights", type=Path)
    parser.add_argument("--fonts", nargs="+", required=True, help="the typefaces of SHARDS, as `make` was given them")
    parser.add_argument("--scenes", type=int, default=1500)
    parser.add_argument("--tiles", type=int, default=7500, help="so many tiles are rendered one by one, too")
    parser.add_argument("--rounds", type=int, default=6)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    rng = np.random.default_rng(0)
    numerals, pips = Shards(asked.numerals, 3, mirror=False), Shards(asked.pips, 4)
    cells, digits = [], []
    for _ in range(asked.scenes):
        image, tiles = numerals.one()
        cells.append(list_cells(rng, image, tiles))
        digits += list_digits(rng, image, tiles) + list_digits(rng, *pips.one())
    grounds = Grounds(rng, 24, 0.01)
    for _ in range(asked.tiles):
        scene = draw_tile(rng, grounds, asked.fonts)
        digits += list_digits(rng, scene.image, scene.tiles)
    features, wanted = (np.concatenate(each) for each in zip(*cells, strict=True))
    bias = np.array([-4.0, -4.0, *[0.0] * 6])
    found = fit_layers("map", features, bias, lambda out, rows: slope_of_cells(out, wanted[rows]), asked.rounds)
    crops, right = zip(*digits, strict=True)
    answers = np.stack(right)
    gradients = measure_gradients(crops).astype(np.float16)
    found |= fit_layers(
        "digit", gradients, np.zeros(NUMBERS + 1), lambda out, rows: slope_of_digits(out, answers[rows[::4] // 4]),
        2 * asked.rounds, rows=4,
    )  # fmt: skip
    outputs = predict_layers(found, "digit", gradients[:4000].astype(np.float32))
    readings, none = normalize_readings(outputs)
    shares = np.concatenate([readings.reshape(len(none), -1), none[:, None]], axis=1)
    hits = answers[np.arange(len(none)), shares.argmax(axis=1)].mean()
    print(f"{len(features)} cells, {len(crops)} halves; of the first {len(none)} {hits:.3f} are read right")
    stored: dict[str, Any] = {name: each.astype(np.float16) for name, each in found.items()}
    np.savez_compressed(asked.weights, **stored)


if __name__ == "__main__":
    main()
