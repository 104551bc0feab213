"""Learning how likely readings are right (`vision.detect.belief`) from many readings of which that is known."""

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.detect.belief import SPEAKS, Belief

MEMBERS = 4
"""So many networks, each begun anew, have their mean heard: one alone depends on its beginning."""
UNITS = 12
STEPS = 500
RATE = 0.02
SMALL = 1e-4
"""How much large weights cost."""
USUAL = (0.2, 99.8)
"""Percentiles of what was met of each sign: beyond them nothing was learned."""

Vector = NDArray[np.float64]


class _Member(nn.Module):  # type: ignore[misc]  # types are checked without PyTorch
    """One network: no weight on the way from a sign that speaks for a reading turns it against it."""

    def __init__(self) -> None:
        super().__init__()
        self.speaks = torch.tensor(SPEAKS, dtype=torch.float32)
        self.free_inner = nn.Parameter(torch.randn(len(SPEAKS), UNITS) * 0.3)
        self.free_outer = nn.Parameter(torch.rand(UNITS) * 0.5)
        self.free_straight = nn.Parameter(torch.full((len(SPEAKS), 1), 0.1))
        self.inner_bias = nn.Parameter(torch.randn(UNITS) * 0.5)
        self.bias = nn.Parameter(torch.zeros(1))

    def _held(self, weights: Tensor) -> Tensor:
        speaks = self.speaks[:, None]
        return torch.where(speaks > 0, weights.abs(), weights)

    def list_weights(self) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
        """Inner weights and bias, outer ones, those straight from the signs, and the last bias."""
        straight = self._held(self.free_straight)[:, 0]
        return self._held(self.free_inner), self.inner_bias, self.free_outer.abs(), straight, self.bias

    def forward(self, usual: Tensor) -> Tensor:
        inner, inner_bias, outer, straight, bias = self.list_weights()
        return torch.tanh(usual @ inner + inner_bias) @ outer + usual @ straight + bias


def fit_belief(signs: Vector, right: Vector, seed: int = 1) -> Belief:
    """The network that says from their signs (N×S) which readings are right (N: 0 or 1)."""
    mean, spread = signs.mean(axis=0), signs.std(axis=0)
    spread[spread < 1e-6] = 1.0
    usual = (signs - mean) / spread
    low, high = np.percentile(usual, USUAL, axis=0)
    torch.manual_seed(seed)
    seen, wanted = torch.from_numpy(np.clip(usual, low, high)).float(), torch.from_numpy(right).float()
    members = [_fit_one(seen, wanted) for _ in range(MEMBERS)]
    inner, inner_bias, outer, straight, bias = zip(*members, strict=True)
    return Belief(
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
