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
    """A side (player or pair) with its total as text, whether it won, and the marks of its players.

    `label` is a line above the name, or empty.
    """

    name: str
    total: str
    won: bool
    marks: tuple[PicturedMark, ...] = ()
    label: str = ""


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


@dataclass(frozen=True, slots=True)
class PicturedTile:
    """A tile of a layout with its middle at (x, y), in halves of a tile.

    `first` is the half that lies left or, of a tile that lies `upright`, on top; `second` is the other one.
    """

    x: float
    y: float
    upright: bool
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class PicturedMove:
    """A move of a round: how many tiles lie after it, who made it, its points as text, and the total of each side."""

    tiles: int
    who: str
    points: str
    totals: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ReplayPicture:
    """A moving picture of the last moves of a round.

    `frame` is the left, top, width and height of the rectangle around all `tiles`, in halves of a tile.
    """

    game: str
    tiles: tuple[PicturedTile, ...]
    frame: tuple[float, float, float, float]
    moves: tuple[PicturedMove, ...]
