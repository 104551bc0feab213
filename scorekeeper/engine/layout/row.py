"""The open ends as they lie on the table: an end that changes stays in its place, a new arm comes last.

The players' left stays the pad's left, however the tiles came to be known.
"""

from collections.abc import Sequence

from scorekeeper.engine.tiles import End, Tile

Spot = tuple[Tile | None, End]  # an open end and the tile that shows it, where that is known


def keep_places(before: Sequence[Spot], after: Sequence[Spot]) -> tuple[Spot, ...]:
    """The spots of `after`, each where it was in `before`; what is new takes the places of what went, and then the end.

    E.g. at `0 3` a 2-0 laid to the 0 leaves `2 3`, and at a lone `5-5` a 5-3 leaves `5-5 3`.
    """
    left = list(after)
    row: list[Spot | None] = [_take(left, spot) for spot in before]
    # A double of which one half was covered is the same end that shows less.
    row = [each or _take_of(left, spot[0]) for each, spot in zip(row, before, strict=True)]
    row = [each or (left.pop(0) if left else None) for each in row]
    return (*(each for each in row if each), *left)


def put_as_typed(typed: Sequence[End], before: Sequence[Spot], after: Sequence[Spot]) -> tuple[Spot, ...]:
    """The spots of `after` in the order in which their ends were `typed`; of equal ones each stays where it was."""
    left = list(after)
    same = [_take(left, spot) if spot[1] == end else None for end, spot in zip(typed, before, strict=False)]
    same += [None] * (len(typed) - len(same))
    row = []
    for end, spot in zip(typed, same, strict=True):
        row.append(spot or next(each for each in left if each[1] == end))
        if spot is None:
            left.remove(row[-1])
    return tuple(row)


def _take(left: list[Spot], spot: Spot) -> Spot | None:
    if spot not in left:
        return None
    left.remove(spot)
    return spot


def _take_of(left: list[Spot], tile: Tile | None) -> Spot | None:
    """The next spot of a double that has one still."""
    return next((_take(left, each) for each in left if tile and tile.double and each[0] == tile), None)
