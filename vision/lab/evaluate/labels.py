"""The labels of photos: a file with the tiles of each photo, and the part of the photo that they describe."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from vision.photo.decoding import Photo, open_photo

Name = tuple[int, int]
"""A tile, its lower half first."""


@dataclass(frozen=True, slots=True)
class Label:
    """The tiles on one photo.

    `tiles` are the readable ones; `ignore` is how many more may be read without a fault (face down, cut, covered);
    `hard` are the names of those with a visible face, None if they are not known; `crop` is the part to read, (x0,
    y0, x1, y1) as fractions of the upright photo; `ends` are the values at the open ends of the played line, None if
    the label has none; `kinds` has the words that group photos ("origin", "difficulty", "layout", "tile_colour").
    """

    photo: str
    tiles: Counter[Name]
    ignore: int = 0
    hard: Counter[Name] | None = None
    crop: tuple[float, float, float, float] | None = None
    ends: Counter[int] | None = None
    largest: int = 6
    kinds: Mapping[str, str] = field(default_factory=dict)

    def open(self, data: bytes) -> Photo:
        """Return the part of the photo that the label describes; `data` is the file of the photo. Raises PhotoError."""
        photo = open_photo(data)
        return photo if self.crop is None else _cropped(photo, self.crop)


KINDS = ("origin", "difficulty", "layout", "tile_colour")


def load_labels(path: Path) -> tuple[Label, ...]:
    """Return the labels in the JSON file at `path`, an object with one entry for each photo, by the photo's path."""
    return tuple(_label(photo, known) for photo, known in json.loads(path.read_text("utf-8")).items())


def _label(photo: str, known: Mapping[str, Any]) -> Label:
    tiles = Counter((min(tile), max(tile)) for tile in known["tiles"])
    stated = known.get("set")
    return Label(
        photo=photo,
        tiles=tiles,
        ignore=known.get("ignore", 0),
        crop=tuple(known["crop"]) if "crop" in known else None,
        ends=Counter(known["open_ends"]) if "open_ends" in known else None,
        largest=stated if isinstance(stated, int) else max([6, *(high for _, high in tiles)]),
        kinds={kind: str(known.get(kind, "")) for kind in KINDS}
        | {"origin": known.get("origin", Path(photo).parts[0])},
    )


def _cropped(photo: Photo, crop: tuple[float, float, float, float]) -> Photo:
    """Return the part of `photo` within `crop`."""
    height, width = photo.image.shape[:2]
    left, top, right, bottom = (round(part * side) for part, side in zip(crop, (width, height) * 2, strict=True))
    image = np.ascontiguousarray(photo.image[top:bottom, left:right])
    across, down = photo.scale
    return Photo(image, (round(image.shape[1] * across), round(image.shape[0] * down)))
