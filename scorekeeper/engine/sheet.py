"""The sheet: entries folded through a variant into points, totals, who leads and who has won.

Nothing here is stored. An entry that cannot be is kept as a line with its problems and counts nothing, so that one
reading finds every mistake of a sheet.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from scorekeeper.engine.doubts import move_doubts, round_doubts
from scorekeeper.engine.entries import Ends, Entry, Play, Result, Round, Scoring, Void, standing
from scorekeeper.engine.layout import Layout
from scorekeeper.engine.leads import Lead
from scorekeeper.engine.problems import Findings, Problem, RuleError, refuse
from scorekeeper.engine.refusals import check_ends, check_placed, check_round
from scorekeeper.engine.table import Table
from scorekeeper.engine.text import N_, Text
from scorekeeper.engine.tiles import End
from scorekeeper.engine.variant import RoundScore, Variant

NO_POINTS: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Line:
    """One entry on the sheet with what it is worth to each side. `totals` are those after it, `ends` what it left open.

    `struck` says that it counts no more: struck out, or replaced by a later entry. An entry with `problems` counts
    nothing, one with `doubts` counts all the same.
    """

    number: int
    entry: Entry
    round: int
    points: Mapping[str, int]
    totals: Mapping[str, int]
    why: Text
    ends: tuple[End, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    score: RoundScore | None = None
    struck: bool = False
    problems: tuple[Problem, ...] = ()
    doubts: tuple[Problem, ...] = ()

    @property
    def open_doubts(self) -> tuple[Problem, ...]:
        """What can hardly be, but for what the players have accepted."""
        accepted = () if isinstance(self.entry, Void) else self.entry.accepted
        return tuple(doubt for doubt in self.doubts if doubt.key not in accepted)


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that was scored in a match, as it stands now. `lines` are in the order of their numbers.

    `lead` starts the round that is to be played (or is being played), `layout` is what lies on the table in it, `moved`
    is who made the last move of it that is known.
    """

    variant: Variant
    table: Table
    totals: Mapping[str, int]
    lead: Lead
    layout: Layout
    lines: tuple[Line, ...] = ()
    moved: str | None = None
    round: int = 1
    winners: tuple[str, ...] = ()
    why_over: Text | None = None

    @property
    def over(self) -> bool:
        return self.why_over is not None

    @property
    def draw(self) -> bool:
        """The match is over and nobody, or more than one side, has won it."""
        return self.over and len(self.winners) != 1

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Everything that is wrong with the entries, each with its place, e.g. `entry 3, hands, Anna`."""
        return tuple(problem.under(f"entry {line.number}") for line in self.lines for problem in line.problems)

    @property
    def between_rounds(self) -> bool:
        """No tile lies yet in this round, so far as the sheet knows."""
        return self.layout.empty

    @property
    def standing_lines(self) -> tuple[Line, ...]:
        """The lines that count."""
        return tuple(line for line in self.lines if not line.struck and not isinstance(line.entry, Void))


def new_sheet(variant: Variant, table: Table) -> Sheet:
    """The empty sheet."""
    totals = MappingProxyType(dict.fromkeys(table.sides, 0))
    return Sheet(variant, table, totals, variant.first_lead(table), Layout(variant.model_at(table)))


def fold(variant: Variant, table: Table, entries: Sequence[Entry]) -> Sheet:
    """The sheet of `entries`. Those that cannot be are lines with problems (`sheet.problems`)."""
    resolved = standing(entries)
    sheet = new_sheet(variant, table)
    lines: dict[int, Line] = {}
    for number, entry in resolved.entries:
        sheet, lines[number] = _step(sheet, number, entry)
    for number, each in enumerate(entries, start=1):
        if number not in lines:
            lines[number] = _silent_line(number, each, number in resolved.dangling)
    return replace(sheet, lines=tuple(lines[number] for number in range(1, len(entries) + 1)))


def write(sheet: Sheet, entry: Entry) -> Sheet:
    """The sheet with one more entry at its end.

    Raises RuleError where the entry cannot be, or where striking out or replacing leaves a later one that cannot be.
    """
    if isinstance(entry, Void) or entry.replaces is not None:
        after = fold(sheet.variant, sheet.table, [line.entry for line in sheet.lines] + [entry])
        if after.problems:
            raise RuleError(after.problems)
        return after
    after, line = _step(sheet, len(sheet.lines) + 1, entry)
    if line.problems:
        raise RuleError(line.problems)
    return replace(after, lines=(*sheet.lines, line))


def _step(sheet: Sheet, number: int, entry: Scoring) -> tuple[Sheet, Line]:
    """The sheet after `entry` (its lines as they were) and the entry's line."""
    try:
        _check_entry(sheet, entry)
        if isinstance(entry, Round):
            return _end_round(sheet, number, entry)
        if isinstance(entry, Result):
            return _end_solitaire(sheet, number, entry)
        return _move(sheet, number, entry)
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
    variant, table = sheet.variant, sheet.table
    start_tile = variant.deal(len(table.players), table.options).start_tile
    if isinstance(entry, Ends):
        findings = Findings()
        with findings.at():
            check_ends(entry.ends, sheet.layout.model, variant.largest)
        with findings.at():
            check_placed(entry, wanted=variant.asks_placed)
        findings.settle()
        doubts = move_doubts(variant, table, sheet.layout, entry, sheet.moved, sheet.lead.player)
        layout, ends = sheet.layout.with_typed_ends(entry.ends), entry.ends
        placed = ends[0] if len(ends) == 1 else entry.placed
    else:
        doubts = ()
        if entry.player is None and not (start_tile and sheet.layout.empty):
            raise refuse("missing", "player", field="player")
        layout = variant.lay(table, sheet.layout, entry)
        ends, placed = layout.ends, variant.placed_end(layout, entry)
    score = variant.score_ends(table, ends, placed)
    points = _by_side(table, {table.side_of(entry.player): score.points} if entry.player is not None else {})
    lead = sheet.lead
    first = entry.at is None if isinstance(entry, Play) else sheet.layout.empty and len(ends) == 1
    if first and entry.player is not None and not start_tile:
        lead = Lead(entry.player, "laid", Text(N_("%(player)s laid the first tile"), {"player": entry.player}))
    totals = _add(sheet.totals, points)
    after = _judge(replace(sheet, layout=layout, totals=totals, lead=lead, moved=entry.player), between_rounds=False)
    line = Line(number, entry, sheet.round, points, totals, score.why, ends=ends, counts=score.counts, doubts=doubts)
    return after, line


def _end_round(sheet: Sheet, number: int, entry: Round) -> tuple[Sheet, Line]:
    variant, table = sheet.variant, sheet.table
    deal = variant.deal(len(table.players), table.options)
    findings = Findings()
    with findings.at():
        variant.check_round(table, entry)
    with findings.at():
        check_round(entry, sheet.layout, deal, variant.largest)
    findings.settle()
    known = {player: entry.hand(player).pips for player in table.players}
    pips = {player: held for player, held in known.items() if held is not None}
    led = entry.lead or sheet.lead.player
    score = variant.score_round(table, entry, pips, led)
    totals = _add(sheet.totals, score.points)
    after = replace(
        sheet,
        totals=totals,
        layout=Layout(sheet.layout.model),
        moved=None,
        round=sheet.round + 1,
        lead=variant.next_lead(table, led, score, sheet.round),
    )
    points = _by_side(table, score.points)
    doubts = round_doubts(variant, table, sheet.layout, entry)
    line = Line(number, entry, sheet.round, points, totals, score.why, score=score, doubts=doubts)
    return _judge(after, between_rounds=True), line


def _end_solitaire(sheet: Sheet, number: int, entry: Result) -> tuple[Sheet, Line]:
    score = sheet.variant.score_result(sheet.table, entry)
    totals = _add(sheet.totals, score.points)
    after = replace(sheet, totals=totals, winners=score.winners, why_over=score.why, round=sheet.round + 1)
    points, doubts = _by_side(sheet.table, score.points), sheet.variant.doubts(sheet.table, entry)
    return after, Line(number, entry, sheet.round, points, totals, score.why, score=score, doubts=doubts)


def _judge(sheet: Sheet, between_rounds: bool) -> Sheet:
    """The sheet with its winners, if the match is over now."""
    winners = sheet.variant.winners(sheet.table, sheet.totals, sheet.round - 1, between_rounds)
    if not winners:
        return sheet
    return replace(sheet, winners=winners, why_over=_why_over(sheet, winners))


def _why_over(sheet: Sheet, winners: tuple[str, ...]) -> Text:
    best = sheet.totals[winners[0]]
    target = sheet.table.options.get("target")
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


def _silent_line(number: int, entry: Entry, dangling: bool) -> Line:
    """The line of an entry that counts nothing: a void, a struck-out or replaced entry, one that refers to nothing."""
    target = entry.of if isinstance(entry, Void) else entry.replaces
    findings = Findings()
    if dangling and target is not None:
        known = 1 <= target < number
        findings.add("already_struck" if known else "no_such_entry", "of", number=target)
    why = Text(N_("strikes out entry %(number)s"), {"number": entry.of}) if isinstance(entry, Void) else STRUCK
    struck = not isinstance(entry, Void)
    return Line(number, entry, 0, NO_POINTS, NO_POINTS, why, struck=struck, problems=tuple(findings.problems))


STRUCK = Text(N_("struck out"))


def _by_side(table: Table, points: Mapping[str, int]) -> Mapping[str, int]:
    return MappingProxyType({side: points.get(side, 0) for side in table.sides})


def _add(totals: Mapping[str, int], points: Mapping[str, int]) -> Mapping[str, int]:
    return MappingProxyType({side: total + points.get(side, 0) for side, total in totals.items()})
