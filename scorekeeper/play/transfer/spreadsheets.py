"""Matches as rows for a spreadsheet: one for each entry of a match, or one for each match."""

import csv
import io
from collections.abc import Iterable, Iterator

from scorekeeper.engine.entries import Ends, Entry, Play, Result, Round, Void
from scorekeeper.engine.text import say
from scorekeeper.play.history.search import Search, search_matches
from scorekeeper.play.scoring.match import load_match
from scorekeeper.store import Store

MATCH_COLUMNS = ("match", "game", "started", "last entry", "entries", "over", "players", "sides", "totals", "winners")
ENTRY_COLUMNS = ("number", "written", "round", "entry", "player", "what", "struck out", "replaces", "strikes out")
PAGE = 500
BETWEEN = "; "


def write_entries_csv(store: Store, match_id: str) -> str:
    """The entries of a match, struck-out ones, too; points and total of each side in columns. Raises NotFound."""
    found = load_match(store, match_id)
    sides = found.seating.sides
    head = (*ENTRY_COLUMNS, *(f"{side} points" for side in sides), *(f"{side} total" for side in sides), "why")
    rows: list[tuple[object, ...]] = [head]
    for line, written in zip(found.sheet.lines, found.written, strict=True):
        entry = line.entry
        replaces, strikes = ("", entry.of) if isinstance(entry, Void) else (entry.replaces or "", "")
        rows.append(
            (
                line.number,
                written.isoformat(timespec="seconds"),
                line.round or "",
                entry.kind,
                getattr(entry, "player", None) or getattr(entry, "out", None) or "",
                _what(entry),
                "yes" if line.struck else "",
                replaces,
                strikes,
                *(line.points.get(side, "") for side in sides),
                *(line.totals.get(side, "") for side in sides),
                say(line.why),
            )
        )
    return _csv(rows)


def write_matches_csv(store: Store, wanted: Search) -> Iterator[str]:
    """The matches wanted, the newest first, page by page, so that it needs no more memory for many."""
    yield _csv([MATCH_COLUMNS])
    before: int | None = None
    while True:
        page = search_matches(store, wanted, PAGE, before)
        yield _csv(
            (
                each.id,
                each.variant,
                each.started.isoformat(timespec="seconds"),
                each.written.isoformat(timespec="seconds") if each.written else "",
                each.entries,
                "yes" if each.over else "",
                BETWEEN.join(each.players),
                BETWEEN.join(each.totals),
                BETWEEN.join(map(str, each.totals.values())),
                BETWEEN.join(each.winners),
            )
            for each in page.matches
        )
        if page.older is None:
            return
        before = page.older


def _what(entry: Entry) -> str:
    """The facts of an entry in the match file's notation."""
    if isinstance(entry, Ends):
        return " ".join(map(str, entry.ends))
    if isinstance(entry, Play):
        return f"{entry.tile}" + (f" at {entry.at}" if entry.at else "")
    if isinstance(entry, Round):
        held = [f"{player} {hand.pips if hand.pips is not None else hand.count}" for player, hand in entry.hands]
        return f"{entry.how}: {', '.join(held)}"
    if isinstance(entry, Result):
        return "won" if entry.won else "lost"
    return ""


def _csv(rows: Iterable[Iterable[object]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows([_safe(cell) for cell in row] for row in rows)
    return text.getvalue()


def _safe(cell: object) -> object:
    """A text that a spreadsheet would take for a formula, marked as text."""
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in tuple("=+-@\t\r") else cell
