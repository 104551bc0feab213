"""Who has given a hand for the end of the round, and who is missing."""

from dataclasses import dataclass

from scorekeeper.engine.entries.reader import parse_hand
from scorekeeper.play.scoring.hand_collection import HandCollection


@dataclass(frozen=True, slots=True)
class ShownGiven:
    """A player at a `seat`; `told` is what the hand given counts, its pips or else its tiles, None while it is missing.

    `waited` says that the round cannot close without it.
    """

    seat: int
    player: str
    told: int | None
    out: bool
    waited: bool


def list_gathered(waiting: HandCollection) -> tuple[ShownGiven, ...]:
    """Every player in turn order."""
    largest, out, missing = waiting.game.largest, waiting.out, waiting.missing
    hands = {player: parse_hand(given.hand, largest) for player, given in waiting.hands.items()}
    told = {player: hand.count if hand.pips is None else hand.pips for player, hand in hands.items()}
    return tuple(
        ShownGiven(seat, player, told.get(player), player == out, player in missing)
        for seat, player in enumerate(waiting.match.seating.players, 1)
    )
