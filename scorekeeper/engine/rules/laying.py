"""How tiles lie and which halves may touch (docs/rules.md §0.4)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Protocol

from scorekeeper.engine.entries import TileLaid
from scorekeeper.engine.layout.laid_tiles import Facing, FirstTile, match_equal_halves, may_begin
from scorekeeper.engine.layout.layout import Layout
from scorekeeper.engine.layout.models import LINE, Model
from scorekeeper.engine.problems import refuse
from scorekeeper.engine.text import N_, Text
from scorekeeper.engine.tiles import End, Tile

# The key of the problem with a tile that may not begin a round.
NOT_THE_FIRST: Mapping[FirstTile, str] = {"double": "start_not_double", "no_double": "start_is_double"}


class Laying(Protocol):
    """The rule for where a tile may be laid."""

    @property
    def model(self) -> Model:
        """The layout model, which says how doubles behave."""

    @property
    def joins_equal(self) -> bool:
        """Whether only equal halves may touch."""

    def facing(self, tile: Tile, pip: int) -> tuple[int, ...]:
        """Return which halves of `tile` may touch an open half of `pip` pips."""

    def may_lie(self, tile: Tile, pip: int, join: int, ends: tuple[End, ...]) -> bool:
        """Return whether the half `join` of `tile` may touch an open half of `pip` pips.

        `ends` are the open ends after that.
        """

    def lay(self, layout: Layout, play: TileLaid) -> Layout:
        """Return the layout after the move `play`. Raise RuleError if the tile cannot be laid there."""

    def wanted(self, pip: int) -> Text:
        """Return in words what fits an open half of `pip` pips, e.g. `a 5`."""


def lay_tile(layout: Layout, play: TileLaid, facing: Facing) -> Layout:
    """Return the layout after the move `play`.

    Raise RuleError if the tile cannot be laid there or a round may not begin with it. `facing` says which halves of a
    tile may touch an open pip.
    """
    if layout.empty and not may_begin(play.tile, layout.begins):
        if isinstance(layout.begins, Tile):
            raise refuse("start_not_led_double", "tile", tile=str(play.tile), led=str(layout.begins))
        raise refuse(NOT_THE_FIRST[layout.begins], "tile", tile=str(play.tile))
    after = layout.lay(play.tile, play.at, play.pip, play.join, play.short_end, facing)
    host = None if play.at is None else after.laid.get(play.at)
    if play.long_side and host is not None and host.tile.double and host.joined[0] > 2:
        raise refuse("end_not_open", "side", tile=str(host.tile), pip=host.tile.high)
    return after


@dataclass(frozen=True, slots=True)
class EqualHalves:
    """The usual rule: touching halves are equal."""

    model: Model = LINE
    joins_equal: ClassVar[bool] = True

    def facing(self, tile: Tile, pip: int) -> tuple[int, ...]:
        """Return the half of `tile` that is equal to the open `pip`, if there is one."""
        return match_equal_halves(tile, pip)

    def may_lie(self, tile: Tile, pip: int, join: int, ends: tuple[End, ...]) -> bool:
        return join in self.facing(tile, pip)

    def lay(self, layout: Layout, play: TileLaid) -> Layout:
        return lay_tile(layout, play, self.facing)

    def wanted(self, pip: int) -> Text:
        return Text(N_("a %(pip)s"), {"pip": pip})


@dataclass(frozen=True, slots=True)
class MakeTogether:
    """The rule that touching halves add up to `together`: seven with a double-six set, ten with a double-nine set.

    The double blank and tiles whose own halves add up to `together` may be laid at any end, either way round. They are
    jokers in Syverdomino (docs/rules.md §4.3) and matadors in Matador (§9.5). `joker` and `or_joker` are the words for
    the tiles that fit an open blank and any other open end.
    """

    model: Model
    together: int
    joker: str = N_("a joker")
    or_joker: str = N_("a %(pip)s or a joker")
    joins_equal: ClassVar[bool] = False

    def goes_anywhere(self, tile: Tile) -> bool:
        """Return whether `tile` is a joker, which may be laid at any open end."""
        return tile.pips in (self.together, 0)

    def facing(self, tile: Tile, pip: int) -> tuple[int, ...]:
        """Return the halves of `tile` that make `together` with the open `pip`.

        Both halves of a joker, a fitting one first.
        """
        wanted = self.together - pip
        if self.goes_anywhere(tile):
            return tuple(sorted(set(tile.halves), key=lambda half: half != wanted))
        return (wanted,) if wanted in tile.halves else ()

    def may_lie(self, tile: Tile, pip: int, join: int, ends: tuple[End, ...]) -> bool:
        return join in self.facing(tile, pip)

    def lay(self, layout: Layout, play: TileLaid) -> Layout:
        """Return the layout after the move `play`.

        Raise RuleError if the tile cannot be laid there: `join_missing` for a joker if the move does not say which half
        touches and neither half makes `together`.
        """
        after = lay_tile(layout, play, self.facing)
        if play.at is not None and play.join is None and self.goes_anywhere(play.tile) and not play.tile.double:
            open_pips = play.at.halves if play.pip is None else (play.pip,)
            if not any(self.together - pip in play.tile.halves for pip in open_pips):
                raise refuse("join_missing", "join", tile=str(play.tile))
        return after

    def wanted(self, pip: int) -> Text:
        return Text(self.or_joker, {"pip": self.together - pip}) if pip else Text(self.joker)


IN_LINE = EqualHalves()
