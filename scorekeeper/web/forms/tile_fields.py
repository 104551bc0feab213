"""The form fields of a solitaire that hold tiles, and how tiles are typed into them."""

from scorekeeper.engine.layout.positions import Position
from scorekeeper.engine.rules.solitaire import Solitaire
from scorekeeper.web.forms.form import split_words


def list_tile_fields(solitaire: Solitaire) -> tuple[str, ...]:
    """Return the names of the fields that hold tiles: for Fem kolonner `reserve`, `column-1`, … `column-5`."""
    names: list[str] = []
    for name in solitaire.room:
        if name == "columns":
            names.extend(f"column-{number}" for number in range(1, len(solitaire.start().columns) + 1))
        elif name != "ends":
            names.append(name)
    return tuple(names)


def write_tile_field(position: Position, field: str) -> tuple[str, ...]:
    """Return the tiles of `position` that belong in the form field `field`, as text."""
    name, _, number = field.partition("-")
    tiles: tuple[object, ...] = position.columns[int(number) - 1] if name == "column" else getattr(position, name)
    return tuple(map(str, tiles))


def read_tile_words(typed: str) -> tuple[str, ...]:
    """Return typed text as tiles: `6-4 53, 2110` gives `6-4`, `5-3`, `2-1`, `1-0`.

    A word that is no tile stays as it is.
    """
    words: list[str] = []
    for word in split_words(typed):
        pairs = word.isascii() and word.isdigit() and len(word) % 2 == 0
        words.extend(f"{word[at]}-{word[at + 1]}" for at in range(0, len(word), 2)) if pairs else words.append(word)
    return tuple(words)


def turn_round(tile: str) -> str:
    """Return the tile with its halves exchanged: `6-4` gives `4-6`."""
    return "-".join(reversed(tile.split("-")))


def put_high_first(tile: str) -> str:
    """Return the tile with its higher half first: `4-6` gives `6-4`, whichever way the tile lies."""
    return "-".join(sorted(tile.split("-"), reverse=True))
