"""Who wins a blocked round of pairs: by both hands, the lowest hand, or a duel of two players (docs/rules.md §9.3)."""

from collections.abc import Mapping
from enum import Enum

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.options import Choice, Pick, Topic
from scorekeeper.engine.problems import refuse
from scorekeeper.engine.rules.hands import Winners, find_round_winners, settle_tie
from scorekeeper.engine.rules.points import find_fewest
from scorekeeper.engine.rules.ties import Tie
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text, Value, counted


class BlockedBy(Enum):
    """The hands that decide who wins a blocked round.

    - `SIDE`: both hands of a side together.
    - `SINGLE`: the lowest single hand.
    - `DUEL`: the player who locked the round against the next one.
    - `DUEL_BEFORE`: the player who locked the round against the one before.
    """

    SIDE = "side"
    SINGLE = "single"
    DUEL = "duel"
    DUEL_BEFORE = "duel_before"


DUELS = (BlockedBy.DUEL, BlockedBy.DUEL_BEFORE)  # the player who locked the round and a neighbour compare hands

BOTH_HANDS = Choice(
    BlockedBy.SIDE, N_("both hands of a pair"), N_("In a blocked round the pair with fewer pips in both hands wins.")
)
LOWEST_HAND = Choice(
    BlockedBy.SINGLE, N_("the lowest single hand"), N_("In a blocked round the lowest single hand wins for its pair.")
)
LOCKER_AND_PREVIOUS = Choice(
    BlockedBy.DUEL_BEFORE,
    N_("who locked against the player before"),
    N_("In a blocked round who locked it and the player before compare hands: fewer pips win for the pair."),
)
LOCKER_AND_NEXT = Choice(
    BlockedBy.DUEL,
    N_("who locked against the next player"),
    N_("In a blocked round who locked it and the next player compare hands: fewer pips win for the pair."),
)


def choose_blocked_by(*choices: Choice[BlockedBy]) -> Pick[BlockedBy]:
    """Return the option `blocked_by` of a game with these choices; the first one is the default."""
    return Pick("blocked_by", N_("A blocked round goes by"), choices, about=Topic.BLOCKED)


def find_rival(seating: Seating, locked_by: str, by: BlockedBy) -> str | None:
    """Return the neighbour with whom `locked_by`, who laid the last tile, compares hands; None if `by` is no duel."""
    order = seating.from_lead(locked_by)
    return {BlockedBy.DUEL: order[1], BlockedBy.DUEL_BEFORE: order[-1]}.get(by)


def find_locked_winners(
    seating: Seating, ended: RoundEnd, pips: Mapping[str, int], by: BlockedBy, tie: Tie, lead: str | None
) -> Winners:
    """Return the side that has won a round; in a blocked round the hands that `by` names decide.

    `tie` says who wins with equal pips; `lead` is the player who led (None: not known). Raise RuleError `lead_missing`
    or `locked_by_missing` if the result depends on a player who is not known.
    """
    if ended.out is not None or by is BlockedBy.SIDE:
        return find_round_winners(seating, ended, pips, tie, lead)
    held = dict(pips)
    if by in DUELS:
        if ended.locked_by is None:
            raise refuse("locked_by_missing", "locked_by")
        rival = find_rival(seating, ended.locked_by, by)
        held = {player: pips[player] for player in pips if player in (ended.locked_by, rival)}
    best, fewest = find_fewest(held), min(held.values())
    sides = tuple(side for side in seating.sides if any(player in best for player in seating.members(side)))
    if len(sides) > 1:
        return settle_tie(seating, sides, fewest, tie, ended, lead)
    (side,) = sides
    values: dict[str, Value] = {"player": best[0], "pips": fewest, "side": side}
    if by is BlockedBy.SINGLE:
        return Winners(sides, Text(N_("%(player)s has the lowest hand, %(pips)s: %(side)s win"), values))
    other = next(player for player in held if player not in best)
    values |= {"other": other, "more": held[other]}
    why = counted(
        "%(player)s holds %(pips)s against %(more)s of %(other)s: %(side)s wins",
        "%(player)s holds %(pips)s against %(more)s of %(other)s: %(side)s win",
        len(seating.members(side)),
        values,
    )
    return Winners(sides, why)
