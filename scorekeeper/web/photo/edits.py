"""The tiles of a photo as the players left them: what was read, and every correction since, one after the other.

Corrections are words in the page's address, in the order they were made, so nothing has to be remembered anywhere and
the last one can always be taken back. `3` is a tile's place among those read; an added tile takes the next place.

| word        | what it says                                | word       | what it says                              |
|-------------|---------------------------------------------|------------|-------------------------------------------|
| `3is6-4`    | tile 3 shows 6 on its first half, then 4    | `3to2`     | tile 3 belongs to the hand of seat 2      |
| `3ok`       | tile 3 was read right                       | `3all2`    | and so do all tiles that lie with it      |
| `allok`     | every tile was read right                   | `1swap2`   | seats 1 and 2 take each other's tiles     |
| `3gone`     | tile 3 is no tile                           | `3open5_3` | just these ends of tile 3 are open        |
| `add6-4to2` | one more tile, held by seat 2 (0: nobody)   |            |                                           |
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

PhotoPoint = tuple[float, float]

MOST_WORDS = 300
WORD = re.compile(r"(\d{1,3})(is|ok|gone|to|all|swap|open)([\d_-]*)|(allok)|add(\d+-\d+)(?:to(\d))?")
PAIR = re.compile(r"(\d{1,2})-(\d{1,2})")


@dataclass(frozen=True, slots=True)
class Edit:
    """One word: what (`is`, `ok`, `gone`, `to`, `all`, `swap`, `open`, `allok` or `add`) is said of `place`, and its
    `value`."""

    what: str
    place: int
    value: str = ""


@dataclass(frozen=True, slots=True)
class SeenTile:
    """A tile at its `place`. `corners` go clockwise from the first half's short end, in pixels of the photo; none where
    the tile was added. `open` are the ends a player said are open. It is `doubtful` until somebody looked at it.
    """

    place: int
    pips: tuple[int, int]
    corners: tuple[PhotoPoint, ...] = ()
    doubtful: bool = False
    gone: bool = False
    open: tuple[str, ...] | None = None

    @property
    def name(self) -> str:
        return f"{max(self.pips)}-{min(self.pips)}"

    @property
    def double(self) -> bool:
        return self.pips[0] == self.pips[1]

    @property
    def middle(self) -> PhotoPoint:
        """Where it lies, in pixels."""
        return sum(x for x, _ in self.corners) / 4, sum(y for _, y in self.corners) / 4


def read_edits(given: str) -> tuple[Edit, ...]:
    """The corrections in an address; what is none is passed over."""
    found = []
    for word in given.split(".")[:MOST_WORDS]:
        if match := WORD.fullmatch(word):
            place, what, value, all_right, added, seat = match.groups()
            if all_right:
                found.append(Edit("allok", 0))
            else:
                found.append(Edit("add", int(seat or 0), added) if added else Edit(what, int(place), value))
    return tuple(found)


def read_seen_tiles(reading: Mapping[str, Any]) -> tuple[SeenTile, ...]:
    """The tiles as they were read; `reading` is the JSON kept with the photo."""
    return tuple(
        SeenTile(
            place,
            (int(tile["pips"][0]), int(tile["pips"][1])),
            tuple((float(x), float(y)) for x, y in tile["corners"]),
            doubtful=not tile["sure"],
        )
        for place, tile in enumerate(reading.get("tiles", ()))
    )


def apply_edits(read: Sequence[SeenTile], corrections: Iterable[Edit], largest: int) -> tuple[SeenTile, ...]:
    """The tiles after `corrections`; a tile that is `gone` keeps its place. Whose hand it is, `hands_on_photo` says."""
    tiles = list(read)
    for each in corrections:
        if each.what == "add":
            if pips := _pips(each.value, largest):
                tiles.append(SeenTile(len(tiles), pips))
            continue
        if each.what == "allok":
            tiles = [replace(tile, doubtful=False) for tile in tiles]
            continue
        if each.what == "swap" or each.place >= len(tiles):
            continue
        tile = tiles[each.place]
        if each.what == "is" and (pips := _pips(each.value, largest)):
            tile = replace(tile, pips=pips, doubtful=False, open=None)
        elif each.what == "ok":
            tile = replace(tile, doubtful=False)
        elif each.what == "gone":
            tile = replace(tile, gone=True, doubtful=False)
        elif each.what == "open":
            tile = replace(tile, open=tuple(end for end in each.value.split("_") if end))
        tiles[each.place] = tile
    return tuple(tiles)


def _pips(pair: str, largest: int) -> tuple[int, int] | None:
    match = PAIR.fullmatch(pair)
    pips = (int(match[1]), int(match[2])) if match else (largest + 1, 0)
    return pips if max(pips) <= largest else None
