"""Where the tiles of a solitaire lie on a photo: in a row from the left, in a reserve and columns, or anyhow.

A photo is never quite straight: it is turned first, so that most tiles lie along its edges. Lengths are in tile widths
(the short side of the middling tile); `y` grows towards the player.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, cos, hypot, sin
from statistics import median

from scorekeeper.engine.games.solitaire import Solitaire
from scorekeeper.web.photo.edits import PhotoPoint, SeenTile

APART = 0.55  # more than this between two tiles across the line, and they lie in different lines


@dataclass(frozen=True, slots=True)
class TileSpot:
    """A tile, named as it lies: its left (or far) half first."""

    name: str
    x: float
    y: float


def find_open_tiles(variant: Solitaire, seen: Sequence[SeenTile]) -> dict[str, tuple[str, ...]]:
    """The tiles by the fields of the form for open tiles. A row of several lines is read like lines of text."""
    tiles = [tile for tile in seen if tile.corners and not tile.gone]
    if "row" in variant.room:
        return {"row": tuple(spot.name for line in _lines(_straightened(tiles)) for spot in line)}
    if "columns" in variant.room:
        return _columns(_straightened(tiles), variant.room["reserve"], len(variant.start().columns))
    field = next(name for name in variant.room if name != "ends")
    return {field: tuple(tile.name for tile in tiles)}


def _columns(spots: Sequence[TileSpot], reserve: int, columns: int) -> dict[str, tuple[str, ...]]:
    """A short line before or behind full lines of tiles is the reserve; else what lies beside all columns is."""
    lines = _lines(spots)
    for at in (-1, 0):
        others = lines[:-1] if at else lines[1:]
        if others and len(lines[at]) <= reserve and all(len(line) == columns for line in others):
            held, stacks = lines[at], [tuple(line[place] for line in others) for place in range(columns)]
            break
    else:
        turned = [TileSpot(spot.name, spot.y, spot.x) for spot in spots]
        stacks = [tuple(stack) for stack in _lines(turned)]
        held = tuple(spot for stack in stacks[columns:] for spot in stack)
        stacks = stacks[:columns]
    found = {"reserve": held} | {f"column-{number}": stack for number, stack in enumerate(stacks, start=1)}
    return {name: tuple(_high_first(spot.name) for spot in some) for name, some in found.items()}


def _lines(spots: Sequence[TileSpot]) -> list[tuple[TileSpot, ...]]:
    """The spots by lines, the far one first, each from the left."""
    lines: list[list[TileSpot]] = []
    for spot in sorted(spots, key=lambda spot: spot.y):
        if not lines or spot.y - lines[-1][-1].y > APART:
            lines.append([])
        lines[-1].append(spot)
    return [tuple(sorted(line, key=lambda spot: spot.x)) for line in lines]


def _straightened(tiles: Sequence[SeenTile]) -> list[TileSpot]:
    """The tiles after the photo was turned by as much as most of them lie askew, at most an eighth of a turn."""
    if not tiles:
        return []
    width = median(hypot(*_minus(tile.corners[1], tile.corners[0])) for tile in tiles) or 1.0
    along = [_minus(_between(*tile.corners[2:]), _between(*tile.corners[:2])) for tile in tiles]
    # Lying or standing is no difference here, so each direction counts by its fourfold angle.
    angles = [4 * atan2(y, x) for x, y in along]
    askew = atan2(sum(map(sin, angles)), sum(map(cos, angles))) / 4

    def turned(point: PhotoPoint) -> PhotoPoint:
        x, y = point
        return (x * cos(askew) + y * sin(askew)) / width, (y * cos(askew) - x * sin(askew)) / width

    spots = []
    for tile, direction in zip(tiles, along, strict=True):
        x, y = turned(direction)
        first, second = tile.pips if (x if abs(x) >= abs(y) else y) > 0 else tile.pips[::-1]
        spots.append(TileSpot(f"{first}-{second}", *turned(tile.middle)))
    return spots


def _between(one: PhotoPoint, other: PhotoPoint) -> PhotoPoint:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _minus(one: PhotoPoint, other: PhotoPoint) -> PhotoPoint:
    return one[0] - other[0], one[1] - other[1]


def _high_first(tile: str) -> str:
    return "-".join(sorted(tile.split("-"), reverse=True))
