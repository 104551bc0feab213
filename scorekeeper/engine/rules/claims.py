"""Muggins: an opponent may claim points that the player who made them overlooked (docs/rules.md A24)."""

from dataclasses import replace

from scorekeeper.engine.options import Choice, Pick, Topic
from scorekeeper.engine.problems import Findings
from scorekeeper.engine.rules.game import Game
from scorekeeper.engine.rules.scores import Score
from scorekeeper.engine.text import N_, Text, Value

MUGGINS = Pick(
    "muggins",
    N_("Overlooked points"),
    (
        Choice(False, N_("count all the same"), N_("Nobody can claim points that you overlook.")),
        Choice(
            True,
            N_("go to who claims them"),
            N_("Points that a player overlooks go to the opponent who claims them first."),
        ),
    ),
    about=Topic.POINTS,
)

# The same option for games whose match files write its settings as `on` and `off`.
MUGGINS_CALL = Pick(
    "muggins_call",
    MUGGINS.label,
    tuple(replace(choice, written="on" if choice.means else "off") for choice in MUGGINS.choices),
    about=MUGGINS.about,
)


def give_to_claimer(game: Game, player: str | None, claimed: str, score: Score) -> Score:
    """Return the score of a move by `player` with the remark that the player `claimed` has claimed its points.

    Raise RuleError if the game has no claims, both players are on the same side, or the move scores nothing.
    """
    findings = Findings()
    if not game.moves.may_claim:
        findings.add("no_claims_here", "claimed")
    elif player is None or game.seating.side_of(player) == game.seating.side_of(claimed):
        findings.add("claimed_own_points", "claimed", player=claimed)
    elif not score.points:
        findings.add("nothing_to_claim", "claimed", player=claimed)
    findings.settle()
    values: dict[str, Value] = {"why": score.why, "player": str(player), "other": claimed}
    return replace(score, why=Text(N_("%(why)s; overlooked by %(player)s, claimed by %(other)s"), values))
