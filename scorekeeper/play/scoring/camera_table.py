"""Follow a match with the reports of a tracker about each frame: write the moves, or ask the players about them.

The camera may be one of the computer that serves the pad, or that of a phone whose frames come one by one. Between two
frames of a phone, the state of the table is stored as JSON.
"""

from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any, Protocol

from scorekeeper.play.photos import keep_photo
from scorekeeper.play.scoring.camera import CameraScorer, SeenMoves
from scorekeeper.play.scoring.camera_frames import LayoutOnFrame
from scorekeeper.play.scoring.camera_match import write_moves
from scorekeeper.play.scoring.match import Match
from scorekeeper.store import Store
from scorekeeper.store.ephemeral.camera import CameraOverTable, Mode, ask_players, find_camera, show_picture
from scorekeeper.store.ephemeral.interface import EphemeralStore

LONG_TURN = 30.0
"""Seconds after which a turn without a tile may be a pass."""
AFTER_MOVE = 2.0
"""Seconds after a move in which a hand over the table is taken to be that of the player who has just laid a tile."""


class StoredLayout(LayoutOnFrame, Protocol):
    """A layout that can be stored, with the reader's JSON: `to_json` takes the name of a file, which may be empty."""

    def to_json(self, photo: str) -> Mapping[str, Any]: ...


@dataclass(frozen=True, slots=True)
class SeenFrame:
    """The report of a tracker about a frame.

    `layout` is None unless it has changed. `at_rest` says that nothing moved and no arm was over the table, `settled`
    that the last frame that was read needs no other look, and `unread` how many tiles on it are at no known tile's
    place. `make_picture` returns a small JPEG of the frame.
    """

    layout: StoredLayout | None
    at_rest: bool
    settled: bool
    unread: int
    make_picture: Callable[[], bytes]


class CameraTable:
    """The table below the camera of the book of `store`, on which the match with the id `match_id` is played.

    With `keeps_pictures` the frame on which a move was seen is stored with it, small, as its photo. `rate` is the
    number of frames a second.
    """

    def __init__(
        self, store: Store, ephemeral: EphemeralStore, match_id: str, rate: float, keeps_pictures: bool = False
    ) -> None:
        self._store, self._ephemeral, self._book = store, ephemeral, store.id
        self.match_id, self._keeps_pictures = match_id, keeps_pictures
        self._scorer, self._quiet = CameraScorer(), QuietTurn(rate)
        self._pending: StoredLayout | None = None  # a layout that waits until the question is answered
        self._picture, self._shows_picture = b"", False

    def follow(self, match: Match, mode: Mode, frame: SeenFrame) -> None:
        """Write the moves that a frame shows into `match`, or ask the players about them.

        While a question is open, only the layout is followed. Raises StoreError, or what `write_moves` raises if a
        phone was quicker; the next frame then tries again.
        """
        if frame.layout is not None or not self._shows_picture:
            self._picture = frame.make_picture()
            show_picture(self._ephemeral, self._book, self._picture)
            self._shows_picture = True
        if frame.layout is not None:
            self._pending = frame.layout
            self._scorer.cleared = self._scorer.cleared or not frame.layout.tiles
        camera = find_camera(self._ephemeral, self._book)
        if camera is None or is_waiting(camera, match):
            return
        if self._quiet.is_long(match.seen, frame.at_rest) and self._pending is None and frame.settled:
            passed = self._scorer.find_pass(match.sheet)
            if passed is not None:
                self._take(match, passed, ask=True)
        if self._pending is None:
            return
        scorer = copy(self._scorer)
        seen = scorer.find_moves(match.sheet, self._pending.tiles, self._pending.joins)
        if seen is None and frame.settled:
            seats = camera.seats if camera.seats.keys() == set(match.seating.players) else {}
            seen = scorer.find_round_end(match.sheet, self._pending, seats, frame.unread)
            self._pending = None if seen is None else self._pending
        if seen is not None:
            self._take(match, seen, ask=mode == "asking")
        self._scorer = scorer  # if the moves were not written, the next frame tries again

    def to_json(self) -> dict[str, Any]:
        """Return the state of the table as a JSON object."""
        pending = None if self._pending is None else self._pending.to_json("")
        return {"scorer": self._scorer.to_json(), "quiet": self._quiet.to_json(), "pending": pending}

    def remember(self, memory: Mapping[str, Any], read_layout: Callable[[Any], StoredLayout]) -> None:
        """Restore the state that `to_json` returned as `memory`; `read_layout` returns a layout from its JSON form."""
        self._scorer, self._shows_picture = CameraScorer.from_json(memory["scorer"]), True
        self._quiet.remember(memory["quiet"])
        self._pending = None if memory["pending"] is None else read_layout(memory["pending"])

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


class QuietTurn:
    """A counter of the frames since the last entry, to detect a turn in which a hand came and no tile was laid.

    `rate` is the number of frames a second.
    """

    def __init__(self, rate: float) -> None:
        self._rate = rate
        self._seen, self._frames, self._hands = 0, 0, False

    def is_long(self, seen: int, at_rest: bool) -> bool:
        """Return whether the table is at rest again after a hand, LONG_TURN seconds or more after entry `seen`."""
        if seen != self._seen:
            self._seen, self._frames, self._hands = seen, 0, False
        self._frames += 1
        if self._frames > AFTER_MOVE * self._rate:
            self._hands = self._hands or not at_rest
        return at_rest and self._hands and self._frames >= LONG_TURN * self._rate

    def to_json(self) -> list[Any]:
        """Return what was counted as JSON values."""
        return [self._seen, self._frames, self._hands]

    def remember(self, counted: list[Any]) -> None:
        """Take over what `to_json` returned."""
        self._seen, self._frames, self._hands = counted


def is_waiting(camera: CameraOverTable, match: Match) -> bool:
    """Return whether the camera has a question about the present sheet that must be answered before it goes on.

    A question about a pass does not stop the camera.
    """
    question = camera.question
    return (
        question is not None
        and question["seen"] == match.seen
        and [each["entry"] for each in question["entries"]] != ["pass"]
    )


def _make_question(match: Match, seen: SeenMoves, photo: str | None) -> Mapping[str, Any]:
    """Return the JSON values of a question about the moves `seen`, with the id of the stored `photo` or None."""
    return {
        "seen": match.seen,
        "tiles": [str(tile) for tile in seen.tiles],
        "text": None if seen.question is None else seen.question.to_json(),
        "entries": [dict(entry) for entry in seen.entries],
        "photo": photo,
        "asks_seats": seen.asks_seats,
    }
