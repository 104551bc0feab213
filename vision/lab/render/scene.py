"""A whole scene: ground, clutter, tiles, light and camera; and its exact contents."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from .around import draw_fingers, draw_glare, lay_ground, lay_shadows, lay_thing
from .blocks import SolidBlock, keep_before_camera, paint_block
from .camera import Camera, Points, Solid, cut_rectangle, draw_outline, stand_up
from .covering import lay_over
from .faces import draw_back, draw_face, place_pips
from .grounds import Grounds
from .layouts import Place, RenderedLayout, Touch
from .lens import light_unevenly, mirror_lamps, take_photo
from .looks import Rng, TileLook
from .paint import find_halves, mark, measure_area, paint_face, paint_sides

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class TrueTile:
    """A tile of a rendered picture as it really is; points are in pixels, with (0, 0) in the middle of the first pixel.

    `corners` are clockwise as seen, the first two at halves[0]'s short end (as in `vision.reading.Tile`); `visible` is
    the share of each half that is in the picture and not covered; `facing` is 1 for a face seen from straight above, 0
    from the side. `up` says that the face is seen, not the back. `possible` are for each half the numbers of the set
    that would look the same, because the pips in which they differ are not in view; none if the tile has numerals.
    `turns` are those of the set's `Numerals`, if the tile has numerals.
    """

    pips: tuple[int, int]
    corners: tuple[Point, Point, Point, Point]
    centres: tuple[Point, Point]
    spots: tuple[tuple[Point, ...], tuple[Point, ...]]
    visible: tuple[float, float]
    facing: float
    up: bool
    possible: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    turns: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """A rendered picture (H×W×3, uint8, blue green red), its tiles, and which of them touch."""

    image: NDArray[np.uint8]
    tiles: tuple[TrueTile, ...]
    touches: tuple[Touch, ...] = ()


def _points(found: Points) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in found)


def make_decoy(outline: Points) -> TrueTile:
    """Return a thing with this outline (4×2) that may be taken for a tile: one whose face is not up."""
    sides = outline[:2].mean(axis=0), outline[2:].mean(axis=0)
    centres = _points(np.array([0.75 * sides[k] + 0.25 * sides[1 - k] for k in (0, 1)]))
    return TrueTile((0, 0), _points(outline), centres, ((), ()), (1.0, 1.0), 1.0, up=False, possible=((), ()))  # type: ignore[arg-type]  # four rows, two


def tell_truth(
    camera: Camera, solid: Solid, look: TileLook, place: Place, ids: NDArray[np.uint8], number: int
) -> TrueTile:
    """Return the facts of a painted tile.

    `number` is the mark of the tile's first half in `ids`; a pip is in view if its middle is.
    """
    corners = camera.see(cut_rectangle(solid, -0.5, 0.5))
    t = solid.half[2]
    centres = camera.see(solid.at(np.array([[-0.25, 0, t], [0.25, 0, t]])))
    spots: tuple[list[tuple[float, float, float]], ...] = ([], [])
    for x, y, half in () if look.numerals else place_pips(look, place.pips):
        spots[half].append((x, y, t))
    shown = []
    for half, shape in enumerate(find_halves(camera, solid)):
        whole = max(abs(measure_area(shape)), 1.0)
        shown.append(min(1.0, float(np.count_nonzero(ids == number + half)) / whole))
    long = float(np.linalg.norm(corners[2] - corners[1]) + np.linalg.norm(corners[3] - corners[0])) / 2
    wide = float(np.linalg.norm(corners[1] - corners[0]) + np.linalg.norm(corners[2] - corners[3])) / 2
    # Foreshortening: the face's area in the picture over its area seen from straight above.
    true = max(long, wide / look.width) ** 2 * look.width
    find_possible = partial(_find_possible, camera, solid, look, place.pips, ids, number)
    return TrueTile(
        pips=place.pips,
        corners=tuple(_points(corners)),  # type: ignore[arg-type]  # four rows
        centres=tuple(_points(centres)),  # type: ignore[arg-type]  # two rows
        spots=tuple(_points(camera.see(solid.at(np.array(s)))) if s else () for s in spots),  # type: ignore[arg-type]  # two
        visible=(shown[0], shown[1]),
        facing=abs(measure_area(corners)) / max(true, 1e-6),
        up=measure_area(corners) > 0 and place.pose != "back",
        possible=((), ()) if look.numerals else (find_possible(half=0), find_possible(half=1)),
        turns=look.numerals.turns if look.numerals else None,
    )


def _find_possible(
    camera: Camera, solid: Solid, look: TileLook, pips: tuple[int, int], ids: NDArray[np.uint8], number: int, half: int
) -> tuple[int, ...]:
    """Return the numbers of the set of which the same pips would be in view on half 0 or 1 as of its own number.

    `number` is the mark of the tile's first half in `ids`; a pip is in view if its middle is.
    """
    high, wide = ids.shape
    seen: dict[int, set[tuple[float, float]]] = {}
    for other in range(look.largest + 1):
        spots = [(x, y) for x, y, side in place_pips(look, (other, other)) if side == half]
        pixels = np.rint(camera.see(solid.at(np.array([(x, y, solid.half[2]) for x, y in spots])))) if spots else ()
        seen[other] = {
            (round(x, 4), round(y, 4))
            for (x, y), (column, row) in zip(spots, pixels, strict=True)
            if 0 <= column < wide and 0 <= row < high and ids[int(row), int(column)] == number + half
        }
    return tuple(other for other, spots in seen.items() if spots == seen[pips[half]])


def _back_to_front(camera: Camera, solids: list[tuple[float, Solid]]) -> list[int]:
    depth = [float(camera.depth(solid.middle[None])[0]) for _, solid in solids]
    return sorted(range(len(solids)), key=lambda k: (round(solids[k][0], 3), -depth[k]))


def compose(
    rng: Rng,
    camera: Camera,
    length: float,
    look: TileLook,
    layout: RenderedLayout,
    grounds: Grounds,
    *,
    clutter: int,
    blocks: Sequence[SolidBlock] = (),
    over: int = 0,
    calm: bool = False,
    mild: bool = False,
) -> Scene:
    """Render a layout; `length` is a tile's length in pixels where the camera aims, `calm` leaves out the mishaps.

    `clutter`: so many flat things lie about; `blocks` stand there. Both lie under the tiles; so many things lie `over`
    them, and perhaps a hand. `mild`: see `take_photo`.
    """
    canvas = lay_ground(rng, camera, grounds)
    for _ in range(clutter):
        lay_thing(rng, canvas, camera, 1.8)
    turn, height = rng.uniform(0, 2 * np.pi), rng.uniform(0.45, 0.98)
    flat = np.sqrt(1 - height**2)
    light = np.array([np.cos(turn) * flat, np.sin(turn) * flat, height])
    ambient = float(rng.uniform(0.3, 0.75))
    reach = camera.depth(np.zeros((1, 3)))[0]
    kept: list[tuple[Place, Solid]] = []
    for place in layout[0]:
        solid = stand_up(look, place.x, place.y, place.angle, place.z, place.pose, place.lean)
        ring = np.concatenate([draw_outline(solid, 1), draw_outline(solid, -1)])
        if camera.depth(ring).min() > 0.2 * reach:
            seen = camera.see(ring)
            margin = 40
            if (seen.max(axis=0) > -margin).all() and (seen.min(axis=0) < np.array(camera.size) + margin).all():
                kept.append((place, solid))
    kept = kept[:110]
    solids = [solid for _, solid in kept]
    standing = keep_before_camera(camera, list(blocks), 0.2 * reach)
    lay_shadows(rng, canvas, camera, solids + [block.solid for block in standing], light, length)
    ids = np.zeros(canvas.shape[:2], np.uint8)
    for block in standing:
        paint_block(canvas, camera, block, light, ambient)
    shine = np.zeros(256, np.float32)
    scene_shine = 0.0 if calm or rng.random() < 0.5 else rng.uniform(0, 1) * look.gloss
    for k in _back_to_front(camera, [(place.z, solid) for place, solid in kept]):
        place, solid = kept[k]
        _paint_tile(rng, canvas, ids, camera, look, place, solid, light, ambient, 2 * k + 1, calm)
        shine[2 * k + 1 : 2 * k + 3] = scene_shine * rng.choice([0, 0.3, 1])
    if over:
        lay_over(rng, canvas, ids, camera, over, spread=0.25 * np.sqrt(len(kept)))
    image = canvas.astype(np.float32) / 255
    high, wide = canvas.shape[:2]
    if not calm:
        if rng.random() < 0.25 * (clutter > 0):
            draw_fingers(rng, image, ids)
        if scene_shine or rng.random() < 0.1:
            shine[0] = rng.uniform(0, 0.5) if rng.random() < 0.4 else 0
            image += (mirror_lamps(rng, high, wide) * cv2.LUT(ids, shine))[..., None]
        image *= light_unevenly(rng, high, wide)[..., None]
        stored = take_photo(rng, image, length, mild=mild)
    else:
        stored = (np.clip(image, 0, 1) * 255).astype(np.uint8)
    tiles = tuple(tell_truth(camera, solid, look, place, ids, 2 * k + 1) for k, (place, solid) in enumerate(kept))
    return Scene(stored, tiles, tuple(layout[1]) if len(kept) == len(layout[0]) else ())


def _paint_tile(
    rng: Rng, canvas: NDArray[np.uint8], ids: NDArray[np.uint8], camera: Camera, look: TileLook, place: Place,
    solid: Solid, light: Points, ambient: float, number: int, calm: bool,
) -> None:  # fmt: skip
    own = light + (0 if calm else rng.normal(0, 0.06, 3))
    sides = (look.sides, look.back if look.back != look.body else look.sides)
    if place.pose == "back":
        sides = (sides[1], sides[0])
    shape = paint_sides(canvas, camera, solid, sides, own, ambient)
    mark(ids, shape, 255)
    level = 1.0
    corners = camera.see(cut_rectangle(solid, -0.5, 0.5))
    showing_face = measure_area(corners) > 0
    if not showing_face:
        level = -1.0
        corners = camera.see(cut_rectangle(solid, -0.5, 0.5, level))[[1, 0, 3, 2]]
    size = int(np.clip(np.linalg.norm(corners[2] - corners[1]) * 1.1, 28, 400))
    frame = (float(own @ solid.along), float(own @ solid.across) * level, float(own @ solid.out) * level)
    if showing_face and place.pose != "back":
        face = draw_face(rng, look, place.pips, size, frame)
    else:
        face = draw_back(rng, look, size, frame)
    if not calm and rng.random() < 0.12 + 0.3 * look.gloss:
        for _ in range(int(rng.integers(1, 4)) if look.gloss > 0.6 else 1):
            draw_glare(rng, face, look.gloss)
    face[..., :3] *= ambient + (1 - ambient) * max(0.0, frame[2]) * 1.15
    paint_face(canvas, corners, np.clip(face, 0, 1.3))
    if showing_face:
        first, second = find_halves(camera, solid)
        mark(ids, first, number)
        mark(ids, second, number + 1)
