"""One measured figure with its goal, one that has none, and how the time of one thing is compared with another's."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter


@dataclass(frozen=True)
class Row:
    """`value` is what was measured, in `unit` ("×" for a ratio); our goal is that it is `at_most`, or `at_least`."""

    what: str
    value: float
    at_most: float | None = None
    unit: str = "×"
    at_least: float | None = None

    @property
    def missed(self) -> bool:
        """Whether the goal is not reached."""
        too_much = self.at_most is not None and self.value > self.at_most
        return too_much or (self.at_least is not None and self.value < self.at_least)

    def __str__(self) -> str:
        goal = f"≤ {self.at_most:g}" if self.at_most is not None else f"≥ {self.at_least:g}"
        return f"{'✗' if self.missed else '✓'} {self.what:<84} {self.value:>8.3g} {self.unit:<3} goal {goal}"


@dataclass(frozen=True)
class Note:
    """Figures beside those that have a goal: what they are of, and a line with them."""

    what: str
    figures: str
    missed = False

    def __str__(self) -> str:
        return f"· {self.what:<44} {self.figures}"


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


def find_percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of all is not above (0.99: the p99)."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]
