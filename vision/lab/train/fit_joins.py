"""Fit the coefficients of `vision.joins.joint_odds` to rendered lines as the detector reads them.

`python -m vision.lab.train.fit_joins SEEN --minutes 8` prints WEIGHTS of `vision.joins.joint_odds`, and for some LIMITs
of `vision.doubts.unclear_layouts` how many lines they would doubt, with the present weights. What was read is stored in
the file SEEN; if the file exists, nothing is read anew. Every fifth line is one of a game whose touching halves differ,
so that a joint need not be one of equal halves. Neither photos nor the lines of `python -m vision.evaluate --lines`
take part.
"""

import argparse
import pickle
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, get_args

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect import pipeline
from vision.doubts.unclear_layouts import find_unclear_pairs
from vision.joins.joint_odds import FEATURES, KINDS, OTHERS, list_features
from vision.joins.likeliest_layout import choose_layout
from vision.joins.possible_joints import list_possible, measure_contacts
from vision.lab.evaluate.open_ends import find_open_ends
from vision.lab.render.layouts import Touch
from vision.lab.render.scene import TrueTile
from vision.lab.render.studio import Studio
from vision.lab.render.truth import is_all_read, tell_true_reading
from vision.reading import Join, Part, ReadTile

SETS = (6, 9, 6, 12)
"""The sets of the lines, in turn, by their largest half."""
SIZE = 800
SEED = 970_000
"""A seed that no line of `vision.lab.evaluate.lines` has."""
OTHER_HALVES = 5
"""Every fifth line has touching halves that add up to one more than the set's largest, as in Matador."""
SELDOM = 0.5
"""The weight of such a line, which is small because hardly any table plays so."""
NEAR = 0.3
"""The largest distance between the middles of a tile as read and the true one, as a fraction of the tile's length."""
LIMITS = (0.5, 1.0, 1.5, 2.0, 3.0)
ROUNDS = 20
"""The number of steps of Newton's method."""
KEEP = 0.3
"""The penalty on large weights."""

Vector = NDArray[Any]
Line = tuple[tuple[ReadTile, ...], tuple[TrueTile, ...], tuple[Touch, ...]]
"""The tiles that were read, the true tiles, and which of these touch."""
AS_IT_IS: Mapping[str, Part] = {part: part for part in get_args(Part)}
TURNED: Mapping[str, Part] = {"half0": "half1", "half1": "half0", "middle": "middle"}
"""The parts of a tile by their names on the same tile read with its other half first."""


def look_at_lines(seed: int, minutes: float) -> list[Line]:
    """Read lines of every set for this number of minutes."""
    cv2.setNumThreads(1)
    begun, studio = time.time(), Studio(seed, SIZE)
    lines: list[Line] = []
    while time.time() - begun < 60 * minutes:
        largest = SETS[len(lines) % len(SETS)]
        scene = studio.line(largest, None if (len(lines) + 1) % OTHER_HALVES else largest + 1)
        lines.append((pipeline.detect(scene.image, None), scene.tiles, scene.touches))
    return lines


def find_true_parts(line: Line) -> dict[tuple[int, int], tuple[Part, Part]]:
    """Return the parts that touch at each true joint of two tiles that were read, by their indexes, lower first."""
    read, true, touches = line
    places: dict[int, tuple[int, Mapping[str, Part]]] = {}
    for place, tile in enumerate(read):
        length = 2 * np.linalg.norm(np.subtract(tile.halves[0].centre, tile.halves[1].centre))
        away = [np.linalg.norm(np.mean(tile.corners, axis=0) - np.mean(each.centres, axis=0)) for each in true]
        nearest = int(np.argmin(away))
        if away[nearest] < NEAR * length:
            first, second = (
                np.linalg.norm(np.subtract(tile.halves[0].centre, centre)) for centre in true[nearest].centres
            )
            places[nearest] = place, TURNED if second < first else AS_IT_IS
    found = {}
    for touch in touches:
        if touch.a in places and touch.b in places:
            (a, turn_a), (b, turn_b) = places[touch.a], places[touch.b]
            a_part, b_part = turn_a[touch.a_part], turn_b[touch.b_part]
            found[min(a, b), max(a, b)] = (a_part, b_part) if a < b else (b_part, a_part)
    return found


def list_choices_and_truth(lines: Sequence[Line]) -> Iterator[tuple[Vector, int, float]]:
    """Yield, for every pair of tiles near each other, the features of its possible joints, the real one, and a weight.

    The features are N×M, one row for each joint; the real one is its row, or -1 if there is none.
    """
    for number, line in enumerate(lines):
        read, true = line[0], find_true_parts(line)
        joints = list_features(read, list_possible(read, measure_contacts(read)))
        for pair, several in groupby(joints, key=lambda each: each[0].join.pair):
            choices = list(several)
            right = [
                k for k, (joint, _) in enumerate(choices) if pair in true and _agrees(read, joint.join, true[pair])
            ]
            yield (
                np.array([features for _, features in choices]),
                right[0] if right else -1,
                (1.0 if (number + 1) % OTHER_HALVES else SELDOM),
            )


def _agrees(tiles: Sequence[ReadTile], join: Join, parts: tuple[Part, Part]) -> bool:
    """Return whether `join` has these parts; the middle of a tile that is not a double stands for either half of it."""
    return all(
        part == known or (part == "middle" and not tiles[place].double)
        for place, part, known in zip((join.a, join.b), (join.a_part, join.b_part), parts, strict=True)
    )


def fit_choices(choices: Sequence[tuple[Vector, int, float]]) -> Vector:
    """Fit the weight of each feature in the log odds of a joint, so that the true choices are the likeliest.

    A choice is a pair's features (one row for each possible joint), the index of the true joint (-1 for none, whose log
    odds are 0) and its weight. Fitted by Newton's method with a penalty on large weights.
    """
    found = np.zeros(choices[0][0].shape[1])
    for _ in range(ROUNDS):
        slope, bend = -KEEP * found, KEEP * np.eye(len(found))
        for features, right, counts in choices:
            chance = np.exp(features @ found)
            chance /= 1 + chance.sum()
            mean = chance @ features
            slope += counts * ((features[right] if right >= 0 else 0) - mean)
            bend += counts * (features.T @ (features * chance[:, None]) - np.outer(mean, mean))
        found = found + np.linalg.solve(bend, slope)
    return found


def count_doubted(lines: Sequence[Line], limit: float) -> Counter[tuple[bool, bool]]:
    """Count the lines with equal halves by whether their open ends are right, and whether they have a doubt."""
    found: Counter[tuple[bool, bool]] = Counter()
    for number, (read, tiles, touches) in enumerate(lines):
        true = tell_true_reading(tiles, touches)
        if (number + 1) % OTHER_HALVES and is_all_read(read, true):
            layout = choose_layout(read)
            ends = find_open_ends(read, [joint.join for joint in layout.joints])
            doubted = bool(find_unclear_pairs(read, layout, limit))
            found[ends == find_open_ends(true.tiles, true.joins), doubted] += 1
    return found


def main() -> None:
    """Print the constants."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seen", type=Path)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--minutes", type=float, default=8)
    asked = parser.parse_args()
    if asked.seen.exists():
        with asked.seen.open("rb") as file:
            lines: list[Line] = pickle.load(file)
    else:
        lines = look_at_lines(asked.seed, asked.minutes)
        with asked.seen.open("wb") as file:
            pickle.dump(lines, file)
    choices = list(list_choices_and_truth(lines))
    found = fit_choices(choices)
    joined = sum(right >= 0 for _, right, _ in choices)
    print(f"{len(lines)} lines, {len(choices)} pairs that may be joined, {joined} that are")
    for limit in LIMITS:
        told = count_doubted(lines, limit)
        wrong, right = (f"{told[ends, True]} of {told[ends, True] + told[ends, False]}" for ends in (False, True))
        print(f"LIMIT {limit}: {wrong} wrong lines doubted, {right} right ones")
    print("WEIGHTS = (")
    for row in (*found[: -len(OTHERS)].reshape(len(KINDS), len(FEATURES)), found[-len(OTHERS) :]):
        print(f"    *({', '.join(f'{each:.2f}' for each in row)}),")
    print(")")


if __name__ == "__main__":
    main()
