"""The form for the open tiles of a solitaire: tiles picked or typed, ends, and how many are left to draw.

The whole form is in the address: a reload shows the same, and the page of a photo fills it in by a link.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from werkzeug.datastructures import MultiDict

from scorekeeper.engine.layout.positions import Position, read_position
from scorekeeper.engine.rules.solitaire import Solitaire
from scorekeeper.web.forms.form import read_number, split_words
from scorekeeper.web.forms.tile_fields import (
    list_tile_fields,
    put_high_first,
    read_tile_words,
    turn_round,
    write_tile_field,
)

PICKED = ("table", "hand")


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for up to `most` tiles whose order matters: a row, a reserve or a column."""

    name: str
    most: int
    tiles: tuple[str, ...]

    @property
    def full(self) -> bool:
        """Return whether there is no room for another tile."""
        return len(self.tiles) >= self.most

    @property
    def column(self) -> str:
        """Return the number of the column as text; empty for a slot that is no column."""
        return self.name.partition("-")[2]

    @property
    def drawn(self) -> tuple[tuple[str, list[str]], ...]:
        """Return each tile as it was entered, with its two halves in the order in which they lie."""
        return tuple((tile, tile.split("-")) for tile in self.tiles)


@dataclass(frozen=True, slots=True)
class OpenTiles:
    """The form for the open tiles of a solitaire.

    `tiles` are the tiles by field (a column is `column-1`, …) as they were entered; `gone` are those that have been
    removed since. `elsewhere` is the number of tiles that were neither open nor in the boneyard when the assistant was
    first used. `into` is the slot for the next tile tapped; with `look` no more tiles are to be entered.
    """

    solitaire: Solitaire
    tiles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    ends: tuple[str, ...] = ()
    boneyard: str = ""
    gone: tuple[str, ...] = ()
    elsewhere: int = 0
    into: str = ""
    look: bool = False

    @classmethod
    def read(cls, solitaire: Solitaire, fields: MultiDict[str, str]) -> "OpenTiles":
        """Return the form for a solitaire's open tiles from the submitted `fields`.

        The number of tiles in the boneyard is counted down accordingly.
        """
        tiles = {name: read_tile_words(" ".join(fields.getlist(name))) for name in list_tile_fields(solitaire)}
        ends = tuple(
            each for word in split_words(fields.get("ends", "")) for each in (word if word.isdigit() else [word])
        )
        dealt = solitaire.start().boneyard
        sent = cls(
            solitaire,
            tiles,
            ends,
            fields.get("boneyard", "" if dealt is None else str(dealt)).strip(),
            read_tile_words(fields.get("gone", "")),
            read_number(fields.get("elsewhere", "")) or 0,
            fields.get("into", ""),
            "look" in fields,
        )
        return count_boneyard_down(sent, fields.get("was", "" if "boneyard" in fields else sent.boneyard))

    @property
    def entered(self) -> tuple[str, ...]:
        """Return every tile of the solitaire that lies open, as it was entered."""
        return tuple(each for name in list_tile_fields(self.solitaire) for each in self.tiles.get(name, ()))

    @property
    def used(self) -> frozenset[str]:
        """Return the tiles that cannot be picked any more, each with its high half first."""
        ends = (end for end in self.ends if "-" in end)
        return frozenset(map(put_high_first, (*self.entered, *self.gone, *ends)))

    @property
    def fresh(self) -> bool:
        """Return whether no tiles were entered yet."""
        return not (self.entered or self.ends or self.gone)

    @property
    def draws(self) -> bool:
        """Return whether the solitaire has a boneyard to draw from; in others all tiles lie open from the start."""
        return self.solitaire.start().boneyard is not None

    @property
    def unfinished(self) -> bool:
        """Return whether tiles are still to be entered, in a solitaire in which all lie open from the start."""
        return not self.draws and not self.look and len(self.entered) + len(self.gone) < len(self.solitaire.tiles)

    @property
    def slots(self) -> tuple[Slot, ...]:
        """Return the places in which the order of the tiles matters."""
        room = self.solitaire.room
        return tuple(
            Slot(name, room["columns" if name.startswith("column") else name], self.tiles.get(name, ()))
            for name in list_tile_fields(self.solitaire)
            if name not in PICKED
        )

    @property
    def chosen(self) -> str:
        """Return the name of the slot for the next tile: the one that was tapped, else the first with room.

        Empty if all are full.
        """
        with_room = [slot.name for slot in self.slots if not slot.full]
        return self.into if self.into in with_room else next(iter(with_room), "")

    def position(self) -> Position:
        """Return the open tiles as a position of the solitaire.

        Raise RuleError if a tile cannot be read or is there twice.
        """
        lists: dict[str, object] = {name: list(tiles) for name, tiles in self.tiles.items() if "column" not in name}
        lists["columns"] = [list(tiles) for name, tiles in self.tiles.items() if "column" in name]
        typed = read_number(self.boneyard)
        lists["boneyard"] = self.boneyard if self.boneyard and typed is None else typed
        return read_position(lists | {"ends": list(self.ends)}, self.solitaire.largest)

    # -- taps --------------------------------------------------------------------------------------------------------

    def tapped(self, do: str) -> "OpenTiles":
        """Return the form for a solitaire's open tiles after one tap.

        `add 6-4` puts a tile into the chosen slot, `take 6-4` removes it, `turn 6-4` turns it round, `into column-2`
        chooses a slot, `look` ends entering.
        """
        what, _, value = do.partition(" ")
        if what == "into":
            return replace(self, into=value)
        if what == "look":
            return replace(self, look=True)
        if what == "add" and self.chosen and put_high_first(value) not in self.used:
            name = self.chosen
            return replace(self, tiles={**self.tiles, name: (*self.tiles.get(name, ()), value)}, into=name)
        if what == "take":
            holder = next((slot.name for slot in self.slots if value in slot.tiles), "")
            return replace(self, tiles=self._with(lambda each: () if each == value else (each,)), into=holder)
        if what == "turn":
            return replace(self, tiles=self._with(lambda each: (turn_round(each) if each == value else each,)))
        return self

    def _with(self, change: Callable[[str], tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
        """Return the tiles by field after `change`, which returns for each tile what takes its place."""
        return {name: tuple(new for each in tiles for new in change(each)) for name, tiles in self.tiles.items()}

    def after(self, position: Position) -> "OpenTiles":
        """Return the form for the `position` that follows by a move.

        Tiles that are no longer in it are added to `gone`.
        """
        tiles = {name: write_tile_field(position, name) for name in list_tile_fields(self.solitaire)}
        still = {put_high_first(each) for some in tiles.values() for each in some}
        left = tuple(each for each in map(put_high_first, self.entered) if each not in still)
        ends = tuple(map(str, position.ends))
        after = replace(self, tiles=tiles, ends=ends, gone=(*self.gone, *left))
        return count_boneyard_down(after, after.boneyard)

    def showing(self, tiles: Mapping[str, tuple[str, ...]]) -> "OpenTiles":
        """Return the form with exactly these open `tiles`, by field."""
        form = replace(self, tiles={name: tiles.get(name, ()) for name in list_tile_fields(self.solitaire)})
        return count_boneyard_down(form, form.boneyard)

    def query(self) -> dict[str, str]:
        """Return the open tiles as the parameters of an address, without empty ones."""
        fields = {name: " ".join(tiles) for name, tiles in self.tiles.items()}
        fields |= {"ends": " ".join(self.ends), "gone": " ".join(self.gone), "into": self.into}
        fields |= {"elsewhere": str(self.elsewhere or ""), "look": "1" if self.look else ""}
        fields = {name: value for name, value in fields.items() if value}
        return fields | {"boneyard": self.boneyard} if self.draws else fields


def count_boneyard_down(form: OpenTiles, was: str) -> OpenTiles:
    """Return the form with its boneyard reduced by the tiles drawn, unless the player typed a new number.

    `was` is the number before: if the form has another one, it was typed. All tiles are open, gone, elsewhere or in the
    boneyard: of 28, with 7 open, 2 gone and 5 elsewhere, 14 can be drawn. Until the first move nothing is counted down:
    the player is still picking what was dealt.
    """
    start = form.solitaire.start().boneyard
    if start is None:
        return form
    everything, seen = len(form.solitaire.tiles), len(form.entered) + len(form.gone)
    typed = read_number(form.boneyard)
    if not form.ends and not form.gone:
        return replace(form, elsewhere=max(everything - seen - (start if typed is None else typed), 0))
    if form.boneyard != was:
        return replace(form, elsewhere=0 if typed is None else max(everything - seen - typed, 0))
    if typed is None:
        return form
    return replace(form, boneyard=str(min(max(everything - seen - form.elsewhere, 0), start)))
