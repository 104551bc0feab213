"""Halves cut out of rendered scenes, as inexactly as the reader cuts them, and cut-outs that are not halves."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect.halves import INNER, SIDE, SQUARE, find_half_corners, rectify_half
from vision.lab.render.looks import NUMBERS
from vision.lab.render.scene import TrueTile

from .targets import is_readable, raise_bell

NONE = NUMBERS
"""The class after the numbers 0 to 18: not a half."""
Rng = np.random.Generator
Points = NDArray[Any]


def place_askew(rng: Rng, corners: Points, *, rough: bool) -> Points:
    """Return the corners with the errors of a first reading, large ones if `rough`."""
    size = float(np.abs(corners - corners.mean(axis=0)).mean()) * 2
    middle = corners.mean(axis=0)
    turn = rng.normal(0, 0.16 if rough else 0.04)
    c, s = np.cos(turn), np.sin(turn)
    across, along = corners[1] - corners[0], corners[3] - corners[0]
    # Stretch it along the half's own sides.
    wide, long = np.exp(rng.normal(0, 0.17 if rough else 0.04, 2)) - 1
    sides = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2
    grown = corners + sides[:, :1] * across * wide + sides[:, 1:] * along * long
    if rough:  # narrower at one end
        grown = grown + sides[:, :1] * across * sides[:, 1:] * rng.normal(0, 0.25)
    moved = (grown - middle) @ np.array([[c, s], [-s, c]])
    shift, shake = (0.07, 0.03) if rough else (0.025, 0.015)
    return np.asarray(moved + middle + rng.normal(0, shift * size, 2) + rng.normal(0, shake * size, (4, 2)))


def _wrong(rng: Rng, tile: TrueTile) -> Points:
    """Return corners on or near a tile that are not those of a half."""
    one, other = find_half_corners(tile.corners, 0), find_half_corners(tile.corners, 1)
    down = one[3] - one[0]
    right = one[1] - one[0]
    kind = rng.random()
    if kind < 0.35:  # across the divider, either way up
        corners = one + down * rng.uniform(0.4, 0.6)
        return np.asarray(np.roll(corners, int(rng.integers(0, 4)), axis=0))
    if kind < 0.6:  # off the side
        return np.asarray(one + right * rng.choice([-1, 1]) * rng.uniform(0.4, 0.7))
    if kind < 0.8:  # the whole tile taken for a half
        return np.array([one[0], one[1], other[0], other[1]])
    return np.asarray(one - down * rng.uniform(0.4, 0.7))


def _far(place: Points, tile: TrueTile) -> bool:
    diagonal = np.hypot(*np.subtract(tile.corners[0], tile.corners[2]))
    return bool(np.hypot(*(place - np.mean(tile.corners, axis=0))) > 1.2 * diagonal)


Cut = tuple[NDArray[np.uint8], tuple[int, ...], NDArray[Any] | None, NDArray[Any]]
"""The picture, the numbers that it may show (or NONE), its map of pips (None: not judged), and the errors of its
corners (8; nan if none).

A half that is covered in part may show every number of the set of which the same pips would be in view.
"""
UNKNOWN = np.full(8, np.nan, np.float32)
WHOLE = 0.88
"""The least visible share of a half whose pips are judged."""
LEAST_VISIBLE = 0.55
"""The least visible share of a half that is not NONE, if its visible pips allow several numbers."""


def cut_scene(rng: Rng, image: NDArray[np.uint8], tiles: tuple[TrueTile, ...], most: int = 24) -> list[Cut]:
    """Return some cut-outs of a scene."""
    found: list[Cut] = []
    for k in rng.permutation(len(tiles)):
        tile = tiles[int(k)]
        c = np.array(tile.corners)
        wide = float(np.hypot(*(c[1] - c[0])))
        if tile.facing < 0.09 or min(wide, np.hypot(*(c[2] - c[1])) / 2) < 9:
            continue
        for half in (0, 1):
            corners = find_half_corners(tile.corners, half)
            seen, possible = tile.visible[half], tile.possible[half]
            if not tile.up or not is_readable(tile, half, LEAST_VISIBLE):
                if min(corners.min(), 319 - corners.max()) > -30 and rng.random() < 0.4:
                    found.append(
                        (
                            rectify_half(image, place_askew(rng, corners, rough=rng.random() < 0.5))[0],
                            (NONE,),
                            None,
                            UNKNOWN,
                        )
                    )
                continue
            picture, turn = rectify_half(image, place_askew(rng, corners, rough=rng.random() < 0.5))
            there = cv2.perspectiveTransform(corners.astype(np.float32)[None], turn)[0]
            misses = ((there - SQUARE) / INNER).astype(np.float32).ravel()
            if seen < WHOLE:
                found.append((picture, possible, None, misses))
                continue
            pips = np.zeros((SIDE // 2, SIDE // 2), np.float32)
            if tile.spots[half]:
                spots = cv2.perspectiveTransform(np.array(tile.spots[half], np.float32)[None], turn)[0] / 2
                for x, y in spots:
                    raise_bell(pips, float(x), float(y), 1.1)
            found.append((picture, (tile.pips[half],), pips, misses))
        if tile.up and min(tile.visible) > 0.8 and rng.random() < 0.2:
            found.append((rectify_half(image, _wrong(rng, tile))[0], (NONE,), None, UNKNOWN))
        if len(found) >= most:
            break
    for _ in range(int(rng.integers(0, 3)) if tiles else 4):  # anywhere else, more often where no tile lies
        middle, size, turn_by = rng.uniform(20, 300, 2), rng.uniform(8, 40), rng.uniform(0, 2 * np.pi)
        if all(_far(middle, tile) for tile in tiles):
            ring = np.arange(4) * np.pi / 2 + turn_by
            square = middle + size * np.stack([np.cos(ring), np.sin(ring)], axis=1)
            found.append((rectify_half(image, square)[0], (NONE,), None, UNKNOWN))
    return found
