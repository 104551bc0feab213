"""A photo being looked over: what was read, the corrections so far, and the form of the pad that it fills in.

All of it stands in the page's address. Nothing is written here: the filled form is sent by who has seen it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from werkzeug.datastructures import MultiDict

from scorekeeper.engine.sheet.fold import Sheet
from scorekeeper.web.forms.ends import EndsForm
from scorekeeper.web.forms.form import read_number
from scorekeeper.web.forms.round import RoundForm
from scorekeeper.web.photo.edits import PhotoPoint, SeenTile, apply_edits, read_edits, read_seen_tiles
from scorekeeper.web.photo.ends import PhotoLayout, find_layout, list_choices, read_joins
from scorekeeper.web.photo.hands import ON_TABLE, Heap, apply_seats, find_heaps, find_layouts, guess_seats
from scorekeeper.web.photo.outlines import Cutting, Outline, cut_out, draw_outline, find_label_spot, find_region

Purpose = Literal["hands", "ends"]
PAD_FIELDS = ("ended", "lead", "hand", "player", "placed", "replaces", "along", "seen", "post")


def read_pad_fields(sheet: Sheet, given: Mapping[str, str]) -> dict[str, str]:
    """What the pad's form held, to go with the photo and back."""
    hands = [f"hand-{seat}" for seat in range(1, len(sheet.seating.players) + 1)]
    return {name: value for name in (*PAD_FIELDS, *hands) if (value := given.get(name, ""))}


@dataclass(frozen=True)
class Review:
    """`pad` are the fields of the pad's form as they were, `words` the corrections, `chosen` the place of the tile that
    is being looked at, or `add2` where one is being added to the hand of seat 2 (`add0`: to none). Only where tiles lie
    is shown of the photo, unless the `whole` of it is asked for.
    """

    sheet: Sheet
    purpose: Purpose
    reading: Mapping[str, Any]
    pad: Mapping[str, str]
    words: tuple[str, ...] = ()
    chosen: int | str | None = None
    whole: bool = False

    @classmethod
    def read(cls, sheet: Sheet, purpose: Purpose, reading: Mapping[str, Any], given: MultiDict[str, str]) -> "Review":
        """The review as its address says."""
        words = tuple(word for word in given.get("edits", "").split(".") if word)
        review = cls(sheet, purpose, reading, read_pad_fields(sheet, given), words, whole="whole" in given)
        return review.at(given.get("tile", ""))

    def at(self, tile: str) -> "Review":
        """With a tile chosen; where none is named, the doubtful one, if there is one alone."""
        if tile == "none":
            return self._with(chosen=None)
        if re.fullmatch(r"add\d", tile):
            return self._with(chosen=tile)
        if (place := read_number(tile)) in self.there:
            return self._with(chosen=place)
        return self._with(chosen=self.doubtful[0].place if len(self.doubtful) == 1 else None)

    def tapped(self, do: str) -> "Review":
        """After one tap: `say 3is6-4` (corrects), `undo`, `tile 3`, `whole`; `ended out 2`, `player Bo`, `seen 5`."""
        what, _, value = do.partition(" ")
        if what == "say":
            after = self._with(words=(*self.words, value))
            if value.endswith(("ok", "gone")):
                return after.at("")
            if value.startswith("add") and self.purpose == "ends":
                return after.at(str(len(after.tiles) - 1))  # to say which of its ends are open
            return after.at("none" if self.chosen is None else str(self.chosen))
        if what == "undo":
            return self._with(words=self.words[:-1]).at("none")
        if what == "tile":
            return self.at(value)
        if what == "whole":
            return self._with(whole=not self.whole)
        return self._with(pad={**self.pad, what: value}) if what in ("ended", "player", "seen") else self

    @property
    def address(self) -> dict[str, str]:
        """What stands in the address."""
        tile = "none" if self.chosen is None else str(self.chosen)
        return {"for": self.purpose, "edits": ".".join(self.words), **self.pad, "tile": tile} | (
            {"whole": "1"} if self.whole else {}
        )

    # -- the tiles ---------------------------------------------------------------------------------------------------

    @cached_property
    def read_tiles(self) -> tuple[SeenTile, ...]:
        return read_seen_tiles(self.reading)

    @cached_property
    def tiles(self) -> tuple[SeenTile, ...]:
        """Every tile that was ever there, in its place."""
        words = read_edits(".".join(self.words))
        return apply_edits(self.read_tiles, words, self.sheet.variant.largest)

    @property
    def there(self) -> dict[int, SeenTile]:
        """The tiles that are there, by place."""
        return {tile.place: tile for tile in self.tiles if not tile.gone}

    @property
    def doubtful(self) -> tuple[SeenTile, ...]:
        """The tiles to look at first."""
        return tuple(tile for tile in self.there.values() if tile.doubtful)

    @property
    def twice(self) -> tuple[str, ...]:
        """Tiles that are there more than once, though a set has them once."""
        names = [tile.name for tile in self.there.values()]
        return tuple(sorted({name for name in names if names.count(name) > 1}))

    @property
    def holes(self) -> tuple[tuple[SeenTile, SeenTile], ...]:
        """The pairs of tiles between which one seems to be missing, until a tile is added."""
        if any(not tile.corners for tile in self.there.values()):
            return ()
        pairs = (doubt["tiles"] for doubt in self.reading["warnings"] if doubt["key"] == "tile_missing")
        return tuple((self.there[a], self.there[b]) for a, b in pairs if a in self.there and b in self.there)

    @property
    def names(self) -> frozenset[str]:
        """The tiles that are there, by name."""
        return frozenset(tile.name for tile in self.there.values())

    @property
    def tile(self) -> SeenTile | None:
        """The chosen tile."""
        return self.there.get(self.chosen) if isinstance(self.chosen, int) else None

    @property
    def size(self) -> tuple[int, int]:
        """The photo's width and height, in the pixels of every outline."""
        width, height = self.reading["size"]
        return int(width), int(height)

    @cached_property
    def seen(self) -> tuple[int, int, int, int]:
        """The part of the photo that is shown: left, top, width, height."""
        return (0, 0, *self.size) if self.whole else find_region(self.read_tiles, self.size)

    @property
    def nearer(self) -> bool:
        """Whether a part of the photo is not shown, or would not be."""
        return find_region(self.read_tiles, self.size) != (0, 0, *self.size)

    @property
    def outlines(self) -> tuple[Outline, ...]:
        """Every tile that lies on the photo; the doubtful and the chosen one last, which draws them on top."""
        drawn = sorted(self.there.values(), key=lambda tile: (tile.place == self.chosen, tile.doubtful))
        return tuple(draw_outline(tile, self.seen[2]) for tile in drawn if tile.corners)

    @property
    def labels(self) -> dict[int, PhotoPoint]:
        """Where the name of each seat is written on the photo."""
        if self.purpose == "ends":
            return {}
        on_photo = {seat: [tile for tile in self.held(seat) if tile.corners] for seat in self.round.seats}
        return {seat: find_label_spot(tiles, self.seen) for seat, tiles in on_photo.items() if tiles}

    @property
    def compared(self) -> tuple[tuple[SeenTile, Cutting], ...]:
        """The doubtful tiles beside each other, each cut out of the photo; none while one tile is looked at."""
        some = self.chosen is None and len(self.doubtful) > 1
        return tuple((tile, cut_out(tile)) for tile in self.doubtful) if some else ()

    @property
    def cutting(self) -> Cutting | None:
        """The chosen tile, cut out of the photo."""
        return cut_out(self.tile) if self.tile and self.tile.corners else None

    # -- hands -------------------------------------------------------------------------------------------------------

    @cached_property
    def round(self) -> RoundForm:
        """The pad's form as it was before the photo: who is out, and who holds tiles."""
        return RoundForm.read(self.sheet, MultiDict(self.pad))

    @cached_property
    def heaps(self) -> tuple[Heap, ...]:
        """As they were read: a tile taken away moves no other hand to another player."""
        hands = [group for group in self.reading.get("groups", ()) if tuple(group) not in self.on_table]
        return find_heaps(self.read_tiles, hands, len(self.round.seats)) + self.on_table

    @cached_property
    def on_table(self) -> tuple[Heap, ...]:
        """The heaps that are layouts, as they were read."""
        return find_layouts(self.reading.get("groups", ()), read_joins(self.reading))

    @cached_property
    def seats(self) -> dict[int, int]:
        """The seat that each tile there belongs to, by place; 0 where nobody knows, ON_TABLE where it is nobody's."""
        seating, form = self.sheet.seating, self.round
        out = form.player(form.out) if form.out else None
        opposing = (
            [seating.players.index(player) + 1 for player in seating.opponents(seating.side_of(out))] if out else []
        )
        hands = self.heaps[: len(self.heaps) - len(self.on_table)]
        guessed = guess_seats(hands, form.seats, opposing, form.hand if "hand" in self.pad else None)
        guessed |= {place: ON_TABLE for heap in self.on_table for place in heap}
        words = read_edits(".".join(self.words))
        given = apply_seats(guessed, len(self.read_tiles), self.heaps, words, form.seats)
        return {place: given.get(place, 0) for place in self.there}

    def held(self, seat: int) -> tuple[SeenTile, ...]:
        """The tiles in the hand of a seat."""
        return tuple(tile for place, tile in self.there.items() if self.seats[place] == seat)

    @property
    def homeless(self) -> tuple[tuple[SeenTile, ...], ...]:
        """The heaps that nobody has been given yet."""
        rest = {tile.place: tile for tile in self.held(0)}
        found = [tuple(rest.pop(place) for place in heap if place in rest) for heap in self.heaps]
        return tuple(heap for heap in [*found, tuple(rest.values())] if heap)

    # -- the layout --------------------------------------------------------------------------------------------------

    @cached_property
    def layout(self) -> PhotoLayout:
        return find_layout(self.tiles, read_joins(self.reading), self.sheet)

    def choices(self, tile: SeenTile) -> tuple[tuple[str, ...], ...]:
        """What can be open of a tile."""
        return list_choices(tile)

    # -- the form it fills in ----------------------------------------------------------------------------------------

    @cached_property
    def form(self) -> RoundForm | EndsForm:
        return (RoundForm if self.purpose == "hands" else EndsForm).read(self.sheet, MultiDict(self.filled))

    @property
    def filled(self) -> dict[str, str]:
        """The fields of the pad's form, filled in from the photo."""
        if self.purpose == "ends":
            return {**self.pad, "kind": "ends", "ends": " ".join(self.layout.ends)}
        held = {f"hand-{seat}": " ".join(tile.name for tile in self.held(seat)) for seat in self.round.seats}
        return {**self.pad, "kind": "round", "by": "tiles", **{name: tiles for name, tiles in held.items() if tiles}}

    def _with(self, **changed: Any) -> "Review":
        now = {"words": self.words, "pad": self.pad, "chosen": self.chosen, "whole": self.whole, **changed}
        return Review(self.sheet, self.purpose, self.reading, **now)
