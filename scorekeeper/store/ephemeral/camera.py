"""The camera above a table at the moment: its match, its mode, and its question to the players."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from scorekeeper.store.ephemeral.interface import EphemeralStore

SILENT = 15.0  # seconds without a sign of the camera after which it is taken to have ended
KEPT = 24 * 3600.0  # seconds without a sign after which another camera that begins deletes its data

Mode = Literal["watching", "asking", "paused"]
MODES: tuple[Mode, ...] = get_args(Mode)
SERVER = "server"  # the source of a camera that the server itself opens, a film or a stream; else it is a phone's id


@dataclass(frozen=True, slots=True)
class CameraOverTable:
    """A camera that follows the match `match_id`.

    While `watching` it writes each move at once; while `asking` each move waits for one tap. `question` has JSON values
    that the page of the match shows, or is None. `seats` has the place of each player in the picture, for the players
    whose place is known.
    """

    match_id: str
    mode: Mode
    question: Mapping[str, Any] | None = None
    seats: Mapping[str, str] = field(default_factory=dict)


def renew_camera(ephemeral: EphemeralStore, book: str, match_id: str, source: str = SERVER) -> Mode | None:
    """Record that the camera `source` of the book works and follows this match, and return its mode.

    The mode is `watching` at first. A question about another match is dropped. A book has one camera: while another
    source works, nothing is recorded and None is returned. A new source begins without a memory.
    """
    sql = """
        INSERT INTO camera (book, match, mode, source, renewed) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (book) DO UPDATE SET
            question = CASE WHEN camera.match = excluded.match THEN camera.question END,
            memory = CASE WHEN camera.match = excluded.match AND camera.source = excluded.source THEN camera.memory END,
            mode = CASE WHEN camera.source = excluded.source THEN camera.mode ELSE excluded.mode END,
            match = excluded.match, source = excluded.source, renewed = excluded.renewed
        WHERE camera.source = excluded.source OR excluded.renewed NOT BETWEEN camera.renewed - 1 AND camera.renewed + ?
        RETURNING mode
    """
    with ephemeral.write() as db:
        now = ephemeral.clock()
        if not db.execute("SELECT 1 FROM camera WHERE book = ? AND source = ?", (book, source)).fetchone():
            db.execute("DELETE FROM camera WHERE renewed NOT BETWEEN ? AND ?", (now - KEPT, now + 1))
        found = db.execute(sql, (book, match_id, MODES[0], source, now, SILENT)).fetchone()
    return None if found is None else MODES[MODES.index(found[0])]


def keep_memory(ephemeral: EphemeralStore, book: str, memory: str) -> None:
    """Store the memory of the book's camera, the text of its tracker's state."""
    with ephemeral.write() as db:
        db.execute("UPDATE camera SET memory = ? WHERE book = ?", (memory, book))


def find_memory(ephemeral: EphemeralStore, book: str) -> str:
    """Return the text that `keep_memory` has stored for the book's camera; empty if there is none."""
    with ephemeral.read() as db:
        row = db.execute("SELECT memory FROM camera WHERE book = ?", (book,)).fetchone()
    return (row[0] if row else None) or ""


def find_camera(ephemeral: EphemeralStore, book: str) -> CameraOverTable | None:
    """Return the camera of the book; None if there is none, or if it was silent for `SILENT` seconds."""
    with ephemeral.read() as db:
        sql = "SELECT match, mode, question, seats, renewed FROM camera WHERE book = ?"
        row = db.execute(sql, (book,)).fetchone()
    if row is None or not row[-1] - 1 <= ephemeral.clock() <= row[-1] + SILENT:
        return None
    match_id, mode, question, seats, _ = row
    return CameraOverTable(match_id, mode, json.loads(question) if question else None, json.loads(seats or "{}"))


def set_camera_mode(ephemeral: EphemeralStore, book: str, mode: Mode) -> None:
    """Set the mode of the book's camera, if it has one."""
    with ephemeral.write() as db:
        db.execute("UPDATE camera SET mode = ? WHERE book = ?", (mode, book))


def ask_players(ephemeral: EphemeralStore, book: str, question: Mapping[str, Any] | None) -> None:
    """Replace the question of the book's camera; None removes it."""
    with ephemeral.write() as db:
        written = None if question is None else json.dumps(question)
        db.execute("UPDATE camera SET question = ? WHERE book = ?", (written, book))


def seat_players(ephemeral: EphemeralStore, book: str, seats: Mapping[str, str]) -> None:
    """Store the place of each player in the picture of the book's camera, and remove its question.

    The seats are stored as long as the camera works, also for the next match of the same players.
    """
    with ephemeral.write() as db:
        db.execute("UPDATE camera SET seats = ?, question = NULL WHERE book = ?", (json.dumps(seats), book))


def show_picture(ephemeral: EphemeralStore, book: str, jpeg: bytes) -> None:
    """Replace the picture that the book's camera shows to the players."""
    with ephemeral.write() as db:
        db.execute("UPDATE camera SET picture = ? WHERE book = ?", (jpeg, book))


def find_picture(ephemeral: EphemeralStore, book: str) -> bytes | None:
    """Return the picture (JPEG) that the book's camera shows to the players, or None if it has none."""
    with ephemeral.read() as db:
        row = db.execute("SELECT picture FROM camera WHERE book = ?", (book,)).fetchone()
    return row[0] if row else None


def forget_camera(ephemeral: EphemeralStore, book: str, source: str = SERVER) -> None:
    """Record that the camera `source` of the book has ended."""
    with ephemeral.write() as db:
        db.execute("DELETE FROM camera WHERE book = ? AND source = ?", (book, source))
