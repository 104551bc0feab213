"""The camera above the table, as the pad displays it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.engine.entries import Entry, TileLaid
from scorekeeper.engine.text import Text
from scorekeeper.play.scoring.camera_match import can_be_followed, writes_moves
from scorekeeper.play.scoring.correcting import find_last_move
from scorekeeper.play.scoring.match import Match
from scorekeeper.play.upkeep.ephemeral import Mode, find_camera
from scorekeeper.web.forms.round import RoundForm
from scorekeeper.web.http.book_middleware import get_ephemeral, get_store_id
from scorekeeper.web.uploads.reader import can_read_photos


@dataclass(frozen=True, slots=True)
class CameraQuestion:
    """A question of the camera about `tiles`; `entries` are written if the answer is yes, and may be none.

    `text` is None if the camera only waits for a tap before it writes a move that it is sure of. `round_end` has the
    fields of the form for the end of the round, filled in, if that is what the camera saw. `photo` is the id of the
    stored picture on which it was seen, or None. `asks_seats` is true if the question is where everybody sits.
    """

    tiles: tuple[str, ...]
    text: Text | None
    entries: Sequence[Mapping[str, Any]]
    player: str
    photo: str | None
    round_end: Mapping[str, str] = field(default_factory=dict)
    asks_seats: bool = False


@dataclass(frozen=True, slots=True)
class CameraView:
    """The camera that follows this match: its `mode`, and its question about the present sheet, or None.

    `seen` is the number of the last entry. `seats` has a key of `open_hands.PLACES` for each player whose place at the
    table is known; `seated` says that all are known. `mover` is the player who made the last move of the round, or
    None, and `laid` the tile that they laid, empty if that is not written. `to_move` is the player whose turn it is, or
    None.
    """

    mode: Mode
    question: CameraQuestion | None
    seen: int
    seats: Mapping[str, str]
    seated: bool
    reads_moves: bool
    mover: str | None
    laid: str
    to_move: str | None


def can_begin_to_watch(match: Match) -> bool:
    """Return whether a phone's camera can begin to watch the table of the match, because no other camera follows it."""
    return can_read_photos() and not match.sheet.over and can_be_followed(match) and find_camera_view(match) is None


def find_camera_view(match: Match) -> CameraView | None:
    """Return the camera that follows the match, or None if none does."""
    camera = find_camera(get_ephemeral(), get_store_id())
    if camera is None or camera.match_id != match.id:
        return None
    players = match.seating.players
    seats = {player: camera.seats[player] for player in players if player in camera.seats}
    seated = len(seats) == len(players)
    question, reads_moves = _read_question(match, camera.question), writes_moves(match.sheet)
    last = find_last_move(match.sheet) if len(match.seating.sides) > 1 else None
    mover, laid = (last.entry.mover, _name_tile(last.entry)) if last else (None, "")
    to_move = None if match.sheet.over else match.sheet.to_move
    return CameraView(camera.mode, question, match.seen, seats, seated, reads_moves, mover, laid, to_move)


def _name_tile(entry: Entry) -> str:
    """Return the tile that an entry says was laid; empty if it says none."""
    return str(entry.tile) if isinstance(entry, TileLaid) else ""


def _read_question(match: Match, values: Mapping[str, Any] | None) -> CameraQuestion | None:
    """Return the question in the JSON object `values`, or None if there is none or it is about an older sheet."""
    if values is None or values["seen"] != match.seen:
        return None
    text = None if values["text"] is None else Text.from_json(values["text"])
    tiles, entries, photo = tuple(values["tiles"]), values["entries"], values["photo"]
    if entries and entries[0]["entry"] == "round":
        return CameraQuestion(tiles, text, (), "", photo, RoundForm.fill_fields(match.sheet, entries[0]))
    player = entries[0].get("player", "") if entries else ""
    return CameraQuestion(tiles, text, entries, player, photo, asks_seats=values["asks_seats"])
