"""The last tile of a player or of a round, the ends that it found, and what was called with it."""

from dataclasses import dataclass

from scorekeeper.engine.entries.reader import FieldReader
from scorekeeper.engine.tiles import End, Tile


@dataclass(frozen=True, slots=True)
class LastTile:
    """The `tile` that was laid last, where somebody named it, and the open `ends` that it found.

    `called` are the keys of the bonuses that were called when somebody went out with it.
    """

    tile: Tile | None = None
    ends: tuple[End, ...] = ()
    called: tuple[str, ...] = ()


NOT_NAMED = LastTile()


def read_last_tile(reader: FieldReader, called: tuple[str, ...]) -> LastTile:
    """What a match file says of the last tile of a round, with what was `called`."""
    tile = reader.read_tile("last")
    return LastTile(tile, _read_ends(reader), called)


def _read_ends(reader: FieldReader) -> tuple[End, ...]:
    """The two ends of a line; a double that lay alone as one."""
    if "last_ends" not in reader.data:
        return ()
    ends = reader.read_ends("last_ends")
    if len(ends) > 2:
        reader.findings.add("too_many_ends", "last_ends", most=2)
    elif sum(end.halves for end in ends) < 2:
        reader.findings.add("too_few_ends", "last_ends")
    return ends
