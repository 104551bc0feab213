"""What a move and the end of a round are worth, with the line that says why."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scorekeeper.engine.text import Text


@dataclass(frozen=True, slots=True)
class Score:
    """Points of one move and the line that says why; `counts` holds what else the game counted for it."""

    points: int
    why: Text
    counts: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RoundScore:
    """What the end of a round is worth.

    `points` are by side (penalties where the lowest total wins), `winners` are the sides that won the round. Where
    somebody is out, `beside` is the why without naming that player again. `bonus` holds the keys of the bonuses paid.
    Of a round of tricks, `taken` are the points that each side took, and `made` says whether the bid was made. The side
    that wins the next round scores the `carried` points, too.
    """

    points: Mapping[str, int]
    winners: tuple[str, ...]
    why: Text
    pips: Mapping[str, int]
    beside: Text | None = None
    taken: Mapping[str, int] = field(default_factory=dict)
    made: bool | None = None
    bonus: tuple[str, ...] = ()
    carried: int = 0
