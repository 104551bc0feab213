"""The open ends of a layout on a photo: found by the rules from how its tiles touch, or set by a player."""

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
    """The layout on a photo, with tiles named by their places.

    `tiles` lie in the layout, and `open` has the open ends of each tile, as `5` or `5-5`. `misfits` are tiles whose
    touching halves do not fit. Between the tiles of each pair in `holes` a tile seems to be missing, and each pair in
    `unclear` can be joined in two ways. For the tiles in `unknown` a hidden half may be an open end, which is then
    missing in `open`.
    """

    tiles: tuple[int, ...]
    open: Mapping[int, tuple[str, ...]]
    misfits: tuple[int, ...]
    holes: tuple[tuple[SeenTile, SeenTile], ...] = ()
    unclear: tuple[tuple[SeenTile, SeenTile], ...] = ()
    unknown: tuple[int, ...] = ()

    @property
    def ends(self) -> tuple[str, ...]:
        """Return all open ends."""
        return tuple(end for ends in self.open.values() for end in ends)


@dataclass(frozen=True, slots=True)
class OpenChoice:
    """A choice of the `ends` of a tile that are open, and whether it is `chosen` now."""

    ends: tuple[str, ...]
    chosen: bool


def find_layout(tiles: PhotoTiles, reading: Reading, sheet: Sheet) -> PhotoLayout:
    """Return the layout on the photo and its open ends by the rules of `sheet`.

    A tile that a player added is put into the gap that it fits.
    """
    joins = fill_gaps(tiles.now, reading.joins, sheet.game.laying.facing)
    layout = lay_out_photo(sheet, tiles.now, joins, within=tuple(tiles.remaining))
    open_ends: dict[int, tuple[str, ...]] = {}
    for place, tile in tiles.remaining.items():
        if tile.open is not None:
            open_ends[place] = tile.open
        elif place in layout.tiles:
            open_ends[place] = tuple(str(end) for end, at in zip(layout.ends, layout.at, strict=True) if at == place)
    unknown = tuple(place for place in layout.half_hidden if tiles.remaining[place].open is None)
    holes, unclear = list_holes(tiles, reading), list_unclear(tiles, reading)
    return PhotoLayout(layout.tiles, open_ends, layout.misfits, holes, unclear, unknown)


def keep_places(ends: Sequence[str], lying: Sequence[str]) -> tuple[str, ...]:
    """Return `ends` in the order of the ends `lying` on the table before.

    An end that stays keeps its place, and a new one takes the place of one that is gone.
    """
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
    """Return the pairs of tiles between which the reader found room for another one; empty once a tile was added."""
    there = tiles.remaining
    if any(not tile.corners for tile in there.values()):
        return ()
    return _list_doubted_pairs(tiles, reading, "tile_missing")


def list_unclear(tiles: PhotoTiles, reading: Reading) -> tuple[tuple[SeenTile, SeenTile], ...]:
    """Return the pairs of tiles that can be joined in two ways.

    A pair is left out once one of its tiles, or its open ends, have been corrected.
    """
    return tuple(
        pair
        for pair in _list_doubted_pairs(tiles, reading, "layout_unclear")
        if all(tile.open is None and tile.pips == tiles.read[tile.place].pips for tile in pair)
    )


def _list_doubted_pairs(tiles: PhotoTiles, reading: Reading, key: str) -> tuple[tuple[SeenTile, SeenTile], ...]:
    """Return the pair of tiles of every doubt with this `key`, unless one of the tiles was removed."""
    there = tiles.remaining
    pairs = [doubt.tiles for doubt in reading.warnings if doubt.key == key]
    return tuple((there[pair[0]], there[pair[1]]) for pair in pairs if len(pair) == 2 and set(pair) <= there.keys())


def list_choices(tile: SeenTile, open_now: tuple[str, ...] | None) -> tuple[OpenChoice, ...]:
    """Return the choices of ends that can be open on a tile: both halves, one or none.

    For a double the choices are the double itself, one half or none; for a tile with a hidden half only the other one.
    `open_now` are the ends that are open now, None if that is unknown.
    """
    first, second = tile.halves
    choices: tuple[tuple[str, ...], ...] = (first, second), (first,), (second,), ()
    if tile.double:
        choices = (f"{first}-{first}",), (first,), ()
    elif tile.hidden:
        choices = (str(tile.seen),), ()
    return tuple(OpenChoice(ends, open_now is not None and sorted(ends) == sorted(open_now)) for ends in choices)
