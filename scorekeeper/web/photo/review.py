"""The review of a photo: its reading, the corrections so far, and the form of the pad that it fills in.

The whole state is in the URL of the page, and a tap leads to the next URL. Nothing is written here: the user sends the
filled-in form after seeing it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from werkzeug.datastructures import MultiDict

from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.vision import Reading
from scorekeeper.web.forms import find_forms
from scorekeeper.web.forms.ends import EndsForm
from scorekeeper.web.forms.form import SENT_ALONG, Form, list_fields, read_number
from scorekeeper.web.forms.own_hand import OwnHand
from scorekeeper.web.forms.round import RoundForm
from scorekeeper.web.forms.typed_hand import read_hand_field
from scorekeeper.web.photo.cutting import Cutting, cut_out_tile
from scorekeeper.web.photo.drawing import PhotoDrawing, draw_photo
from scorekeeper.web.photo.edits import Edit, apply_edits, read_edits
from scorekeeper.web.photo.ends import OpenChoice, PhotoLayout, find_layout, keep_places, list_choices
from scorekeeper.web.photo.hands import ON_TABLE, PhotoHands, find_hands, find_own_hand
from scorekeeper.web.photo.tiles import PhotoTiles, SeenTile, list_seen_tiles

Purpose = Literal["hands", "hand", "ends"]
# The photo changes the entry, so doubts that were accepted before must be asked again.
CARRIED = tuple(name for name in SENT_ALONG if name not in ("photo", "accepted"))
TAPPED = ("ended", "lead", "locked_by", "player", "seen")
ADDING = re.compile(r"add(\d)")


def read_pad_fields(sheet: Sheet, parameters: MultiDict[str, str]) -> dict[str, str]:
    """Return the fields of the pad's form in `parameters`, which are sent along with a photo and returned with it.

    A field that occurs more than once, such as the tiles picked for a hand, is returned as one text. Empty fields are
    left out.
    """
    forms: tuple[type[Form] | type[OwnHand], ...] = (*find_forms().values(), OwnHand)
    names = {name for form in forms if form.photo_of for name in form.fields} | set(CARRIED)
    raw = {name: parameters.getlist(name) for name in list_fields(sorted(names), len(sheet.seating.players))}
    fields = {
        name: read_hand_field(values) if name.startswith("hand-") else " ".join(values) for name, values in raw.items()
    }
    return {name: value for name, value in fields.items() if value}


def find_pad_fields(purpose: Purpose, pad: Mapping[str, str]) -> dict[str, str]:
    """Return the URL parameters that show the pad's form as it was before the photo.

    `pad` are the fields that were sent along with the photo.
    """
    if purpose == "hand":
        return dict(pad)
    if purpose == "hands":
        return {**pad, "kind": "round"}
    if "replaces" in pad and "ends" not in pad:
        return {"correct": pad["replaces"]}
    return {**pad, "kind": "ends"}


@dataclass(frozen=True)
class Review:
    """The review of a photo.

    `purpose` is what the photo shows: all `hands`, one `hand` or the open `ends`. `pad` are the fields of the pad's
    form as they were, `words` the corrections; `whole` shows all of the photo. `tile` names the tile to look at: its
    place, `last` for the one with the last place, `none`, or empty for the first with a hidden half, or the doubtful
    one if there is only one; `add2` adds a tile to the hand of seat 2 (`add0`: to none).

    A tap changes these fields alone. What follows from them (`tiles`, `hands` or `layout`, `form`, `drawing`) is
    computed on first use and cached.
    """

    sheet: Sheet
    purpose: Purpose
    reading: Reading
    pad: Mapping[str, str]
    words: tuple[str, ...] = ()
    tile: str = "none"
    whole: bool = False

    @classmethod
    def read(cls, sheet: Sheet, purpose: Purpose, reading: Reading, fields: MultiDict[str, str]) -> "Review":
        """Return the review of a reading for the form of `purpose`; the query parameters `fields` have corrections."""
        words = tuple(word for word in fields.get("edits", "").split(".") if word)
        pad = read_pad_fields(sheet, fields)
        return cls(sheet, purpose, reading, pad, words, fields.get("tile", ""), "whole" in fields)

    def tapped(self, do: str) -> "Review":
        """Return the review after one tap; an unknown tap changes nothing.

        `say 3is6-4` adds a correction, `undo` removes the last one, `tile 3` selects a tile, `whole` switches between
        the whole photo and its part with tiles; `ended out 2`, `lead Bo`, `locked_by Bo`, `player Bo` and `seen 5` set
        fields of the pad's form.
        """
        what, _, value = do.partition(" ")
        if what == "say":
            tile = self.tile
            if value.endswith(("ok", "gone")) or self._answers(value):
                tile = ""
            elif value.startswith("add") and self.purpose == "ends":
                tile = "last"  # to say which of its ends are open
            return replace(self, words=(*self.words, value), tile=tile)
        if what == "undo":
            return replace(self, words=self.words[:-1], tile="none")
        if what == "tile":
            return replace(self, tile=value)
        if what == "whole":
            return replace(self, whole=not self.whole)
        return replace(self, pad={**self.pad, what: value}) if what in TAPPED else self

    def _answers(self, word: str) -> bool:
        """Return whether the correction `word` is the first one that sets the pips of a hidden half."""
        corrected = {edit.place for edit in self.edits if edit.tells_tile}
        hidden = {
            place for place, tile in enumerate(self.reading.tiles) if tile.name is None and place not in corrected
        }
        return any(edit.tells_tile and edit.place in hidden for edit in read_edits(word))

    @property
    def address(self) -> dict[str, str]:
        """Return the parameters of the URL of this photo's page, with the selected tile by its place."""
        tile = self.tile if self.adding is not None else "none" if self.chosen is None else str(self.chosen)
        return {"for": self.purpose, "edits": ".".join(self.words), **self.pad, "tile": tile} | (
            {"whole": "1"} if self.whole else {}
        )

    # -- the tiles ---------------------------------------------------------------------------------------------------

    @cached_property
    def edits(self) -> tuple[Edit, ...]:
        """Return the corrections of this photo's reading made so far, in order."""
        return read_edits(".".join(self.words))

    @cached_property
    def tiles(self) -> PhotoTiles:
        """Return the tiles as they were read and as they are after the corrections."""
        read = list_seen_tiles(self.reading)
        return PhotoTiles(read, apply_edits(read, self.edits, self.sheet.game.largest))

    @property
    def adding(self) -> int | None:
        """Return the seat to whose hand a tile is being added (0: nobody's); None if none is."""
        match = ADDING.fullmatch(self.tile)
        return int(match[1]) if match else None

    @cached_property
    def chosen(self) -> int | None:
        """Return the place of the tile that is being looked at; None if none is."""
        if self.tile == "none" or self.adding is not None:
            return None
        place = len(self.tiles.now) - 1 if self.tile == "last" else read_number(self.tile)
        if place in self.tiles.remaining:
            return place
        first = self.to_look_at[0] if self.to_look_at else None
        return first.place if first and (first.hidden or len(self.to_look_at) == 1) else None

    @cached_property
    def incomplete(self) -> tuple[SeenTile, ...]:
        """Return the tiles whose hidden half must be entered before the photo is used, because it would count."""
        if self.purpose == "ends":
            return tuple(self.tiles.remaining[place] for place in self.layout.unknown)
        return tuple(tile for tile in self.tiles.hidden if self.hands.seats[tile.place] != ON_TABLE)

    @cached_property
    def to_look_at(self) -> tuple[SeenTile, ...]:
        """Return the tiles that somebody should look at.

        Tiles with hidden halves come first, beginning with those in `incomplete`; then the doubtful ones.
        """
        left = (tile for tile in self.tiles.hidden if tile.doubtful and tile not in self.incomplete)
        return (*self.incomplete, *left, *self.tiles.doubtful)

    @property
    def looked_at(self) -> SeenTile | None:
        """Return the tile that is being looked at; None if none is."""
        return None if self.chosen is None else self.tiles.remaining[self.chosen]

    @property
    def unread(self) -> bool:
        """Return whether the reader failed on this photo."""
        return any(doubt.key == "unread" for doubt in self.reading.warnings)

    # -- whose they are, or what is open -------------------------------------------------------------------------------

    @cached_property
    def hands(self) -> PhotoHands:
        """Return whose tiles lie on the photo, by the first guess and the corrections of players."""
        before = RoundForm.read(self.sheet, MultiDict(self.pad))
        if self.purpose == "hand":
            return find_own_hand(self.reading, self.tiles, self.edits, before, self.seat)
        return find_hands(self.reading, self.tiles, self.edits, before, before.hand if "hand" in self.pad else None)

    @property
    def seat(self) -> int:
        """Return the seat whose hand the photo shows, if it is a photo of one hand; 1 if none is named."""
        seat = read_number(self.pad.get("seat", ""))
        return seat if seat and seat <= len(self.sheet.seating.players) else 1

    @cached_property
    def layout(self) -> PhotoLayout:
        """Return the layout on the photo and its open ends, by the rules of the match and the corrections."""
        return find_layout(self.tiles, self.reading, self.sheet)

    @cached_property
    def filled(self) -> Mapping[str, str]:
        """Return the fields of the pad's form, filled in from the photo.

        Fields that depend on a hidden half keep their values.
        """
        if self.purpose == "ends" and self.incomplete:
            return {**self.pad, "kind": "ends"}
        if self.purpose == "ends":
            whose = {name: value for name, value in self.pad.items() if name != "chosen"}
            ends = keep_places(self.layout.ends, tuple(map(str, self.sheet.layout.ends)))
            return {**whose, "kind": "ends", "ends": " ".join(ends)}
        held = {
            f"hand-{seat}": " ".join(tile.name for tile in self.hands.held[seat])
            for seat in self.hands.owners
            if seat not in self.incomplete_seats
        }
        pad = dict(self.pad)
        if self.purpose == "hands":
            pad.pop("hand", None)  # the pad turns to the next hand that is still to be entered
        return {**pad, "kind": "round", "by": "tiles", **{name: tiles for name, tiles in held.items() if tiles}}

    @cached_property
    def form(self) -> RoundForm | EndsForm:
        """Return the pad's form (for hands or open ends), filled in from the photo."""
        return (EndsForm if self.purpose == "ends" else RoundForm).read(self.sheet, MultiDict(self.filled))

    @property
    def pips(self) -> Mapping[int, int | None]:
        """Return the pips of each seat's hand as read on the photo, None if unknown; empty on a photo of open ends."""
        form = self.form
        if not isinstance(form, RoundForm):
            return {}
        return {seat: None if seat in self.incomplete_seats else form.pips(seat) for seat in form.seats}

    @property
    def incomplete_seats(self) -> frozenset[int]:
        """Return the seats that hold a tile whose hidden half must be entered."""
        return frozenset(self.hands.seats[tile.place] for tile in self.incomplete)

    @property
    def before(self) -> Mapping[str, str]:
        """Return the fields that show the pad's form as it was before the photo."""
        return find_pad_fields(self.purpose, self.pad)

    # -- what is shown -----------------------------------------------------------------------------------------------

    @cached_property
    def drawing(self) -> PhotoDrawing:
        """Return the photo with every tile outlined."""
        about = self.layout if self.purpose == "ends" else self.hands
        return draw_photo(self.reading.size, self.tiles, about, self.chosen, self.whole)

    @property
    def cutting(self) -> Cutting | None:
        """Return the part of the photo with the tile that is being looked at; None if there is none."""
        return cut_out_tile(self.looked_at) if self.looked_at and self.looked_at.corners else None

    @property
    def compared(self) -> tuple[tuple[SeenTile, Cutting], ...]:
        """Return the doubtful tiles, each with its part of the photo, to be compared.

        Empty while a tile is being looked at or added, and if only one is doubtful.
        """
        some = self.chosen is None and self.adding is None and len(self.tiles.doubtful) > 1
        return tuple((tile, cut_out_tile(tile)) for tile in self.tiles.doubtful) if some else ()

    @property
    def choices(self) -> tuple[OpenChoice, ...]:
        """Return the choices of open ends of the tile that is being looked at; empty if there is none."""
        tile = self.looked_at
        if not tile or self.purpose != "ends":
            return ()
        known = tile.place not in self.layout.unknown
        return list_choices(tile, self.layout.open.get(tile.place, ()) if known else None)
