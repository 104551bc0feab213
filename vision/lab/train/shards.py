"""Random batches for training from the shards that exist at the time; each picture is augmented."""

import pickle
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect.halves import find_half_corners
from vision.detect.polygons import make_frame, make_polygon
from vision.lab.render.scene import TrueTile

from .targets import make_targets, stack_targets

Rng = np.random.Generator


def _moved(points: Any, size: int, turn: int, mirror: bool) -> Any:  # two ways to lay a square
    """Mirror points (x) and then turn them by `turn` quarters counter-clockwise in a `size`×`size` picture."""
    if not len(points):
        return ()
    p = np.array(points)
    last = size - 1
    if mirror:
        p = np.stack([last - p[:, 0], p[:, 1]], axis=1)
    for _ in range(turn):
        p = np.stack([p[:, 1], last - p[:, 0]], axis=1)
    return tuple(map(tuple, p))


def turn_tile(tile: TrueTile, size: int, turn: int, mirror: bool) -> TrueTile:  # as above
    """Mirror and turn a tile like its picture; a mirrored tile's corners are put in clockwise order again."""
    corners = _moved(tile.corners, size, turn, mirror)
    if mirror:
        corners = (corners[1], corners[0], corners[3], corners[2])
    return replace(
        tile,
        corners=corners,
        centres=_moved(tile.centres, size, turn, mirror),
        spots=tuple(_moved(s, size, turn, mirror) for s in tile.spots),
    )


def crop_scene(
    rng: Rng, image: NDArray[np.uint8], tiles: tuple[TrueTile, ...], size: int
) -> tuple[NDArray[np.uint8], tuple[TrueTile, ...]]:
    """Return a `size`×`size` part of a scene, mostly with a tile in its middle, which trains more for each pixel."""
    whole = image.shape[0]
    middle = rng.uniform(size / 2, whole - size / 2, 2)
    if tiles and rng.random() < 0.85:
        middle = np.mean(tiles[int(rng.integers(0, len(tiles)))].corners, axis=0) + rng.normal(0, size / 8, 2)
    x, y = (int(np.clip(c - size / 2, 0, whole - size)) for c in middle)
    frame = make_frame((size, size))
    kept = []
    for tile in tiles:
        corners = np.array(tile.corners, np.float32) - (x, y)
        if (corners.max(axis=0) < -20).any() or (corners.min(axis=0) > size + 20).any():
            continue
        if corners.min() < 0 or corners.max() > size - 1:
            shares = []
            for half in (0, 1):
                shape = make_polygon(find_half_corners(corners, half))
                inside = shape.share_within(frame) if shape.area > 1 else 0.0
                shares.append(min(1.0, inside) * tile.visible[half])
            # What the part outside would have shown is not known any more.
            tile = replace(tile, visible=(shares[0], shares[1]), possible=((), ()))  # noqa: PLW2901  # the same tile, cut
        kept.append(_shifted(tile, x, y))
    return image[y : y + size, x : x + size], tuple(kept)


def _shifted(tile: TrueTile, x: int, y: int) -> TrueTile:
    def moved(points: Any) -> Any:
        return tuple((px - x, py - y) for px, py in points)

    spots = (moved(tile.spots[0]), moved(tile.spots[1]))
    return replace(tile, corners=moved(tile.corners), centres=moved(tile.centres), spots=spots)


def shrink_scene(
    image: NDArray[np.uint8], tiles: tuple[TrueTile, ...], size: int
) -> tuple[NDArray[np.uint8], tuple[TrueTile, ...]]:
    """Return a whole scene and its tiles, resized to `size`×`size` pixels."""
    by = size / len(image)

    def resized(points: Any) -> Any:
        return tuple(((x + 0.5) * by - 0.5, (y + 0.5) * by - 0.5) for x, y in points)

    small = cv2.resize(image, (size, size), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), tuple(
        replace(
            tile,
            corners=resized(tile.corners),
            centres=resized(tile.centres),
            spots=(resized(tile.spots[0]), resized(tile.spots[1])),
        )
        for tile in tiles
    )


def relight(rng: Rng, image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the picture under a slightly different light, sometimes softer or noisier."""
    if rng.random() < 0.7:
        steps = np.arange(256, dtype=np.float64) / 255
        gamma = np.exp(rng.normal(0, 0.18))
        table = np.stack([(steps**gamma) * np.exp(rng.normal(0, 0.12)) for _ in range(3)], axis=1)
        image = cv2.LUT(image, np.clip(table * 255, 0, 255).astype(np.uint8)[:, None, :])  # type: ignore[assignment]  # bytes
    if rng.random() < 0.15:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.4, 0.9))  # type: ignore[assignment]  # bytes
    if rng.random() < 0.25:
        grain = rng.integers(-8, 9, image.shape, dtype=np.int16)
        image = np.clip(image + grain, 0, 255).astype(np.uint8)
    if rng.random() < 0.1:
        image = image[..., rng.permutation(3)]
    return image


class Shards:
    """The shards of a folder, which is listed again every few thousand pictures."""

    def __init__(
        self, folder: Path, seed: int, crop: int | None = None, *, mirror: bool = True, sizes: Sequence[int] = ()
    ) -> None:
        """Draw from the shards in `folder`, whole or cropped to `crop`×`crop`, half of them mirrored.

        With `sizes` the scenes of most batches are whole and resized to one of these sizes.
        """
        self._crop, self._mirror, self._sizes = crop, mirror, sizes
        self._folder = folder
        self._rng = np.random.default_rng(seed)
        self._open: dict[str, tuple[Any, list[tuple[TrueTile, ...]]]] = {}
        self._drawn = 0

    def _refresh(self) -> None:
        there = {path.name: path for path in sorted(self._folder.glob("*.npy"))}
        for gone in set(self._open) - set(there):
            del self._open[gone]
        for name in set(there) - set(self._open):
            try:
                with there[name].with_suffix(".pkl").open("rb") as file:
                    tiles = pickle.load(file)
                self._open[name] = (np.load(there[name], mmap_mode="r"), tiles)
            except FileNotFoundError:  # just deleted
                continue

    def one(self, size: int | None = None) -> tuple[NDArray[np.uint8], tuple[TrueTile, ...]]:
        """Return one picture and its tiles, augmented; with `size` the picture is whole and resized to that size."""
        if self._drawn % 2000 == 0:
            self._refresh()
        self._drawn += 1
        rng = self._rng
        names = list(self._open)
        images, truths = self._open[names[int(rng.integers(0, len(names)))]]
        k = int(rng.integers(0, len(truths)))
        image, tiles = np.array(images[k]), truths[k]
        if size:
            image, tiles = shrink_scene(image, tiles, size)
        elif self._crop:
            image, tiles = crop_scene(rng, image, tiles, self._crop)
        turn, mirror = int(rng.integers(0, 4)), bool(rng.random() < 0.5) and self._mirror
        if mirror:
            image = image[:, ::-1]
        image = np.ascontiguousarray(np.rot90(image, turn))
        tiles = tuple(turn_tile(tile, image.shape[0], turn, mirror) for tile in tiles)
        return relight(rng, image), tiles

    def list_batches(self, size: int) -> Iterator[tuple[Any, ...]]:
        """Yield batches without end: `size` pictures (N×S×S×3) and their targets, as `stack_targets` returns them."""
        while True:
            side = (None, *self._sizes)[int(self._rng.integers(0, len(self._sizes) + 1))]
            found = [self.one(side) for _ in range(size)]
            targets = [make_targets(tiles, image.shape[0]) for image, tiles in found]
            yield np.stack([image for image, _ in found]), *stack_targets(targets)
