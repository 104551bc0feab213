"""The process that looks at the table through a camera and writes the moves into the running match."""

import os
import signal
from collections.abc import Iterable, Mapping
from contextlib import suppress
from copy import copy
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from time import sleep
from typing import Any

from scorekeeper.cli.errors import CommandError
from scorekeeper.engine.problems import RuleError
from scorekeeper.play import SqliteStore, Store, StoreError
from scorekeeper.play.photos import keep_photo
from scorekeeper.play.scoring.camera import CameraScorer, SeenMoves, find_followed_match, write_moves
from scorekeeper.play.scoring.match import Match
from scorekeeper.play.scoring.writing import DoubtfulEntryError, StaleError
from scorekeeper.play.upkeep.ephemeral import (
    CameraOverTable,
    EphemeralStore,
    SqliteEphemeralStore,
    ask_players,
    find_camera,
    forget_camera,
    renew_camera,
    show_picture,
)
from scorekeeper.vision import PhotoError, Reading, Tracker, can_read_photos, make_picture, read_frames

Frame = Any
"""A picture (H×W×3 uint8, BGR); this package knows no library for pictures."""
LONG_TURN = 150
"""Frames after which a turn without a tile may be a pass: half a minute."""
STANDSTILL = 0.2
"""Seconds between two checks whether the question for which a film has stopped is answered."""
AFTER_MOVE = 10
"""Frames after a move in which a hand over the table is taken to be that of the player who has just laid a tile."""


class CameraTable:
    """The table below a camera, and the match that is played on it in the book of `store`.

    With `keeps_pictures` the frame on which a move was seen is stored with it, reduced in size, as its photo.
    """

    def __init__(self, store: Store, ephemeral: EphemeralStore, keeps_pictures: bool = False) -> None:
        self._store, self._ephemeral, self._book = store, ephemeral, store.id
        self._keeps_pictures = keeps_pictures
        self._tracker, self._scorer, self._match_id = Tracker(), CameraScorer(), ""
        self._pending: Reading | None = None  # a layout that waits until the question is answered
        self._picture, self._shows_picture = b"", False
        self._quiet = QuietTurn()

    def look(self, frame: Frame) -> None:
        """Process one frame: write the moves that it shows, or ask the players about them.

        Nothing is done while no match runs that a camera can follow, or while the camera is paused. While a question is
        open, only the layout is followed. Raises StoreError, or an error of `write_moves`.
        """
        match = find_followed_match(self._store)
        mode = renew_camera(self._ephemeral, self._book, "" if match is None else match.id)
        if match is None or mode == "paused":
            return
        if match.id != self._match_id:
            self._match_id, self._scorer, self._shows_picture = match.id, CameraScorer(), False
            self._tracker = Tracker(match.sheet.game.largest)
        reading = self._tracker.watch(frame)
        if reading is not None or not self._shows_picture:
            self._picture = make_picture(frame)
            show_picture(self._ephemeral, self._book, self._picture)
            self._shows_picture = True
        if reading is not None:
            self._pending = reading
            self._scorer.cleared = self._scorer.cleared or not reading.tiles
        camera = find_camera(self._ephemeral, self._book)
        if camera is None or _is_waiting(camera, match):
            return
        if self._quiet.is_long(match.seen, self._tracker.at_rest) and self._pending is None and self._tracker.settled:
            passed = self._scorer.find_pass(match.sheet)
            if passed is not None:
                self._take(match, passed, ask=True)
        if self._pending is None:
            return
        scorer = copy(self._scorer)
        seen = scorer.find_moves(match.sheet, self._pending.tiles, self._pending.joins)
        if seen is None and self._tracker.settled:
            seats = camera.seats if camera.seats.keys() == set(match.seating.players) else {}
            seen = scorer.find_round_end(match.sheet, self._pending, seats, self._tracker.unread)
            self._pending = None if seen is None else self._pending
        if seen is not None:
            self._take(match, seen, ask=mode == "asking")
        self._scorer = scorer  # if the moves were not written, the next frame tries again

    def waits(self) -> bool:
        """Return whether a question of the camera has to be answered first, and record that the camera still works."""
        match = find_followed_match(self._store)
        if match is None or renew_camera(self._ephemeral, self._book, match.id) == "paused":
            return False
        camera = find_camera(self._ephemeral, self._book)
        return camera is not None and _is_waiting(camera, match)

    def _take(self, match: Match, seen: SeenMoves, ask: bool) -> None:
        """Write the moves that were seen, or ask the players about them.

        They are asked if `seen` has a question, or in any case with `ask`. Raises StoreError, or what `write_moves`
        raises if a phone has written an entry meanwhile.
        """
        photo = None
        if self._keeps_pictures and self._pending is not None and seen.entries:
            photo = keep_photo(self._store, match.id, self._picture, self._pending.to_json(""))
        if seen.question is None and not ask:
            write_moves(self._store, match, seen.entries, photo)
            return
        ask_players(self._ephemeral, self._book, _make_question(match, seen, photo))


def _is_waiting(camera: CameraOverTable, match: Match) -> bool:
    """Return whether the camera has a question about the present sheet that must be answered before it goes on.

    A question about a pass does not stop the camera.
    """
    question = camera.question
    return (
        question is not None
        and question["seen"] == match.seen
        and [each["entry"] for each in question["entries"]] != ["pass"]
    )


class QuietTurn:
    """Counts the frames since the last entry, to detect a turn in which a hand came and no tile was laid."""

    def __init__(self) -> None:
        self._seen, self._frames, self._hands = 0, 0, False

    def is_long(self, seen: int, at_rest: bool) -> bool:
        """Return whether the table is at rest again after a hand, LONG_TURN frames or more after entry `seen`."""
        if seen != self._seen:
            self._seen, self._frames, self._hands = seen, 0, False
        self._frames += 1
        if self._frames > AFTER_MOVE:
            self._hands = self._hands or not at_rest
        return at_rest and self._hands and self._frames >= LONG_TURN


def _make_question(match: Match, seen: SeenMoves, photo: str | None) -> Mapping[str, Any]:
    """Return the JSON values of a question about the moves `seen`, with the id of the stored `photo` or None."""
    return {
        "seen": match.seen,
        "tiles": [str(tile) for tile in seen.tiles],
        "text": None if seen.question is None else seen.question.to_json(),
        "entries": [dict(entry) for entry in seen.entries],
        "photo": photo,
    }


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
    table = CameraTable(store, ephemeral, keeps_pictures)
    try:
        for frame in frames:
            # The disk is full, or a phone was quicker: the layout waits for the next frame.
            with suppress(StoreError, StaleError, RuleError, DoubtfulEntryError):
                table.look(frame)
                while is_film and table.waits():
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
