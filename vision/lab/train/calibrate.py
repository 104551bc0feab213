"""How far the witnesses may be trusted, and what a confidence means: measured on rendered scenes that no training saw.

`python -m vision.lab.train.calibrate SEEN --minutes 25 --processes 2` prints the constants of `weigh`, `belief`,
`closer` and `decide` in `vision.detect` as they come out, and writes what `belief` has learned where `--learned` says.
What was looked at is kept in the file SEEN, and looked at no more where that is there. No photo takes part, so that
photos remain a test of all of it.
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

from vision.detect import belief, closer, eye, weigh
from vision.detect.decide import (
    LEAST_LISTED,
    Candidate,
    is_there,
    keep_apart,
    make_candidate,
    measure_any,
)
from vision.detect.levels import make_levels
from vision.detect.weigh import Weighed
from vision.lab.render.scene import Scene, TrueTile
from vision.lab.render.studio import Studio

from .fit_belief import fit_belief
from .fit_signs import find_limit, fit_signs, take_chances, tell_limits

READABLE = 0.8
"""The least visible share of a tile that must be read."""
FAIR = 0.25
"""The least of a tile's face that must be turned to the camera for it to count as one that must be read."""
MIXED = ("table", "table", "table", "other", "table", "table", "among", "table")
"""The kinds of scene that are looked at, in turn: tables as hard as real ones, and things that are no tiles."""
WRONG = 0.007
"""Of the tiles that nobody needs to look at so many may be wrong, on scenes where a lamp or wear hides whole pips."""
PLAINLY_WRONG = 0.003
"""Of those that the first look is enough for."""
PARTS = 5
"""What is told of a belief it has learned from the other four of five parts of the scenes."""
LEAST_TAUGHT = 500
"""So many readings it takes to learn a belief."""

Vector = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Seen:
    """A tile that was found in a scene, and the one that lies there (None: none does; `judged` False: hardly seen)."""

    found: Candidate
    true: TrueTile | None
    judged: bool

    def weigh(self, alone: bool = False) -> Weighed:
        """The witnesses' common word, with the trust that they have now; with the first look `alone` if asked so."""
        return weigh.weigh(self.found.found, None if alone else self.found.closer)

    def is_right(self, alone: bool = False) -> bool:
        """It was read as what it is, halves in any order."""
        return self.true is not None and sorted(self.weigh(alone).pips) == sorted(self.true.pips)

    def list_signs(self, alone: bool = False) -> Vector:
        """What its confidence is made of."""
        weighed, looked = self.weigh(alone), None if alone else self.found.closer
        return belief.list_signs(self.found.found, looked, weighed, weighed.pips)


Scenes = list[tuple[list[Seen], int]]
"""What was found in each scene and may be read, and how many readable tiles were not found."""


def _readable(tile: TrueTile) -> bool:
    return tile.up and min(tile.visible) >= READABLE and tile.facing >= FAIR


def _at(found: Candidate, scene: Scene) -> TrueTile | None:
    """The true tile whose middle is where one was found."""
    for tile in scene.tiles:
        away = np.mean(tile.centres, axis=0) - found.found.centre
        if tile.up and np.hypot(*away) < 0.25 * found.found.length:
            return tile
    return None


def _ordered(found: Candidate, tile: TrueTile) -> tuple[int, int]:
    """The tile's numbers in the order of the halves found."""
    first, second = (np.hypot(*(np.array(centre) - found.found.halves[0])) for centre in tile.centres)
    return tile.pips if first < second else tile.pips[::-1]


def look(seed: int, minutes: float, size: int, largest: int, sets: Sequence[int | None]) -> Scenes:
    """Look for so many minutes, closely at every tile of `sets` in turn (None: any).

    Scenes with tiles of more pips than `largest` are left out.
    """
    cv2.setNumThreads(1)
    closer.PLAIN = 1.0
    begun, scenes = time.time(), []
    for scene in draw_scenes(seed, size, sets):
        seen = []
        examined = eye.examine(make_levels(scene.image))
        candidates = [make_candidate(*each) for each in zip(examined.found, examined.closer, strict=True)]
        for each in keep_apart([each for each in candidates if is_there(each, scene.image.shape)]):
            true = _at(each, scene)
            seen.append(Seen(each, true, true is None or _readable(true)))
        met = {id(each.true) for each in seen if each.true}
        gone = sum(1 for tile in scene.tiles if _readable(tile) and id(tile) not in met)
        if all(max(each.true.pips) <= largest for each in seen if each.true):
            scenes.append((seen, gone))
        if time.time() - begun > 60 * minutes:
            break
    return scenes


def draw_scenes(seed: int, size: int, sets: Sequence[int | None]) -> Iterator[Scene]:
    """Scenes of the kinds that are looked at, without end, with each of `sets` (by its largest half; None: any)."""
    studio = Studio(seed, size)
    while True:
        yield from (studio.scene(kind, largest) for largest in sets for kind in MIXED)


def _trust(seen: Sequence[Seen], powers_before: dict[str, float]) -> dict[str, float]:
    """The powers of the witnesses under which the true numbers of the halves are the likeliest.

    As many witnesses as `powers_before` names: the two of the first look come first.
    """
    logs, wanted = [], []
    for each in seen:
        if each.true is None:
            continue
        voices = [each.found.found.named, each.found.found.counted]
        if each.found.closer:
            voices += [each.found.closer.named, each.found.closer.counted]
        for half, number in enumerate(_ordered(each.found, each.true)):
            logs.append(np.log(np.stack([voice[half] for voice in voices[: len(powers_before)]]) + weigh.FLOOR))
            wanted.append(number)
    stacked, right = np.array(logs), np.array(wanted)

    def loss(powers: Vector) -> float:
        odds = np.einsum("nvk,v->nk", stacked, powers)
        odds -= odds.max(axis=1, keepdims=True)
        chance = np.exp(odds[np.arange(len(right)), right]) / np.exp(odds).sum(axis=1)
        return float(-np.log(chance + 1e-6).mean())

    before = np.array(list(powers_before.values()))
    powers = before.copy()
    for step in (0.2, 0.1, 0.05):
        better = True
        while better:
            better = False
            for k in range(len(powers)):
                for sign in (-1, 1):
                    tried = powers.copy()
                    tried[k] = np.clip(tried[k] + sign * step, 0, 1)  # nobody is heard more than once
                    if loss(tried) < loss(powers) - 1e-7:
                        powers, better = tried, True
    print(f"loss of {len(right)} halves {loss(before):.4f} -> {loss(powers):.4f}")
    return {name: round(float(power), 2) for name, power in zip(powers_before, powers, strict=True)}


def _fit_trusts(seen: Sequence[Seen]) -> None:
    """Set and print the powers of the witnesses: in sets up to double-twelve, beyond, and of the first look alone."""
    large = [each.found.beyond for each in seen]
    usual, all_of_them = [not each for each in large], [True] * len(seen)
    powers = {"TRUST": (weigh.TRUST, usual), "BEYOND": (weigh.BEYOND, large), "ALONE": (weigh.ALONE, all_of_them)}
    for name, (before, those) in powers.items():
        if any(those):
            before.update(_trust(list(compress(seen, those)), before))
            print(f"{name} = {before}")


def _fit_alone(seen: Sequence[Seen], judged: Vector) -> tuple[Vector, Vector]:
    """How likely the first look alone is right on each (0 where it may not be heard alone), and whether it is."""
    agreed = np.array([closer.is_agreed(each.found.found, each.weigh(alone=True)) for each in seen])
    right = np.array([each.is_right(alone=True) for each in seen])
    signs = np.stack([each.list_signs(alone=True) for each in seen])
    counts = fit_signs(signs[agreed & judged], right[agreed & judged].astype(float))
    print(f"ALONE = ({', '.join(f'{each:.2f}' for each in counts)})")
    return np.where(agreed, take_chances(signs @ counts), 0.0), right


def _learn_belief(seen: Sequence[Seen], scene: Vector, learned: dict[bool, Path | None]) -> tuple[Vector, Vector]:
    """How likely each reading is right, learned of other scenes than its own (`scene`), and whether it is.

    What is of a set beyond double-twelve is learned by itself. `learned`: the files for what is not, and for what is.
    Of too few of either nothing is learned; what was learned before tells of them.
    """
    signs = np.stack([each.list_signs() for each in seen])
    right, judged, beyond = np.array([(each.is_right(), each.judged, each.found.beyond) for each in seen]).T
    chances = np.zeros(len(right))
    for large, path in learned.items():
        those = beyond == large
        if those.sum() < LEAST_TAUGHT:
            chances[those] = take_chances(belief.load_belief(large).measure_odds(signs[those]))
            continue
        for part in range(PARTS):
            held, taught = those & (scene % PARTS == part), those & judged & (scene % PARTS != part)
            other = fit_belief(signs[taught], right[taught].astype(float))
            chances[held] = take_chances(other.measure_odds(signs[held]))
        if path:
            fit_belief(signs[those & judged], right[those & judged].astype(float)).write(path)
    return chances, right


def _told_any(scenes: Scenes, confidence: dict[int, float]) -> None:
    """Above each limit for there being any tile: what it costs on tables, and how many other things yield one still.

    `confidence`: that of each tile seen, by its `id`.
    """
    listed = [[each for each in seen if confidence[id(each)] >= LEAST_LISTED] for seen, _ in scenes]
    any_there = np.array([measure_any(confidence[id(each)] for each in seen) for seen in listed])
    right = np.array([sum(each.is_right() for each in seen) for seen in listed])
    empty = np.array([not gone and not any(each.true for each in seen) for seen, gone in scenes])
    for low in (0.6, 0.8, 0.9, 0.95, 0.97, 0.98, 0.99, 0.995):
        lost, yielding = right[any_there < low].sum(), (empty & (any_there >= low)).sum()
        print(f"any {low:.3f}: {lost} of {right.sum()} right tiles lost, {yielding} of {empty.sum()} bare yield one")


def _look_or_recall(asked: argparse.Namespace) -> Scenes:
    """What was looked at before, where it was kept; else scenes looked at now, by several processes."""
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
    parser.add_argument("--sets", type=int, nargs="+", default=[None], help="these alone (`BEYOND`: 15 18)")
    parser.add_argument(
        "--learned", type=Path, help="write here what belief has learned (vision/detect/model/belief.npz)"
    )
    parser.add_argument("--beyond", type=Path, help="and here that of sets beyond double-twelve (…/belief_beyond.npz)")
    asked = parser.parse_args()
    torch.set_num_threads(1)
    scenes = _look_or_recall(asked)
    seen = [each for found, _ in scenes for each in found]
    scene = np.array([number for number, (found, _) in enumerate(scenes) for _ in found])
    judged = np.array([each.judged for each in seen])
    readable = list(compress(seen, judged))
    _fit_trusts(readable)
    alone, alone_right = _fit_alone(seen, judged)
    least_plain = find_limit(alone[judged], alone_right[judged], PLAINLY_WRONG)
    near, near_right = _learn_belief(seen, scene, {False: asked.learned, True: asked.beyond})
    confidence = np.where(alone >= least_plain, alone, near)
    right = np.where(alone >= least_plain, alone_right, near_right)
    missed = sum(gone for _, gone in scenes)
    print(f"PLAIN = {least_plain:.4f}, for {np.mean(alone[judged] >= least_plain):.2f} of the tiles")
    print(f"{len(readable)} tiles found, {right[judged].sum()} right, {missed} not found")
    tell_limits(confidence[judged], right[judged])
    heard = judged & np.array([each.found.may_be_sure(each.weigh().pips) for each in seen])
    print(f"SURE = {find_limit(confidence[heard], right[heard], WRONG):.4f}")
    _told_any(scenes, dict(zip(map(id, seen), confidence.tolist(), strict=True)))


if __name__ == "__main__":
    main()
