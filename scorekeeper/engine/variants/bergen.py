"""Bergen: equal ends of the line score two points, three with a double among them (docs/rules.md §8.5).

A double leads every round. The defaults follow domino-games.com and onlinedominogames.com. At pagat.com the lowest
double leads and two tiles are never drawn; gamecabinet.com pays two points for going out. Pips count only in a blocked
round.
"""

from dataclasses import dataclass, replace

from scorekeeper.engine.options import Choice, Pick, Topic
from scorekeeper.engine.rules.drawing import NONE_STAYS, TWO_STAY, choose_boneyard_keeps
from scorekeeper.engine.rules.fixed_points import BLOCKED_RULE, OUT_POINTS, TILES_EACH, BlockedRule, FixedPoints
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.goals import ToTarget
from scorekeeper.engine.rules.in_play import HEADERS
from scorekeeper.engine.rules.later_leads import NextStart
from scorekeeper.engine.rules.leading import WonOrFound
from scorekeeper.engine.rules.leads import HIGHEST_DOUBLE, LOWEST_DOUBLE
from scorekeeper.engine.rules.match_length import END_WHEN, EndWhen, choose_target
from scorekeeper.engine.rules.menu import Chapter
from scorekeeper.engine.rules.moves import Moves
from scorekeeper.engine.rules.points import count_points
from scorekeeper.engine.rules.scores import Score
from scorekeeper.engine.rules.turns import OneTile
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text, Value

TARGET = choose_target(15, offers=(10, 15, 25))
NEAR_TARGET = Pick(
    "near_target",
    N_("Equal ends near the target"),
    (
        Choice(False, N_("score in full"), N_("Equal ends score in full, also near the target."), "off"),
        Choice(
            True,
            N_("never jump to it"),
            N_("Equal ends bring nobody to the target but by a single point: near it they score less."),
            "on",
        ),
    ),
    about=Topic.POINTS,
)
FIRST_RULE = Pick(
    "first_lead",
    N_("Every round starts with"),
    (
        Choice(
            HIGHEST_DOUBLE,
            N_("the highest double"),
            N_("Every round starts with the highest double; if nobody has a double, all deal again."),
            "double_only",
        ),
        Choice(
            LOWEST_DOUBLE,
            N_("the lowest double"),
            N_("Every round starts with the lowest double; if nobody has a double, all deal again."),
            "lowest_double",
        ),
    ),
    about=Topic.FIRST_LEAD,
)
STAYS = choose_boneyard_keeps(NONE_STAYS, TWO_STAY)


@dataclass(frozen=True, slots=True)
class NoJumpGoal(ToTarget):
    """The goal of matches in which equal ends may bring a side to the target only by a single point.

    Near the target they score less.
    """

    def count_move(self, total: int, score: Score) -> Score:
        """Return the score of a move, with fewer points if more than one would bring the side to the target."""
        most = max(1, self.target - total - 1)
        if score.points <= most:
            return score
        values: dict[str, Value] = {"why": score.why, "points": count_points(most), "target": self.target}
        return replace(score, points=most, why=Text(N_("%(why)s; so near to %(target)s only %(points)s"), values))


def play(variant: Variant, seating: Seating) -> Game:
    """Return the game Bergen for the players and house rules of `seating`."""
    dealing = TILES_EACH.deal_set(seating, 6, STAYS.at(seating))
    goal = NoJumpGoal if NEAR_TARGET.at(seating) else ToTarget
    return Game(
        variant=variant,
        seating=seating,
        dealing=dealing,
        leading=WonOrFound(seating, FIRST_RULE.at(seating), NextStart.DOUBLE, "double"),
        turns=OneTile(dealing.deal),
        moves=Moves(HEADERS),
        rounds=FixedPoints(seating, OUT_POINTS.at(seating), BLOCKED_RULE.at(seating) is BlockedRule.NO_DOUBLES_FIRST),
        goal=goal(seating, TARGET.at(seating), at_once=END_WHEN.at(seating) is EndWhen.AT_ONCE),
    )


VARIANT = Variant(
    key="bergen",
    name="Bergen",
    source="domino-games.com, onlinedominogames.com: Bergen",
    subtitle=N_("Equal ends score"),
    summary=N_("Equal ends of the line score two points, three with a double among them, going out scores one. To 15."),
    play=play,
    chapter=Chapter.FIVES,
    equal_ends_score=True,
    options=(TARGET, END_WHEN, NEAR_TARGET, OUT_POINTS, BLOCKED_RULE, FIRST_RULE, STAYS),
    aliases=("Bergen domino",),
    menu_place=20,
)
