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
class TileView:
    """The values that the template draws of the form for a tile.

    `turned_up` says that the tile is turned up as a start, `first` that it is the first of its round. `used` are the
    tiles on the table, `unfit` those that fit nowhere, `joins` the places where the picked tile fits, and `problems`
    the reasons if there is none. `claimers` may claim the points; `asks_last` asks whether this was the player's last
    tile.
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
    """The form for a laid tile: the tile as picked, and where it is joined.

    Its half `join` touches the half `pip` of the tile `at` on the table; all three are empty for the first tile of a
    round. With `side` it lies at the short end of a double. `claimed` is who claims the points; `last` says that the
    tile was its player's last.
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
    def read(cls, sheet: Sheet, fields: MultiDict[str, str]) -> "TileForm":
        """Return the form for a laid tile from the submitted `fields`.

        A missing player is the one to move.
        """
        laid = {name: fields.get(name, "") for name in ("tile", "at", "pip", "join", "side")}
        player, replaces = fields.get("player", sheet.to_move or ""), fields.get("replaces", type=int)
        return cls(
            sheet, player, **laid, replaces=replaces, claimed=fields.get("claimed", ""), last=bool(fields.get("last"))
        )

    @classmethod
    def fill_fields(cls, sheet: Sheet, entry: Mapping[str, Any]) -> dict[str, str]:
        """Return the fields of a form that would write the tile of `entry` once more."""
        names = ("player", "tile", "at", "pip", "join", "side", "claimed")
        return {name: str(entry.get(name, "")) for name in names} | {"last": "yes" * entry.get("last", False)}

    def tapped(self, do: str) -> "TileForm":
        """Return the form after a tap that lays a tile: `lay 5-0` as the first, `lay 5-0 5-5 5` at the 5-5's 5.

        Another tap changes nothing.
        """
        laid = read_lay(do)
        if laid is None:
            return self
        tile, at, pip, join = laid
        return replace(self, tile=tile, at=at, pip=pip, join=join, side="")

    @property
    def first(self) -> bool:
        """Return whether this is the first tile of its round."""
        return self.sheet.layout.empty

    @property
    def turned_up(self) -> bool:
        """Return whether this tile is turned up as a start, so that no player lays it."""
        return self.first and bool(self.sheet.game.deal.start_tile)

    def entry(self) -> dict[str, Any]:
        """Return the move in the words of the match file, as far as it is filled in."""
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
        """Return the text that says what to tap next, while the move cannot be scored yet."""
        return Text(N_("Tap the end that it is joined to.") if self.tile else N_("Tap the tile."))

    def preview(self) -> Preview:
        """Return the move as the engine scores it, or the problems with it.

        The preview is empty while no tile is picked.
        """
        if not self.tile:
            return Preview()
        somebody = {} if self.turned_up else {"player": self.player or self.sheet.seating.players[0]}
        return preview_entry(self.sheet, self.entry() | somebody)

    def show(self) -> TileView:
        """Return the values that the template draws: every place for the picked tile, or why there is none."""
        joins = self.list_joins()
        may_score = bool(self.tile) if self.first else any(join.points for join in joins)
        claimers = list_claimers(self.sheet, self.player, self.claimed) if may_score or self.claimed else ()
        misfits = () if joins else self.list_misfits()
        asks_last = self.sheet.may_lay_last(self.player)
        return TileView(self.turned_up, self.first, self.used, self.unfit, joins, misfits, claimers, asks_last)

    @property
    def used(self) -> frozenset[str]:
        """Return the tiles that are known to lie on the table."""
        return frozenset(map(str, self.sheet.layout.certain))

    @property
    def unfit(self) -> frozenset[str]:
        """Return the tiles that do not lie on the table but may not be laid now."""
        fitting = find_fitting_tiles(self.sheet)
        return frozenset(str(tile) for tile in self.sheet.game.tiles if tile not in fitting) - self.used

    def list_joins(self) -> tuple[Hint, ...]:
        """Return every place where the picked tile can be laid, as a hint; empty for the first tile."""
        tile = self._tile()
        if tile is None or self.first:
            return ()
        return list_hints(self.sheet, (tile,), find_scorer(self.sheet, self.player, self.claimed), self.last)

    def list_misfits(self) -> tuple[Problem, ...]:
        """Return why the picked tile fits no open end: it lies already, or no end equals one of its halves."""
        tile = self._tile()
        if tile is None or self.first:
            return ()
        if str(tile) in self.used:
            return (Problem("duplicate_tile", ("tile",), (("tile", str(tile)),)),)
        ends = ", ".join(map(str, dict.fromkeys(end.pip for end in self.sheet.layout.ends)))
        return (Problem("fits_no_end", ("tile",), (("tile", str(tile)), ("ends", ends))),)

    def _tile(self) -> Tile | None:
        """Return the picked tile; None if it is no tile of the set."""
        try:
            return parse_tile(self.tile, self.sheet.game.largest)
        except RuleError:
            return None


FORM: type[Form] = TileForm
