"""What one more entry does to a sheet: it is checked, scored by the variant, and the match stands as it stands then."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from scorekeeper.engine.entries import Ends, Play, Result, Round, Scoring
from scorekeeper.engine.games.leads import Lead
from scorekeeper.engine.layout.growing import Layout
from scorekeeper.engine.problems import Findings, RuleError, refuse
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.sheet.doubts import find_move_doubts, find_round_doubts
from scorekeeper.engine.sheet.line import NO_POINTS, Line, Sheet
from scorekeeper.engine.sheet.refusals import check_ends, check_placed, check_round
from scorekeeper.engine.text import N_, Text


def step(sheet: Sheet, number: int, entry: Scoring) -> tuple[Sheet, Line]:
    """The sheet after `entry` (its lines as they were) and the entry's line, which has problems if it cannot be."""
    after, line = _step(sheet, number, entry)
    if not sheet.between_rounds:
        return after, line
    return after, replace(line, before=replace(sheet, lines=()) if sheet.lines else sheet)


def _step(sheet: Sheet, number: int, entry: Scoring) -> tuple[Sheet, Line]:
    try:
        _check_entry(sheet, entry)
        if isinstance(entry, Round):
            return _end_round(sheet, number, entry)
        if isinstance(entry, Result):
            return _end_solitaire(sheet, number, entry)
        if isinstance(entry, Ends | Play):
            return _move(sheet, number, entry)
        raise refuse("unknown_entry", given=entry.kind)
    except RuleError as error:
        why = Text(N_("not scored"))
        return sheet, Line(
            number, entry, sheet.round, NO_POINTS, sheet.totals, why, struck=False, problems=error.problems
        )


def _check_entry(sheet: Sheet, entry: Scoring) -> None:
    findings = Findings()
    if sheet.over:
        findings.add("match_over")
    if entry.kind not in sheet.variant.takes:
        findings.add("unknown_entry", given=entry.kind)
    findings.settle()


def _move(sheet: Sheet, number: int, entry: Ends | Play) -> tuple[Sheet, Line]:
    variant, seating = sheet.variant, sheet.seating
    start_tile = variant.deal(len(seating.players), seating.options).start_tile
    if isinstance(entry, Ends):
        findings = Findings()
        with findings.at():
            check_ends(entry.ends, sheet.layout.model, variant.largest)
        with findings.at():
            check_placed(entry, wanted=variant.asks_placed)
        findings.settle()
        doubts = find_move_doubts(variant, seating, sheet.layout, entry, sheet.moved, sheet.lead.player)
        layout, ends = sheet.layout.with_typed_ends(entry.ends), entry.ends
        placed = ends[0] if len(ends) == 1 else entry.placed
    else:
        doubts = ()
        if entry.player is None and not (start_tile and sheet.layout.empty):
            raise refuse("missing", "player", field="player")
        layout = variant.lay(seating, sheet.layout, entry)
        ends, placed = layout.ends, variant.placed_end(layout, entry)
    score = variant.score_ends(seating, ends, placed)
    points = _by_side(seating, {seating.side_of(entry.player): score.points} if entry.player is not None else {})
    lead = sheet.lead
    first = entry.at is None if isinstance(entry, Play) else sheet.layout.empty and len(ends) == 1
    if first and entry.player is not None and not start_tile:
        lead = Lead(entry.player, "laid", Text(N_("%(player)s laid the first tile"), {"player": entry.player}))
    totals = _add(sheet.totals, points)
    after = _judge(replace(sheet, layout=layout, totals=totals, lead=lead, moved=entry.player), between_rounds=False)
    line = Line(number, entry, sheet.round, points, totals, score.why, ends=ends, counts=score.counts, doubts=doubts)
    return after, line


def _end_round(sheet: Sheet, number: int, entry: Round) -> tuple[Sheet, Line]:
    variant, seating = sheet.variant, sheet.seating
    deal = variant.deal(len(seating.players), seating.options)
    findings = Findings()
    with findings.at():
        variant.check_round(seating, entry)
    with findings.at():
        check_round(entry, sheet.layout, deal, variant.largest)
    findings.settle()
    known = {player: entry.hand(player).pips for player in seating.players}
    pips = {player: held for player, held in known.items() if held is not None}
    led = entry.lead or sheet.lead.player
    score = variant.score_round(seating, entry, pips, led)
    totals = _add(sheet.totals, score.points)
    after = replace(
        sheet,
        totals=totals,
        layout=Layout(sheet.layout.model),
        moved=None,
        round=sheet.round + 1,
        lead=variant.next_lead(seating, led, score, sheet.round),
    )
    points = _by_side(seating, score.points)
    doubts = find_round_doubts(variant, seating, sheet.layout, entry)
    line = Line(number, entry, sheet.round, points, totals, score.why, score=score, doubts=doubts)
    return _judge(after, between_rounds=True), line


def _end_solitaire(sheet: Sheet, number: int, entry: Result) -> tuple[Sheet, Line]:
    score = sheet.variant.score_result(sheet.seating, entry)
    totals = _add(sheet.totals, score.points)
    after = replace(sheet, totals=totals, winners=score.winners, why_over=score.why, round=sheet.round + 1)
    points, doubts = _by_side(sheet.seating, score.points), sheet.variant.doubts(sheet.seating, entry)
    return after, Line(number, entry, sheet.round, points, totals, score.why, score=score, doubts=doubts)


def _judge(sheet: Sheet, between_rounds: bool) -> Sheet:
    """The sheet with its winners, if the match is over now."""
    winners = sheet.variant.winners(sheet.seating, sheet.totals, sheet.round - 1, between_rounds)
    if not winners:
        return sheet
    return replace(sheet, winners=winners, why_over=_why_over(sheet, winners))


def _why_over(sheet: Sheet, winners: tuple[str, ...]) -> Text:
    best = sheet.totals[winners[0]]
    target = sheet.seating.options.get("target")
    if len(winners) > 1:
        return Text(N_("a draw: %(sides)s have %(total)s each"), {"sides": ", ".join(winners), "total": best})
    if sheet.variant.lowest_wins:
        return Text(N_("fewest points: %(side)s with %(total)s"), {"side": winners[0], "total": best})
    if not isinstance(target, int):
        return Text(N_("%(side)s won with %(total)s"), {"side": winners[0], "total": best})
    return Text(
        N_("%(side)s reached %(target)s, with %(total)s"),
        {"side": winners[0], "total": best, "target": target},
    )


def _by_side(seating: Seating, points: Mapping[str, int]) -> Mapping[str, int]:
    return MappingProxyType({side: points.get(side, 0) for side in seating.sides})


def _add(totals: Mapping[str, int], points: Mapping[str, int]) -> Mapping[str, int]:
    return MappingProxyType({side: total + points.get(side, 0) for side, total in totals.items()})
