"""The open ends of a layout on a photo: as the rules see how its tiles touch, unless a player says otherwise."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.play.scoring.counting import lay_out_photo
from scorekeeper.vision import Reading
from scorekeeper.web.photo.gaps import fill_gaps
from scorekeeper.web.photo.tiles import PhotoTiles, SeenTile


@dataclass(frozen=True, slots=True)
class PhotoLayout:
    """`tiles` are the places of those that lie in the layout, `open` the open ends of each tile as `5` or `5-5`, by
    place; `misfits` are tiles whose touching halves do not fit, between the two of each of `holes` one seems to be
    missing, and how the two of each of `unclear` lie to each other can be read in two ways. Of the tiles that are
    `asked` a hidden half may be an open end: without it `open` is not all.
    """

    tiles: tuple[int, ...]
    open: Mapping[int, tuple[str, ...]]
    misfits: tuple[int, ...]
    holes: tuple[tuple[SeenTile, SeenTile], ...] = ()
    unclear: tuple[tuple[SeenTile, SeenTile], ...] = ()
    asked: tuple[int, ...] = ()

    @property
    def ends(self) -> tuple[str, ...]:
        """All open ends."""
        return tuple(end for ends in self.open.values() for end in ends)


@dataclass(frozen=True, slots=True)
class OpenChoice:
    """The `ends` of a tile that a player can say are open, and whether they are `chosen`."""

    ends: tuple[str, ...]
    chosen: bool


def find_layout(tiles: PhotoTiles, reading: Reading, sheet: Sheet) -> PhotoLayout:
    """The layout and its open ends at this table. A tile that a player added lies in the gap that it fits."""
    joins = fill_gaps(tiles.now, reading.joins, sheet.game.laying.facing)
    layout = lay_out_photo(sheet, tiles.now, joins, within=tuple(tiles.there))
    found: dict[int, tuple[str, ...]] = {}
    for place, tile in tiles.there.items():
        if tile.open is not None:
            found[place] = tile.open
        elif place in layout.tiles:
            found[place] = tuple(str(end) for end, at in zip(layout.ends, layout.at, strict=True) if at == place)
    asked = tuple(place for place in layout.asked if tiles.there[place].open is None)
    holes, unclear = list_holes(tiles, reading), list_unclear(tiles, reading)
    return PhotoLayout(layout.tiles, found, layout.misfits, holes, unclear, asked)


def keep_places(ends: Sequence[str], lying: Sequence[str]) -> tuple[str, ...]:
    """`ends` as those of `lying` lie: one that stays keeps its place, one that is new takes the place of one gone."""
    stay = Counter(ends) & Counter(lying)
    new = list((Counter(ends) - stay).elements())
    placed: list[str] = []
    for end in lying:
        if stay[end]:
            stay[end] -= 1
            placed.append(end)
        elif new:
            placed.append(new.pop(0))
    return (*placed, *new)


def list_holes(tiles: PhotoTiles, reading: Reading) -> tuple[tuple[SeenTile, SeenTile], ...]:
    """The pairs of tiles between which the reader saw room for one, until a tile is added."""
    there = tiles.there
    if any(not tile.corners for tile in there.values()):
        return ()
    return _list_doubted_pairs(tiles, reading, "tile_missing")


def list_unclear(tiles: PhotoTiles, reading: Reading) -> tuple[tuple[SeenTile, SeenTile], ...]:
    """The pairs of tiles that may be joined in two ways, until either was corrected or its open ends were said."""
    return tuple(
        pair
        for pair in _list_doubted_pairs(tiles, reading, "layout_unclear")
        if all(tile.open is None and tile.pips == tiles.read[tile.place].pips for tile in pair)
    )


def _list_doubted_pairs(tiles: PhotoTiles, reading: Reading, key: str) -> tuple[tuple[SeenTile, SeenTile], ...]:
    """The two tiles of every doubt called `key`, where both are still there."""
    there = tiles.there
    pairs = [doubt.tiles for doubt in reading.warnings if doubt.key == key]
    return tuple((there[pair[0]], there[pair[1]]) for pair in pairs if len(pair) == 2 and set(pair) <= there.keys())


def list_choices(tile: SeenTile, open_now: tuple[str, ...] | None) -> tuple[OpenChoice, ...]:
    """What can be open of a tile, the most first: both halves, one, or none; of one with a hidden half the other.

    `open_now` is None while that is not known.
    """
    first, second = tile.halves
    choices: tuple[tuple[str, ...], ...] = (first, second), (first,), (second,), ()
    if tile.double:
        choices = (f"{first}-{first}",), (first,), ()
    elif tile.hidden:
        choices = (str(tile.seen),), ()
    return tuple(OpenChoice(ends, open_now is not None and sorted(ends) == sorted(open_now)) for ends in choices)
