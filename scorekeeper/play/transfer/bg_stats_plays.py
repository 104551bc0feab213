"""Reading the plays in a file that BG Stats has exported: a backup of everything, or plays that somebody shared.

The file has players, games and places, each with a number, and plays that refer to these numbers. Times are in UTC.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import IO, Any

from scorekeeper.engine.text import N_
from scorekeeper.play.player_names import normalize_name
from scorekeeper.play.transfer.documents import read_document
from scorekeeper.play.transfer.plays import Play, PlayerScore, Plays, check_number_of_plays, refuse_plays

MOST_BYTES = 48_000_000  # fifty thousand plays have about as many
FIELDS = re.compile(rb'"(?:plays|playDate|gameRefId|bggId|isAnonymous|highestWins|userInfo|challenges|tags)"\s*:')
TERMS = re.compile(r"[+-]?\d{1,7}(?:[+-]\d{1,7})*")  # points as typed in the app: 12, -5 or 12+30+4


def is_bg_stats(first: bytes) -> bool:
    """Return whether a file that begins with these bytes is one of BG Stats; match files have none of its fields."""
    return first.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") and bool(FIELDS.search(first))


def read_bg_stats(file: IO[bytes]) -> Plays:
    """Return the plays of a file of BG Stats. Raise RuleError if it cannot be read or has no plays."""
    document = read_document(file.read(MOST_BYTES + 1), MOST_BYTES)
    plays = document.get("plays") if isinstance(document, dict) else None
    if not isinstance(document, dict) or not isinstance(plays, list):
        raise refuse_plays(N_("there are no plays in it"))
    check_number_of_plays(len(plays))
    games, players, places = (_index_by_id(document.get(name)) for name in ("games", "players", "locations"))
    return Plays(
        tuple(
            _read_play(play, games, players, places)
            for play in plays
            if isinstance(play, dict) and not play.get("ignored")
        )
    )


def _index_by_id(value: object) -> dict[object, Mapping[str, Any]]:
    """Map the `id` of each object of a list to the object; items that are no such object are left out."""
    items = value if isinstance(value, list) else []
    return {each.get("id"): each for each in items if isinstance(each, dict) and isinstance(each.get("id"), int)}


def _read_play(
    data: Mapping[str, Any],
    games: Mapping[object, Mapping[str, Any]],
    players: Mapping[object, Mapping[str, Any]],
    places: Mapping[object, Mapping[str, Any]],
) -> Play:
    game, place = (_refer(data, name, known) for name, known in (("gameRefId", games), ("locationRefId", places)))
    listed = data.get("playerScores")
    scores = [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []
    reason, seated = "", list[PlayerScore]()
    for each in scores:
        written = str(each.get("score") if each.get("score") is not None else "").replace(" ", "")
        if written and not TERMS.fullmatch(written):
            reason = "bad_points"
        score = sum(map(int, re.findall(r"[+-]?\d+", written))) if written and not reason else None
        name = _read_text(_refer(each, "playerRefId", players).get("name"))
        seated.append(PlayerScore(name, score, bool(each.get("winner")), _read_text(each.get("team"))))
    highest = game.get("highestWins")
    minutes = data.get("durationMin")
    return Play(
        _read_text(data.get("uuid")),
        _read_text(game.get("name")),
        _read_moment(data.get("playDate")),
        tuple(seated),
        None if game.get("noPoints") or not isinstance(highest, bool) else not highest,
        minutes if isinstance(minutes, int) and 0 < minutes < 24 * 60 else 0,
        _read_text(place.get("name")),
        _read_text(data.get("comments")),
        reason,
    )


def _refer(data: Mapping[str, Any], name: str, known: Mapping[object, Mapping[str, Any]]) -> Mapping[str, Any]:
    """Return the object whose number is in the field `name`; an empty one if there is none."""
    number = data.get(name)
    return known.get(number, {}) if isinstance(number, int) else {}


def _read_text(value: object) -> str:
    """Return a text as names are written; empty for anything else."""
    return normalize_name(value) if isinstance(value, str) else ""


def _read_moment(value: object) -> datetime | None:
    """Return the time that is written as `2026-11-25 20:15:00`, in UTC; None if it cannot be read."""
    with suppress(ValueError, OverflowError):
        if isinstance(value, str):
            found = datetime.fromisoformat(value)
            return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
    return None
