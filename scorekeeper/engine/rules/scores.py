"""The score of a move or of the end of a round, with the sentence that explains it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scorekeeper.engine.text import Text


@dataclass(frozen=True, slots=True)
class Score:
    """The points of one move, and why; `counts` holds other numbers that the game counted for it, by name.

    `carried` are points that are not scored now, but by the side that wins a later round. `of_first_tile` says that the
    points are known to be those of the first tile of a round.
    """

    points: int
    why: Text
    counts: Mapping[str, int] = field(default_factory=dict)
    carried: int = 0
    of_first_tile: bool = False


@dataclass(frozen=True, slots=True)
class RoundScore:
    """The score of the end of a round.

    `points` are by side (penalties where the lowest total wins), `winners` are the sides that won the round, `pips`
    those of the hands by player. If a player is out, `short_why` is the reason without naming that player again.
    `bonus` holds the keys of the bonuses paid. After a round of tricks, `taken` are the points that each side took, and
    `made` says whether the bid was made. `carried` are points that the side which wins the next round scores in
    addition. With `takes_match` the winner of the round has won the match, regardless of the totals. With `all_back`
    the round scores nothing and sets the totals of all sides back to 0.
    """

    points: Mapping[str, int]
    winners: tuple[str, ...]
    why: Text
    pips: Mapping[str, int]
    short_why: Text | None = None
    taken: Mapping[str, int] = field(default_factory=dict)
    made: bool | None = None
    bonus: tuple[str, ...] = ()
    carried: int = 0
    takes_match: bool = False
    all_back: bool = False
