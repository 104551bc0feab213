"""Train the third network: `python -m vision.lab.train.fit_hidden SHARDS RUN --minutes 20`. A second run continues.

The shards have scenes of every kind, a third of them or more `covered` (`make --kind covered`), and a third `dice`.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from vision.detect.halves import find_half_corners
from vision.detect.occlusion import complete_tile, rectify_tile
from vision.lab.render.scene import TrueTile

from .hiddennet import HiddenNet
from .loop import Batch, Course, make_arguments, make_picture
from .pretrained import teach
from .shards import Shards
from .targets import is_readable

HIDDEN, SEEN = 0.55, 0.85
"""The visible share of a half up to which it is hidden, and from which it is not; halves between are not judged.

A half that is covered in part is not hidden if its visible pips allow only one number.
"""
LEAST_OTHER = 0.6
"""The least visible share of the other half; a tile with less is not read."""
LEAST_FACING = 0.1
LEAST_WIDE = 8
"""Tiles seen too much from the side, or of fewer pixels, are not judged."""

MOST = 16
"""The most examples from one scene."""
OF_DECOYS = 0.5
"""The share of the dice and of the backs of tiles in a scene that become examples."""
LIES, LIES_NOT, UNKNOWN = 1.0, 0.0, -1.0

Rng = np.random.Generator
Picture = NDArray[np.uint8]
Laid = tuple[Picture, float, float]
"""A rectified picture, whether a tile lies so, and whether its lower half is hidden (UNKNOWN if there is no tile)."""


def _askew(rng: Rng, corners: NDArray[Any]) -> NDArray[Any]:
    """Return the corners with the errors of a reading; those of the lower half are sometimes guesses."""
    size = float(np.hypot(*(corners[1] - corners[0])))
    rough, guessed = rng.random() < 0.5, rng.random() < 0.4
    shake = 0.07 if rough else 0.025
    far = 0.16 if guessed else shake
    off = rng.normal(0, 1, (4, 2)) * np.array([shake, shake, far, far])[:, None]
    return np.asarray(corners + size * (off + rng.normal(0, shake, 2)))


def _is_judged(tile: TrueTile) -> bool:
    corners = np.array(tile.corners, np.float32)
    wide = min(np.hypot(*(corners[1] - corners[0])), np.hypot(*(corners[2] - corners[1])) / 2)
    return tile.up and tile.facing >= LEAST_FACING and bool(wide >= LEAST_WIDE) and cv2.contourArea(corners) > 1


def lay_scene(rng: Rng, image: Picture, tiles: tuple[TrueTile, ...]) -> list[Laid]:
    """Rectify some tiles of a scene, some halves as if their tiles lay in another direction, dice, and other places."""
    found: list[Laid] = []

    def lay(corners: NDArray[Any], lies: float, hidden: float) -> None:
        found.append((rectify_tile(image, _askew(rng, corners)), lies, hidden))

    for k in rng.permutation(len(tiles)):
        tile = tiles[int(k)]
        if not tile.up and rng.random() < OF_DECOYS:
            lay(np.roll(np.array(tile.corners), 2 * int(rng.integers(0, 2)), axis=0), LIES_NOT, UNKNOWN)
        for lower in (0, 1) if _is_judged(tile) else ():
            seen, other = tile.visible[lower], tile.visible[1 - lower]
            shown = is_readable(tile, lower, SEEN)
            hidden = seen <= HIDDEN and not shown
            plain = not hidden and rng.random() < 0.6  # whole tiles are frequent
            if other >= LEAST_OTHER and (hidden or shown) and not plain:
                lay(np.roll(np.array(tile.corners), 0 if lower else 2, axis=0), LIES, float(hidden))
            if other >= SEEN and rng.random() < (0.6 if hidden else 0.25):
                turned = np.roll(find_half_corners(tile.corners, 1 - lower), int(rng.integers(1, 4)), axis=0)
                lay(complete_tile(turned), LIES_NOT, UNKNOWN)
        if len(found) >= MOST:
            break
    high, wide = image.shape[:2]
    for _ in range(int(rng.integers(0, 3)) if tiles else 4):  # anywhere else, more often where no tile lies
        middle, size, turn = rng.uniform((0, 0), (wide, high)), rng.uniform(8, 45), rng.uniform(0, 2 * np.pi)
        if all(np.hypot(*(middle - np.mean(tile.corners, axis=0))) > 3 * size for tile in tiles):
            ring = np.arange(4) * np.pi / 2 + turn
            lay(complete_tile(middle + size * np.stack([np.cos(ring), np.sin(ring)], axis=1)), LIES_NOT, UNKNOWN)
    return found


def _list_batches(asked: Any, seed: int) -> Iterator[tuple[Any, ...]]:
    """Yield batches without end, mixing the tiles of many scenes."""
    shards, rng, size = Shards(asked.shards, seed), np.random.default_rng(seed), asked.batch
    pool: list[Laid] = []
    while True:
        while len(pool) < size * 4:
            pool += lay_scene(rng, *shards.one())
        chosen = set(rng.permutation(len(pool))[:size].tolist())
        batch = [pool[k] for k in chosen]
        pool = [item for k, item in enumerate(pool) if k not in chosen]
        images, lies, hidden = zip(*batch, strict=True)
        yield np.stack(images), np.array(lies, np.float32), np.array(hidden, np.float32)


def learn_hidden(net: Any, batch: Batch) -> tuple[Tensor, dict[str, Tensor]]:
    """Return the loss of a batch, and the figures for the curve."""
    images, there, gone = batch
    with torch.autocast(images.device.type, torch.bfloat16):
        odds = net(make_picture(images)).float()
    told = gone >= 0
    measure = torch.nn.functional.binary_cross_entropy_with_logits
    of_lying = measure(odds[:, 0], there * 0.99 + 0.005)
    of_hidden = measure(odds[told, 1], gone[told] * 0.99 + 0.005)
    hit, right = (odds[:, 1] > 0) == (gone > 0), (odds[:, 0] > 0) == (there > 0)
    parts = {
        "lying": of_lying,
        "hiding": of_hidden,
        "hidden": hit[gone > 0].float().mean(),
        "seen": hit[gone == 0].float().mean(),
        "lies": right[there > 0].float().mean(),
        "lies not": right[there == 0].float().mean(),
    }
    return of_lying + of_hidden, parts


def main() -> None:
    """Train until the minutes are used."""
    asked = make_arguments(__doc__, minutes=20, batch=128).parse_args()
    net = HiddenNet()
    if asked.known:
        shards, rng = Shards(asked.shards, 5), np.random.default_rng(5)
        shown = [each[0] for _ in range(40) for each in lay_scene(rng, *shards.one())]
        teach(net, asked.known, make_picture(torch.from_numpy(np.stack(shown))))
    Course(net, asked, decay=0.03).run(partial(_list_batches, asked), learn_hidden)


if __name__ == "__main__":
    main()
