"""Tiles laid by hand for tests: their places are in tile widths, and a camera projects them."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.reading import Half, Point, ReadTile

Camera = Callable[[Point], Point]
"""A function from a point on the table, in tile widths, to pixels."""


def lay(name: str, x: float, y: float, turn: float = 0, camera: Camera | None = None, sure: bool = True) -> ReadTile:
    """Return the tile "a-b" at x, y in tile widths, y downwards; half a is up, and it is turned clockwise by degrees.

    The second half of "a-x" is hidden.
    """
    see = camera or above()
    first, second = (None if pips == "x" else int(pips) for pips in name.split("-"))
    angle = np.radians(turn)
    across, along = np.array((np.cos(angle), np.sin(angle))), np.array((-np.sin(angle), np.cos(angle)))

    def at(right: float, down: float) -> Point:
        point = np.array((x, y)) + right * across + down * along
        return see((float(point[0]), float(point[1])))

    return ReadTile(
        corners=(at(-0.5, -1), at(0.5, -1), at(0.5, 1), at(-0.5, 1)),
        halves=(Half(first, 0.99, at(0, -0.5)), Half(second, 0.99, at(0, 0.5))),
        confidence=0.98,
        sure=sure,
    )


def hide(tile: ReadTile, half: int) -> ReadTile:
    """Return `tile` with its first (0) or second (1) half hidden."""
    first, second = (replace(each, pips=None) if place == half else each for place, each in enumerate(tile.halves))
    return replace(tile, halves=(first, second), sure=False)


def above(width: float = 60, turn: float = 0) -> Camera:
    """Return a camera straight above: a tile is `width` pixels wide, and the whole table is turned by degrees."""
    angle = np.radians(turn)

    def see(point: Point) -> Point:
        x, y = point
        return (
            float(1000 + width * (x * np.cos(angle) - y * np.sin(angle))),
            float(1000 + width * (x * np.sin(angle) + y * np.cos(angle))),
        )

    return see


def from_a_seat(tilt: float, turn: float, width: float = 60, distance: float = 30) -> Camera:
    """Return a camera at a person's eye.

    The table is turned by `turn` degrees, then tilted away by `tilt`. The eye is `distance` tile widths from its
    middle, where a tile is `width` pixels wide.
    """
    flat, lean = np.radians(turn), np.radians(tilt)

    def see(point: Point) -> Point:
        x = point[0] * np.cos(flat) - point[1] * np.sin(flat)
        y = point[0] * np.sin(flat) + point[1] * np.cos(flat)
        nearer = distance / (distance - y * np.sin(lean))
        return float(1000 + width * x * nearer), float(1000 + width * y * np.cos(lean) * nearer)

    return see


def shaken(tile: ReadTile, by: float, noise: NDArray[np.float64]) -> ReadTile:
    """Return `tile` with an error at each corner: `noise` (4 × 2, within -1…1) times `by` of the tile's width."""
    corners = np.asarray(tile.corners)
    width = float(np.hypot(*(corners[1] - corners[0])))
    one, two, three, four = (tuple(map(float, corner)) for corner in corners + noise * by * width)
    return ReadTile((one, two, three, four), tile.halves, tile.confidence, tile.sure)  # type: ignore[arg-type]  # pairs, as above
