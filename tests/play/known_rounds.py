"""Rounds with open hands to test their analysis: played at random by the rules, and solved by trying all moves."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from scorekeeper.engine.entries import Hand, RoundEnd
from scorekeeper.engine.file.match import parse_entry, write_match_json
from scorekeeper.engine.sheet.fold import Sheet, fold
from scorekeeper.engine.sheet.moves import list_next_moves
from scorekeeper.engine.sheet.step import step
from scorekeeper.engine.tiles import Tile
from scorekeeper.engine.variants import VARIANTS
from tests.engine.dealt import play_of, play_round

Hands = Mapping[str, tuple[Tile, ...]]
NAMES = ("Anna", "Bo", "Carl", "Dora")


def play_match(
    variant: str, players: int, random: Random, options: Mapping[str, object], names: Sequence[str] = NAMES
) -> Sheet:
    """Play a match of one round with every move and pass written; `options` may also have `partners`."""
    game, rules = VARIANTS[variant], {key: value for key, value in options.items() if key != "partners"}
    partners = True if options.get("partners") else None
    seating = game.seat(names[:players], partners, names[0], rules)
    empty = fold(game, seating, ())
    played = play_round(empty.game, names[0], random, empty.layout.begins)
    written = [turn.as_tile() if turn.move else turn.as_pass() for turn in played.turns]
    entries = [parse_entry(entry, game, seating) for entry in (*written, played.end)]
    return fold(game, seating, entries)


def write_match(sheet: Sheet) -> dict[str, Any]:
    """Return the match file of a match."""
    return write_match_json(sheet.variant, sheet.seating, [line.entry for line in sheet.lines])


def find_best(sheet: Sheet, hands: Hands, turn: str, side: str, passed: int = 0, last: str = "") -> int:
    """Return what `side` scores more than the others if all play as well as possible, by trying every legal move."""
    players = sheet.seating.players
    moves = list_next_moves(sheet.game, sheet.layout, hands[turn])
    if not moves:
        if passed + 1 == len(players):
            return _score(sheet, hands, side, None, last)
        return find_best(sheet, hands, sheet.seating.after(turn), side, passed + 1, last)
    values = list[int]()
    for move in moves:
        after, line = step(sheet, 1, play_of(move, turn))
        assert not line.problems
        left = {**hands, turn: tuple(tile for tile in hands[turn] if tile != move.tile)}
        if left[turn]:
            values.append(find_best(after, left, sheet.seating.after(turn), side, 0, turn))
        else:
            values.append(_score(after, left, side, turn, turn))
    return max(values) if turn in sheet.seating.members(side) else min(values)


def _score(sheet: Sheet, hands: Hands, side: str, out: str | None, last: str) -> int:
    held = tuple((player, Hand(tiles)) for player, tiles in hands.items())
    ended = RoundEnd(how="out" if out else "blocked", out=out, hands=held, locked_by=None if out else last)
    _, line = step(sheet, 1, ended)
    assert not line.problems, line.problems
    value = 2 * line.points[side] - sum(line.points.values())
    return -value if sheet.game.goal.lowest_wins else value
