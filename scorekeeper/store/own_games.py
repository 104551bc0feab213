"""The games that a family has built from options; the row of a game that was written last counts."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from scorekeeper.engine.options import Setting
from scorekeeper.store.columns import write_moment
from scorekeeper.store.connection import Database


@dataclass(frozen=True, slots=True)
class OwnGameRow:
    """A saved game: `rules` are its options by name; `gone` is true if the game was deleted."""

    id: str
    rules: Mapping[str, Setting]
    gone: bool


def list_own_game_rows(db: Database) -> tuple[OwnGameRow, ...]:
    """Return every game that was ever saved, also deleted ones, in the order in which they were first saved."""
    rows = db.execute(
        "SELECT id, rules, gone FROM own_games AS each"
        " WHERE number = (SELECT max(number) FROM own_games WHERE id = each.id)"
        " ORDER BY (SELECT min(number) FROM own_games WHERE id = each.id)"
    )
    return tuple(OwnGameRow(key, json.loads(rules), bool(gone)) for key, rules, gone in rows)


def write_own_game(db: Database, row: OwnGameRow, at: datetime) -> None:
    """Record `row` as the current version of the game, written at the time `at`."""
    db.execute(
        "INSERT INTO own_games (id, rules, gone, at) VALUES (?, ?, ?, ?)",
        (row.id, json.dumps(dict(row.rules), ensure_ascii=False), row.gone, write_moment(at)),
    )
