"""Films of a table from above: a line grows tile by tile, laid by hands that come from the border and leave again.

At the end hands of tiles may be laid open before the players who sit around the table, and everything is taken away.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.detect.arrays import Array

from . import lines
from .camera import Camera, Points, look_down
from .grounds import Grounds
from .layouts import Pips, Place, RenderedLayout, is_overlapping, move_layout
from .looks import Rng, pick_look
from .scene import compose

FRAMES_A_SECOND = 5
REST = (4, 8)
"""The least and the most frames between two moves on which nothing moves."""
REACH = 3
"""The number of frames in which a hand comes, and in which it leaves."""
LEAST_LENGTH = 80
"""The least length of a tile in pixels: lines that need more room are not filmed."""
KNOCK = 0.04
"""The shift of the whole picture after a knock to the stand, at most, as a share of its width."""

SIDES = {
    "top": (0.5, 0.14, 0.0),
    "bottom": (0.5, 0.86, 0.0),
    "left": (0.08, 0.5, np.pi / 2),
    "right": (0.92, 0.5, np.pi / 2),
}
"""The place of a hand: shares of the width and the height of the picture, and the direction of its row in radians."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame of a film (H×W×3 uint8, BGR); the first `laid` tiles of the film's line lie on the table."""

    image: Array
    laid: int


@dataclass(frozen=True, slots=True)
class Film:
    """A film: the tiles of its line in the order in which they are laid, and what renders its frames.

    `joined` has the number of the tile to which each tile but the first is laid, counted from 0. `knocks` says that the
    stand is knocked now and then. `hands` are laid open one after the other after the last move,
    and then the table is cleared; without `hands` the film ends with the last move.
    """

    seed: int
    places: tuple[Place, ...]
    camera: Camera
    length: float
    largest: int
    knocks: bool
    joined: tuple[int, ...] = ()
    hands: tuple[tuple[Place, ...], ...] = ()

    @property
    def tiles(self) -> tuple[Pips, ...]:
        """The tiles in the order in which they are laid."""
        return tuple(place.pips for place in self.places)

    def frames(self) -> Iterator[Frame]:
        """Render the frames, from the empty table to some seconds after the last move."""
        rng = np.random.default_rng(self.seed)
        shift, laid = np.zeros(2), 0
        lying: tuple[Place, ...] = ()
        table = self._render(lying)
        yield from self._rest(rng, table, laid, shift)
        for added in (*((place,) for place in self.places), *self.hands):
            lying += added
            after, arm = self._render(lying), self._find_arm(rng, added[len(added) // 2])
            for step in range(REACH):
                yield Frame(_expose(rng, _cover(table, arm, (step + 1) / REACH), shift), laid)
            if self.knocks and rng.random() < 0.15:
                shift = rng.uniform(-KNOCK, KNOCK, 2) * self.camera.size[0]
            table, laid = after, min(laid + 1, len(self.places))
            for step in reversed(range(REACH)):
                yield Frame(_expose(rng, _cover(table, arm, (step + 1) / REACH), shift), laid)
            yield from self._rest(rng, table, laid, shift)
        if self.hands:
            yield from self._clear(rng, table, laid, shift)

    def _clear(self, rng: Rng, table: Array, laid: int, shift: Points) -> Iterator[Frame]:
        """Let the open hands lie for a while, and take everything away."""
        yield from self._rest(rng, table, laid, shift)
        arm = self._find_arm(rng, self.places[0])
        for step in range(REACH):
            yield Frame(_expose(rng, _cover(table, arm, (step + 1) / REACH), shift), laid)
        table = self._render(())
        for step in reversed(range(REACH)):
            yield Frame(_expose(rng, _cover(table, arm, (step + 1) / REACH), shift), 0)
        yield from self._rest(rng, table, 0, shift)

    def _rest(self, rng: Rng, table: Array, laid: int, shift: Points) -> Iterator[Frame]:
        for _ in range(int(rng.integers(*REST, endpoint=True))):
            yield Frame(_expose(rng, table, shift), laid)

    def _render(self, lying: Sequence[Place]) -> Array:
        """Return the table with these tiles on it; everything else is the same each time."""
        rng = np.random.default_rng(self.seed)
        look = pick_look(rng, self.largest)
        layout: RenderedLayout = list(lying), []
        return compose(rng, self.camera, self.length, look, layout, Grounds(rng, 1, 0), clutter=0, calm=True).image

    def _find_arm(self, rng: Rng, place: Place) -> Points:
        """Return the hand of an arm at a tile and where the arm comes from, outside the picture (2×2 pixels)."""
        hand = self.camera.see(np.array([[place.x, place.y, 0.0]]))[0]
        width, height = self.camera.size
        angle = rng.uniform(0, 2 * np.pi)
        away = hand + np.array([np.cos(angle), np.sin(angle)]) * (width + height)
        return np.array([hand, away])


def make_film(
    seed: int,
    tiles: int = 20,
    largest: int = 6,
    way: str = "line",
    size: tuple[int, int] = (1280, 720),
    tilt: float = 0.3,
    knocks: bool = False,
    border: float = 0.0,
    table: int | None = None,
) -> Film:
    """Return the film of a line of so many tiles; the same arguments make the same film.

    `way` is a key of `lines.WAYS`: what a double lying crosswise opens. `size` is in pixels, `tilt` in radians. The
    line keeps away from the borders of the picture by `border`, a share of its width, so that there is room for hands.
    Films of one `table`, which is the seed of the tiles, the ground and the light, look alike; None is a table of its
    own.
    """
    rng = np.random.default_rng(seed)
    look = pick_look(rng if table is None else np.random.default_rng(table), largest)
    margin = (border + (KNOCK if knocks else 0.0)) * size[0]
    while True:
        habit = replace(
            lines.pick_habit(rng), way=way, crosswise=1.0, gap=0.02, slip=0.008, askew=0.02, turning=0.3, reach=3.0
        )
        boneyard = [(a, b) for a in range(largest + 1) for b in range(a, largest + 1)]
        rng.shuffle(boneyard)
        line = lines.PlayedLine(rng, look, habit, [(int(a), int(b)) for a, b in boneyard])
        for _ in range(12 * tiles):
            if len(line.places) == tiles or not line.ends:
                break
            line.grow()
        corners = np.array([[p.x + dx, p.y + dy, 0] for p in line.places for dx in (-0.6, 0.6) for dy in (-0.6, 0.6)])
        middle = (corners.min(axis=0) + corners.max(axis=0)) / 2
        length = 110.0
        while length >= LEAST_LENGTH and len(line.places) == tiles:
            camera = look_down(size, length, tilt, 0.0, 1.2)
            seen = camera.see(corners - middle)
            if (seen.min(axis=0) >= margin).all() and (seen.max(axis=0) <= np.array(size) - margin).all():
                places = move_layout((line.places, []), -float(middle[0]), -float(middle[1]), 0.0)
                joined = tuple(touch.a for touch in line.touches)
                return Film(seed if table is None else table, tuple(places), camera, length, largest, knocks, joined)
            length *= 0.96


def lay_hands(film: Film, hands: Sequence[tuple[str, Sequence[Pips]]]) -> Film:
    """Return the film with hands that are laid open at its end, each with the side of the picture at which it lies.

    A side is `top`, `right`, `bottom` or `left`. The tiles of a hand lie side by side, along that side. Raises
    ValueError if a hand would touch the line or leave the picture.
    """
    width, height = film.camera.size
    look = pick_look(np.random.default_rng(film.seed), film.largest)
    ground = np.linalg.inv(film.camera.ground())
    laid: list[tuple[Place, ...]] = []
    for side, hand in hands:
        x, y, turn = SIDES[side]
        spot = ground @ np.array([x * width, y * height, 1.0])
        at, step = spot[:2] / spot[2], look.width * 1.15
        along = np.array([np.cos(turn), np.sin(turn)])
        spots = [at + along * (number - (len(hand) - 1) / 2) * step for number in range(len(hand))]
        places = tuple(
            Place(pips, float(p[0]), float(p[1]), turn + np.pi / 2) for pips, p in zip(hand, spots, strict=True)
        )
        if any(is_overlapping(one, other, look, 0.25) for one in places for other in (*film.places, *sum(laid, ()))):
            raise ValueError(f"no room for a hand at the {side}")
        laid.append(places)
    return replace(film, hands=tuple(laid))


def _cover(table: Array, arm: Points, share: float) -> Array:
    """Return the picture with an arm over it whose hand has come `share` of the way to its tile."""
    hand, away = arm
    tip = away + (hand - away) * (0.6 + 0.4 * share)
    image = table.copy()
    thick = max(20, table.shape[1] // 14)
    points = [(int(x), int(y)) for x, y in (tip, away)]
    cv2.line(image, points[0], points[1], (60, 62, 90), thick * 5 // 4, cv2.LINE_AA)  # a sleeve
    wrist = tip + (away - tip) / max(1.0, float(np.linalg.norm(away - tip))) * thick * 2.2
    cv2.line(image, points[0], (int(wrist[0]), int(wrist[1])), (130, 160, 205), thick, cv2.LINE_AA)
    cv2.circle(image, points[0], thick * 2 // 3, (140, 170, 215), -1, cv2.LINE_AA)
    return image


def _expose(rng: Rng, image: Array, shift: Points) -> Array:
    """Return the picture as a camera takes it: shifted, a little lighter or darker, with noise, as JPEG."""
    if shift.any():
        moved = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float64)
        image = cv2.warpAffine(image, moved, (image.shape[1], image.shape[0]), borderMode=cv2.BORDER_REPLICATE)
    noise = rng.normal(0, 3, image.shape[:2])[..., None]
    noisy = np.clip(image * rng.uniform(0.98, 1.02) + noise, 0, 255).astype(np.uint8)
    _, encoded = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, 85])
    return np.asarray(cv2.imdecode(encoded, cv2.IMREAD_COLOR), np.uint8)
