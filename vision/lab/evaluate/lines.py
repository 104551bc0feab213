"""Evaluation of open ends on rendered lines that no training has, and of the doubts about wrong ones."""

from collections.abc import Iterator
from dataclasses import dataclass

from vision import Photo, TileFinder, read
from vision.lab.render.scene import Scene
from vision.lab.render.studio import Studio
from vision.lab.render.truth import is_all_read, tell_true_reading

from .open_ends import open_ends

SETS = (6, 9, 6, 12)
"""The sets on the tables, in turn, by their largest half."""
SIZE = 800
SEED = 6_600_000
"""A seed that no line for fitting the joins has."""
UNCLEAR = "layout_unclear"


@dataclass(frozen=True, slots=True)
class LinesRead:
    """The results for a number of `lines`.

    The other counts are of the lines in which every tile was read right and none was invented: their number, how many
    have the `right` open ends, how many have a doubt about their layout, and how many both.
    """

    lines: int
    all_read: int
    right: int
    doubted: int
    right_doubted: int

    @property
    def wrong(self) -> int:
        """The number of lines with wrong open ends."""
        return self.all_read - self.right

    @property
    def wrong_doubted(self) -> int:
        """The number of lines with wrong open ends that have a doubt."""
        return self.doubted - self.right_doubted


def render_lines(count: int) -> Iterator[Scene]:
    """Yield `count` played lines, the same in each run."""
    studio = Studio(SEED, SIZE)
    yield from (studio.line(SETS[number % len(SETS)]) for number in range(count))


def read_lines(count: int, find_tiles: TileFinder | None = None) -> LinesRead:
    """Return the results for `count` rendered lines."""
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
    """Return the counts in words."""
    return "\n".join(
        [
            f"{found.lines} lines, every tile read right on {found.all_read}; of these:",
            f"open ends right  {found.right} of {found.all_read}",
            f"  of the wrong bear a doubt  {found.wrong_doubted} of {found.wrong}",
            f"  of the right bear one      {found.right_doubted} of {found.right}",
        ]
    )
