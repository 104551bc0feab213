"""The two functions that render a picture."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from . import layouts
from .camera import look_down
from .grounds import Grounds
from .layouts import Pips, Place, RenderedLayout
from .looks import Rng, TileLook, make_plain_look, pick_look
from .scene import Scene, compose
from .studio import Studio


def render_scene(seed: int, size: int = 320) -> Scene:
    """Render any scene, with any set, any layout and any light; `size`×`size` pixels."""
    return Studio(seed, size).scene()


def _pips(name: str) -> Pips:
    low, high = name.split("-")
    return int(low), int(high)


def _apart(tiles: tuple[Pips, ...], columns: int) -> RenderedLayout:
    return [Place(pips, (k % columns) * 0.9, (k // columns) * 1.4, np.pi / 2) for k, pips in enumerate(tiles)], []


def _row(tiles: tuple[Pips, ...], look: TileLook) -> RenderedLayout:
    return [Place(pips, k * look.width * 1.004, 0.0, np.pi / 2) for k, pips in enumerate(tiles)], []


def _standing(tiles: tuple[Pips, ...]) -> RenderedLayout:
    return [Place(pips, k * 1.12, 0.0, 0.0, 0.0, "edge", np.pi / 2) for k, pips in enumerate(tiles)], []


def _laid(rng: Rng, look: TileLook, tiles: tuple[Pips, ...], layout: str) -> RenderedLayout:
    if not tiles:
        return [], []
    if layout == "chain":
        return layouts.lay_chain(rng, look, len(tiles), tiles)
    if layout == "row":
        return _row(tiles, look)
    if layout == "apart":
        return _apart(tiles, max(1, round(np.sqrt(len(tiles) * 2))))
    if layout == "down":
        return [replace(place, pose="back") for place in _apart(tiles, max(1, round(np.sqrt(len(tiles) * 2))))[0]], []
    if layout == "standing":
        return _standing(tiles)
    raise ValueError(layout)


def render_photo(
    tiles: Iterable[str],
    layout: str = "apart",
    seed: int = 0,
    size: tuple[int, int] = (1600, 1200),
    *,
    tilt: float = 0.0,
    look: TileLook | None = None,
    ground: str | None = "wood",
) -> Scene:
    """Render a clean photo of the tiles named ("5-1", "6-6"), `size` wide and high, as a phone would take it.

    `layout` is "apart" (in rows with room between), "down" (the same, face down), "row" (side by side, touching),
    "chain" (played one after the other in the order given, doubles crosswise; a tile is turned so that its ends match)
    or "standing" (on their long sides in a line, faces to their player: see it with some `tilt`). `tilt` is the
    camera's, in degrees. Halves of the truth are in the order of the names. Raises ValueError for an unknown layout.
    """
    rng = np.random.default_rng(seed)
    named = tuple(_pips(name) for name in tiles)
    largest = max((max(pips) for pips in named), default=6)
    look = look or make_plain_look(next(size for size in (6, 9, 12, 15, 18) if size >= largest))
    places, touches = _laid(rng, look, named, layout)
    reach = np.array([[p.x, p.y] for p in places]) if places else np.zeros((1, 2))
    middle = (reach.min(axis=0) + reach.max(axis=0)) / 2
    span = reach.max(axis=0) - reach.min(axis=0) + 1.4
    length = float(min(size[0] / span[0], size[1] / span[1], min(size) / 2.6))
    places = [Place(p.pips, p.x - middle[0], p.y - middle[1], p.angle, p.z, p.pose, p.lean) for p in places]
    camera = look_down(size, length * (0.85 if tilt else 1), float(np.radians(tilt)), 0.0, 1.2)
    return compose(rng, camera, length, look, (places, touches), Grounds(rng, 1, 0, ground), clutter=0, calm=True)


def pick_any_look(seed: int, largest: int = 6) -> TileLook:
    """Return the look of a random set, for `render_photo`."""
    return pick_look(np.random.default_rng(seed), largest)
