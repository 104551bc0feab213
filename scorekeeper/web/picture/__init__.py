"""A picture of a result to send to others: drawn as a PNG, felt, letters, tiles and all, from finished values.

`result` draws it with OpenCV, which is installed with the reader of photos; nothing else here needs that.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PicturedSide:
    """A side with its total as it is written."""

    name: str
    total: str
    won: bool


@dataclass(frozen=True, slots=True)
class ResultPicture:
    """Everything that stands in the picture, in the reader's language; of `lines` each is a sentence of its own.

    There are no `sides` where one plays alone: the lines tell how it ended.
    """

    game: str
    day: str
    heading: str
    sides: tuple[PicturedSide, ...]
    lines: tuple[str, ...]
    tally: str
