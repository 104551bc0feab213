"""The learned models, run by ONNX Runtime: one for tiles in a picture, one for cut-out halves, one for covered halves.

All were trained on rendered scenes (`vision/lab/train`). ONNX Runtime takes three fifths of the time that OpenCV needs
for them. The model for tiles reads best where a tile is about 100 pixels long, and takes pictures of any size.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

TILES = Path(__file__).parent / "model" / "tiles.onnx"
TILES_LARGE = TILES.with_name("tiles_large.onnx")
HALF = TILES.with_name("half.onnx")
HALF_LARGE = TILES.with_name("half_large.onnx")
HIDDEN = TILES.with_name("hidden.onnx")
ERRORS_ONLY = 3
"""ONNX Runtime's level of logging without warnings."""
UNIT = 16.0
"""Pixels: the model for tiles gives lengths in this unit."""
BATCH = 128
"""Crops per run: each takes half a megabyte of memory during the run."""

Map = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Maps:
    """The predictions of the model for tiles for a picture of H×W pixels; float32, h = H/4 and w = W/4.

    `tile`, `half`: h×w, the probability that the middle of a tile or of a half is there. `along`, `across`: 2×h×w, from
    the middle to the tile's short end and to its long side, in pixels, as a double angle (|v|·e^2iθ, as v and -v are
    the same axis); at the middle of a half `along` is its tile's and `across` its own. `to_tile`: 2×h×w, from the
    middle of a half to that of its tile, in pixels. `number`: N×h×w, logits of the numbers from 0 (up to 15, or to 18
    by the model for large sets). `pip`: 2h×2w, logits that the middle of a pip is there.
    """

    tile: Map
    half: Map
    along: Map
    across: Map
    to_tile: Map
    number: Map
    pip: Map


def open_session(model: Path) -> onnxruntime.InferenceSession:
    """Open a model file with as many threads as OpenCV uses. Raises onnxruntime's `Fail` if the file is no model.

    Idle threads do not spin, because the process may serve pages at the same time. The weights, a byte each in the
    file, become floats once, here: a model takes a fifth less time than if they did so at each run.
    """
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = cv2.getNumThreads()
    options.log_severity_level = ERRORS_ONLY
    options.enable_mem_pattern = False  # it only helps where all inputs have one size
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.add_session_config_entry("session.disable_quant_qdq", "1")
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


class TileModel:
    """The model that finds tiles in a picture. One object may be used by several threads."""

    def __init__(self, model: Path = TILES) -> None:
        """Open the model file. Raises what `open_session` raises."""
        self._session = open_session(model)

    def predict(self, picture: NDArray[Any]) -> tuple[Map, Map]:
        """Return the raw outputs for a picture: (8 + numbers)×h×w and 2h×2w.

        The picture is H×W×3 uint8, with H and W multiples of 32, h = H/4 and w = W/4.
        """
        coarse, pip = self._session.run(["coarse", "pip"], {"picture": cv2.dnn.blobFromImages([picture], 1 / 255)})
        return coarse[0], pip[0, 0]

    def predict_features(self, pictures: Sequence[NDArray[Any]]) -> tuple[Map, Map, Map]:
        """Return what the model computes on the way, for N pictures of one size as above.

        It is N×32×H/4×W/4, N×64×H/8×W/8 and N×80×H/16×W/16. The model for large sets does not have these outputs.
        """
        outputs = ["quarter", "eighth", "sixteenth"]
        quarter, eighth, sixteenth = self._session.run(
            outputs, {"picture": cv2.dnn.blobFromImages(list(pictures), 1 / 255)}
        )
        return quarter, eighth, sixteenth

    def predict_maps(self, picture: NDArray[Any]) -> Maps:
        """Return the decoded maps for a picture of H×W×3 uint8; H and W are multiples of 32."""
        coarse, pip = self.predict(picture)
        return decode_maps(coarse[:8], coarse[8:], pip)


def decode_maps(coarse: Map, number: Map, pip: Map) -> Maps:
    """Return maps from the raw outputs for tiles and halves (8×h×w) and the maps `number` and `pip`."""
    tile, half = 1 / (1 + np.exp(-coarse[:2]))
    lengths = coarse[2:] * UNIT
    return Maps(tile, half, lengths[:2], lengths[2:4], lengths[4:], number, pip)


class CropModel:
    """A model for crops of one size, such as rectified halves."""

    def __init__(self, model: Path, *outputs: str) -> None:
        """Open the model file, whose outputs have the names `outputs`. Raises what `open_session` raises."""
        self._session, self._outputs = open_session(model), outputs

    def predict(self, crops: Sequence[NDArray[Any]]) -> tuple[Map, ...]:
        """Return each of the model's outputs for N crops (H×W×3 uint8), stacked along the first axis."""
        batches = [list(crops[start : start + BATCH]) for start in range(0, len(crops), BATCH)]
        blobs = ({"picture": cv2.dnn.blobFromImages(batch, 1 / 255)} for batch in batches)
        answers = [self._session.run(list(self._outputs), blob) for blob in blobs]
        return tuple(np.concatenate(each) for each in zip(*answers, strict=True))


@cache
def load_tile_model(large: bool) -> TileModel:
    """Return the model for tiles, opened once; with `large` the one for sets beyond double-twelve."""
    return TileModel(TILES_LARGE if large else TILES)


@cache
def load_half_model(large: bool) -> CropModel:
    """Return the model for halves, opened once; with `large` the one for sets from double-nine on.

    For N crops made by `halves.rectify_half` it returns N×20 logits of the numbers 0 to 18 and of "no half"; N×8
    offsets of the corners, for `halves.refine_corners`; and N×1×40×40 logits of pips.
    """
    return CropModel(HALF_LARGE if large else HALF, "number", "corners", "pip")


@cache
def load_occlusion_model() -> CropModel:
    """Return the model for covered halves, opened once.

    For N crops made by `occlusion.rectify_tile` it returns N×2 logits: that a tile has this outline, and that its lower
    half is hidden then.
    """
    return CropModel(HIDDEN, "hidden")
