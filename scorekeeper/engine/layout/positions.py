"""Positions of solitaires, for which a player asks for advice: open ends, a hand, a row or columns."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scorekeeper.engine.problems import Findings, write_as_json, write_input
from scorekeeper.engine.text import N_, Text
from scorekeeper.engine.tiles import End, Tile, check_each_once, make_tile, parse_end, parse_halves, parse_tile


@dataclass(frozen=True, slots=True)
class RowTile:
    """A tile of a row with its left and its right half."""

    left: int
    right: int

    @property
    def tile(self) -> Tile:
        """The tile without regard to which half lies left."""
        return make_tile(self.left, self.right)

    def __str__(self) -> str:
        return f"{self.left}-{self.right}"


@dataclass(frozen=True, slots=True)
class Position:
    """The open tiles of a solitaire, for which a player asks for advice; each game uses some of the fields.

    Columns run from top to bottom; only their last tile is free. `boneyard` is the number of tiles that can still be
    drawn, None if it is unknown.
    """

    ends: tuple[End, ...] = ()
    hand: tuple[Tile, ...] = ()
    table: tuple[Tile, ...] = ()
    reserve: tuple[Tile, ...] = ()
    columns: tuple[tuple[Tile, ...], ...] = ()
    row: tuple[RowTile, ...] = ()
    boneyard: int | None = None

    @property
    def undrawn(self) -> int:
        """The number of tiles that can still be drawn; 0 if it is unknown."""
        return self.boneyard or 0

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile of the position, in reading order."""
        in_columns = tuple(each for column in self.columns for each in column)
        return self.hand + self.table + self.reserve + in_columns + tuple(lying.tile for lying in self.row)


def read_position(fields: Mapping[str, object], largest: int = 6) -> Position:
    """Return the position that is written as lists of tiles and ends, e.g. `{"table": ["6-2", "3-1"], "boneyard": 4}`.

    `largest` is the set's largest half.

    Raise RuleError with every problem and its place, e.g. `unreadable_tile` or `duplicate_tile`.
    """
    findings = Findings()

    def tiles(field: str) -> tuple[Tile, ...]:
        """Return the tiles listed in a field of the position."""
        return tuple(_read_tiles(fields.get(field, ()), largest, findings, field))

    ends: list[End] = []
    for item in _read_list(fields.get("ends", ()), findings, "ends"):
        with findings.at("ends"):
            ends.append(parse_end(item, largest))
    row: list[RowTile] = []
    for item in _read_list(fields.get("row", ()), findings, "row"):
        with findings.at("row"):
            row.append(RowTile(*parse_halves(item, largest)))
    columns = tuple(
        tuple(_read_tiles(column, largest, findings, "columns", number))
        for number, column in enumerate(_read_list(fields.get("columns", ()), findings, "columns"), start=1)
    )
    boneyard = fields.get("boneyard")
    if boneyard is not None and (isinstance(boneyard, bool) or not isinstance(boneyard, int) or boneyard < 0):
        findings.add("not_a_number", "boneyard", given=write_input(boneyard))
        boneyard = None
    position = Position(
        tuple(ends), tiles("hand"), tiles("table"), tiles("reserve"), columns, tuple(row), _read_number(boneyard)
    )
    with findings.at():
        check_each_once(position.tiles)
    findings.settle()
    return position


def _read_list(value: object, findings: Findings, *place: str | int) -> tuple[object, ...]:
    """Return the items of `value`; empty, with a problem at `place`, if it is not a list or a tuple."""
    if not isinstance(value, list | tuple):
        findings.add("wrong_type", *place, wanted=Text(N_("a list")), given=write_as_json(value))
        return ()
    return tuple(value)


def _read_tiles(value: object, largest: int, findings: Findings, *place: str | int) -> Iterable[Tile]:
    """Yield the tiles written in the list `value`; problems are added to `findings` at `place`."""
    for item in _read_list(value, findings, *place):
        with findings.at(*place):
            yield parse_tile(item, largest)


def _read_number(value: object) -> int | None:
    """Return `value` if it is a whole number, else None."""
    return value if isinstance(value, int) else None
