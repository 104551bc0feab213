"""The end of a round of tricks: what each side took, in points or as the number of its tricks and its count tiles.

Tricks can be entered as points, or as their number and the count tiles among them: those worth points themselves.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from scorekeeper.engine.entries.bid import Bid
from scorekeeper.engine.entries.family_facts import FamilyEnd
from scorekeeper.engine.entries.reader import FieldReader, check_fields, parse_count, require_object
from scorekeeper.engine.problems import Findings, write_as_json
from scorekeeper.engine.text import N_, Text
from scorekeeper.engine.tiles import Tile, parse_tile

MOST_LISTED = 28  # tiles of a set; no list of tiles is longer


@dataclass(frozen=True, slots=True)
class TricksTaken:
    """The `points` that a side took, or its number of `tricks` with the count tiles among them.

    Each is None if it was not entered.
    """

    points: int | None = None
    tricks: int | None = None
    count: tuple[Tile, ...] | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the value as in a match file: `{"points": 31}` or `{"tricks": 6, "count": ["5-5", "3-2"]}`."""
        count = None if self.count is None else [str(tile) for tile in self.count]
        fields = {"points": self.points, "tricks": self.tricks, "count": count}
        return {key: value for key, value in fields.items() if value is not None}


@dataclass(frozen=True, slots=True)
class TricksPlayed(FamilyEnd):
    """The end of a round of tricks.

    `taken` holds a player of each side whose tricks were entered, with those tricks. `made` says only whether the bid
    was made; None if that was not entered. `bid` is the bid on the sheet; None until it is filled in.
    """

    fields: ClassVar[tuple[str, ...]] = ("taken", "made")
    named: ClassVar[tuple[str, ...]] = ("taken",)
    how: ClassVar[str] = "tricks"
    words: ClassVar[str] = N_("Round played")

    taken: tuple[tuple[str, TricksTaken], ...] = ()
    made: bool | None = None
    bid: Bid | None = None

    @classmethod
    def read(cls, reader: FieldReader) -> Self | None:
        """Return the tricks in the fields `taken` and `made`; None if both are missing."""
        taken, made = read_taken(reader, "taken"), reader.read_flag("made") if "made" in reader.data else None
        return cls(taken, made) if {"taken", "made"} & set(reader.data) else None

    def write_fields(self) -> dict[str, Any]:
        """Return the tricks by player, and whether the bid was made, each only if it was entered."""
        taken = {"taken": {player: each.to_json() for player, each in self.taken}} if self.taken else {}
        return taken if self.made is None else {**taken, "made": self.made}

    def list_facts(self) -> str:
        """Return the tricks by player, e.g. `Anna {'points': 31}`; without any, whether the bid was `made` or `set`."""
        taken = ", ".join(f"{player} {each.to_json()}" for player, each in self.taken)
        return taken or ("made" if self.made else "set")


def read_taken(reader: FieldReader, name: str) -> tuple[tuple[str, TricksTaken], ...]:
    """Return the players in the field `name`, in turn order, each with the tricks that their side took.

    Problems are added to `reader.findings`.
    """
    items = reader.data.get(name, {})
    if not isinstance(items, Mapping):
        reader.add_wrong_type(name, N_("an object: name and what was taken"))
        return ()
    for player in items:
        if player not in reader.players:
            reader.findings.add("unknown_player", name, str(player), player=str(player))
    pairs = []
    for player in (player for player in reader.players if player in items):
        with reader.findings.at(name, player):
            pairs.append((player, parse_taken(items[player], reader.largest)))
    return tuple(pairs)


def parse_taken(value: object, largest: int) -> TricksTaken:
    """Return the tricks that a side took, from the JSON object `value`; raise RuleError with all problems.

    `largest` is the set's largest half.
    """
    findings = Findings()
    data = require_object(value, N_("points, or tricks and count tiles"))
    check_fields(data, frozenset({"points", "tricks", "count"}), findings)
    for name in ("points", "tricks"):
        if name in data:
            with findings.at(name):
                parse_count(data[name])
    if "points" not in data and "tricks" not in data:
        findings.add("missing", "points", field="points")
    tiles = data.get("count", [])
    if not isinstance(tiles, list) or len(tiles) > MOST_LISTED:
        findings.add("wrong_type", "count", wanted=Text(N_("a list of tiles")), given=write_as_json(tiles))
        tiles = []
    count = []
    for item in tiles:
        with findings.at("count"):
            count.append(parse_tile(item, largest))
    findings.settle()
    return TricksTaken(data.get("points"), data.get("tricks"), tuple(count) if "count" in data else None)
