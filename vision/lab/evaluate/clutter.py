"""Evaluation on rendered tables without tiles: objects of the training, dice, and objects that no training has."""

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from vision import Photo, TileFinder, read
from vision.lab.render.around import lay_ground, lay_thing
from vision.lab.render.blocks import make_dice
from vision.lab.render.grounds import Grounds
from vision.lab.render.lens import light_unevenly, take_photo
from vision.lab.render.looks import make_plain_look
from vision.lab.render.oddments import ODDMENTS, draw_oddment
from vision.lab.render.scene import compose
from vision.lab.render.studio import Studio, pick_camera
from vision.photo.decoding import Picture

TAUGHT = "as in training"
DICE = "dice"
SIZE = 640
LENGTHS = (60, 190)
"""The length in pixels of a tile on such a picture."""
SEED = 7_700_000
"""A seed that no shard of training scenes has."""


@dataclass(frozen=True, slots=True)
class ClutterFigures:
    """The results for scenes of one kind: scenes, scenes with a reading, tiles read, and tiles marked as sure.

    `ms` has the milliseconds of processor time for each scene.
    """

    scenes: int
    yielding: int
    tiles: int
    sure: int
    ms: tuple[float, ...]

    @property
    def slow_ms(self) -> float:
        """The milliseconds that nine of ten scenes do not exceed."""
        return float(np.percentile(self.ms, 90))


def sum_figures(figures: Iterable[ClutterFigures]) -> ClutterFigures:
    """Return the sum of the figures of several kinds."""
    kinds = tuple(figures)
    return ClutterFigures(
        sum(kind.scenes for kind in kinds),
        sum(kind.yielding for kind in kinds),
        sum(kind.tiles for kind in kinds),
        sum(kind.sure for kind in kinds),
        tuple(ms for kind in kinds for ms in kind.ms),
    )


def render_oddments(rng: np.random.Generator, kind: str) -> Picture:
    """Render a photo of a table with objects of one kind of ODDMENTS."""
    length = float(rng.uniform(*LENGTHS))
    camera = pick_camera(rng, SIZE, length)
    canvas = lay_ground(rng, camera, Grounds(rng, 1))
    for _ in range(int(rng.integers(2, 9))):
        lay_thing(rng, canvas, camera, SIZE / length / 4, draw_oddment(rng, kind))
    image = canvas.astype(np.float32) / 255 * light_unevenly(rng, SIZE, SIZE)[..., None]
    return np.asarray(take_photo(rng, image, length), np.uint8)


def render_dice(rng: np.random.Generator) -> Picture:
    """Render a table with one to twelve dice of one or two sets."""
    length = float(rng.uniform(*LENGTHS))
    camera = pick_camera(rng, SIZE, length)
    dice = [die for _ in range(int(rng.integers(1, 3))) for die in make_dice(rng)]
    scene = compose(rng, camera, length, make_plain_look(), ([], []), Grounds(rng, 1), clutter=0, blocks=dice)
    return scene.image


def render_clutter(kind: str, count: int) -> Iterator[Picture]:
    """Yield `count` pictures of one kind: TAUGHT, DICE or a key of ODDMENTS; the same in each run."""
    if kind == TAUGHT:
        studio = Studio(SEED, SIZE)
        yield from (studio.scene("other").image for _ in range(count))
    elif kind == DICE:
        yield from (render_dice(np.random.default_rng((SEED, number, len(ODDMENTS)))) for number in range(count))
    else:
        place = tuple(ODDMENTS).index(kind)
        yield from (render_oddments(np.random.default_rng((SEED, number, place)), kind) for number in range(count))


def count_on_clutter(scenes: int, find_tiles: TileFinder | None = None) -> dict[str, ClutterFigures]:
    """Return the figures for about `count` scenes, half of them as in training, the others of DICE and ODDMENTS."""
    found = {}
    for kind in (TAUGHT, DICE, *ODDMENTS):
        count = scenes // 2 if kind == TAUGHT else max(1, scenes // 2 // (1 + len(ODDMENTS)))
        readings, ms = [], []
        for image in render_clutter(kind, count):
            start = time.process_time()
            readings.append(read(Photo(image, (SIZE, SIZE)), find_tiles=find_tiles))
            ms.append((time.process_time() - start) * 1000)
        tiles = [tile for reading in readings for tile in reading.tiles]
        yielding = sum(bool(reading.tiles) for reading in readings)
        found[kind] = ClutterFigures(count, yielding, len(tiles), sum(tile.sure for tile in tiles), tuple(ms))
    return found
