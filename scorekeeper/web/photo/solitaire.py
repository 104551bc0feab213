"""Find the order of a solitaire's tiles on a photo: a row, a reserve and columns, or no order.

The photo is first turned so that most tiles lie along its edges. Lengths are in tile widths (the median of their short
sides); `y` grows towards the player.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, cos, dist, sin
from statistics import median

from scorekeeper.engine.rules.solitaire import Solitaire
from scorekeeper.vision import Point
from scorekeeper.web.forms.tile_fields import put_high_first
from scorekeeper.web.photo.points import find_middle
from scorekeeper.web.photo.tiles import SeenTile

APART = 0.55  # tiles farther apart than this, across a line, are in different lines


@dataclass(frozen=True, slots=True)
class TileSpot:
    """A tile and where its middle is; `name` has its left (or far) half first."""

    name: str
    x: float
    y: float


def find_open_tiles(solitaire: Solitaire, seen: Sequence[SeenTile]) -> dict[str, tuple[str, ...]]:
    """Return the names of the tiles on the photo by the fields of the form for open tiles, such as `row` or `column-1`.

    Tiles with a hidden half are left out.

    A row that was laid in several lines is read like lines of text.
    """
    tiles = [tile for tile in seen if tile.corners and not tile.gone and not tile.hidden]
    if "row" in solitaire.room:
        return {"row": tuple(spot.name for line in _find_lines(_straighten(tiles)) for spot in line)}
    if "columns" in solitaire.room:
        return _find_columns(_straighten(tiles), solitaire.room["reserve"], len(solitaire.start().columns))
    field = next(name for name in solitaire.room if name != "ends")
    return {field: tuple(tile.name for tile in tiles)}


def _find_columns(spots: Sequence[TileSpot], reserve: int, columns: int) -> dict[str, tuple[str, ...]]:
    """Return the tiles of the reserve and of each column, by field.

    A short line before or behind full lines is the reserve, such as three tiles below lines of five. Without such a
    line, the reserve is what lies to the right of all columns.
    """
    lines = _find_lines(spots)
    for at in (-1, 0):
        others = lines[:-1] if at else lines[1:]
        if others and len(lines[at]) <= reserve and all(len(line) == columns for line in others):
            spare, stacks = lines[at], [tuple(line[place] for line in others) for place in range(columns)]
            break
    else:
        turned = [TileSpot(spot.name, spot.y, spot.x) for spot in spots]
        stacks = [tuple(stack) for stack in _find_lines(turned)]
        spare = tuple(spot for stack in stacks[columns:] for spot in stack)
        stacks = stacks[:columns]
    fields = {"reserve": spare} | {f"column-{number}": stack for number, stack in enumerate(stacks, start=1)}
    return {name: tuple(put_high_first(spot.name) for spot in some) for name, some in fields.items()}


def _find_lines(spots: Sequence[TileSpot]) -> list[tuple[TileSpot, ...]]:
    """Return the spots in lines, the farthest line first, each from left to right."""
    lines: list[list[TileSpot]] = []
    for spot in sorted(spots, key=lambda spot: spot.y):
        if not lines or spot.y - lines[-1][-1].y > APART:
            lines.append([])
        lines[-1].append(spot)
    return [tuple(sorted(line, key=lambda spot: spot.x)) for line in lines]


def _straighten(tiles: Sequence[SeenTile]) -> list[TileSpot]:
    """Return the tiles after turning the photo by the angle at which most of them lie, at most 45 degrees."""
    if not tiles:
        return []
    width = median(dist(tile.corners[0], tile.corners[1]) for tile in tiles) or 1.0
    along = [_find_direction(tile) for tile in tiles]
    # Tiles may lie along or across, so the mean is taken of four times each angle.
    angles = [4 * atan2(y, x) for x, y in along]
    askew = atan2(sum(map(sin, angles)), sum(map(cos, angles))) / 4

    def turned(point: Point) -> Point:
        """Return the point after the turn, in tile widths."""
        x, y = point
        return (x * cos(askew) + y * sin(askew)) / width, (y * cos(askew) - x * sin(askew)) / width

    spots = []
    for tile, direction in zip(tiles, along, strict=True):
        x, y = turned(direction)
        first, second = tile.halves if (x if abs(x) >= abs(y) else y) > 0 else tile.halves[::-1]
        spots.append(TileSpot(f"{first}-{second}", *turned(tile.middle)))
    return spots


def _find_direction(tile: SeenTile) -> Point:
    """Return the vector from the short end of the first half to that of the second."""
    (x, y), (to_x, to_y) = find_middle(tile.corners[:2]), find_middle(tile.corners[2:])
    return to_x - x, to_y - y
