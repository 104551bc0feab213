"""Draw readings on their photos: every tile outlined with its pips, unsure ones dashed and in another colour.

`python -m vision.lab.draw FOLDER PHOTO…` reads the photos and writes each with its reading into FOLDER. It is for
people who judge the reader; the pad draws its own outlines, which can be tapped.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import Join, Point, Reading, ReadTile, TileFinder, open_photo, read
from vision.photo.decoding import Picture

Colour = tuple[int, int, int]
"""A colour as blue, green, red."""

SURE: Colour = (60, 220, 60)
UNSURE: Colour = (0, 140, 255)
JOINT: Colour = (255, 0, 200)
BESIDE: Colour = (255, 200, 0)
INK: Colour = (0, 0, 0)
DASH = 0.22
"""Length of a dash, and of the gap after it, in tile widths."""


def main(arguments: Sequence[str] | None = None, find_tiles: TileFinder | None = None) -> int:
    """Draw what is read on the photos named in `arguments`; raises OSError and PhotoError."""
    parser = argparse.ArgumentParser(prog="python -m vision.lab.draw", description="Draw readings on their photos.")
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where the drawn photos are written")
    parser.add_argument("photos", nargs="+", type=Path, metavar="PHOTO", help="a JPEG, PNG, WebP or HEIC file")
    parser.add_argument("--largest", type=int, metavar="N", help="the most pips on a half in the set played with")
    chosen = parser.parse_args(arguments)
    chosen.folder.mkdir(parents=True, exist_ok=True)
    for path in chosen.photos:
        photo = open_photo(path.read_bytes())
        drawn = draw(photo.image, read(photo, chosen.largest, find_tiles=find_tiles))
        cv2.imwrite(str(chosen.folder / f"{path.resolve().parent.name}__{path.stem}.jpg"), drawn)
    return 0


def draw(picture: Picture, reading: Reading) -> Picture:
    """Return a copy of `picture`, the upright photo at any size, with `reading` drawn on it."""
    drawn = picture.copy()
    scale = picture.shape[1] / max(1, reading.size[0]), picture.shape[0] / max(1, reading.size[1])
    for join in reading.joins:
        start, end = (_pixel(_spot(reading.tiles, join, of), scale) for of in ("a", "b"))
        colour = JOINT if join.kind == "joint" else BESIDE
        cv2.line(drawn, start, end, colour, _line(reading.tiles[join.a], scale) + 1, cv2.LINE_AA)
    for tile in reading.tiles:
        _outline(drawn, tile, scale)
        _write_pips(drawn, tile, scale)
    return drawn


def crop_reading(drawn: Picture, reading: Reading) -> Picture:
    """Return the part of `drawn`, an upright photo at any size, with the tiles of `reading` and some margin."""
    if not reading.tiles:
        return drawn
    height, width = drawn.shape[:2]
    scale = width / max(1, reading.size[0]), height / max(1, reading.size[1])
    corners = np.array([tile.corners for tile in reading.tiles]) * scale
    room = 4 * max(_width(tile, scale) for tile in reading.tiles)
    left, top = np.clip(corners.min(axis=(0, 1)) - room, 0, (width - 1, height - 1)).astype(int)
    right, bottom = np.clip(corners.max(axis=(0, 1)) + room, (left + 1, top + 1), (width, height)).astype(int)
    return drawn[top:bottom, left:right]


def make_contact_sheet(pictures: Sequence[tuple[str, Picture]], columns: int = 3, side: int = 560) -> Picture:
    """Return one sheet of captioned `pictures`, in rows of `columns`, each within `side` × `side` pixels."""
    cells = [_cell(caption, picture, side) for caption, picture in pictures]
    blank = np.full((side + 60, side, 3), 255, np.uint8)
    cells += [blank] * (-len(cells) % columns)
    rows = [np.hstack(cells[start : start + columns]) for start in range(0, len(cells), columns)]
    return np.vstack(rows) if rows else blank


def _cell(caption: str, picture: Picture, side: int) -> Picture:
    """Return one picture of a contact sheet, under its caption of at most three lines."""
    cell = np.full((side + 60, side, 3), 255, np.uint8)
    factor = min((side - 4) / picture.shape[1], (side - 4) / picture.shape[0])
    size = max(1, round(picture.shape[1] * factor)), max(1, round(picture.shape[0] * factor))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC)
    cell[60 : 60 + size[1], : size[0]] = small
    for row, line in enumerate(caption.split("\n")[:3]):
        cv2.putText(cell, line[:80], (4, 16 + 18 * row), cv2.FONT_HERSHEY_SIMPLEX, 0.42, INK, 1, cv2.LINE_AA)
    return cell


def _outline(drawn: Picture, tile: ReadTile, scale: Point) -> None:
    """Draw the tile's edges, solid if it is sure and dashed if not, and a dot at the end of halves[0]."""
    colour, thick = (SURE if tile.sure else UNSURE), _line(tile, scale)
    corners = [_pixel(corner, scale) for corner in tile.corners]
    for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
        for one, other in [(start, end)] if tile.sure else _dashes(start, end, DASH * _width(tile, scale)):
            cv2.line(drawn, one, other, colour, thick, cv2.LINE_AA)
    top = (corners[0][0] + corners[1][0]) // 2, (corners[0][1] + corners[1][1]) // 2
    cv2.circle(drawn, top, thick + 1, colour, cv2.FILLED, cv2.LINE_AA)


def _write_pips(drawn: Picture, tile: ReadTile, scale: Point) -> None:
    """Write the pips of each half as a number on its middle, with a dark outline."""
    size = max(0.3, _width(tile, scale) / 55)
    colour = SURE if tile.sure else UNSURE
    for half in tile.halves:
        text = "?" if half.pips is None else str(half.pips)
        (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, 1)
        x, y = _pixel(half.centre, scale)
        place = x - wide // 2, y + high // 2
        for ink, thick in ((INK, max(3, round(size * 5))), (colour, max(1, round(size * 2)))):
            cv2.putText(drawn, text, place, cv2.FONT_HERSHEY_SIMPLEX, size, ink, thick, cv2.LINE_AA)


def _spot(tiles: tuple[ReadTile, ...], join: Join, of: str) -> Point:
    """Return a point inside the tile a or b of `join`, near the place that is joined."""
    place, part, side = (join.a, join.a_part, join.a_side) if of == "a" else (join.b, join.b_part, join.b_side)
    one, two, three, four = (np.array(corner) for corner in tiles[place].corners)
    middle = (one + two + three + four) / 4
    half = middle if part == "middle" else (one + two if part == "half0" else three + four) / 4 + middle / 2
    ends = (one + two) / 2 if part == "half0" else (three + four) / 2
    sideways = {"end": ends - half, "right": (two + three - one - four) / 4, "left": (one + four - two - three) / 4}
    x, y = half + 0.8 * sideways[side]
    return float(x), float(y)


def _dashes(start: tuple[int, int], end: tuple[int, int], length: float) -> Iterator[tuple[Any, Any]]:
    """Yield the dashes, each `length` pixels long, of a line from `start` to `end`."""
    one, other = np.array(start), np.array(end)
    count = max(1, int(np.hypot(*(other - one)) / max(2.0, length)) // 2)
    marks = np.linspace(0, 1, 2 * count)
    for begin, stop in zip(marks[::2], marks[1::2], strict=True):
        yield _whole(one + begin * (other - one)), _whole(one + stop * (other - one))


def _width(tile: ReadTile, scale: Point) -> float:
    """Return the length of the tile's short end, in pixels of the picture drawn on."""
    (x0, y0), (x1, y1) = tile.corners[:2]
    return float(np.hypot((x1 - x0) * scale[0], (y1 - y0) * scale[1]))


def _line(tile: ReadTile, scale: Point) -> int:
    """Return the thickness in pixels of a line that suits the tile."""
    return max(1, round(_width(tile, scale) / 20))


def _pixel(point: Point, scale: Point) -> tuple[int, int]:
    return _whole(np.array((point[0] * scale[0], point[1] * scale[1])))


def _whole(point: NDArray[Any]) -> tuple[int, int]:
    x, y = point
    return round(float(x)), round(float(y))


if __name__ == "__main__":
    sys.exit(main())
