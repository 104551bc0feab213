"""Whether the open ends are right on rendered lines that no training saw, and whether wrong ones bear a doubt."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from vision import Eye, Photo, read
from vision.reading import Half, Join, Reading, ReadTile
from vision.render.layouts import Touch
from vision.render.scene import Scene, TrueTile
from vision.render.studio import Studio

from .line import open_ends

SETS = (6, 9, 6, 12)
"""The sets that lie there, in turn, by their largest half."""
SIZE = 800
SEED = 6_600_000
"""No line that joins are fitted on begins there."""
UNCLEAR = "layout_unclear"


@dataclass(frozen=True, slots=True)
class LinesRead:
    """Of so many `lines` how many had every tile read right and none invented; the rest speaks of these alone: how
    many had their open ends `right`, how many bear a doubt of their layout, and how many of both.
    """

    lines: int
    all_read: int
    right: int
    doubted: int
    right_doubted: int

    @property
    def wrong(self) -> int:
        """How many had other open ends."""
        return self.all_read - self.right

    @property
    def wrong_doubted(self) -> int:
        """How many of these bear a doubt."""
        return self.doubted - self.right_doubted


def tell_true_reading(true: Sequence[TrueTile], touches: Sequence[Touch]) -> Reading:
    """The reading that a line should have: its tiles and what touches (as nobody asks for sides, all at an end)."""
    tiles = tuple(
        ReadTile(
            tile.corners, (Half(tile.pips[0], 1, tile.centres[0]), Half(tile.pips[1], 1, tile.centres[1])), 1, True
        )
        for tile in true
    )
    joins = tuple(
        Join(touch.a, touch.a_part, "end", touch.b, touch.b_part, "end", "joint")  # type: ignore[arg-type]  # parts
        for touch in touches
    )
    return Reading((SIZE, SIZE), tiles, joins)


def render_lines(count: int) -> Iterator[Scene]:
    """`count` played lines; always the same."""
    studio = Studio(SEED, SIZE)
    yield from (studio.line(SETS[number % len(SETS)]) for number in range(count))


def read_lines(count: int, find_tiles: Eye | None = None) -> LinesRead:
    """What is read of `count` rendered lines."""
    verdicts = []
    for scene in render_lines(count):
        reading, true = (
            read(Photo(scene.image, (SIZE, SIZE)), find_tiles=find_tiles),
            tell_true_reading(scene.tiles, scene.touches),
        )
        if is_all_read(reading.tiles, true):
            doubted = any(doubt.key == UNCLEAR for doubt in reading.warnings)
            verdicts.append((open_ends(reading) == open_ends(true), doubted))
    return count_lines(count, verdicts)


def is_all_read(tiles: Sequence[ReadTile], true: Reading) -> bool:
    """Every tile that lies there was read right, and none was invented."""
    return Counter(tile.name for tile in tiles) == Counter(tile.name for tile in true.tiles)


def count_lines(lines: int, verdicts: Sequence[tuple[bool, bool]]) -> LinesRead:
    """The counts over `lines`: `verdicts` say of those that were all read whether they are right, and doubted."""
    return LinesRead(
        lines,
        len(verdicts),
        sum(right for right, _ in verdicts),
        sum(doubted for _, doubted in verdicts),
        sum(right and doubted for right, doubted in verdicts),
    )


def write_lines(found: LinesRead) -> str:
    """The counts in words."""
    return "\n".join(
        [
            f"{found.lines} lines, every tile read right on {found.all_read}; of these:",
            f"open ends right  {found.right} of {found.all_read}",
            f"  of the wrong bear a doubt  {found.wrong_doubted} of {found.wrong}",
            f"  of the right bear one      {found.right_doubted} of {found.right}",
        ]
    )
