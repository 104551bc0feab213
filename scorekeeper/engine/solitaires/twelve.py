"""Tolveren and Fem kolonner: tiles are removed in pairs that are worth twelve pips together.

The full set has six pips a tile on average and a pair has twelve, so the tiles that are left have six on average, too.
Every tile keeps a partner: as many tiles are worth 8 as are worth 4, and an even number is worth 6.
"""

from collections.abc import Sequence
from itertools import combinations

from scorekeeper.engine.entries import Result
from scorekeeper.engine.problems import Findings, Problem
from scorekeeper.engine.text import N_, Text
from scorekeeper.engine.tiles import Tile, add_up_pips, find_pip_bounds

TilePair = tuple[Tile, Tile]

EVEN = Text(N_("they leave two at a time, so an even number stays"))
LAST_TWO = Text(N_("the last two are always worth twelve together"))


def find_pairs(tiles: Sequence[Tile]) -> tuple[TilePair, ...]:
    """Return every two of the tiles that are worth twelve together."""
    return tuple((one, other) for one, other in combinations(tiles, 2) if one.pips + other.pips == 12)


def write_pairs(pairs: Sequence[TilePair]) -> str:
    """Return the pairs as text, e.g. `6-2 + 3-1, 6-6 + 0-0`."""
    return ", ".join(f"{one} + {other}" for one, other in pairs)


def find_unpaired(tiles: Sequence[Tile]) -> tuple[Tile, ...]:
    """Return the tiles that are left when as many pairs as possible are made."""
    alone: list[Tile] = []
    for each in tiles:
        partner = next((other for other in alone if other.pips + each.pips == 12), None)
        if partner is None:
            alone.append(each)
        else:
            alone.remove(partner)
    return tuple(alone)


def check_position(named: Sequence[Tile], boneyard: int, pool: Sequence[Tile]) -> None:
    """Raise RuleError if the `named` tiles and `boneyard` more tiles of `pool` cannot be the tiles that are left."""
    findings = Findings()
    count = len(named) + boneyard
    if count % 2:
        findings.add("impossible_count", tiles=count, because=EVEN)
    least, most = find_pip_bounds(tuple(pool), boneyard)
    fewest, highest = max(6 * count - most, 0), 6 * count - least
    if not fewest <= add_up_pips(tuple(named)) <= highest:
        findings.add("impossible_total", pips=add_up_pips(tuple(named)), fewest=fewest, most=highest)
    findings.settle()


def check_left(result: Result, findings: Findings) -> None:
    """Add a problem for each reason why the tiles of `result` cannot be all that are left.

    Their number must be known.
    """
    count, pips = result.tiles_left, result.left.pips
    if count % 2:
        findings.add("impossible_count", "left", tiles=count, because=EVEN)
    elif count == 2:
        findings.add("impossible_count", "left", tiles=count, because=LAST_TWO)
        findings.add("round_not_over", "left", because=LAST_TWO)
    if pips is not None and pips != 6 * count:
        findings.add("impossible_total", "left", pips=pips, fewest=6 * count, most=6 * count)


def find_position_doubts(named: Sequence[Tile], boneyard: int) -> tuple[Problem, ...]:
    """Return a problem if more of the `named` tiles lack a partner than there are unseen tiles; empty if not.

    There are `boneyard` unseen tiles. If more lack a partner, a tile was misread.
    """
    alone = find_unpaired(named)
    if len(alone) <= boneyard:
        return ()
    return (Problem("tile_without_partner", (), (("tiles", ", ".join(map(str, alone))),)),)


def find_left_doubts(result: Result, goes_on: int) -> tuple[Problem, ...]:
    """Return a problem for a result in which a pair was probably overlooked, or a tile has no partner; empty if none.

    Among `goes_on` tiles or fewer there is always a pair worth twelve.
    """
    count = result.tiles_left
    if 0 < count <= goes_on:
        return (Problem("something_overlooked", ("left",), (("tiles", count),)),)
    return tuple(problem.under("left") for problem in find_position_doubts(result.left.tiles or (), 0))
