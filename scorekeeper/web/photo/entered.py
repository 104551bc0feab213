"""How a photo had been corrected, told from the entry that was written: the tiles read against the tiles entered."""

from collections.abc import Iterable, Mapping

from scorekeeper.web.photo.tiles import SeenTile


def sort_as_entered(tiles: Iterable[SeenTile], entered: Mapping[str, int]) -> tuple[str, ...]:
    """The corrections that make of the tiles read those that were `entered`, by name with the seat that held each.

    A tile that was not entered was corrected to one that shares a half with it, or it is none: of 5-1 and 2-0 read,
    and 5-1 and 2-1 entered for seat 1, they are `0to1`, `1is2-1`, `1to1`. Those with a hidden half come first, since
    the half that was seen is right.
    """
    tiles = tuple(tiles)
    read = {tile.name for tile in tiles}
    left = [name for name in entered if name not in read]
    words = []
    for tile in sorted(tiles, key=lambda tile: not tile.hidden):
        name = tile.name
        if name not in entered:
            shared = [other for other in left if set(other.split("-")) & set(name.split("-"))]
            if not shared:
                words.append(f"{tile.place}gone")
                continue
            name = shared[0]
            left.remove(name)
            words.append(f"{tile.place}is{_turn_like(tile.pips, name)}")
        words.append(f"{tile.place}to{entered[name]}")
    return tuple(words)


def _turn_like(pips: tuple[int | None, int | None], name: str) -> str:
    """The tile `name` written so that the half it shares with `pips` has the same place."""
    high, low = map(int, name.split("-"))
    return f"{high}-{low}" if pips[0] == high or pips[1] == low else f"{low}-{high}"
