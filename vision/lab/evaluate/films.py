"""Evaluation on rendered films: whether the tracker reports each move in time, and only tiles that are on the table."""

import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from vision import TileFinder
from vision.lab.render.films import FRAMES_A_SECOND, REACH, Film, make_film
from vision.lab.render.lines import WAYS
from vision.tracking import Tracker

SEED = 7_700_000
TILES = 20
IN_TIME = 2.0
"""Seconds after the hand has left within which a move should be reported."""
TILTS = 15, 50
"""The least and the largest tilt, in degrees from straight above."""
SIZES = (1280, 720), (1920, 1080)


@dataclass(frozen=True, slots=True)
class FilmsRead:
    """The results for a number of `moves`: those reported as sure `in_time`, and those reported at all (`told`).

    `wrong` counts tiles reported as sure that were not there, `wrong_asked` those about which players were asked.
    `seconds` is the time that the tracker took for all `frames`.
    """

    moves: int
    in_time: int
    told: int
    wrong: int
    wrong_asked: int
    frames: int
    seconds: float


def render_films(count: int) -> Iterator[Film]:
    """Yield `count` films with both sizes, all ways of lines, and any tilt; the same each time."""
    ways = tuple(WAYS)
    for number in range(count):
        tilt = float(np.radians(np.random.default_rng(SEED + number).uniform(*TILTS)))
        size = SIZES[number % len(SIZES)]
        yield make_film(SEED + number, TILES, way=ways[number % len(ways)], size=size, tilt=tilt, knocks=True)


def read_films(count: int, find_tiles: TileFinder | None = None) -> FilmsRead:
    """Return the counts for `count` rendered films."""
    moves = in_time = told = wrong = wrong_asked = frames = 0
    seconds = 0.0
    for film in render_films(count):
        names = [(min(pips), max(pips)) for pips in film.tiles]
        tracker = Tracker(film.largest, find_tiles)
        left: dict[int, int] = {}  # by move, the frame on which the hand has left
        first: dict[tuple[int, int], tuple[int, bool]] = {}  # by tile, the frame of its report, and whether it was sure
        invented: dict[tuple[int, int], bool] = {}
        for number, frame in enumerate(film.frames()):
            left.setdefault(frame.laid, number + REACH)
            start = time.perf_counter()
            reading = tracker.watch(frame.image)
            seconds += time.perf_counter() - start
            frames += 1
            for tile in () if reading is None else reading.tiles:
                if tile.name in names[: frame.laid]:
                    if tile.sure or tile.name not in first:
                        before = first.get(tile.name, (number, False))
                        first[tile.name] = before if before[1] else (number, tile.sure)
                elif tile.name is not None:
                    invented[tile.name] = invented.get(tile.name, False) or tile.sure
        moves += len(names)
        told += len(first)
        for laid, name in enumerate(names, 1):
            at, sure = first.get(name, (0, False))
            in_time += sure and at <= left[laid] + IN_TIME * FRAMES_A_SECOND
        wrong += sum(invented.values())
        wrong_asked += len(invented) - sum(invented.values())
    return FilmsRead(moves, in_time, told, wrong, wrong_asked, frames, seconds)


def write_films(found: FilmsRead) -> str:
    """Return the counts in words."""
    return "\n".join(
        [
            f"{found.moves} moves",
            f"told for sure within {IN_TIME:g} s  {found.in_time} ({found.in_time / found.moves:.1%})",
            f"told, or asked about     {found.told} ({found.told / found.moves:.1%})",
            f"told for sure but wrong  {found.wrong}",
            f"asked about but wrong    {found.wrong_asked}",
            f"{found.seconds / found.frames * 1000:.0f} ms a frame on the mean of {found.frames}",
        ]
    )
