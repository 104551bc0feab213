"""The frames of films and cameras: at most five per second are read."""

from itertools import count
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision.detect.arrays import Array
from vision.tracking import MOST_A_SECOND, make_picture, read_frames
from vision.tracking.frames import WIDTH


def test_five_frames_of_each_second_of_a_film_are_read(tmp_path: Path) -> None:
    path = str(tmp_path / "game.avi")
    writer = cv2.VideoWriter(path, cv2.VideoWriter.fourcc(*"MJPG"), 30, (64, 48))
    for level in range(60):
        writer.write(np.full((48, 64, 3), 4 * level, np.uint8))
    writer.release()
    levels = [round(float(frame.mean()) / 4) for frame in read_frames(path)]
    assert levels == list(range(0, 60, 6))


class Webcam:
    """A camera that takes 30 frames a second for five seconds, with a number on each frame."""

    def __init__(self, source: object) -> None:
        self.source, self.taken, self.open = source, -1, True

    def isOpened(self) -> bool:  # noqa: N802  # OpenCV's name
        return True

    def get(self, _: int) -> float:
        return -1

    def grab(self) -> bool:
        self.taken += 1
        return self.taken < 150

    def retrieve(self) -> tuple[bool, Array]:
        return True, np.full((4, 4, 3), self.taken, np.uint8)

    def release(self) -> None:
        self.open = False


def test_a_live_camera_is_read_five_times_a_second_and_older_frames_are_dropped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    webcams, clock = list[Webcam](), count()

    def open_webcam(source: object) -> Any:
        webcams.append(Webcam(source))
        return webcams[-1]

    monkeypatch.setattr("vision.tracking.frames.cv2.VideoCapture", open_webcam)
    # The clock is read twice for a frame that is used, and once for one that is dropped.
    monkeypatch.setattr("vision.tracking.frames.time.monotonic", lambda: next(clock) / 30)
    frames = [int(frame[0, 0, 0]) for frame in read_frames("0")]
    assert webcams[0].source == 0
    assert not webcams[0].open
    assert frames == sorted(set(frames))
    assert len(frames) <= 5 * MOST_A_SECOND


def test_a_picture_for_the_players_is_small() -> None:
    small = cv2.imdecode(np.frombuffer(make_picture(np.zeros((1080, 1920, 3), np.uint8)), np.uint8), cv2.IMREAD_COLOR)
    assert small is not None
    assert small.shape == (450, WIDTH, 3)
