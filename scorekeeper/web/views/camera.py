"""The camera above the table, as the pad shows it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.engine.text import Text
from scorekeeper.play.scoring.match import Match
from scorekeeper.play.upkeep.ephemeral import Mode, find_camera
from scorekeeper.web.http.book_middleware import find_book, get_ephemeral


@dataclass(frozen=True, slots=True)
class CameraQuestion:
    """A question of the camera about `tiles`; `entries` are written if the answer is yes, and may be none.

    `text` is None if the camera only waits for a tap before it writes a move that it is sure of.
    """

    tiles: tuple[str, ...]
    text: Text | None
    entries: Sequence[Mapping[str, Any]]
    player: str


@dataclass(frozen=True, slots=True)
class CameraView:
    """The camera that follows this match: its `mode`, and its question about the sheet as it stands, or None."""

    mode: Mode
    question: CameraQuestion | None
    seen: int


def find_camera_view(match: Match) -> CameraView | None:
    """Return the camera that follows the match, or None if none does."""
    camera = find_camera(get_ephemeral(), find_book())
    if camera is None or camera.match_id != match.id:
        return None
    asked = camera.question
    question = None
    if asked is not None and asked["seen"] == match.seen:
        text = None if asked["text"] is None else Text.from_json(asked["text"])
        player = str(asked["entries"][0]["player"]) if asked["entries"] else ""
        question = CameraQuestion(tuple(asked["tiles"]), text, asked["entries"], player)
    return CameraView(camera.mode, question, match.seen)
