"""Train the network that reads numerals: `python -m vision.lab.train.fit_numerals SHARDS PIPS RUN --minutes 15`.

SHARDS and PIPS are folders of shards: of tiles with numerals (`make --fonts`), and of tiles with pips, which are no
numerals. Started again it goes on from RUN's last checkpoint.
"""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from vision.detect.halves import find_half_corners, rectify_half
from vision.detect.numeral_models import shrink, turn_halves
from vision.detect.pips import NUMBERS
from vision.lab.render.scene import TrueTile

from .cuts import cut_scene, place_askew
from .loop import Batch, Course, make_arguments, make_picture
from .numeral_nets import NumeralNet
from .shards import Shards

Values = NDArray[Any]
SEEN = 0.88
"""The least visible share of a half whose numeral is learned."""
READINGS = 4 * NUMBERS
"""The answers: each number in each of four turns; after them, that there is no numeral."""
PIPS = 0.25
"""How many of the scenes show tiles with pips."""


def list_digits(rng: np.random.Generator, image: Values, tiles: tuple[TrueTile, ...]) -> list[tuple[Values, Values]]:
    """Return the crops of halves in a scene, each with the answers that are right (77 bool, as READINGS describes).

    Tiles with pips and things that are no halves are no numerals.
    """
    found: list[tuple[Values, Values]] = []
    numerals = any(tile.turns for tile in tiles)
    for tile in tiles:
        shown = tile.turns if tile.up and min(tile.visible) > SEEN and tile.facing > 0.2 else None
        for half, turn in enumerate(shown or ()):
            right = np.zeros((4, NUMBERS), bool)
            right[slice(None) if tile.pips[half] == 0 else turn, tile.pips[half]] = True
            corners = place_askew(rng, find_half_corners(tile.corners, half), rough=rng.random() < 0.4)
            found.append((rectify_half(image, corners)[0], np.append(right.ravel(), False)))
    nothing = np.append(np.zeros(READINGS, bool), True)
    cuts = cut_scene(rng, image, tiles, 6)
    return found + [(cut[0], nothing) for cut in cuts if np.isnan(cut[3][0]) or not (numerals or 0 in cut[1])]


def disturb(rng: np.random.Generator, half: Values) -> Values:
    """Return a half with other colours, softer, noisier or more compressed."""
    if rng.random() < 0.25:
        half = 255 - half
    if rng.random() < 0.3:
        half = half[..., rng.permutation(3)]
    if rng.random() < 0.3:
        half = cv2.GaussianBlur(half, (0, 0), float(rng.uniform(0.3, 1.2)))
    if rng.random() < 0.3:
        slope = np.linspace(rng.uniform(0.6, 1.2), rng.uniform(0.6, 1.2), len(half))
        half = np.clip(half * (slope[:, None] if rng.random() < 0.5 else slope[:, None, None]), 0, 255)
    if rng.random() < 0.4:
        half = np.clip(half + rng.normal(0, rng.uniform(2, 14), half.shape), 0, 255)
    half = half.astype(np.uint8)
    if rng.random() < 0.3:
        _, coded = cv2.imencode(".jpg", half, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(20, 80))])
        return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR))
    return half


def _list_batches(asked: Any, seed: int) -> Iterator[tuple[Any, ...]]:
    """Yield batches without end, mixing the halves of many scenes."""
    numerals, pips = Shards(asked.shards, seed, mirror=False), Shards(asked.pips, seed)
    rng, size = np.random.default_rng(seed), asked.batch
    pool: list[tuple[Values, Values]] = []
    while True:
        while len(pool) < size * 6:
            pool += list_digits(rng, *(pips if rng.random() < PIPS else numerals).one())
        rng.shuffle(pool)
        batch, pool = pool[:size], pool[size:]
        crops, right = zip(*batch, strict=True)
        yield np.stack(turn_halves([disturb(rng, shrink(crop)) for crop in crops])), np.stack(right)


def learn_numerals(net: Any, batch: Batch) -> tuple[Tensor, dict[str, Tensor]]:
    """Return the loss of a batch and the figures for the curve; each answer that is marked as right counts as right."""
    turned, right = batch
    with torch.autocast(turned.device.type, torch.bfloat16):
        logits = net(make_picture(turned))
    logits = logits.float().view(len(right), 4, NUMBERS + 1)
    flat = torch.cat([logits[:, :, :NUMBERS].flatten(1), logits[:, :, NUMBERS].mean(dim=1, keepdim=True)], dim=1)
    shares = torch.log_softmax(flat, dim=1)
    loss = -torch.logsumexp(shares.masked_fill(~right, -torch.inf), dim=1).mean() - 0.01 * shares.mean()
    hit = right.gather(1, flat.argmax(dim=1, keepdim=True))[:, 0].float()
    numeral = ~right[:, READINGS]
    return loss, {"told": loss, "numeral": hit[numeral].mean(), "none": hit[~numeral].mean()}


def main() -> None:
    """Train until the minutes are used."""
    parser = make_arguments(__doc__, minutes=15, batch=96)
    parser.add_argument("pips", type=Path)
    asked = parser.parse_args()
    Course(NumeralNet(), asked, decay=0.03).run(partial(_list_batches, asked), learn_numerals)


if __name__ == "__main__":
    main()
