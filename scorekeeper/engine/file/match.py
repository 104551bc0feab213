"""The match file: one JSON document that holds a whole match, read with every problem told at once.

`read_match` takes the parsed document, `write_match_json` gives it back, `write_sheet_json` is what scoring a file
prints. `entry` reads one entry of it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.engine.entries import Entry
from scorekeeper.engine.entries.reader import check_fields, require_object
from scorekeeper.engine.file.entry import parse_entry
from scorekeeper.engine.games.game import Variant
from scorekeeper.engine.problems import Findings, Problem, RuleError, refuse
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.sheet.fold import Line, Sheet
from scorekeeper.engine.text import N_, Gettext, Ngettext, Text, choose_english_plural, keep_english, say
from scorekeeper.engine.variants import find_variant

__all__ = [
    "FIELDS",
    "FORMAT",
    "MatchDraft",
    "MatchFile",
    "parse_entry",
    "read_draft",
    "read_match",
    "write_match_json",
    "write_sheet_json",
]

FORMAT = 1
FIELDS = frozenset({"format", "variant", "players", "partners", "lead", "options", "entries"})


@dataclass(frozen=True, slots=True)
class MatchFile:
    """What a match file says: the game, the table, the entries."""

    variant: Variant
    seating: Seating
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class MatchDraft:
    """A match file so far as it can be read: None for what cannot be, and every problem with its place."""

    variant: Variant | None
    seating: Seating | None
    entries: tuple[Entry | None, ...]
    problems: tuple[Problem, ...]

    def settle(self) -> MatchFile:
        """The match; raises RuleError with every problem."""
        if self.problems:
            raise RuleError(self.problems)
        if self.variant is None or self.seating is None:
            raise refuse("missing", field="players")
        return MatchFile(self.variant, self.seating, tuple(entry for entry in self.entries if entry is not None))


def read_match(document: object) -> MatchFile:
    """The match in a parsed document; raises RuleError with every problem and its place."""
    return read_draft(document).settle()


def read_draft(document: object) -> MatchDraft:
    """What can be read in a parsed document, and what cannot; raises RuleError for what is no object."""
    findings = Findings()
    data = require_object(document, N_("a match file: an object with the fields of a match"))
    check_fields(data, FIELDS, findings)
    if data.get("format") != FORMAT or isinstance(data.get("format"), bool):
        findings.add("unknown_format", "format", given=str(data.get("format")), known=FORMAT)
    variant = None
    with findings.at():
        variant = find_variant(data.get("variant"))
    seating = None
    with findings.at():
        seating = _read_table(data, variant)
    seats = seating or _seats(data.get("players"))
    entries: list[Entry | None] = []
    given = data.get("entries", [])
    if not isinstance(given, list):
        findings.add("wrong_type", "entries", wanted=Text(N_("a list")))
    elif variant is not None and seats is not None:
        for number, item in enumerate(given, start=1):
            entry = None
            with findings.at(f"entry {number}"):
                entry = parse_entry(item, variant, seats)
            entries.append(entry)
    return MatchDraft(variant, seating, tuple(entries), tuple(findings.problems))


def _read_table(data: Mapping[str, Any], variant: Variant | None) -> Seating | None:
    """Who plays and how; what is of the wrong type is told, and left out to look at the rest."""
    findings = Findings()
    players = data.get("players")
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        findings.add("wrong_type", "players", wanted=Text(N_("a list of names")))
        variant = None  # no table is one without them
    partners = data.get("partners")
    if not (partners is None or isinstance(partners, bool) or _is_pairs(partners)):
        findings.add("wrong_type", "partners", wanted=Text(N_("true or false")))
        partners = None
    lead = data.get("lead")
    if lead is not None and not isinstance(lead, str):
        findings.add("wrong_type", "lead", wanted=Text(N_("a name")))
        lead = None
    options = data.get("options", {})
    if not isinstance(options, Mapping):
        findings.add("wrong_type", "options", wanted=Text(N_("an object")))
        options = {}
    seating = None
    with findings.at():
        seating = variant.seat(data["players"], partners, lead, options) if variant else None
    findings.settle()
    return seating


def _seats(players: object) -> Seating | None:
    """Just the names, to read the entries of a file whose table cannot be."""
    return Seating(tuple(map(str, players))) if isinstance(players, list) else None


def _is_pairs(given: object) -> bool:
    return isinstance(given, list) and all(
        isinstance(pair, list) and all(isinstance(name, str) for name in pair) for pair in given
    )


# -- and back --------------------------------------------------------------------------------------------------------


def write_match_json(variant: Variant, seating: Seating, entries: Sequence[Entry]) -> dict[str, Any]:
    """The match file's document; `read_match` gives the same match back."""
    return {
        "format": FORMAT,
        "variant": variant.key,
        "players": list(seating.players),
        "partners": seating.partners,
        "lead": seating.lead,
        "options": dict(seating.options),
        "entries": [entry.to_json() for entry in entries],
    }


def write_sheet_json(
    sheet: Sheet, gettext: Gettext = keep_english, ngettext: Ngettext = choose_english_plural
) -> dict[str, Any]:
    """The scored sheet; sentences in the language of the functions given, English without."""

    def line(each: Line) -> dict[str, Any]:
        told = {"points": dict(each.points), "why": say(each.why, gettext, ngettext)}
        return told | {"struck": True} if each.struck else told

    return {
        "sides": list(sheet.seating.sides),
        "entries": [line(each) for each in sheet.lines],
        "totals": dict(sheet.totals),
        # After the last round there is no next one, and nobody leads it.
        "round": sheet.counting_lines[-1].round if sheet.over else sheet.round,
        "lead": None if sheet.over else sheet.lead.player or sheet.lead.rule,
        "over": sheet.over,
        "winners": list(sheet.winners),
    }
