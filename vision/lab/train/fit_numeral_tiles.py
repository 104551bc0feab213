"""Train the network that finds tiles with numerals: `python -m vision.lab.train.fit_numeral_tiles SHARDS RUN`.

The shards are of tiles with numerals (`make --fonts`). Started again it goes on from RUN's last checkpoint. The network
for tiles, whose features it takes, is not changed; it is the one in `vision/detect/model`.
"""

from typing import Any

import torch
from torch import Tensor

from vision.detect.models import TILES, load_tile_model

from .fit import WEIGHTS, make_tensors, measure_tile_losses
from .loop import Course, make_arguments, make_picture
from .numeral_nets import NumeralTileNet
from .pretrained import read_weights
from .shards import Shards, read_ahead

SIZES = (192, 128)
"""The sizes in pixels to which whole scenes are resized, because tiles are small in the reader's first looks."""


def learn_tiles(net: Any, batch: Any) -> tuple[Tensor, dict[str, Tensor]] | None:
    """Return the weighted loss of a batch and its parts; None if no picture has a tile."""
    images, targets = batch
    maps, points, owner = make_tensors(targets)
    if not len(points):
        return None
    features = [torch.from_numpy(each) for each in load_tile_model(False).predict_features(images)]
    with torch.autocast("cpu", torch.bfloat16):
        coarse = net(make_picture(images), *features)
    parts, _ = measure_tile_losses(coarse.float(), maps, points, owner)
    return sum((WEIGHTS[name] * part for name, part in parts.items()), torch.zeros(())), parts


def main() -> None:
    """Train until the minutes are used."""
    parser = make_arguments(__doc__, minutes=15, batch=16)
    parser.add_argument("--crop", type=int, default=192, help="train on such parts of the scenes")
    asked = parser.parse_args()
    course = Course(NumeralTileNet(read_weights(TILES)), asked, decay=0.02)
    shards = Shards(asked.shards, course.step + 1, asked.crop, sizes=SIZES)
    course.run(read_ahead(shards, asked.batch), learn_tiles)


if __name__ == "__main__":
    main()
