"""The second network: from one half of a tile, cut out and rectified, to its number, or that it is not a half."""

import torch
from torch import Tensor, nn

from .cuts import NONE
from .net import Block, make_conv


class HalfNet(nn.Module):  # type: ignore[misc]  # types are checked without PyTorch
    """A network from cut-outs N×3×80×80 (0 to 1) to log odds N×20, corrections N×8 and a map of pips N×1×40×40.

    The corrections are the distances (x, y; in sides of a half) of the half's corners from those of the cut-out. With
    them the half is cut out again, more exactly.
    """

    def __init__(self, channels: tuple[int, int, int] = (24, 48, 80)) -> None:
        """Build the network with `channels` at a half, a quarter and an eighth of the size."""
        super().__init__()
        a, b, c = channels
        self.stem = make_conv(3, a, 5, 2)
        self.one = Block(a)
        self.two = nn.Sequential(make_conv(a, b, 3, 2), Block(b))
        self.three = nn.Sequential(make_conv(b, c, 3, 2), Block(c), Block(c))
        self.lift_two, self.lift_one = make_conv(c, b, 1), make_conv(b, a, 1)
        self.up_two, self.up_one = Block(b), make_conv(a, a)
        self.pip = nn.Conv2d(a, 1, 1)
        self.gather = nn.Sequential(make_conv(c + 1, c, 3), make_conv(c, 48, 3, 2))
        self.number = nn.Linear(48 * 25, NONE + 1)
        self.corners = nn.Linear(48 * 25, 8)
        self.finer = nn.Sequential(make_conv(a, 16, 3, 2), make_conv(16, 32, 3, 2))
        self.counted = nn.Sequential(nn.Flatten(), nn.Linear(32 * 100, 64), nn.ReLU(), nn.Linear(64, NONE + 1))
        with torch.no_grad():
            self.pip.bias[:] = -4.0
            for part in self.counted[3].parameters():
                part[:] = 0  # zero at first, so that the weights of a file without it decide alone

    def forward(self, cut: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return the outputs; the number also depends on the pips found, and on finer features of their rows."""
        one = self.one(self.stem(cut))
        two = self.two(one)
        three = self.three(two)
        x = self.up_two(two + nn.functional.interpolate(self.lift_two(three), scale_factor=2.0, mode="nearest"))
        x = self.up_one(one + nn.functional.interpolate(self.lift_one(x), scale_factor=2.0, mode="nearest"))
        pip = self.pip(x)
        seen = nn.functional.avg_pool2d(torch.sigmoid(pip), 4) * 8
        gathered = self.gather(torch.cat([three, seen], dim=1)).flatten(1)
        number = self.number(gathered) + self.counted(self.finer(x))
        return number, self.corners(gathered), pip
