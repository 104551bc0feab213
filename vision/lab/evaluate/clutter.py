"""What is invented on rendered tables without a tile: things like those of training, and things never taught."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from vision import Photo, TileFinder, read
from vision.lab.render.around import lay_ground, lay_thing
from vision.lab.render.grounds import Grounds
from vision.lab.render.lens import light_unevenly, take_photo
from vision.lab.render.oddments import ODDMENTS, draw_oddment
from vision.lab.render.studio import Studio, pick_camera
from vision.photo.decoding import Picture

TAUGHT = "as in training"
SIZE = 640
LENGTHS = (60, 190)
"""Pixels: as long a tile would be on such a picture."""
SEED = 7_700_000
"""No shard of training scenes begins there."""


@dataclass(frozen=True, slots=True)
class ClutterFigures:
    """What was read on the scenes of one kind: how many scenes, on how many anything, how many tiles, how many sure."""

    scenes: int
    yielding: int
    tiles: int
    sure: int


def render_oddments(rng: np.random.Generator, kind: str) -> Picture:
    """A table with things of one kind of ODDMENTS on it, as a phone takes it."""
    length = float(rng.uniform(*LENGTHS))
    camera = pick_camera(rng, SIZE, length)
    canvas = lay_ground(rng, camera, Grounds(rng, 1))
    for _ in range(int(rng.integers(2, 9))):
        lay_thing(rng, canvas, camera, SIZE / length / 4, draw_oddment(rng, kind))
    image = canvas.astype(np.float32) / 255 * light_unevenly(rng, SIZE, SIZE)[..., None]
    return np.asarray(take_photo(rng, image, length), np.uint8)


def render_clutter(kind: str, count: int) -> Iterator[Picture]:
    """`count` pictures of one kind: TAUGHT or a key of ODDMENTS; always the same."""
    if kind == TAUGHT:
        studio = Studio(SEED, SIZE)
        yield from (studio.scene("other").image for _ in range(count))
    else:
        place = tuple(ODDMENTS).index(kind)
        yield from (render_oddments(np.random.default_rng((SEED, number, place)), kind) for number in range(count))


def count_on_clutter(scenes: int, find_tiles: TileFinder | None = None) -> dict[str, ClutterFigures]:
    """What is invented on about so many scenes in all: half of them as in training, the rest of things never taught."""
    found = {}
    for kind in (TAUGHT, *ODDMENTS):
        count = scenes // 2 if kind == TAUGHT else max(1, scenes // 2 // len(ODDMENTS))
        readings = [read(Photo(image, (SIZE, SIZE)), find_tiles=find_tiles) for image in render_clutter(kind, count)]
        tiles = [tile for reading in readings for tile in reading.tiles]
        yielding = sum(bool(reading.tiles) for reading in readings)
        found[kind] = ClutterFigures(count, yielding, len(tiles), sum(tile.sure for tile in tiles))
    return found
