"""Bergen: equal ends of the line score two points, three with a double among them (docs/rules.md §8.5).

A double leads every round. Source of what is usual: domino-games.com and onlinedominogames.com. With pagat.com the
lowest double leads and two tiles are never drawn; gamecabinet.com pays two points for going out. Pips count only in a
blocked round.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.options import END_WHEN, Choice, EndWhen, Number, Pick, Topic
from scorekeeper.engine.rules.drawing import NONE_STAYS, TWO_STAY, choose_boneyard_keeps
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.goals import ToTarget
from scorekeeper.engine.rules.hands import Tie, Won, find_round_winners, tell_round
from scorekeeper.engine.rules.in_play import HEADERS
from scorekeeper.engine.rules.later_leads import NextStart
from scorekeeper.engine.rules.leading import WonOrFound
from scorekeeper.engine.rules.leads import HIGHEST_DOUBLE, LOWEST_DOUBLE
from scorekeeper.engine.rules.menu import Chapter
from scorekeeper.engine.rules.moves import Moves
from scorekeeper.engine.rules.points import count_points, find_fewest
from scorekeeper.engine.rules.rounds import AllHands, HandsCounted
from scorekeeper.engine.rules.scores import RoundScore, Score
from scorekeeper.engine.rules.tiles_each import TilesEach
from scorekeeper.engine.rules.turns import OneTile
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text, Value, join_names
from scorekeeper.engine.tiles import add_up_pips

TILES_EACH = TilesEach(6, 6, 5)


class BlockedRule(Enum):
    """Who wins a blocked round: the fewest pips, or first of all a player who holds no double."""

    FEWEST = "fewest"
    NO_DOUBLES_FIRST = "no_doubles_first"


TARGET = Number(
    "target", N_("Target"), N_("The match goes to %(n)s points."), 15, offers=(10, 15, 25), about=Topic.MATCH
)
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
OUT_POINTS = Pick(
    "out_points",
    N_("Going out"),
    (
        Choice(1, N_("one point"), N_("Who wins a round scores one point.")),
        Choice(2, N_("two points"), N_("Who wins a round scores two points.")),
    ),
    about=Topic.OUT,
)
BLOCKED_RULE = Pick(
    "blocked_rule",
    N_("A blocked round is won by"),
    (
        Choice(
            BlockedRule.FEWEST,
            N_("the fewest pips"),
            N_("When nobody can play or draw any more, whoever holds the fewest pips has won the round."),
        ),
        Choice(
            BlockedRule.NO_DOUBLES_FIRST,
            N_("who holds no double, then the fewest pips"),
            N_(
                "When nobody can play or draw any more, of those without a double whoever holds the fewest pips has"
                " won the round; if everybody has one, the fewest pips not counting doubles."
            ),
        ),
    ),
    about=Topic.BLOCKED,
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
class NeverJumped(ToTarget):
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


@dataclass(frozen=True, slots=True)
class FixedPoints(AllHands):
    """Rounds whose winner scores so many `points`; pips decide only a blocked round.

    With `by_doubles` a blocked round is won as `find_fewest_doubles` says.
    """

    points: int
    by_doubles: bool

    @property
    def hands(self) -> HandsCounted:
        return HandsCounted(self.seating, "none", by_doubles=self.by_doubles)

    def score(self, ended: RoundEnd, pips: Mapping[str, int], lead: str | None) -> RoundScore:
        """Return the score of the round: a fixed number of points for the winner, 0 for a tie."""
        if ended.out is None and self.by_doubles:
            won = find_fewest_doubles(ended)
        else:
            won = find_round_winners(self.seating, ended, pips, Tie.NONE, lead)
        if not won.sides:
            return RoundScore({}, (), won.why, pips)
        points = dict.fromkeys(won.sides, self.points)
        return tell_round(ended, points, won, count_points(self.points), pips, fixed=True)


def find_fewest_doubles(ended: RoundEnd) -> Won:
    """Return the winner of a blocked round: of the players who hold no double the one with the fewest pips.

    If everybody holds a double, it is the one with the fewest pips not counting doubles. Nobody wins a tie.
    """
    hands = {player: hand.tiles or () for player, hand in ended.hands}
    without = {player: add_up_pips(tiles) for player, tiles in hands.items() if not any(tile.double for tile in tiles)}
    singles = {player: sum(tile.pips for tile in tiles if not tile.double) for player, tiles in hands.items()}
    counted = without or singles
    tied = find_fewest(counted)
    player, *others = tied
    values: dict[str, Value] = {"players": join_names(tied), "player": player, "pips": counted[player]}
    if others and without:
        return Won((), Text(N_("%(players)s hold no double and equally few pips (%(pips)s): nobody scores"), values))
    if others:
        return Won((), Text(N_("%(players)s hold equally few pips but for doubles (%(pips)s): nobody scores"), values))
    if len(without) == 1:
        return Won(tied, Text(N_("only %(player)s holds no double"), values))
    if without:
        return Won(tied, Text(N_("of those without a double %(player)s has the fewest pips, %(pips)s"), values))
    return Won(
        tied, Text(N_("everybody holds a double; but for these %(player)s has the fewest pips, %(pips)s"), values)
    )


def play(variant: Variant, seating: Seating) -> Game:
    """Return the game Bergen for the players and house rules of `seating`."""
    dealing = TILES_EACH.deal_set(seating, 6, STAYS.at(seating))
    goal = NeverJumped if NEAR_TARGET.at(seating) else ToTarget
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
