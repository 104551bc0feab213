"""What one more entry does to a sheet: it is checked, scored by the game, and the match stands as it stands then.

Each kind of entry has one function, registered at `_score` under the entry's type.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import singledispatch
from types import MappingProxyType

from scorekeeper.engine.entries import Bid, Bonus, Ends, Entry, Pass, Result, RoundEnd, TileLaid
from scorekeeper.engine.games.bonuses import IN_PLAY
from scorekeeper.engine.games.claims import give_to_claimer
from scorekeeper.engine.games.game import Score
from scorekeeper.engine.games.going_out import drop_out_points
from scorekeeper.engine.games.leads import Lead
from scorekeeper.engine.games.solitaire import Solitaire
from scorekeeper.engine.games.trains import TrainGame
from scorekeeper.engine.games.uncounted import count_move, count_round
from scorekeeper.engine.layout.growing import Layout
from scorekeeper.engine.problems import Findings, Problem, RuleError, refuse
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.sheet.dealt import check_move
from scorekeeper.engine.sheet.doubts import (
    count_turns,
    find_held_doubts,
    find_last_tile_doubts,
    find_move_doubts,
    find_pass_doubts,
    find_round_doubts,
    find_tile_doubts,
)
from scorekeeper.engine.sheet.gone import check_last, check_mover, check_who_went_out, find_next_player
from scorekeeper.engine.sheet.line import NO_POINTS, LastTile, Line, Sheet
from scorekeeper.engine.sheet.open_ends import check_ends
from scorekeeper.engine.sheet.refusals import check_placed, check_round
from scorekeeper.engine.sheet.told import follow_ends
from scorekeeper.engine.text import N_, Text
from scorekeeper.engine.tiles import End, Tile, make_tile


def step(sheet: Sheet, number: int, entry: Entry) -> tuple[Sheet, Line]:
    """The sheet after `entry` (its lines as they were) and the entry's line, which has problems if it cannot be."""
    try:
        _check_entry(sheet, entry)
        after, line = _score(entry, sheet, number)
    except RuleError as error:
        why, after = Text(N_("not scored")), sheet
        line = Line(number, entry, sheet.round, NO_POINTS, sheet.totals, why, problems=error.problems)
    if not sheet.between_rounds:
        return after, line
    return after, replace(line, before=replace(sheet, lines=(), counting=None) if sheet.lines else sheet)


def _check_entry(sheet: Sheet, entry: Entry) -> None:
    findings = Findings()
    if sheet.over:
        findings.add("match_over")
    if entry.kind not in sheet.game.takes:
        findings.add("entry_not_taken", given=entry.kind)
    findings.settle()


@singledispatch
def _score(entry: Entry, sheet: Sheet, number: int) -> tuple[Sheet, Line]:
    """The sheet after an entry of a kind that the game takes, and its line; raises RuleError where it cannot be."""
    raise TypeError(f"nothing is known of what {entry!r} does to a sheet")


@dataclass(frozen=True, slots=True)
class _Move:
    """What a move leaves: the layout, its ends as they were entered, what they score, and the tile where it is known.

    `leads` is set by the move that tells who leads the round. With `written_out` no table writes such a move that
    leaves out those that score nothing.
    """

    layout: Layout
    ends: tuple[End, ...]
    score: Score
    tile: Tile | None
    written_out: bool
    leads: Lead | None = None
    doubts: tuple[Problem, ...] = ()


@_score.register
def _score_ends(entry: Ends, sheet: Sheet, number: int) -> tuple[Sheet, Line]:
    game, findings, lone_double = sheet.round_game, Findings(), len(entry.ends) == 1
    with findings.at():
        check_ends(entry.ends, sheet.layout.model, game.largest, sheet.layout.begins, game.joins_equal)
    with findings.at():
        check_placed(entry, wanted=game.asks_placed)
    findings.settle()
    score = game.score_ends(entry.ends, entry.ends[0] if lone_double else entry.placed)
    first, every_move = sheet.layout.empty, sheet.every_move or not score.points
    may_lead = first and not game.deal.start_tile and (sheet.lead.player in (None, entry.player) or sheet.every_move)
    begins = may_lead and entry.lead in (None, entry.player)
    turns = count_turns(game, entry.player, sheet.to_move, first, sheet.every_move and (begins or not first))
    told = follow_ends(game, sheet.layout, entry, one_tile=begins or (turns == 1 and not first))
    doubts = find_move_doubts(sheet.layout, entry.ends, turns, told) if every_move and not told.explained else ()
    leads = _find_lead(entry, sheet.lead, begins and told.explained)
    return _move(
        sheet,
        number,
        entry,
        _Move(told.layout, entry.ends, score, told.tile, not (first or score.points), leads, doubts),
    )


def _find_lead(entry: Ends, lead: Lead, first_tile: bool) -> Lead | None:
    """Who leads by what was typed: whoever is named, else who laid the first tile; None where that is known."""
    if entry.lead is not None:
        return Lead(Text(N_("%(player)s led this round"), {"player": entry.lead}), player=entry.lead, supposed=True)
    if not first_tile or lead.player == entry.player:
        return None
    why = Text(N_("%(player)s made the first move"), {"player": entry.player})
    return Lead(why, player=entry.player, supposed=True)


@_score.register
def _score_tile(entry: TileLaid, sheet: Sheet, number: int) -> tuple[Sheet, Line]:
    game, first = sheet.round_game, entry.at is None
    if entry.player is None and not (game.deal.start_tile and sheet.layout.empty):
        raise refuse("player_missing", "player")
    layout = game.lay(sheet.layout, entry)
    leads = None
    if first and entry.player is not None and not game.deal.start_tile:
        leads = Lead(Text(N_("%(player)s laid the first tile"), {"player": entry.player}), player=entry.player)
    score, doubts = game.score_ends(layout.ends, game.placed_end(layout)), find_tile_doubts(sheet.layout, entry.tile)
    return _move(sheet, number, entry, _Move(layout, layout.ends, score, entry.tile, not first, leads, doubts))


def _move(sheet: Sheet, number: int, entry: Ends | TileLaid, move: _Move) -> tuple[Sheet, Line]:
    game, seating, score, player = sheet.round_game, sheet.seating, move.score, entry.player
    gone = check_mover(sheet, player)
    check_move(game, sheet.laid, player)
    out = check_last(sheet, player, gone) if entry.last else None
    score = game.score_last(score) if out else score
    if entry.claimed is not None:
        score = give_to_claimer(game, player, entry.claimed, score)
    points, why = _by_side(seating, {}), score.why
    if entry.scorer is not None:
        side = seating.side_of(entry.scorer)
        counted = count_move(game, sheet.totals[side], score)
        points, why = _by_side(seating, {side: counted.points}), counted.why
    totals = _add(sheet.totals, points)
    again = game.plays_again(0 if entry.claimed else score.points, move.tile)
    laid = sheet.laid if player is None else {**sheet.laid, player: sheet.laid.get(player, 0) + 1}
    after = replace(
        sheet,
        layout=move.layout,
        totals=totals,
        lead=move.leads or sheet.lead,
        turn=player if again or player is None else find_next_player(seating, player, gone),
        passed=0,
        every_move=sheet.every_move or move.written_out,
        laid=MappingProxyType(dict(laid)),
        mover=player,
        gone=sheet.gone | {player} if entry.last and player else sheet.gone,
        went_out=out,
        last_tile=_find_last_tile(sheet, move),
    )
    counts, doubts = score.counts, move.doubts
    line = Line(number, entry, sheet.round, points, totals, why, ends=move.ends, counts=counts, doubts=doubts)
    return _judge(after, between_rounds=False), line


def _find_last_tile(sheet: Sheet, move: _Move) -> LastTile | None:
    """The tile that a move has laid, where somebody named it and the ends before are known."""
    if move.tile is None or move.tile not in move.layout.certain or sheet.layout.empty:
        return None
    return LastTile(move.tile, sheet.layout.ends)


@_score.register
def _score_bonus(entry: Bonus, sheet: Sheet, number: int) -> tuple[Sheet, Line]:
    worth = sheet.round_game.pass_bonuses.get(entry.bonus, 0)
    if not worth:
        raise refuse("bonus_not_played", "bonus")
    side = sheet.seating.side_of(entry.player)
    score = count_move(sheet.round_game, sheet.totals[side], Score(worth, Text(IN_PLAY[entry.bonus])))
    points = _by_side(sheet.seating, {side: score.points})
    totals = _add(sheet.totals, points)
    line = Line(number, entry, sheet.round, points, totals, score.why)
    return _judge(replace(sheet, totals=totals), between_rounds=False), line


@_score.register
def _score_pass(entry: Pass, sheet: Sheet, number: int) -> tuple[Sheet, Line]:
    gone = check_mover(sheet, entry.player)
    turn, passed = find_next_player(sheet.seating, entry.player, gone), sheet.passed + 1
    doubts = find_pass_doubts(sheet.round_game, passed, len(gone))
    why, nothing = sheet.round_game.explain_pass(), _by_side(sheet.seating, {})
    line = Line(number, entry, sheet.round, nothing, sheet.totals, why, doubts=doubts)
    return replace(sheet, turn=turn, passed=passed, every_move=True), line


@_score.register
def _score_bid(entry: Bid, sheet: Sheet, number: int) -> tuple[Sheet, Line]:
    game = sheet.bidding_game
    if sheet.bid is not None:
        raise refuse("bid_twice")
    game.check_bid(entry, sheet.lead.player)
    why, nothing = game.explain_bid(entry), _by_side(sheet.seating, {})
    return replace(sheet, bid=entry), Line(number, entry, sheet.round, nothing, sheet.totals, why)


@_score.register
def _score_round(entry: RoundEnd, sheet: Sheet, number: int) -> tuple[Sheet, Line]:
    game, findings, entry_as_told, hub = sheet.round_game, Findings(), entry, None
    entry = _add_what_is_known(sheet, entry)
    with findings.at():
        hub = game.find_hub(sheet.hubs, entry.number) if isinstance(game, TrainGame) else None
    with findings.at():
        game.check_round(entry)
    with findings.at():
        check_round(entry, _put_hub(sheet.layout, hub), game, sheet.laid)
    with findings.at():
        check_who_went_out(sheet, entry)
    findings.settle()
    hands = dict(entry.hands)
    known = {player: hands[player].pips for player in sheet.seating.players if player in hands}
    pips = {player: held for player, held in known.items() if held is not None}
    led = entry.lead or sheet.lead.player
    score = game.reward_early(game.score_round(entry, pips, led), sheet.rounds_won)
    score = drop_out_points(entry, score) if sheet.went_out else count_round(game, sheet.totals, score)
    totals = _add(sheet.totals, score.points)
    lead, hubs = score.next_lead or game.next_lead(led, entry.out, score.winners), sheet.hubs
    if isinstance(game, TrainGame) and hub is not None:
        hubs = (*hubs, hub)
        lead = game.lead_at_hub(game.find_hub(hubs, None))
    after = replace(
        sheet,
        totals=totals,
        layout=Layout(sheet.layout.model, begins=game.next_first_tile(score.winners)),
        turn=None,
        passed=0,
        laid=NO_POINTS,
        bid=None,
        mover=None,
        gone=frozenset(),
        went_out=None,
        last_tile=None,
        round=sheet.round + 1,
        rounds_won=sheet.rounds_won + bool(score.winners),
        hubs=hubs,
        lead=lead,
    )
    points = _by_side(sheet.seating, score.points)
    doubts = _doubt_round(sheet, entry)
    line = Line(number, entry_as_told, sheet.round, points, totals, score.why, score=score, doubts=doubts)
    return _judge(after, between_rounds=True), line


def _put_hub(layout: Layout, hub: int | None) -> Layout:
    """The layout with the double that its round began with."""
    return layout if hub is None else replace(layout, seen=layout.seen | {make_tile(hub, hub)})


def _add_what_is_known(sheet: Sheet, entry: RoundEnd) -> RoundEnd:
    """The end of a round with who laid the last tile, and which, where the sheet says it and the entry does not."""
    entry = replace(entry, bid=sheet.bid) if sheet.bid else entry
    if entry.out is None:
        return replace(entry, locked_by=entry.locked_by or sheet.laid_last)
    last = sheet.find_last_of(entry.out)
    return entry if last is None or entry.last is not None else replace(entry, last=last.tile, last_ends=last.ends)


def _doubt_round(sheet: Sheet, entry: RoundEnd) -> tuple[Problem, ...]:
    """What can hardly be about a round's end. A table that writes only what scores may have left out the last moves."""
    game, layout = sheet.round_game, sheet.layout
    if isinstance(game, TrainGame):
        return game.find_doubts(entry, sheet.hubs)
    if not sheet.every_move:
        return find_round_doubts(game, Layout(layout.model) if game.moves_score else layout, entry, sheet.to_move)
    return (
        *find_last_tile_doubts(game, entry, sheet.mover, sheet.laid),
        *find_round_doubts(game, layout, entry, sheet.to_move),
        *find_held_doubts(layout, entry),
    )


@_score.register
def _score_result(entry: Result, sheet: Sheet, number: int) -> tuple[Sheet, Line]:
    game = sheet.game
    if not isinstance(game, Solitaire):
        raise TypeError(f"{game.name} is no solitaire")
    score = game.score_result(entry)
    totals, points = _add(sheet.totals, score.points), _by_side(sheet.seating, score.points)
    after = replace(sheet, totals=totals, winners=score.winners, why_over=score.why, round=sheet.round + 1)
    doubts = game.find_doubts(entry)
    return after, Line(number, entry, sheet.round, points, totals, score.why, score=score, doubts=doubts)


def _judge(sheet: Sheet, between_rounds: bool) -> Sheet:
    """The sheet with its winners, if the match is over now."""
    game = sheet.round_game
    winners = game.winners(sheet.totals, sheet.round - 1, between_rounds)
    return replace(sheet, winners=winners, why_over=game.explain_end(sheet.totals, winners)) if winners else sheet


def _by_side(seating: Seating, points: Mapping[str, int]) -> Mapping[str, int]:
    return MappingProxyType({side: points.get(side, 0) for side in seating.sides})


def _add(totals: Mapping[str, int], points: Mapping[str, int]) -> Mapping[str, int]:
    return MappingProxyType({side: total + points.get(side, 0) for side, total in totals.items()})
