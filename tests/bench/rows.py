"""Measured figures with or without a goal, and functions that compare the times of two jobs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter


@dataclass(frozen=True)
class Row:
    """A figure with a goal: its `value` in `unit` ("×" for a ratio) should be `at_most` or `at_least` a number."""

    what: str
    value: float
    at_most: float | None = None
    unit: str = "×"
    at_least: float | None = None

    @property
    def missed(self) -> bool:
        """Whether the goal is missed."""
        too_much = self.at_most is not None and self.value > self.at_most
        return too_much or (self.at_least is not None and self.value < self.at_least)

    def __str__(self) -> str:
        goal = f"≤ {self.at_most:g}" if self.at_most is not None else f"≥ {self.at_least:g}"
        return f"{'✗' if self.missed else '✓'} {self.what:<84} {self.value:>8.3g} {self.unit:<3} goal {goal}"


@dataclass(frozen=True)
class Note:
    """Figures without a goal: what they are of, and a line that has them."""

    what: str
    figures: str
    missed = False

    def __str__(self) -> str:
        return f"· {self.what:<44} {self.figures}"


def seconds(job: Callable[[], object]) -> float:
    """Return how many seconds a job takes once."""
    start = perf_counter()
    job()
    return perf_counter() - start


def ratio(job: Callable[[], object], measure: Callable[[], object], times: int = 30) -> float:
    """Return how many times as long `job` takes as `measure`.

    They take turns, so that a busy machine slows both; the median counts.
    """
    job()
    measure()
    pairs = [(seconds(job), seconds(measure)) for _ in range(times)]
    return median(mine for mine, _ in pairs) / median(bare for _, bare in pairs)


def find_percentile(values: Sequence[float], share: float) -> float:
    """Return the smallest value that at least this share of the values does not exceed (0.99: the p99)."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]
