"""Score the entries of a round that are made before its end: open ends, a tile laid, a pass, a bonus."""

from dataclasses import dataclass, replace
from types import MappingProxyType

from scorekeeper.engine.entries import Bonus, Ends, LastTile, Pass, TileLaid
from scorekeeper.engine.layout.layout import Layout
from scorekeeper.engine.problems import Findings, Problem, refuse
from scorekeeper.engine.rules.bonuses import IN_PLAY
from scorekeeper.engine.rules.claims import give_to_claimer
from scorekeeper.engine.rules.leads import Lead
from scorekeeper.engine.rules.points import count_points
from scorekeeper.engine.rules.scores import Score
from scorekeeper.engine.sheet.doubts import (
    count_turns,
    find_early_pass_doubts,
    find_lead_doubts,
    find_move_doubts,
    find_pass_doubts,
    find_tile_doubts,
)
from scorekeeper.engine.sheet.hand_feasibility import check_move
from scorekeeper.engine.sheet.inferred_tiles import follow_ends
from scorekeeper.engine.sheet.line import FirstMove, Line, Sheet
from scorekeeper.engine.sheet.open_ends import check_ends
from scorekeeper.engine.sheet.pass_bonuses import LAID_FIRST, PassesEarned, check_pass_bonus, follow_pass, follow_tile
from scorekeeper.engine.sheet.players_out import check_last, check_mover, find_next_player
from scorekeeper.engine.sheet.refusals import check_placed
from scorekeeper.engine.sheet.totals import add_points, judge, share_out_points
from scorekeeper.engine.sheet.turns import (
    PassedTurns,
    add_idle,
    find_missing_pass,
    find_possibly_out,
    find_untrue_pass,
    list_passed_over,
)
from scorekeeper.engine.text import N_, Text
from scorekeeper.engine.tiles import End, Tile, make_tile


@dataclass(frozen=True, slots=True)
class _Move:
    """The effects of a move: the layout, the open ends as entered, the score, and the tile laid (None: unknown).

    `leads` is the lead of the round that the move reveals; None if it reveals none. `opening` is the first tile of the
    round; None if the move is another one. `written_out` says that the move would be missing on the sheet of a table
    that writes only moves with points: it scores nothing, and is neither the first move of a round nor the last tile of
    a player.
    """

    layout: Layout
    ends: tuple[End, ...]
    score: Score
    tile: Tile | None
    written_out: bool
    leads: Lead | None = None
    doubts: tuple[Problem, ...] = ()
    opening: FirstMove | None = None


def score_ends(entry: Ends, sheet: Sheet, number: int) -> tuple[Sheet, Line]:
    """Return the sheet after open ends that were typed or photographed, and their line.

    `number` is that of the entry. Raise RuleError for ends that no layout can show.
    """
    game, findings = sheet.game, Findings()
    with findings.at():
        check_ends(entry.ends, sheet.layout.model, game.largest, sheet.layout.begins, game.laying.joins_equal)
    with findings.at():
        check_placed(entry, wanted=game.variant.asks_placed)
    findings.settle()
    (placed,) = entry.ends if len(entry.ends) == 1 else (entry.placed,)
    score, first = game.moves.score(entry.ends, placed), sheet.layout.empty
    written_out = not (score.points or entry.last)
    may_lead = first and not game.deal.start_tile and (sheet.lead.player in (None, entry.player) or sheet.every_move)
    begins = may_lead and entry.lead in (None, entry.player)
    turns = count_turns(game, entry.player, sheet.to_move, first, sheet.every_move and (begins or not first))
    inferred = follow_ends(game, sheet.layout, entry, one_tile=begins or (turns == 1 and not first))
    doubtful = (sheet.every_move or written_out) and not inferred.explained
    doubts = find_move_doubts(sheet.layout, entry.ends, turns, inferred) if doubtful else ()
    leads = _find_lead(entry, sheet.lead, begins and inferred.explained)
    score = replace(score, of_first_tile=sheet.every_move and begins and inferred.explained)
    return _apply_move(
        sheet,
        number,
        entry,
        _Move(inferred.layout, entry.ends, score, inferred.tile, written_out and not first, leads, doubts),
    )


def _find_lead(entry: Ends, lead: Lead, first_tile: bool) -> Lead | None:
    """Return the lead that typed ends reveal: the player entered as leading, else the player who laid the first tile.

    `lead` is the lead known so far, and `first_tile` says that the ends are those of the first tile. Return None if the
    ends reveal nothing new.
    """
    if entry.lead is not None:
        return Lead(Text(N_("%(player)s led this round"), {"player": entry.lead}), player=entry.lead, supposed=True)
    if not first_tile or lead.player == entry.player:
        return None
    why = Text(N_("%(player)s made the first move"), {"player": entry.player})
    return Lead(why, player=entry.player, supposed=True)


def score_tile(entry: TileLaid, sheet: Sheet, number: int) -> tuple[Sheet, Line]:
    """Return the sheet after a tile that was laid, and its line; `number` is that of the entry.

    Raise RuleError if the tile cannot be laid there.
    """
    game, first = sheet.game, entry.at is None
    if entry.player is None and not (game.deal.start_tile and sheet.layout.empty):
        raise refuse("player_missing", "player")
    layout = game.laying.lay(sheet.layout, entry)
    leads = opening = None
    doubts = find_tile_doubts(sheet.layout, entry.tile)
    if first and entry.player is not None and not game.deal.start_tile:
        leads = Lead(Text(LAID_FIRST, {"player": entry.player}), player=entry.player)
        opening = FirstMove(entry.player, sheet.lead)
        doubts += find_early_pass_doubts(sheet.layout, sheet.turns.players)
    elif entry.player is not None:
        doubts += find_lead_doubts(game, layout, sheet.opening, entry.player, (entry.tile,), "tile")
    score = replace(game.moves.score(layout.ends, game.moves.find_placed(layout)), of_first_tile=first)
    written_out = not (first or entry.last)
    move = _Move(layout, layout.ends, score, entry.tile, written_out, leads, doubts, opening)
    return _apply_move(sheet, number, entry, move)


def _apply_move(sheet: Sheet, number: int, entry: Ends | TileLaid, move: _Move) -> tuple[Sheet, Line]:
    """Return the sheet after `move`, which `entry` with this `number` describes, and the line of the entry.

    Raise RuleError if the player is out, the round is over, or a claim or a last tile is impossible.
    """
    game, seating, score, player = sheet.game, sheet.seating, move.score, entry.player
    gone = check_mover(sheet, player)
    check_move(game, sheet.laid, player)
    out = check_last(sheet, player, gone) if entry.last else None
    score = game.moves.score_last(score) if out else score
    if entry.claimed is not None:
        score = give_to_claimer(game, player, entry.claimed, score)
    points, why = share_out_points(seating, {}), score.why
    if entry.scorer is not None:
        side = seating.side_of(entry.scorer)
        counted = game.goal.count_move(sheet.totals[side], score)
        points, why = share_out_points(seating, {side: counted.points}), counted.why
    totals = add_points(sheet.totals, points)
    own_points, every_move = 0 if entry.claimed else score.points, sheet.every_move or move.written_out
    again = game.turns.find_extra_turn(own_points, move.tile) == "tile"
    second = _is_second_double(sheet, player, move.tile)
    turns, doubts = sheet.turns if second else _add_passed_over(sheet, player, gone, every_move), move.doubts
    if player is not None:
        doubts += find_untrue_pass(game, turns, player, move.tile, "tile" if isinstance(entry, TileLaid) else "ends")
    turns, missing = find_missing_pass(turns)
    sure = move.tile is not None or again == (game.turns.find_extra_turn(own_points, make_tile(0, 0)) == "tile")
    laid = sheet.laid if player is None else {**sheet.laid, player: sheet.laid.get(player, 0) + 1}
    after = replace(
        sheet,
        layout=move.layout,
        totals=totals,
        lead=move.leads or sheet.lead,
        turn=player if again or player is None else find_next_player(seating, player, gone),
        passed=0,
        turns=turns if turns.sure == sure else replace(turns, sure=sure),
        earned=sheet.earned if player is None else _earn(sheet, move, player),
        opening=move.opening or sheet.opening,
        every_move=every_move,
        laid=MappingProxyType(dict(laid)),
        mover=player,
        gone=sheet.gone | {player} if entry.last and player else sheet.gone,
        went_out=out,
        last_tile=_find_last_tile(sheet, move),
    )
    doubts, counts = (*doubts, *missing), score.counts
    line = Line(number, entry, sheet.round, points, totals, why, ends=move.ends, counts=counts, doubts=doubts)
    return judge(after, between_rounds=False), line


def _add_passed_over(sheet: Sheet, player: str | None, gone: frozenset[str], every_move: bool) -> PassedTurns:
    """Return the turns without a tile, with those of the players who were passed over before `player` moved.

    `gone` are the players who are out. The turns are unchanged unless the table writes every move (`every_move`).
    """
    game, turns = sheet.game, sheet.turns
    if sheet.turn in (None, player) or player is None or not (every_move and turns.sure):
        return turns
    gone = find_possibly_out(game, sheet.laid, gone)
    passed_over = list_passed_over(sheet.seating, sheet.turn, player, gone)
    # In games with unseen tiles a turn may go on until a tile does not fit.
    ended = sheet.mover if sheet.turn == sheet.mover and not sheet.passed and not game.turns.passes_block else None
    return add_idle(turns, game, sheet.layout, passed_over, written=False, ended=ended) if passed_over else turns


def _is_second_double(sheet: Sheet, player: str | None, tile: Tile | None) -> bool:
    """Return whether `tile` is a second double that `player` lays in the same turn, where the house rules allow it."""
    before = sheet.last_tile
    if before is None or tile is None or not tile.double or player != sheet.mover or sheet.passed:
        return False
    return sheet.game.turns.find_extra_turn(0, before.tile) == "double"


def _earn(sheet: Sheet, move: _Move, player: str) -> PassesEarned:
    """Return the bonuses that passes have earned after `player` has made `move`.

    They are unchanged at tables that pay no bonuses for passes, or that turn up a start tile.
    """
    game = sheet.game
    if not game.bonuses.paid or game.deal.start_tile:
        return sheet.earned
    return follow_tile(sheet.earned, game, player, sheet.mover, sheet.passed, single=len(move.ends) > 1)


def _find_last_tile(sheet: Sheet, move: _Move) -> LastTile | None:
    """Return the tile that `move` has laid, with the ends that were open before it.

    Return None for the first tile of a round, and for a tile that is unknown or only inferred.
    """
    if move.tile is None or move.tile not in move.layout.certain or sheet.layout.empty:
        return None
    return LastTile(move.tile, sheet.layout.ends)


def score_bonus(entry: Bonus, sheet: Sheet, number: int) -> tuple[Sheet, Line]:
    """Return the sheet after a bonus for the passes of other players, and its line; `number` is that of the entry.

    Raise RuleError `bonus_not_played` if the table does not pay it, or `bonus_not_true` if the moves contradict it.
    """
    worth = sheet.game.bonuses.paid.get(entry.bonus, 0)
    if not worth:
        raise refuse("bonus_not_played", "bonus")
    side = sheet.seating.side_of(entry.player)
    earned, doubts = sheet.earned, tuple[Problem, ...]()
    if sheet.every_move or not sheet.game.variant.moves_score:
        earned, doubts = check_pass_bonus(earned, sheet.game, entry, sheet.mover, _list_passed(sheet))
    why = Text(N_("%(bonus)s: %(points)s"), {"bonus": Text(IN_PLAY[entry.bonus]), "points": count_points(worth)})
    score = sheet.game.goal.count_move(sheet.totals[side], Score(worth, why))
    points = share_out_points(sheet.seating, {side: score.points})
    totals = add_points(sheet.totals, points)
    line = Line(number, entry, sheet.round, points, totals, score.why, doubts=doubts)
    after = replace(sheet, totals=totals, earned=earned, carried=sheet.carried + score.carried)
    return judge(after, between_rounds=False), line


def _list_passed(sheet: Sheet) -> tuple[str, ...]:
    """Return who has passed in this round or, where no pass is written, may be passing now."""
    written = sheet.turns.written or sheet.turn is None
    return sheet.turns.players if written else (*sheet.turns.players, str(sheet.turn))


def score_pass(entry: Pass, sheet: Sheet, number: int) -> tuple[Sheet, Line]:
    """Return the sheet after a pass, and its line; `number` is that of the entry.

    Raise RuleError if the player is out or the round is over.
    """
    game, player, gone = sheet.game, entry.player, check_mover(sheet, entry.player)
    turn, passed = find_next_player(sheet.seating, player, gone), sheet.passed + 1
    turns = _add_passed_over(sheet, player, gone, every_move=True)
    turns, missing = find_missing_pass(add_idle(turns, game, sheet.layout, (player,), written=True))
    doubts = (*find_pass_doubts(game, passed, len(gone)), *missing)
    earned = follow_pass(sheet.earned, game, player, sheet.mover, passed) if sheet.earned.led else sheet.earned
    why, nothing = game.turns.explain_pass(), share_out_points(sheet.seating, {})
    line = Line(number, entry, sheet.round, nothing, sheet.totals, why, doubts=doubts)
    after = replace(sheet, turn=turn, passed=passed, turns=replace(turns, sure=True), earned=earned, every_move=True)
    return after, line
