"""The form for a tile that was laid: pick the tile, then tap the open end that it joins."""

from dataclasses import dataclass
from typing import Any, ClassVar

from werkzeug.datastructures import MultiDict

from scorekeeper.engine.problems import Problem, RuleError
from scorekeeper.engine.sheet import Line, Sheet
from scorekeeper.engine.text import N_, Text
from scorekeeper.engine.tiles import Tile, parse_tile
from scorekeeper.web.forms import Reckoned, reckon, to_move


@dataclass(frozen=True, slots=True)
class Join:
    """Where the tile can be laid: joined to the half of `at` that shows `pip`; `line` is what it would score."""

    at: Tile
    pip: int
    line: Line

    @property
    def key(self) -> str:
        return f"{self.at} {self.pip}"


@dataclass(frozen=True, slots=True)
class PlayForm:
    """The tile as it was picked, and where it is joined; the first tile of a round is joined to nothing."""

    name: ClassVar[str] = "play"
    template: ClassVar[str] = "_play.html"
    sheet: Sheet
    player: str = ""
    tile: str = ""
    join: str = ""

    @classmethod
    def read(cls, sheet: Sheet, given: MultiDict[str, str]) -> "PlayForm":
        return cls(sheet, given.get("player", to_move(sheet) or ""), given.get("tile", ""), given.get("join", ""))

    def tapped(self, do: str) -> "PlayForm":
        """Picking is a field of the form; no tap changes more than that."""
        return self

    @property
    def first(self) -> bool:
        return self.sheet.layout.empty

    def entry(self) -> dict[str, Any]:
        entry: dict[str, Any] = {"entry": "play", "player": self.player or None, "tile": self.tile or None}
        at, _, pip = self.join.partition(" ")
        return entry | ({"at": at, "pip": int(pip)} if at and pip.isdigit() else {})

    @property
    def ready(self) -> bool:
        """Whether there is a tile to save."""
        return bool(self.tile)

    def so_far(self) -> Text:
        """What to say while nothing can be scored yet."""
        return Text(N_("Tap the tile."))

    def reckoned(self) -> Reckoned:
        return reckon(self.sheet, self.entry() | {"player": self.player or self.sheet.table.players[0]})

    @property
    def used(self) -> frozenset[str]:
        """The tiles that lie on the table."""
        return frozenset(map(str, self.sheet.layout.seen))

    def joins(self) -> tuple[Join, ...]:
        """Every place where the tile can be laid, the engine being asked about each."""
        tile = self._tile()
        if tile is None or self.first:
            return ()
        places = dict.fromkeys((at, pip) for at in self.sheet.layout.laid for pip in at.halves)
        found = []
        for at, pip in places:
            entry = self.entry() | {"player": self.player or self.sheet.table.players[0], "at": str(at), "pip": pip}
            if line := reckon(self.sheet, entry).line:
                found.append(Join(at, pip, line))
        return tuple(found)

    def fits_nowhere(self) -> tuple[Problem, ...]:
        """Why the picked tile cannot be laid at any open end."""
        tile = self._tile()
        if tile is None or self.first or self.joins():
            return ()
        if str(tile) in self.used:
            return (Problem("duplicate_tile", ("tile",), (("tile", str(tile)),)),)
        pips = ", ".join(dict.fromkeys(str(end.pip) for end in self.sheet.layout.ends))
        return (Problem("no_match", ("tile",), (("tile", str(tile)), ("pip", pips))),)

    def _tile(self) -> Tile | None:
        try:
            return parse_tile(self.tile, self.sheet.variant.largest)
        except RuleError:
            return None
