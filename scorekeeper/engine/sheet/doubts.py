"""Find unlikely input (docs/rules.md §0.6): a doubt is shown before the entry is written, and players may dismiss it.

Examples are a misread half, an end that was forgotten, or a move that was left out. A table may write only the moves
that score; the moves are compared with each other only where it writes the others, too.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.layout.laid_tiles import may_begin
from scorekeeper.engine.layout.layout import Layout
from scorekeeper.engine.layout.models import LINE
from scorekeeper.engine.problems import Problem
from scorekeeper.engine.rules.game import Game
from scorekeeper.engine.rules.leads import Lead
from scorekeeper.engine.sheet.inferred_tiles import Inference
from scorekeeper.engine.sheet.line import FirstMove
from scorekeeper.engine.sheet.moves import list_next_layouts
from scorekeeper.engine.sheet.players_out import list_out
from scorekeeper.engine.sheet.turns import PassedTurns, is_boneyard_drawn
from scorekeeper.engine.text import N_, Text, Value
from scorekeeper.engine.tiles import End, Tile


def count_turns(game: Game, player: str, to_move: str | None, first: bool, every_move: bool = False) -> int | None:
    """Return the most tiles that can have been laid since the last known move if nobody passed; None if it is unknown.

    `to_move` had the turn after that move (None: unknown), `player` made the next move on the sheet, and `first` says
    that this is the first move of the round. If it was Bo's turn and Carl, who sits next, made the move, the answer is
    two. It is one if the table writes every move (`every_move`), since then Bo has passed.
    """
    if to_move is None:
        return None
    skipped = 0 if every_move else game.seating.from_lead(to_move).index(player)
    return skipped + 1 + (game.deal.start_tile if first else 0)


def find_move_doubts(
    layout: Layout, ends: tuple[End, ...], turns: int | None, inferred: Inference
) -> tuple[Problem, ...]:
    """Return a problem if `turns` tiles cannot turn the ends of `layout` into the typed `ends`; empty if they can.

    `turns` is the most tiles that can have been laid (None: unknown, which raises no doubt); `inferred` is what the
    typed ends reveal.
    """
    if turns is None:
        return ()
    if turns == 1:
        explained = inferred.explained
    elif layout.empty:
        explained = len(ends) <= turns + 1
    else:
        explained = _can_turn_into(layout.ends, ends, turns)
    if explained:
        return ()
    if layout.empty:
        return (_make_doubt("first_ends", "ends", ends=_write_ends(ends), tiles=turns),)
    if turns == 1 and inferred.lying is not None:
        return (_make_doubt("lies_already", "ends", tile=str(inferred.lying)),)
    return (_make_doubt("ends_jump", "ends", before=_write_ends(layout.ends), after=_write_ends(ends), tiles=turns),)


def find_tile_doubts(layout: Layout, tile: Tile) -> tuple[Problem, ...]:
    """Return a problem if `tile`, which a player laid, was already inferred to lie on the table; empty if not."""
    return (_make_doubt("lies_already", "tile", tile=str(tile)),) if tile in layout.supposed else ()


def find_early_pass_doubts(layout: Layout, passed: Sequence[str]) -> tuple[Problem, ...]:
    """Return a problem if somebody has `passed` before the first tile of a round; empty if not.

    If rounds of this game begin with any double, or with none, a player without such a tile passes the lead on.
    """
    if not passed or layout.begins in {"double", "no_double"}:
        return ()
    return (_make_doubt("pass_before_first", "player", player=passed[0]),)


def may_pass_lead_on(layout: Layout, lead: Lead) -> bool:
    """Return whether the leader of a round may have no tile to begin with.

    Whoever has the one tile that must be the first leads, unless the `lead` names a player.
    """
    return lead.player is not None if isinstance(layout.begins, Tile) else layout.begins != "any"


def find_lead_doubts(
    game: Game, layout: Layout, opening: FirstMove | None, player: str, tiles: Sequence[Tile], *place: str
) -> tuple[Problem, ...]:
    """Return a problem at `place` if `player`, who did not lay the first tile, has the tile whose holder leads.

    `tiles` are those that the player has laid or still holds. Return an empty tuple if players draw, or if the round
    may not begin with that tile.
    """
    if opening is None or player == opening.player or not game.deal.nobody_draws:
        return ()
    certain = opening.lead.certain
    if opening.lead.player is not None or certain is None or certain not in tiles:
        return ()
    if not may_begin(certain, layout.begins):
        return ()
    return (_make_doubt("led_by_other", *place, player=player, other=opening.player),)


def find_other_player_doubts(
    ended: RoundEnd, laid_last: str | None, opening: FirstMove | None, layout: Layout
) -> tuple[Problem, ...]:
    """Return a problem for each player who locked or led the round by its end, but not by its moves.

    `laid_last` laid the last tile on the sheet (None: not known), `opening` is the first tile of the round. Another
    player than the leader lays that tile if the leader may pass the lead on.
    """
    doubts = tuple[Problem, ...]()
    if laid_last is not None and ended.how != "out" and ended.locked_by not in (None, laid_last):
        doubts += (_make_doubt("locked_by_other", "locked_by", player=ended.locked_by, other=laid_last),)
    if opening is None or may_pass_lead_on(layout, opening.lead):
        return doubts
    if ended.lead not in (None, opening.player):
        doubts += (_make_doubt("led_by_other", "lead", player=ended.lead, other=opening.player),)
    return doubts


def find_pass_doubts(game: Game, passed: int, out: int) -> tuple[Problem, ...]:
    """Return a problem if all players have passed in a row, so that the round may be blocked; empty if not.

    `passed` is the number of passes in a row, `out` the number of players who are out. Where a player draws only some
    tiles in a turn, the passes must also be enough to empty the boneyard.
    """
    if not game.turns.passes_block:
        return ()
    deal, most = game.deal, game.turns.most_drawn
    turns_to_draw = 0 if not most else -(-(deal.boneyard - deal.never_drawn) // most)
    return (_make_doubt("all_passed", "player"),) if passed >= len(game.seating.players) - out + turns_to_draw else ()


def _can_turn_into(before: tuple[End, ...], after: tuple[End, ...], tiles: int) -> bool:
    """Return whether laying `tiles` tiles can turn the ends `before` into the ends `after`.

    Each tile covers one end and shows another: `5, 0` can become `3, 0` by one tile and `3, 4` by two. An end of a
    double counts two halves.
    """
    old, new = _count_halves(before), _count_halves(after)
    return (old - new).total() <= 2 * tiles and (new - old).total() <= 2 * tiles


def _count_halves(ends: Iterable[End]) -> Counter[int]:
    """Return how many open halves of each number the `ends` have; a double with both halves open has two."""
    return Counter(end.pip for end in ends for _ in range(end.halves))


def _write_ends(ends: Iterable[End]) -> str:
    """Return the ends as text, e.g. `5-5 · 0`."""
    return " · ".join(map(str, ends))


def find_held_doubts(layout: Layout, ended: RoundEnd) -> tuple[Problem, ...]:
    """Return a problem for each tile in a hand that, as inferred from typed ends, lies on the table."""
    held = ((player, tile) for player, hand in ended.hands for tile in hand.tiles or ())
    return tuple(
        _make_doubt("lies_already", "hands", player, tile=str(tile)) for player, tile in held if tile in layout.supposed
    )


def find_round_doubts(game: Game, layout: Layout, ended: RoundEnd, to_move: str | None) -> tuple[Problem, ...]:
    """Return a problem if hands and open ends contradict each other at the end of a round; empty if not.

    See docs/rules.md §0.6. An empty `layout` means that the open ends are unknown. `to_move` is the player to move
    (None: not known).
    """
    deal, ends = game.deal, layout.ends
    left = deal.never_drawn if ended.how == "blocked" else deal.boneyard  # blocked says that nobody can draw
    undrawn = left if ended.boneyard_tiles is None else ended.boneyard_tiles
    hands = {player: hand.tiles for player, hand in ended.hands if hand.tiles is not None}
    in_line = game.laying.model is LINE and game.laying.joins_equal
    all_known = not undrawn and not deal.start_tile and len(hands) == len(game.seating.players)
    if in_line and all_known:
        misfits = find_parity_misfits(ends, hands, game.largest)
        if misfits:
            return (_make_doubt("parity", "hands", pips=", ".join(map(str, misfits))),)
        if ended.how == "blocked" and (doubts := _find_line_doubts(game, ends, hands)):
            return doubts
    if ended.how == "out" or layout.empty:
        return ()
    # A round that ends at the boneyard only shows that the player to move cannot play.
    stuck = hands if ended.how == "blocked" else {player: hands[player] for player in hands if player == to_move}
    return _find_fitting_doubts(game, layout, stuck)


def find_boneyard_doubts(game: Game, ended: RoundEnd, turns: PassedTurns) -> tuple[Problem, ...]:
    """Return a problem if tiles are left to be drawn by the end of a round in which somebody had to draw them all."""
    left = ended.boneyard_tiles
    if left is None or left <= game.deal.never_drawn or not turns.written or not is_boneyard_drawn(game, turns.idle):
        return ()
    because = Text(N_("%(player)s passes"), {"player": turns.players[0]})
    return (_make_doubt("impossible_count", "boneyard_tiles", tiles=left, because=because),)


def find_blocked_ends_doubts(game: Game, layout: Layout, ended: RoundEnd) -> tuple[Problem, ...]:
    """Return a problem if a line with every tile in play is blocked with different ends; empty if not.

    Hands do not matter. The doubt is for typed ends: if every tile was named, `rest` finds a tile that still fits. In a
    set whose largest half is odd the ends are different.
    """
    deal, line = game.deal, game.laying.model is LINE and game.laying.joins_equal
    left = deal.never_drawn if ended.boneyard_tiles is None else ended.boneyard_tiles
    if ended.how != "blocked" or left or deal.start_tile or not line or game.largest % 2 or layout.named:
        return ()
    different = len({end.pip for end in layout.ends}) > 1
    return (_make_doubt("blocked_ends_differ", "hands"),) if different else ()


def find_last_tile_doubts(
    game: Game, ended: RoundEnd, mover: str | None, laid: Mapping[str, int]
) -> tuple[Problem, ...]:
    """Return a problem if the last move on the sheet is not that of the player who is out; empty if it is.

    `mover` made the last move (None: not known). `laid` is the number of tiles laid by player. If the player who
    is out has more than one tile fewer than were dealt, nothing is doubted, since several moves were left out.
    """
    if ended.out is None or mover in (None, *list_out(game, ended.out)):
        return ()
    if laid.get(ended.out, 0) < game.deal.each - 1:
        return ()
    key = "last_tile_missing" if game.variant.moves_score else "last_move_of_other"
    return (_make_doubt(key, "out", player=ended.out, other=str(mover)),)


def find_too_few_laid(
    game: Game, layout: Layout, ended: RoundEnd, mover: str | None, laid: Mapping[str, int]
) -> tuple[Problem, ...]:
    """Return a problem if the player who is out has laid fewer tiles than were dealt; empty if not.

    Return an empty tuple also if not every tile of the round was named. `mover` made the last move (None: not known),
    `laid` is the number of tiles laid by player. A single missing tile that can have scored is left to
    `find_last_tile_doubts`.
    """
    each = game.deal.each
    if mover is None or not layout.named:
        return ()
    out = list_out(game, ended.out)
    for player in out:
        tiles = laid.get(player, 0)
        last_missing = game.variant.moves_score and tiles == each - 1 and player == ended.out and mover not in out
        if tiles < each and not last_missing:
            return (_make_doubt("too_few_laid", "out", player=player, tiles=tiles, each=each),)
    return ()


def find_parity_misfits(
    ends: tuple[End, ...], hands: Mapping[str, tuple[Tile, ...]], largest: int = 6
) -> tuple[int, ...]:
    """Return the numbers, sorted, of which the hands hold an impossible number of halves.

    The layout is a line, and every tile is in play.

    Each number has two halves more than `largest`, the set's largest half, and a joint uses two. So if
    `largest` is even, the hands hold an odd number of halves exactly of a number that is open at just one end; if it is
    odd, an even number. If no ends are known, two numbers or none may be open at one end.
    """
    once = _find_open_once(hands, largest)
    if not ends:
        return () if len(once) == 2 else tuple(sorted(once))
    alone = len(ends) == 1
    open_once = {pip for pip, count in Counter(end.pip for end in ends).items() if count == 1 and not alone}
    return tuple(sorted(once ^ open_once))


def _find_open_once(hands: Mapping[str, tuple[Tile, ...]], largest: int) -> set[int]:
    """Return the numbers that are open at just one end of a line that has all tiles except those in `hands`."""
    held = _count_held_halves(hands)
    return {pip for pip in range(largest + 1) if (held[pip] + largest) % 2}


def _count_held_halves(hands: Mapping[str, tuple[Tile, ...]]) -> Counter[int]:
    """Return how many halves of each number the tiles in `hands` have."""
    return Counter(half for tiles in hands.values() for tile in tiles for half in tile.halves)


def _find_line_doubts(game: Game, ends: tuple[End, ...], hands: Mapping[str, tuple[Tile, ...]]) -> tuple[Problem, ...]:
    """Return a problem if a line cannot be blocked with every tile in it or in these hands; empty if it can.

    It is blocked if nobody holds an open number: the same number at both ends, or two different ones if the set's
    largest half is odd.
    """
    held, once = _count_held_halves(hands), _find_open_once(hands, game.largest)
    if game.largest % 2:
        left = not ends and (not once or any(held[pip] for pip in once))
        return (_make_doubt("blocked_numbers_left", "hands"),) if left else ()
    if len({end.pip for end in ends} or once) > 1:
        return (_make_doubt("blocked_ends_differ", "hands"),)
    full = not ends and set(held) >= set(range(game.largest + 1))
    return (_make_doubt("blocked_number_left", "hands"),) if full else ()


def _find_fitting_doubts(game: Game, layout: Layout, hands: Mapping[str, tuple[Tile, ...]]) -> tuple[Problem, ...]:
    """Return a problem for each player whose hand has a tile that could still be laid; empty if there is none.

    Where not every tile on the table is known, only the open ends count, since a double that is built in may take no
    more tiles.
    """
    doubts, wanting = [], layout.incomplete_cross
    open_ends = [end for end in layout.ends if wanting in (None, Tile(end.pip, end.pip))]
    for player, tiles in hands.items():
        if layout.whole:
            laid = list_next_layouts(game, layout, tiles)
            fits = [(tile, place.pip) for place, tile, *_ in laid if place is not None]
        else:
            fits = [(tile, end.pip) for tile in tiles for end in open_ends if game.laying.facing(tile, end.pip)]
        for tile, pip in fits[:1]:
            doubts.append(_make_doubt("blocked_but_fits", "hands", player, player=player, tile=str(tile), pip=pip))
    return tuple(doubts)


def _make_doubt(key: str, *place: str, **values: Value) -> Problem:
    """Return the doubt `key` at `place`; `values` fill in its sentence."""
    return Problem(key, place, tuple(values.items()))
