"""Fit the probability that a lone half belongs to a tile that was not read, on rendered scenes that no training has.

`python -m vision.lab.train.calibrate_hidden SEEN --minutes 12 --processes 2` prints the constants of
`vision.detect.half_tiles`. What was found is stored in the file SEEN. No photo takes part.
"""

import argparse
import pickle
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import cycle
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect.half_tiles import HalfTile, examine_halves, list_features
from vision.detect.hidden import measure_hidden
from vision.detect.lone_halves import find_lone_halves
from vision.detect.occlusion import complete_tile
from vision.detect.pipeline import find_candidates
from vision.detect.pyramid import build_pyramid
from vision.detect.suppress import suppress
from vision.lab.render.scene import TrueTile
from vision.lab.render.studio import Studio
from vision.reading import ReadTile

from .fit_logistic import fit_logistic, sigmoid, tell_limits

KINDS = ("usual", "covered", "table", "among")
"""The kinds of scene that are read, in turn."""
SEEN_AT_LEAST = 0.8
"""The least visible share of a half that can be read."""
HIDDEN_AT_MOST = 0.7
"""The largest visible share of a hidden half."""
NEAR = 0.3
"""The largest distance between a half and its reading, as a fraction of the half's side."""
AHEAD = 0.8
"""The least cosine between the direction of the other half as read and its true direction."""
LIMITS = (0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.97, 0.98, 0.99, 0.995)

Vector = NDArray[Any]


@dataclass(frozen=True, slots=True)
class JudgedLone:
    """The features of a lone half, and whether it belongs to a tile that was not read, and was itself read right."""

    features: Vector
    right: bool


@dataclass(frozen=True, slots=True)
class JudgedHalf:
    """A half of a tile that was read: how likely it is hidden, the share of it that is visible, and how it was read."""

    hidden: float
    visible: float
    right: bool
    sure: bool


def is_right(half: HalfTile, tiles: Sequence[TrueTile]) -> bool:
    """Return whether a half is one of `tiles`, as they lie, and was read right.

    The other half may be visible: the tile was not read all the same, and a player who is asked about it loses nothing.
    """
    middle, outline = half.corners.mean(axis=0), complete_tile(half.corners)
    towards = outline[2:].mean(axis=0) - outline[:2].mean(axis=0)
    for tile in tiles:
        for seen, hidden in ((0, 1), (1, 0)):
            place, ahead = np.array(tile.centres[seen]), np.subtract(tile.centres[hidden], tile.centres[seen])
            near = np.hypot(*(middle - place)) < NEAR * np.hypot(*ahead)
            alike = ahead @ towards > AHEAD * np.hypot(*ahead) * np.hypot(*towards)
            if tile.up and tile.visible[seen] >= SEEN_AT_LEAST and near and alike and tile.pips[seen] == half.pips:
                return True
    return False


def judge_tiles(tiles: Sequence[ReadTile], shares: Vector, lying: Sequence[TrueTile]) -> list[JudgedHalf]:
    """Judge each half of the `tiles` read; `shares` (N×2) is how likely each is hidden, `lying` the true tiles."""
    found = []
    for tile, both in zip(tiles, shares, strict=True):
        for half, share in zip(tile.halves, both, strict=True):
            near = NEAR * np.hypot(*np.subtract(tile.halves[0].centre, tile.halves[1].centre))
            lying_there = [
                (true.visible[which], half.pips == true.pips[which])
                for true in lying
                for which in (0, 1)
                if true.up and np.hypot(*np.subtract(half.centre, true.centres[which])) < near
            ]
            if lying_there:  # in a heap the tile on top was read
                found.append(JudgedHalf(float(share), *max(lying_there), tile.sure))
    return found


def look(seed: int, minutes: float, size: int) -> tuple[list[JudgedLone], list[JudgedHalf]]:
    """Return what is found on as many scenes as fit into this number of minutes."""
    cv2.setNumThreads(1)
    begun, studio = time.time(), Studio(seed, size)
    alone: list[JudgedLone] = []
    halves: list[JudgedHalf] = []
    kinds = cycle(KINDS)
    while time.time() - begun < 60 * minutes:
        scene = studio.scene(next(kinds))
        pyramid = build_pyramid(scene.image)
        candidates = find_candidates(pyramid)
        tiles = suppress(candidates.tiles, scene.image.shape)
        if not tiles:
            continue
        halves += judge_tiles(tiles, measure_hidden(pyramid, tiles), scene.tiles)
        lone = find_lone_halves(candidates, tiles)
        likely = examine_halves(pyramid, lone, tiles, candidates.largest)
        alone += [JudgedLone(list_features(half), is_right(half, scene.tiles)) for half in likely]
    return alone, halves


PARTS = 5
"""The folds of the cross-validation."""


def _look_or_recall(asked: argparse.Namespace) -> tuple[list[JudgedLone], list[JudgedHalf]]:
    """Return what an earlier run has stored, or read new scenes in several processes and store what was found."""
    if asked.seen.exists():
        kept: tuple[list[JudgedLone], list[JudgedHalf]] = pickle.loads(asked.seen.read_bytes())
        return kept
    seeds = range(asked.seed, asked.seed + asked.processes)
    with ProcessPoolExecutor(asked.processes, get_context("spawn")) as pool:
        some = list(pool.map(partial(look, minutes=asked.minutes, size=asked.size), seeds))
    found = [half for each, _ in some for half in each], [half for _, each in some for half in each]
    asked.seen.write_bytes(pickle.dumps(found))
    return found


def tell_hidden_limits(halves: Sequence[JudgedHalf]) -> None:
    """Print what each limit for a half being hidden would withhold, of hidden and of plainly seen ones."""
    hidden = [half for half in halves if half.visible <= HIDDEN_AT_MOST]
    seen = [half for half in halves if half.visible >= SEEN_AT_LEAST]
    print(f"{len(hidden)} hidden halves were read, {sum(half.right for half in hidden)} of them right")
    for least in LIMITS:
        told = [half for half in hidden if half.hidden >= least]
        lost = [half for half in seen if half.hidden >= least]
        right, sure = sum(half.right for half in lost), sum(half.sure for half in lost)
        print(f"HIDDEN {least}: {len(told)} of them told; of {len(seen)} seen {len(lost)}, {right} right, {sure} sure")


def main() -> None:
    """Print the constants."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seen", type=Path)
    parser.add_argument("--seed", type=int, default=950_000)
    parser.add_argument("--minutes", type=float, default=12)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--size", type=int, default=640)
    alone, halves = _look_or_recall(parser.parse_args())
    tell_hidden_limits(halves)
    features, right = np.stack([each.features for each in alone]), np.array([float(each.right) for each in alone])
    confidence = np.zeros(len(right))
    part = np.arange(len(right)) * PARTS // len(right)
    for held in range(PARTS):
        counts = fit_logistic(features[part != held], right[part != held])
        confidence[part == held] = sigmoid(features[part == held] @ counts)
    tell_limits(confidence, right)
    print(f"COEFFICIENTS = ({', '.join(f'{each:.2f}' for each in fit_logistic(features, right))})")


if __name__ == "__main__":
    main()
