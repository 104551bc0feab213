"""Evaluation of covered tiles on rendered scenes that no training has.

Of a tile with one hidden half, the reader should return only the other half. A tile that is covered in part should be
read if its visible pips allow only one number for each half. Tiles that cross should not be read as one.
"""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from vision import Photo, Reading, ReadTile, TileFinder, read
from vision.lab.render.scene import Scene, TrueTile
from vision.lab.render.studio import Studio

from .scenes import SIZE, is_large_enough

SEED = 6_600_000
"""A seed that no shard of training scenes has."""
SEEN, HIDDEN = 0.85, 0.5
"""The visible share of a half from which it counts as seen, and up to which it counts as hidden."""
NEAR = 0.3
"""The largest distance between a half and its reading, as a fraction of the half's width."""


@dataclass(frozen=True, slots=True)
class HalfHidden:
    """The results for tiles with one hidden half, for those covered in part, and for those with nothing hidden.

    `tiles` have one half hidden, so that nobody can know its number, and the other in full view. `asked` of them were
    read as that other half alone; for `numbered` the hidden half was read as a number, for `sure` even as a sure one;
    `wrong` were read as another half than the visible one. `whole` tiles have nothing hidden; for `withheld` of them
    a half was not read. Other readings with a hidden half are `aside` if the visible half is right but the tile lies
    otherwise, else `invented`.

    `readable` tiles have a half that is covered in part, and their visible pips allow only one number for each half:
    `readable_right` were read right and `readable_wrong` as another tile; for `readable_asked` a half was not read.
    Of all tiles that were read with both halves, `named`, `elsewhere` lie where no tile is, since they combine the
    halves of several; `sure_named` are the sure ones, of which `sure_wrong` lie where no such tile is.
    """

    tiles: int
    asked: int
    numbered: int
    sure: int
    wrong: int
    whole: int
    withheld: int
    aside: int
    invented: int
    readable: int
    readable_right: int
    readable_wrong: int
    readable_asked: int
    named: int
    elsewhere: int
    sure_named: int
    sure_wrong: int


def read_half_hidden(count: int, find_tiles: TileFinder | None = None) -> HalfHidden:
    """Return the results for this number of scenes."""
    studio = Studio(SEED, SIZE)
    told: Counter[str] = Counter()
    for _ in range(count):
        scene = studio.scene("covered")
        high, wide = scene.image.shape[:2]
        told += judge_half_hidden(scene, read(Photo(scene.image, (wide, high)), find_tiles=find_tiles))
    return HalfHidden(**{name: told[name] for name in HalfHidden.__slots__})


def judge_half_hidden(scene: Scene, reading: Reading) -> Counter[str]:
    """Return the counts of `HalfHidden` for one scene."""
    told: Counter[str] = Counter()
    met: set[int] = set()
    for tile in scene.tiles:
        if not tile.up or not is_large_enough(tile):
            continue
        place, numbers = _find_reading(tile, reading)
        met |= {place} if place is not None else set()
        hidden = int(np.argmin(tile.visible))
        is_readable = tile.possible == tuple((pips,) for pips in tile.pips)
        if min(tile.visible) >= SEEN:
            told["whole"] += 1
            told["withheld"] += None in numbers
        elif is_readable:
            told["readable"] += 1
            if place is not None:
                told["readable_asked"] += None in numbers
                told["readable_right"] += numbers == tile.pips
                told["readable_wrong"] += None not in numbers and numbers != tile.pips
        elif tile.visible[1 - hidden] >= SEEN and tile.visible[hidden] <= HIDDEN:
            told["tiles"] += 1
            if place is None:
                continue
            told["asked"] += numbers[hidden] is None and numbers[1 - hidden] == tile.pips[1 - hidden]
            told["wrong"] += numbers[1 - hidden] not in (None, tile.pips[1 - hidden])
            told["numbered"] += numbers[hidden] is not None
            told["sure"] += reading.tiles[place].sure
    others = [tile for k, tile in enumerate(reading.tiles) if k not in met and tile.name is None]
    told["aside"] = sum(_shows_half(scene, tile) for tile in others)
    told["invented"] = len(others) - told["aside"]
    for read_tile in reading.tiles:
        if read_tile.name is not None:
            lying = [tile for tile in scene.tiles if tile.up and _lies_at(read_tile, tile)]
            is_right = any(read_tile.name == (min(tile.pips), max(tile.pips)) for tile in lying)
            told["named"] += 1
            told["elsewhere"] += not lying
            told["sure_named"] += read_tile.sure
            told["sure_wrong"] += read_tile.sure and not is_right
    return told


def _lies_at(reading: ReadTile, tile: TrueTile) -> bool:
    """Return whether both halves of a reading lie where those of a tile do."""
    return _find_reading(tile, Reading((1, 1), (reading,)))[0] is not None


def _shows_half(scene: Scene, reading: ReadTile) -> bool:
    """Return whether a reading with a hidden half has the number of this half of the tile, at its position."""
    return any(
        half.pips == pips and np.hypot(*np.subtract(half.centre, centre)) < NEAR * np.hypot(*np.subtract(*tile.centres))
        for half in reading.halves
        for tile in scene.tiles
        if tile.up
        for pips, centre in zip(tile.pips, tile.centres, strict=True)
    )


def _find_reading(tile: TrueTile, reading: Reading) -> tuple[int | None, tuple[int | None, int | None]]:
    """Return the reading at the position of a tile, with its numbers for the tile's two halves."""
    wide = float(np.hypot(*np.subtract(*tile.centres)))
    for place, each in enumerate(reading.tiles):
        for order in ((0, 1), (1, 0)):
            off = [
                np.hypot(*np.subtract(each.halves[which].centre, tile.centres[half]))
                for half, which in enumerate(order)
            ]
            if max(off) < NEAR * wide:
                return place, (each.pips[order[0]], each.pips[order[1]])
    return None, (0, 0)


def write_half_hidden(told: HalfHidden) -> str:
    """Return the results as lines of text."""
    lines = (
        f"{told.tiles} tiles with one half hidden: {told.asked} read as their other half, {told.wrong} as another one",
        f"of {told.numbered} the hidden half was told as a number, of {told.sure} surely",
        f"{told.whole} whole tiles: of {told.withheld} a half was withheld",
        f"{told.aside} readings of a half that is there, the tile lying otherwise; {told.invented} of one that is not",
        f"{told.readable} tiles covered in part whose pips in view allow one number: {told.readable_right} read right,",
        f"  {told.readable_wrong} as another, of {told.readable_asked} a half was withheld",
        f"{told.named} tiles read whole: {told.elsewhere} lie at no place of a tile",
        f"  {told.sure_named} of them sure, {told.sure_wrong} of these wrong",
    )
    return "\n".join(lines)
