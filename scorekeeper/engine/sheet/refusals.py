"""What no table can show (docs/rules.md §0.5): such input is refused, with every reason."""

from collections import Counter

from scorekeeper.engine.entries import Ends, Hand, RoundEnd
from scorekeeper.engine.games.game import Deal
from scorekeeper.engine.layout.growing import Layout, Model
from scorekeeper.engine.problems import Findings
from scorekeeper.engine.text import Text, counted
from scorekeeper.engine.tiles import End, Tile, add_up_pips, find_pip_bounds, make_set


def check_ends(ends: tuple[End, ...], model: Model, largest: int) -> None:
    """Raise RuleError for open ends that no layout of this kind shows."""
    findings = Findings()
    counts = Counter(ends)
    for end, count in counts.items():
        if end.both and count > 1:
            findings.add("duplicate_tile", "ends", tile=str(end))
        if not end.both and count > largest:
            findings.add("too_many_equal_ends", "ends", most=largest, pip=end.pip)
    if not ends or (len(ends) == 1 and not ends[0].both):
        findings.add("too_few_ends", "ends")
    if model.most_ends is not None and len(ends) > model.most_ends:
        findings.add("too_many_ends", "ends", most=model.most_ends)
    findings.settle()


def check_placed(entry: Ends, wanted: bool) -> None:
    """Raise RuleError where the end of the tile just laid is asked for and missing, or is not among the ends."""
    findings = Findings()
    lone_double = len(entry.ends) == 1
    if wanted and entry.placed is None and not lone_double:
        findings.add("placed_missing", "placed")
    if entry.placed is not None and entry.placed not in entry.ends:
        findings.add("placed_not_an_end", "placed", end=str(entry.placed))
    findings.settle()


def explain_undrawn(tiles: int) -> Text:
    """Why a round or a game is not over yet: so many tiles can still be drawn."""
    return counted("%(n)s tile can still be drawn", "%(n)s tiles can still be drawn", tiles)


def check_round(ended: RoundEnd, layout: Layout, deal: Deal, largest: int) -> None:
    """Raise RuleError for hands that nobody can hold at the end of this round."""
    findings = Findings()
    drawable = (ended.boneyard_tiles or 0) - deal.never_drawn
    if ended.how != "out" and drawable > 0:
        because = explain_undrawn(drawable)
        findings.add("round_not_over", "boneyard_tiles", because=because)
    _check_who_is_out(ended, findings)
    with findings.at():
        ended.check_each_tile_once(layout.certain)
    _check_counts(ended, layout, deal, largest, findings)
    _check_totals(ended, layout, deal, largest, findings)
    findings.settle()


def _check_who_is_out(ended: RoundEnd, findings: Findings) -> None:
    for player, hand in ended.hands:
        if player == ended.out:
            if hand.count or hand.pips:
                findings.add("out_player_has_tiles", "hands", player, player=player)
        elif hand.empty and ended.how == "out":
            findings.add("two_empty_hands", "hands", player, player=player)
        elif hand.empty:
            findings.add("empty_hand_but_blocked", "hands", player, player=player)


def _check_counts(ended: RoundEnd, layout: Layout, deal: Deal, largest: int, findings: Findings) -> None:
    at_deal = deal.each + (deal.extra > 0)
    known = 0
    for player, hand in ended.hands:
        count = hand.count or 0
        known += count
        if deal.nobody_draws and count > at_deal:
            findings.add("too_many_tiles", "hands", player, tiles=count, most=at_deal)
    left = deal.never_drawn if ended.boneyard_tiles is None else ended.boneyard_tiles
    if left > deal.boneyard:
        findings.add("too_many_tiles", "boneyard_tiles", tiles=left, most=deal.boneyard)
    if left < deal.never_drawn:
        because = counted("the last tile is never drawn", "the last %(n)s tiles are never drawn", deal.never_drawn)
        findings.add("impossible_count", "boneyard_tiles", tiles=left, because=because)
    at_most = len(make_set(largest)) - max(1, len(layout.certain)) - left
    if known > at_most:
        findings.add("too_many_tiles", "hands", tiles=known, most=max(at_most, 0))


def _check_totals(ended: RoundEnd, layout: Layout, deal: Deal, largest: int, findings: Findings) -> None:
    """Typed totals must be reachable with the tiles that lie neither on the table nor face up in another hand."""
    typed = [(player, hand) for player, hand in ended.hands if hand.typed_pips is not None and player != ended.out]
    shown = set(layout.certain).union(*(hand.tiles or () for _, hand in ended.hands))
    pool = tuple(each for each in make_set(largest) if each not in shown)
    if not typed or any((hand.typed_count or 0) > len(pool) for _, hand in typed):
        return  # too many tiles, which is told by itself
    wrong = False
    for player, hand in typed:
        lowest, highest = _reach(pool, hand, deal)
        if not lowest <= (hand.typed_pips or 0) <= highest:
            wrong = True
            findings.add("impossible_total", "hands", player, pips=hand.typed_pips or 0, fewest=lowest, most=highest)
    together = sum(hand.typed_pips or 0 for _, hand in typed)
    counts = [hand.typed_count or 1 for _, hand in typed]
    lowest = find_pip_bounds(pool, min(sum(counts), len(pool)))[0]
    highest = (
        add_up_pips(pool)
        if any(hand.typed_count is None for _, hand in typed)
        else find_pip_bounds(pool, sum(counts))[1]
    )
    if not wrong and not lowest <= together <= highest:
        findings.add("impossible_total", "hands", pips=together, fewest=lowest, most=highest)


def _reach(pool: tuple[Tile, ...], hand: Hand, deal: Deal) -> tuple[int, int]:
    if hand.typed_count is None:
        return 0, find_pip_bounds(pool, deal.each)[1] if deal.nobody_draws else add_up_pips(pool)
    return find_pip_bounds(pool, min(hand.typed_count, len(pool)))
