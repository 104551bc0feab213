"""Compare the hands at the end of a round with the tiles that nobody has laid, if every tile of it is on the sheet.

Where nobody draws, a player holds the tiles dealt less those laid. Where no tile is left to be drawn, all hands
together are the tiles that nobody has laid. Other hands are refused if no move can be missing on the sheet, else they
are doubted (docs/rules.md §0.5, §0.6).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scorekeeper.engine.entries import UNKNOWN, Hand, RoundEnd
from scorekeeper.engine.problems import Findings, Problem, RuleError
from scorekeeper.engine.sheet.hand_feasibility import TypedHand, find_dealt, may_deal_pips
from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.engine.sheet.moves import list_next_layouts
from scorekeeper.engine.sheet.players_out import list_out
from scorekeeper.engine.sheet.turns import is_boneyard_drawn
from scorekeeper.engine.tiles import Tile, sort_pips


@dataclass(frozen=True, slots=True)
class Rest:
    """The tiles that the moves of a round leave for the hands.

    `tiles` were laid by nobody, and `undrawn` of them are in the boneyard (None: not known). `least` is the least
    number of tiles that each player holds; `exact` says that it is the exact one. `fitting` maps each tile that could
    still be laid to an open number it fits. `proved` says that no move can be missing on the sheet.
    """

    tiles: tuple[Tile, ...]
    undrawn: int | None
    least: Mapping[str, int]
    exact: bool
    fitting: Mapping[Tile, int]
    proved: bool


def find_rest(sheet: Sheet, ended: RoundEnd) -> Rest | None:
    """Return the tiles that the moves leave for the hands at the end of the round.

    Return None if not every tile of the round was named, or if a player who is out has laid too few.
    """
    game, layout, deal, laid = sheet.game, sheet.layout, sheet.game.deal, sheet.laid
    out = list_out(game, ended.out)
    named = sheet.every_move and layout.named and sheet.mover is not None and game.dealing.one_set and not deal.extra
    if not named or any(laid.get(player, 0) < deal.each for player in out):
        return None
    tiles = tuple(tile for tile in game.tiles if tile not in layout.seen)
    fitting = {tile: place.pip for place, tile, *_ in list_next_layouts(game, layout, tiles) if place is not None}
    # A tile that was not written lies at an end that the sheet shows as open. So if no tile left fits, none is missing.
    over = sheet.mover in out and not sheet.turns.went_past if out else False
    nothing_left = ended.how != "out" or is_boneyard_drawn(game, sheet.turns.idle)
    undrawn = deal.never_drawn if nothing_left and ended.boneyard_tiles is None else ended.boneyard_tiles
    return Rest(
        tiles,
        undrawn,
        {player: max(0, deal.each - laid.get(player, 0)) for player in game.seating.players if player not in out},
        deal.nobody_draws,
        fitting,
        proved=over or not fitting,
    )


def fill_in_counts(ended: RoundEnd, rest: Rest | None) -> RoundEnd:
    """Return the end of a round with the number of tiles filled in for each hand of which only the pips were typed.

    It is returned unchanged if `rest` does not prove these numbers.
    """
    if rest is None or not (rest.exact and rest.proved):
        return ended
    return replace(ended, hands=tuple((player, _fill_in(hand, rest.least.get(player))) for player, hand in ended.hands))


def _fill_in(hand: Hand, count: int | None) -> Hand:
    """Return the hand with `count` as its number of tiles; unchanged if `count` is 0 or None, or it has a number."""
    return replace(hand, typed_count=count) if count and hand.pips is not None and hand.count is None else hand


def check_rest(ended: RoundEnd, rest: Rest | None) -> None:
    """Raise RuleError for hands that cannot be the tiles left, if `rest` proves it (None: nothing is known)."""
    if rest is not None and rest.proved and (problems := _find_misfits(ended, rest)):
        raise RuleError(problems)


def find_rest_doubts(sheet: Sheet, ended: RoundEnd, rest: Rest | None) -> tuple[Problem, ...]:
    """Return a problem for each way in which the hands are unlikely to be the tiles left; empty if there is none.

    A blocked round is doubted, too, if a hand must hold a tile that still fits.
    """
    if rest is None:
        return ()
    if ended.how == "blocked" and rest.fitting and _must_hold_fitting(sheet, ended, rest):
        findings, (tile, pip) = Findings(), next(iter(rest.fitting.items()))
        findings.add("blocked_but_held", "hands", tile=str(tile), pip=pip)
        return tuple(findings.problems)
    return () if rest.proved else _find_misfits(ended, rest)


def _must_hold_fitting(sheet: Sheet, ended: RoundEnd, rest: Rest) -> bool:
    """Return whether the hands must hold a tile that still fits.

    That is so if the other tiles are too few for the hands, or cannot make their pips.
    """
    if rest.undrawn is not None and len(rest.fitting) > rest.undrawn:
        return True
    hands = dict(fill_in_counts(ended, replace(rest, proved=True)).hands)
    typed = [
        TypedHand(player, hand.typed_pips, hand.count)
        for player, hand in hands.items()
        if hand.typed_pips is not None and player in rest.least
    ]
    named = {tile for hand in hands.values() for tile in hand.tiles or ()}
    pool = [tile for tile in rest.tiles if tile not in rest.fitting and tile not in named]
    others = {player: hands.get(player, UNKNOWN).count or least for player, least in rest.least.items()}
    others = {player: count for player, count in others.items() if player not in {each.player for each in typed}}
    dealt = find_dealt(sheet.game, sheet.layout, sheet.laid, ended)
    return bool(typed) and not may_deal_pips(sort_pips(pool), typed, dealt, others)


def _find_misfits(ended: RoundEnd, rest: Rest) -> tuple[Problem, ...]:
    """Return a problem for each hand, or for all hands together, that cannot be the tiles left; empty if they can."""
    findings, hands = Findings(), [(player, ended.hand(player)) for player in rest.least]
    for player, hand in hands:
        if hand.count is not None and hand.count < rest.least[player]:
            findings.add("too_few_tiles", "hands", player, tiles=hand.count, least=rest.least[player])
    if not findings.problems and rest.undrawn is not None:
        _check_together([hand for _, hand in hands], rest.tiles, rest.undrawn, findings)
    return tuple(findings.problems)


def _check_together(hands: Sequence[Hand], tiles: Sequence[Tile], undrawn: int, findings: Findings) -> None:
    """Add a problem if all hands together cannot be the `tiles` that nobody has laid, less `undrawn` of them."""
    counts = [hand.count for hand in hands if hand.count is not None]
    pips = [hand.pips for hand in hands if hand.pips is not None]
    worth, total, left = sorted(tile.pips for tile in tiles), sum(pips), len(tiles) - undrawn
    most, fewest = sum(worth[undrawn:]), sum(worth[: max(0, left)])
    if len(counts) == len(hands) and sum(counts) != left:
        findings.add("not_the_tiles_left", "hands", tiles=sum(counts), left=left)
    elif len(pips) < len(hands) or fewest <= total <= most:
        return
    elif fewest == most:
        findings.add("not_the_pips_left", "hands", pips=total, left=most)
    else:
        findings.add("impossible_total", "hands", pips=total, fewest=fewest, most=most)
