"""A stream of random scenes: any set, any layout, any phone."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from . import layouts, lines, seats
from .blocks import make_blocks, make_dice, outline_pairs
from .camera import Camera, look_down
from .grounds import Grounds
from .layouts import Place, RenderedLayout, Touch
from .looks import Rng, TileLook, pick, pick_look, pick_numeral_look
from .scene import Scene, compose, make_decoy

KINDS = {"usual": 55, "other": 14, "among": 13, "near": 8, "steep": 10, "table": 0, "covered": 0, "dice": 0}
"""The kinds of scene, with the weight of each in training.

usual: tiles and perhaps some clutter; other: no tile's face, only other objects; among: tiles among objects that look
like tiles; near: some tiles much nearer than the rest; steep: seen from a low seat; table: as people photograph it,
with many wooden and worn tiles (not for training, but to calibrate the confidence); covered: tiles in a heap, under
other objects and under a hand (only for the third network, which finds hidden halves); dice: dice, sometimes beside
tiles, with each two faces that lie like a tile as a tile whose face is not up (only for the third network).
"""


def pick_camera(rng: Rng, size: int, length: float, *, steep: bool = False) -> Camera:
    """Return a random camera over the table, mostly from above, sometimes from a seat; `steep` is from a low seat."""
    kind = 1.0 if steep else rng.random()
    low, high = (0, 14) if kind < 0.36 else (10, 48) if kind < 0.66 else (45, 80)
    low, high = (56, 78) if steep else (low, high)
    tilt = np.radians(rng.uniform(low, high))
    roll = rng.normal(0, 0.3) if kind >= 0.6 else rng.uniform(0, 2 * np.pi)
    focal = float(np.exp(rng.uniform(np.log(0.9), np.log(5))))
    aim = rng.uniform(0.3, 0.7, 2)
    return look_down((size, size), length, float(tilt), float(roll), focal, (float(aim[0]), float(aim[1])))


def _groups(rng: Rng, look: TileLook, most: int) -> RenderedLayout:
    """Return one to three layouts next to one another."""
    makers = {
        "lone": (layouts.lay_lone, 18), "rows": (layouts.lay_rows, 26), "chain": (layouts.lay_chain, 32),
        "fan": (layouts.lay_fan, 4), "pile": (layouts.lay_pile, 7), "standing": (seats.stand_hand, 16),
        "seat": (seats.render_seat, 14),
    }  # fmt: skip
    places: list[Place] = []
    touches: list[Touch] = []
    for group in range(int(rng.choice([1, 2, 3], p=[0.6, 0.3, 0.1]))):
        kind = pick(rng, tuple(makers), [weight for _, weight in makers.values()])
        room = max(2, most // (1 + group))
        count = int(rng.integers(1 if rng.random() < 0.3 else max(1, room // 2), room + 1))
        found, joined = makers[kind][0](rng, look, count)
        if rng.random() < 0.12:
            found, joined = layouts.turn_over(rng, (found, joined), float(rng.choice([0.3, 1.0])))
        turn = rng.uniform(0, 2 * np.pi) if kind not in {"standing", "seat"} else rng.normal(0, 0.2)
        for _ in range(8):
            shift = rng.normal(0, 0.3 if not places else 1.2 + 0.15 * len(places), 2)
            moved = layouts.move_layout((found, joined), float(shift[0]), float(shift[1]), turn)
            if not any(_near(p, q, look) for p in moved for q in places):
                base = len(places)
                places += moved
                touches += [replace(t, a=t.a + base, b=t.b + base) for t in joined]
                break
    return places, touches


def _near(one: Place, other: Place, look: TileLook) -> bool:
    reach = 0.5 + look.width / 2
    return abs(one.x - other.x) < reach and abs(one.y - other.y) < reach


def _nearer(rng: Rng, camera: Camera, layout: RenderedLayout, length: float) -> RenderedLayout:
    """Hold one to three tiles nearer to the camera, two to four times as large, as in a hand above a table."""
    places = list(layout[0])
    for k in rng.permutation(len(places))[: int(rng.integers(1, 4))]:
        times = float(rng.uniform(1.8, max(2.0, min(4.5, 190 / length))))
        place = places[int(k)]
        x, y, z = camera.place + (np.array([place.x, place.y, place.z]) - camera.place) / times
        places[int(k)] = replace(place, x=float(x), y=float(y), z=float(z))
    return places, []


class Studio:
    """Renders one random scene after another."""

    def __init__(self, seed: int, size: int = 320, fonts: Sequence[str] = ()) -> None:
        """Prepare scenes of `size`×`size` pixels; the same seed makes the same scenes.

        With `fonts` the tiles have numerals in one of these typefaces instead of pips (see `numerals`).
        """
        self._fonts = fonts
        self._rng = np.random.default_rng(seed)
        self._grounds = Grounds(self._rng)
        self._size = size

    def scene(self, kind: str | None = None, largest: int | None = None) -> Scene:
        """Render the next scene, of `kind` (a key of KINDS) or any, with a set up to double-`largest` or any."""
        rng, size = self._rng, self._size
        kind = kind or pick(rng, tuple(KINDS), list(KINDS.values()))
        if kind == "table":
            return self._table(largest)
        if kind == "covered":
            return self._covered(largest)
        look = self._pick_look(largest)
        least = {6: 36, 9: 55, 12: 72}.get(look.largest, 90)
        # Tiles are mostly as long as the reader needs, and sometimes as small as in its first, coarse pass.
        low, high = (least * 1.5, 150) if rng.random() < 0.7 else (least, 165)
        if kind == "near":
            low, high = 34, 60
        length = float(np.exp(rng.uniform(np.log(low), np.log(high))))
        camera = pick_camera(rng, size, length, steep=kind == "steep")
        if kind == "dice":
            return self._dice(camera, length, look)
        if kind == "other":
            return self._without_tiles(camera, length, look)
        fits = (size / length) ** 2 / look.width * 0.7
        most = int(np.clip(rng.uniform(0.4, 1.2) * fits, 2, 36))
        empty = kind == "usual" and rng.random() < 0.05
        layout: RenderedLayout = ([], []) if empty else _groups(rng, look, most)
        if kind == "near":
            layout = _nearer(rng, camera, layout, length)
        clutter = int(rng.integers(0, 8)) if empty or kind == "among" or rng.random() < 0.4 else 0
        stand = make_blocks(rng) if kind == "among" or (clutter and rng.random() < 0.2) else []
        return compose(rng, camera, length, look, layout, self._grounds, clutter=clutter, blocks=stand)

    def _pick_look(self, largest: int | None) -> TileLook:
        """Return the look of the next scene's tiles."""
        if not self._fonts:
            return pick_look(self._rng, largest)
        return pick_numeral_look(self._rng, largest, self._fonts, distorted=True)

    def _table(self, largest: int | None) -> Scene:
        """Render a table as people photograph it: lit well, tiles not too small, seen from above or from a seat."""
        rng, size = self._rng, self._size
        look = self._pick_look(largest)
        wooden = rng.random() < 0.2
        while wooden and look.material != "wood":
            look = self._pick_look(largest)
        if rng.random() < 0.35:
            look = replace(look, wear=float(rng.uniform(0.2, 1)))
        length = float(np.exp(rng.uniform(np.log(60 if look.largest <= 9 else 85), np.log(150))))
        aim = rng.uniform(0.35, 0.65, 2)
        tilt, focal = np.radians(rng.uniform(0, 52)), rng.uniform(0.9, 2)
        camera = look_down(
            (size, size), length, float(tilt), float(rng.normal(0, 0.5)), float(focal), (float(aim[0]), float(aim[1]))
        )
        layout = _groups(rng, look, int(np.clip((size / length) ** 2 * rng.uniform(0.3, 1), 2, 36)))
        clutter = int(rng.integers(1, 6)) if rng.random() < 0.35 else 0
        stand = make_blocks(rng) if clutter and rng.random() < 0.3 else []
        return compose(rng, camera, length, look, layout, self._grounds, clutter=clutter, blocks=stand, mild=True)

    def _covered(self, largest: int | None) -> Scene:
        """Render a heap of tiles, or a layout with objects over it; many tiles have one hidden half."""
        rng, size = self._rng, self._size
        look = self._pick_look(largest)
        low = 50 if look.largest <= 9 else 75
        length = float(np.exp(rng.uniform(np.log(low), np.log(150))))
        camera = pick_camera(rng, size, length)
        most = int(np.clip((size / length) ** 2 * rng.uniform(0.5, 1.5), 3, 36))
        heap = rng.random() < 0.4
        layout = layouts.lay_pile(rng, look, most) if heap else _groups(rng, look, most)
        layout = layouts.replace_repeated(rng.spawn(1)[0], layout, look.largest)
        over = int(rng.integers(0, 3)) if heap else int(rng.integers(1, 6))
        clutter = int(rng.integers(0, 5)) if rng.random() < 0.4 else 0
        return compose(rng, camera, length, look, layout, self._grounds, clutter=clutter, over=over)

    def line(self, largest: int = 6, adding_up: int | None = None) -> Scene:
        """Render a whole line, lit and seen like a table; for `adding_up` see `lines.Habit`."""
        rng, size = self._rng, self._size
        look = self._pick_look(largest)
        habit = lines.pick_habit(rng, adding_up)
        count = int(rng.integers(3, {6: 17, 9: 14}.get(largest, 11)))
        layout = lines.lay_line(rng, look, count, habit)
        turned = layouts.move_layout(layout, 0, 0, float(rng.uniform(0, 2 * np.pi)))
        corners = np.array([[p.x + dx, p.y + dy, 0] for p in turned for dx in (-0.6, 0.6) for dy in (-0.6, 0.6)])
        middle = (corners.min(axis=0) + corners.max(axis=0)) / 2
        places = [replace(p, x=p.x - float(middle[0]), y=p.y - float(middle[1])) for p in turned]
        tilt = np.radians(rng.uniform(0, 15) if rng.random() < 0.4 else rng.uniform(15, 60))
        roll, focal = float(rng.normal(0, 0.5)), float(rng.uniform(0.9, 2))
        length = float(rng.uniform(90, 150))
        while True:
            camera = look_down((size, size), length, float(tilt), roll, focal)
            seen = camera.see(corners - middle)
            if seen.min() >= 0 and seen.max() <= size:
                break
            length *= 0.94
        clutter = int(rng.integers(1, 6)) if rng.random() < 0.2 else 0
        return compose(rng, camera, length, look, (places, layout[1]), self._grounds, clutter=clutter, mild=True)

    def _dice(self, camera: Camera, length: float, look: TileLook) -> Scene:
        """Render one to three sets of dice; beside tiles in every third scene."""
        rng = self._rng
        layout: RenderedLayout = _groups(rng, look, int(rng.integers(2, 9))) if rng.random() < 0.35 else ([], [])
        stand = [block for _ in range(int(rng.integers(1, 4))) for block in make_dice(rng)]
        scene = compose(rng, camera, length, look, layout, self._grounds, clutter=0, blocks=stand)
        return replace(scene, tiles=(*scene.tiles, *map(make_decoy, outline_pairs(camera, stand))))

    def _without_tiles(self, camera: Camera, length: float, look: TileLook) -> Scene:
        """Render other objects alone, or tiles of which only the backs are seen."""
        rng = self._rng
        layout: RenderedLayout = ([], [])
        if rng.random() < 0.2:
            layout = layouts.turn_over(rng, _groups(rng, look, int(rng.integers(1, 12))), 1.0)
            layout = [place for place in layout[0] if place.pose == "back"], []
        stand = [block for _ in range(int(rng.integers(0, 5))) for block in make_blocks(rng)]
        clutter = int(rng.integers(0 if stand else 3, 14))
        return compose(rng, camera, length, look, layout, self._grounds, clutter=clutter, blocks=stand)
