"""Fit the ensemble's weights and the calibration on rendered scenes that no training has.

`python -m vision.lab.train.calibrate SEEN --minutes 25 --processes 2` prints the constants of `ensemble`,
`calibration`, `classify`, `candidates` and `suppress` in `vision.detect`, and writes the fitted networks to the files
of `--usual` and `--large`. Candidates are stored in the file SEEN, or read from it if it exists. No photo takes part,
so that photos remain a test of all of it.
"""

import argparse
import pickle
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import compress
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from vision.detect import calibration, classify, ensemble
from vision.detect.candidates import Candidate, make_candidate
from vision.detect.pipeline import find_candidates
from vision.detect.pyramid import build_pyramid
from vision.detect.suppress import LEAST_LISTED, is_tile, measure_any, suppress_overlaps
from vision.lab.render.scene import Scene, TrueTile
from vision.lab.render.studio import Studio

from .fit_calibration import fit_calibration, write_calibration
from .fit_logistic import find_limit, fit_logistic, sigmoid, tell_limits
from .targets import is_readable

READABLE = 0.8
"""The least visible share of each half of a tile that must be read, if several numbers are possible."""
FAIR = 0.25
"""The least `facing` of a tile for which it must be read."""
MIXED = ("table", "table", "table", "other", "table", "table", "among", "table", "covered")
"""The kinds of scene that are read, in turn: tables as hard as real ones, other objects, and covered tiles."""
WRONG = 0.007
"""The largest share of wrong tiles among the sure ones, on scenes in which a lamp or wear hides whole pips."""
PLAINLY_WRONG = 0.003
"""The same among those that the first pass suffices for."""
PARTS = 5
"""The folds of the cross-validation, by scene."""
LEAST_TAUGHT = 500
"""The least number of readings to fit a network."""

Vector = NDArray[Any]


@dataclass(frozen=True, slots=True)
class JudgedTile:
    """A tile that was found in a scene, and the true tile at its place (None: none; `judged` False: hardly visible)."""

    found: Candidate
    true: TrueTile | None
    judged: bool

    def make_candidate(self, alone: bool = False) -> Candidate:
        """Return the candidate with the weights as they are now; of the detector `alone` if asked so."""
        return make_candidate(self.found.detection, None if alone else self.found.prediction)

    def is_right(self, alone: bool = False) -> bool:
        """Return whether it was read as what it is, halves in any order."""
        return self.true is not None and sorted(self.make_candidate(alone).combined.pips) == sorted(self.true.pips)

    def list_features(self, alone: bool = False) -> Vector:
        """Return the features of its confidence."""
        candidate = self.make_candidate(alone)
        combined = candidate.combined
        return calibration.list_features(candidate.detection, candidate.prediction, combined, combined.pips)


Scenes = list[tuple[list[JudgedTile], int]]
"""The candidates in each scene that may be read, and how many readable tiles were not found."""


def _readable(tile: TrueTile) -> bool:
    return tile.up and tile.facing >= FAIR and all(is_readable(tile, half, READABLE) for half in (0, 1))


def _at(found: Candidate, scene: Scene) -> TrueTile | None:
    """Return the true tile whose middle is at that of the tile found."""
    for tile in scene.tiles:
        away = np.mean(tile.centres, axis=0) - found.detection.centre
        if tile.up and np.hypot(*away) < 0.25 * found.detection.length:
            return tile
    return None


def _ordered(found: Candidate, tile: TrueTile) -> tuple[int, int]:
    """Return the tile's numbers in the order of the halves found."""
    first, second = (np.hypot(*(np.array(centre) - found.detection.halves[0])) for centre in tile.centres)
    return tile.pips if first < second else tile.pips[::-1]


def look(seed: int, minutes: float, size: int, largest: int, sets: Sequence[int | None]) -> Scenes:
    """Look for so many minutes, closely at every tile of `sets` in turn (None: any).

    Scenes with tiles of more pips than `largest` are left out.
    """
    cv2.setNumThreads(1)
    classify.CLEAR = 1.0
    begun, scenes = time.time(), []
    for scene in draw_scenes(seed, size, sets):
        seen = []
        candidates = find_candidates(build_pyramid(scene.image)).tiles
        for each in suppress_overlaps([each for each in candidates if is_tile(each, scene.image.shape)]):
            true = _at(each, scene)
            seen.append(JudgedTile(each, true, true is None or _readable(true)))
        met = {id(each.true) for each in seen if each.true}
        gone = sum(1 for tile in scene.tiles if _readable(tile) and id(tile) not in met)
        if all(max(each.true.pips) <= largest for each in seen if each.true):
            scenes.append((seen, gone))
        if time.time() - begun > 60 * minutes:
            break
    return scenes


def draw_scenes(seed: int, size: int, sets: Sequence[int | None]) -> Iterator[Scene]:
    """Yield random scenes with each of `sets` (by its largest half; None: any), without end."""
    studio = Studio(seed, size)
    while True:
        yield from (studio.scene(kind, largest) for largest in sets for kind in MIXED)


def _fit_weights(seen: Sequence[JudgedTile], before: dict[str, float]) -> dict[str, float]:
    """Return the weights of the predictions named in `before` under which the true numbers are the likeliest."""
    logs, wanted = [], []
    for each in seen:
        if each.true is None:
            continue
        experts = [each.found.detection.numbers, each.found.detection.counts]
        if each.found.prediction:
            experts += [each.found.prediction.numbers, each.found.prediction.counts]
        for half, number in enumerate(_ordered(each.found, each.true)):
            logs.append(np.log(np.stack([expert[half] for expert in experts[: len(before)]]) + ensemble.FLOOR))
            wanted.append(number)
    stacked, right = np.array(logs), np.array(wanted)

    def loss(weights: Vector) -> float:
        odds = np.einsum("nvk,v->nk", stacked, weights)
        odds -= odds.max(axis=1, keepdims=True)
        chance = np.exp(odds[np.arange(len(right)), right]) / np.exp(odds).sum(axis=1)
        return float(-np.log(chance + 1e-6).mean())

    first = np.array(list(before.values()))
    weights = first.copy()
    for step in (0.2, 0.1, 0.05):
        better = True
        while better:
            better = False
            for k in range(len(weights)):
                for sign in (-1, 1):
                    tried = weights.copy()
                    tried[k] = np.clip(tried[k] + sign * step, 0, 1)  # each prediction counts at most once
                    if loss(tried) < loss(weights) - 1e-7:
                        weights, better = tried, True
    print(f"loss of {len(right)} halves {loss(first):.4f} -> {loss(weights):.4f}")
    return {name: round(float(weight), 2) for name, weight in zip(before, weights, strict=True)}


def _fit_all_weights(seen: Sequence[JudgedTile]) -> None:
    """Set and print the weights of the ensemble: in sets up to double-twelve, beyond, and of the detector alone."""
    large = [each.found.large_set for each in seen]
    usual, all_of_them = [not each for each in large], [True] * len(seen)
    for name, those in (("WEIGHTS", usual), ("LARGE_SET_WEIGHTS", large), ("DETECTOR_WEIGHTS", all_of_them)):
        if any(those):
            weights: dict[str, float] = getattr(ensemble, name)
            weights.update(_fit_weights(list(compress(seen, those)), weights))
            print(f"{name} = {weights}")


def _fit_alone(seen: Sequence[JudgedTile], judged: Vector) -> tuple[Vector, Vector]:
    """Fit and print the calibration of the detector alone.

    Return for each tile the probability that the detector alone is right, 0 if its predictions disagree or the set
    lacks the numbers, and whether it is right.
    """
    agreed = np.array([each.make_candidate(alone=True).agreed for each in seen])
    right = np.array([each.is_right(alone=True) for each in seen])
    features = np.stack([each.list_features(alone=True) for each in seen])
    counts = fit_logistic(features[agreed & judged], right[agreed & judged].astype(float))
    print(f"DETECTOR_COEFFICIENTS = ({', '.join(f'{each:.2f}' for each in counts)})")
    return np.where(agreed, sigmoid(features @ counts), 0.0), right


def _cross_validate(seen: Sequence[JudgedTile], scene: Vector, files: dict[bool, Path | None]) -> tuple[Vector, Vector]:
    """Return the probability that each reading is right, fitted on other scenes than its own, and whether it is.

    Sets beyond double-twelve have a network of their own. `files`: where to write that of the others (False) and theirs
    (True). With too few readings of either nothing is fitted, and the present network is asked.
    """
    features = np.stack([each.list_features() for each in seen])
    right, judged, of_large = np.array([(each.is_right(), each.judged, each.found.large_set) for each in seen]).T
    probabilities = np.zeros(len(right))
    for large, path in files.items():
        those = of_large == large
        if those.sum() < LEAST_TAUGHT:
            probabilities[those] = sigmoid(calibration.load_calibration(large).predict_logits(features[those]))
            continue
        for part in range(PARTS):
            held, taught = those & (scene % PARTS == part), those & judged & (scene % PARTS != part)
            other = fit_calibration(features[taught], right[taught].astype(float))
            probabilities[held] = sigmoid(other.predict_logits(features[held]))
        if path:
            fitted = fit_calibration(features[those & judged], right[those & judged].astype(float))
            write_calibration(fitted, path)
    return probabilities, right


def _print_any_limits(scenes: Scenes, confidence: dict[int, float]) -> None:
    """Print for some limits of "there is any tile" what each costs on tables, and how many bare scenes exceed it.

    `confidence` has that of each tile seen, by its `id`.
    """
    listed = [[each for each in seen if confidence[id(each)] >= LEAST_LISTED] for seen, _ in scenes]
    any_there = np.array([measure_any(confidence[id(each)] for each in seen) for seen in listed])
    right = np.array([sum(each.is_right() for each in seen) for seen in listed])
    empty = np.array([not gone and not any(each.true for each in seen) for seen, gone in scenes])
    for low in (0.6, 0.8, 0.9, 0.95, 0.97, 0.98, 0.99, 0.995):
        lost, yielding = right[any_there < low].sum(), (empty & (any_there >= low)).sum()
        print(f"any {low:.3f}: {lost} of {right.sum()} right tiles lost, {yielding} of {empty.sum()} bare yield one")


def _look_or_recall(asked: argparse.Namespace) -> Scenes:
    """Return the scenes of the file of an earlier run, or read new scenes in several processes and store them."""
    if asked.seen.exists():
        with asked.seen.open("rb") as file:
            kept: Scenes = pickle.load(file)
            return kept
    seeds = range(asked.seed, asked.seed + asked.processes)
    one = partial(look, minutes=asked.minutes, size=asked.size, largest=asked.largest, sets=asked.sets)
    with ProcessPoolExecutor(asked.processes, get_context("spawn")) as pool:
        scenes = [scene for some in pool.map(one, seeds) for scene in some]
    with asked.seen.open("wb") as file:
        pickle.dump(scenes, file)
    return scenes


def main() -> None:
    """Print the constants."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seen", type=Path)
    parser.add_argument("--seed", type=int, default=900_000)
    parser.add_argument("--minutes", type=float, default=25)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--size", type=int, default=640)
    parser.add_argument("--largest", type=int, default=12, help="leave out scenes with tiles of more pips")
    parser.add_argument("--sets", type=int, nargs="+", default=[None], help="these alone (for large sets: 15 18)")
    parser.add_argument("--usual", type=Path, help="write the network here (vision/detect/model/calibration.npz)")
    parser.add_argument("--large", type=Path, help="and that of large sets here (…/calibration_large.npz)")
    asked = parser.parse_args()
    torch.set_num_threads(1)
    scenes = _look_or_recall(asked)
    seen = [each for found, _ in scenes for each in found]
    scene = np.array([number for number, (found, _) in enumerate(scenes) for _ in found])
    judged = np.array([each.judged for each in seen])
    readable = list(compress(seen, judged))
    _fit_all_weights(readable)
    alone, alone_right = _fit_alone(seen, judged)
    least_plain = find_limit(alone[judged], alone_right[judged], PLAINLY_WRONG)
    near, near_right = _cross_validate(seen, scene, {False: asked.usual, True: asked.large})
    confidence = np.where(alone >= least_plain, alone, near)
    right = np.where(alone >= least_plain, alone_right, near_right)
    missed = sum(gone for _, gone in scenes)
    print(f"CLEAR = {least_plain:.4f}, for {np.mean(alone[judged] >= least_plain):.2f} of the tiles")
    print(f"{len(readable)} tiles found, {right[judged].sum()} right, {missed} not found")
    tell_limits(confidence[judged], right[judged])
    heard = judged & np.array([each.found.may_be_sure(each.make_candidate().combined.pips) for each in seen])
    print(f"SURE = {find_limit(confidence[heard], right[heard], WRONG):.4f}")
    _print_any_limits(scenes, dict(zip(map(id, seen), confidence.tolist(), strict=True)))


if __name__ == "__main__":
    main()
