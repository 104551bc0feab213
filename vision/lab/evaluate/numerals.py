"""Evaluation of tiles with numerals, on rendered tables that no training has, turned any way and tilted by 30°."""

from collections.abc import Sequence

import numpy as np

from vision import TileFinder
from vision.lab.render import layouts
from vision.lab.render.camera import look_down
from vision.lab.render.grounds import Grounds
from vision.lab.render.looks import Rng, pick_numeral_look
from vision.lab.render.numerals import OWN_FONTS
from vision.lab.render.scene import Scene, compose

from .figures import Figures, count
from .scenes import judge_scene

SETS = (6, 9, 12, 15, 18)
SIZE = 640
SEED = 9_900_000
"""A seed that no training has."""
MOST_TILT = 30.0
"""The tilt of the camera in degrees."""


def render_numerals(rng: Rng, grounds: Grounds, largest: int, fonts: Sequence[str] = OWN_FONTS) -> Scene:
    """Render a table with 6 to 12 tiles of a set up to double-`largest`, in rows or as a line, as a phone takes it."""
    look = pick_numeral_look(rng, largest, fonts)
    length, tilt = float(rng.uniform(75, 130)), float(np.radians(rng.uniform(0, MOST_TILT)))
    camera = look_down((SIZE, SIZE), length, tilt, float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(0.9, 2)))
    lay = layouts.lay_rows if rng.random() < 0.5 else layouts.lay_chain
    layout = lay(rng, look, int(rng.integers(6, 13)))
    return compose(rng, camera, length, look, layout, grounds, clutter=int(rng.integers(3)), mild=True)


def read_numeral_tables(
    count_each: int, find_tiles: TileFinder | None = None, fonts: Sequence[str] = OWN_FONTS
) -> dict[str, Figures]:
    """Return the figures for `count_each` tables with every set."""
    rng = np.random.default_rng(SEED)
    grounds = Grounds(rng)
    return {
        f"double-{largest}": count(
            [judge_scene(render_numerals(rng, grounds, largest, fonts), find_tiles) for _ in range(count_each)]
        )
        for largest in SETS
    }
