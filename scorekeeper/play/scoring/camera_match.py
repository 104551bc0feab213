"""The match that a camera follows, and the writing of the moves that it has seen."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.play.scoring.writing import add_entry
from scorekeeper.store import Store
from scorekeeper.store.ids import make_id
from scorekeeper.store.match_index import NEVER, list_recent

RUNNING = 4
"""The number of running matches that are considered, the one written last first."""


def write_moves(store: Store, match: Match, entries: Sequence[Mapping[str, Any]], photo: str | None = None) -> Match:
    """Write the entries that a camera has seen, and return the match after the last of them.

    `photo` is the id of the stored picture on which they were seen, or None. Raises StaleError if somebody else wrote
    meanwhile, RuleError, or DoubtfulEntryError; entries written before the error stay.
    """
    for entry in entries:
        match = add_entry(store, match.id, entry, match.seen, make_id(), None if entry["entry"] == "void" else photo)
    return match


def find_followed_match(store: Store) -> Match | None:
    """Return the match that a camera follows: of the running matches that it can follow, the one written last."""
    with store.read() as db:
        running = [each.row.id for each in list_recent(db, False, NEVER, RUNNING)]
    matches = (load_match(store, match_id) for match_id in running)
    return next((match for match in matches if can_be_followed(match)), None)


def can_be_followed(match: Match) -> bool:
    """Return whether a camera can follow the match: its moves are written, or open hands end its rounds."""
    game = match.sheet.game
    return game.solitaire is None and (writes_moves(match.sheet) or game.rounds.hands.can_count)


def writes_moves(sheet: Sheet) -> bool:
    """Return whether the moves of the game are written, as tiles or as open ends."""
    return bool({"play", "ends"} & sheet.variant.takes)
