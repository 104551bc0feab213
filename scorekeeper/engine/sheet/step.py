"""What one more entry does to a sheet: it is checked, scored by the game, and the match stands as it stands then.

Each kind of entry has one function, registered at `_score` under the entry's type.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import singledispatch
from types import MappingProxyType

from scorekeeper.engine.entries import Ends, Entry, Result, RoundEnd, TileLaid
from scorekeeper.engine.games.leads import Lead
from scorekeeper.engine.games.solitaire import Solitaire
from scorekeeper.engine.layout.growing import Layout
from scorekeeper.engine.problems import Findings, Problem, RuleError, refuse
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.sheet.dealt import check_move
from scorekeeper.engine.sheet.doubts import find_move_doubts, find_round_doubts
from scorekeeper.engine.sheet.line import NO_POINTS, Line, Sheet
from scorekeeper.engine.sheet.open_ends import check_ends
from scorekeeper.engine.sheet.refusals import check_placed, check_round
from scorekeeper.engine.text import N_, Text
from scorekeeper.engine.tiles import End


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
    return after, replace(line, before=replace(sheet, lines=()) if sheet.lines else sheet)


def _check_entry(sheet: Sheet, entry: Entry) -> None:
    findings = Findings()
    if sheet.over:
        findings.add("match_over")
    if entry.kind not in sheet.game.takes:
        findings.add("unknown_entry", given=entry.kind)
    findings.settle()


@singledispatch
def _score(entry: Entry, sheet: Sheet, number: int) -> tuple[Sheet, Line]:
    """The sheet after an entry of a kind that the game takes, and its line; raises RuleError where it cannot be."""
    raise TypeError(f"nothing is known of what {entry!r} does to a sheet")


@dataclass(frozen=True, slots=True)
class _Laid:
    """What a move leaves: the layout, its ends as they were entered, that of the tile just laid where it is known.

    `first` says that the tile is the first of its round.
    """

    layout: Layout
    ends: tuple[End, ...]
    placed: End | None
    first: bool
    doubts: tuple[Problem, ...] = ()


@_score.register
def _score_ends(entry: Ends, sheet: Sheet, number: int) -> tuple[Sheet, Line]:
    game, findings, lone_double = sheet.round_game, Findings(), len(entry.ends) == 1
    with findings.at():
        check_ends(entry.ends, sheet.layout.model, game.largest, game.first_tile, game.joins_equal)
    with findings.at():
        check_placed(entry, wanted=game.asks_placed)
    findings.settle()
    layout, placed = sheet.layout.with_typed_ends(entry.ends), entry.ends[0] if lone_double else entry.placed
    doubts = find_move_doubts(game, sheet.layout, entry, sheet.moved, sheet.lead.player)
    return _move(sheet, number, entry, _Laid(layout, entry.ends, placed, sheet.layout.empty and lone_double, doubts))


@_score.register
def _score_tile(entry: TileLaid, sheet: Sheet, number: int) -> tuple[Sheet, Line]:
    game = sheet.round_game
    if entry.player is None and not (game.deal.start_tile and sheet.layout.empty):
        raise refuse("player_missing", "player")
    layout = game.lay(sheet.layout, entry)
    return _move(sheet, number, entry, _Laid(layout, layout.ends, game.placed_end(layout), entry.at is None))


def _move(sheet: Sheet, number: int, entry: Ends | TileLaid, laid: _Laid) -> tuple[Sheet, Line]:
    game, seating, lead = sheet.round_game, sheet.seating, sheet.lead
    check_move(game, sheet.laid)
    score = game.score_ends(laid.ends, laid.placed)
    points = _by_side(seating, {} if entry.player is None else {seating.side_of(entry.player): score.points})
    if laid.first and entry.player is not None and not game.deal.start_tile:
        lead = Lead(entry.player, "laid", Text(N_("%(player)s laid the first tile"), {"player": entry.player}))
    totals = _add(sheet.totals, points)
    after = replace(sheet, layout=laid.layout, totals=totals, lead=lead, moved=entry.player)
    if entry.player is not None:
        counted = {**sheet.laid, entry.player: sheet.laid.get(entry.player, 0) + 1}
        after = replace(after, laid=MappingProxyType(counted))
    why, counts = score.why, score.counts
    line = Line(number, entry, sheet.round, points, totals, why, ends=laid.ends, counts=counts, doubts=laid.doubts)
    return _judge(after, between_rounds=False), line


@_score.register
def _score_round(entry: RoundEnd, sheet: Sheet, number: int) -> tuple[Sheet, Line]:
    game, findings = sheet.round_game, Findings()
    with findings.at():
        game.check_round(entry)
    with findings.at():
        check_round(entry, sheet.layout, game, sheet.laid)
    findings.settle()
    known = {player: entry.hand(player).pips for player in sheet.seating.players}
    pips = {player: held for player, held in known.items() if held is not None}
    led = entry.lead or sheet.lead.player
    score = game.score_round(entry, pips, led)
    totals = _add(sheet.totals, score.points)
    after = replace(
        sheet,
        totals=totals,
        layout=Layout(sheet.layout.model),
        moved=None,
        laid=NO_POINTS,
        round=sheet.round + 1,
        lead=game.next_lead(led, score.winners),
    )
    points, doubts = _by_side(sheet.seating, score.points), find_round_doubts(game, sheet.layout, entry)
    line = Line(number, entry, sheet.round, points, totals, score.why, score=score, doubts=doubts)
    return _judge(after, between_rounds=True), line


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
