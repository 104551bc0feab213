"""Training: `python -m vision.train.fit SHARDS RUN --minutes 90`; started again it goes on from RUN's last checkpoint.

The learning rate falls along a cosine over `--minutes` of training, whatever was interrupted between. RUN/curve.csv
has the losses.
"""

import argparse
import os
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor

from .net import NUMBERS, TileNet
from .shards import Shards, ahead
from .targets import Targets

UNIT = 16.0
"""Geometry is learned in units of so many pixels."""


def focal(logits: Tensor, wanted: Tensor, mask: Tensor, places: Tensor) -> Tensor:
    """CornerNet's focal loss for bells: only the top counts as right, near it little is wrong."""
    p = torch.sigmoid(logits).clamp(1e-5, 1 - 1e-5)
    right = (wanted > 0.999).float()
    loss = -right * (1 - p) ** 2 * torch.log(p) - (1 - right) * (1 - wanted) ** 4 * p**2 * torch.log(1 - p)
    return (loss * mask).sum() / places.clamp(min=1)


def losses(coarse: Tensor, pip: Tensor, wanted: dict[str, Tensor], points: Tensor, owner: Tensor) -> dict[str, Tensor]:
    """Every part of the loss, unweighted."""
    found = {
        "tile": focal(coarse[:, 0], wanted["tile"], wanted["coarse_mask"][:, 0], (wanted["tile"] > 0.999).sum()),
        "half": focal(coarse[:, 1], wanted["half"], wanted["coarse_mask"][:, 1], (wanted["half"] > 0.999).sum()),
        "pip": focal(pip[:, 0], wanted["pip"], wanted["fine_mask"], (wanted["pip"] > 0.999).sum()),
    }
    high, wide = coarse.shape[2:]
    nearest = torch.round(points[:, :2] / 4)
    at = nearest + torch.randint(-1, 2, nearest.shape)
    geometry, to, number = [], [], []
    for place in (nearest, at):
        x, y = place[:, 0].long().clamp(0, wide - 1), place[:, 1].long().clamp(0, high - 1)
        seen = coarse[owner, :, y, x]
        size = points[:, 2:4].norm(dim=1, keepdim=True) / UNIT
        geometry.append(((seen[:, 2:6] - points[:, 2:6] / UNIT).abs() / size).mean())
        aim = (points[:, 6:8] + points[:, :2] - torch.stack([x, y], dim=1) * 4) / UNIT
        whole = (points[:, 8] >= 0) & torch.isfinite(aim).all(dim=1)
        to.append(((seen[whole, 6:8] - aim[whole]).abs() / size[whole]).mean())
        half = points[:, 8] >= 0
        number.append(
            torch.nn.functional.cross_entropy(seen[half, 8 : 8 + NUMBERS], points[half, 8].long(), label_smoothing=0.01)
        )
    found["geometry"] = torch.stack(geometry).mean()
    found["to"] = torch.stack(to).mean()
    found["number"] = torch.stack(number).mean()
    return found


WEIGHTS = {"tile": 1.0, "half": 0.7, "pip": 1.0, "geometry": 2.5, "to": 1.0, "number": 1.0}


def tensors(targets: list[Targets]) -> tuple[dict[str, Tensor], Tensor, Tensor]:
    """Targets as tensors: maps by name, the used points, and which picture each is in."""
    maps = {
        name: torch.from_numpy(np.stack([getattr(t, name) for t in targets])).float()
        for name in ("tile", "half", "pip", "coarse_mask", "fine_mask")
    }
    used = [t.points[t.points[:, 8] > -1.5] for t in targets]
    owner = np.concatenate([np.full(len(points), k) for k, points in enumerate(used)])
    return maps, torch.from_numpy(np.concatenate(used)), torch.from_numpy(owner.astype(np.int64))


def follow(slow: dict[str, Any], fast: dict[str, Any], keep: float) -> None:
    """Let the running mean of the weights follow."""
    for name, value in fast.items():
        if value.dtype.is_floating_point:
            slow[name].mul_(keep).add_(value, alpha=1 - keep)
        else:
            slow[name].copy_(value)


def main() -> None:
    """Train until the minutes are used."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shards", type=Path)
    parser.add_argument("run", type=Path)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--crop", type=int, default=224, help="train on such parts of the scenes")
    parser.add_argument("--warm", type=Path, help="start from this checkpoint's weights, as far as they fit")
    asked = parser.parse_args()
    os.nice(19 - os.nice(0))
    torch.set_num_threads(asked.threads)
    cv2.setNumThreads(1)
    asked.run.mkdir(parents=True, exist_ok=True)
    net = TileNet().to(memory_format=torch.channels_last)
    if asked.warm:
        fits = {n: w for n, w in torch.load(asked.warm, weights_only=False)["slow"].items() if n in net.state_dict()}
        fits = {n: w for n, w in fits.items() if w.shape == net.state_dict()[n].shape}
        net.load_state_dict(fits, strict=False)
    optimizer = torch.optim.AdamW(net.parameters(), lr=asked.rate, weight_decay=0.02)
    slow = {name: value.clone() for name, value in net.state_dict().items()}
    step, spent = 0, 0.0
    last = asked.run / "last.pt"
    if last.exists():
        kept = torch.load(last, weights_only=False)
        net.load_state_dict(kept["net"])
        optimizer.load_state_dict(kept["optimizer"])
        slow, step, spent = kept["slow"], kept["step"], kept["spent"]
    quick = torch.compile(net)  # half as fast again; needs a C++ compiler
    batches = ahead(Shards(asked.shards, step + 1, asked.crop), asked.batch)
    mean: dict[str, float] = {}
    begun = saved = time.time()
    net.train()
    while spent < asked.minutes * 60:
        images, targets = batches.get()
        picture = torch.from_numpy(images).permute(0, 3, 1, 2).float().div(255)
        picture = picture.contiguous(memory_format=torch.channels_last)
        maps, points, owner = tensors(targets)
        if not len(points):
            continue
        share = min(1.0, spent / (asked.minutes * 60))
        rate = asked.rate * min(1.0, (step + 1) / 200) * (0.02 + 0.98 * 0.5 * (1 + np.cos(np.pi * share)))
        for group in optimizer.param_groups:
            group["lr"] = rate
        with torch.autocast("cpu", torch.bfloat16):
            coarse, pip = quick(picture)
        parts = losses(coarse.float(), pip.float(), maps, points, owner)
        total = sum((WEIGHTS[name] * part for name, part in parts.items()), torch.zeros(()))
        optimizer.zero_grad()
        total.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        step += 1
        follow(slow, net.state_dict(), min(0.9985, (1 + step) / (20 + step)))
        for name, part in parts.items():
            mean[name] = 0.98 * mean.get(name, part.item()) + 0.02 * part.item()
        now = time.time()
        spent += now - begun
        begun = now
        if step % 50 == 0:
            with (asked.run / "curve.csv").open("a") as file:
                numbers = ",".join(f"{name}={value:.4f}" for name, value in mean.items())
                file.write(f"{step},{spent:.0f},{rate:.5f},{numbers}\n")
        if now - saved > 120 or spent >= asked.minutes * 60:
            saved = now
            state = {"net": net.state_dict(), "optimizer": optimizer.state_dict(), "slow": slow}
            torch.save({**state, "step": step, "spent": spent}, last.with_suffix(".tmp"))
            last.with_suffix(".tmp").rename(last)


if __name__ == "__main__":
    main()
