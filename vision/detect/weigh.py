"""What a tile is, from what its witnesses say of each half.

Four of them: the number map and the pips counted in the first look, and the same two in the closer look. Each says for
every number how likely it is. They are multiplied, each raised to a power that says how far it may be trusted (they
are not independent); where all name the same number by themselves the reading is all but certain.
"""

from dataclasses import dataclass

import numpy as np

from .decode import Found, Vector, softmax
from .halves import INNER, SIDE
from .peaks import find_peaks
from .pips import LEAST_PIP, NUMBERS, ON, count_pips
from .sets import KNOWN, limit_to_set, measure_strange

TRUST = {"named": 0.4, "counted": 0.05, "closer": 0.6, "pips": 0.0}
"""Powers of the witnesses, measured on rendered scenes: `vision.lab.train.calibrate`.

Where there are two networks, the pips that either sees say next to nothing that its number does not say; they still
have to agree for a tile to be sure.
"""
BEYOND = {"named": 0.3, "counted": 0.0, "closer": 0.85, "pips": 0.0}
"""The same in sets beyond double-twelve, which have networks of their own."""
ALONE = {"named": 0.95, "counted": 0.15}
"""The same where there was no closer look."""
FLOOR = 1e-4
STRANGE = 0.5
"""Where it is likelier that more pips were counted than the set has on any half, somebody looks, too: the models were
taught few of double-fifteen and -eighteen sets, and may take 13 for 11 and 15 for 12."""


@dataclass(frozen=True, slots=True)
class Closer:
    """The closer look at the two halves of a tile.

    `named`, `counted`: 2×19, the probability of every number, from the model's answer and from its pips; `real`: the
    probability of either half that it is one at all; `corners`: 4×2, the tile's corners as they turned out; `strange`:
    as `Found` has it; `named_of_any`: as `named`, whatever set the tile is of; `beyond`: that set is larger than
    double-twelve.
    """

    named: Vector
    counted: Vector
    real: Vector
    corners: Vector
    strange: float
    named_of_any: Vector
    beyond: bool = False


@dataclass(frozen=True, slots=True)
class Weighed:
    """`chances`: 2×19, the probability of every number; `agree`: how many witnesses, of `of`, name each half so."""

    chances: Vector
    agree: tuple[int, int]
    of: int

    @property
    def pips(self) -> tuple[int, int]:
        """The likeliest number of each half."""
        return int(self.chances[0].argmax()), int(self.chances[1].argmax())


def weigh_closer_look(number: Vector, pip: Vector, corners: Vector, largest: int) -> Closer:
    """The second model's bare answer for two halves (2×20 and 2×1×40×40) as probabilities."""
    counts = np.zeros((2, NUMBERS))
    told = softmax(number)
    named = limit_to_set(told[:, :NUMBERS], NUMBERS - 1)
    for k in (0, 1):
        at, fine = find_peaks(1 / (1 + np.exp(-pip[k, 0])), LEAST_PIP)
        inside = np.abs(fine * 2 - (SIDE - 1) / 2).max(axis=1) < INNER / 2 * ON
        counts[k] = count_pips(pip[k, 0][at[:, 1], at[:, 0]], inside[np.newaxis])[0]
    counted = limit_to_set(counts, largest)
    real, strange = 1 - told[:, NUMBERS], measure_strange(counts, largest)
    return Closer(limit_to_set(named, largest), counted, real, corners, strange, named, largest > KNOWN)


def weigh(found: Found, closer: Closer | None) -> Weighed:
    """The witnesses' common word."""
    trust = ALONE if not closer else BEYOND if closer.beyond else TRUST
    voices, powers = [found.named, found.counted], [trust["named"], trust["counted"]]
    if closer:
        voices += [closer.named, closer.counted]
        powers += [trust["closer"], trust["pips"]]
    said = np.stack(voices)
    chances = softmax(np.tensordot(powers, np.log(said + FLOOR), axes=1))
    agree = (said.argmax(axis=2) == chances.argmax(axis=1)).sum(axis=0)
    return Weighed(chances, (int(agree[0]), int(agree[1])), len(voices))
