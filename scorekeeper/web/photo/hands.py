"""Find the player of each tile on a photo of hands: tiles that lie together are a hand, and hands lie in turn order.

This is only a first guess; a tap assigns a hand, or a single tile, to another player. The photo may also have the
layout on it: tiles that are joined end to end belong to nobody, and neither does a tile that is on the table by the
sheet.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.vision import Reading
from scorekeeper.web.forms.form import read_number
from scorekeeper.web.forms.round import RoundForm
from scorekeeper.web.photo.edits import Edit
from scorekeeper.web.photo.heaps import Heap, find_heaps, find_layouts
from scorekeeper.web.photo.tiles import PhotoTiles, SeenTile

NOBODY: Final = 0
ON_TABLE: Final = 9
"""The value in place of a seat for a tile of the layout or the boneyard."""


@dataclass(frozen=True, slots=True)
class PhotoHands:
    """The seats of the tiles on a photo.

    `owners` are the seats that can hold tiles, with their players, in turn order. `seats` has the seat of each tile, by
    place: 0 if unknown, ON_TABLE if nobody holds it. `held` has the tiles by seat. `homeless` are the heaps (tiles that
    lie together), or their remaining tiles, whose player is unknown.
    """

    owners: Mapping[int, str]
    seats: Mapping[int, int]
    held: Mapping[int, tuple[SeenTile, ...]]
    homeless: tuple[tuple[SeenTile, ...], ...]


def find_hands(
    reading: Reading, tiles: PhotoTiles, edits: Sequence[Edit], form: RoundForm, requested: int | None
) -> PhotoHands:
    """Return the seat of each tile on the photo, by a first guess and the corrections `edits`.

    `form` is the pad's form before the photo, which has the player who is out; `requested` is the seat whose hand was
    to be photographed, or None. The heaps consist of the tiles as they were read, so that removing a tile moves no hand
    to another player.
    """
    may_hold = form.seats
    lying = find_lying(tiles, form.sheet)
    layouts = find_layouts(reading.groups, reading.joins)
    layouts += tuple(group for group in reading.groups if group not in layouts and lying.issuperset(group))
    hands = find_heaps(tiles.read, [group for group in reading.groups if group not in layouts], len(may_hold))
    heaps = hands + layouts
    guessed = guess_seats(hands, may_hold, form.counting, requested)
    guessed |= dict.fromkeys((*lying, *(place for heap in layouts for place in heap)), ON_TABLE)
    corrected = apply_seats(guessed, len(tiles.read), heaps, edits, may_hold)
    seats = {place: corrected.get(place, NOBODY) for place in tiles.remaining}
    held = {
        seat: tuple(tile for place, tile in tiles.remaining.items() if seats[place] == seat)
        for seat in (*may_hold, NOBODY, ON_TABLE)
    }
    rest = {tile.place: tile for tile in held[NOBODY]}
    homeless = [tuple(rest.pop(place) for place in heap if place in rest) for heap in heaps]
    owners = {seat: form.player(seat) for seat in may_hold}
    return PhotoHands(owners, seats, held, tuple(heap for heap in [*homeless, tuple(rest.values())] if heap))


def find_own_hand(reading: Reading, tiles: PhotoTiles, edits: Sequence[Edit], form: RoundForm, seat: int) -> PhotoHands:
    """Return the tiles of a photo of one hand, that of `seat`: all tiles except a layout that lies next to them.

    `edits` are the players' corrections, and `form` is the pad's form before the photo.
    """
    lying = find_lying(tiles, form.sheet)
    around = lying.union(*find_layouts(reading.groups, reading.joins))
    on_table = around if around < {tile.place for tile in tiles.read} else lying
    guessed = {tile.place: ON_TABLE if tile.place in on_table else seat for tile in tiles.read}
    corrected = apply_seats(guessed, len(tiles.read), (tuple(on_table),) if on_table else (), edits, (seat,))
    seats = {place: corrected.get(place) or seat for place in tiles.remaining}
    held = {
        each: tuple(tile for place, tile in tiles.remaining.items() if seats[place] == each)
        for each in (seat, ON_TABLE)
    }
    return PhotoHands({seat: form.player(seat)}, seats, held, ())


def find_lying(tiles: PhotoTiles, sheet: Sheet) -> frozenset[int]:
    """Return the places of the tiles that, by the sheet, lie on the table in this round."""
    seen = {str(tile) for tile in sheet.layout.seen}
    return frozenset(place for place, tile in tiles.remaining.items() if tile.name in seen)


def guess_seats(
    heaps: Sequence[Heap], seats: Sequence[int], counting: Sequence[int], requested: int | None
) -> dict[int, int]:
    """Return a guess of the seat of each tile, by place.

    `heaps` are the places of the tiles that lie together. If there are as many heaps as `seats`, or as seats whose
    hands count (`counting`), they lie in turn order. A single heap is the hand of the seat `requested`. Otherwise the
    seats are unknown, 0.
    """
    if len(heaps) == 1 and requested in seats and len(seats) > 1:
        order: Sequence[int] = [requested or NOBODY]
    else:
        order = next((each for each in (seats, counting) if len(each) == len(heaps)), [NOBODY] * len(heaps))
    return {place: seat for heap, seat in zip(heaps, order, strict=True) for place in heap}


def apply_seats(
    guessed: Mapping[int, int], read: int, heaps: Sequence[Heap], edits: Iterable[Edit], seats: Sequence[int]
) -> dict[int, int]:
    """Return the seat of each tile after the corrections `edits`, which start from the `guessed` seats.

    `read` is the number of tiles that were read; further ones were added by corrections. `heaps` are the tiles that lie
    together, and `seats` those that can hold tiles.
    """
    corrected, added = dict(guessed), read
    for edit in edits:
        if edit.what == "add":
            corrected[added] = edit.place
            added += 1
        elif edit.what == "to" and edit.place < added:
            corrected[edit.place] = _read_seat(edit.value)
        elif edit.what == "all":
            heap = next((heap for heap in heaps if edit.place in heap), (edit.place,))
            corrected |= dict.fromkeys(heap, _read_seat(edit.value))
        elif edit.what == "swap":
            other = {edit.place: _read_seat(edit.value), _read_seat(edit.value): edit.place}
            corrected = {place: other.get(seat, seat) for place, seat in corrected.items()}
    return {place: seat if seat in (*seats, ON_TABLE) else NOBODY for place, seat in corrected.items()}


def _read_seat(value: str) -> int:
    """Return the number of a seat; 0 (nobody) if it is not one."""
    return read_number(value) or NOBODY
