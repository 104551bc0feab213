"""Correcting an entry: the form filled with what it says, to be written anew in its place."""

from werkzeug.datastructures import MultiDict

from scorekeeper.engine.entries import Ends, Hand, Round
from scorekeeper.engine.sheet import Line, Sheet

Fields = MultiDict[str, str]


def correctable(sheet: Sheet, number: int | None) -> Line | None:
    """The line of that number, if it stands and its form can be filled again; a tile that was laid is struck out."""
    line = sheet.lines[number - 1] if number is not None and 0 < number <= len(sheet.lines) else None
    return line if line and not line.struck and isinstance(line.entry, Ends | Round) else None


def filled(sheet: Sheet, line: Line) -> Fields:
    """The fields of the form that would write this entry once more, in its own place."""
    entry = line.entry
    fields = {"kind": entry.kind, "replaces": str(line.number)}
    if isinstance(entry, Ends):
        fields |= {"player": entry.player, "ends": " ".join(map(str, entry.ends)), "placed": str(entry.placed or "")}
    elif isinstance(entry, Round):
        seats = {player: seat for seat, player in enumerate(sheet.table.players, 1)}
        fields |= {"ended": f"out {seats[entry.out]}" if entry.out else entry.how, "lead": entry.lead or ""}
        fields |= {f"hand-{seats[player]}": _typed(hand) for player, hand in entry.hands if player in seats}
    return MultiDict(fields)


def _typed(hand: Hand) -> str:
    if hand.tiles is not None:
        return " ".join(map(str, hand.tiles))
    return str(hand.count if hand.pips is None else hand.pips) if (hand.pips, hand.count) != (None, None) else ""
