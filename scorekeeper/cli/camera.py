"""The process that looks at the table through a camera and writes the moves into the running match."""

import os
import signal
from collections.abc import Iterable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from time import sleep
from typing import Any

from scorekeeper.cli.errors import CommandError
from scorekeeper.engine.problems import RuleError
from scorekeeper.play import SqliteStore, Store, StoreError
from scorekeeper.play.scoring.camera_match import find_followed_match
from scorekeeper.play.scoring.camera_table import CameraTable, SeenFrame, is_waiting
from scorekeeper.play.scoring.writing import DoubtfulEntryError, StaleError
from scorekeeper.play.upkeep.ephemeral import (
    EphemeralStore,
    SqliteEphemeralStore,
    find_camera,
    forget_camera,
    renew_camera,
)
from scorekeeper.vision import MOST_A_SECOND, PhotoError, Tracker, can_read_photos, make_picture, read_frames

Frame = Any
"""A picture (H×W×3 uint8, BGR); this package knows no library for pictures."""
STANDSTILL = 0.2
"""Seconds between two checks whether the question for which a film has stopped is answered."""


class CameraOfServer:
    """A camera, stream or film that the server reads, for the running match in the book of `store`.

    With `keeps_pictures` a small picture of each move is stored with it.
    """

    def __init__(self, store: Store, ephemeral: EphemeralStore, keeps_pictures: bool = False) -> None:
        self._store, self._ephemeral, self._keeps_pictures = store, ephemeral, keeps_pictures
        self._tracker = Tracker()
        self._table: CameraTable | None = None

    def look(self, frame: Frame) -> None:
        """Process one frame: write the moves that it shows, or ask the players about them.

        Nothing is done while no match runs that a camera can follow, or while the camera is paused or a phone watches.
        Raises as `CameraTable.follow`.
        """
        match = find_followed_match(self._store)
        mode = renew_camera(self._ephemeral, self._store.id, "" if match is None else match.id)
        if match is None or mode in (None, "paused"):
            return
        if self._table is None or match.id != self._table.match_id:
            self._table = CameraTable(self._store, self._ephemeral, match.id, MOST_A_SECOND, self._keeps_pictures)
            self._tracker = Tracker(match.sheet.game.largest)
        reading, tracker = self._tracker.watch(frame), self._tracker
        seen = SeenFrame(reading, tracker.at_rest, tracker.settled, tracker.unread, lambda: make_picture(frame))
        self._table.follow(match, mode, seen)

    def waits(self) -> bool:
        """Return whether a question of the camera has to be answered first, and record that the camera still works."""
        match = find_followed_match(self._store)
        if match is None or renew_camera(self._ephemeral, self._store.id, match.id) == "paused":
            return False
        camera = find_camera(self._ephemeral, self._store.id)
        return camera is not None and is_waiting(camera, match)


def watch_table(
    frames: Iterable[Frame],
    store: Store,
    ephemeral: EphemeralStore,
    keeps_pictures: bool = False,
    is_film: bool = False,
) -> None:
    """Process all frames, and write the moves that they show into the running match of `store`.

    With `is_film` the frames come from a file, which stops while a question has to be answered.
    """
    camera = CameraOfServer(store, ephemeral, keeps_pictures)
    try:
        for frame in frames:
            # The disk is full, or a phone was quicker: the layout waits for the next frame.
            with suppress(StoreError, StaleError, RuleError, DoubtfulEntryError):
                camera.look(frame)
                while is_film and camera.waits():
                    sleep(STANDSTILL)
    finally:
        with suppress(StoreError):
            forget_camera(ephemeral, store.id)


def start_camera(source: str, database: Path, ephemeral: Path, keeps_pictures: bool) -> BaseProcess:
    """Start a process that watches the table through the camera, stream or film `source`, and return it.

    `database` and `ephemeral` are the files of the book and of the short-lived data. Raise CommandError if photos
    cannot be read here.
    """
    if not can_read_photos():
        raise CommandError("The camera needs the photo reader, which is not installed here.", status=1)
    process = get_context("spawn").Process(
        target=_run, args=(source, database, ephemeral, keeps_pictures), daemon=True, name="camera"
    )
    process.start()
    return process


def _run(source: str, database: Path, ephemeral: Path, keeps_pictures: bool) -> None:
    """Watch the table in the child process until the film or stream ends; print the end or an error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in a terminal goes to all; the server ends this process
    with suppress(AttributeError, OSError):  # not on Windows
        os.nice(5)  # pages and photos first
    try:
        with SqliteStore(database) as store:
            data = SqliteEphemeralStore(ephemeral)
            watch_table(read_frames(source), store, data, keeps_pictures, Path(source).is_file())
        print("The film or stream of the camera is over.", flush=True)
    except (PhotoError, StoreError) as error:
        print(error, flush=True)
