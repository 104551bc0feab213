"""Writing a match in the line notation, with the points of each entry and the totals."""

import json
from collections.abc import Iterator
from datetime import date

from scorekeeper.engine.file.match import FORMAT
from scorekeeper.engine.file.remark import NOTHING, Remark, write_remark_json
from scorekeeper.engine.sheet.fold import Sheet
from scorekeeper.play.transfer.notation import TITLE, list_gains
from scorekeeper.play.transfer.notation_entries import write_entry, write_player
from scorekeeper.play.transfer.notation_syntax import write_value

WIDTH = 100  # the characters of a line after which the next one begins
SEPARATOR = " | "


def write_notation(sheet: Sheet, remark: Remark = NOTHING, day: date | None = None) -> str:
    """Return the match on the sheet in the line notation, with the points of each entry and the totals.

    `day` is the date on which it was played.
    """
    seating, remark_json = sheet.seating, write_remark_json(remark)
    headings = {
        TITLE: str(FORMAT),
        "Game": sheet.variant.key,
        "Players": " ".join(write_player(player) for player in seating.players),
        "Partners": write_value(seating.partners),
        "Lead": write_player(seating.lead) if seating.lead else "",
        "Options": " ".join(f"{name}={write_value(value)}" for name, value in seating.options.items()),
        "Date": day.isoformat() if day else "",
        **{name: _write_text(remark_json[name.lower()]) for name in ("Place", "Note") if name.lower() in remark_json},
    }
    totals = (f"{write_player(seating.members(side)[0])}={total}" for side, total in sheet.totals.items())
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
    """Return a text as it is written in a heading, in quotation marks if it would otherwise be read differently."""
    plain = text == text.strip() and text.isprintable() and not text.startswith('"')
    return text if plain else json.dumps(text, ensure_ascii=False)


def _write_lines(sheet: Sheet) -> Iterator[str]:
    """Yield the lines with the entries: each round begins a line, and a long line continues in the next."""
    line, entries = "", [each.entry for each in sheet.lines]
    gains = dict(list_gains(sheet.variant, sheet.seating, entries))
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
