"""One measured figure, and how the time of one thing is compared with another's."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter


@dataclass(frozen=True)
class Row:
    """`value` is what was measured and `at_most` our goal for it, both in `unit` ("×" for a ratio)."""

    what: str
    value: float
    at_most: float
    unit: str = "×"

    def __str__(self) -> str:
        mark = "✓" if self.value <= self.at_most else "✗"
        return f"{mark} {self.what:<84} {self.value:>8.3g} {self.unit:<3} goal ≤ {self.at_most:g}"


def seconds(job: Callable[[], object]) -> float:
    """How long a job takes, once."""
    start = perf_counter()
    job()
    return perf_counter() - start


def ratio(job: Callable[[], object], measure: Callable[[], object], times: int = 30) -> float:
    """How many times as long `job` takes as `measure`.

    They take turns, so that a busy machine slows both; the median counts.
    """
    job()
    measure()
    pairs = [(seconds(job), seconds(measure)) for _ in range(times)]
    return median(mine for mine, _ in pairs) / median(bare for _, bare in pairs)
