"""Read the fields of one entry from JSON and collect the problems with them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.engine.entries.hand import NO_TILES, UNKNOWN, Hand
from scorekeeper.engine.problems import Findings, refuse, write_as_json, write_input
from scorekeeper.engine.text import N_, Text
from scorekeeper.engine.tiles import DOUBLE_BLANK, End, Tile, parse_end, parse_tile

LARGEST = 10**6 - 1  # the largest number that a match file may have in a count


@dataclass(frozen=True, slots=True)
class FieldReader:
    """The JSON object of an entry, with the facts about the table that are needed to read it.

    `largest` is the set's largest half, `removed` are tiles that the table has taken out of the set. Each `read_…`
    method takes the name of a field, adds its problems to `findings` without raising, and returns a value with which
    the caller can go on.
    """

    data: Mapping[str, Any]
    players: tuple[str, ...]
    largest: int
    removed: frozenset[Tile] = frozenset()
    findings: Findings = field(default_factory=Findings)

    def read_player(self, name: str) -> str | None:
        """Return the player in the field `name`; None if the field is missing or names nobody at this table."""
        value = self.data.get(name)
        if value is None or value in self.players:
            return value
        self.findings.add("unknown_player", name, player=write_input(value))
        return None

    def read_needed_player(self, name: str) -> str:
        """Return the player in the required field `name`; the text `None` if it is missing or has a problem."""
        if self.data.get(name) is None:
            self.findings.add("player_missing", name)
        return str(self.read_player(name))

    def read_tile(self, name: str) -> Tile | None:
        """Return the tile in the field `name`; None if the field is missing or has a problem."""
        if self.data.get(name) is not None:
            with self.findings.at(name):
                return check_played(parse_tile(self.data[name], self.largest), self.removed)
        return None

    def read_needed_tile(self, name: str) -> Tile:
        """Return the tile in the required field `name`; the double blank if it is missing or has a problem."""
        if self.data.get(name) is None:
            self.findings.add("tile_missing", name)
        return self.read_tile(name) or DOUBLE_BLANK

    def read_half(self, name: str) -> int | None:
        """Return the pips of a half in the field `name`; None if the field is missing or is no number."""
        number = self.read_count(name)
        if number is not None and number > self.largest:
            self.findings.add("pip_out_of_range", name, pips=number, largest=self.largest)
        return number

    def read_end(self, name: str) -> End | None:
        """Return the open end in the field `name`; None if the field is missing or has a problem."""
        if self.data.get(name) is not None:
            with self.findings.at(name):
                return parse_end(self.data[name], self.largest)
        return None

    def read_ends(self, name: str) -> tuple[End, ...]:
        """Return the open ends in the list in the field `name`, without those that have a problem."""
        items = self.data.get(name)
        if not isinstance(items, list):
            self.add_wrong_type(name, N_("a list of open ends"))
            return ()
        if len(items) > (most := count_tiles(self.largest)):
            self.findings.add("too_many_ends", name, most=most)
            return ()
        ends: list[End] = []
        for item in items:
            with self.findings.at(name):
                end = parse_end(item, self.largest)
                if end.both:
                    check_played(Tile(end.pip, end.pip), self.removed)
                ends.append(end)
        return tuple(ends)

    def read_count(self, name: str) -> int | None:
        """Return the whole number, 0 or more, in the field `name`; None if it is missing or has a problem."""
        if self.data.get(name) is not None:
            with self.findings.at(name):
                return parse_count(self.data[name])
        return None

    def read_needed_count(self, name: str) -> int:
        """Return the whole number in the required field `name`; 0 if it is missing or has a problem."""
        if self.data.get(name) is None:
            self.findings.add("missing", name, field=name)
        return self.read_count(name) or 0

    def read_flag(self, name: str, missing: str | None = None) -> bool:
        """Return the boolean in the field `name`; False if it is left out or has a problem.

        `missing` is the key of the problem to add if the field is left out; None if it may be left out.
        """
        value = self.data.get(name, False)
        if missing is not None and self.data.get(name) is None:
            self.findings.add(missing, name)
        elif not isinstance(value, bool):
            self.add_wrong_type(name, N_("true or false"))
        return value is True

    def read_word(self, name: str, words: tuple[str, ...]) -> str | None:
        """Return the word in the field `name`; None if the field is missing or its value is not among `words`."""
        value = self.data.get(name)
        if value is None or value in words:
            return value
        self.findings.add("bad_option", name, given=write_input(value), choices=", ".join(words))
        return None

    def read_hand(self, name: str) -> Hand:
        """Return the hand in the field `name`; an empty hand if the field is left out or has a problem."""
        with self.findings.at(name):
            return parse_hand(self.data.get(name, []), self.largest, self.removed)
        return NO_TILES

    def read_hands(self, name: str, out: str | None) -> tuple[tuple[str, Hand], ...]:
        """Return each player with the hand in the field `name`, in turn order.

        A hand that is left out is empty for the player who is `out` (None: nobody is), and `UNKNOWN` for the others.
        """
        items = self.data.get(name, {})
        if not isinstance(items, Mapping):
            self.add_wrong_type(name, N_("an object: name and tiles"))
            items = {}
        for player in items:
            if player not in self.players:
                self.findings.add("unknown_player", name, str(player), player=str(player))
        hands = {player: NO_TILES if player == out else UNKNOWN for player in self.players}
        for player in self.players:
            if player in items:
                with self.findings.at(name, player):
                    hands[player] = parse_hand(items[player], self.largest, self.removed)
        return tuple(hands.items())

    def add_wrong_type(self, name: str, wanted: str) -> None:
        """Add the problem that the field `name` is missing, or that its value is not what `wanted` describes."""
        if name in self.data:
            self.findings.add("wrong_type", name, wanted=Text(wanted), given=write_as_json(self.data[name]))
        else:
            self.findings.add("missing", name, field=name)

    def read_common(self) -> dict[str, Any]:
        """Return the fields `accepted` and `replaces`, which most kinds share, as keyword arguments for the class."""
        return {"accepted": self.read_keys("accepted"), "replaces": self.read_count("replaces")}

    def read_key(self, name: str) -> str:
        """Return the key (a word that identifies a bonus) in the field `name`; an empty string if it is not a text."""
        value = self.data.get(name)
        if isinstance(value, str):
            return value
        self.add_wrong_type(name, N_("a key"))
        return ""

    def read_keys(self, name: str) -> tuple[str, ...]:
        """Return the keys in the list in the field `name`; empty if it is left out or has a problem."""
        keys = self.data.get(name, [])
        if isinstance(keys, list) and all(isinstance(key, str) for key in keys):
            return tuple(keys)
        self.add_wrong_type(name, N_("a list of keys"))
        return ()


def count_tiles(largest: int) -> int:
    """Return the number of tiles in a set whose largest half has `largest` pips.

    No list of tiles or ends may be longer.
    """
    return (largest + 1) * (largest + 2) // 2


def parse_count(value: object, least: int = 0) -> int:
    """Return `value` if it is a whole number from `least` to `LARGEST`.

    Raise RuleError `not_a_number` or `too_large` otherwise.
    """
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise refuse("not_a_number", given=write_as_json(value))
    if value > LARGEST:
        raise refuse("too_large", given=str(value), most=LARGEST)
    return value


def check_played(tile: Tile, removed: frozenset[Tile]) -> Tile:
    """Return `tile`; raise RuleError `tile_removed` if it is among `removed`, the tiles taken out of the set."""
    if tile in removed:
        raise refuse("tile_removed", tile=str(tile))
    return tile


def parse_hand(value: object, largest: int, removed: frozenset[Tile] = frozenset()) -> Hand:
    """Return the hand in JSON: a list of tiles, or an object with `pips`, `tiles` (their number) or both.

    `largest` is the set's largest half, `removed` are tiles taken out of the set. Raise RuleError with all problems.
    """
    findings = Findings()
    if isinstance(value, list) and len(value) > (most := count_tiles(largest)):
        raise refuse("too_many_tiles", tiles=len(value), most=most)
    if isinstance(value, list):
        tiles = []
        for item in value:
            with findings.at():
                tiles.append(check_played(parse_tile(item, largest), removed))
        findings.settle()
        return Hand(tuple(tiles))
    data = require_object(value, N_("a list of tiles, or {“pips”: n}"))
    check_fields(data, frozenset({"pips", "tiles", "has"}), findings)
    for name, least in (("pips", -LARGEST), ("tiles", 0)):
        if name in data:
            with findings.at(name):
                parse_count(data[name], least)
    if not data:
        findings.add("missing", field="pips")
    has = data.get("has", [])
    if has and DOUBLE_BLANK in removed:
        findings.add("tile_removed", "has", tile=str(DOUBLE_BLANK))
    if has not in ([], ["0-0"]):
        findings.add("wrong_type", "has", wanted=Text(N_("[“0-0”], or nothing")), given=write_as_json(has))
    findings.settle()
    return Hand(None, data.get("pips"), data.get("tiles"), (DOUBLE_BLANK,) if has else ())


def require_object(value: object, wanted: str) -> Mapping[str, Any]:
    """Return `value` if it is a JSON object; raise RuleError `wrong_type` if not.

    `wanted` describes the object in words for the message.
    """
    if not isinstance(value, Mapping):
        raise refuse("wrong_type", wanted=Text(wanted), given=write_as_json(value))
    return value


def check_fields(data: Mapping[str, Any], known: frozenset[str], findings: Findings) -> None:
    """Add a problem `unknown_field` to `findings` for each field of `data` that is not among `known`."""
    for name in data:
        if name not in known:
            findings.add("unknown_field", str(name), field=str(name))
