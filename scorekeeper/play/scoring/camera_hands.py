"""The assignment of open tiles to players by the places where the players sit around the picture of a camera."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from scorekeeper.engine.tiles import Tile

PLACES: Mapping[str, tuple[float, float]] = {
    "top-left": (0, 0),
    "top": (0.5, 0),
    "top-right": (1, 0),
    "left": (0, 0.5),
    "right": (1, 0.5),
    "bottom-left": (0, 1),
    "bottom": (0.5, 1),
    "bottom-right": (1, 1),
}
"""The places where a player can sit: a point at the border of the picture, as fractions of its width and height."""


class TileAtPlace(Protocol):
    """A tile in a picture, with its `corners` in pixels."""

    @property
    def corners(self) -> Sequence[tuple[float, float]]: ...


def find_open_hands(
    tiles: Mapping[Tile, TileAtPlace], size: tuple[int, int], seats: Mapping[str, str]
) -> Mapping[str, tuple[Tile, ...]]:
    """Return the open hand of each player: those of the `tiles` that lie nearest to the player's place.

    `size` is that of the picture in pixels, and `seats` has a key of PLACES by player.
    """
    hands: dict[str, list[Tile]] = {player: [] for player in seats}
    for name, tile in tiles.items():
        x, y = (
            sum(values) / len(tile.corners) / length
            for values, length in zip(zip(*tile.corners, strict=True), size, strict=True)
        )
        hands[min(seats, key=lambda player: _measure_square(PLACES[seats[player]], (x, y)))].append(name)
    return {player: tuple(sorted(hand)) for player, hand in hands.items()}


def _measure_square(one: tuple[float, float], other: tuple[float, float]) -> float:
    """Return the square of the distance between two points."""
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
