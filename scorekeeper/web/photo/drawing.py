"""The overlay of a photo: outlines that can be tapped, their pips, and the owners of the tiles.

Everything is in pixels of the photo, the units of the drawing that lies over it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import dist

from scorekeeper.vision import Point
from scorekeeper.web.photo.digits import place_digits
from scorekeeper.web.photo.ends import PhotoLayout
from scorekeeper.web.photo.hands import NOBODY, PhotoHands
from scorekeeper.web.photo.points import find_middle, round_point
from scorekeeper.web.photo.tiles import PhotoTiles, SeenTile

DIGIT = 0.5  # of a tile's width: read at a glance
SMALLEST_DIGIT = 0.03  # of what is seen of the photo: still read on a phone
ABOVE = 1.3  # of a digit's size: a name stands clear of the digit between it and its tile
WORTH_IT = 0.7  # of the photo: going nearer than to that shows more

ShownRegion = tuple[int, int, int, int]
"""A part of a photo: left, top, width, height."""


@dataclass(frozen=True, slots=True)
class Digit:
    """The `pips` of a half or, where it is hidden, a question mark: where it is written on the photo, and whether the
    half is an open end.
    """

    pips: str
    at: Point
    open: bool


@dataclass(frozen=True, slots=True)
class Outline:
    """A tile on the photo: its corners as SVG points, its digits and how large they are, and its topmost corner. It is
    `held` by the player of a seat (0 and nobody where that is not known), or shows `open` ends.
    """

    tile: SeenTile
    points: str
    digits: tuple[Digit, Digit]
    digit_size: float
    top: Point
    seat: int
    holder: str
    open: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PhotoDrawing:
    """A photo of `size` (width and height) of which the part `seen` is shown; `nearer` says that a part of it can be
    shown alone. The `outlines` lie over it, those on top last, and `labels` say where the name of each seat is written.
    """

    size: tuple[int, int]
    seen: ShownRegion
    nearer: bool
    outlines: tuple[Outline, ...]
    labels: tuple[tuple[int, str, Point], ...] = ()


def draw_photo(
    size: tuple[int, int],
    tiles: PhotoTiles,
    about: PhotoHands | PhotoLayout,
    chosen: int | None = None,
    whole: bool = False,
) -> PhotoDrawing:
    """Every tile that lies on the photo, with whose it is or what is open of it; the doubtful ones and the chosen one
    last, which draws them on top. Only where tiles lie is shown of the photo, unless the `whole` of it is asked for.
    """
    everything, near = (0, 0, *size), find_region(tiles.read, size)
    seen = everything if whole else near
    hands = about if isinstance(about, PhotoHands) else None
    layout = about if isinstance(about, PhotoLayout) else None
    lying = [tile for tile in tiles.there.values() if tile.corners]
    sizes = {tile.place: find_digit_size(tile, seen[2]) for tile in lying}
    digits = place_digits(lying, sizes, seen)
    drawn = sorted(lying, key=lambda tile: (tile.place == chosen, tile.hidden, tile.doubtful))
    outlines = tuple(draw_outline(tile, digits[tile.place], sizes[tile.place], hands, layout) for tile in drawn)
    return PhotoDrawing(size, seen, near != everything, outlines, _label_hands(hands, seen, sizes) if hands else ())


def find_digit_size(tile: SeenTile, width: int) -> float:
    """Return the height of a tile's digits in pixels, on a photo of which `width` pixels are visible."""
    one, two, three, four = tile.corners
    across = (dist(one, two) + dist(three, four)) / 2
    return round(max(DIGIT * across, SMALLEST_DIGIT * width), 1)


def draw_outline(
    tile: SeenTile, at: tuple[Point, Point], size: float, hands: PhotoHands | None, layout: PhotoLayout | None
) -> Outline:
    """The outline of a tile whose digits, so many pixels high, stand `at` two places."""
    corners = tile.corners
    open_ends = layout.open.get(tile.place, ()) if layout else ()
    shown = (*open_ends, "?") if layout and tile.place in layout.asked else open_ends
    first, second = (
        Digit(pips, spot, pips in shown or tile.name in shown) for pips, spot in zip(tile.halves, at, strict=True)
    )
    seat = hands.seats[tile.place] if hands else NOBODY
    return Outline(
        tile,
        " ".join(f"{x:.0f},{y:.0f}" for x, y in corners),
        (first, second),
        size,
        min(corners, key=lambda corner: corner[1]),
        seat,
        hands.owners.get(seat, "") if hands else "",
        open_ends,
    )


def find_region(tiles: Sequence[SeenTile], size: tuple[int, int]) -> ShownRegion:
    """The part of the photo where tiles lie, with room for what was not found beside them; the whole photo where that
    is hardly less.
    """
    corners = [corner for tile in tiles for corner in tile.corners]
    if not corners:
        return 0, 0, *size
    room = 1.5 * max(dist(*tile.corners[1:3]) for tile in tiles if tile.corners)
    left, right = _widen([x for x, _ in corners], room, size[0])
    top, bottom = _widen([y for _, y in corners], room, size[1])
    if (right - left) * (bottom - top) > WORTH_IT * size[0] * size[1]:
        return 0, 0, *size
    return left, top, right - left, bottom - top


def _label_hands(
    hands: PhotoHands, seen: ShownRegion, sizes: Mapping[int, float]
) -> tuple[tuple[int, str, Point], ...]:
    """Seat, name and place of each label: above the tiles of its hand and their digits, within what is `seen`."""
    found = []
    for seat, player in hands.owners.items():
        lying = [tile for tile in hands.held[seat] if tile.corners]
        if lying:
            x = find_middle([corner for tile in lying for corner in tile.corners])[0]
            y = min(corner[1] - ABOVE * sizes[tile.place] for tile in lying for corner in tile.corners)
            found.append((seat, player, _find_label_spot((x, y), seen)))
    return tuple(found)


def _find_label_spot(above: Point, seen: ShownRegion) -> Point:
    (x, y), (left, top, width, _) = above, seen
    spot = min(max(x, left + 0.12 * width), left + 0.88 * width), max(y - 0.02 * width, top + 0.05 * width)
    return round_point(spot)


def _widen(values: Sequence[float], room: float, most: int) -> tuple[int, int]:
    """The least and the most of `values`, each moved outwards by `room`, within 0 and `most`."""
    return round(max(0, min(values) - room)), round(min(most, max(values) + room))
