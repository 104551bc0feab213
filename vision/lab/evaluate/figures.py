"""Figures over all photos: the shares of right tiles, photos and open ends, and the calibration of confidence."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import mean, median

from .judge import PhotoVerdict

BINS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 1.0)
"""The limits of the rows of the reliability table; the last row includes its upper limit."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Counts over some photos, and the rates that follow from them. A rate without cases is 1."""

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
        """The share of the right tiles that are sure, so that no player needs to check them."""
        return (self.sure - self.sure_wrong) / self.right if self.right else 1.0

    @property
    def precision(self) -> float:
        """The share of the tiles read that are right."""
        return self.right / self.read if self.read else 1.0

    @property
    def recall(self) -> float:
        """The share of the tiles on the photos that were read right."""
        return self.right / self.tiles if self.tiles else 1.0

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        both = self.read + self.tiles
        return 2 * self.right / both if both else 1.0


@dataclass(frozen=True, slots=True)
class Bin:
    """A row of the reliability table: of `count` tiles with a confidence in low…high, `right` are right."""

    low: float
    high: float
    count: int
    right: int
    confidence: float


def count(verdicts: Iterable[PhotoVerdict]) -> Figures:
    """Return the figures over `verdicts`."""
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
    """Return the verdicts on photos with a readable tile."""
    return tuple(verdict for verdict in verdicts if verdict.label.tiles)


def list_without_tiles(verdicts: Iterable[PhotoVerdict]) -> tuple[PhotoVerdict, ...]:
    """Return the verdicts on photos without a readable tile; every reading that is not forgiven is an invented one."""
    return tuple(verdict for verdict in verdicts if not verdict.label.tiles)


def group_by_kind(verdicts: Sequence[PhotoVerdict], kind: str) -> dict[str, Figures]:
    """Return the figures for each value of `kind` ("origin", "difficulty", "layout", "tile_colour"), in order of value.

    Photos without a tile are left out.
    """
    verdicts = list_with_tiles(verdicts)
    values = sorted({verdict.label.kinds.get(kind, "") for verdict in verdicts})
    return {value: count(v for v in verdicts if v.label.kinds.get(kind, "") == value) for value in values}


def measure_mean_f1(figures: Iterable[Figures]) -> float:
    """Return the mean of F1 over `figures`; each counts the same, however many photos it has."""
    return mean([each.f1 for each in figures] or [1.0])


def measure_reliability(verdicts: Iterable[PhotoVerdict]) -> tuple[Bin, ...]:
    """Return the reliability table: the BINS in which any tile was read.

    The confidence is calibrated if `right` ÷ `count` equals `confidence`, the mean of the row.
    """
    guesses = [guess for verdict in verdicts for guess in verdict.guesses]
    rows = []
    for low, high in pairwise(BINS):
        within = [g for g in guesses if low <= g.confidence < high or (high == BINS[-1] and g.confidence >= high)]
        if within:
            right = sum(guess.right for guess in within)
            rows.append(Bin(low, high, len(within), right, mean(guess.confidence for guess in within)))
    return tuple(rows)


def find_worst(verdicts: Iterable[PhotoVerdict], most: int) -> tuple[PhotoVerdict, ...]:
    """Return at most `most` photos with a fault, those with the most faults first."""
    faulty = [verdict for verdict in verdicts if verdict.wrong]
    return tuple(sorted(faulty, key=lambda verdict: (-verdict.faults, verdict.label.photo))[:most])


def measure_time_ratio(verdicts: Sequence[PhotoVerdict]) -> float | None:
    """Return the median over photos of the reading time ÷ the time to decode the file; None if it was not measured."""
    ratios = [verdict.ms / verdict.decode_ms for verdict in verdicts if verdict.decode_ms]
    return median(ratios) if ratios else None
