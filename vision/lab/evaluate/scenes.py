"""Evaluation on rendered scenes that no training has, by the kind of scene and by the set of tiles."""

from collections import Counter
from collections.abc import Iterable

import numpy as np

from vision import Photo, TileFinder, read
from vision.lab.render.scene import Scene, TrueTile
from vision.lab.render.studio import KINDS, Studio

from .figures import Figures, count
from .judge import PhotoVerdict, judge
from .labels import Label, Name

SETS = (6, 9, 12, 15, 18)
SIZE = 640
SEED = 8_800_000
"""A seed that no shard of training scenes has."""
VISIBLE = 0.9
FACING = 0.25
WIDE = 12.0
"""The least visible share, `facing`, and width of the halves in pixels of a tile that must be read."""


def is_large_enough(tile: TrueTile) -> bool:
    """Return whether the tile is large enough and seen straight enough to be read."""
    corners = np.array(tile.corners)
    wide = min(np.hypot(*(corners[1] - corners[0])), np.hypot(*(corners[2] - corners[1])) / 2)
    return tile.facing >= FACING and bool(wide >= WIDE)


def _must_be_read(tile: TrueTile) -> bool:
    return tile.up and min(tile.visible) >= VISIBLE and is_large_enough(tile)


def judge_scene(scene: Scene, find_tiles: TileFinder | None = None) -> PhotoVerdict:
    """Return the verdict on one scene; tiles that nobody can read may be read without a fault."""
    lying = [tile for tile in scene.tiles if _must_be_read(tile)]
    hard = [tile for tile in scene.tiles if not _must_be_read(tile)]
    high, wide = scene.image.shape[:2]
    label = Label("scene", _count_names(lying), len(hard), hard=_count_names(tile for tile in hard if tile.up))
    return judge(label, read(Photo(scene.image, (wide, high)), find_tiles=find_tiles))


def _count_names(tiles: Iterable[TrueTile]) -> Counter[Name]:
    """Return how often each name is among `tiles`."""
    return Counter((min(tile.pips), max(tile.pips)) for tile in tiles)


def read_scenes(count_each: int, find_tiles: TileFinder | None = None) -> dict[str, Figures]:
    """Return the figures for `count_each` scenes of every kind with any set, and of tables with every set."""
    studio = Studio(SEED, SIZE)
    kinds = [kind for kind in KINDS if kind not in {"covered", "dice"}]  # `hidden` and `clutter` evaluate those
    asked = [(kind, kind, None) for kind in kinds] + [(f"double-{largest}", "table", largest) for largest in SETS]
    return {
        name: count([judge_scene(studio.scene(kind, largest), find_tiles) for _ in range(count_each)])
        for name, kind, largest in asked
    }
