"""The order of the open ends of a layout: a changed end keeps its place, a new arm comes last.

So the left end on the table stays the left end on the pad, whether tiles or ends were entered.
"""

from collections.abc import Sequence

from scorekeeper.engine.tiles import End, Tile

Spot = tuple[Tile | None, End]  # the tile of an open end (None: unknown) and the end


def keep_places(before: Sequence[Spot], after: Sequence[Spot]) -> tuple[Spot, ...]:
    """Return the spots of `after` in the order of `before`.

    New spots take the places of removed ones; those for which no place is left come last.

    For example, a 2-0 laid to the 0 of `0 3` leaves `2 3`, and a 5-3 laid to a lone `5-5` leaves `5-5 3`.
    """
    left = list(after)
    row: list[Spot | None] = [_take(left, spot) for spot in before]
    # A double with one covered half keeps the place of its former end.
    row = [each or _take_of_double(left, spot[0]) for each, spot in zip(row, before, strict=True)]
    row = [each or (left.pop(0) if left else None) for each in row]
    return (*(each for each in row if each), *left)


def put_as_typed(typed: Sequence[End], before: Sequence[Spot], after: Sequence[Spot]) -> tuple[Spot, ...]:
    """Return the spots of `after` in the order of the `typed` ends, which are the same ends.

    Of several equal ends, one that stands at the same index in `before` stays there.
    """
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
    """Remove `spot` from `left` and return it; None if it is not in the list."""
    if spot not in left:
        return None
    left.remove(spot)
    return spot


def _take_of_double(left: list[Spot], tile: Tile | None) -> Spot | None:
    """Remove the first spot of `tile` from `left` and return it; None if there is none or `tile` is no double."""
    return next((_take(left, each) for each in left if tile and tile.double and each[0] == tile), None)
