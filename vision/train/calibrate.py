"""How far the witnesses may be trusted, and what a confidence means: measured on rendered scenes that no training saw.

`python -m vision.train.calibrate --scenes 400` prints the constants of `vision.find.weigh`, `vision.find.belief` and
`vision.find.decide` as they come out. No photo takes part, so that photos remain a test of all of it.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.find import belief, eye, weigh
from vision.find.decide import LEAST_LISTED, Candidate, is_there, keep_apart, make_candidate, measure_any
from vision.find.weigh import Weighed
from vision.render.scene import Scene, TrueTile
from vision.render.studio import Studio

READABLE = 0.8
"""The least visible share of a tile that must be read."""
FAIR = 0.25
"""The least of a tile's face that must be turned to the camera for it to count as one that must be read."""
MIXED = ("table", "table", "table", "other", "table", "table", "among", "table")
"""The kinds of scene that are looked at, in turn: tables as hard as real ones, and things that are no tiles."""
WRONG = 0.007
"""Of the tiles that nobody needs to look at so many may be wrong, on scenes where a lamp or wear hides whole pips."""

Vector = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Seen:
    """A tile that was found in a scene, and the one that lies there (None: none does; `judged` False: hardly seen)."""

    found: Candidate
    true: TrueTile | None
    judged: bool

    @property
    def weighed(self) -> Weighed:
        """The witnesses' common word, with the trust that they have now."""
        return weigh.weigh(self.found.found, self.found.closer)

    @property
    def right(self) -> bool:
        """It was read as what it is, halves in any order."""
        return self.true is not None and sorted(self.weighed.pips) == sorted(self.true.pips)

    @property
    def signs(self) -> Vector:
        """What its confidence is made of."""
        weighed = self.weighed
        return belief.list_signs(self.found.found, self.found.closer, weighed, weighed.pips)


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


def look(scenes: int, seed: int, size: int) -> Iterator[tuple[list[Seen], int]]:
    """What is found in each scene and may be read, and how many readable tiles were not found."""
    studio = Studio(seed, size)
    for number in range(scenes):
        scene = studio.scene(MIXED[number % len(MIXED)])
        seen = []
        candidates = [make_candidate(tile, close) for tile, close in zip(*eye.examine(scene.image), strict=True)]
        for each in keep_apart([each for each in candidates if is_there(each, scene.image.shape)]):
            true = _at(each, scene)
            seen.append(Seen(each, true, true is None or _readable(true)))
        met = {id(each.true) for each in seen if each.true}
        yield seen, sum(1 for tile in scene.tiles if _readable(tile) and id(tile) not in met)


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


def _fitted(signs: Vector, right: Vector) -> Vector:
    """How much each sign counts (logistic regression by Newton's method, the weights held small)."""
    found = np.zeros(signs.shape[1])
    keep = np.eye(signs.shape[1])
    keep[0, 0] = 0.01
    for _ in range(60):
        chance = 1 / (1 + np.exp(-np.clip(signs @ found, -30, 30)))
        bend = signs.T @ (signs * (chance * (1 - chance))[:, None]) + keep
        found = found + np.linalg.solve(bend, signs.T @ (right - chance) - keep @ found)
    return found


def _told(confidence: Vector, right: Vector) -> None:
    """How many readings lie above each limit, how many of these are wrong, and what listing only those would cost."""
    for low in (
        0.2,
        0.3,
        0.4,
        0.5,
        0.6,
        0.7,
        0.8,
        0.9,
        0.95,
        0.97,
        0.98,
        0.985,
        0.99,
        0.993,
        0.995,
        0.997,
        0.998,
        0.999,
    ):
        above = confidence >= low
        wrong, kept = int((right[above] == 0).sum()), right[above].sum() / max(right.sum(), 1)
        print(f"{low:.3f}: {above.sum()} of {len(right)}, {wrong} wrong; {kept:.4f} of the right ones")


def limit(confidence: Vector, right: Vector) -> float:
    """The least confidence above which at most WRONG are wrong."""
    order = np.argsort(-confidence)
    share = np.cumsum(right[order] == 0) / np.arange(1, len(order) + 1)
    good = np.nonzero(share <= WRONG)[0]
    return float(confidence[order[good[-1]]]) if len(good) else 1.0


def _told_any(scenes: Sequence[tuple[list[Seen], int]]) -> None:
    """Above each limit for there being any tile: what it costs on tables, and how many other things yield one still."""
    listed = [[each for each in seen if each.found.confidence(each.weighed.pips) >= LEAST_LISTED] for seen, _ in scenes]
    any_there = np.array([measure_any(each.found.confidence(each.weighed.pips) for each in seen) for seen in listed])
    right = np.array([sum(each.right for each in seen) for seen in listed])
    empty = np.array([not gone and not any(each.true for each in seen) for seen, gone in scenes])
    for low in (0.6, 0.8, 0.9, 0.95, 0.97, 0.98, 0.99, 0.995):
        lost, yielding = right[any_there < low].sum(), (empty & (any_there >= low)).sum()
        print(f"any {low:.3f}: {lost} of {right.sum()} right tiles lost, {yielding} of {empty.sum()} bare yield one")


def main() -> None:
    """Print the constants."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=400)
    parser.add_argument("--seed", type=int, default=900_000)
    parser.add_argument("--minutes", type=float, help="stop looking after so many")
    parser.add_argument("--size", type=int, default=640)
    parser.add_argument("--largest", type=int, default=12, help="leave out scenes with tiles of more pips")
    asked = parser.parse_args()
    begun = time.time()
    scenes: list[tuple[list[Seen], int]] = []
    for found, gone in look(asked.scenes, asked.seed, asked.size):
        if all(max(each.true.pips) <= asked.largest for each in found if each.true):
            scenes.append((found, gone))
        if asked.minutes and time.time() - begun > 60 * asked.minutes:
            break
    judged = [each for found, _ in scenes for each in found if each.judged]
    missed = sum(gone for _, gone in scenes)
    print(f"{len(judged)} tiles found, {sum(each.right for each in judged)} right, {missed} not found")
    closer, alone = ([each for each in judged if bool(each.found.closer) is bool(k)] for k in (1, 0))
    weigh.TRUST.update(_trust(closer, weigh.TRUST))
    weigh.ALONE.update(_trust(alone, weigh.ALONE))
    print(f"TRUST = {weigh.TRUST}\nALONE = {weigh.ALONE}")
    told, true = [], []
    for name, group in (("CLOSER", closer), ("ALONE", alone)):
        signs, right = np.stack([each.signs for each in group]), np.array([each.right for each in group], float)
        counts = _fitted(signs, right)
        print(f"{name} = ({', '.join(f'{each:.2f}' for each in counts)})")
        told.append(1 / (1 + np.exp(-np.clip(signs @ counts, -30, 30))))
        true.append(right)
    confidence, right = np.concatenate(told), np.concatenate(true)
    _told(confidence, right)
    print(f"SURE = {limit(confidence, right):.4f}")
    _told_any(scenes)


if __name__ == "__main__":
    main()
