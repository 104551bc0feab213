"""A solitaire as a game at a table: one player, no rounds, and only its result is written."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.rules.dealing import Dealing
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.goals import ForPenalties
from scorekeeper.engine.rules.leading import SameRule
from scorekeeper.engine.rules.leads import Lead
from scorekeeper.engine.rules.rounds import AllHands, HandsCounted
from scorekeeper.engine.rules.scores import RoundScore
from scorekeeper.engine.rules.solitaire import Solitaire
from scorekeeper.engine.rules.turns import OneTile
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text

TAKES = frozenset({"result"})


@dataclass(frozen=True, slots=True)
class NoRounds(AllHands):
    """The rounds of a game that has none, so that no hand counts."""

    @property
    def hands(self) -> HandsCounted:
        return HandsCounted(self.seating, "none", "none")

    def score(self, ended: RoundEnd, pips: Mapping[str, int], lead: str | None) -> RoundScore:
        """Raise TypeError, since a solitaire is not played in rounds."""
        raise TypeError("a solitaire is not played in rounds")


def play_alone(variant: Variant, seating: Seating, solitaire: Solitaire) -> Game:
    """Return the game of `variant`, a solitaire, for the one player of `seating`; its rules are in `solitaire`."""
    player, deal = solitaire.player, solitaire.deal
    lead = Lead(Text(N_("%(player)s plays"), {"player": player}), player=player)
    # The one player leads, even if the table names another lead.
    return Game(
        variant=variant,
        seating=seating,
        dealing=Dealing(solitaire.largest, deal),
        leading=SameRule(Seating(seating.players), lead, asks_leader=False),
        turns=OneTile(deal),
        rounds=NoRounds(seating),
        goal=ForPenalties(seating),
        solitaire=solitaire,
    )
