"""Train the second network: `python -m vision.lab.train.fit_half SHARDS RUN --minutes 40`. A second run continues."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from vision.detect.halves import SIDE

from .cuts import NONE, cut_scene
from .fit import measure_focal_loss
from .halfnet import HalfNet
from .loop import Batch, Course, make_arguments, make_picture
from .pretrained import teach
from .shards import Shards


def _list_batches(asked: Any, seed: int) -> Iterator[tuple[Any, ...]]:
    """Yield batches without end, mixing the cut-outs of many scenes."""
    shards, rng, size = Shards(asked.shards, seed), np.random.default_rng(seed), asked.batch
    pool: list[Any] = []
    while True:
        while len(pool) < size * 4:
            image, tiles = shards.one()
            pool += cut_scene(rng, image, tiles)
        chosen = set(rng.permutation(len(pool))[:size].tolist())
        batch = [pool[k] for k in chosen]
        pool = [item for k, item in enumerate(pool) if k not in chosen]
        empty = np.zeros((SIDE // 2, SIDE // 2), np.float32)
        possible = share_numbers([numbers for _, numbers, _, _ in batch])
        yield (
            np.stack([picture for picture, _, _, _ in batch]),
            possible,
            np.stack([empty if pips is None else pips for _, _, pips, _ in batch]),
            np.array([pips is not None for _, _, pips, _ in batch], np.float32),
            np.stack([misses for _, _, _, misses in batch]),
        )


def share_numbers(possible: Sequence[Sequence[int]]) -> NDArray[np.float32]:
    """Return the probabilities, N×20, of N cut-outs that may show the numbers `possible` with equal probability."""
    shares = np.zeros((len(possible), NONE + 1), np.float32)
    for row, numbers in zip(shares, possible, strict=True):
        row[list(numbers)] = 1 / len(numbers)
    return shares


def find_right(odds: Tensor, possible: Tensor) -> Tensor:
    """Return for each of N cut-outs (N×20) whether the likeliest number is a possible one."""
    return possible.gather(1, odds.argmax(dim=1, keepdim=True))[:, 0] > 0


def learn_halves(net: Any, batch: Batch) -> tuple[Tensor, dict[str, Tensor]]:
    """Return the loss of a batch, and the figures for the curve."""
    images, possible, wanted, mask, off = batch
    with torch.autocast(images.device.type, torch.bfloat16):
        numbers, corners, seen = net(make_picture(images))
    numbers = numbers.float()
    spots = measure_focal_loss(seen[:, 0].float(), wanted, mask[:, None, None], (wanted > 0.999).sum())
    told = torch.nn.functional.cross_entropy(numbers, possible, label_smoothing=0.005)
    known = torch.isfinite(off).all(dim=1)
    askew = (corners.float()[known] - off[known]).abs().mean()
    half = possible[:, NONE] == 0
    hit = find_right(numbers, possible).float()
    parts = {"told": told, "spots": spots, "askew": askew, "half": hit[half].mean(), "none": hit[~half].mean()}
    return told + 0.5 * spots + 4 * askew, parts


def main() -> None:
    """Train until the minutes are used."""
    asked = make_arguments(__doc__, minutes=45, batch=128).parse_args()
    net = HalfNet()
    if asked.known:
        shards, rng = Shards(asked.shards, 5), np.random.default_rng(5)
        shown = [each[0] for _ in range(40) for each in cut_scene(rng, *shards.one())]
        teach(net, asked.known, make_picture(torch.from_numpy(np.stack(shown))), last=True)
    Course(net, asked, decay=0.03).run(partial(_list_batches, asked), learn_halves)


if __name__ == "__main__":
    main()
