"""Axes of your own game about what the end of a round scores (docs/rules.md §11)."""

from dataclasses import replace
from enum import Enum

from scorekeeper.engine.options import Alternative, Choice, Matters, Number, Pick, Topic, choose_extra_points
from scorekeeper.engine.rules.blocked_winners import (
    BOTH_HANDS,
    LOCKER_AND_NEXT,
    LOCKER_AND_PREVIOUS,
    LOWEST_HAND,
    choose_blocked_by,
)
from scorekeeper.engine.rules.hand_rounding import HAND_ROUNDING
from scorekeeper.engine.rules.kozel import FEWEST_FREE
from scorekeeper.engine.rules.own.fitting import WITHOUT_DOUBLE_BLANK, WITHOUT_PARTNERS
from scorekeeper.engine.rules.own.sums import WinnerGets
from scorekeeper.engine.rules.penalties import BLANK_HALF_WORTH
from scorekeeper.engine.rules.ties import CARRIED, FIRST_IN_TURN, LAST_TO_PLAY, NOBODY, Tie, choose_tie
from scorekeeper.engine.text import N_, counted

PENALTIES: Pick[bool] = Pick(
    "round_gives",
    N_("A round gives"),
    (
        Choice(False, N_("points to the winner"), N_("Who wins a round scores points; the most points win."), "points"),
        Choice(
            True,
            N_("penalties to everybody"),
            N_("At the end of a round everybody gets the own pips as penalty points; the fewest win."),
            "penalties",
        ),
    ),
    about=Topic.OUT,
)
_WITHOUT_PARTNERS: Pick[WinnerGets] = Pick(
    "winner_gets",
    N_("Who wins a round gets"),
    (
        Choice(WinnerGets.OPPONENTS, N_("the opponents' hands"), N_("Who wins a round scores the opponents' pips.")),
        Choice(
            WinnerGets.DIFFERENCES,
            N_("the differences"),
            N_("The winner of a round scores how much less they hold than each of the others."),
        ),
        Choice(WinnerGets.FIXED, N_("a fixed number"), N_("Who wins a round scores a fixed number of points.")),
        Choice(WinnerGets.NOTHING, N_("nothing"), N_("The end of a round scores nothing.")),
    ),
    about=Topic.OUT,
)
WINNER_GETS = replace(
    _WITHOUT_PARTNERS,
    choices=(
        _WITHOUT_PARTNERS.choices[0],
        Choice(
            WinnerGets.ALL_HANDS,
            N_("all hands"),
            N_("Who wins a round scores the opponents' pips; partners score their own, too."),
        ),
        Choice(
            WinnerGets.DIFFERENCES,
            N_("the differences"),
            N_("Who wins a round scores how much less they hold than each opponent, partners than the other two."),
        ),
        *_WITHOUT_PARTNERS.choices[2:],
    ),
    alternative=Alternative(WITHOUT_PARTNERS, _WITHOUT_PARTNERS),
)
FIXED_POINTS = Number(
    "fixed_points",
    N_("That number"),
    counted("Winning a round scores %(n)s point.", "Winning a round scores %(n)s points."),
    1,
    offers=(1, 2, 3),
    about=Topic.OUT,
)
ROUNDING = replace(HAND_ROUNDING, choices=(HAND_ROUNDING.choices[2], *HAND_ROUNDING.choices[:2]))
DIVIDE_BY: Pick[int] = Pick(
    "divide_by",
    N_("Hands are worth"),
    (
        Choice(1, N_("their pips"), N_("Every pip of the hands is a point.")),
        Choice(5, N_("a fifth of them"), N_("A fifth of the rounded pips are the points.")),
    ),
    about=Topic.OUT,
)


HAND_STEPS: Pick[bool] = Pick(
    "hand_steps",
    N_("Points for pips"),
    (
        # Translators: answers “Points for pips”: every pip is a point.
        Choice(False, N_("one each"), N_("Points and pips are the same."), "none"),
        Choice(
            True,
            N_("by steps of ten"),
            N_("Up to 20 pips score 2 points, up to 30 score 3, up to 40 score 4, and so on."),
            "tens",
        ),
    ),
    about=Topic.OUT,
    extra=True,
)
DOUBLE_BLANK_POINTS = choose_extra_points(
    "double_blank_points",
    N_("The double blank in a hand that scores"),
    counted(
        "A double blank in a hand that scores counts %(n)s point.",
        "A double blank in a hand that scores counts %(n)s points.",
    ),
    offers=(0, 10, 25),
    about=Topic.OUT,
    none=N_("A double blank in a hand that scores counts nothing."),
)


# In a set without the double blank no blank half is another one's.
BLANK_HALF = replace(
    BLANK_HALF_WORTH,
    alternative=Alternative(
        WITHOUT_DOUBLE_BLANK,
        replace(
            BLANK_HALF_WORTH,
            label=N_("Blank halves"),
            rule=counted(
                "A blank half left in a hand counts %(n)s point.", "A blank half left in a hand counts %(n)s points."
            ),
            none=N_("A blank half left in a hand counts nothing."),
        ),
    ),
)


class BlockedGets(Enum):
    """The score of the winner of a blocked round: the same as after going out, that less the own pips, or nothing.

    With `CARRIED` it has no winner, and the winner of the next round scores the points of this one, too.
    """

    SAME = "same"
    MINUS_OWN = "minus_own"
    NOTHING = "nothing"
    CARRIED = "carried"


BLOCKED_GETS: Pick[BlockedGets] = Pick(
    "blocked_gets",
    N_("Blocked round"),
    (
        Choice(
            BlockedGets.SAME,
            N_("as when somebody is out"),
            N_("Who wins a blocked round scores in the same way as who goes out."),
        ),
        Choice(
            BlockedGets.MINUS_OWN,
            N_("less their own pips"),
            N_("Who wins a blocked round scores the same less their own pips."),
        ),
        Choice(BlockedGets.NOTHING, N_("nothing"), N_("A blocked round scores nothing.")),
        Choice(
            BlockedGets.CARRIED,
            N_("carried to the next round"),
            N_("A blocked round has no winner, and who wins the next one scores its points, too."),
        ),
    ),
    about=Topic.BLOCKED,
)
BLOCKED_BY = choose_blocked_by(
    Choice(
        BOTH_HANDS.means,
        N_("the fewest pips"),
        N_("In a blocked round the side with the fewest pips wins."),
    ),
    Choice(LOWEST_HAND.means, LOWEST_HAND.label, N_("In a blocked round the lowest single hand wins for its side.")),
    Choice(
        LOCKER_AND_PREVIOUS.means,
        LOCKER_AND_PREVIOUS.label,
        N_("In a blocked round who locked it and the player before compare hands; the fewer pips win."),
    ),
    Choice(
        LOCKER_AND_NEXT.means,
        LOCKER_AND_NEXT.label,
        N_("In a blocked round who locked it and the next player compare hands; the fewer pips win."),
    ),
)
TIE = choose_tie(
    NOBODY,
    Choice(Tie.EACH, N_("each of them scores"), N_("With equal pips in a blocked round each of them scores.")),
    FIRST_IN_TURN,
    Choice(
        Tie.SEAT,
        N_("nearest seat"),
        N_("With equal pips in a blocked round the lead wins, or who sits nearest to the lead either way round."),
    ),
    LAST_TO_PLAY,
    CARRIED,
    Choice(
        Tie.CARRIED_ONCE,
        N_("carried to the next round, one tie only"),
        N_("With equal pips in a blocked round nobody scores, and the next round is worth twice as much, never more."),
    ),
)
PAIR_OUT: Pick[bool] = Pick(
    "pair_out",
    N_("A round of pairs ends"),
    (
        Choice(
            False,
            N_("when the first player is out"),
            N_("In pairs, too, the first player who is out ends the round."),
            "first",
        ),
        Choice(
            True,
            N_("when both of a pair are out"),
            N_("In pairs a round goes on until both of a pair are out."),
            "both",
        ),
    ),
    Matters(pairs=True),
    Topic.PAIRS,
)
PENALTY_BONUS = choose_extra_points(
    "penalty_bonus",
    N_("Extra when somebody is out"),
    counted(
        "When somebody is out, each of the others gets %(n)s penalty point more.",
        "When somebody is out, each of the others gets %(n)s penalty points more.",
    ),
    offers=(0, 5, 10),
    about=Topic.OUT,
    none=N_("The others get nothing more when somebody is out."),
)
ENDS_AT_THE_BONEYARD: Pick[bool] = Pick(
    "boneyard_end",
    N_("When no more tiles may be drawn"),
    (
        Choice(False, N_("you pass"), N_("Who cannot play then passes, and the round goes on.")),
        Choice(
            True,
            N_("the round ends"),
            N_("A round also ends when no more tiles may be drawn and the next cannot play."),
        ),
    ),
    about=Topic.DRAWING,
)
GOING_OUT_WITH_MOVE: Pick[bool] = Pick(
    "going_out_is",
    N_("Points for going out"),
    (
        Choice(False, N_("a score of their own"), N_("Points for going out are a score of their own."), "own_score"),
        Choice(
            True,
            N_("one score with the last tile"),
            N_("Points for going out and those of the last tile are one score."),
            "with_move",
        ),
    ),
    about=Topic.OUT,
)
# Whether the fewest pips are free in a blocked round, with the other default than in Козёл.
ALL_OWN = replace(FEWEST_FREE, choices=FEWEST_FREE.choices[::-1], extra=True)
