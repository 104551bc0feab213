"""Find the corrections of a photo from the entry that was written: compare the tiles read with those entered."""

from collections.abc import Iterable, Mapping

from scorekeeper.web.photo.tiles import SeenTile


def sort_as_entered(tiles: Iterable[SeenTile], entered: Mapping[str, int]) -> tuple[str, ...]:
    """Return the words of the corrections (see `edits`) that turn the tiles read into those that were `entered`.

    `entered` maps the name of each tile to the seat that held it. A tile that was not entered was corrected to one that
    shares a half with it, or is no tile: if 5-1 and 2-0 were read, and 5-1 and 2-1 entered for seat 1, the words are
    `0to1`, `1is2-1`, `1to1`. Tiles with a hidden half come
    first, since the half that was seen is right.
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
    """Return the tile `name` written so that the half that it shares with `pips` has the same place."""
    high, low = map(int, name.split("-"))
    return f"{high}-{low}" if pips[0] == high or pips[1] == low else f"{low}-{high}"
