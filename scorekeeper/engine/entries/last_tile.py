"""The last tile of a player or a round, the open ends before it was laid, and the bonuses called with it."""

from dataclasses import dataclass

from scorekeeper.engine.entries.reader import FieldReader
from scorekeeper.engine.tiles import End, Tile


@dataclass(frozen=True, slots=True)
class LastTile:
    """The last tile that was laid, None if nobody named it, and the open `ends` before it was laid.

    `called` holds the keys of the bonuses that were called when a player went out with it, or in Batida its kind.
    """

    tile: Tile | None = None
    ends: tuple[End, ...] = ()
    called: tuple[str, ...] = ()


NOT_NAMED = LastTile()
LAST_TILE_FIELDS = ("bonus", "win", "last", "last_ends")
WINS = ("plain", "double", "both_ends", "both_ends_double")  # the kinds of last tile in Batida


def read_last_tile(reader: FieldReader) -> LastTile:
    """Return the last tile of a round from the fields `last`, `last_ends`, `bonus` and `win` of a match file.

    The kind in `win` is added to the keys in `bonus`. Problems are added to `reader.findings`.
    """
    called, tile, kind = reader.read_keys("bonus"), reader.read_tile("last"), reader.read_word("win", WINS)
    if kind is not None and kind not in called:
        called = (*called, kind)
    return LastTile(tile, _read_ends(reader), called)


def _read_ends(reader: FieldReader) -> tuple[End, ...]:
    """Return the ends in the field `last_ends`: two, or one for a double that lay alone; empty if left out."""
    if "last_ends" not in reader.data:
        return ()
    ends = reader.read_ends("last_ends")
    if len(ends) > 2:
        reader.findings.add("too_many_ends", "last_ends", most=2)
    elif sum(end.halves for end in ends) < 2:
        reader.findings.add("too_few_ends", "last_ends")
    return ends
