"""The score of a move or of the end of a round with the sentence that explains it, and points added to it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from scorekeeper.engine.text import N_, Text, Value


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


def add_bonus(points: int, hands: Text, bonus: Text, worth: int) -> tuple[int, Text]:
    """Return `points` plus the bonus `worth`, and the sentence for both.

    `hands` is the sentence for the points before, `bonus` names the bonus: `Anna 6, Carl 5: 6 + 5 = 11; the last tile
    …: 11 + 25 = 36`.
    """
    values: dict[str, Value] = {"hands": hands, "bonus": bonus, "points": points, "worth": worth}
    total = points + worth
    return total, Text(N_("%(hands)s; %(bonus)s: %(points)s + %(worth)s = %(sum)s"), {**values, "sum": total})


def double_points(points: int, hands: Text) -> tuple[int, Text]:
    """Return the `points` of a round twice, and the sentence for that; `hands` is the sentence for them once."""
    values: dict[str, Value] = {"hands": hands, "points": points, "sum": 2 * points}
    return 2 * points, Text(N_("%(hands)s; the last tile fits both ends: %(points)s × 2 = %(sum)s"), values)


def add_to_winner(score: RoundScore, bonus: Text, worth: int) -> RoundScore:
    """Return the score of a round with `worth` points more for each side that has won it.

    `bonus` is the reason for them in words.
    """
    first = score.winners[0]
    points = {side: scored + worth * (side in score.winners) for side, scored in score.points.items()}
    why = add_bonus(score.points[first], score.why, bonus, worth)[1]
    short_why = score.short_why and add_bonus(score.points[first], score.short_why, bonus, worth)[1]
    return replace(score, points=points, why=why, short_why=short_why)


def add_carried(score: RoundScore) -> RoundScore:
    """Return the score of a round with the points that tied rounds have carried over, if a side has won this one."""
    if not (score.carried and score.winners):
        return score
    return replace(add_to_winner(score, Text(N_("carried over")), score.carried), carried=0)
