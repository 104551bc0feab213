"""House rules for the score of the winner of a blocked round (docs/rules.md A1, A26, §9)."""

from enum import Enum

from scorekeeper.engine.options import Choice, Pick, Topic
from scorekeeper.engine.text import N_


class BlockedScore(Enum):
    """The score of the side with the fewest pips in a blocked round.

    - `OPPONENTS_SUM`: the opponents' pips, as when a player is out.
    - `DIFFERENCE`: the opponents' pips less its own.
    - `EACH_DIFFERENCE`: for each opponent, that hand less its own.
    - `NONE`: nothing.
    """

    OPPONENTS_SUM = "opponents_sum"
    DIFFERENCE = "difference"
    EACH_DIFFERENCE = "each_difference"
    NONE = "none"


NOTHING = Choice(BlockedScore.NONE, N_("nothing"), N_("A blocked round scores nothing."))
AS_OUT = Choice(
    BlockedScore.OPPONENTS_SUM,
    N_("as when somebody is out"),
    N_("Who wins a blocked round scores in the same way as who goes out."),
)
LESS_OWN = Choice(
    BlockedScore.DIFFERENCE,
    N_("less their own pips"),
    N_("Who wins a blocked round scores the opponents' pips less their own."),
)
EACH_LESS_OWN = Choice(
    BlockedScore.EACH_DIFFERENCE,
    N_("less their own pips for each opponent"),
    N_("Who wins a blocked round scores how much less they hold than each of the others."),
)


def choose_blocked_score(*choices: Choice[BlockedScore]) -> Pick[BlockedScore]:
    """Return the option `blocked_score` of a game with these choices; the first one is the default."""
    return Pick("blocked_score", N_("Blocked round"), choices, about=Topic.BLOCKED)


# The option for games in which a blocked round usually scores as one in which a player is out.
BLOCKED_SCORE = choose_blocked_score(AS_OUT, LESS_OWN, NOTHING)
