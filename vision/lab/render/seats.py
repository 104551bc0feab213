"""Tiles set up on edge, and a table seen by one of its players."""

import numpy as np

from . import layouts
from .layouts import Place, RenderedLayout
from .looks import Rng, TileLook


def stand_hand(rng: Rng, look: TileLook, count: int) -> RenderedLayout:
    """Set up a hand on edge, faces towards the player, in a rough line."""
    places = []
    on_end = rng.random() < 0.25
    step = (look.width if on_end else 1.0) + (0.0 if rng.random() < 0.35 else rng.uniform(0, 0.6))
    loose = rng.uniform(0.03, 0.3)
    lean = np.pi / 2 - abs(rng.normal(0, 0.25)) if rng.random() < 0.6 else np.pi / 2
    turned = rng.random() < 0.2
    for k in range(min(count, 7)):
        angle = rng.normal(0, loose) + (np.pi / 2 if on_end else 0.0) + (np.pi if turned else 0.0)
        pips = layouts.pick_pips(rng, look.largest)
        places.append(
            Place(
                pips,
                (k - count / 2) * step,
                rng.normal(0, loose / 2),
                float(angle),
                0.0,
                "end" if on_end else "edge",
                float(lean),
            )
        )
    return places, []


def render_seat(rng: Rng, look: TileLook, count: int) -> RenderedLayout:
    """Lay what a player sees: the chain, their own hand standing before it, and the backs of the others' hands."""
    laid, touches = layouts.lay_chain(rng, look, max(2, int(count * rng.uniform(0.4, 0.8))))
    laid = layouts.move_layout(
        (laid, []), 0.0, 0.0, float(rng.choice([0, np.pi / 2, np.pi, -np.pi / 2]) + rng.normal(0, 0.1))
    )
    low, high = np.array([f([(p.x, p.y) for p in laid], axis=0) for f in (np.min, np.max)])
    middle = (low + high) / 2
    # The player's own hand is at the near side (y up), the others across, left and right of the chain.
    sides = [
        (middle[0], high[1], 0.0, 1),
        (middle[0], low[1], np.pi, -1),
        (low[0], middle[1], np.pi / 2, -1),
        (high[0], middle[1], -np.pi / 2, 1),
    ]
    for k, (x, y, turn, way) in enumerate(sides):
        if k and rng.random() < 0.6:
            continue
        away = rng.uniform(0.8, 1.8) * way
        hand, _ = stand_hand(rng, look, int(rng.integers(2, 7)))
        along = rng.normal(0, 0.5)
        shift = (x + along, y + away) if k < 2 else (x + away, y + along)
        for place in layouts.move_layout((hand, []), float(shift[0]), float(shift[1]), turn):
            if all(np.hypot(place.x - p.x, place.y - p.y) > 0.75 for p in laid if p.pose == "flat"):
                laid.append(place)
    return laid, touches
