"""Layouts of tiles: alone, in rows and hands, in chains with doubles crosswise, in piles, standing.

Lengths are in tile lengths. A layout is made around (0, 0), and the scene then turns and moves it.
"""

from dataclasses import dataclass, replace

import numpy as np

from .looks import Rng, TileLook

Pips = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Place:
    """The place of one tile, lying or standing; `camera.stand_up` describes the poses."""

    pips: Pips
    x: float
    y: float
    angle: float
    z: float = 0.0
    pose: str = "flat"
    lean: float = 0.0


@dataclass(frozen=True, slots=True)
class Touch:
    """Tile `a` touches tile `b`; a part is half0, half1 (that half's short end) or middle (of a long side)."""

    a: int
    a_part: str
    b: int
    b_part: str


RenderedLayout = tuple[list[Place], list[Touch]]


def pick_pips(rng: Rng, largest: int) -> Pips:
    """Return two random halves, in which one tile of six is certainly a double."""
    first = int(rng.integers(0, largest + 1))
    second = first if rng.random() < 1 / 6 else int(rng.integers(0, largest + 1))
    return first, second


def _loose(rng: Rng, place: Place, shift: float, turn: float) -> Place:
    return replace(
        place,
        x=place.x + rng.normal(0, shift),
        y=place.y + rng.normal(0, shift),
        angle=place.angle + rng.normal(0, turn),
    )


def replace_repeated(rng: Rng, layout: RenderedLayout, largest: int) -> RenderedLayout:
    """Return the layout with each tile of a set up to double-`largest` only once, as far as the set has enough tiles.

    Repeated tiles become other tiles of the set, so that the ends of a chain may no longer match.
    """
    laid = {(min(place.pips), max(place.pips)) for place in layout[0]}
    every = [(one, other) for one in range(largest + 1) for other in range(one, largest + 1)]
    unused = [every[k] for k in rng.permutation(len(every)) if every[k] not in laid]
    met: set[Pips] = set()
    places = []
    for place in layout[0]:
        pips = (min(place.pips), max(place.pips))
        places.append(replace(place, pips=unused.pop()) if pips in met and unused else place)
        met.add(pips)
    return places, layout[1]


def lay_lone(rng: Rng, look: TileLook, count: int) -> RenderedLayout:
    """Lay tiles apart, each turned at random."""
    places: list[Place] = []
    reach = 0.7 * np.sqrt(count)
    aligned = rng.random() < 0.3
    for _ in range(count * 6):
        if len(places) == count:
            break
        x, y = rng.uniform(-reach, reach, 2)
        near = 0.75 if rng.random() < 0.5 else 1.0
        if all(np.hypot(x - p.x, y - p.y) > near for p in places):
            angle = rng.integers(0, 4) * np.pi / 2 + rng.normal(0, 0.05) if aligned else rng.uniform(0, 2 * np.pi)
            places.append(Place(pick_pips(rng, look.largest), float(x), float(y), float(angle)))
    kept: list[Place] = []
    for place in places:
        if not any(is_overlapping(place, other, look) for other in kept):
            kept.append(place)
    return kept, []


def is_overlapping(one: Place, other: Place, look: TileLook, room: float = -0.01) -> bool:
    """Do two flat tiles cover one another, or lie less than `room` apart? (Separating axes.)"""
    corners = []
    for place in (one, other):
        c, s = np.cos(place.angle), np.sin(place.angle)
        u, v = np.array([c, s]) * 0.5, np.array([-s, c]) * look.width / 2
        middle = np.array([place.x, place.y])
        corners.append(np.array([middle + u + v, middle + u - v, middle - u - v, middle - u + v]))
    for place in (one, other):
        c, s = np.cos(place.angle), np.sin(place.angle)
        for axis in (np.array([c, s]), np.array([-s, c])):
            p, q = corners[0] @ axis, corners[1] @ axis
            if p.max() <= q.min() - room or q.max() <= p.min() - room:
                return False
    return True


def lay_rows(rng: Rng, look: TileLook, count: int) -> RenderedLayout:
    """Lay a hand: tiles side by side, touching or nearly, in one to three rows."""
    lines = int(rng.integers(1, 4))
    gap = 0.0 if rng.random() < 0.4 else float(rng.uniform(0, 0.2))
    row_gap = 0.0 if rng.random() < 0.5 else float(rng.uniform(0, 0.3))
    crosswise = rng.random() < 0.25  # end to end in a row instead of side by side
    step, line_step = (1.0 + gap, look.width + row_gap) if crosswise else (look.width + gap, 1.0 + row_gap)
    places = []
    per_line = max(1, -(-count // lines))
    untidy = float(rng.choice([0.0, 0.008, 0.03]))
    slip = float(rng.choice([0.0, 0.0, 0.12]))
    for k in range(count):
        row, column = divmod(k, per_line)
        angle = (0.0 if crosswise else np.pi / 2) + (np.pi if rng.random() < 0.5 else 0.0)
        x = (column - (per_line - 1) / 2) * step
        y = (row - (lines - 1) / 2) * line_step + (rng.normal(0, slip) if lines == 1 else 0)
        places.append(
            _loose(rng, Place(pick_pips(rng, look.largest), x, y, angle), untidy * gap * 3, untidy * (gap > 0) * 2)
        )
    return places, []


def lay_fan(rng: Rng, look: TileLook, count: int) -> RenderedLayout:
    """Lay a hand spread like a fan of cards."""
    radius = rng.uniform(1.1, 2.2)
    step = max(rng.uniform(1.0, 1.5) * look.width / (radius - 0.5), 0.2)
    places = []
    for k in range(min(count, 8)):
        turn = (k - (count - 1) / 2) * step
        places.append(
            Place(
                pick_pips(rng, look.largest),
                float(radius * np.sin(turn)),
                float(-radius * np.cos(turn) + radius),
                float(turn + np.pi / 2 + (np.pi if rng.random() < 0.5 else 0)),
            )
        )
    return places, []


@dataclass(frozen=True, slots=True)
class GrowingEnd:
    """An open end of a growing line: its place, its direction (a unit vector), its pips, and its tile and part."""

    x: float
    y: float
    dx: float
    dy: float
    pips: int
    tile: int
    part: str


def lay_tile(
    look: TileLook, end: GrowingEnd, other: int, gap: float, *, crosswise: bool, tile: int
) -> tuple[Place, list[GrowingEnd]]:
    """Return the next tile at an end, and its new ends: one straight on, or three of a crosswise double."""
    w = look.width
    if crosswise:
        x, y = end.x + end.dx * (w / 2 + gap), end.y + end.dy * (w / 2 + gap)
        place = Place((end.pips, end.pips), x, y, float(np.arctan2(end.dx, -end.dy)))
        ends = [GrowingEnd(x + end.dx * w / 2, y + end.dy * w / 2, end.dx, end.dy, end.pips, tile, "middle")]
        for sign, part in ((-1, "half0"), (1, "half1")):
            dx, dy = -end.dy * sign, end.dx * sign
            ends.append(GrowingEnd(x + dx * 0.5, y + dy * 0.5, dx, dy, end.pips, tile, part))
        return place, ends
    x, y = end.x + end.dx * (0.5 + gap), end.y + end.dy * (0.5 + gap)
    place = Place((end.pips, other), x, y, float(np.arctan2(end.dy, end.dx)))
    return place, [GrowingEnd(x + end.dx * 0.5, y + end.dy * 0.5, end.dx, end.dy, other, tile, "half1")]


def turn_corner(look: TileLook, end: GrowingEnd, sign: int) -> GrowingEnd:
    """Return the end turned into a corner: the next tile lies across the end, its half flush with the end half."""
    dx, dy = -end.dy * sign, end.dx * sign
    w = look.width / 2
    return replace(end, x=end.x + (end.dx - dx) * w, y=end.y + (end.dy - dy) * w, dx=dx, dy=dy)


def stand_beside(look: TileLook, end: GrowingEnd, sign: int) -> GrowingEnd:
    """Return the end turned the other way: the next tile has its short end at the long side of the end half."""
    dx, dy = -end.dy * sign, end.dx * sign
    w = look.width / 2
    return replace(end, x=end.x + (dx - end.dx) * w, y=end.y + (dy - end.dy) * w, dx=dx, dy=dy)


def lay_chain(rng: Rng, look: TileLook, count: int, start: tuple[Pips, ...] | None = None) -> RenderedLayout:
    """Lay a line: ends mostly match, doubles mostly lie crosswise, and it turns and forks at random.

    With `start` its tiles are laid in that order in one line, which turns only where it would cross itself.
    """
    gap = 0.0 if start or rng.random() < 0.4 else float(abs(rng.normal(0, 0.012)))
    matching = 1.0 if start else 0.75
    turning = 0.0 if start else rng.uniform(0, 0.5)
    forking = 0.0 if start else float(rng.choice([0.0, 0.5]))
    first = start[0] if start else pick_pips(rng, look.largest)
    crosswise = first[0] == first[1] and (start is not None or rng.random() < 0.85)
    places = [Place(first, 0.0, 0.0, np.pi / 2 if crosswise else 0.0)]
    touches: list[Touch] = []
    if crosswise:
        ends = [
            GrowingEnd(look.width / 2, 0, 1, 0, first[1], 0, "middle"),
            GrowingEnd(-look.width / 2, 0, -1, 0, first[0], 0, "middle"),
        ]
    else:
        ends = [GrowingEnd(0.5, 0, 1, 0, first[1], 0, "half1"), GrowingEnd(-0.5, 0, -1, 0, first[0], 0, "half0")]
    run, bend, bends = 1.0, 1, 0
    for step in range(1, count if start is None else len(start)):
        laid = False
        for _ in range(6):
            which = 0 if start else int(rng.integers(0, len(ends)))
            end = ends[which]
            if start:
                pair = start[step] if start[step][0] == end.pips else start[step][::-1]
                other = pair[1]
                run += 1 if other != end.pips else look.width
                if run > (5 if bends % 2 == 0 else 1) and end.part != "middle" and other != end.pips:
                    end, run, bends = turn_corner(look, end, bend), 1.0, bends + 1
                    bend = -bend if bends % 2 == 0 else bend  # a snake: down twice, then the other way
            else:
                pips = end.pips if rng.random() < matching else int(rng.integers(0, look.largest + 1))
                end = replace(end, pips=pips)
                other = pips if rng.random() < 0.2 else int(rng.integers(0, look.largest + 1))
            cross = other == end.pips and (start is not None or rng.random() < 0.85)
            if not cross and end.part != "middle" and rng.random() < turning:
                corner = turn_corner if rng.random() < 0.7 else stand_beside
                end = corner(look, end, int(rng.choice([-1, 1])))
            place, found = lay_tile(look, end, other, gap, crosswise=cross, tile=len(places))
            if start and place.pips != pair:
                place = replace(place, pips=(pair[0], pair[1]))
            if start is None and any(is_overlapping(place, p, look) for p in places):
                continue
            laid = True
            break
        if not laid:
            continue
        touches.append(Touch(end.tile, end.part, len(places), "middle" if cross else "half0"))
        places.append(place)
        ends.pop(which)
        fresh = found if cross and rng.random() < forking else found[:1]
        ends = fresh + ends
    if gap:
        places = [_loose(rng, p, gap / 3, 0.01) for p in places]
    return places, touches


def lay_pile(rng: Rng, look: TileLook, count: int) -> RenderedLayout:
    """Lay tiles in a heap, partly over one another."""
    places: list[Place] = []
    reach = 0.35 * np.sqrt(count)
    for _ in range(count):
        x, y = rng.uniform(-reach, reach, 2)
        place = Place(pick_pips(rng, look.largest), float(x), float(y), float(rng.uniform(0, 2 * np.pi)))
        below = [p.z + look.thickness for p in places if is_overlapping(place, p, look)]
        places.append(replace(place, z=max(below, default=0.0)))
    return places, []


def move_layout(layout: RenderedLayout, x: float, y: float, turn: float) -> list[Place]:
    """Return the tiles of a layout turned about (0, 0) and then moved."""
    c, s = np.cos(turn), np.sin(turn)
    return [replace(p, x=p.x * c - p.y * s + x, y=p.x * s + p.y * c + y, angle=p.angle + turn) for p in layout[0]]


def turn_over(rng: Rng, layout: RenderedLayout, share: float) -> RenderedLayout:
    """Turn a `share` of the tiles face down."""
    places = [replace(p, pose="back") if p.pose == "flat" and rng.random() < share else p for p in layout[0]]
    return places, layout[1]
