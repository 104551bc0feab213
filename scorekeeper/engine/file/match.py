"""The match file: one JSON document that holds a whole match. All its problems are reported at once.

`read_match` reads the parsed document, `write_match_json` writes it, `write_sheet_json` writes the scored sheet that
the command line prints. `entry` reads one entry.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.engine.entries import Entry
from scorekeeper.engine.entries.reader import check_fields, require_object
from scorekeeper.engine.file.entry import parse_entry
from scorekeeper.engine.file.remark import LONGEST, NOTHING, Remark, read_remark, write_remark_json
from scorekeeper.engine.options import Setting
from scorekeeper.engine.problems import Findings, Problem, RuleError, refuse, write_as_json
from scorekeeper.engine.rules.game import Variant
from scorekeeper.engine.seating import Seating, check_characters
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
MOST_ENTRIES = 100_000
FIELDS = frozenset({"format", "variant", "players", "partners", "lead", "options", "entries", *LONGEST})


@dataclass(frozen=True, slots=True)
class MatchFile:
    """The content of a match file: the game, the table, the entries, and the players' remark on the match."""

    variant: Variant
    seating: Seating
    entries: tuple[Entry, ...]
    remark: Remark = NOTHING


@dataclass(frozen=True, slots=True)
class MatchDraft:
    """A match file as far as it can be read: None for each part that cannot, and all problems with their places."""

    variant: Variant | None
    seating: Seating | None
    entries: tuple[Entry | None, ...]
    problems: tuple[Problem, ...]
    remark: Remark = NOTHING

    def settle(self) -> MatchFile:
        """Return the match if it has no problems; raise RuleError with all problems otherwise."""
        if self.problems or self.variant is None or self.seating is None:
            raise RuleError(self.problems)
        entries = tuple(entry for entry in self.entries if entry is not None)
        return MatchFile(self.variant, self.seating, entries, self.remark)


def read_match(document: object) -> MatchFile:
    """Return the match in `document`, a parsed match file.

    Raise RuleError with all problems, each with its place in the file.
    """
    return read_draft(document).settle()


def read_draft(document: object) -> MatchDraft:
    """Return everything that can be read of `document`, a parsed match file, together with its problems.

    Raise RuleError only if the document is not an object.
    """
    findings = Findings()
    data = require_object(document, N_("a match file: an object with the fields of a match"))
    check_fields(data, FIELDS, findings)
    version = data.get("format")
    if "format" not in data:
        findings.add("missing", "format", field="format")
    elif not isinstance(version, int) or isinstance(version, bool) or version != FORMAT:
        findings.add("unknown_format", "format", given=write_as_json(version), known=FORMAT)
    variant = None
    with findings.at():
        if "variant" not in data:
            raise refuse("missing", "variant", field="variant")
        variant = find_variant(data["variant"])
    seating = None
    with findings.at():
        seating = _read_table(data, variant)
    if variant and seating:
        variant = variant.settle_at(seating)  # the rules of your own game come from the settings of its table
    remark = NOTHING
    with findings.at():
        remark = read_remark(data)
    seats = seating or _read_seats(data, variant)
    entries: list[Entry | None] = []
    items = data.get("entries", [])
    if not isinstance(items, list):
        _add_wrong_type(data, "entries", N_("a list"), findings)
    elif len(items) > MOST_ENTRIES:
        findings.add("too_many_entries", "entries", most=MOST_ENTRIES)
    elif variant is not None and seats is not None:
        for number, item in enumerate(items, start=1):
            entry = None
            with findings.at(f"entry {number}"):
                entry = parse_entry(item, variant, seats)
            entries.append(entry)
    return MatchDraft(variant, seating, tuple(entries), tuple(findings.problems), remark)


def _read_table(data: Mapping[str, Any], variant: Variant | None) -> Seating | None:
    """Return the seating: the players, partners, first lead and house rules of the table.

    Raise RuleError with all problems. A field of the wrong type is left out, so that the others can still be checked.
    Return None if `variant` is None.
    """
    findings = Findings()
    players = data.get("players")
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        _add_wrong_type(data, "players", N_("a list of names"), findings)
        variant = None  # without players there is no table to check
    else:
        with findings.at():
            check_characters(players)
    partners = data.get("partners")
    if not (partners is None or isinstance(partners, bool) or _is_pairs(partners)):
        _add_wrong_type(data, "partners", N_("true or false"), findings)
        partners = None
    lead = data.get("lead")
    if lead is not None and not isinstance(lead, str):
        _add_wrong_type(data, "lead", N_("a name"), findings)
        lead = None
    options = data.get("options", {})
    if not isinstance(options, Mapping):
        _add_wrong_type(data, "options", N_("an object"), findings)
        options = {}
    seating = None
    with findings.at():
        seating = variant.seat(data["players"], partners, lead, options) if variant else None
    findings.settle()
    return seating


def _add_wrong_type(data: Mapping[str, Any], name: str, wanted: str, findings: Findings) -> None:
    """Add the problem that the field `name` is missing, or that its value is not what `wanted` describes in words."""
    if name in data:
        findings.add("wrong_type", name, wanted=Text(wanted), given=write_as_json(data[name]))
    else:
        findings.add("missing", name, field=name)


def _read_seats(data: Mapping[str, Any], variant: Variant | None) -> Seating | None:
    """Return a seating with only the player names and the readable house rules, enough to read the entries of a file.

    It is used where the table itself has problems. Return None if the game or the list of players is missing.
    """
    players, rules = data.get("players"), data.get("options")
    if variant is None or not isinstance(players, list):
        return None
    options: dict[str, Setting] = {}
    for option in variant.options:
        if isinstance(rules, Mapping) and option.key in rules:
            with Findings().at():  # `_read_table` has reported the problem
                options[option.key] = option.read(rules[option.key])
    return Seating(tuple(map(str, players)), options=options)


def _is_pairs(value: object) -> bool:
    """Return whether `value` is a list of lists of names."""
    return isinstance(value, list) and all(
        isinstance(pair, list) and all(isinstance(name, str) for name in pair) for pair in value
    )


# -- writing ---------------------------------------------------------------------------------------------------------


def write_match_json(
    variant: Variant, seating: Seating, entries: Sequence[Entry], remark: Remark = NOTHING
) -> dict[str, Any]:
    """Return the match as the document of a match file, from which `read_match` returns the same match."""
    return {
        "format": FORMAT,
        "variant": variant.key,
        "players": list(seating.players),
        "partners": seating.partners,
        "lead": seating.lead,
        "options": dict(seating.options),
        **write_remark_json(remark),
        "entries": [entry.to_json() for entry in entries],
    }


def write_sheet_json(
    sheet: Sheet, gettext: Gettext = keep_english, ngettext: Ngettext = choose_english_plural
) -> dict[str, Any]:
    """Return the scored sheet as a JSON object.

    It has the sides, the entries with points and reasons, the totals, the round, who leads it, and the winners.
    `gettext` and `ngettext` translate the sentences; the default is English.
    """

    def line(each: Line) -> dict[str, Any]:
        """Return the points of a line by side, the reason, and `struck` if the entry no longer counts."""
        fields = {"points": dict(each.points), "why": say(each.why, gettext, ngettext)}
        return fields | {"struck": True} if each.struck else fields

    return {
        "sides": list(sheet.seating.sides),
        "entries": [line(each) for each in sheet.lines],
        "totals": dict(sheet.totals),
        # When the match is over, the number is that of the last round, and nobody leads.
        "round": sheet.round - (sheet.over and sheet.between_rounds),
        "lead": None if sheet.over else sheet.lead.player or sheet.lead.rule,
        "over": sheet.over,
        "winners": list(sheet.winners),
    }
