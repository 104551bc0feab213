"""Fit `vision.detect.calibration` to readings that are known to be right or wrong."""

from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.detect.calibration import MONOTONE, Calibration

MEMBERS = 4
"""The number of networks whose mean is used, because a single one depends on its initial weights."""
UNITS = 12
STEPS = 500
RATE = 0.02
SMALL = 1e-4
"""Weight decay."""
USUAL = (0.2, 99.8)
"""Percentiles of each feature in the training data, within which features are clipped."""

Vector = NDArray[np.float64]


class _Member(nn.Module):  # type: ignore[misc]  # types are checked without PyTorch
    """One network; all weights of a monotone feature are at least 0."""

    def __init__(self) -> None:
        super().__init__()
        self.monotone = torch.tensor(MONOTONE, dtype=torch.float32)
        self.free_inner = nn.Parameter(torch.randn(len(MONOTONE), UNITS) * 0.3)
        self.free_outer = nn.Parameter(torch.rand(UNITS) * 0.5)
        self.free_straight = nn.Parameter(torch.full((len(MONOTONE), 1), 0.1))
        self.inner_bias = nn.Parameter(torch.randn(UNITS) * 0.5)
        self.bias = nn.Parameter(torch.zeros(1))

    def _held(self, weights: Tensor) -> Tensor:
        monotone = self.monotone[:, None]
        return torch.where(monotone > 0, weights.abs(), weights)

    def list_weights(self) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
        """Return inner weights and bias, outer weights, those straight from the features, and the last bias."""
        straight = self._held(self.free_straight)[:, 0]
        return self._held(self.free_inner), self.inner_bias, self.free_outer.abs(), straight, self.bias

    def forward(self, usual: Tensor) -> Tensor:
        inner, inner_bias, outer, straight, bias = self.list_weights()
        return torch.tanh(usual @ inner + inner_bias) @ outer + usual @ straight + bias


def fit_calibration(features: Vector, right: Vector, seed: int = 1) -> Calibration:
    """Return the network fitted to features (N×S) and to whether the readings are right (N: 0 or 1)."""
    mean, spread = features.mean(axis=0), features.std(axis=0)
    spread[spread < 1e-6] = 1.0
    usual = (features - mean) / spread
    low, high = np.percentile(usual, USUAL, axis=0)
    torch.manual_seed(seed)
    seen, wanted = torch.from_numpy(np.clip(usual, low, high)).float(), torch.from_numpy(right).float()
    members = [_fit_one(seen, wanted) for _ in range(MEMBERS)]
    inner, inner_bias, outer, straight, bias = zip(*members, strict=True)
    return Calibration(
        mean, spread, low, high, np.concatenate(inner, axis=1), np.concatenate(inner_bias),
        np.concatenate(outer) / MEMBERS, np.mean(straight, axis=0), np.mean(bias, axis=0),
    )  # fmt: skip


def _fit_one(seen: Tensor, wanted: Tensor) -> list[Vector]:
    member = _Member()
    optimizer = torch.optim.Adam(member.parameters(), lr=RATE)
    falling = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, STEPS)
    for _ in range(STEPS):
        optimizer.zero_grad()
        loss = nn.functional.binary_cross_entropy_with_logits(member(seen), wanted)
        (loss + SMALL * sum(weights.square().sum() for weights in member.parameters())).backward()
        optimizer.step()
        falling.step()
    return [weights.detach().numpy().astype(np.float64) for weights in member.list_weights()]


def write_calibration(calibration: Calibration, path: Path) -> None:
    """Write it to a file for `vision.detect.calibration.load_calibration`."""
    arrays: dict[str, Any] = {each.name: np.float32(getattr(calibration, each.name)) for each in fields(calibration)}
    np.savez_compressed(path, **arrays)
