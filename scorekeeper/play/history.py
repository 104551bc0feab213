"""Finding matches again: the newest first, by game and by player."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from scorekeeper.engine.problems import RuleError
from scorekeeper.play.reading import load
from scorekeeper.store import Connection, Store
from scorekeeper.store.matches import MatchRow, find_final, find_tip, last_written, list_matches, list_players


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """One line of the history. `variant` is the game's key, `entries` the number of the last entry.

    A match that is over shows the result as it was told; `totals` are empty where a match cannot be scored any more.
    """

    id: str
    variant: str
    players: tuple[str, ...]
    started: datetime
    written: datetime | None
    entries: int
    totals: Mapping[str, int]
    over: bool = False
    winners: tuple[str, ...] = ()


def matches(
    store: Store, variant: str | None = None, player: str | None = None, limit: int = 50, offset: int = 0
) -> tuple[MatchSummary, ...]:
    """Matches with the newest first, of one game or one player where these are given."""
    with store.read() as db:
        return tuple(_summary(store, db, row) for row in list_matches(db, variant, player, limit, offset))


def known_players(store: Store) -> tuple[str, ...]:
    """Everybody who ever played here, those of the newest matches first."""
    with store.read() as db:
        return list_players(db)


def _summary(store: Store, db: Connection, row: MatchRow) -> MatchSummary:
    tip = find_tip(db, row.serial)
    final = find_final(db, row.serial)
    totals: Mapping[str, int] = {}
    over = final is not None and final.number == tip.number
    if final and over:
        totals = final.totals
    else:
        try:
            totals = load(store, db, row).sheet.totals
        except RuleError:
            # `check` tells why. One such match must not hide all the others.
            totals = {}
    winners = final.winners if final and over else ()
    when = last_written(db, row.serial)
    return MatchSummary(row.id, row.variant, row.players, row.started, when, tip.number, totals, over, winners)
