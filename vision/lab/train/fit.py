"""Train the first network: `python -m vision.lab.train.fit SHARDS RUN --minutes 90`.

A second run continues from RUN's last checkpoint. The learning rate falls along a cosine over `--minutes` of training,
interruptions not counted. RUN/curve.csv has the losses.
"""

from typing import Any

import numpy as np
import torch
from torch import Tensor

from vision.lab.render.looks import NUMBERS

from .loop import Course, make_arguments, make_picture
from .net import TileNet
from .pretrained import teach
from .shards import Shards, read_ahead
from .targets import Targets

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
    at = nearest + torch.randint(-1, 2, nearest.shape)
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


def make_tensors(targets: list[Targets]) -> tuple[dict[str, Tensor], Tensor, Tensor]:
    """Return the targets as tensors: maps by name, the used points, and the index of the picture of each point."""
    maps = {
        name: torch.from_numpy(np.stack([getattr(t, name) for t in targets])).float()
        for name in ("tile", "half", "pip", "coarse_mask", "fine_mask")
    }
    used = [t.points[t.points[:, 8] > -1.5] for t in targets]
    owner = np.concatenate([np.full(len(points), k) for k, points in enumerate(used)])
    return maps, torch.from_numpy(np.concatenate(used)), torch.from_numpy(owner.astype(np.int64))


def learn_batch(net: Any, batch: Any) -> tuple[Tensor, dict[str, Tensor]] | None:
    """Return the weighted loss of a batch and its parts; None if no picture has a tile."""
    images, targets = batch
    maps, points, owner = make_tensors(targets)
    if not len(points):
        return None
    with torch.autocast("cpu", torch.bfloat16):
        coarse, pip = net(make_picture(images))
    parts = measure_losses(coarse.float(), pip.float(), maps, points, owner)
    return sum((WEIGHTS[name] * part for name, part in parts.items()), torch.zeros(())), parts


def main() -> None:
    """Train until the minutes are used."""
    parser = make_arguments(__doc__, minutes=90, batch=16)
    parser.add_argument("--crop", type=int, default=224, help="train on such parts of the scenes")
    asked = parser.parse_args()
    net = TileNet()
    if asked.known:
        shown, _ = Shards(asked.shards, 5, asked.crop).batch(64)
        teach(net, asked.known, make_picture(shown))
    course = Course(net, asked, decay=0.02)
    course.run(read_ahead(Shards(asked.shards, course.step + 1, asked.crop), asked.batch), learn_batch)


if __name__ == "__main__":
    main()
