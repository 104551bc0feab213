"""A whole scene: ground, clutter, tiles, light, camera; and exactly what is on it."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from . import layouts
from .camera import Camera, Points, Solid, look_down, outline, rectangle, stand
from .clutter import die_face, thing
from .faces import Pixels, draw_back, draw_face, pip_places
from .grounds import Grounds
from .layouts import Layout, Place, Touch
from .lens import lamps, photograph, uneven_light
from .looks import Look, Rng, pick, random_look
from .paint import area, fill, halves_of, mark, paint_face, paint_sides

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class TrueTile:
    """A tile of a rendered picture, as it really is; points are pixels, (0, 0) the middle of the first pixel.

    `corners` clockwise as seen, the first two bound halves[0]'s short end (as in `vision.reading.Tile`);
    `visible` is the share of each half that is in the picture and not covered; `facing` is how squarely the face
    is seen, 1 from straight above, 0 from the side. `up`: the face is seen; otherwise it is the back.
    """

    pips: tuple[int, int]
    corners: tuple[Point, Point, Point, Point]
    centres: tuple[Point, Point]
    spots: tuple[tuple[Point, ...], tuple[Point, ...]]
    visible: tuple[float, float]
    facing: float
    up: bool


@dataclass(frozen=True, slots=True)
class Scene:
    """A rendered picture (H×W×3, uint8, blue green red), its tiles, and which of them touch."""

    image: NDArray[np.uint8]
    tiles: tuple[TrueTile, ...]
    touches: tuple[Touch, ...] = ()


def _points(found: Points) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in found)


def truth_of(camera: Camera, solid: Solid, look: Look, place: Place, ids: NDArray[np.uint8], number: int) -> TrueTile:
    """What there is to know of a painted tile; `number` is the mark of its first half in `ids`."""
    corners = camera.see(rectangle(solid, -0.5, 0.5))
    t = solid.half[2]
    centres = camera.see(solid.at(np.array([[-0.25, 0, t], [0.25, 0, t]])))
    spots: tuple[list[tuple[float, float, float]], ...] = ([], [])
    for x, y, half in pip_places(look, place.pips):
        spots[half].append((x, y, t))
    shown = []
    for half, shape in enumerate(halves_of(camera, solid)):
        whole = max(abs(area(shape)), 1.0)
        shown.append(min(1.0, float(np.count_nonzero(ids == number + half)) / whole))
    long = float(np.linalg.norm(corners[2] - corners[1]) + np.linalg.norm(corners[3] - corners[0])) / 2
    wide = float(np.linalg.norm(corners[1] - corners[0]) + np.linalg.norm(corners[2] - corners[3])) / 2
    # Foreshortening: the face's area in the picture over what it would be from straight before it.
    true = max(long, wide / look.width) ** 2 * look.width
    return TrueTile(
        pips=place.pips,
        corners=tuple(_points(corners)),  # type: ignore[arg-type]  # four rows
        centres=tuple(_points(centres)),  # type: ignore[arg-type]  # two rows
        spots=tuple(_points(camera.see(solid.at(np.array(s)))) if s else () for s in spots),  # type: ignore[arg-type]  # two
        visible=(shown[0], shown[1]),
        facing=abs(area(corners)) / max(true, 1e-6),
        up=area(corners) > 0 and place.pose != "back",
    )


def random_camera(rng: Rng, size: int, length: float) -> Camera:
    """A phone held anyhow over the table, mostly from above, sometimes from a seat."""
    kind = rng.random()
    low, high = (0, 14) if kind < 0.36 else (10, 48) if kind < 0.66 else (45, 80)
    tilt = np.radians(rng.uniform(low, high))
    roll = rng.normal(0, 0.3) if kind >= 0.6 else rng.uniform(0, 2 * np.pi)
    focal = float(np.exp(rng.uniform(np.log(0.9), np.log(5))))
    aim = rng.uniform(0.3, 0.7, 2)
    return look_down((size, size), length, float(tilt), float(roll), focal, (float(aim[0]), float(aim[1])))


def _groups(rng: Rng, look: Look, most: int) -> Layout:
    """One to three layouts beside one another."""
    makers = {
        "lone": (layouts.lone, 18), "rows": (layouts.rows, 26), "chain": (layouts.chain, 32), "fan": (layouts.fan, 4),
        "pile": (layouts.pile, 7), "standing": (layouts.standing, 16),
    }  # fmt: skip
    places: list[Place] = []
    touches: list[Touch] = []
    for group in range(int(rng.choice([1, 2, 3], p=[0.6, 0.3, 0.1]))):
        kind = pick(rng, tuple(makers), [weight for _, weight in makers.values()])
        room = max(2, most // (1 + group))
        count = int(rng.integers(1 if rng.random() < 0.3 else max(1, room // 2), room + 1))
        found, joined = makers[kind][0](rng, look, count)
        if rng.random() < 0.12:
            found, joined = layouts.turned_over(rng, (found, joined), float(rng.choice([0.3, 1.0])))
        turn = rng.uniform(0, 2 * np.pi) if kind != "standing" else rng.normal(0, 0.2)
        for _ in range(8):
            shift = rng.normal(0, 0.3 if not places else 1.2 + 0.15 * len(places), 2)
            c, s = np.cos(turn), np.sin(turn)
            moved = [
                replace(p, x=p.x * c - p.y * s + shift[0], y=p.x * s + p.y * c + shift[1], angle=p.angle + turn)
                for p in found
            ]
            if not any(_near(p, q, look) for p in moved for q in places):
                base = len(places)
                places += moved
                touches += [replace(t, a=t.a + base, b=t.b + base) for t in joined]
                break
    return places, touches


def _near(one: Place, other: Place, look: Look) -> bool:
    reach = 0.5 + look.width / 2
    return abs(one.x - other.x) < reach and abs(one.y - other.y) < reach


def _lay_thing(rng: Rng, canvas: NDArray[np.uint8], camera: Camera, spread: float) -> None:
    sheet, length, width = thing(rng)
    x, y, turn = rng.normal(0, spread), rng.normal(0, spread), rng.uniform(0, 2 * np.pi)
    along, across = (
        np.array([np.cos(turn), np.sin(turn), 0]) * length / 2,
        np.array([-np.sin(turn), np.cos(turn), 0]) * width / 2,
    )
    middle = np.array([x, y, 0.0])
    corners = np.stack(
        [middle - along + across, middle - along - across, middle + along - across, middle + along + across]
    )
    if camera.depth(corners).min() > 0.15 * camera.depth(np.zeros((1, 3)))[0]:
        seen = camera.see(corners)
        if np.abs(seen).max() < 4000:
            paint_face(canvas, seen, sheet)


def _lay_ground(rng: Rng, camera: Camera, grounds: Grounds) -> NDArray[np.uint8]:
    width, height = camera.size
    sheet = grounds.one()
    across = float(np.exp(rng.uniform(np.log(1.2), np.log(9))))  # tile lengths that one sheet covers
    turn = rng.uniform(0, 2 * np.pi)
    c, s, k = np.cos(turn) * across / sheet.shape[0], np.sin(turn) * across / sheet.shape[0], sheet.shape[0] / 2
    lay = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]]) @ np.array([[1, 0, -k], [0, 1, -k], [0, 0, 1.0]])
    to_picture = camera.ground() @ lay
    image = cv2.warpPerspective(
        sheet, to_picture, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    back = np.linalg.inv(camera.ground())
    corners = back @ np.array([[0, width, width, 0], [0, 0, height, height], [1, 1, 1, 1.0]])
    if (corners[2] <= 1e-4).any():  # the horizon is in the picture: a wall above it
        x, y = np.meshgrid(np.arange(width), np.arange(height))
        beyond = (back[2, 0] * x + back[2, 1] * y + back[2, 2]) <= 1e-3
        wall = cv2.resize(cv2.GaussianBlur(grounds.one(), (0, 0), 6), (width, height))
        image[beyond] = wall[beyond]
    return np.clip(image * 255, 0, 255).astype(np.uint8)


def _shadows(
    rng: Rng, canvas: NDArray[np.uint8], camera: Camera, solids: list[Solid], light: Points, length: float
) -> None:
    cast_ = np.zeros(canvas.shape[:2], np.uint8)
    under = np.zeros(canvas.shape[:2], np.uint8)
    for solid in solids:
        ring = np.concatenate([outline(solid, 1), outline(solid, -1)])
        fallen = ring - light * (ring[:, 2:] / max(light[2], 0.3))
        fallen[:, 2] = 0
        for points, mask in ((fallen, cast_), (ring * (1.04, 1.04, 0) - solid.middle * (0.04, 0.04, 0), under)):
            if camera.depth(points).min() > 0.05:
                shape = cv2.convexHull(camera.see(points).astype(np.float32)).reshape(-1, 2).astype(np.float64)
                if np.abs(shape).max() < 4000:
                    fill(mask, shape, 255)
    soft = rng.uniform(0.5, 1.5) if rng.random() < 0.35 else rng.uniform(0.02, 0.12) * length
    deep = rng.uniform(0.1, 0.75)
    shade = cv2.GaussianBlur(cast_, (0, 0), soft).astype(np.float32) * (deep / 255)
    contact = cv2.GaussianBlur(under, (0, 0), max(0.6, 0.03 * length)).astype(np.float32) * (rng.uniform(0, 0.5) / 255)
    np.copyto(canvas, canvas * ((1 - shade) * (1 - contact))[..., None], casting="unsafe")


def _glare(rng: Rng, face: Pixels, gloss: float) -> None:
    """The lamp mirrored in this face: a spot or a streak, never a pip."""
    height, width = face.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    turn = rng.uniform(0, np.pi)
    dx, dy = x - rng.uniform(0, width), y - rng.uniform(0, height)
    u, v = dx * np.cos(turn) + dy * np.sin(turn), dy * np.cos(turn) - dx * np.sin(turn)
    a, b = width * rng.uniform(0.02, 0.3), width * rng.uniform(0.02, 0.12)
    distance = (u / a) ** 2 + (v / b) ** 2
    spot = 1 / (1 + np.exp(np.minimum((distance - 1) * 6, 30))) if rng.random() < 0.4 else np.exp(-distance / 2)
    tint = rng.uniform(0.85, 1, 3).astype(np.float32)
    face[..., :3] += (spot * rng.uniform(0.15, 0.5 + gloss))[..., None] * tint


def _back_to_front(camera: Camera, solids: list[tuple[float, Solid]]) -> list[int]:
    depth = [float(camera.depth(solid.middle[None])[0]) for _, solid in solids]
    return sorted(range(len(solids)), key=lambda k: (round(solids[k][0], 3), -depth[k]))


def compose(
    rng: Rng,
    camera: Camera,
    length: float,
    look: Look,
    layout: Layout,
    grounds: Grounds,
    *,
    clutter: int,
    calm: bool = False,
) -> Scene:
    """Render a layout; `length` is a tile's length in pixels where the camera aims, `calm` leaves out the mishaps."""
    canvas = _lay_ground(rng, camera, grounds)
    for _ in range(clutter):
        _lay_thing(rng, canvas, camera, 1.8)
    turn, height = rng.uniform(0, 2 * np.pi), rng.uniform(0.45, 0.98)
    flat = np.sqrt(1 - height**2)
    light = np.array([np.cos(turn) * flat, np.sin(turn) * flat, height])
    ambient = float(rng.uniform(0.3, 0.75))
    reach = camera.depth(np.zeros((1, 3)))[0]
    kept: list[tuple[Place, Solid]] = []
    for place in layout[0]:
        solid = stand(look, place.x, place.y, place.angle, place.z, place.pose, place.lean)
        ring = np.concatenate([outline(solid, 1), outline(solid, -1)])
        if camera.depth(ring).min() > 0.2 * reach:
            seen = camera.see(ring)
            margin = 40
            if (seen.max(axis=0) > -margin).all() and (seen.min(axis=0) < np.array(camera.size) + margin).all():
                kept.append((place, solid))
    kept = kept[:110]
    solids = [solid for _, solid in kept]
    dice = [_die(rng) for _ in range(int(rng.integers(1, 4)) if clutter and rng.random() < 0.25 else 0)]
    dice = [d for d in dice if camera.depth(outline(d, -1)).min() > 0.3 * reach]
    _shadows(rng, canvas, camera, solids + dice, light, length)
    ids = np.zeros(canvas.shape[:2], np.uint8)
    for die in dice:
        tint = tuple(rng.uniform(0.3, 0.9, 3).tolist())
        paint_sides(canvas, camera, die, (tint, tint), light, ambient)
        paint_face(canvas, camera.see(rectangle(die, -die.half[0], die.half[0])), die_face(rng))
    shine = np.zeros(256, np.float32)
    scene_shine = 0.0 if calm or rng.random() < 0.5 else rng.uniform(0, 1) * look.gloss
    for k in _back_to_front(camera, [(place.z, solid) for place, solid in kept]):
        place, solid = kept[k]
        _paint_tile(rng, canvas, ids, camera, look, place, solid, light, ambient, 2 * k + 1, calm)
        shine[2 * k + 1 : 2 * k + 3] = scene_shine * rng.choice([0, 0.3, 1])
    image = canvas.astype(np.float32) / 255
    high, wide = canvas.shape[:2]
    if not calm:
        if rng.random() < 0.25 * (clutter > 0):
            _fingers(rng, image, ids)
        if scene_shine or rng.random() < 0.1:
            shine[0] = rng.uniform(0, 0.5) if rng.random() < 0.4 else 0
            image += (lamps(rng, high, wide) * cv2.LUT(ids, shine))[..., None]
        image *= uneven_light(rng, high, wide)[..., None]
        stored = photograph(rng, image, length)
    else:
        stored = (np.clip(image, 0, 1) * 255).astype(np.uint8)
    tiles = tuple(truth_of(camera, solid, look, place, ids, 2 * k + 1) for k, (place, solid) in enumerate(kept))
    return Scene(stored, tiles, tuple(layout[1]) if len(kept) == len(layout[0]) else ())


def _fingers(rng: Rng, image: Pixels, ids: NDArray[np.uint8]) -> None:
    """A hand reaching in from the border, over whatever lies there."""
    high, wide = ids.shape
    skin = np.array((0.42, 0.55, 0.78)) * rng.uniform(0.35, 1.1)
    start = rng.uniform(0, 1, 2) * (wide, high)
    side = int(rng.integers(0, 4))
    start = np.array([(0, start[1]), (wide, start[1]), (start[0], 0), (start[0], high)][side])
    tip = start + (np.array([wide / 2, high / 2]) - start) * rng.uniform(0.1, 0.6)
    mask = np.zeros((high, wide), np.uint8)
    thick = int(rng.integers(wide // 25, wide // 8))
    cv2.line(mask, tuple(int(c) for c in start), tuple(int(c) for c in tip), 255, thick, cv2.LINE_AA)
    ids[mask > 127] = 0
    image += (mask.astype(np.float32) / 255)[..., None] * (skin.astype(np.float32) - image)


def _die(rng: Rng) -> Solid:
    size, turn = rng.uniform(0.12, 0.25), rng.uniform(0, 2 * np.pi)
    c, s = np.cos(turn), np.sin(turn)
    x, y = rng.normal(0, 1.6, 2)
    return Solid(
        np.array([x, y, size]),
        np.array([c, s, 0]),
        np.array([-s, c, 0]),
        np.array([0, 0, 1.0]),
        (size, size, size),
        0.03,
    )


def _paint_tile(
    rng: Rng, canvas: NDArray[np.uint8], ids: NDArray[np.uint8], camera: Camera, look: Look, place: Place, solid: Solid,
    light: Points, ambient: float, number: int, calm: bool,
) -> None:  # fmt: skip
    own = light + (0 if calm else rng.normal(0, 0.06, 3))
    sides = (look.sides, look.back if look.back != look.body else look.sides)
    if place.pose == "back":
        sides = (sides[1], sides[0])
    shape = paint_sides(canvas, camera, solid, sides, own, ambient)
    mark(ids, shape, 255)
    level = 1.0
    corners = camera.see(rectangle(solid, -0.5, 0.5))
    showing_face = area(corners) > 0
    if not showing_face:
        level = -1.0
        corners = camera.see(rectangle(solid, -0.5, 0.5, level))[[1, 0, 3, 2]]
    size = int(np.clip(np.linalg.norm(corners[2] - corners[1]) * 1.1, 28, 400))
    frame = (float(own @ solid.along), float(own @ solid.across) * level, float(own @ solid.out) * level)
    if showing_face and place.pose != "back":
        face = draw_face(rng, look, place.pips, size, frame)
    else:
        face = draw_back(rng, look, size, frame)
    if not calm and rng.random() < 0.12 + 0.15 * look.gloss:
        _glare(rng, face, look.gloss)
    face[..., :3] *= ambient + (1 - ambient) * max(0.0, frame[2]) * 1.15
    paint_face(canvas, corners, np.clip(face, 0, 1.3))
    if showing_face:
        first, second = halves_of(camera, solid)
        mark(ids, first, number)
        mark(ids, second, number + 1)


class Studio:
    """Makes one random scene after another."""

    def __init__(self, seed: int, size: int = 320) -> None:
        """Scenes of `size`×`size` pixels; the same seed makes the same scenes."""
        self._rng = np.random.default_rng(seed)
        self._grounds = Grounds(self._rng)
        self._size = size

    def scene(self) -> Scene:
        """The next scene: in seven of eight some tiles, else none."""
        rng, size = self._rng, self._size
        look = random_look(rng)
        least = 36 if look.largest <= 6 else 55 if look.largest <= 9 else 72
        length = float(np.exp(rng.uniform(np.log(least), np.log(165))))
        camera = random_camera(rng, size, length)
        fits = (size / length) ** 2 / look.width * 0.7
        most = int(np.clip(rng.uniform(0.4, 1.2) * fits, 2, 36))
        empty = rng.random() < 0.08
        layout: Layout = ([], []) if empty else _groups(rng, look, most)
        clutter = int(rng.integers(0, 8)) if empty or rng.random() < 0.4 else 0
        return compose(rng, camera, length, look, layout, self._grounds, clutter=clutter)
