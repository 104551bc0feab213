"""The games that a family puts together, keeps in its book, changes and throws away (docs/rules.md §11).

A match keeps the rules that it was begun with, whatever becomes of the game.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from scorekeeper.engine.games.game import Variant
from scorekeeper.engine.options import read_settings
from scorekeeper.engine.problems import Findings, RuleError, refuse
from scorekeeper.engine.variants.own import OwnGame
from scorekeeper.store import Connection, NotFoundError, Store
from scorekeeper.store.ids import make_id
from scorekeeper.store.own_games import OwnGameRow, list_own_game_rows, write_own_game

PLAYERS = ("Anna", "Bo", "Carl", "Dora", "Eva", "Finn", "Gerda", "Hugo")


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game of the family's own; `gone` says that it was thrown away, and can be taken back."""

    id: str
    variant: Variant
    gone: bool = False


def list_saved_games(store: Store) -> tuple[SavedGame, ...]:
    """Every game that was kept, also those thrown away; what today's rules know no more is left out."""
    with store.read() as db:
        rows = list_own_game_rows(db)
    found = []
    for row in rows:
        with Findings().at():
            found.append(SavedGame(row.id, build_own_game(OwnGame.renew_options(row.rules)), row.gone))
    return tuple(found)


def build_own_game(rules: Mapping[str, object]) -> type[OwnGame]:
    """The game of these rules, with a name, for every number of players; raises RuleError with all that cannot be."""
    findings, game = Findings(), OwnGame
    with findings.at():
        game = type(OwnGame.at(OwnGame.seat(PLAYERS[: _count_fewest(rules)], options=rules)))
    if not str(rules.get("name", "")).strip():
        findings.add("game_name_missing", "options", "name")
    for players in range(game.fewest_players, game.most_players + 1) if game is not OwnGame else ():
        with findings.at():
            game.seat(PLAYERS[:players])
    found = findings.problems
    if found:
        raise RuleError(tuple(problem for number, problem in enumerate(found) if problem not in found[:number]))
    return game


def _count_fewest(rules: Mapping[str, object]) -> int:
    """With how many players a game is tried first: as few as it is for, where that can be read."""
    return int(read_settings(OwnGame.options, rules)["players_from"])


def save_own_game(store: Store, rules: Mapping[str, object], game_id: str | None = None) -> SavedGame:
    """Keep a game in the book: a new one, or that of `game_id` with other rules.

    A game with just these rules is not kept twice. Raises NotFoundError, or RuleError with everything that cannot be.
    """
    game = build_own_game(rules)
    with store.write() as db:
        rows = list_own_game_rows(db)
        if game_id is None:
            same = next((row for row in rows if not row.gone and row.rules == game.axes), None)
            row = same or OwnGameRow(make_id(), game.axes, gone=False)
        else:
            row = replace(_look_up(db, game_id), rules=game.axes, gone=False)
        others = [each for each in rows if each.id != row.id and not each.gone]
        if any(str(each.rules["name"]).casefold() == game.name.casefold() for each in others):
            raise refuse("game_name_taken", "options", "name", given=game.name)
        if row not in rows:
            write_own_game(db, row, datetime.now(UTC))
    return SavedGame(row.id, game)


def import_own_game(db: Connection, rules: Mapping[str, object]) -> None:
    """Keep a game of an archive, unless one of its name is here."""
    game = build_own_game(OwnGame.renew_options(rules))
    names = {str(row.rules["name"]).casefold() for row in list_own_game_rows(db) if not row.gone}
    if game.name.casefold() not in names:
        write_own_game(db, OwnGameRow(make_id(), game.axes, gone=False), datetime.now(UTC))


def delete_own_game(store: Store, game_id: str) -> None:
    """Offer the game no more; it can be taken back. Raises NotFoundError."""
    _say_gone(store, game_id, gone=True)


def restore_own_game(store: Store, game_id: str) -> None:
    """Offer a game again that was thrown away. Raises NotFoundError."""
    _say_gone(store, game_id, gone=False)


def _say_gone(store: Store, game_id: str, gone: bool) -> None:
    with store.write() as db:
        row = _look_up(db, game_id)
        if row.gone != gone:
            write_own_game(db, replace(row, gone=gone), datetime.now(UTC))


def _look_up(db: Connection, game_id: str) -> OwnGameRow:
    found = next((row for row in list_own_game_rows(db) if row.id == game_id), None)
    if found is None:
        raise NotFoundError(game_id)
    return found
