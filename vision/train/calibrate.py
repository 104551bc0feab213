"""How far the witnesses may be trusted, and what a confidence means: measured on rendered scenes that no training saw.

`python -m vision.train.calibrate --scenes 600` prints the constants of `vision.find.weigh` and `vision.find.eye` as
they come out. No photo takes part, so that photos remain a test of all of it.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find import eye, weigh
from vision.find.decide import candidate
from vision.find.decode import Found
from vision.find.weigh import Closer
from vision.render.scene import Scene, TrueTile
from vision.render.studio import Studio

READABLE = 0.8
"""The least visible share of a tile that must be read."""
FAIR = 0.25
"""The least of a tile's face that must be turned to the camera for it to count as one that must be read."""

Vector = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Seen:
    """A tile that was found in a scene, and the one that lies there (None: none does; `judged` False: hardly seen)."""

    found: Found
    closer: Closer | None
    true: TrueTile | None
    judged: bool

    @property
    def right(self) -> bool:
        """It was read as what it is, halves in any order."""
        read = candidate(self.found, self.closer).weighed.pips
        return self.true is not None and sorted(read) == sorted(self.true.pips)

    @property
    def belief(self) -> float:
        """How likely the reader thinks that it is what it was read as, before that is calibrated."""
        each = candidate(self.found, self.closer)
        return each.belief(each.weighed.pips)

    @property
    def agreed(self) -> bool:
        """Every witness names the same numbers."""
        weighed = candidate(self.found, self.closer).weighed
        return min(weighed.agree) == weighed.of


def _readable(tile: TrueTile) -> bool:
    return tile.up and min(tile.visible) >= READABLE and tile.facing >= FAIR


def _at(found: Found, scene: Scene) -> TrueTile | None:
    """The true tile whose middle is where one was found."""
    for tile in scene.tiles:
        away = np.mean(tile.centres, axis=0) - found.centre
        if tile.up and np.hypot(*away) < 0.25 * found.length:
            return tile
    return None


def _ordered(found: Found, tile: TrueTile) -> tuple[int, int]:
    """The tile's numbers in the order of the halves found."""
    near = np.hypot(*(np.array(tile.centres[0]) - found.halves[0])) < np.hypot(
        *(np.array(tile.centres[1]) - found.halves[0])
    )
    return tile.pips if near else tile.pips[::-1]


def look(scenes: int, seed: int, size: int) -> Iterator[tuple[list[Seen], int]]:
    """What is found in each scene, and how many readable tiles were not."""
    for number in range(scenes):
        scene = Studio(seed + number, size).scene()
        found, closer = eye.examine(scene.image)
        seen = []
        for tile, close in zip(found, closer, strict=True):
            true = _at(tile, scene)
            seen.append(Seen(tile, close, true, true is None or _readable(true)))
        met = {id(each.true) for each in seen if each.true}
        yield seen, sum(1 for tile in scene.tiles if _readable(tile) and id(tile) not in met)


def _trust(seen: list[Seen], powers_before: dict[str, float]) -> dict[str, float]:
    """The powers of the witnesses under which the true numbers of the halves are the likeliest.

    As many witnesses as `powers_before` names: the two of the first look come first.
    """
    logs, wanted = [], []
    for each in seen:
        if each.true is None:
            continue
        voices = [each.found.named, each.found.counted]
        if each.closer:
            voices += [each.closer.named, each.closer.counted]
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


def _line(odds: Vector, right: Vector) -> tuple[float, float]:
    """Steepness and shift of the log odds under which they are what they say (logistic regression, Newton)."""
    inputs = np.stack([odds, np.ones_like(odds)], axis=1)
    found = np.array([1.0, 0.0])
    for _ in range(50):
        chance = 1 / (1 + np.exp(-inputs @ found))
        bend = inputs.T @ (inputs * (chance * (1 - chance))[:, None]) + 1e-3 * np.eye(2)
        found = found + np.linalg.solve(bend, inputs.T @ (right - chance))
    return float(found[0]), float(found[1])


def main() -> None:
    """Print the constants."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=600)
    parser.add_argument("--seed", type=int, default=900_000)
    parser.add_argument("--size", type=int, default=400)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    seen: list[Seen] = []
    missed = 0
    for found, gone in look(asked.scenes, asked.seed, asked.size):
        seen += found
        missed += gone
    judged = [each for each in seen if each.judged]
    print(f"{len(judged)} tiles found, {sum(each.right for each in judged)} right, {missed} not found")
    weigh.TRUST.update(_trust([each for each in judged if each.closer], weigh.TRUST))
    weigh.ALONE.update(_trust([each for each in judged if not each.closer], weigh.ALONE))
    print(f"TRUST = {weigh.TRUST}\nALONE = {weigh.ALONE}")
    raw = np.array([each.belief for each in judged])
    right = np.array([each.right for each in judged], float)
    odds = np.log(np.clip(raw, 1e-6, 1 - 1e-6) / (1 - np.clip(raw, 1e-6, 1 - 1e-6)))
    steepness, shift = _line(odds, right)
    print(f"MEANT = {steepness:.3f}, {shift:.3f}")
    meant = 1 / (1 + np.exp(-(odds * steepness + shift)))
    for low in (0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.97, 0.98, 0.985, 0.99, 0.992, 0.994, 0.996, 0.998):
        above = meant >= low
        wrong = int((right[above] == 0).sum())
        agreed = np.array([each.agreed for each in judged])
        both = above & agreed
        wrong_both = int((right[both] == 0).sum())
        print(f"{low:.3f}: {above.mean():.3f} of all, {wrong} wrong; agreed {both.mean():.3f}, {wrong_both} wrong")


if __name__ == "__main__":
    main()
