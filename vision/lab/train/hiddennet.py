"""The third network: from a cut out, rectified tile to whether it lies so, and whether its lower half is hidden."""

import torch
from torch import Tensor, nn

from .net import Block, make_conv


class HiddenNet(nn.Module):  # type: ignore[misc]  # types are checked without PyTorch
    """A network from tiles N×3×96×56 (0 to 1), as `vision.detect.covered` rectifies them, to log odds N×2.

    The first are the odds that a tile with a visible upper half lies so, the second that its lower half is hidden then.
    """

    def __init__(self, channels: tuple[int, int, int] = (16, 24, 32)) -> None:
        """Build the network with `channels` at a half, a quarter and an eighth of the size."""
        super().__init__()
        a, b, c = channels
        self.look = nn.Sequential(
            make_conv(3, a, 5, 2), make_conv(a, b, 3, 2), make_conv(b, c, 3, 2), Block(c), make_conv(c, 16, 3, 2)
        )
        self.tell = nn.Linear(16 * 24, 2)

    def forward(self, laid: Tensor) -> Tensor:
        """Return the log odds, N×2."""
        odds: Tensor = self.tell(torch.flatten(self.look(laid), 1))
        return odds
