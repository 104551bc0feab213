"""The form for a tile that was laid: pick the tile, then tap the open end that it joins."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from werkzeug.datastructures import MultiDict

from scorekeeper.engine.problems import Problem, RuleError
from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.engine.text import N_, Text
from scorekeeper.engine.tiles import Tile, parse_tile
from scorekeeper.play.scoring.preview import Preview, find_fitting_tiles, preview_entry
from scorekeeper.web.forms.claims import find_scorer, list_claimers
from scorekeeper.web.forms.form import Form, read_number
from scorekeeper.web.forms.hints import Hint, list_hints
from scorekeeper.web.forms.one_tap import read_lay


@dataclass(frozen=True, slots=True)
class ShownTile:
    """Whether the tile is `turned_up` or the `first` of its round, and where the picked one fits.

    Of all tiles those that are `used`, and those that are not but fit nowhere; where there may be points, who may be
    their `claimers`, and where it may be the last of who lays it, it `asks_last`.
    """

    turned_up: bool
    first: bool
    used: frozenset[str]
    unfit: frozenset[str]
    joins: tuple[Hint, ...]
    problems: tuple[Problem, ...]
    claimers: tuple[str, ...]
    asks_last: bool


@dataclass(frozen=True, slots=True)
class TileForm:
    """The tile as it was picked, and where it is joined: `at` a tile on the table, to its half `pip`, with half `join`.

    The first tile of a round is joined to nothing. With `side` it lies at the short end of a double; `claimed` is who
    claims its points; it was the `last` tile of who laid it.
    """

    name: ClassVar[str] = "play"
    template: ClassVar[str] = "forms/_tile_laid.html"
    photo_of: ClassVar[str] = ""
    fields: ClassVar[tuple[str, ...]] = ("player", "tile", "at", "pip", "join", "side", "replaces", "claimed", "last")
    ready: ClassVar[bool] = True  # missing values are reported at their fields
    sheet: Sheet
    player: str = ""
    tile: str = ""
    at: str = ""
    pip: str = ""
    join: str = ""
    side: str = ""
    replaces: int | None = None
    claimed: str = ""
    last: bool = False

    @classmethod
    def read(cls, sheet: Sheet, given: MultiDict[str, str]) -> "TileForm":
        laid = {name: given.get(name, "") for name in ("tile", "at", "pip", "join", "side")}
        player, replaces = given.get("player", sheet.to_move or ""), given.get("replaces", type=int)
        return cls(
            sheet, player, **laid, replaces=replaces, claimed=given.get("claimed", ""), last=bool(given.get("last"))
        )

    @classmethod
    def fill_fields(cls, sheet: Sheet, entry: Mapping[str, Any]) -> dict[str, str]:
        names = ("player", "tile", "at", "pip", "join", "side", "claimed")
        return {name: str(entry.get(name, "")) for name in names} | {"last": "yes" * entry.get("last", False)}

    def tapped(self, do: str) -> "TileForm":
        """The form after a tap that lays a tile: `lay 5-0` as the first, `lay 5-0 5-5 5` at the 5-5's 5."""
        laid = read_lay(do)
        if laid is None:
            return self
        tile, at, pip, join = laid
        return replace(self, tile=tile, at=at, pip=pip, join=join, side="")

    @property
    def first(self) -> bool:
        return self.sheet.layout.empty

    @property
    def turned_up(self) -> bool:
        """Whether this tile is the one that is turned up as a start, which nobody lays."""
        return self.first and bool(self.sheet.game.deal.start_tile)

    def entry(self) -> dict[str, Any]:
        entry: dict[str, Any] = {"entry": "play", "player": self.player or None, "tile": self.tile or None}
        if self.turned_up:
            del entry["player"]
        if self.claimed:
            entry["claimed"] = self.claimed
        if self.last:
            entry["last"] = True
        if self.replaces is not None:
            entry["replaces"] = self.replaces
        if self.at:
            entry |= {"at": self.at, "side": self.side or None}
            entry |= {name: read_number(half) for name, half in (("pip", self.pip), ("join", self.join)) if half}
        return entry

    def so_far(self) -> Text:
        """Return the sentence to show while nothing can be scored yet."""
        return Text(N_("Tap the end that it is joined to.") if self.tile else N_("Tap the tile."))

    def reckoned(self) -> Preview:
        if not self.tile:
            return Preview()
        somebody = {} if self.turned_up else {"player": self.player or self.sheet.seating.players[0]}
        return preview_entry(self.sheet, self.entry() | somebody)

    def show(self) -> ShownTile:
        """The picked tile with every place where it can be laid; `problems` say why there is none."""
        joins = self.list_joins()
        may_score = bool(self.tile) if self.first else any(join.points for join in joins)
        claimers = list_claimers(self.sheet, self.player, self.claimed) if may_score or self.claimed else ()
        misfits = () if joins else self.list_misfits()
        asks_last = self.sheet.may_lay_last(self.player)
        return ShownTile(self.turned_up, self.first, self.used, self.unfit, joins, misfits, claimers, asks_last)

    @property
    def used(self) -> frozenset[str]:
        """The tiles that lie on the table without a doubt."""
        return frozenset(map(str, self.sheet.layout.certain))

    @property
    def unfit(self) -> frozenset[str]:
        """The tiles that may not be laid now, although they do not lie on the table."""
        fitting = find_fitting_tiles(self.sheet)
        return frozenset(str(tile) for tile in self.sheet.game.tiles if tile not in fitting) - self.used

    def list_joins(self) -> tuple[Hint, ...]:
        """Every place where the tile can be laid."""
        tile = self._tile()
        if tile is None or self.first:
            return ()
        return list_hints(self.sheet, (tile,), find_scorer(self.sheet, self.player, self.claimed), self.last)

    def list_misfits(self) -> tuple[Problem, ...]:
        """Why the picked tile cannot be laid, where it fits no open end."""
        tile = self._tile()
        if tile is None or self.first:
            return ()
        if str(tile) in self.used:
            return (Problem("duplicate_tile", ("tile",), (("tile", str(tile)),)),)
        ends = ", ".join(map(str, dict.fromkeys(end.pip for end in self.sheet.layout.ends)))
        return (Problem("fits_no_end", ("tile",), (("tile", str(tile)), ("ends", ends))),)

    def _tile(self) -> Tile | None:
        try:
            return parse_tile(self.tile, self.sheet.game.largest)
        except RuleError:
            return None


FORM: type[Form] = TileForm
