"""The networks for numerals: one finds tiles with numerals in a picture, one reads the numeral on a half."""

from collections.abc import Mapping
from types import MappingProxyType

import torch
from torch import Tensor, nn

from vision.detect.pips import NUMBERS

from .net import Block, make_conv

NO_NUMERAL = NUMBERS
"""The answer after the numbers 0 to 18: no numeral."""


class NumeralTileNet(nn.Module):  # type: ignore[misc]  # types are checked without PyTorch
    """The network that finds tiles with numerals.

    Its inputs are a picture and what `TileModel.predict_features` returns for it; its output is N×8×H/4×W/4, the first
    maps of `TileNet`. It adds a correction to the finest of these features and has the last layers of `TileNet`. Before
    the training the correction is 0, so that its output is that of `TileNet`.
    """

    def __init__(self, known: Mapping[str, Tensor] = MappingProxyType({})) -> None:
        """`known`: the weights of the network for tiles (`read_weights`); without them everything begins at random."""
        super().__init__()
        self.stem = nn.Sequential(make_conv(3, 12, 5, 2), make_conv(12, 24, 3, 2))
        self.sixteenth, self.eighth = make_conv(80, 48, 1), make_conv(64, 48, 1)
        self.quarter = make_conv(32 + 24, 32, 1)
        self.coarse, self.lift, self.fine = nn.Sequential(Block(48), Block(48)), make_conv(48, 32, 1), Block(32)
        self.change = nn.Conv2d(32, 32, 1)
        self.heat = nn.Sequential(nn.Conv2d(32, 32, 3, 1, 1), nn.ReLU(), nn.Conv2d(32, 2, 1))
        self.geometry = nn.Sequential(nn.Conv2d(32, 48, 3, 1, 1), nn.ReLU(), nn.Conv2d(48, 6, 1))
        with torch.no_grad():
            for weights in self.change.parameters():
                weights[:] = 0
            for name, layers in (("heat", self.heat), ("geometry", self.geometry)):
                for place, before in ((0, "0.0"), (2, "1")) if known else ():
                    layers[place].weight[:] = known[f"{name}.{before}.weight"]
                    layers[place].bias[:] = known[f"{name}.{before}.bias"]

    def forward(self, picture: Tensor, quarter: Tensor, eighth: Tensor, sixteenth: Tensor) -> Tensor:
        """Return logits and geometry, before any sigmoid; lengths in units of 16 pixels."""
        x = nn.functional.interpolate(self.sixteenth(sixteenth), scale_factor=2.0, mode="nearest")
        x = self.coarse(x + self.eighth(eighth))
        x = nn.functional.interpolate(self.lift(x), scale_factor=2.0, mode="nearest")
        x = self.fine(x + self.quarter(torch.cat([quarter, self.stem(picture)], dim=1)))
        x = quarter + self.change(x)
        return torch.cat([self.heat(x), self.geometry(x)], dim=1)


class NumeralNet(nn.Module):  # type: ignore[misc]  # types are checked without PyTorch
    """The network that reads numerals.

    Its input are halves, N×3×48×48 (0 to 1); its output are N×20 logits: that the numeral 0 to 18 stands upright there,
    and that no numeral does.
    """

    def __init__(self, channels: tuple[int, int, int] = (16, 32, 48)) -> None:
        """`channels` at a half, a quarter, an eighth of the size."""
        super().__init__()
        a, b, c = channels
        self.look = nn.Sequential(
            make_conv(3, a, 5, 2), make_conv(a, b, 3, 2), Block(b), make_conv(b, c, 3, 2), Block(c), make_conv(c, 24, 1)
        )
        self.read = nn.Sequential(nn.Linear(24 * 36, 64), nn.ReLU(), nn.Linear(64, NUMBERS + 1))

    def forward(self, halves: Tensor) -> Tensor:
        """Return the logits; each half is first normalized to the same mean and contrast."""
        halves = halves - halves.mean(dim=(2, 3), keepdim=True)
        halves = halves / (halves.square().mean(dim=(1, 2, 3), keepdim=True).sqrt() + 0.02)
        logits: Tensor = self.read(torch.flatten(self.look(halves), 1))
        return logits
