"""What all trainings share: batches, optimizer, falling rate, running mean of the weights, checkpoints, curve."""

import argparse
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

Batch = list[Tensor]
ListBatches = Callable[[int], Iterator[tuple[Any, ...]]]
"""A function from a seed to batches without end, each a tuple of arrays."""
Losses = Callable[[Any, Batch], tuple[Tensor, dict[str, Tensor]] | None]
"""A function from a network and a batch to the loss and the figures for the curve; None without examples."""

WARM_UP = 200
"""The number of steps until the rate is highest."""
LEAST_RATE = 0.02
"""The rate at the end, as a fraction of the highest one."""
SAVED_EVERY = 120
"""The seconds between two checkpoints."""
AHEAD = 3
"""The batches that each process prepares ahead."""


def make_arguments(description: str | None, minutes: float, batch: int) -> argparse.ArgumentParser:
    """Return a parser with the options of both commands."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("shards", type=Path)
    parser.add_argument("run", type=Path)
    parser.add_argument("--minutes", type=float, default=minutes)
    parser.add_argument("--batch", type=int, default=batch)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--device", default="cpu", help="where the network is trained, as cuda")
    parser.add_argument("--workers", type=int, default=1, help="processes that prepare batches")
    parser.add_argument("--known", type=Path, help="begin with what this model file (ONNX) knows")
    parser.add_argument("--warm", type=Path, help="start from this checkpoint's weights, as far as they fit")
    return parser


def follow(slow: dict[str, Any], fast: dict[str, Any], keep: float) -> None:
    """Let the running mean of the weights follow."""
    for name, value in fast.items():
        if value.dtype.is_floating_point:
            slow[name].mul_(keep).add_(value, alpha=1 - keep)
        else:
            slow[name].copy_(value)


class Batches(IterableDataset):  # type: ignore[misc]  # types are checked without PyTorch
    """Batches without end for a `DataLoader`, other ones in each of its processes."""

    def __init__(self, list_batches: ListBatches, seed: int) -> None:
        """Prepare the batches of `list_batches`; the same seed makes the same batches."""
        self._list_batches, self._seed = list_batches, seed

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        """Return the batches of this process."""
        cv2.setNumThreads(1)
        return self._list_batches(1000 * self._seed + get_worker_info().id)


class Course:
    """A training that continues from `run`'s last checkpoint, if there is one."""

    def __init__(self, net: nn.Module, asked: argparse.Namespace, decay: float) -> None:
        """Prepare the training; `asked` is what `make_arguments` parsed, `decay` is AdamW's weight decay."""
        os.nice(19 - os.nice(0))
        torch.set_num_threads(asked.threads)
        cv2.setNumThreads(1)
        asked.run.mkdir(parents=True, exist_ok=True)
        self.net = net.to(asked.device, memory_format=torch.channels_last)
        if asked.warm:
            own = net.state_dict()
            warm = torch.load(asked.warm, map_location=asked.device, weights_only=False)["slow"]
            net.load_state_dict({n: w for n, w in warm.items() if n in own and w.shape == own[n].shape}, strict=False)
        self.optimizer = torch.optim.AdamW(net.parameters(), lr=asked.rate, weight_decay=decay)
        self.slow = {name: value.clone() for name, value in net.state_dict().items()}
        self.step, self.spent = 0, 0.0
        self._asked = asked
        self._mean: dict[str, float] = {}
        if self._last.exists():
            kept = torch.load(self._last, map_location=asked.device, weights_only=False)
            net.load_state_dict(kept["net"])
            self.optimizer.load_state_dict(kept["optimizer"])
            self.slow, self.step, self.spent = kept["slow"], kept["step"], kept["spent"]

    @property
    def _last(self) -> Path:
        return Path(self._asked.run) / "last.pt"

    def run(self, list_batches: ListBatches, losses: Losses) -> None:
        """Train until the minutes are used."""
        on_processor = self._asked.device == "cpu"
        quick = torch.compile(self.net) if on_processor else self.net  # one and a half times as fast; needs a compiler
        loader = DataLoader(
            Batches(list_batches, self.step + 1), None, num_workers=self._asked.workers, prefetch_factor=AHEAD,
            pin_memory=not on_processor,
        )  # fmt: skip
        batches = iter(loader)
        begun = saved = time.time()
        self.net.train()
        most = self._asked.minutes * 60
        while self.spent < most:
            batch = [part.to(self._asked.device, non_blocking=True) for part in next(batches)]
            share = min(1.0, self.spent / most)
            falling = LEAST_RATE + (1 - LEAST_RATE) * 0.5 * (1 + np.cos(np.pi * share))
            rate = self._asked.rate * min(1.0, (self.step + 1) / WARM_UP) * falling
            for group in self.optimizer.param_groups:
                group["lr"] = rate
            found = losses(quick, batch)
            if found is None:
                continue
            self._learn(*found)
            now = time.time()
            self.spent += now - begun
            begun = now
            if self.step % 50 == 0:
                self._note(rate)
            if now - saved > SAVED_EVERY or self.spent >= most:
                saved = now
                self._save()

    def _learn(self, total: Tensor, parts: dict[str, Tensor]) -> None:
        self.optimizer.zero_grad()
        total.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.optimizer.step()
        self.step += 1
        follow(self.slow, self.net.state_dict(), min(0.9985, (1 + self.step) / (20 + self.step)))
        for name, part in parts.items():
            self._mean[name] = 0.98 * self._mean.get(name, part.item()) + 0.02 * part.item()

    def _note(self, rate: float) -> None:
        with (Path(self._asked.run) / "curve.csv").open("a") as file:
            figures = ",".join(f"{name}={value:.4f}" for name, value in self._mean.items())
            file.write(f"{self.step},{self.spent:.0f},{rate:.5f},{figures}\n")

    def _save(self) -> None:
        state = {"net": self.net.state_dict(), "optimizer": self.optimizer.state_dict(), "slow": self.slow}
        fresh = self._last.with_suffix(".tmp")
        torch.save({**state, "step": self.step, "spent": self.spent}, fresh)
        fresh.rename(self._last)


def make_picture(images: Tensor) -> Tensor:
    """Convert pictures N×H×W×3 uint8 to the input of the networks, N×3×H×W, 0 to 1."""
    picture = images.permute(0, 3, 1, 2).float().div(255)
    return picture.contiguous(memory_format=torch.channels_last)
