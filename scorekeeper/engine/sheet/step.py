"""Score one more entry: it is checked, scored by the game, and the sheet is updated."""

from dataclasses import replace
from functools import singledispatch

from scorekeeper.engine.entries import KINDS, Entry
from scorekeeper.engine.problems import Findings, RuleError
from scorekeeper.engine.sheet.after_bids import score_bid
from scorekeeper.engine.sheet.after_moves import score_bonus, score_ends, score_pass, score_tile
from scorekeeper.engine.sheet.after_rounds import score_result, score_round
from scorekeeper.engine.sheet.line import NO_POINTS, Line, Sheet
from scorekeeper.engine.text import N_, Text, join_texts


def step(sheet: Sheet, number: int, entry: Entry) -> tuple[Sheet, Line]:
    """Return the sheet after `entry`, and the line of the entry, which is not added to the lines of the sheet.

    `number` is the number of the entry. If the entry is impossible, its line has the problems and the sheet is
    unchanged.
    """
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
    """Raise RuleError if the match is over (`match_over`) or the game takes no such entries (`entry_not_taken`)."""
    findings = Findings()
    if sheet.over:
        findings.add("match_over")
    if entry.kind not in sheet.game.variant.takes:
        findings.add("entry_not_taken", because=_explain_not_taken(entry, sheet))
    findings.settle()


def _explain_not_taken(entry: Entry, sheet: Sheet) -> Text:
    """Return the reason that the game does not take entries of this kind, with the kinds it takes instead."""
    game = Text(sheet.variant.name) if sheet.variant.name_is_message else sheet.variant.name
    taken = sheet.game.variant.takes - sheet.game.idle_kinds
    kinds = join_texts([Text(each.words) for kind, each in KINDS.items() if kind in taken])
    return Text(entry.refusal, {"game": game, "kinds": kinds})


@singledispatch
def _score(entry: Entry, sheet: Sheet, number: int) -> tuple[Sheet, Line]:
    """Return the sheet after an entry that the game takes, and its line; raise RuleError if the entry is impossible."""
    raise TypeError(f"no function scores {entry!r}")


for each in (score_ends, score_tile, score_pass, score_bonus, score_bid, score_round, score_result):
    _score.register(each)
