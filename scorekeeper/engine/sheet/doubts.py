"""What can hardly be (docs/rules.md §0.6): told before it is written, and the players may know better.

A misread half, an end that was forgotten, a move that nobody wrote down. Moves may be left out of a sheet where they
score nothing, so turns that nobody wrote are allowed for.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from scorekeeper.engine.entries import Ends, RoundEnd
from scorekeeper.engine.games.round_game import RoundGame
from scorekeeper.engine.layout.growing import LINE, Layout
from scorekeeper.engine.problems import Problem
from scorekeeper.engine.sheet.moves import list_next_layouts
from scorekeeper.engine.tiles import End, Tile


def find_move_doubts(
    game: RoundGame, layout: Layout, entry: Ends, moved: str | None, lead: str | None
) -> tuple[Problem, ...]:
    """Whether the typed ends come from those before them. `moved` made the last known move, `lead` leads the round."""
    turns = _turns(game, entry.player, moved, lead, layout.empty)
    if turns is None:
        return ()
    if turns == 1:
        reached = (Counter(ends) for *_, ends in list_next_layouts(game, layout, game.tiles))
        explained = Counter(entry.ends) in reached or _on_a_hidden_spinner(layout, entry.ends)
    elif layout.empty:
        explained = len(entry.ends) <= turns + 1
    else:
        explained = _few_changes(layout.ends, entry.ends, turns)
    if explained:
        return ()
    if layout.empty:
        return (_doubt("first_ends", "ends", ends=_in_words(entry.ends), tiles=turns),)
    before, after = _in_words(layout.ends), _in_words(entry.ends)
    return (_doubt("ends_jump", "ends", before=before, after=after, tiles=turns),)


def _turns(game: RoundGame, player: str, moved: str | None, lead: str | None, first: bool) -> int | None:
    """How many tiles were laid at most since the last known move, if nobody passed; None where nothing is known.

    E.g. of four players two after Anna's move when it is Carl who made the next one that was written.
    """
    seating = game.seating
    if moved is not None:
        return seating.from_lead(moved).index(player) or len(seating.players)
    if not first or lead is None:
        return None
    return seating.from_lead(lead).index(player) + 1 + game.deal.start_tile


def _on_a_hidden_spinner(layout: Layout, ends: tuple[End, ...]) -> bool:
    """Whether just one end has come to the others: a tile was laid at the short end of a double that is built in.

    Typed ends do not show such a double: at `4, 6` a 2-2 may lie between, and a 5-2 laid to it makes `4, 6, 5`.
    """
    before, after = Counter(layout.ends), Counter(ends)
    spins = layout.typed and layout.model.room(2, first=False) > 1
    return spins and not before - after and (after - before).total() == 1


def _few_changes(before: tuple[End, ...], after: tuple[End, ...], tiles: int) -> bool:
    """Whether so many tiles can have made the difference: each covers one end and shows another.

    E.g. `5, 0` can become `3, 0` by one tile, `3, 4` by two; an end of a double counts two halves.
    """
    old, new = _halves(before), _halves(after)
    return (old - new).total() <= 2 * tiles and (new - old).total() <= 2 * tiles


def _halves(ends: Iterable[End]) -> Counter[int]:
    return Counter(end.pip for end in ends for _ in range(end.halves))


def _in_words(ends: Iterable[End]) -> str:
    return " · ".join(map(str, ends))


def find_round_doubts(game: RoundGame, layout: Layout, ended: RoundEnd) -> tuple[Problem, ...]:
    """Whether hands and ends go together after a round in a line with every tile in play (docs/rules.md §0.6)."""
    deal = game.deal
    undrawn = deal.boneyard if ended.boneyard_tiles is None else ended.boneyard_tiles
    hands = {player: hand.tiles for player, hand in ended.hands if hand.tiles is not None}
    in_line = game.model is LINE and game.joins_equal
    if undrawn or deal.start_tile or len(hands) < len(game.seating.players) or not in_line:
        return ()
    misfits = find_parity_misfits(layout.ends, hands)
    if misfits:
        return (_doubt("parity", "hands", pips=", ".join(map(str, misfits))),)
    return _blocked_doubts(game, layout.ends, hands) if ended.how == "blocked" else ()


def find_parity_misfits(ends: tuple[End, ...], hands: Mapping[str, tuple[Tile, ...]]) -> tuple[int, ...]:
    """The numbers whose halves do not come out even in a line with every tile in play.

    Each number has an even number of halves and a joint uses two of them, so the halves in the hands are odd in number
    exactly for a number that is open at just one end. Where no ends are known, two numbers or none may be odd.
    """
    odd = {pip for pip, count in _halves_held(hands).items() if count % 2}
    if not ends:
        return () if len(odd) in (0, 2) else tuple(sorted(odd))
    alone = len(ends) == 1
    open_once = {pip for pip, count in Counter(end.pip for end in ends).items() if count == 1 and not alone}
    return tuple(sorted(odd ^ open_once))


def _halves_held(hands: Mapping[str, tuple[Tile, ...]]) -> Counter[int]:
    return Counter(half for tiles in hands.values() for tile in tiles for half in tile.halves)


def _blocked_doubts(
    game: RoundGame, ends: tuple[End, ...], hands: Mapping[str, tuple[Tile, ...]]
) -> tuple[Problem, ...]:
    held = _halves_held(hands)
    open_pips = {end.pip for end in ends} or {pip for pip, count in held.items() if count % 2}
    if len(open_pips) > 1:
        return (_doubt("blocked_ends_differ", "hands"),)
    if not ends:
        full = set(held) >= set(range(game.largest + 1))
        return (_doubt("blocked_number_left", "hands"),) if full else ()
    fitting = ((player, tile) for player, tiles in hands.items() for tile in tiles if open_pips & set(tile.halves))
    return tuple(
        _doubt("blocked_but_fits", "hands", player, player=player, tile=str(tile), pip=next(iter(open_pips)))
        for player, tile in fitting
    )


def _doubt(key: str, *place: str, **values: str | int) -> Problem:
    return Problem(key, place, tuple(values.items()))
