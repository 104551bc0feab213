"""How likely it is that a tile was read as what it is, from all that was seen of it.

Each witness's word for the number read counts; so do how clearly a tile is there, how large it is in the photo, how
high its numbers are, and whether halves are seen that belong to no tile, as faces of dice are. Where the first look
alone is heard, the log odds are a sum of these signs (`ALONE`); where there was a closer look a small network weighs
those of both. How was learned on rendered scenes that no training saw, harder than most tables:
`vision.lab.train.calibrate`. No photo took part.
"""

from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .decode import Found
from .weigh import Closer, Weighed

Vector = NDArray[Any]

ALONE = (-0.46, 1.45, 0.97, 0.07, 1.30, 0.33, 0.14, 2.42)
"""What counts how much where there was no closer look, in the order of `list_signs`."""
SPEAKS = (1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0)
"""Of each sign where there was a closer look: more of it speaks for a reading (1), or what was learned tells (0)."""
LEARNED = Path(__file__).parent / "model" / "belief.npz"
LEARNED_BEYOND = LEARNED.with_name("belief_beyond.npz")
"""What was learned where there was a closer look; the second of sets beyond double-twelve, which have own networks."""
LEAST = 1e-4
USUAL = 95.0
"""Pixels: a tile's usual length."""


@dataclass(frozen=True, slots=True)
class Belief:
    """The network: signs are brought to a usual size, kept within what was met, and go through one layer of units.

    What speaks for a reading never makes it less likely: `vision.lab.train.fit_belief` sees to that.
    """

    mean: Vector
    spread: Vector
    low: Vector
    high: Vector
    inner: Vector
    inner_bias: Vector
    outer: Vector
    straight: Vector
    bias: Vector

    def measure_odds(self, signs: Vector) -> Vector:
        """The log odds that readings with these signs (N×S) are right: N."""
        usual = np.clip((signs - self.mean) / self.spread, self.low, self.high)
        return np.asarray(
            np.tanh(usual @ self.inner + self.inner_bias) @ self.outer + usual @ self.straight + self.bias
        )

    def write(self, path: Path) -> None:
        """Write it to a file, for `load_belief`."""
        kept: dict[str, Any] = {each.name: np.float32(getattr(self, each.name)) for each in fields(self)}
        np.savez_compressed(path, **kept)


@cache
def load_belief(beyond: bool) -> Belief:
    """What was learned, opened once; that for sets beyond double-twelve if so."""
    with np.load(LEARNED_BEYOND if beyond else LEARNED) as kept:
        return Belief(**{name: kept[name].astype(np.float64) for name in kept.files})


def take_log_odds(chance: float) -> float:
    """The log odds of a chance, those of near certainty cut off."""
    kept = min(max(chance, LEAST), 1 - LEAST)
    return float(np.log(kept / (1 - kept)))


def take_odds_back(odds: float) -> float:
    """The chance that log odds stand for."""
    return float(1 / (1 + np.exp(-np.clip(odds, -30, 30))))


def _take_logs(voice: Vector, pips: tuple[int, int]) -> list[float]:
    """The logs of two halves' chances, the lower first."""
    return sorted(float(np.log(max(voice[k][pips[k]], LEAST))) for k in (0, 1))


def list_signs(found: Found, closer: Closer | None, weighed: Weighed, pips: tuple[int, int]) -> Vector:
    """What there is to judge a reading by: 8 numbers, or 17 where there was a closer look."""
    named, counted = _take_logs(found.named, pips), _take_logs(found.counted, pips)
    seen = [
        named[0],
        counted[0],
        take_log_odds(float(min(weighed.chances[k][pips[k]] for k in (0, 1)))),
        take_log_odds(found.score),
        float(np.log2(np.clip(found.length / USUAL, 0.25, 2))),
        max(pips) / 6,
        found.claimed,
    ]
    if not closer:
        return np.array([1.0, *seen])
    nearer, recounted = _take_logs(closer.named, pips), _take_logs(closer.counted, pips)
    real = sorted(map(take_log_odds, closer.real))
    agree, blank = float(min(weighed.agree)), float(min(pips) == 0)
    return np.array([*seen, named[1], counted[1], *nearer, *recounted, *real, agree, blank])


def measure_likelihood(seen: Vector, beyond: bool = False) -> float:
    """The probability that a reading with these `list_signs` is right; of a set `beyond` double-twelve if so."""
    if len(seen) == len(ALONE):
        return take_odds_back(float(seen @ np.array(ALONE)))
    return take_odds_back(float(load_belief(beyond).measure_odds(seen[None])[0]))
