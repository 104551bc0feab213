"""The learned parts of the reader: a picture in, maps out; a half cut out in, its number out; a
tile laid straight in, whether it is one and its lower half hidden out.

All models were taught on rendered scenes (`vision/lab/train`). ONNX Runtime runs them in three fifths of the time that
OpenCV needs. The first sees a tile best when that is about 100 pixels long, and takes pictures of any size.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

MODEL = Path(__file__).parent / "model" / "tiles.onnx"
LARGE_MODEL = MODEL.with_name("tiles_large.onnx")
HALF_MODEL = MODEL.with_name("half.onnx")
LARGE_HALF_MODEL = MODEL.with_name("half_large.onnx")
HIDDEN_MODEL = MODEL.with_name("hidden.onnx")
ERRORS = 3
"""ONNX Runtime's level of what it prints: no warnings, which tell of its own doings."""
UNIT = 16.0
"""The network gives lengths in units of so many pixels."""

Map = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Maps:
    """What the network says of a picture of H×W pixels, float32; h = H/4, w = W/4 (rounded up to its own grid).

    `tile`, `half`: h×w, how likely the middle of a tile, of a half is there (0 to 1). `along`, `across`: 2×h×w, from
    a tile's middle to its short end's and to its long side's middle, in pixels, as a double angle (|v| e^2iθ: v and -v
    are the same); at a half's middle `along` is its tile's and `across` its own. `to`: 2×h×w, from a half's middle to
    its tile's, in pixels. `number`: N×h×w, log of the odds for the numbers from 0 on (to 15, or to 18 by the model of
    large sets). `pip`: 2h×2w, how likely the middle of a pip is there, as log of the odds.
    """

    tile: Map
    half: Map
    along: Map
    across: Map
    to: Map
    number: Map
    pip: Map


def open_model(model: Path) -> onnxruntime.InferenceSession:
    """A model file, opened, to be asked by as many threads as OpenCV uses; onnxruntime's `Fail` if it is not one.

    The threads do not wait for more to do by going in circles: the pad answers taps beside them.
    """
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = cv2.getNumThreads()
    options.log_severity_level = ERRORS
    options.enable_mem_pattern = False  # of pictures of one size only
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


class Network:
    """A model file, opened; one may be used by several threads."""

    def __init__(self, model: Path = MODEL) -> None:
        """Open a model; errors as `open_model`."""
        self._session = open_model(model)

    def raw(self, pictures: Sequence[NDArray[np.uint8]]) -> tuple[Map, Map]:
        """The bare answer (N×(8 + numbers)×h×w, N×1×2h×2w) for pictures of one size, H×W×3, both multiples of 32."""
        coarse, pip = self._session.run(["coarse", "pip"], {"picture": cv2.dnn.blobFromImages(list(pictures), 1 / 255)})
        return coarse, pip

    def look(self, pictures: Sequence[NDArray[Any]]) -> list[Maps]:
        """The maps of some pictures of one size, H×W×3 uint8, of any height and width."""
        high, wide = pictures[0].shape[:2]
        down, right = -high % 32, -wide % 32
        padded = [cv2.copyMakeBorder(p, 0, down, 0, right, cv2.BORDER_REPLICATE) for p in pictures]
        coarse, pip = self.raw(padded)  # type: ignore[arg-type]  # bytes as they were
        heat = 1 / (1 + np.exp(-coarse[:, :2]))
        return [
            Maps(
                tile=heat[k, 0],
                half=heat[k, 1],
                along=coarse[k, 2:4] * UNIT,
                across=coarse[k, 4:6] * UNIT,
                to=coarse[k, 6:8] * UNIT,
                number=coarse[k, 8:],
                pip=pip[k, 0],
            )
            for k in range(len(padded))
        ]


MOST_CUTS = 128
"""Cut-outs that are asked about at once: each takes half a megabyte until it is answered."""


class HalfReader:
    """The second model: says what number a half shows, cut out as `vision.detect.halves` does it."""

    def __init__(self, model: Path = HALF_MODEL) -> None:
        """Open a model; errors as `open_model`."""
        self._session = open_model(model)

    def raw(self, cuts: Sequence[NDArray[Any]]) -> tuple[Map, Map, Map]:
        """The bare answer for N cut-outs.

        N×20: log odds of the numbers 0 to 18 and of no half at all; N×8: where its corners are, for
        `halves.correct_corners`; N×1×40×40: pips.
        """
        told = [self._ask(cuts[start : start + MOST_CUTS]) for start in range(0, len(cuts), MOST_CUTS)]
        number, corners, pip = (np.concatenate(each) for each in zip(*told, strict=True))
        return number, corners, pip

    def _ask(self, cuts: Sequence[NDArray[Any]]) -> tuple[Map, Map, Map]:
        blob = cv2.dnn.blobFromImages(list(cuts), 1 / 255)
        number, corners, pip = self._session.run(["number", "corners", "pip"], {"picture": blob})
        return number, corners, pip


class HiddenReader:
    """The third model: says whether a tile lies as `vision.detect.covered` laid it, and its lower half is hidden."""

    def __init__(self, model: Path = HIDDEN_MODEL) -> None:
        """Open a model; errors as `open_model`."""
        self._session = open_model(model)

    def raw(self, laid: Sequence[NDArray[Any]]) -> Map:
        """The bare answer for N tiles, N×2: log odds that one lies so, and that its lower half is hidden then."""
        told = [self._ask(laid[start : start + MOST_CUTS]) for start in range(0, len(laid), MOST_CUTS)]
        return np.concatenate(told)

    def _ask(self, laid: Sequence[NDArray[Any]]) -> Map:
        (odds,) = self._session.run(["hidden"], {"picture": cv2.dnn.blobFromImages(list(laid), 1 / 255)})
        return np.asarray(odds)
