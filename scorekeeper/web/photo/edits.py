"""Corrections of the tiles on a photo, made by players.

They are words in the URL of the page, in the order in which they were made. So nothing has to be stored, and the last
one can always be undone. A tile is named by its place among those read; an added tile takes the next place.

| word        | what it says                                | word       | what it says                              |
|-------------|---------------------------------------------|------------|-------------------------------------------|
| `3is6-4`    | tile 3 shows 6 on its first half, then 4    | `3to2`     | tile 3 belongs to the hand of seat 2      |
| `3ok`       | tile 3 was read right                       | `3all2`    | and so do all tiles that lie with it      |
| `allok`     | every tile was read right                   | `1swap2`   | seats 1 and 2 take each other's tiles     |
| `3gone`     | tile 3 is no tile                           | `3open5_3` | just these ends of tile 3 are open        |
| `add6-4to2` | one more tile, held by seat 2 (0: nobody)   | `3is6-`    | the same, and its second half stays hidden|
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from scorekeeper.web.photo.tiles import SeenTile

MOST_WORDS = 300
WORD = re.compile(r"(\d{1,3})(is|ok|gone|to|all|swap|open)([\d_-]*)|(allok)|add(\d+-\d+)(?:to(\d))?")
PAIR = re.compile(r"(\d{1,2})?-(\d{1,2})?")


@dataclass(frozen=True, slots=True)
class Edit:
    """One correction: what it is, for which tile, and its value.

    `what` is `is`, `ok`, `gone`, `to`, `all`, `swap`, `open`, `allok` or `add`. `place` is the tile's place, but a seat
    for `swap` and `add`, and 0 for `allok`.
    """

    what: str
    place: int
    value: str = ""

    @property
    def tells_tile(self) -> bool:
        """Return whether the correction sets the pips of both halves of a tile."""
        return self.what == "is" and all(self.value.partition("-"))


def read_edits(text: str) -> tuple[Edit, ...]:
    """Return the corrections in a URL parameter such as `3is6-4.allok`; invalid words are ignored."""
    edits = []
    for word in text.split(".")[:MOST_WORDS]:
        if match := WORD.fullmatch(word):
            place, what, value, all_right, added, seat = match.groups()
            if all_right:
                edits.append(Edit("allok", 0))
            else:
                edits.append(Edit("add", int(seat or 0), added) if added else Edit(what, int(place), value))
    return tuple(edits)


def apply_edits(read: Sequence[SeenTile], edits: Iterable[Edit], largest: int) -> tuple[SeenTile, ...]:
    """Return the tiles `read` after the corrections `edits`, for a set up to `largest`.

    A tile that is `gone` keeps its place. The corrections of seats are left to `apply_seats`.
    """
    tiles = list(read)
    for edit in edits:
        if edit.what == "add":
            if pips := _read_pips(edit.value, largest, (0, 0)):
                tiles.append(SeenTile(len(tiles), pips))
        elif edit.what == "allok":
            tiles = [replace(tile, doubtful=tile.hidden and tile.doubtful) for tile in tiles]
        elif edit.what != "swap" and edit.place < len(tiles):  # the place of `swap` is a seat
            tiles[edit.place] = _correct_tile(tiles[edit.place], edit, largest)
    return tuple(tiles)


def _correct_tile(tile: SeenTile, edit: Edit, largest: int) -> SeenTile:
    """Return `tile` after the correction `edit` of this tile; unchanged if the correction is invalid."""
    if edit.what == "is" and (pips := _read_pips(edit.value, largest, tile.pips)):
        return replace(tile, pips=pips, doubtful=tile.doubtful and None in pips, open=None)
    if edit.what == "ok":
        return replace(tile, doubtful=False)
    if edit.what == "gone":
        return replace(tile, gone=True, doubtful=False)
    if edit.what == "open":
        return replace(tile, open=tuple(end for end in edit.value.split("_") if end))
    return tile


def _read_pips(pair: str, largest: int, before: tuple[int | None, int | None]) -> tuple[int | None, int | None] | None:
    """Return the pips of the two halves in the text `pair`, such as `6-4`.

    An empty half, as in `6-`, is None if it was hidden `before`. Return None if a set up to `largest` has no such tile.
    """
    match = PAIR.fullmatch(pair)
    if not match:
        return None
    first, second = (int(pips) if pips else None for pips in match.groups())
    halves = zip((first, second), before, strict=True)
    may_be = all(was is None if pips is None else pips <= largest for pips, was in halves)
    return (first, second) if may_be else None
