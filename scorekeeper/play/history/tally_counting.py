"""The counting of tallies: a finished match is added to the stored form of a player's tally."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.seating import Seating
from scorekeeper.play.history.played_game import PlayedGame
from scorekeeper.play.scoring.digests import make_digest
from scorekeeper.play.scoring.match import load_cached_match
from scorekeeper.store import Connection, Store
from scorekeeper.store.finished_matches import FinishedMatch

LAST = 20  # the most results in `Tally.last`
PAIRS = "pairs"


def find_digest(store: Store, db: Connection, ending: FinishedMatch) -> Mapping[str, Any]:
    """Return the digest of a match; if none is stored, make it, or an empty one if it cannot be scored any more."""
    if ending.digest is not None:
        return ending.digest
    try:
        return make_digest(load_cached_match(store, db, ending.row).sheet)
    except RuleError:
        return {"rounds": 0, "moves": [], "best_rounds": [], "behind": []}


def add_to_tally(data: dict[str, Any], player: str, ending: FinishedMatch, digest: Mapping[str, Any]) -> None:
    """Add a finished match to the stored form of a player's tally."""
    row = ending.row
    seating = Seating(row.players, row.partners)
    side, seat = seating.side_of(player), row.players.index(player)
    result = "L" if side not in ending.winners else "W" if len(ending.winners) == 1 else "D"
    game = data.setdefault("games", {}).setdefault(PlayedGame(row.variant, row.own_name).key, {})
    table = PAIRS if row.partners else str(len(row.players))
    for record in (game, game.setdefault("tables", {}).setdefault(table, {})):
        _add_to_count(record, "matches")
        _add_to_count(record, {"W": "won", "D": "drawn", "L": "lost"}[result])
        _add_to_count(record, "rounds", digest["rounds"])
        _add_to_count(record, "points", ending.totals.get(side, 0))
        _replace_best(record, "best_move", digest["moves"], seat, row.id)
        _replace_best(record, "best_round", digest["best_rounds"], seating.sides.index(side), row.id)
    if len(seating.sides) < 2:
        return
    for other in row.players:
        if other != player:
            kind = "beside" if seating.side_of(other) == side else "against"
            met = data.setdefault(kind, {}).setdefault(other, {})
            _add_to_count(met, "matches")
            decided = result == "W" or kind == "beside" or ending.winners == (seating.side_of(other),)
            if decided and result != "D":
                _add_to_count(met, "won" if result == "W" else "lost")
    data["streak"] = data.get("streak", 0) + 1 if result == "W" else 0
    data["longest"] = max(data.get("longest", 0), data["streak"])
    data["last"] = (data.get("last", "") + result)[-LAST:]


def _add_to_count(counts: dict[str, Any], what: str, by: int = 1) -> None:
    """Add `by` to the count `what`."""
    counts[what] = counts.get(what, 0) + by


def _replace_best(game: dict[str, Any], what: str, bests: list[list[int] | None], index: int, match: str) -> None:
    """Replace the best score `what` of a game if the score at `index` of `bests` is higher."""
    best = bests[index] if index < len(bests) else None
    if best and best[0] > game.get(what, [0])[0]:
        game[what] = [best[0], match, best[1]]
