"""Who has laid the last tile in a round, as far as its moves say so, and what then cannot be any more."""

from scorekeeper.engine.entries import UNKNOWN, RoundEnd
from scorekeeper.engine.games.going_out import find_gone, has_gone_out
from scorekeeper.engine.problems import Findings, refuse
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.sheet.line import Sheet


def check_mover(sheet: Sheet, player: str | None) -> frozenset[str]:
    """Those who hold no tile any more; raises RuleError where `player` is one of them, or the round is over."""
    if sheet.went_out is not None:
        raise refuse("round_is_over", "player", player=sheet.went_out)
    gone = find_gone(sheet.round_game, sheet.gone, sheet.laid)
    if player in gone:
        raise refuse("gone_already", "player", player=player)
    return gone


def may_go_out(sheet: Sheet, player: str) -> bool:
    """Whether the side of `player` would be out with his last tile."""
    game = sheet.round_game
    return game.asks_last and has_gone_out(game, player, find_gone(game, sheet.gone, sheet.laid))


def check_last(sheet: Sheet, player: str | None, gone: frozenset[str]) -> str | None:
    """The `player` where his side is out with this tile, which was his last one; None where his partner plays on.

    Raises RuleError where no move says so.
    """
    game = sheet.round_game
    if player is None or not game.asks_last:
        raise refuse("no_last_tile_here", "last")
    return player if has_gone_out(game, player, gone) else None


def find_next_player(seating: Seating, player: str, gone: frozenset[str]) -> str:
    """Who comes after `player` in turn order of those who still hold tiles."""
    around = seating.from_lead(seating.after(player))
    return next(each for each in around if each not in gone)


def check_who_went_out(sheet: Sheet, ended: RoundEnd) -> None:
    """Raise RuleError for a round's end with another winner than its moves say, or tiles with who has none."""
    findings, seating = Findings(), sheet.seating
    won = sheet.went_out
    if won is not None and (ended.out is None or seating.side_of(ended.out) != seating.side_of(won)):
        findings.add("went_out_before", "out", player=won)
    for player in seating.players:
        hand = ended.hand(player)
        if player in sheet.gone and player != ended.out and hand != UNKNOWN and not hand.empty:
            findings.add("out_player_has_tiles", "hands", player, player=player)
    findings.settle()
