"""The first network: a small U-Net with additive skips and two heads, at a quarter and half of the picture's size."""

from typing import Any

import torch
from torch import Tensor, nn

from vision.lab.render.looks import NUMBERS

CHANNELS = (16, 32, 64, 80, 80)
COARSE = 2 + 4 + 2 + NUMBERS
"""Channels of the coarse map: tile, half, geometry (4), to the tile's centre (2), the half's number."""


def make_conv(inside: int, outside: int, size: int = 3, stride: int = 1) -> nn.Sequential:
    """Return a convolution, a norm and a rectifier."""
    return nn.Sequential(
        nn.Conv2d(inside, outside, size, stride, size // 2, bias=False), nn.BatchNorm2d(outside), nn.ReLU(inplace=True)
    )


class Block(nn.Module):  # type: ignore[misc]  # types are checked without PyTorch
    """Two convolutions and a skip connection."""

    def __init__(self, channels: int) -> None:
        """Build a block of `channels` channels."""
        super().__init__()
        self.one = make_conv(channels, channels)
        self.two = nn.Sequential(nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels))

    def forward(self, x: Tensor) -> Tensor:
        """Return an output of the same shape."""
        return torch.relu(x + self.two(self.one(x)))


class TileNet(nn.Module):  # type: ignore[misc]  # types are checked without PyTorch
    """A network from pictures N×3×H×W (0 to 1; H, W multiples of 32) to maps N×27×H/4×W/4 and pips N×1×H/2×W/2."""

    def __init__(self, channels: tuple[int, ...] = CHANNELS) -> None:
        """Build the network with `channels` at a half, a quarter … of the size."""
        super().__init__()
        c = channels
        self.stem = make_conv(3, c[0], 5, 2)
        self.down = nn.ModuleList(
            nn.Sequential(make_conv(c[k], c[k + 1], 3, 2), Block(c[k + 1]), *([Block(c[k + 1])] if k >= 1 else []))
            for k in range(len(c) - 1)
        )
        self.lift = nn.ModuleList(make_conv(c[k + 1], c[k], 1) for k in range(len(c) - 1))
        self.up = nn.ModuleList(Block(c[k]) if k else make_conv(c[0], c[0]) for k in range(len(c) - 1))
        self.heat = nn.Sequential(make_conv(c[1], c[1]), nn.Conv2d(c[1], 2, 1))
        self.geometry = nn.Sequential(make_conv(c[1], 48), nn.Conv2d(48, 6, 1))
        self.number = nn.Sequential(make_conv(c[1], 48), nn.Conv2d(48, NUMBERS, 1))
        self.pip = nn.Conv2d(c[0], 1, 1)
        nn.init.constant_(self.pip.bias, -4.0)
        with torch.no_grad():
            self.heat[1].bias[:] = -4.0

    def forward(self, picture: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits and geometry, before any sigmoid; lengths are in units of 16 pixels."""
        x = self.stem(picture)
        kept = [x]
        for step in self.down:
            x = step(x)
            kept.append(x)
        coarse: Any = None
        for k in range(len(self.lift) - 1, -1, -1):
            x = nn.functional.interpolate(self.lift[k](x), scale_factor=2.0, mode="nearest")
            x = self.up[k](x + kept[k])
            if k == 1:
                coarse = torch.cat([self.heat(x), self.geometry(x), self.number(x)], dim=1)
        return coarse, self.pip(x)
