"""What the camera above a table does at the moment: its match, its mode, and its question to the players."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from scorekeeper.store.ephemeral.database import EphemeralStore

SILENT = 15.0  # seconds without a sign of the camera after which it is taken to have ended

Mode = Literal["watching", "asking", "paused"]
MODES: tuple[Mode, ...] = get_args(Mode)


@dataclass(frozen=True, slots=True)
class CameraOverTable:
    """A camera that follows the match `match_id`.

    While `watching` it writes each move at once; while `asking` each move waits for one tap. `question` has JSON values
    that the page of the match shows, or is None.
    """

    match_id: str
    mode: Mode
    question: Mapping[str, Any] | None = None


def renew_camera(ephemeral: EphemeralStore, book: str, match_id: str) -> Mode:
    """Record that the camera of the book works and follows this match, and return its mode.

    The mode is `watching` at first. A question about another match is dropped.
    """
    now = ephemeral.clock()
    with ephemeral.write() as db:
        row = db.execute("SELECT match, mode, question FROM camera WHERE book = ?", (book,)).fetchone()
        before, mode, question = row or (match_id, MODES[0], None)
        kept = question if before == match_id else None
        db.execute("INSERT OR REPLACE INTO camera VALUES (?, ?, ?, ?, ?)", (book, match_id, mode, kept, now))
    return MODES[MODES.index(mode)]


def find_camera(ephemeral: EphemeralStore, book: str) -> CameraOverTable | None:
    """Return the camera of the book; None if there is none, or if it was silent for `SILENT` seconds."""
    with ephemeral.read() as db:
        sql = "SELECT match, mode, question, renewed FROM camera WHERE book = ?"
        row = db.execute(sql, (book,)).fetchone()
    if row is None or not row[3] - 1 <= ephemeral.clock() <= row[3] + SILENT:
        return None
    return CameraOverTable(row[0], row[1], json.loads(row[2]) if row[2] else None)


def set_camera_mode(ephemeral: EphemeralStore, book: str, mode: Mode) -> None:
    """Set the mode of the book's camera, if it has one."""
    with ephemeral.write() as db:
        db.execute("UPDATE camera SET mode = ? WHERE book = ?", (mode, book))


def ask_players(ephemeral: EphemeralStore, book: str, question: Mapping[str, Any] | None) -> None:
    """Replace the question of the book's camera; None means that it has none any more."""
    with ephemeral.write() as db:
        written = None if question is None else json.dumps(question)
        db.execute("UPDATE camera SET question = ? WHERE book = ?", (written, book))


def forget_camera(ephemeral: EphemeralStore, book: str) -> None:
    """Record that the camera of the book has ended."""
    with ephemeral.write() as db:
        db.execute("DELETE FROM camera WHERE book = ?", (book,))
