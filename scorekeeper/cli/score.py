"""`scorekeeper score FILE…`: prints the sheet of a match file as a table in the terminal, or as JSON."""

import json
import sys

import click

from scorekeeper.cli.errors import CommandError, put_under
from scorekeeper.cli.files import score_file
from scorekeeper.engine.problems import RuleError, list_sentences
from scorekeeper.engine.sheet.line import Line, Sheet
from scorekeeper.play.transfer.match_files import write_sheet_json


@click.command("score", short_help="Score match files; nothing is stored.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", help="Match files, or - for stdin.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line a file.")
def score_files(files: tuple[str, ...], as_json: bool) -> int:
    """Tell what match files are worth, entry by entry, each with its why; nothing is stored.

    Prints the sheets of all files that can be scored, and everything that is wrong in the others; then it ends with 2.
    Doubtful entries are printed as warnings.
    """
    several = len(files) > 1
    status = 0
    for name in files:
        try:
            sheet = score_file(name)
        except (RuleError, CommandError) as error:
            lines = error.lines if isinstance(error, CommandError) else list_sentences(error.problems)
            print("\n".join(put_under(name, lines, several and isinstance(error, RuleError))), file=sys.stderr)
            status = 2
            continue
        if doubts := list_doubts(sheet):
            print("\n".join(put_under(name, doubts, several)), file=sys.stderr)
        if as_json:
            print(json.dumps(write_sheet_json(sheet), ensure_ascii=False))
        else:
            print(*([f"— {name}"] if several else []), draw_sheet(sheet), sep="\n")
    return status


def draw_sheet(sheet: Sheet) -> str:
    """Return the sheet as text: a table of the entries, the totals, and the result or who leads the next round."""
    rows = [("", "round", "entry", *sheet.seating.sides, "why")] + [_make_row(sheet, line) for line in sheet.lines]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [sheet.variant.name, *(_align(row, widths) for row in rows), ""]
    totals = ", ".join(f"{side} {total}" for side, total in sheet.totals.items())
    lines.append(f"Totals: {totals}")
    if sheet.why_over is not None:
        lines.append(f"Over: {sheet.why_over}")
    else:
        lines.append(f"Round {sheet.round}: {sheet.lead.why}")
    return "\n".join(lines)


def list_doubts(sheet: Sheet) -> list[str]:
    """Return a warning for each doubtful entry that nobody has accepted: `warning: entry 3: …`.

    A doubtful entry is possible but unlikely; it counts all the same.
    """
    lines = ((line, doubt) for line in sheet.lines for doubt in line.open_doubts)
    return [f"warning: {doubt.under(f'entry {line.number}').say()}" for line, doubt in lines]


def _make_row(sheet: Sheet, line: Line) -> tuple[str, ...]:
    """Return the cells of the entry of `line`: number, round, description, points and total of each side, reason."""
    added = {side: f"+{points} " for side, points in line.points.items() if points}
    cells = [f"{added.get(side, '')}{total:>3}" for side, total in line.totals.items()]
    cells = cells or [""] * len(sheet.seating.sides)
    return (str(line.number), str(line.round or ""), line.entry.describe_briefly(), *cells, str(line.why))


def _align(row: tuple[str, ...], widths: list[int]) -> str:
    """Return the cells of `row` as one line of text, padded to `widths` characters.

    Numbers are aligned to the right, words to the left.
    """
    left = {1, 2, len(row) - 1}
    padded = enumerate(zip(row, widths, strict=True))
    return "  ".join(f"{cell:{'<' if column in left else '>'}{width}}" for column, (cell, width) in padded).rstrip()
