"""Refuse input that no table can show, with every reason (docs/rules.md §0.5)."""

from collections.abc import Mapping, Sequence

from scorekeeper.engine.entries import UNKNOWN, Ends, Hand, RoundEnd
from scorekeeper.engine.layout.layout import Layout
from scorekeeper.engine.problems import Findings
from scorekeeper.engine.rules.dealing import Deal
from scorekeeper.engine.rules.game import Game
from scorekeeper.engine.rules.rounds import HandsCounted
from scorekeeper.engine.sheet.hand_feasibility import TilesDealt, TypedHand, find_dealt, may_deal_pips
from scorekeeper.engine.sheet.players_out import list_out
from scorekeeper.engine.text import Text, counted
from scorekeeper.engine.tiles import find_sum_bounds, sort_pips

MOST_PIPS = 9999  # the limit of a hand at a table that plays with several or unknown sets


def check_placed(entry: Ends, wanted: bool) -> None:
    """Raise RuleError if the end of the tile just laid is not among the ends, or if it is `wanted` and missing."""
    findings = Findings()
    lone_double = len(entry.ends) == 1
    if wanted and entry.placed is None and not lone_double:
        findings.add("placed_missing", "placed")
    if entry.placed is not None and entry.placed not in entry.ends:
        findings.add("placed_not_an_end", "placed", end=str(entry.placed))
    findings.settle()


def explain_undrawn(tiles: int) -> Text:
    """Return the text `3 tiles can still be drawn` for this number of `tiles`.

    It is the reason why a round or a game is not over.
    """
    return counted("%(n)s tile can still be drawn", "%(n)s tiles can still be drawn", tiles)


def check_round_end(game: Game, ended: RoundEnd) -> None:
    """Raise RuleError if a round of this game cannot end in this way, or too little is known of a hand to score it."""
    findings = Findings()
    with findings.at():
        _check_way(game, ended)
    with findings.at():
        game.bonuses.check(ended)
    findings.settle()


def _check_way(game: Game, ended: RoundEnd) -> None:
    """Raise RuleError for each field of the end of a round that the game does not use or cannot score."""
    findings, hands = Findings(), game.rounds.hands
    if ended.how == "boneyard" and game.rounds.nobody_out != "boneyard":
        findings.add("boneyard_end_unknown", "boneyard")
    known = ended.find_facts(game.family.facts) if game.family.facts else None
    for facts in ended.facts:
        if facts is not known:
            field = next(iter(facts.write_fields()), facts.fields[-1])
            findings.add("unknown_field", field, field=field)
    for player, hand in ended.hands:
        if hand.has and not hands.double_blank:
            findings.add("option_off", "hands", player, player=player)
    if ended.last.called and ended.out is None:
        findings.add("bonus_without_out", "bonus")
    elif not set(ended.last.called) <= set(game.bonuses.calls):
        findings.add("bonus_not_played", "bonus")
    for player in hands.list_counted(ended.out):
        key = _find_unknown(hands, ended.hand(player), blocked=ended.out is None)
        if key is not None:
            findings.add(key, "hands", player, player=player)
    findings.settle()


def _find_unknown(hands: HandsCounted, hand: Hand, *, blocked: bool) -> str | None:
    """Return the key of the problem if too little is known of a hand that counts; None if enough is known."""
    if hands.known == "tiles":
        return "hand_wants_count" if hand.count is None else None
    if hands.by_doubles and blocked and hand.tiles is None:
        return "hand_hides_doubles"
    if hands.each_tile and hand.tiles is None:
        return "hand_wants_tiles"
    if hands.lone_double_six and hand.pips == 12 and hand.count is None and not hand.has:
        return "hand_hides_double_six"
    if hand.pips is None:
        return "hand_missing" if hand == UNKNOWN else "hand_wants_pips"
    return None


def check_round(ended: RoundEnd, layout: Layout, game: Game, laid: Mapping[str, int]) -> None:
    """Raise RuleError for hands that nobody can hold at the end of this round.

    `layout` is what lies on the table, `laid` the number of tiles laid by player.
    """
    findings = Findings()
    left, never_drawn = ended.boneyard_tiles, game.deal.never_drawn
    if ended.how != "out" and left is not None and left > never_drawn:
        because = explain_undrawn(left - never_drawn)
        findings.add("round_not_over", "boneyard_tiles", because=because)
    (_check_pairs_out if game.rounds.pairs_play_on else _check_who_is_out)(ended, game, findings)
    if not game.dealing.one_set:
        for player, hand in ended.hands:
            if hand.pips is not None and hand.pips > MOST_PIPS:
                findings.add("impossible_total", "hands", player, pips=hand.pips, fewest=0, most=MOST_PIPS)
        findings.settle()
        return
    with findings.at():
        ended.check_each_tile_once(layout.certain)
    if _check_boneyard(ended, game.deal, findings):
        dealt = find_dealt(game, layout, laid, ended)
        known = _count_held(ended, game)
        too_many = set[str]() if dealt.may_hold(known) else _check_counts(ended, dealt, known, findings)
        _check_totals(ended, layout, game, dealt, known, findings, too_many)
    findings.settle()


def _check_who_is_out(ended: RoundEnd, game: Game, findings: Findings) -> None:
    """Add a problem for each hand that must be empty and is not, or is empty and must not be."""
    for player, hand in ended.hands:
        if player == ended.out:
            if hand.count or hand.pips:
                findings.add("out_player_has_tiles", "hands", player, player=player)
        elif hand.empty and ended.how == "out":
            findings.add("two_empty_hands", "hands", player, player=player)
        elif hand.empty:
            findings.add("empty_hand_but_blocked", "hands", player, player=player)


def _check_pairs_out(ended: RoundEnd, game: Game, findings: Findings) -> None:
    """Do the same as `_check_who_is_out` at tables where a pair plays on until both are out.

    Only one pair may hold nothing.
    """
    seating, out = game.seating, list_out(game, ended.out)
    for player in out:
        hand = ended.hand(player)
        if hand != UNKNOWN and not hand.empty:
            key = "out_player_has_tiles" if player == ended.out else "partner_has_tiles"
            findings.add(key, "hands", player, player=player)
    for side in seating.sides:
        members = seating.members(side)
        if members[0] not in out and all(ended.hand(player).empty for player in members):
            key = "empty_pair_but_blocked" if ended.out is None else "both_pairs_out"
            findings.add(key, "hands", members[0], side=side)


def _check_boneyard(ended: RoundEnd, deal: Deal, findings: Findings) -> bool:
    """Return whether the entered number of undrawn tiles is possible; add a problem to `findings` if not."""
    left = deal.never_drawn if ended.boneyard_tiles is None else ended.boneyard_tiles
    if left > deal.boneyard:
        findings.add("too_many_tiles", "boneyard_tiles", tiles=left, most=deal.boneyard)
    if left < deal.never_drawn:
        because = counted("the last tile is never drawn", "the last %(n)s tiles are never drawn", deal.never_drawn)
        findings.add("impossible_count", "boneyard_tiles", tiles=left, because=because)
    return deal.never_drawn <= left <= deal.boneyard


def _count_held(ended: RoundEnd, game: Game) -> dict[str, int]:
    """Return the least number of tiles that each player holds.

    It is the known number if there is one. Otherwise it is 0 for a player who is or may be out, and 1 for the others.
    """
    out = list_out(game, ended.out)
    may_be_out = {
        player for player, hand in ended.hands if game.rounds.pairs_play_on and (hand.empty or hand == UNKNOWN)
    }
    return {player: 0 if player in out else hand.count or player not in may_be_out for player, hand in ended.hands}


def _check_counts(ended: RoundEnd, dealt: TilesDealt, known: Mapping[str, int], findings: Findings) -> set[str]:
    """Return the players who hold too many tiles by themselves, and add the problems to `findings`.

    The caller has found that the hands cannot be held together; `known` is the least number of tiles that each player
    holds. If no single hand is too large, one problem says how many tiles are too many together, and the set is empty.
    """
    one_each = {player: min(1, count) for player, count in known.items()}
    holding = set[str]()
    for player, hand in ended.hands:
        others = {other: count for other, count in one_each.items() if other != player}
        most = dealt.find_most(player, others)
        if player != ended.out and hand.count is not None and hand.count > most:
            holding.add(player)
            findings.add("too_many_tiles", "hands", player, tiles=hand.count, most=most)
    if not holding:
        too_many = sum(dealt.count_drawn(player, count) for player, count in known.items()) - dealt.drawn
        held = sum(known.values())
        findings.add("too_many_tiles", "hands", tiles=held, most=max(0, min(dealt.held, held - max(0, too_many))))
    return holding


def _check_totals(
    ended: RoundEnd,
    layout: Layout,
    game: Game,
    dealt: TilesDealt,
    known: Mapping[str, int],
    findings: Findings,
    too_many: set[str],
) -> None:
    """Add problems for hands whose typed pips no tiles can make.

    The tiles on the table and those listed in a hand are not available. `known` is the least number of tiles that each
    player holds. Players in `too_many` get no problem of their own, since `_check_counts` has added one.
    """
    typed = [
        TypedHand(player, hand.typed_pips, None if hand.typed_count is None else hand.typed_count - len(hand.has))
        for player, hand in ended.hands
        if hand.typed_pips is not None and player != ended.out and not _is_double_blank(hand)
    ]
    if not typed:
        return
    visible = set(layout.certain).union(
        *(hand.tiles or hand.has for _, hand in ended.hands), [ended.last.tile] if ended.last.tile else ()
    )
    pips = sort_pips(game.tiles)
    for tile in visible:
        pips.remove(tile.pips)
    wrong = False
    most_pips = 0
    for hand in typed:
        others = {other: count for other, count in known.items() if other != hand.player}
        lowest, highest = _find_reach(pips, hand, dealt.find_most(hand.player, others))
        most_pips += highest
        if not lowest <= hand.pips <= highest:
            wrong = True
        # A player for whom no tile is left holds too many tiles, which `_check_counts` has found.
        if not lowest <= hand.pips <= highest and lowest <= highest and hand.player not in too_many:
            findings.add("impossible_total", "hands", hand.player, pips=hand.pips, fewest=lowest, most=highest)
    typed_players = {hand.player for hand in typed}
    others = {player: count for player, count in known.items() if player not in typed_players}
    if wrong or not dealt.may_hold(known) or may_deal_pips(pips, typed, dealt, others):
        return
    together = sum(hand.pips for hand in typed)
    lowest = find_sum_bounds(pips, sum(known[hand.player] for hand in typed))[0]
    most = dealt.find_most_together(typed_players, others)
    highest = min(most_pips, find_sum_bounds(pips, min(len(pips), most))[1])
    if lowest <= together <= highest:
        findings.add("impossible_hands", "hands")
    else:
        findings.add("impossible_total", "hands", pips=together, fewest=lowest, most=highest)


def _is_double_blank(hand: Hand) -> bool:
    """Return whether the double blank alone was entered: no pips are typed, and at most one tile."""
    return bool(hand.has) and not hand.typed_pips and hand.typed_count in (None, 1)


def _find_reach(pips: Sequence[int], hand: TypedHand, most: int) -> tuple[int, int]:
    """Return the fewest and the most pips that `hand` can have, whatever the others hold, with at most `most` tiles.

    `pips` are those of the available tiles, sorted.
    """
    if hand.count is not None:
        return find_sum_bounds(pips, min(hand.count, len(pips)))
    return find_sum_bounds(pips, 1)[0], find_sum_bounds(pips, most)[1]
