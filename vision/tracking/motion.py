"""Whether a frame shows the table at rest: nothing moves on it, and no arm reaches into it."""

import base64
import math
from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np

from ..detect.arrays import Array

SIDE = 192
"""Pixels of the longer side of the small grey frames that are compared."""
CHANGED = 12
"""Grey levels by which a pixel must differ, after the exposure of both frames was made equal."""
NOISE = 0.003
"""The share of the pixels that may differ between two frames at rest."""
ARM = 0.012
"""The share of the picture that a change at the border must cover to be taken for an arm."""
MOVED = 0.35
"""The share of the picture above which a change is one of the whole table, such as a knock or another light."""
REST = 2
"""Frames in a row that must not differ from the frame before."""
FARTHEST = 0.08
"""A knock moves the picture at most by this share of its longer side, and turns it at most by this many radians."""
PATIENCE = 25
"""Frames at rest after which a change at the border is part of the table, such as a cup that was put there."""


class MotionGate:
    """Decides for each frame of a camera whether it shows the table at rest."""

    def __init__(self) -> None:
        self._last: Array | None = None
        self._table: Array | None = None
        self._rest = self._covered = 0

    @property
    def still_frames(self) -> int:
        """The number of frames that did not differ from the frame before, since something moved last."""
        return self._rest

    def is_at_rest(self, small: Array) -> bool:
        """Return whether nothing has moved for REST frames, and no arm reaches into the picture.

        `small` is a frame as `shrink` returns it. An arm is a change since the last frame at rest that touches the
        border. The first frames are never at rest, since there are none to compare them with.
        """
        last, self._last = self._last, small
        moves = last is None or last.shape != small.shape or _differ(last, small).mean() > NOISE
        self._rest = 0 if moves else self._rest + 1
        if self._rest < REST:
            return False
        if self._table is not None and self._covered < PATIENCE and _shows_arm(self._table, small):
            self._covered += 1
            return False
        self._table, self._covered = small, 0
        return True

    def to_json(self) -> dict[str, Any]:
        """Return the state of the gate as a JSON object, which `from_json` reads again."""
        frames = {"last": write_small(self._last), "table": write_small(self._table)}
        return frames | {"rest": self._rest, "covered": self._covered}

    @classmethod
    def from_json(cls, state: Mapping[str, Any]) -> "MotionGate":
        """Return the gate that `to_json` wrote."""
        gate = cls()
        gate._last, gate._table = read_small(state["last"]), read_small(state["table"])
        gate._rest, gate._covered = state["rest"], state["covered"]
        return gate


def write_small(frame: Array | None) -> str | None:
    """Return a small frame as a PNG in Base64, or None if it is None."""
    return None if frame is None else base64.b64encode(cv2.imencode(".png", frame)[1].tobytes()).decode()


def read_small(text: str | None) -> Array | None:
    """Return the small frame that `write_small` wrote."""
    if text is None:
        return None
    data = np.frombuffer(base64.b64decode(text), np.uint8)
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_GRAYSCALE), np.uint8)


def has_changed(before: Array | None, now: Array) -> bool:
    """Return whether the table looks different on the small frame `now` from `before`; true if that is None."""
    return before is None or before.shape != now.shape or bool(_differ(before, now).any())


def shrink(frame: Array) -> Array:
    """Return the frame in grey (uint8), at most SIDE pixels wide or high, blurred: a small frame."""
    height, width = frame.shape[:2]
    by = SIDE / max(height, width)
    size = max(1, round(width * by)), max(1, round(height * by))
    small = cv2.resize(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (5, 5), 0), np.uint8)


def _differ(one: Array, other: Array) -> Array:
    """Return which pixels of two small frames differ, apart from their exposure.

    The exposure is the median of the ratio of each pixel of `other` to that of `one`, so an arm does not change it.
    """
    one, other = one.astype(np.float32) + 1, other.astype(np.float32) + 1
    exposure = float(np.median(other / one))
    return np.asarray(np.abs(one * exposure - other) > CHANGED * max(1.0, exposure))


def _shows_arm(table: Array, frame: Array) -> bool:
    """Return whether an arm has come since the small frame `table`, also if the camera was knocked meanwhile."""
    if not _has_arm(_differ(table, frame)):
        return False
    start, criteria = np.eye(2, 3, dtype=np.float32), (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 40, 1e-3)
    try:
        _, matrix = cv2.findTransformECC(frame, table, start, cv2.MOTION_EUCLIDEAN, criteria)
    except cv2.error:  # the pictures are too different
        return True
    height, width = frame.shape
    shift = float(np.abs(matrix[:, 2]).max())
    if shift > FARTHEST * max(height, width) or abs(matrix[0, 1]) > FARTHEST:
        return True
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    moved = cv2.warpAffine(table, matrix, (width, height), flags=how, borderMode=cv2.BORDER_REPLICATE)
    edge = 1 + math.ceil(shift)
    inside = slice(edge, height - edge), slice(edge, width - edge)
    return _has_arm(_differ(moved, frame)[inside])


def _has_arm(changed: Array) -> bool:
    """Return whether one of the changed regions touches the border and is large, but not the whole table."""
    if changed.mean() > MOVED:
        return False
    count, _labels, stats, _centres = cv2.connectedComponentsWithStats(changed.astype(np.uint8), connectivity=8)
    height, width = changed.shape
    for left, top, wide, high, area in stats[1:count]:
        at_border = left == 0 or top == 0 or left + wide == width or top + high == height
        if at_border and area > ARM * changed.size:
            return True
    return False
