"""What is told of tiles of which one half is hidden, on rendered scenes that no training saw: the other half alone."""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from vision import Photo, Reading, ReadTile, TileFinder, read
from vision.lab.render.scene import Scene, TrueTile
from vision.lab.render.studio import Studio

from .scenes import SIZE, is_large_enough

SEED = 6_600_000
"""No shard of training scenes begins there."""
SEEN, HIDDEN = 0.85, 0.5
"""The visible share of a half from which it is seen, and up to which it is hidden."""
NEAR = 0.3
"""Of a half's width: so far from where it lies it was read at most."""


@dataclass(frozen=True, slots=True)
class HalfHidden:
    """What was told of tiles with one hidden half, and of those with none.

    Of `tiles` with one half hidden and the other plain to see, `asked` were read as that other half alone; of
    `numbered` the hidden half was told, of `sure` even surely; `wrong` were read as another half than is seen. Of
    `whole` tiles, of which nothing is hidden, a half was withheld of so many as `withheld` says. Of other
    readings with a hidden half the half seen is there in `aside`, and the tile lies otherwise; `invented` are the rest.
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


def read_half_hidden(count: int, find_tiles: TileFinder | None = None) -> HalfHidden:
    """What is told on so many scenes."""
    studio = Studio(SEED, SIZE)
    told: Counter[str] = Counter()
    for _ in range(count):
        scene = studio.scene("covered")
        high, wide = scene.image.shape[:2]
        told += judge_half_hidden(scene, read(Photo(scene.image, (wide, high)), find_tiles=find_tiles))
    return HalfHidden(**{name: told[name] for name in HalfHidden.__slots__})


def judge_half_hidden(scene: Scene, reading: Reading) -> Counter[str]:
    """How often each thing that `HalfHidden` counts is the case on one scene."""
    told: Counter[str] = Counter()
    met: set[int] = set()
    for tile in scene.tiles:
        if not tile.up or not is_large_enough(tile):
            continue
        place, numbers = _find_reading(tile, reading)
        met |= {place} if place is not None else set()
        hidden = int(np.argmin(tile.visible))
        if min(tile.visible) >= SEEN:
            told["whole"] += 1
            told["withheld"] += None in numbers
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
    return told


def _shows_half(scene: Scene, reading: ReadTile) -> bool:
    """The half of a tile that was read, the other being hidden, lies there and shows this number."""
    return any(
        half.pips == pips and np.hypot(*np.subtract(half.centre, centre)) < NEAR * np.hypot(*np.subtract(*tile.centres))
        for half in reading.halves
        for tile in scene.tiles
        if tile.up
        for pips, centre in zip(tile.pips, tile.centres, strict=True)
    )


def _find_reading(tile: TrueTile, reading: Reading) -> tuple[int | None, tuple[int | None, int | None]]:
    """The reading that lies where a tile does, by its place, and what it tells of the tile's two halves."""
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
    """What was told, in lines."""
    lines = (
        f"{told.tiles} tiles with one half hidden: {told.asked} read as their other half, {told.wrong} as another one",
        f"of {told.numbered} the hidden half was told as a number, of {told.sure} surely",
        f"{told.whole} whole tiles: of {told.withheld} a half was withheld",
        f"{told.aside} readings of a half that is there, the tile lying otherwise; {told.invented} of one that is not",
    )
    return "\n".join(lines)
