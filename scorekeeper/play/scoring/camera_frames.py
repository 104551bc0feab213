"""The tiles on a frame of the camera: which they are, and which of them touch."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from scorekeeper.engine.layout.photo import JoinOnPhoto, TileOnPhoto
from scorekeeper.engine.tiles import Tile, make_tile


class TileOnFrame(TileOnPhoto, Protocol):
    """A tile on a frame of the camera, with its `corners` in pixels; `sure` says that nobody needs to check it."""

    @property
    def corners(self) -> Sequence[tuple[float, float]]: ...
    @property
    def sure(self) -> bool: ...


class LayoutOnFrame(Protocol):
    """The tiles on a frame of `size` (width and height in pixels), and the joins between them."""

    @property
    def size(self) -> tuple[int, int]: ...
    @property
    def tiles(self) -> Sequence[TileOnFrame]: ...
    @property
    def joins(self) -> Sequence[JoinOnPhoto]: ...


@dataclass(frozen=True, slots=True)
class CorrectedTile:
    """A tile on a frame that was read wrongly, with the pips that the players have entered."""

    pips: tuple[int | None, int | None]
    corners: Sequence[tuple[float, float]]
    sure: bool = True


def correct_tile(tile: TileOnFrame, right: Tile) -> CorrectedTile:
    """Return a tile on a frame with the pips of the tile `right`; the half that both share stays in its place."""
    first, second = tile.pips
    high, low = right.halves
    pips = (high, low) if first == high or second == low else (low, high)
    return CorrectedTile(pips, tile.corners)


def name_tiles(tiles: Sequence[TileOnFrame]) -> dict[Tile, int]:
    """Return the index of each tile that has no hidden half, by tile."""
    indexes: dict[Tile, int] = {}
    for at, tile in enumerate(tiles):
        one, other = tile.pips
        if one is not None and other is not None:
            indexes[make_tile(one, other)] = at
    return indexes


def list_neighbours(at: int, lying: Mapping[Tile, int], joins: Sequence[JoinOnPhoto]) -> frozenset[Tile]:
    """Return the tiles that are joined to the one at index `at`."""
    pairs = [(join.a, join.b) for join in joins if join.kind == "joint" and at in (join.a, join.b)]
    others = {b if a == at else a for a, b in pairs}
    return frozenset(tile for tile, index in lying.items() if index in others)


def join_to(tiles: Collection[Tile], touching: Mapping[Tile, Collection[Tile]]) -> set[Tile]:
    """Return `tiles` and all tiles that are joined to them, directly or through others."""
    joined = set(tiles)
    todo = list(tiles)
    for tile in todo:
        new = set(touching[tile]) - joined
        joined |= new
        todo += new
    return joined
