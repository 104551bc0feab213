"""Train the network that finds tiles with numerals: `python -m vision.lab.train.fit_numeral_tiles SHARDS RUN`.

The shards are of tiles with numerals (`make --fonts`). Started again it goes on from RUN's last checkpoint. The network
for tiles, whose features it takes, is not changed; it is the one in `vision/detect/model`.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

import torch
from torch import Tensor

from vision.detect.models import TILES, load_tile_model

from .fit import add_weighted, measure_tile_losses
from .loop import Batch, Course, make_arguments, make_picture
from .numeral_nets import NumeralTileNet
from .pretrained import read_weights, teach
from .shards import Shards

SIZES = (192, 128)
"""The sizes in pixels to which whole scenes are resized, because tiles are small in the reader's first looks."""


def learn_tiles(net: Any, batch: Batch) -> tuple[Tensor, dict[str, Tensor]] | None:
    """Return the weighted loss of a batch and its parts; None if no picture has a tile."""
    quarter, eighth, sixteenth, images, tile, half, _, coarse_mask, _, points, owner = batch
    if not len(points):
        return None
    maps = {"tile": tile, "half": half, "coarse_mask": coarse_mask}
    with torch.autocast(images.device.type, torch.bfloat16):
        coarse = net(make_picture(images), quarter, eighth, sixteenth)
    parts, _ = measure_tile_losses(coarse.float(), maps, points, owner)
    return add_weighted(parts), parts


def _list_batches(asked: Any, seed: int) -> Iterator[tuple[Any, ...]]:
    """Yield the features of the pictures and the batches of `Shards`."""
    for batch in Shards(asked.shards, seed, asked.crop, sizes=SIZES).list_batches(asked.batch):
        yield *load_tile_model(False).predict_features(batch[0]), *batch


def main() -> None:
    """Train until the minutes are used."""
    parser = make_arguments(__doc__, minutes=15, batch=16)
    parser.add_argument("--crop", type=int, default=192, help="train on such parts of the scenes")
    asked = parser.parse_args()
    net = NumeralTileNet(read_weights(TILES))
    if asked.known:
        *features, shown = map(torch.from_numpy, next(_list_batches(asked, 5))[:4])
        teach(net, asked.known, make_picture(shown), *features)
    Course(net, asked, decay=0.02).run(partial(_list_batches, asked), learn_tiles)


if __name__ == "__main__":
    main()
