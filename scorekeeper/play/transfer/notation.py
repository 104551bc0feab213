"""The line notation of a match, which people can write by hand: `1. Anna 6-6 12 | Bo 6-4 at=6-6` (docs/notation.md).

It says the same as a match file. Besides it may have what follows from the entries: the points of each entry and the
totals, for readers that do not know the rules. If a file has them, they must be right.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from scorekeeper.engine.entries import COMMON_FIELDS, KINDS, Entry
from scorekeeper.engine.file.match import FORMAT, MOST_ENTRIES, parse_entry, read_draft
from scorekeeper.engine.file.remark import NOTHING, Remark, write_remark_json
from scorekeeper.engine.problems import Findings, Problem, RuleError
from scorekeeper.engine.rules.game import Variant
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.sheet.fold import Sheet, follow_entries, start_sheet
from scorekeeper.engine.sheet.moves import list_next_moves
from scorekeeper.engine.sheet.step import step
from scorekeeper.engine.text import N_
from scorekeeper.engine.tiles import parse_tile
from scorekeeper.play.transfer.documents import MOST_BYTES, MOST_VALUES
from scorekeeper.play.transfer.match_files import CheckedMatch, check_match
from scorekeeper.play.transfer.notation_syntax import (
    TILE,
    UNEXPECTED,
    NamedValue,
    Part,
    PlayerPoints,
    Word,
    read_entries,
    read_text,
    refuse_line,
    write_name,
    write_value,
)

TITLE = "Domino notation"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"  # some editors write it at the beginning of a file
HEADINGS = ("Game", "Players", "Partners", "Lead", "Options", "Date", "Place", "Note", "Totals")
FIELDS = {
    TITLE: "format",
    "Game": "variant",
    **{each: each.lower() for each in HEADINGS if each not in ("Game", "Date", "Totals")},
}
TEXTS = ("Date", "Place", "Note")
WIDTH = 100  # characters of a line, after which another one begins
SEPARATOR = " | "

NEITHER = N_("it is neither a heading, like Game: block, nor entries, like 1. Anna 6-4")
WRONG_NUMBER = N_("it should begin with %(number)s and a full stop, the number of its first entry")
NOT_UTF_8 = N_("byte %(n)s is not UTF-8 text")
TOO_LARGE = N_("it is larger than any match")
TOO_MUCH = N_("there is more in it than in any match")


@dataclass(frozen=True, slots=True)
class Opening:
    """How entries of one kind begin.

    `word` is the word for the kind, empty for a tile and for open ends, which need none. `fields` are the fields of the
    match file that it stands for. `player` is the field of the name before it, None for entries that begin with the
    word. `unnamed` is the field whose value follows without a name, and `by_player` the field that has a value for each
    player.
    """

    word: str
    fields: Mapping[str, Any]
    player: str | None = None
    unnamed: str | None = None
    by_player: str | None = None


TILE_LAID = Opening("", {"entry": "play"}, "player", "tile")
ENDS = Opening("", {"entry": "ends"}, "player", "ends")
OPENINGS = (
    TILE_LAID,
    ENDS,
    Opening("start", {"entry": "play"}, unnamed="tile"),
    Opening("pass", {"entry": "pass"}, "player"),
    Opening("bonus", {"entry": "bonus"}, "player", "bonus"),
    Opening("bid", {"entry": "bid"}, "player", "points"),
    Opening("out", {"entry": "round"}, "out", by_player="hands"),
    Opening("blocked", {"entry": "round", "blocked": True}, by_player="hands"),
    Opening("boneyard", {"entry": "round", "boneyard": True}, by_player="hands"),
    Opening("tricks", {"entry": "round"}, by_player="taken"),
    Opening("won", {"entry": "result", "won": True}),
    Opening("lost", {"entry": "result", "won": False}),
    Opening("void", {"entry": "void"}, unnamed="of"),
    Opening("restore", {"entry": "restore"}, unnamed="of"),
)
NUMBERED = ("bid", "void", "restore")  # the words after which the unnamed value is a number
AFTER_PLAYER = {each.word: each for each in OPENINGS if each.player and each.word}
WITHOUT_PLAYER = {each.word: each for each in OPENINGS if not each.player}
ALONE = {"hands": "pips", "taken": "points"}  # the field that a number alone means, for each player
JOINED = "on"  # the tile to which a tile is joined with equal halves: it stands for the fields `at`, `pip` and `join`
FIELD_WORDS = COMMON_FIELDS.union({JOINED}, *(kind.fields for kind in KINDS.values()))
RESERVED = FIELD_WORDS | AFTER_PLAYER.keys() | WITHOUT_PLAYER.keys()


# -- reading -----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Draft:
    """What was read of a text: the document of the match file, and the lines where its parts stand.

    `points` are those written for each entry, by player; `totals` the totals written, by player.
    """

    document: dict[str, Any] = field(default_factory=lambda: {"format": FORMAT})
    places: dict[str, int] = field(default_factory=dict)  # of the headings
    lines: list[int] = field(default_factory=list)  # of the entries
    points: list[Mapping[str, int]] = field(default_factory=list)
    totals: Mapping[str, int] = field(default_factory=dict)


def is_notation(first: bytes) -> bool:
    """Return whether a file that begins with these bytes is in the line notation."""
    return first.removeprefix(BYTE_ORDER_MARK)[: len(TITLE)].lower() == TITLE.lower().encode()


def read_notation(data: bytes) -> CheckedMatch:
    """Return the match in the line notation, scored to its end. Raises RuleError with every problem and its line."""
    draft = _read_lines(_decode(data))
    try:
        checked = check_match(draft.document | {"entries": _find_places(draft.document)})
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
            if found := re.match(r"\s*([0-9]{1,9})\.(?=\s|$)", line):
                _check_number(int(found[1]), len(entries) + 1)
                for parts in read_entries(line[found.end() :]):
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


def _check_number(given: int, wanted: int) -> None:
    """Raise RuleError if a line does not begin with the number of its first entry."""
    if given != wanted:
        raise refuse_line(WRONG_NUMBER, number=wanted)


def _read_heading(line: str, number: int, draft: _Draft) -> None:
    """Add the heading in `line`, the line `number`, to the draft. Raises RuleError if it is none."""
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
        _keep_heading(name, values, draft)


def _keep_heading(name: str, values: list[Any], draft: _Draft) -> None:
    """Keep the values of a heading as the document of a match file has them."""
    single = values[0] if len(values) == 1 else values
    if name == "Partners":
        draft.document["partners"] = {"true": True, "false": False}.get(str(single), single)
    elif name == "Players":
        draft.document["players"] = [str(each) if isinstance(each, int) else each for each in values]
    else:
        draft.document[FIELDS[name]] = single


def _list_named(parts: Sequence[Part]) -> Iterator[NamedValue]:
    """Yield the named values that the parts are. Raises RuleError if one is anything else, or there twice."""
    seen = set[str]()
    for each in parts:
        if not isinstance(each, NamedValue) or each.name.text in seen:
            raise refuse_line(UNEXPECTED, what=_quote(each))
        seen.add(each.name.text)
        yield each


def _check_date(text: str) -> None:
    """Raise RuleError if the text is not a date such as 2026-11-25."""
    try:
        date.fromisoformat(text)
    except ValueError as error:
        raise refuse_line(UNEXPECTED, what=text) from error


def read_entry(parts: Sequence[Part]) -> tuple[dict[str, Any], Mapping[str, int]]:
    """Return an entry as in a match file, and the points written for it, by player. Raises RuleError."""
    opening, player, rest = _find_opening(parts)
    data: dict[str, Any] = dict(opening.fields)
    if opening.player:
        data[opening.player] = player
    if opening.unnamed and rest and isinstance(rest[0], int if opening.word in NUMBERED else Word | list):
        value = rest.pop(0)
        data[opening.unnamed] = value.text if isinstance(value, Word) else value
    points = dict[str, int]()
    for part in rest:
        if isinstance(part, NamedValue):
            _add_field(data, part, opening)
        elif isinstance(part, Word) and not part.quoted and part.text not in data:
            data[part.text] = True
        elif isinstance(part, PlayerPoints) and part.player not in points:
            points[part.player] = part.points
        elif isinstance(part, int) and player is not None and player not in points:
            points[player] = part
        else:
            raise refuse_line(UNEXPECTED, what=_quote(part))
    if JOINED in data:
        data |= _read_joined(str(data.pop(JOINED)), str(data.get("tile")))
    if isinstance(data.get("ends"), list):
        data["ends"] = [str(end) if isinstance(end, int) else end for end in data["ends"]]
    if isinstance(data.get("trump"), int):
        data["trump"] = str(data["trump"])
    return data, points


def _read_joined(at: str, tile: str) -> dict[str, Any]:
    """Return the fields for a tile that is joined to `at`. Raises RuleError unless the two have one half in common."""
    shared = _list_shared(at, tile)
    if len(shared) != 1:
        raise refuse_line(UNEXPECTED, what=f"{JOINED}={at}")
    return {"at": at, "pip": shared[0], "join": shared[0]}


def _list_shared(at: str, tile: str) -> list[int]:
    """Return the halves that two tiles have in common, which are written as in `6-4`."""
    halves = [set(re.findall(r"[0-9]+", each)) for each in (at, tile)]
    return sorted(int(half) for half in halves[0] & halves[1])


def _find_opening(parts: Sequence[Part]) -> tuple[Opening, str | None, list[Part]]:
    """Return how an entry begins, the player whose name comes first, and the parts after the beginning."""
    rest = list(parts)
    first = rest.pop(0) if rest else Word("|")
    if not isinstance(first, Word) or first == Word("|"):
        raise refuse_line(UNEXPECTED, what=_quote(first))
    if not first.quoted and first.text in WITHOUT_PLAYER:
        return WITHOUT_PLAYER[first.text], None, rest
    following = rest[0] if rest else None
    if isinstance(following, list):
        return ENDS, first.text, rest
    if isinstance(following, Word) and not following.quoted:
        if following.text in AFTER_PLAYER:
            return AFTER_PLAYER[following.text], first.text, rest[1:]
        if TILE.fullmatch(following.text):
            return TILE_LAID, first.text, rest
    raise refuse_line(UNEXPECTED, what=_quote(first if following is None else following))


def _add_field(data: dict[str, Any], part: NamedValue, opening: Opening) -> None:
    """Add a named value to the data of an entry: a field, or the hand or the tricks of a player."""
    name, value, target = part.name.text, part.value, data
    if part.name.quoted or name not in FIELD_WORDS:
        if opening.by_player is None:
            raise refuse_line(UNEXPECTED, what=name)
        target = data.setdefault(opening.by_player, {})
        if isinstance(value, int) and not isinstance(value, bool):
            value = {ALONE[opening.by_player]: value}
    if name in target:
        raise refuse_line(UNEXPECTED, what=name)
    target[name] = value


def _quote(part: Part) -> str:
    """Return the beginning of a part for a message."""
    if isinstance(part, NamedValue):
        return part.name.text
    if isinstance(part, PlayerPoints):
        return part.player
    return part.text if isinstance(part, Word) else write_value(part)


def _find_places(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the entries, with the place of each tile that is written without one but fits only one open end.

    The search ends at the first entry that cannot be read or scored, and at one that refers to another.
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
    """Raise RuleError for each entry whose points, and for each total, are not those by the rules of the game."""
    file, findings = checked.file, Findings()
    if any(draft.points):
        for number, gains in _list_gains(file.variant, file.seating, file.entries):
            if given := draft.points[number - 1]:
                with findings.at(f"line {draft.lines[number - 1]}", f"entry {number}"):
                    _compare(given, gains, file.seating)
    if draft.totals:
        with findings.at(f"line {draft.places['Totals']}", "Totals"):
            _compare(draft.totals, checked.outcome.totals, file.seating)
    findings.settle()


def _list_gains(
    variant: Variant, seating: Seating, entries: Sequence[Entry]
) -> Iterator[tuple[int, Mapping[str, int]]]:
    """Yield the number of each entry with what it adds to the total of each side.

    That is not always what it scores: in Six-love the totals may go back to nothing.
    """
    before = dict.fromkeys(seating.sides, 0)
    for _, line in follow_entries(variant, seating, entries):
        after = line.totals or before  # an entry that does not count has no totals
        yield line.number, {side: after[side] - before[side] for side in before}
        before = dict(after)


def _compare(given: Mapping[str, int], right: Mapping[str, int], seating: Seating) -> None:
    """Raise RuleError if the points written, by player, are not the `right` ones, by side."""
    if unknown := [player for player in given if player not in seating.players]:
        raise RuleError(tuple(Problem("unknown_player", (), (("player", player),)) for player in unknown))
    sides = {seating.side_of(player): points for player, points in given.items()}
    for side in seating.sides:
        if (was := sides.get(side, 0)) != (wanted := right.get(side, 0)):
            values = (("side", side), ("given", was), ("right", wanted))
            raise RuleError((Problem("points_differ", (), values),))


# -- writing -----------------------------------------------------------------------------------------------------------


def write_notation(sheet: Sheet, remark: Remark = NOTHING, day: date | None = None) -> str:
    """Return the match on the sheet in the line notation, with the points of each entry and the totals.

    `day` is the date on which it was played.
    """
    seating, told = sheet.seating, write_remark_json(remark)
    headings = {
        TITLE: str(FORMAT),
        "Game": sheet.variant.key,
        "Players": " ".join(_write_player(player) for player in seating.players),
        "Partners": write_value(seating.partners),
        "Lead": _write_player(seating.lead) if seating.lead else "",
        "Options": " ".join(f"{name}={write_value(value)}" for name, value in seating.options.items()),
        "Date": day.isoformat() if day else "",
        **{name: _write_text(told[name.lower()]) for name in ("Place", "Note") if name.lower() in told},
    }
    totals = (f"{_write_player(seating.members(side)[0])}={total}" for side, total in sheet.totals.items())
    return "\n".join(
        [
            *(f"{name}: {value}" for name, value in headings.items() if value),
            "",
            *_write_lines(sheet),
            "",
            f"Totals: {' '.join(totals)}",
            "",
        ]
    )


def _write_text(text: str) -> str:
    """Return a text as it stands in a heading, in quotation marks unless it fits in a line as it is."""
    plain = text == text.strip() and text.isprintable() and not text.startswith('"')
    return text if plain else json.dumps(text, ensure_ascii=False)


def _write_lines(sheet: Sheet) -> Iterator[str]:
    """Yield the lines with the entries: a round begins a line, and a long one goes on in the next."""
    line, entries = "", [each.entry for each in sheet.lines]
    gains = dict(_list_gains(sheet.variant, sheet.seating, entries))
    for number, entry in enumerate(entries, start=1):
        written = write_entry(entry, gains[number], sheet.seating)
        if line and len(line) + len(written) > WIDTH:
            yield line
            line = ""
        line = f"{line}{SEPARATOR}{written}" if line else f"{number}. {written}"
        if entry.ends_round:
            yield line
            line = ""
    if line:
        yield line


def write_entry(entry: Entry, gains: Mapping[str, int], seating: Seating) -> str:
    """Return an entry as it is written; `gains` are the points that it adds to the total of each side."""
    data = entry.to_json()
    if _is_joined(data):
        data |= {JOINED: data.pop("at")}
        del data["pip"], data["join"]
    opening = next(each for each in OPENINGS if _begins(data, each))
    player: str | None = data.pop(opening.player) if opening.player else None
    for name in opening.fields:
        del data[name]
    parts = [_write_player(player)] if player is not None else []
    parts += [opening.word] if opening.word else []
    if opening.unnamed in data:
        value = data.pop(opening.unnamed)
        parts.append(f"({' '.join(value)})" if isinstance(value, list) else write_value(value))
    if opening.by_player:
        alone = ALONE[opening.by_player]
        for name, value in data.pop(opening.by_player, {}).items():
            if name != player or value != []:  # who is out holds nothing
                single = value[alone] if isinstance(value, dict) and [*value] == [alone] else value
                parts.append(f"{_write_player(name)}={write_value(single)}")
    for name, value in data.items():
        written = _write_player(value) if name in entry.named and isinstance(value, str) else write_value(value)
        parts += [name if value is True else f"{name}={written}"] if value != {} else []
    return " ".join([*parts, *_write_gains(gains, player, seating)])


def _write_player(name: str) -> str:
    """Return the name of a player, in quotation marks if it would be read as a word of the notation."""
    return write_name(name, RESERVED)


def _is_joined(data: Mapping[str, Any]) -> bool:
    """Return whether an entry is a tile joined to another with equal halves, so that `JOINED` says all of it."""
    return "at" in data and [data.get("pip")] == [data.get("join")] == _list_shared(data["at"], data["tile"])


def _begins(data: Mapping[str, Any], opening: Opening) -> bool:
    """Return whether an entry of a match file begins in this way."""
    return opening.fields.items() <= data.items() and (opening.player is None or opening.player in data)


def _write_gains(gains: Mapping[str, int], player: str | None, seating: Seating) -> Iterator[str]:
    """Yield the points of an entry: a number for the side of the `player` it begins with, others with a name."""
    own = None if player is None else seating.side_of(player)
    for side, points in gains.items():
        if points:
            yield f"{points}" if side == own else f"{_write_player(seating.members(side)[0])}:{points}"
