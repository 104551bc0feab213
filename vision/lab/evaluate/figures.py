"""All photos together: how many tiles, photos and open ends were right, and whether confidence means what it says."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import mean, median

from .judge import PhotoVerdict

BINS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 1.0)
"""Where the rows of the reliability table begin and end; the last one includes its end."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Counts over some photos, and the rates that follow. A rate of nothing is 1: nothing was read wrongly."""

    photos: int
    photos_right: int
    tiles: int
    read: int
    right: int
    sure: int
    sure_wrong: int
    ends: int
    ends_right: int

    @property
    def sure_share(self) -> float:
        """Of the tiles read right, the share that nobody needs to look at."""
        return (self.sure - self.sure_wrong) / self.right if self.right else 1.0

    @property
    def precision(self) -> float:
        """Of the tiles read, the share that is right."""
        return self.right / self.read if self.read else 1.0

    @property
    def recall(self) -> float:
        """Of the tiles lying there, the share that was read right."""
        return self.right / self.tiles if self.tiles else 1.0

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        both = self.read + self.tiles
        return 2 * self.right / both if both else 1.0


@dataclass(frozen=True, slots=True)
class Bin:
    """A row of the reliability table: of `count` tiles read with confidence in low…high, how many were right."""

    low: float
    high: float
    count: int
    right: int
    confidence: float


def count(verdicts: Iterable[PhotoVerdict]) -> Figures:
    """The figures over `verdicts`."""
    verdicts = tuple(verdicts)
    guesses = [guess for verdict in verdicts for guess in verdict.guesses]
    sure = [guess for guess in guesses if guess.sure]
    ends = [verdict.ends_right for verdict in verdicts if verdict.ends_right is not None]
    return Figures(
        photos=len(verdicts),
        photos_right=sum(verdict.entirely_right for verdict in verdicts),
        tiles=sum(verdict.label.tiles.total() for verdict in verdicts),
        read=len(guesses),
        right=sum(guess.right for guess in guesses),
        sure=len(sure),
        sure_wrong=sum(not guess.right for guess in sure),
        ends=len(ends),
        ends_right=sum(ends),
    )


def list_with_tiles(verdicts: Iterable[PhotoVerdict]) -> tuple[PhotoVerdict, ...]:
    """Those of photos on which a readable tile lies; on the others there is nothing to be read right."""
    return tuple(verdict for verdict in verdicts if verdict.label.tiles)


def list_without_tiles(verdicts: Iterable[PhotoVerdict]) -> tuple[PhotoVerdict, ...]:
    """Those of photos on which no readable tile lies: what is read there, and not forgiven, is invented."""
    return tuple(verdict for verdict in verdicts if not verdict.label.tiles)


def group_by_kind(verdicts: Sequence[PhotoVerdict], kind: str) -> dict[str, Figures]:
    """The figures for each value of `kind` ("origin", "difficulty", "layout", "tile_colour"), in order of value.

    Only over photos with a tile: where none lies there is no rate.
    """
    verdicts = list_with_tiles(verdicts)
    values = sorted({verdict.label.kinds.get(kind, "") for verdict in verdicts})
    return {value: count(v for v in verdicts if v.label.kinds.get(kind, "") == value) for value in values}


def measure_mean_f1(figures: Iterable[Figures]) -> float:
    """The plain mean of F1, each of `figures` counting the same however many photos it has."""
    return mean([each.f1 for each in figures] or [1.0])


def measure_reliability(verdicts: Iterable[PhotoVerdict]) -> tuple[Bin, ...]:
    """The reliability table: rows of BINS in which any tile was read. Confidence means what it says where `right` ÷
    `count` equals `confidence`, the mean of the row."""
    guesses = [guess for verdict in verdicts for guess in verdict.guesses]
    rows = []
    for low, high in pairwise(BINS):
        within = [g for g in guesses if low <= g.confidence < high or (high == BINS[-1] and g.confidence >= high)]
        if within:
            right = sum(guess.right for guess in within)
            rows.append(Bin(low, high, len(within), right, mean(guess.confidence for guess in within)))
    return tuple(rows)


def find_worst(verdicts: Iterable[PhotoVerdict], most: int) -> tuple[PhotoVerdict, ...]:
    """The photos with any fault, the most faults first, at most `most`."""
    faulty = [verdict for verdict in verdicts if verdict.wrong]
    return tuple(sorted(faulty, key=lambda verdict: (-verdict.faults, verdict.label.photo))[:most])


def measure_time_ratio(verdicts: Sequence[PhotoVerdict]) -> float | None:
    """The median over photos of the time to read ÷ the time just to decode the same file; None if not measured."""
    ratios = [verdict.ms / verdict.decode_ms for verdict in verdicts if verdict.decode_ms]
    return median(ratios) if ratios else None
