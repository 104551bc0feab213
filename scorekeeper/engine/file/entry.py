"""One entry as it stands in a match file: read with every problem told at once, and written back."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.engine.entries import NO_TILES, UNKNOWN, Ends, Entry, Hand, HowEnded, Play, Result, Round, Void
from scorekeeper.engine.games.game import Variant
from scorekeeper.engine.games.round_game import RoundGame
from scorekeeper.engine.layout.growing import LINE, Layout
from scorekeeper.engine.problems import Findings, refuse
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.sheet.refusals import check_each_tile_once
from scorekeeper.engine.text import N_, Text
from scorekeeper.engine.tiles import End, Tile, parse_end, parse_tile

ENTRY_FIELDS = {
    "ends": frozenset({"player", "ends", "placed"}),
    "play": frozenset({"player", "tile", "at", "pip", "join", "side"}),
    "round": frozenset({"out", "blocked", "boneyard", "boneyard_tiles", "hands", "lead"}),
    "result": frozenset({"won", "left", "passes", "boneyard_tiles"}),
    "void": frozenset({"of"}),
}
COMMON_FIELDS = frozenset({"entry", "accepted", "replaces"})


def parse_entry(item: object, variant: Variant, seating: Seating) -> Entry:
    """One entry from its JSON; raises RuleError with every problem."""
    data = require_object(item, N_("an entry"))
    kind = data.get("entry")
    if not isinstance(kind, str) or kind not in ENTRY_FIELDS:
        raise refuse("unknown_entry", "entry", given=str(kind))
    reader = _Reader(data, variant, seating)
    check_fields(data, ENTRY_FIELDS[kind] | COMMON_FIELDS, reader.findings)
    entry = getattr(reader, f"read_{kind}")()
    reader.findings.settle()
    return entry  # type: ignore[no-any-return]  # every read_ method gives an Entry


@dataclass
class _Reader:
    """Reads the fields of one entry, gathering what is wrong."""

    data: Mapping[str, Any]
    variant: Variant
    seating: Seating

    def __post_init__(self) -> None:
        self.findings = Findings()

    def read_ends(self) -> Ends:
        given = self.data.get("ends")
        ends: list[End] = []
        if not isinstance(given, list):
            self.findings.add("wrong_type", "ends", wanted=Text(N_("a list of open ends")))
            given = []
        for item in given:
            with self.findings.at("ends"):
                ends.append(parse_end(item, self.variant.largest))
        placed = None
        if self.data.get("placed") is not None:
            with self.findings.at("placed"):
                placed = parse_end(self.data["placed"], self.variant.largest)
        player = self.player("player", required=True) or ""
        return Ends(player=player, ends=tuple(ends), placed=placed, **self.common())

    def read_play(self) -> Play:
        tile = self.tile("tile", required=True)
        side = self.data.get("side")
        if side not in (None, "end", "long"):
            self.findings.add("wrong_type", "side", wanted=Text(N_("“end” for the short end of a double")))
        return Play(
            player=self.player("player"),
            tile=tile or Tile(0, 0),
            at=self.tile("at"),
            pip=self.half("pip"),
            join=self.half("join"),
            short_end=side == "end",
            **self.common(),
        )

    def read_round(self) -> Round:
        out = self.player("out")
        ways: list[HowEnded] = []
        if out is not None:
            ways.append("out")
        if self.flag("blocked"):
            ways.append("blocked")
        if self.flag("boneyard"):
            ways.append("boneyard")
        if len(ways) > 1:
            self.findings.add("how_it_ended_twice", "out")
        if not ways and self.data.get("out") is None:
            self.findings.add("out_missing", "out")
        ended = Round(
            how=ways[0] if ways else "out",
            out=out,
            hands=self.hands(),
            lead=self.player("lead"),
            boneyard_tiles=self.count("boneyard_tiles"),
            **self.common(),
        )
        if len(ways) != 1:
            # It never comes to the sheet, so what is wrong with the hands by themselves is told here.
            with self.findings.at():
                check_each_tile_once(ended, Layout(LINE))
        return ended

    def read_result(self) -> Result:
        if not isinstance(self.data.get("won"), bool):
            self.findings.add("wrong_type", "won", wanted=Text(N_("true or false")))
        left = NO_TILES
        with self.findings.at("left"):
            left = parse_hand(self.data.get("left", []), self.variant.largest)
        return Result(
            won=self.data.get("won") is True,
            left=left,
            passes=self.count("passes"),
            boneyard_tiles=self.count("boneyard_tiles"),
            **self.common(),
        )

    def read_void(self) -> Void:
        return Void(of=self.count("of", required=True) or 0)

    def hands(self) -> tuple[tuple[str, Hand], ...]:
        given = self.data.get("hands", {})
        if not isinstance(given, Mapping):
            self.findings.add("wrong_type", "hands", wanted=Text(N_("an object: name and tiles")))
            given = {}
        for name in given:
            if name not in self.seating.players:
                self.findings.add("unknown_player", "hands", str(name), player=str(name))
        game = self.variant.at(self.seating)
        counted = isinstance(game, RoundGame) and game.hands_wanted != "pips"
        left_out = UNKNOWN if counted else NO_TILES
        hands = dict.fromkeys(self.seating.players, left_out)
        for player in self.seating.players:
            if player in given:
                with self.findings.at("hands", player):
                    hands[player] = parse_hand(given[player], self.variant.largest)
        return tuple(hands.items())

    def player(self, field: str, required: bool = False) -> str | None:
        given = self.data.get(field)
        if given is None and not required:
            return None
        if given is None:
            self.findings.add("missing", field, field=field)
        elif given not in self.seating.players:
            self.findings.add("unknown_player", field, player=str(given))
        else:
            return str(given)
        return None

    def tile(self, field: str, required: bool = False) -> Tile | None:
        given = self.data.get(field)
        if given is None:
            if required:
                self.findings.add("tile_missing", field)
            return None
        with self.findings.at(field):
            return parse_tile(given, self.variant.largest)
        return None

    def half(self, field: str) -> int | None:
        number = self.count(field)
        if number is not None and number > self.variant.largest:
            self.findings.add("pip_out_of_range", field, pips=number, largest=self.variant.largest)
        return number

    def count(self, field: str, required: bool = False) -> int | None:
        given = self.data.get(field)
        if given is None and not required:
            return None
        if isinstance(given, bool) or not isinstance(given, int) or not 0 <= given < 10**6:
            self.findings.add("wrong_type", field, wanted=Text(N_("a whole number from 0")))
            return None
        return given

    def flag(self, field: str) -> bool:
        given = self.data.get(field, False)
        if not isinstance(given, bool):
            self.findings.add("wrong_type", field, wanted=Text(N_("true or false")))
        return given is True

    def common(self) -> dict[str, Any]:
        accepted = self.data.get("accepted", [])
        if not isinstance(accepted, list) or not all(isinstance(key, str) for key in accepted):
            self.findings.add("wrong_type", "accepted", wanted=Text(N_("a list of keys")))
            accepted = []
        return {"accepted": tuple(accepted), "replaces": self.count("replaces")}


def parse_hand(given: object, largest: int) -> Hand:
    """A hand from its JSON: a list of tiles, or `{"pips": n}`, `{"tiles": k}` or both; raises RuleError."""
    if isinstance(given, list):
        findings = Findings()
        tiles = []
        for item in given:
            with findings.at():
                tiles.append(parse_tile(item, largest))
        findings.settle()
        return Hand(tuple(tiles))
    data = require_object(given, N_("a list of tiles, or {“pips”: n}"))
    findings = Findings()
    check_fields(data, frozenset({"pips", "tiles"}), findings)
    for field in ("pips", "tiles"):
        value = data.get(field, 0)
        if (
            isinstance(value, bool)
            or not isinstance(value, int)
            or abs(value) >= 10**6
            or (field == "tiles" and value < 0)
        ):
            findings.add("wrong_type", field, wanted=Text(N_("a whole number")))
    if not data:
        findings.add("missing", field="pips")
    findings.settle()
    return Hand(None, data.get("pips"), data.get("tiles"))


def require_object(given: object, wanted: str) -> Mapping[str, Any]:
    """The object `given`; raises RuleError `wrong_type`, saying what was `wanted`."""
    if not isinstance(given, Mapping):
        raise refuse("wrong_type", wanted=Text(wanted))
    return given


def check_fields(data: Mapping[str, Any], known: frozenset[str], findings: Findings) -> None:
    """Find every field that is not `known`."""
    for field in data:
        if field not in known:
            findings.add("unknown_field", str(field), field=str(field))


# -- and back --------------------------------------------------------------------------------------------------------


def write_entry_json(entry: Entry) -> dict[str, Any]:
    """One entry as it stands in the match file; what is not said is left out."""
    data: dict[str, Any] = {"entry": entry.kind}
    if isinstance(entry, Void):
        return data | {"of": entry.of}
    if isinstance(entry, Ends):
        data |= {"player": entry.player, "ends": [str(end) for end in entry.ends], "placed": _text(entry.placed)}
    elif isinstance(entry, Play):
        data |= {"player": entry.player, "tile": str(entry.tile), "at": _text(entry.at), "pip": entry.pip}
        data |= {"join": entry.join, "side": "end" if entry.short_end else None}
    elif isinstance(entry, Round):
        data |= {"out": entry.out, "blocked": entry.how == "blocked" or None}
        data |= {"boneyard": entry.how == "boneyard" or None, "boneyard_tiles": entry.boneyard_tiles}
        hands = {player: write_hand_json(hand) for player, hand in entry.hands if hand != UNKNOWN}
        data |= {"lead": entry.lead, "hands": hands}
    else:
        data |= {"won": entry.won, "left": write_hand_json(entry.left), "passes": entry.passes}
        data |= {"boneyard_tiles": entry.boneyard_tiles}
    data |= {"accepted": list(entry.accepted) or None, "replaces": entry.replaces}
    return {key: value for key, value in data.items() if value is not None}


def write_hand_json(hand: Hand) -> Any:
    if hand.tiles is not None:
        return [str(tile) for tile in hand.tiles]
    typed = {"pips": hand.typed_pips, "tiles": hand.typed_count}
    return {key: value for key, value in typed.items() if value is not None}


def _text(value: object) -> str | None:
    return None if value is None else str(value)
