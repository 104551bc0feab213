"""The games that a family has put together: of each the row counts that was written last."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlite_utils import Database

from scorekeeper.engine.options import Setting
from scorekeeper.store.columns import write_moment


@dataclass(frozen=True, slots=True)
class OwnGameRow:
    """A game as it was kept last: its `rules` are the settings of its axes; `gone` says that it was thrown away."""

    id: str
    rules: Mapping[str, Setting]
    gone: bool


def list_own_game_rows(db: Database) -> tuple[OwnGameRow, ...]:
    """Every game that was ever kept, in the order in which they came."""
    rows = db.execute(
        "SELECT id, rules, gone FROM own_games AS each"
        " WHERE number = (SELECT max(number) FROM own_games WHERE id = each.id)"
        " ORDER BY (SELECT min(number) FROM own_games WHERE id = each.id)"
    )
    return tuple(OwnGameRow(key, json.loads(rules), bool(gone)) for key, rules, gone in rows)


def write_own_game(db: Database, row: OwnGameRow, at: datetime) -> None:
    """Say this of the game from now on."""
    db.execute(
        "INSERT INTO own_games (id, rules, gone, at) VALUES (?, ?, ?, ?)",
        (row.id, json.dumps(dict(row.rules), ensure_ascii=False), row.gone, write_moment(at)),
    )
