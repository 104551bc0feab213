"""What is known of each photo: a file of labels, and the part of the photo they speak of."""

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
    """What lies on one photo.

    `tiles` are the readable ones; `ignore` is how many more may be read without blame (face down, cut, covered);
    `hard` are the names of those of them whose face is seen, None where they are not known; `crop` is the part to read,
    (x0, y0, x1, y1) as fractions of the upright photo; `ends` are the values at the open ends of the played line, None
    where nobody noted them; `kinds` are the words to sort photos by ("origin", "difficulty", "layout", "tile_colour").
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
        """The photo in `data`, its file's bytes, as far as the label speaks of it. Raises PhotoError."""
        photo = open_photo(data)
        return photo if self.crop is None else _cropped(photo, self.crop)


KINDS = ("origin", "difficulty", "layout", "tile_colour")


def load_labels(path: Path) -> tuple[Label, ...]:
    """The labels in the JSON file at `path`, an object with one entry a photo, by the photo's path."""
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
    """The part of `photo` within `crop`, as a photo of its own."""
    height, width = photo.image.shape[:2]
    left, top, right, bottom = (round(part * side) for part, side in zip(crop, (width, height) * 2, strict=True))
    image = np.ascontiguousarray(photo.image[top:bottom, left:right])
    across, down = photo.scale
    return Photo(image, (round(image.shape[1] * across), round(image.shape[0] * down)))
