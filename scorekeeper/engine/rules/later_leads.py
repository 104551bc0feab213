"""House rules for who leads the rounds after the first (docs/rules.md A16, A25)."""

from collections.abc import Sequence
from enum import Enum

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.options import Choice, Pick, Topic
from scorekeeper.engine.rules.leads import Lead
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text


class NextStart(Enum):
    """Who leads a round after the first.

    - `DOUBLE`: the player found by the rule of the first round, usually the holder of a double.
    - `ROTATE`: the next in turn order.
    - `WINNER`: the winner of the round before.
    """

    DOUBLE = "double"
    ROTATE = "rotate"
    WINNER = "winner"


NEXT_IN_TURN = Choice(
    NextStart.ROTATE, N_("next in turn order"), N_("After the first round the lead passes on in turn order.")
)
# The option for games in which the lead passes on after a round that nobody has won.
NEXT_START = Pick(
    "next_start",
    N_("Later rounds start with"),
    (
        NEXT_IN_TURN,
        Choice(
            NextStart.WINNER,
            N_("the winner"),
            N_("Who won a round leads the next; after one that nobody has won the next in turn does."),
        ),
    ),
    about=Topic.NEXT_LEAD,
)

FOUND_ANEW = Choice(
    NextStart.DOUBLE,
    N_("as the first one"),
    N_("Before every round the lead is found as before the first."),
    "first_rule",
)

OUT_LEADS = Choice(
    NextStart.WINNER,
    N_("who went out"),
    N_("Who went out leads the next round; after a blocked one the lead is found as in the first."),
)
# The options for games in which the player who went out may lead next; the first choice is the rule of the game.
OUT_OR_IN_TURN = Pick("next_lead", N_("Later rounds start with"), (OUT_LEADS, NEXT_IN_TURN), about=Topic.NEXT_LEAD)
IN_TURN_OUT_OR_ANEW = Pick(
    "next_lead", N_("Later rounds start with"), (NEXT_IN_TURN, OUT_LEADS, FOUND_ANEW), about=Topic.NEXT_LEAD
)


def give_lead_to_winner(seating: Seating, out: str | None, winners: Sequence[str], otherwise: Lead) -> Lead:
    """Return the lead for the winner of the round: the player who is `out`, or else the one side among `winners`.

    Of a pair, either player may lead. Return `otherwise` if no side or several have won.
    """
    if len(winners) != 1:
        return otherwise
    (side,) = winners
    members = seating.members(side)
    player = out or (side if len(members) == 1 else None)
    if player is None:
        return Lead(Text(N_("%(side)s have won the round: one of them leads"), {"side": side}), rule="winner")
    return Lead(Text(N_("%(player)s leads, having won the round"), {"player": player}), player=player)


def list_lowest_hands(seating: Seating, side: str, ended: RoundEnd, led: str | None) -> list[str]:
    """Return the members of `side` who hold the fewest pips at the end of the round.

    They are in turn order from `led`, the player who led the round, or from the first seat if that is None.
    """
    pips = {player: ended.hand(player).pips or 0 for player in seating.members(side)}
    order = seating.from_lead(led or seating.players[0])
    return [player for player in order if pips.get(player) == min(pips.values())]


def name_lead(player: str | None, why: str, before: str = "") -> Lead:
    """Return the lead of `player` for the reason `why`, a sentence in which `before` names another player.

    If `player` is None, nobody knows who led this round, and the result says that the same player leads again.
    """
    if player is None:
        return Lead(Text(N_("who led? The same player leads again")), rule="again")
    return Lead(Text(why, {"player": player, "before": before}), player=player)


def lead_after_block(seating: Seating, led: str | None, winners: Sequence[str]) -> Lead:
    """Return who leads after a blocked round if nobody knows who locked it.

    It is the first player of the side that has won it, in turn order from the player who `led` (None: not known). If no
    side has won it, the player who led leads again.
    """
    if not winners:
        return name_lead(led, N_("%(player)s leads again: nobody has won the round"))
    (side,) = winners
    members = seating.members(side)
    if led is None or len(members) == 1:
        return give_lead_to_winner(seating, None, winners, name_lead(led, ""))
    first = next(player for player in seating.from_lead(led) if player in members)
    return name_lead(first, N_("%(player)s leads, the first of the winners from %(before)s on"), led)
