"""Training the second network: `python -m vision.train.fit_half SHARDS RUN --minutes 40`; goes on where it was."""

import argparse
import os
import queue
import threading
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch

from vision.halves import SIDE

from .cuts import cuts_of
from .fit import follow
from .halfnet import NONE, HalfNet
from .shards import Shards

Batch = tuple[Any, Any, Any, Any, Any]


def _batches(shards: Shards, rng: np.random.Generator, size: int, waiting: "queue.Queue[Batch]") -> None:
    """Fill a queue with batches, mixing the cut-outs of many scenes."""
    pool: list[Any] = []
    while True:
        while len(pool) < size * 4:
            image, tiles = shards.one()
            pool += cuts_of(rng, image, tiles)
        chosen = set(rng.permutation(len(pool))[:size].tolist())
        batch = [pool[k] for k in chosen]
        pool = [item for k, item in enumerate(pool) if k not in chosen]
        empty = np.zeros((SIDE // 2, SIDE // 2), np.float32)
        waiting.put(
            (
                np.stack([picture for picture, _, _, _ in batch]),
                np.array([number for _, number, _, _ in batch]),
                np.stack([empty if pips is None else pips for _, _, pips, _ in batch]),
                np.array([pips is not None for _, _, pips, _ in batch], np.float32),
                np.stack([misses for _, _, _, misses in batch]),
            )
        )


def main() -> None:
    """Train until the minutes are used."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shards", type=Path)
    parser.add_argument("run", type=Path)
    parser.add_argument("--minutes", type=float, default=40)
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--warm", type=Path, help="start from this checkpoint's weights, as far as they fit")
    asked = parser.parse_args()
    os.nice(19 - os.nice(0))
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    asked.run.mkdir(parents=True, exist_ok=True)
    net = HalfNet().to(memory_format=torch.channels_last)
    if asked.warm:
        net.load_state_dict(torch.load(asked.warm, weights_only=False)["slow"], strict=False)
    optimizer = torch.optim.AdamW(net.parameters(), lr=asked.rate, weight_decay=0.03)
    slow = {name: value.clone() for name, value in net.state_dict().items()}
    step, spent, last = 0, 0.0, asked.run / "last.pt"
    if last.exists():
        kept = torch.load(last, weights_only=False)
        net.load_state_dict(kept["net"])
        optimizer.load_state_dict(kept["optimizer"])
        slow, step, spent = kept["slow"], kept["step"], kept["spent"]
    quick = torch.compile(net)
    waiting: queue.Queue[Batch] = queue.Queue(3)
    feeder = (Shards(asked.shards, step + 7), np.random.default_rng(step), asked.batch, waiting)
    threading.Thread(target=_batches, args=feeder, daemon=True).start()
    mean: dict[str, float] = {}
    begun = saved = time.time()
    net.train()
    while spent < asked.minutes * 60:
        images, numbers, pips, judged, misses = waiting.get()
        picture = torch.from_numpy(images).permute(0, 3, 1, 2).float().div(255)
        picture = picture.contiguous(memory_format=torch.channels_last)
        number, wanted, mask = torch.from_numpy(numbers).long(), torch.from_numpy(pips), torch.from_numpy(judged)
        share = min(1.0, spent / (asked.minutes * 60))
        rate = asked.rate * min(1.0, (step + 1) / 200) * (0.02 + 0.98 * 0.5 * (1 + np.cos(np.pi * share)))
        for group in optimizer.param_groups:
            group["lr"] = rate
        with torch.autocast("cpu", torch.bfloat16):
            named, corners, seen = quick(picture)
        named, p = named.float(), torch.sigmoid(seen[:, 0].float()).clamp(1e-5, 1 - 1e-5)
        right = (wanted > 0.999).float()
        loss = -right * (1 - p) ** 2 * torch.log(p) - (1 - right) * (1 - wanted) ** 4 * p**2 * torch.log(1 - p)
        spots = (loss.sum(dim=(1, 2)) * mask).sum() / right.sum().clamp(min=1)
        told = torch.nn.functional.cross_entropy(named, number, label_smoothing=0.005)
        off = torch.from_numpy(misses)
        known = torch.isfinite(off).all(dim=1)
        askew = (corners.float()[known] - off[known]).abs().mean()
        total = told + 0.5 * spots + 4 * askew
        optimizer.zero_grad()
        total.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        step += 1
        follow(slow, net.state_dict(), min(0.9985, (1 + step) / (20 + step)))
        half = number < NONE
        hit = (named.argmax(dim=1) == number).float()
        for name, part in (
            ("told", told),
            ("spots", spots),
            ("askew", askew),
            ("half", hit[half].mean()),
            ("none", hit[~half].mean()),
        ):
            mean[name] = 0.98 * mean.get(name, part.item()) + 0.02 * part.item()
        now = time.time()
        spent += now - begun
        begun = now
        if step % 50 == 0:
            with (asked.run / "curve.csv").open("a") as file:
                figures = ",".join(f"{name}={value:.4f}" for name, value in mean.items())
                file.write(f"{step},{spent:.0f},{rate:.5f},{figures}\n")
        if now - saved > 120 or spent >= asked.minutes * 60:
            saved = now
            state = {"net": net.state_dict(), "optimizer": optimizer.state_dict(), "slow": slow}
            torch.save({**state, "step": step, "spent": spent}, last.with_suffix(".tmp"))
            last.with_suffix(".tmp").rename(last)


if __name__ == "__main__":
    main()
