"""Find the players whom the moves of a round show to be out, and refuse entries that contradict it.

At tables where pairs play on, a side is out once both of its players are.
"""

from collections.abc import Collection, Mapping

from scorekeeper.engine.entries import UNKNOWN, RoundEnd
from scorekeeper.engine.problems import Findings, refuse
from scorekeeper.engine.rules.game import Game
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.sheet.line import Sheet


def find_players_out(game: Game, declared: Collection[str], laid: Mapping[str, int]) -> frozenset[str]:
    """Return the players who hold no tile any more.

    `declared` are those who entered a tile as their last. Where pairs play on and nobody draws, those who have laid as
    many tiles as were dealt to them are added; `laid` is the number of tiles laid by player.
    """
    deal = game.deal
    if not game.rounds.pairs_play_on or not deal.nobody_draws:
        return frozenset(declared)
    return frozenset(declared) | {player for player, count in laid.items() if count >= deal.each}


def has_gone_out(game: Game, player: str, gone: Collection[str]) -> bool:
    """Return whether the last tile of `player` takes their side out; `gone` are the players who were out before."""
    return not game.rounds.pairs_play_on or all(each in gone for each in list_partners(game, player))


def list_partners(game: Game, player: str) -> tuple[str, ...]:
    """Return the other players of the side of `player`."""
    return tuple(each for each in game.seating.members(game.seating.side_of(player)) if each != player)


def list_out(game: Game, out: str | None) -> tuple[str, ...]:
    """Return the players who must be out if `out` ended the round: also the partner where pairs play on.

    Return an empty tuple if `out` is None.
    """
    if out is None:
        return ()
    return (out, *list_partners(game, out)) if game.rounds.pairs_play_on else (out,)


def check_mover(sheet: Sheet, player: str | None) -> frozenset[str]:
    """Return the players who hold no tile any more.

    Raise RuleError if `player`, who moves, is one of them (`gone_already`), or if the round is over (`round_is_over`).
    """
    over = sheet.went_out or find_laid_all(sheet)
    if over is not None:
        raise refuse("round_is_over", "player", player=over)
    gone = find_players_out(sheet.game, sheet.gone, sheet.laid)
    if player in gone:
        raise refuse("gone_already", "player", player=player)
    return gone


def find_laid_all(sheet: Sheet) -> str | None:
    """Return the player who has laid all tiles dealt, which ends the round; None if nobody has.

    Return None, too, where players may draw, and where a pair plays on.
    """
    game = sheet.game
    if game.rounds.pairs_play_on or not game.deal.nobody_draws:
        return None
    most = game.deal.each + (game.deal.extra > 0)
    return next((player for player, count in sheet.laid.items() if count >= most), None)


def may_go_out(sheet: Sheet, player: str) -> bool:
    """Return whether the last tile of `player` would take their side out.

    The answer is False in games where no entry marks a last tile.
    """
    game = sheet.game
    return game.moves.asks_last and has_gone_out(game, player, find_players_out(game, sheet.gone, sheet.laid))


def check_last(sheet: Sheet, player: str | None, gone: frozenset[str]) -> str | None:
    """Return `player` if their last tile takes their side out; None if the partner plays on.

    `player` laid the tile; None means that nobody did. `gone` are the players who were out before. Raise RuleError
    `no_last_tile_here` without a player, or if no entry of this game may say that a tile is the last one.
    """
    game = sheet.game
    if player is None or not game.moves.asks_last:
        raise refuse("no_last_tile_here", "last")
    return player if has_gone_out(game, player, gone) else None


def find_next_player(seating: Seating, player: str, gone: frozenset[str]) -> str:
    """Return the player after `player` in turn order among those who still hold tiles; `gone` hold none."""
    around = seating.from_lead(seating.after(player))
    return next(each for each in around if each not in gone)


def check_who_laid_all(sheet: Sheet, ended: RoundEnd) -> None:
    """Raise RuleError `laid_all` if a player has laid all tiles dealt, and the end of the round says something else."""
    player = find_laid_all(sheet)
    if player not in (None, ended.out):
        raise refuse("laid_all", "out", player=player)


def check_who_went_out(sheet: Sheet, ended: RoundEnd) -> None:
    """Raise RuleError if the end of a round contradicts its moves.

    It must name the side that went out (`went_out_before`), and a player who laid their last tile must hold none
    (`out_player_has_tiles`).
    """
    findings, seating = Findings(), sheet.seating
    won = sheet.went_out
    if won is not None and (ended.out is None or seating.side_of(ended.out) != seating.side_of(won)):
        findings.add("went_out_before", "out", player=won)
    for player in seating.players:
        hand = ended.hand(player)
        if player in sheet.gone and player != ended.out and hand != UNKNOWN and not hand.empty:
            findings.add("out_player_has_tiles", "hands", player, player=player)
    findings.settle()
