"""The last tile of a player or a round, the open ends before it was laid, and the bonuses called with it."""

from dataclasses import dataclass

from scorekeeper.engine.entries.reader import FieldReader
from scorekeeper.engine.tiles import End, Tile


@dataclass(frozen=True, slots=True)
class LastTile:
    """The last tile that was laid, None if nobody named it, and the open `ends` before it was laid.

    `called` holds the keys of the bonuses that were called when a player went out with it.
    """

    tile: Tile | None = None
    ends: tuple[End, ...] = ()
    called: tuple[str, ...] = ()


NOT_NAMED = LastTile()


def read_last_tile(reader: FieldReader, called: tuple[str, ...]) -> LastTile:
    """Return the last tile of a round as the fields `last` and `last_ends` of a match file give it.

    `called` are the keys of the bonuses called with it. Problems are added to `reader.findings`.
    """
    tile = reader.read_tile("last")
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
