"""Score the end of a round, and the result of a solitaire."""

from dataclasses import replace

from scorekeeper.engine.entries import LastTile, Result, RoundEnd
from scorekeeper.engine.layout.layout import Layout
from scorekeeper.engine.problems import Findings, Problem
from scorekeeper.engine.rules.going_out import drop_out_points
from scorekeeper.engine.rules.last_tile_bonuses import list_ends_before
from scorekeeper.engine.sheet.doubts import (
    find_blocked_ends_doubts,
    find_boneyard_doubts,
    find_held_doubts,
    find_last_tile_doubts,
    find_lead_doubts,
    find_other_player_doubts,
    find_round_doubts,
    find_too_few_laid,
)
from scorekeeper.engine.sheet.line import NO_POINTS, NO_TURNS, Line, Sheet
from scorekeeper.engine.sheet.players_out import check_who_laid_all, check_who_went_out
from scorekeeper.engine.sheet.refusals import check_round, check_round_end
from scorekeeper.engine.sheet.rest import Rest, check_rest, fill_in_counts, find_rest, find_rest_doubts
from scorekeeper.engine.sheet.totals import add_points, judge, share_out_points
from scorekeeper.engine.sheet.turns import find_untrue_passes
from scorekeeper.engine.tiles import make_tile


def score_round(entry: RoundEnd, sheet: Sheet, number: int) -> tuple[Sheet, Line]:
    """Return the sheet after the end of a round, and its line; `number` is that of the entry.

    Raise RuleError for hands and ends that are impossible.
    """
    game, findings, original, state = sheet.game, Findings(), entry, sheet.state
    check_who_laid_all(sheet, entry)
    entry = _add_last_tile(sheet, entry)
    with findings.at():
        _check_last_tile(sheet, entry)
    with findings.at():
        state, entry = game.family.begin(state, entry)
    with findings.at():
        check_round_end(game, entry)
    rest = find_rest(sheet, entry)
    with findings.at():
        check_round(
            fill_in_counts(entry, rest),
            replace(sheet.layout, seen=sheet.layout.seen | game.family.list_lying(state)),
            game,
            sheet.laid,
        )
    with findings.at():
        check_who_went_out(sheet, entry)
    findings.settle()
    check_rest(entry, rest)
    hands = dict(entry.hands)
    known = {player: hands[player].pips for player in sheet.seating.players if player in hands}
    pips = {player: count for player, count in known.items() if count is not None}
    led = entry.lead or sheet.lead.player
    score = game.bonuses.reward_early(game.rounds.score(entry, pips, led), sheet.rounds_won)
    score = replace(score, carried=sheet.carried + score.carried)
    score = drop_out_points(entry, score) if sheet.went_out else game.goal.count_round(sheet.totals, score)
    # After a round that only sets the totals back to 0, the lead is determined as if nobody had won it.
    totals, winners = add_points(sheet.totals, score.points), score.winners
    if score.all_back:
        totals, winners = share_out_points(sheet.seating, {}), ()
    state, lead = game.family.end(state)
    after = replace(
        sheet,
        totals=totals,
        layout=Layout(sheet.layout.model, begins=game.leading.next_first_tile(winners)),
        turn=None,
        passed=0,
        turns=NO_TURNS,
        opening=None,
        earned=sheet.earned.begin_round(),
        laid=NO_POINTS,
        mover=None,
        gone=frozenset(),
        went_out=None,
        last_tile=None,
        round=sheet.round + 1,
        rounds_won=sheet.rounds_won + bool(score.winners),
        carried=score.carried,
        state=state,
        lead=lead or game.leading.next(led, entry, winners),
    )
    points = share_out_points(sheet.seating, score.points)
    doubts = _find_doubts(sheet, entry, rest)
    line = Line(number, original, sheet.round, points, totals, score.why, score=score, doubts=doubts)
    return judge(after, between_rounds=True, taken_by=score.winners if score.takes_match else ()), line


def _add_last_tile(sheet: Sheet, entry: RoundEnd) -> RoundEnd:
    """Return the end of a round with the last tile, and the player who laid it, filled in from the sheet.

    Fields that were entered with the end of the round are not changed.
    """
    if entry.out is None:
        return replace(entry, locked_by=entry.locked_by or sheet.laid_last)
    last, told = sheet.find_last_of(entry.out), entry.last
    if told.tile is None and last is None and set(told.called) == {"chuchazo"}:
        last = LastTile(make_tile(0, 0))
    if told.tile is not None or last is None:
        return entry
    return replace(entry, last=LastTile(last.tile, told.ends or last.ends, told.called))


def _check_last_tile(sheet: Sheet, entry: RoundEnd) -> None:
    """Raise RuleError if the moves on the sheet contradict the last tile, or the ends that were open before it."""
    told = entry.last
    if entry.out is None or told.tile is None:
        return
    findings, known = Findings(), sheet.last_tile if sheet.mover == entry.out else None
    if known is None or told.tile != known.tile:
        if told.tile in sheet.layout.certain:
            findings.add("duplicate_tile", "last", tile=str(told.tile))
        elif sheet.find_last_of(entry.out):
            each = sheet.game.deal.each
            findings.add("too_many_tiles", "last", tiles=each + 1, most=each)
    elif (
        told.ends
        and len(known.ends) < 3
        and sorted(list_ends_before(entry)) != sorted(list_ends_before(replace(entry, last=known)))
    ):
        findings.add("impossible_ends", "last_ends")
    findings.settle()


def _find_doubts(sheet: Sheet, entry: RoundEnd, rest: Rest | None) -> tuple[Problem, ...]:
    """Return a problem for each fact about the end of a round that is unlikely; empty if there is none.

    `rest` holds the tiles that the moves leave for the hands (None: unknown). A table that writes only moves with
    points may have left out the last moves.
    """
    game, layout = sheet.game, sheet.layout
    own = game.family.find_doubts(sheet.state, entry)
    if own is not None:
        return own
    if not sheet.every_move:
        return find_round_doubts(
            game, Layout(layout.model) if game.variant.moves_score else layout, entry, sheet.to_move
        )
    hands = find_round_doubts(game, layout, entry, sheet.to_move)
    too_few = find_too_few_laid(game, layout, entry, sheet.mover, sheet.laid)
    return (
        *(too_few or find_last_tile_doubts(game, entry, sheet.mover, sheet.laid)),
        *hands,
        *find_held_doubts(layout, entry),
        *find_untrue_passes(game, sheet.turns, entry),
        *find_boneyard_doubts(game, entry, sheet.turns),
        *find_other_player_doubts(entry, sheet.laid_last, sheet.opening, layout),
        *_find_hands_that_lead(sheet, entry),
        *(() if hands else find_blocked_ends_doubts(game, layout, entry)),
        *(() if hands else find_rest_doubts(sheet, entry, rest)),
    )


def _find_hands_that_lead(sheet: Sheet, entry: RoundEnd) -> tuple[Problem, ...]:
    """Return a problem for each player with a tile in the hand that should have led the round; empty if nobody has."""
    doubts = list[Problem]()
    for player, hand in entry.hands:
        doubts += find_lead_doubts(sheet.game, sheet.layout, sheet.opening, player, hand.tiles or (), "hands", player)
    return tuple(doubts)


def score_result(entry: Result, sheet: Sheet, number: int) -> tuple[Sheet, Line]:
    """Return the sheet after the result of a solitaire, and its line; `number` is that of the entry.

    Raise RuleError for an impossible result, or TypeError for a game that is no solitaire.
    """
    game = sheet.game.solitaire
    if game is None:
        raise TypeError(f"{sheet.variant.name} is no solitaire")
    score = game.score_result(entry)
    totals, points = add_points(sheet.totals, score.points), share_out_points(sheet.seating, score.points)
    after = replace(sheet, totals=totals, winners=score.winners, why_over=score.why, round=sheet.round + 1)
    doubts = game.find_doubts(entry)
    return after, Line(number, entry, sheet.round, points, totals, score.why, score=score, doubts=doubts)
