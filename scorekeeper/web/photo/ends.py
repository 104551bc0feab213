"""The open ends of a layout on a photo: as the rules see how its tiles touch, unless a player says otherwise."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.engine.layout.pictured import lay_out_picture
from scorekeeper.engine.sheet.fold import Sheet
from scorekeeper.web.photo.edits import SeenTile
from scorekeeper.web.photo.gaps import fill_gaps
from vision import Join


@dataclass(frozen=True, slots=True)
class PhotoLayout:
    """The places of the tiles that lie in the layout, the open ends of each as `5` or `5-5`, and those of tiles whose
    touching halves do not fit.
    """

    tiles: tuple[int, ...]
    open: Mapping[int, tuple[str, ...]]
    misfits: tuple[int, ...]

    @property
    def ends(self) -> tuple[str, ...]:
        """All open ends."""
        return tuple(end for ends in self.open.values() for end in ends)


def read_joins(reading: Mapping[str, Any]) -> tuple[Join, ...]:
    """How the tiles touch, from the JSON kept with the photo."""
    return tuple(Join(**join) for join in reading.get("joins", ()))


def find_layout(tiles: Sequence[SeenTile], joins: Sequence[Join], sheet: Sheet) -> PhotoLayout:
    """The layout and its open ends at this table. A tile that a player added lies in the gap that it fits."""
    game = sheet.game
    there = [tile.place for tile in tiles if not tile.gone]
    joins = fill_gaps(tiles, joins, game.facing)
    layout = lay_out_picture(tiles, joins, game.model, game.facing, within=there)
    found: dict[int, tuple[str, ...]] = {}
    for place in there:
        said = tiles[place].open
        if said is not None:
            found[place] = said
        elif place in layout.tiles:
            found[place] = tuple(str(end) for end, at in zip(layout.ends, layout.at, strict=True) if at == place)
    return PhotoLayout(layout.tiles, found, layout.misfits)


def list_choices(tile: SeenTile) -> tuple[tuple[str, ...], ...]:
    """What can be open of a tile, the most first: both halves, one, or none."""
    first, second = map(str, tile.pips)
    if tile.double:
        return (f"{first}-{first}",), (first,), ()
    return (first, second), (first,), (second,), ()
