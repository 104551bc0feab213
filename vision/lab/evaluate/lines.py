"""Whether the open ends are right on rendered lines that no training saw, and whether wrong ones bear a doubt."""

from collections.abc import Iterator
from dataclasses import dataclass

from vision import Photo, TileFinder, read
from vision.lab.render.scene import Scene
from vision.lab.render.studio import Studio
from vision.lab.render.truth import is_all_read, tell_true_reading

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


def render_lines(count: int) -> Iterator[Scene]:
    """`count` played lines; always the same."""
    studio = Studio(SEED, SIZE)
    yield from (studio.line(SETS[number % len(SETS)]) for number in range(count))


def read_lines(count: int, find_tiles: TileFinder | None = None) -> LinesRead:
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
    return LinesRead(
        count,
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
