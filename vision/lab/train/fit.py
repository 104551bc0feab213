"""Train the first network: `python -m vision.lab.train.fit SHARDS RUN --minutes 90`.

A second run continues from RUN's last checkpoint. The learning rate falls along a cosine over `--minutes` of training,
interruptions not counted. RUN/curve.csv has the losses.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

import torch
from torch import Tensor

from vision.lab.render.looks import NUMBERS

from .loop import Batch, Course, make_arguments, make_picture
from .net import TileNet
from .pretrained import teach
from .shards import Shards

UNIT = 16.0
"""The unit in pixels in which geometry is learned."""


def measure_focal_loss(logits: Tensor, wanted: Tensor, mask: Tensor, places: Tensor) -> Tensor:
    """Return CornerNet's focal loss for bells: only the top is positive, and errors near it weigh little."""
    p = torch.sigmoid(logits).clamp(1e-5, 1 - 1e-5)
    right = (wanted > 0.999).float()
    loss = -right * (1 - p) ** 2 * torch.log(p) - (1 - right) * (1 - wanted) ** 4 * p**2 * torch.log(1 - p)
    return (loss * mask).sum() / places.clamp(min=1)


def measure_tile_losses(
    coarse: Tensor, wanted: dict[str, Tensor], points: Tensor, owner: Tensor
) -> tuple[dict[str, Tensor], list[tuple[Tensor, Tensor]]]:
    """Return the unweighted parts of the loss for middles and geometry, and the network's outputs at the `points`.

    The outputs are returned twice, for the cell of each point and for a cell beside it, each time with a mask of the
    points that are halves.
    """
    found = {
        name: measure_focal_loss(coarse[:, k], wanted[name], wanted["coarse_mask"][:, k], (wanted[name] > 0.999).sum())
        for k, name in enumerate(("tile", "half"))
    }
    high, wide = coarse.shape[2:]
    nearest = torch.round(points[:, :2] / 4)
    at = nearest + torch.randint(-1, 2, nearest.shape, device=nearest.device)
    geometry, to, answers = [], [], []
    for place in (nearest, at):
        x, y = place[:, 0].long().clamp(0, wide - 1), place[:, 1].long().clamp(0, high - 1)
        seen = coarse[owner, :, y, x]
        size = points[:, 2:4].norm(dim=1, keepdim=True) / UNIT
        geometry.append(((seen[:, 2:6] - points[:, 2:6] / UNIT).abs() / size).mean())
        aim = (points[:, 6:8] + points[:, :2] - torch.stack([x, y], dim=1) * 4) / UNIT
        half = points[:, 8] >= 0
        whole = half & torch.isfinite(aim).all(dim=1)
        to.append(((seen[whole, 6:8] - aim[whole]).abs() / size[whole]).mean())
        answers.append((seen, half))
    return found | {"geometry": torch.stack(geometry).mean(), "to": torch.stack(to).mean()}, answers


def measure_losses(
    coarse: Tensor, pip: Tensor, wanted: dict[str, Tensor], points: Tensor, owner: Tensor
) -> dict[str, Tensor]:
    """Return every part of the loss, unweighted."""
    found, answers = measure_tile_losses(coarse, wanted, points, owner)
    number = [
        torch.nn.functional.cross_entropy(seen[half, 8 : 8 + NUMBERS], points[half, 8].long(), label_smoothing=0.01)
        for seen, half in answers
    ]
    return found | {
        "pip": measure_focal_loss(pip[:, 0], wanted["pip"], wanted["fine_mask"], (wanted["pip"] > 0.999).sum()),
        "number": torch.stack(number).mean(),
    }


WEIGHTS = {"tile": 1.0, "half": 0.7, "pip": 1.0, "geometry": 2.5, "to": 1.0, "number": 1.0}


def add_weighted(parts: dict[str, Tensor]) -> Tensor:
    """Return the sum of the parts of the loss, each with its weight."""
    return torch.stack([WEIGHTS[name] * part for name, part in parts.items()]).sum()


def learn_batch(net: Any, batch: Batch) -> tuple[Tensor, dict[str, Tensor]] | None:
    """Return the weighted loss of a batch and its parts; None if no picture has a tile."""
    images, tile, half, pip, coarse_mask, fine_mask, points, owner = batch
    if not len(points):
        return None
    maps = {"tile": tile, "half": half, "pip": pip, "coarse_mask": coarse_mask, "fine_mask": fine_mask}
    with torch.autocast(images.device.type, torch.bfloat16):
        coarse, pips = net(make_picture(images))
    parts = measure_losses(coarse.float(), pips.float(), maps, points, owner)
    return add_weighted(parts), parts


def _list_batches(asked: Any, seed: int) -> Iterator[tuple[Any, ...]]:
    return Shards(asked.shards, seed, asked.crop).list_batches(asked.batch)


def main() -> None:
    """Train until the minutes are used."""
    parser = make_arguments(__doc__, minutes=90, batch=16)
    parser.add_argument("--crop", type=int, default=224, help="train on such parts of the scenes")
    asked = parser.parse_args()
    net = TileNet()
    if asked.known:
        shown, *_ = next(Shards(asked.shards, 5, asked.crop).list_batches(64))
        teach(net, asked.known, make_picture(torch.from_numpy(shown)))
    Course(net, asked, decay=0.02).run(partial(_list_batches, asked), learn_batch)


if __name__ == "__main__":
    main()
