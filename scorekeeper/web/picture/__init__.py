"""The picture of a result, to send to others: a PNG drawn from finished texts.

`result` draws it with OpenCV, which is installed with the reader of photos; nothing else here needs that.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PicturedMark:
    """A player's mark: the numbers of its colour and shape, and the initials on it."""

    colour: int
    shape: int
    initials: str


@dataclass(frozen=True, slots=True)
class PicturedSide:
    """A side (player or pair) with its total as text, whether it won, and the marks of its players."""

    name: str
    total: str
    won: bool
    marks: tuple[PicturedMark, ...] = ()


@dataclass(frozen=True, slots=True)
class PicturedCurve:
    """The totals of a side during the match: the mark of its first player, and points (x, y).

    Both run from 0 to 1, to the right and downwards.
    """

    mark: PicturedMark
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class ResultPicture:
    """The texts of the picture, in the reader's language.

    `sides` is empty for a solitaire, whose result is in `lines`; each of `lines` is a sentence. `tally` is the
    evening's tally, or empty. `chart` is empty for a match that is too short for one.
    """

    game: str
    day: str
    heading: str
    sides: tuple[PicturedSide, ...]
    lines: tuple[str, ...]
    tally: str
    chart: tuple[PicturedCurve, ...] = ()
