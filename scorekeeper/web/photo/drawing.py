"""The overlay of a photo: outlines that can be tapped, their pips, and the owners of the tiles.

All lengths are pixels of the photo, which are also the units of the SVG over it.
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

DIGIT = 0.5  # the size of a digit, in tile widths
SMALLEST_DIGIT = 0.03  # the same as a share of the width of the shown part: still legible on a phone
ABOVE = 1.3  # from a tile to the name above it, in digit sizes, with a digit between
WORTH_IT = 0.7  # a share of the photo's area; a larger part is not shown by itself

ShownRegion = tuple[int, int, int, int]
"""A part of a photo: left, top, width, height."""


@dataclass(frozen=True, slots=True)
class Digit:
    """The `pips` of a half (`?` if it is hidden), where they are written, and whether the half is an open end."""

    pips: str
    at: Point
    open: bool


@dataclass(frozen=True, slots=True)
class Outline:
    """A tile on the photo as it is drawn.

    `points` are its corners in SVG, `digits` have the size `digit_size`, and `top` is its topmost corner. `seat` and
    `holder` are the player whose hand it is in (0 and empty if unknown); `open` are its open ends.
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
    """A photo and what is drawn over it.

    Of its `size` (width, height) the part `seen` is shown; `nearer` says that a smaller part could be shown. The
    `outlines` on top come last. `labels` are seat, name and place of the label of each hand.
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
    """Return the drawing of a photo of `size` (width, height), which shows the hands or the layout `about`.

    The doubtful tiles and the tile at the place `chosen` are drawn on top. Only the part with tiles is shown, unless
    `whole` is true.
    """
    everything, near = (0, 0, *size), find_region(tiles.read, size)
    seen = everything if whole else near
    hands = about if isinstance(about, PhotoHands) else None
    layout = about if isinstance(about, PhotoLayout) else None
    lying = [tile for tile in tiles.remaining.values() if tile.corners]
    sizes = {tile.place: find_digit_size(tile, seen[2]) for tile in lying}
    digits = place_digits(lying, sizes, seen)
    drawn = sorted(lying, key=lambda tile: (tile.place == chosen, tile.hidden, tile.doubtful))
    outlines = tuple(draw_outline(tile, digits[tile.place], sizes[tile.place], hands, layout) for tile in drawn)
    return PhotoDrawing(size, seen, near != everything, outlines, _label_hands(hands, seen, sizes) if hands else ())


def find_digit_size(tile: SeenTile, width: int) -> float:
    """Return the height in pixels of the digits of a tile, if `width` pixels of the photo are shown."""
    one, two, three, four = tile.corners
    across = (dist(one, two) + dist(three, four)) / 2
    return round(max(DIGIT * across, SMALLEST_DIGIT * width), 1)


def draw_outline(
    tile: SeenTile, at: tuple[Point, Point], size: float, hands: PhotoHands | None, layout: PhotoLayout | None
) -> Outline:
    """Return the outline of a tile whose digits are `size` pixels high and stand at the two points `at`.

    `hands` is None on a photo of open ends, `layout` on a photo of hands.
    """
    corners = tile.corners
    open_ends = layout.open.get(tile.place, ()) if layout else ()
    names = (*open_ends, "?") if layout and tile.place in layout.unknown else open_ends
    first, second = (
        Digit(pips, spot, pips in names or tile.name in names) for pips, spot in zip(tile.halves, at, strict=True)
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
    """Return the part of the photo with all tiles and a margin around them.

    Return the whole photo if that part is most of it, or if there are no tiles.
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
    """Return the label of each hand: the seat, the player, and the point above the tiles, within the part `seen`."""
    labels = []
    for seat, player in hands.owners.items():
        lying = [tile for tile in hands.held[seat] if tile.corners]
        if lying:
            x = find_middle([corner for tile in lying for corner in tile.corners])[0]
            y = min(corner[1] - ABOVE * sizes[tile.place] for tile in lying for corner in tile.corners)
            labels.append((seat, player, _find_label_spot((x, y), seen)))
    return tuple(labels)


def _find_label_spot(above: Point, seen: ShownRegion) -> Point:
    """Return the point `above` moved as far as the label needs to stay within the part `seen`."""
    (x, y), (left, top, width, _) = above, seen
    spot = min(max(x, left + 0.12 * width), left + 0.88 * width), max(y - 0.02 * width, top + 0.05 * width)
    return round_point(spot)


def _widen(values: Sequence[float], room: float, most: int) -> tuple[int, int]:
    """Return the smallest and the largest of `values`, each moved outwards by `room`, within 0 and `most`."""
    return round(max(0, min(values) - room)), round(min(most, max(values) + room))
