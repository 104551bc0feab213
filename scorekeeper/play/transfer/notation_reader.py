"""Reading a match in the line notation: its document, scored to its end, and every problem with its line."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from scorekeeper.engine.file.match import FORMAT, MOST_ENTRIES, parse_entry, read_draft
from scorekeeper.engine.problems import Findings, Problem, RuleError
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.sheet.fold import Sheet, start_sheet
from scorekeeper.engine.sheet.moves import list_next_moves
from scorekeeper.engine.sheet.step import step
from scorekeeper.engine.text import N_
from scorekeeper.engine.tiles import parse_tile
from scorekeeper.play.transfer.documents import MOST_BYTES, MOST_VALUES
from scorekeeper.play.transfer.match_files import CheckedMatch, check_match
from scorekeeper.play.transfer.notation import FIELDS, HEADINGS, TITLE, list_gains
from scorekeeper.play.transfer.notation_entries import quote, read_entry
from scorekeeper.play.transfer.notation_syntax import (
    UNEXPECTED,
    NamedValue,
    Part,
    PlayerPoints,
    Word,
    read_entries,
    read_text,
    refuse_line,
)

BYTE_ORDER_MARK = b"\xef\xbb\xbf"  # some editors write it at the beginning of a file
TEXTS = ("Date", "Place", "Note")
NEITHER = N_("it is neither a heading, like Game: block, nor entries, like 1. Anna 6-4")
WRONG_NUMBER = N_("it should begin with %(number)s and a full stop, the number of its first entry")
NOT_UTF_8 = N_("byte %(n)s is not UTF-8 text")
TOO_LARGE = N_("it is larger than any match")
TOO_MUCH = N_("there is more in it than in any match")


@dataclass(slots=True)
class _Draft:
    """The content of a text so far: the document of the match file, and the lines of its parts.

    `points` are those written for each entry, by player; `totals` the totals written, by player.
    """

    document: dict[str, Any] = field(default_factory=lambda: {"format": FORMAT})
    places: dict[str, int] = field(default_factory=dict)  # the lines of the headings
    lines: list[int] = field(default_factory=list)  # the lines of the entries
    points: list[Mapping[str, int]] = field(default_factory=list)
    totals: Mapping[str, int] = field(default_factory=dict)


def is_notation(first: bytes) -> bool:
    """Return whether a file that begins with these bytes is in the line notation."""
    return first.removeprefix(BYTE_ORDER_MARK)[: len(TITLE)].lower() == TITLE.lower().encode()


def read_notation(data: bytes, with_lines: bool = False) -> CheckedMatch:
    """Return the match in the line notation, scored to its end. Raises RuleError with every problem and its line.

    With `with_lines` the outcome has the lines of its entries.
    """
    draft = _read_lines(_decode(data))
    try:
        checked = check_match(draft.document | {"entries": _find_places(draft.document)}, with_lines)
    except RuleError as error:
        raise RuleError(tuple(_name_line(problem, draft) for problem in error.problems)) from error
    _check_points(checked, draft)
    return checked


def _decode(data: bytes) -> str:
    """Return the text of a file. Raises RuleError if it is too large, or not UTF-8."""
    if len(data) > MOST_BYTES:
        raise refuse_line(TOO_LARGE)
    if sum(map(data.count, (b" ", b",", b"[", b"{", b"=", b"|"))) > MOST_VALUES:
        raise refuse_line(TOO_MUCH)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise refuse_line(NOT_UTF_8, n=error.start + 1) from error


def _read_lines(text: str) -> _Draft:
    """Return the headings and entries of a text. Raises RuleError with every line that cannot be read."""
    draft, findings = _Draft(), Findings()
    entries = draft.document.setdefault("entries", [])
    for number, line in enumerate(re.split(r"\r\n?|\n", text), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        with findings.at(f"line {number}"):
            if match := re.match(r"\s*([0-9]{1,9})\.(?=\s|$)", line):
                _check_number(int(match[1]), len(entries) + 1)
                for parts in read_entries(line[match.end() :]):
                    entry, points = read_entry(parts)
                    entries.append(entry)
                    draft.lines.append(number)
                    draft.points.append(points)
                if len(entries) > MOST_ENTRIES:
                    break
            else:
                _read_heading(line, number, draft)
    findings.settle()
    return draft


def _check_number(number: int, wanted: int) -> None:
    """Raise RuleError if a line does not begin with the number of its first entry."""
    if number != wanted:
        raise refuse_line(WRONG_NUMBER, number=wanted)


def _read_heading(line: str, number: int, draft: _Draft) -> None:
    """Add the heading in `line`, the line `number`, to the draft. Raises RuleError if the line is no heading."""
    name, colon, rest = line.partition(":")
    name = name.strip()
    name = TITLE if name.lower() == TITLE.lower() else name
    if not colon or name not in (TITLE, *HEADINGS):
        raise refuse_line(NEITHER)
    if name in draft.places:
        raise refuse_line(UNEXPECTED, what=name)
    draft.places[name] = number
    if name in TEXTS:
        text = read_text(rest)
        if name == "Date":
            _check_date(text)
        else:
            draft.document[FIELDS[name]] = text
        return
    parts, *others = read_entries(rest)
    if others:
        raise refuse_line(UNEXPECTED, what="|")
    if name == "Options":
        draft.document["options"] = {each.name.text: each.value for each in _list_named(parts)}
    elif name == "Totals":
        draft.totals = {each.name.text: each.value for each in _list_named(parts) if isinstance(each.value, int)}
    else:
        values = [each.text if isinstance(each, Word) else each for each in parts]
        if any(isinstance(each, NamedValue | PlayerPoints) for each in parts):
            raise refuse_line(UNEXPECTED, what=rest.strip())
        _add_heading(name, values, draft)


def _add_heading(name: str, values: list[Any], draft: _Draft) -> None:
    """Add the values of a heading to the document of the draft, in the form of a match file."""
    single = values[0] if len(values) == 1 else values
    if name == "Partners":
        draft.document["partners"] = {"true": True, "false": False}.get(str(single), single)
    elif name == "Players":
        draft.document["players"] = [str(each) if isinstance(each, int) else each for each in values]
    else:
        draft.document[FIELDS[name]] = single


def _list_named(parts: Sequence[Part]) -> Iterator[NamedValue]:
    """Yield the named values in `parts`. Raises RuleError if a part is not a named value, or if a name occurs twice."""
    seen = set[str]()
    for each in parts:
        if not isinstance(each, NamedValue) or each.name.text in seen:
            raise refuse_line(UNEXPECTED, what=quote(each))
        seen.add(each.name.text)
        yield each


def _check_date(text: str) -> None:
    """Raise RuleError if the text is not a date such as 2026-11-25."""
    try:
        date.fromisoformat(text)
    except ValueError as error:
        raise refuse_line(UNEXPECTED, what=text) from error


def _find_places(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the entries, with the place of each tile that is written without one but fits only one open end.

    The search stops at the first entry that cannot be read or scored, and at one that refers to another.
    """
    entries: list[dict[str, Any]] = list(document["entries"])
    if not any(each["entry"] == "play" and "at" not in each for each in entries):
        return entries
    draft = read_draft({**document, "entries": []})
    if draft.problems or draft.variant is None or draft.seating is None:
        return entries
    sheet = start_sheet(draft.variant, draft.seating)
    for place in range(len(entries)):
        try:
            entries[place] = _find_place(entries[place], sheet)
            entry = parse_entry(entries[place], draft.variant, draft.seating)
        except RuleError:
            return entries
        if entry.refers_to is not None:
            return entries
        sheet, _ = step(sheet, place + 1, entry)
    return entries


def _find_place(data: dict[str, Any], sheet: Sheet) -> dict[str, Any]:
    """Return an entry of a match file, with its place if it is a tile without one that fits only one open end.

    `sheet` is the sheet before the entry. Raises RuleError if the tile cannot be read.
    """
    if data["entry"] != "play" or "at" in data or sheet.layout.empty:
        return data
    tile = parse_tile(data.get("tile"), sheet.game.largest)
    moves = list_next_moves(sheet.game, sheet.layout, [tile])
    places = {(str(move.place.at), move.place.pip) for move in moves if move.place and move.place.at}
    return data | dict(zip(("at", "pip"), places.pop(), strict=True)) if len(places) == 1 == len(moves) else data


def _name_line(problem: Problem, draft: _Draft) -> Problem:
    """Return a problem of the match file with its line in the text, and with headings instead of fields."""
    entry, _, number = str(problem.place[0]).partition(" ") if problem.place else ("", "", "")
    if entry == "entry" and number.isdigit() and int(number) <= len(draft.lines):
        return problem.under(f"line {draft.lines[int(number) - 1]}")
    heading = next((name for name in FIELDS if FIELDS[name] == entry), None)
    if heading is None:
        return problem
    values = tuple((name, heading if value == entry else value) for name, value in problem.values)
    lines = (f"line {draft.places[heading]}",) if heading in draft.places else ()
    return replace(problem, place=(*lines, heading, *problem.place[1:]), values=values)


def _check_points(checked: CheckedMatch, draft: _Draft) -> None:
    """Raise RuleError for each written entry score and total that differs from the result of the rules."""
    file, findings = checked.file, Findings()
    if any(draft.points):
        for number, gains in list_gains(file.variant, file.seating, file.entries):
            if points := draft.points[number - 1]:
                with findings.at(f"line {draft.lines[number - 1]}", f"entry {number}"):
                    _compare(points, gains, file.seating)
    if draft.totals:
        with findings.at(f"line {draft.places['Totals']}", "Totals"):
            _compare(draft.totals, checked.outcome.totals, file.seating)
    findings.settle()


def _compare(written: Mapping[str, int], right: Mapping[str, int], seating: Seating) -> None:
    """Raise RuleError if the `written` points, by player, are not the `right` ones, by side."""
    if unknown := [player for player in written if player not in seating.players]:
        raise RuleError(tuple(Problem("unknown_player", (), (("player", player),)) for player in unknown))
    sides = {seating.side_of(player): points for player, points in written.items()}
    for side in seating.sides:
        if (was := sides.get(side, 0)) != (wanted := right.get(side, 0)):
            values = (("side", side), ("given", was), ("right", wanted))
            raise RuleError((Problem("points_differ", (), values),))
