"""The frames of a camera of this computer, of a stream, or of a film."""

import time
from collections.abc import Iterator

import cv2

from ..detect.arrays import Array
from ..photo import PhotoError

MOST_A_SECOND = 5.0
"""The most frames of a second that are read."""
WIDTH = 800
"""The most pixels of the width of a picture for players."""
QUALITY = 70


def read_frames(source: str) -> Iterator[Array]:
    """Yield frames (H×W×3 uint8, BGR) of `source`, at most MOST_A_SECOND of each second, until it ends.

    `source` is the number of a camera of this computer, the address of a stream, or the path of a film. A film is read
    without waiting. Raises PhotoError `no_camera` if the source cannot be opened.
    """
    capture = cv2.VideoCapture(int(source)) if source.isdecimal() else cv2.VideoCapture(source)
    try:
        if not capture.isOpened():
            raise PhotoError("no_camera", source=source)
        length, rate = capture.get(cv2.CAP_PROP_FRAME_COUNT), capture.get(cv2.CAP_PROP_FPS)
        if length > 0:
            yield from _read_film(capture, max(1, round(rate / MOST_A_SECOND)))
        else:
            yield from _read_live(capture)
    finally:
        capture.release()


def _read_film(capture: cv2.VideoCapture, every: int) -> Iterator[Array]:
    """Yield the first of every `every` frames of a film."""
    number = 0
    while capture.grab():
        if number % every == 0:
            is_read, frame = capture.retrieve()
            if is_read:
                yield frame
        number += 1


def _read_live(capture: cv2.VideoCapture) -> Iterator[Array]:
    """Yield the newest frame of a camera or stream whenever enough time has passed; older ones are dropped."""
    due = time.monotonic()
    while capture.grab():
        if time.monotonic() < due:
            continue
        due = time.monotonic() + 1 / MOST_A_SECOND
        is_read, frame = capture.retrieve()
        if is_read:
            yield frame


def make_picture(frame: Array) -> bytes:
    """Return a frame (H×W×3 uint8, BGR) as a small JPEG, at most WIDTH pixels wide."""
    height, width = frame.shape[:2]
    size = min(WIDTH, width), max(1, height * min(WIDTH, width) // width)
    small = cv2.resize(frame, size, interpolation=cv2.INTER_AREA)
    return cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
