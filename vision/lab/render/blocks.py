"""Solid objects that are not tiles: dice, mahjong and letter tiles, keys, bricks; boxes with a picture on top.

Lengths are in tile lengths. A block is a `camera.Solid`, the picture of its top, and for a die those of its sides.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from . import prints
from .camera import Camera, Points, Solid, cut_rectangle, draw_outline
from .faces import Pixels
from .looks import Colour, Rng, pick
from .paint import measure_area, paint_face, paint_sides

LEAST_FACE = 64
"""Square pixels: the least area of a die's face for `outline_pairs`."""
APART, ALIKE, SKEW = 1.65, 1.7, 0.4
"""Two such faces are at most so far apart, measured from their corners to their middles (side by side they are 1.41),
and one is at most so much larger than the other. The cosine between an end and the axis is less than SKEW."""


@dataclass(frozen=True, slots=True)
class SolidBlock:
    """An object that stands on the table: `faces` are its top and, of a die, its four sides; other sides are plain."""

    solid: Solid
    sides: Colour
    faces: tuple[Pixels, ...]


def make_box(
    x: float, y: float, turn: float, sizes: tuple[float, float, float], z: float = 0, corner: float = 0.02
) -> Solid:
    """Return a box with these lengths (along, across, high) whose lower face has its middle at (x, y, z)."""
    c, s = np.cos(turn), np.sin(turn)
    half = (sizes[0] / 2, sizes[1] / 2, sizes[2] / 2)
    return Solid(
        np.array([x, y, z + half[2]]),
        np.array([c, s, 0.0]),
        np.array([-s, c, 0.0]),
        np.array([0, 0, 1.0]),
        half,
        corner,
    )


def _tint(picture: Pixels) -> Colour:
    b, g, r = (float(c) for c in np.median(picture[..., :3].reshape(-1, 3), axis=0))
    return b, g, r


def make_dice(rng: Rng) -> list[SolidBlock]:
    """Make one to six dice, sometimes side by side like the halves of a tile."""
    size = float(np.exp(rng.uniform(np.log(0.15), np.log(0.9))))
    count, close = int(rng.integers(1, 7)), rng.random() < 0.35
    middle, turn = rng.normal(0, 1.0, 2), rng.uniform(0, 2 * np.pi)
    style = prints.pick_die_style(rng)
    found = []
    for k in range(count):
        if close:
            step = size * (1 + (rng.uniform(0, 0.1) if rng.random() < 0.7 else 0.6))
            x, y = middle + k * step * np.array([np.cos(turn), np.sin(turn)])
            own = turn + rng.normal(0, 0.03)
        else:
            x, y = middle + rng.normal(0, 1.2 * size + 0.3, 2)
            own = rng.uniform(0, 2 * np.pi)
        faces = tuple(prints.draw_die_face(style, int(number)) for number in rng.permutation(6)[:5] + 1)
        corner = size * float(rng.uniform(0.04, 0.2))
        found.append(
            SolidBlock(
                make_box(float(x), float(y), float(own), (size, size, size), 0.0, corner), _tint(faces[0]), faces
            )
        )
    return found


def _laid_out(rng: Rng, length: float, width: float) -> list[tuple[float, float, float]]:
    """Return places (x, y, turn) for objects of one kind: in rows, or at random."""
    middle, turn = rng.normal(0, 0.8, 2), rng.uniform(0, 2 * np.pi)
    c, s = np.cos(turn), np.sin(turn)
    if rng.random() < 0.3:
        count = int(rng.integers(1, 8))
        return [(*(middle + rng.normal(0, 1.3, 2)).tolist(), float(rng.uniform(0, 2 * np.pi))) for _ in range(count)]
    rows, columns = int(rng.integers(1, 5)), int(rng.integers(1, 9))
    gap = 1 + (0.0 if rng.random() < 0.4 else rng.uniform(0, 0.3))
    places = []
    for row in range(rows):
        for column in range(columns):
            u = (column - (columns - 1) / 2) * length * gap + (row % 2) * length * rng.choice([0, 0.25])
            v = (row - (rows - 1) / 2) * width * gap
            places.append((float(middle[0] + u * c - v * s), float(middle[1] + u * s + v * c), float(turn)))
    return places


def _row_of(rng: Rng, kind: str) -> list[SolidBlock]:
    """Make mahjong tiles, letter tiles, keys or bricks."""
    paint, ratio, high, long = {
        "mahjong": (prints.draw_mahjong, (0.68, 0.8), (0.2, 0.6), (0.5, 1.1)),
        "letter": (prints.draw_letter, (0.85, 1.0), (0.1, 0.3), (0.3, 0.8)),
        "key": (prints.draw_letter, (0.45, 1.0), (0.15, 0.5), (0.35, 1.1)),
        "brick": (prints.draw_studs, (0.25, 1.0), (0.15, 0.6), (0.4, 1.5)),
    }[kind]
    length, share = float(rng.uniform(*long)), float(rng.uniform(*ratio))
    style = rng.integers(0, 1 << 30)
    thick, corner = float(rng.uniform(*high)) * length, float(rng.uniform(0.01, 0.1)) * length
    found = []
    for k, (x, y, turn) in enumerate(_laid_out(rng, length, length * share)):
        if k >= 24:
            break
        own = length * (float(rng.choice([1, 1, 1, 1.5, 2])) if kind == "key" else 1.0)
        face = paint(rng, np.random.default_rng(style), share * length / own)
        found.append(SolidBlock(make_box(x, y, turn, (own, length * share, thick), 0.0, corner), _tint(face), (face,)))
    return found


def make_blocks(rng: Rng) -> list[SolidBlock]:
    """Make some solid objects of one kind that are not tiles."""
    kind = pick(rng, ("dice", "mahjong", "letter", "key", "brick"), (8, 3, 2, 3, 2))
    return make_dice(rng) if kind == "dice" else _row_of(rng, kind)


def keep_before_camera(camera: Camera, found: list[SolidBlock], least: float) -> list[SolidBlock]:
    """Return the blocks that are at least `least` before the camera, the farthest first."""
    seen = [block for block in found if camera.depth(draw_outline(block.solid, 1)).min() > least]
    return sorted(seen, key=lambda block: -float(camera.depth(block.solid.middle[None])[0]))


def _turn_up_sides(solid: Solid) -> tuple[Solid, ...]:
    """Return a box five times, with each of its four sides as its face, and as it is."""
    a, b, t = solid.half
    return (
        Solid(solid.middle, solid.along, solid.out, -solid.across, (a, t, b), solid.corner),
        Solid(solid.middle, solid.along, -solid.out, solid.across, (a, t, b), solid.corner),
        Solid(solid.middle, solid.across, -solid.out, -solid.along, (b, t, a), solid.corner),
        Solid(solid.middle, solid.across, solid.out, solid.along, (b, t, a), solid.corner),
        solid,
    )


def outline_pairs(camera: Camera, dice: Sequence[SolidBlock]) -> list[Points]:
    """Return the outlines of two faces of the `dice` that lie together like the halves of a tile, each 4×2.

    The corners are clockwise as seen, the first two at the far end of one of the faces. The faces are those of a die or
    of two dice; they may be hidden behind another die.
    """
    sides = [side for die in dice for side in _turn_up_sides(die.solid)]
    faces = [camera.see(cut_rectangle(side, -side.half[0], side.half[0])) for side in sides]
    faces = [face for face in faces if measure_area(face) > LEAST_FACE]
    pairs = (_outline_pair(one, other) for one, other in combinations(faces, 2))
    return [outline for outline in pairs if outline is not None]


def _outline_pair(one: Points, other: Points) -> Points | None:
    """Return the outline (4×2) of two faces (4×2 each); None if they do not lie like the halves of a tile."""
    middles = one.mean(axis=0), other.mean(axis=0)
    sizes = [float(np.hypot(*(face - face.mean(axis=0)).T).mean()) for face in (one, other)]
    apart = float(np.hypot(*(middles[1] - middles[0])))
    if not 0 < apart <= APART * sum(sizes) / 2 or max(sizes) > ALIKE * min(sizes):
        return None
    ends = [
        face[np.argsort(np.hypot(*(face - far).T))[2:]]
        for face, far in zip((one, other), reversed(middles), strict=True)
    ]
    axis = (middles[1] - middles[0]) / apart
    along = [abs(float((end[1] - end[0]) @ axis)) / float(np.hypot(*(end[1] - end[0]))) for end in ends]
    outline = np.concatenate(ends)
    ring = np.argsort(np.arctan2(*(outline - outline.mean(axis=0)).T[::-1]))
    first = [k for k in range(4) if {ring[k], ring[(k + 1) % 4]} == {0, 1}]
    return outline[np.roll(ring, -first[0])] if first and max(along) < SKEW else None


def paint_block(canvas: NDArray[np.uint8], camera: Camera, block: SolidBlock, light: Points, ambient: float) -> None:
    """Paint a block into the picture."""
    solid = block.solid
    if np.abs(camera.see(draw_outline(solid, 1))).max() > 4000:
        return
    paint_sides(canvas, camera, solid, (block.sides, block.sides), light, ambient)
    faces = (*block.faces[1:], *([None] * (5 - len(block.faces))), block.faces[0])
    for side, face in zip(_turn_up_sides(solid), faces, strict=True):
        if face is None:
            continue
        corners = camera.see(cut_rectangle(side, -side.half[0], side.half[0]))
        if measure_area(corners) > 1:
            strength = ambient + (1 - ambient) * max(0.0, float(side.out @ light)) * 1.15
            lit = face.copy()
            lit[..., :3] *= strength
            paint_face(canvas, corners, np.clip(lit, 0, 1))
