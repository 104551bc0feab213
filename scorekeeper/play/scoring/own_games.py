"""Own games: games that a family builds from options, and saves, changes and deletes (docs/rules.md §11).

A match keeps the rules with which it began, even if the game is changed or deleted later.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from scorekeeper.engine.options import read_settings
from scorekeeper.engine.problems import Findings, RuleError, refuse
from scorekeeper.engine.rules.game import Variant
from scorekeeper.engine.text import fold_case
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.store import Connection, NotFoundError, Store
from scorekeeper.store.ids import make_id
from scorekeeper.store.own_games import OwnGameRow, list_own_game_rows, write_own_game

OWN = VARIANTS["own"]
PLAYERS = ("Anna", "Bo", "Carl", "Dora", "Eva", "Finn", "Gerda", "Hugo")


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A family's own game. `gone` is true if the game was deleted; a deleted game can be restored."""

    id: str
    variant: Variant
    gone: bool = False


def list_saved_games(store: Store) -> tuple[SavedGame, ...]:
    """Return every saved game, including deleted ones. Games that are invalid by today's rules are left out."""
    with store.read() as db:
        rows = list_own_game_rows(db)
    games = []
    for row in rows:
        with Findings().at():
            games.append(SavedGame(row.id, build_own_game(OWN.renew_options(row.rules)), row.gone))
    return tuple(games)


def build_own_game(rules: Mapping[str, object]) -> Variant:
    """Return the game with these rules (settings by option), after a check with every number of players.

    Raises RuleError with every problem, also for a missing name.
    """
    findings, game = Findings(), OWN
    with findings.at():
        game = OWN.settle_at(OWN.seat(PLAYERS[: _count_fewest(rules)], options=rules))
    if not str(rules.get("name", "")).strip():
        findings.add("game_name_missing", "options", "name")
    for players in range(game.fewest_players, game.most_players + 1) if game is not OWN else ():
        with findings.at():
            game.seat(PLAYERS[:players])
    problems = findings.problems
    if problems:
        raise RuleError(tuple(problem for number, problem in enumerate(problems) if problem not in problems[:number]))
    return game


def _count_fewest(rules: Mapping[str, object]) -> int:
    """Return the number of players with which a game is tried first.

    It is the lowest that the rules allow, if they can be read.
    """
    return int(read_settings(OWN.options, rules)["players_from"])


def save_own_game(store: Store, rules: Mapping[str, object], game_id: str | None = None) -> SavedGame:
    """Save a new game with these rules, or replace the rules of the game `game_id`; return the saved game.

    A game with the same rules is not saved twice. Raises NotFoundError, or RuleError with every problem.
    """
    game = build_own_game(rules)
    with store.write() as db:
        rows = list_own_game_rows(db)
        if game_id is None:
            same = next((row for row in rows if not row.gone and row.rules == dict(game.settle())), None)
            row = same or OwnGameRow(make_id(), dict(game.settle()), gone=False)
        else:
            row = replace(_look_up(db, game_id), rules=dict(game.settle()), gone=False)
        others = [each for each in rows if each.id != row.id and not each.gone]
        if any(fold_case(str(each.rules["name"])) == fold_case(game.name) for each in others):
            raise refuse("game_name_taken", "options", "name", given=game.name)
        if row not in rows:
            write_own_game(db, row, datetime.now(UTC))
    return SavedGame(row.id, game)


def import_own_game(db: Connection, rules: Mapping[str, object]) -> None:
    """Save a game from an archive, unless the book has a game of the same name. Raises RuleError for invalid rules."""
    game = build_own_game(OWN.renew_options(rules))
    names = {fold_case(str(row.rules["name"])) for row in list_own_game_rows(db) if not row.gone}
    if fold_case(game.name) not in names:
        write_own_game(db, OwnGameRow(make_id(), dict(game.settle()), gone=False), datetime.now(UTC))


def delete_own_game(store: Store, game_id: str) -> None:
    """Mark the game as deleted; it can be restored. Raises NotFoundError."""
    _write_gone(store, game_id, gone=True)


def restore_own_game(store: Store, game_id: str) -> None:
    """Restore a deleted game. Raises NotFoundError."""
    _write_gone(store, game_id, gone=False)


def _write_gone(store: Store, game_id: str, gone: bool) -> None:
    """Mark the game as deleted (`gone`) or restored."""
    with store.write() as db:
        row = _look_up(db, game_id)
        if row.gone != gone:
            write_own_game(db, replace(row, gone=gone), datetime.now(UTC))


def _look_up(db: Connection, game_id: str) -> OwnGameRow:
    """Return the row of the game with this id. Raises NotFoundError."""
    saved = next((row for row in list_own_game_rows(db) if row.id == game_id), None)
    if saved is None:
        raise NotFoundError(game_id)
    return saved
