"""Tiles laid on a table by hand, for tests: where each lies is said in tile widths, and a camera looks at them."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.reading import Half, Point, ReadTile

Camera = Callable[[Point], Point]
"""A point on the table, in tile widths, to a pixel."""


def lay(name: str, x: float, y: float, turn: float = 0, camera: Camera | None = None, sure: bool = True) -> ReadTile:
    """The tile "a-b" with its middle at x, y, in tile widths, y downwards; half a up, turned clockwise by degrees.

    Of "a-x" the second half is hidden.
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
    """`tile` with its first (0) or second (1) half hidden."""
    first, second = (replace(each, pips=None) if place == half else each for place, each in enumerate(tile.halves))
    return replace(tile, halves=(first, second), sure=False)


def above(width: float = 60, turn: float = 0) -> Camera:
    """Seen from straight above: a tile is `width` pixels wide, the whole table turned by degrees."""
    angle = np.radians(turn)

    def see(point: Point) -> Point:
        x, y = point
        return (
            float(1000 + width * (x * np.cos(angle) - y * np.sin(angle))),
            float(1000 + width * (x * np.sin(angle) + y * np.cos(angle))),
        )

    return see


def from_a_seat(tilt: float, turn: float, width: float = 60, distance: float = 30) -> Camera:
    """Seen by a person: the table turned by `turn` degrees, then tilted away by `tilt`, the eye `distance` tile
    widths from its middle, where a tile is `width` pixels wide."""
    flat, lean = np.radians(turn), np.radians(tilt)

    def see(point: Point) -> Point:
        x = point[0] * np.cos(flat) - point[1] * np.sin(flat)
        y = point[0] * np.sin(flat) + point[1] * np.cos(flat)
        nearer = distance / (distance - y * np.sin(lean))
        return float(1000 + width * x * nearer), float(1000 + width * y * np.cos(lean) * nearer)

    return see


def shaken(tile: ReadTile, by: float, noise: NDArray[np.float64]) -> ReadTile:
    """`tile` with each corner read wrongly: `noise` (4 × 2, within -1…1) times `by` of the tile's width."""
    corners = np.asarray(tile.corners)
    width = float(np.hypot(*(corners[1] - corners[0])))
    one, two, three, four = (tuple(map(float, corner)) for corner in corners + noise * by * width)
    return ReadTile((one, two, three, four), tile.halves, tile.confidence, tile.sure)  # type: ignore[arg-type]  # pairs, as above
