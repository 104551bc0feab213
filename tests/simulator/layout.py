"""Tiles on a table and their open halves, by plain counting (docs/rules.md §0.4)."""

from collections.abc import Iterator
from dataclasses import dataclass, field

Tile = tuple[int, int]  # the higher half first


def list_tiles(largest: int) -> tuple[Tile, ...]:
    return tuple((high, low) for high in range(largest + 1) for low in range(high + 1))


TILES: tuple[Tile, ...] = list_tiles(6)


def write_tile(tile: Tile) -> str:
    return f"{tile[0]}-{tile[1]}"


def count_pips(tiles: list[Tile]) -> int:
    return sum(high + low for high, low in tiles)


@dataclass(frozen=True)
class Place:
    """Where a tile can be laid: at the half of `at` that shows `pip`; without `at` as the first tile."""

    at: Tile | None = None
    pip: int = -1


FIRST = Place()


@dataclass
class OnTable:
    """Tiles on a table: for each the halves that have a neighbour, of a double one item for each neighbour.

    `kind` is how doubles grow: `line` goes straight on; a double of `spin` takes four tiles, the last two at its short
    ends; of `spin_one` only the first double does; one of `endwise` lies like any tile; one of `fork` lies crosswise
    and goes on at both its halves, and the first one of a round has just these two ends. The first one of `cross` takes
    four tiles before any other does.
    """

    kind: str
    joined: dict[Tile, list[int]] = field(default_factory=dict)

    def copy(self) -> "OnTable":
        return OnTable(self.kind, {tile: list(halves) for tile, halves in self.joined.items()})

    def _ways(self, tile: Tile) -> int:
        """Return how many tiles a double takes in all."""
        if self.kind == "cross":
            return 4 if tile == next(iter(self.joined)) else 2
        if self.kind == "fork":
            return 2 if tile == next(iter(self.joined)) else 3
        first_double = next(each for each in self.joined if each[0] == each[1])
        return 4 if self.kind == "spin" or (self.kind == "spin_one" and tile == first_double) else 2

    def _open_halves(self, tile: Tile) -> list[int]:
        """Return the halves that count as open, a double's half twice while both of its halves count."""
        neighbours = self.joined[tile]
        if tile[0] != tile[1]:
            return [half for half in tile if half not in neighbours]
        if self.kind in ("fork", "endwise"):
            return [tile[0]] * (self._ways(tile) - len(neighbours))
        return [tile[0]] * 2 if len(neighbours) < (2 if self.kind != "cross" else self._ways(tile)) else []

    @property
    def ends(self) -> list[str]:
        """The open ends as a match file has them: `5`, or `5-5` for a double both of whose halves count."""
        found = []
        for tile in self.joined:
            halves = self._open_halves(tile)
            whole = tile[0] == tile[1] and len(halves) == 2
            found += [write_tile(tile)] if whole else [str(half) for half in halves]
        return found

    @property
    def open_halves(self) -> list[int]:
        return [half for tile in self.joined for half in self._open_halves(tile)]

    def list_places(self) -> Iterator[Place]:
        if not self.joined:
            yield FIRST
        first = next(iter(self.joined), None)
        cross = first is not None and self.kind == "cross" and len(self.joined[first]) < 4
        for tile, neighbours in self.joined.items():
            if cross and tile != first:
                continue
            if tile[0] != tile[1]:
                yield from (Place(tile, half) for half in tile if half not in neighbours)
            elif len(neighbours) < self._ways(tile):
                yield Place(tile, tile[0])

    def lay(self, tile: Tile, place: Place, join: int) -> None:
        """Lay `tile` with its half `join` at an open place."""
        if place.at is not None:
            self.joined[place.at].append(place.pip)
        self.joined[tile] = [] if place.at is None else [join]
