"""Козёл, each alone: players write the pips of their own hands, and who reaches the limit is a goat (§12.2).

See docs/rules.md. Source: the rules as described by ulodshi.ru, igryman.ru, livegames.ru and roostermc.ru. The fewest
points win.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.options import Number, Topic
from scorekeeper.engine.rules.drawing import NONE_STAYS, ONE_STAYS, TWO_STAY, choose_boneyard_keeps
from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.goals import ForPenalties, Totals
from scorekeeper.engine.rules.kozel import (
    BLANK_LEADS,
    FEWEST_FREE,
    LOWEST_LEADS,
    NEXT_LEAD,
    SURCHARGES,
    LockerLeads,
    find_hand_worth,
    make_first_lead,
)
from scorekeeper.engine.rules.later_leads import NextStart
from scorekeeper.engine.rules.opening import FIRST_PENALTY, drop_first_penalties
from scorekeeper.engine.rules.penalties import HandWorth, count_penalties
from scorekeeper.engine.rules.points import find_fewest
from scorekeeper.engine.rules.rounds import AllHands, AskedLast, HandsCounted
from scorekeeper.engine.rules.scores import RoundScore
from scorekeeper.engine.rules.tiles_each import SEVEN, SEVEN_OR_FIVE, choose_tiles_each
from scorekeeper.engine.rules.turns import OneTile
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text, Value, counted, join_names

LIMIT = Number("limit", N_("Limit"), N_("The limit is %(n)s points."), 101, offers=(51, 101, 201), about=Topic.MATCH)
TILES_EACH = choose_tiles_each(replace(SEVEN, written="seven"), replace(SEVEN_OR_FIVE, written="by_number"))
STAYS = choose_boneyard_keeps(NONE_STAYS, ONE_STAYS, TWO_STAY)


@dataclass(frozen=True, slots=True)
class OwnPenalties(AllHands):
    """Rounds in which every player except the one who is out writes the pips of their own hand.

    With `fewest_free` the player with the fewest pips in a blocked round writes nothing.
    """

    worth: HandWorth
    fewest_free: bool
    locker_leads: bool

    @property
    def hands(self) -> HandsCounted:
        return self.worth.ask_for(self.seating, "all")

    @property
    def last_tile(self) -> AskedLast:
        return "always" if self.locker_leads else "never"

    def score(self, ended: RoundEnd, pips: Mapping[str, int], lead: str | None) -> RoundScore:
        """Return the penalties of a round; a player who alone has the fewest pips has won a blocked round."""
        if ended.out is not None:
            return count_penalties(self.seating, ended, pips, self.worth)
        fewest = find_fewest(pips)
        score = count_penalties(self.seating, ended, pips, self.worth, free=fewest if self.fewest_free else ())
        return replace(score, winners=fewest if len(fewest) == 1 else ())


@dataclass(frozen=True, slots=True)
class UntilAGoat(ForPenalties):
    """The goal of a match that ends once a player has `limit` points and so is a goat; the fewest points win.

    A penalty under `to_open` is not written for a player who has no points.
    """

    to_open: int = 0

    def find_goats(self, totals: Totals) -> tuple[str, ...]:
        """Return the players at the limit or over it."""
        return tuple(side for side, total in totals.items() if self.limit is not None and total >= self.limit)

    def explain(self, totals: Totals, winners: tuple[str, ...]) -> Text:
        goats = self.find_goats(totals)
        values: dict[str, Value] = {"won": ForPenalties.explain(self, totals, winners), "goats": join_names(goats)}
        return counted("%(won)s; %(goats)s is the goat", "%(won)s; %(goats)s are the goats", len(goats), values)

    def count_round(self, totals: Totals, score: RoundScore) -> RoundScore:
        return drop_first_penalties(totals, score, self.to_open)


def play(variant: Variant, seating: Seating) -> Game:
    """Return Козёл for the players and house rules of `seating`, each alone."""
    dealing, then = TILES_EACH.at(seating).deal_set(seating, 6, STAYS.at(seating)), NEXT_LEAD.at(seating)
    rule = make_first_lead(LOWEST_LEADS.at(seating), BLANK_LEADS.at(seating))
    return Game(
        variant=variant,
        seating=seating,
        dealing=dealing,
        leading=LockerLeads(seating, rule, then),
        turns=OneTile(dealing.deal),
        rounds=OwnPenalties(seating, find_hand_worth(seating), FEWEST_FREE.at(seating), then is NextStart.WINNER),
        goal=UntilAGoat(seating, limit=LIMIT.at(seating), to_open=FIRST_PENALTY.at(seating)),
    )


VARIANT = Variant(
    key="kozel_alone",
    name=N_("Козёл (each alone)"),
    name_is_message=True,
    source="ulodshi.ru, igryman.ru",
    subtitle=N_("Each alone, as in Russia and around it"),
    summary=N_("Draw until you can play. Everybody writes the pips they still hold; who reaches 101 is the goat."),
    play=play,
    own_hands=True,
    options=(
        *(LIMIT, FIRST_PENALTY, TILES_EACH, STAYS, LOWEST_LEADS, BLANK_LEADS, NEXT_LEAD, FEWEST_FREE),
        *SURCHARGES,
    ),
    aliases=("Козел", "Kozel", "Kozyol", "Goat"),
    menu_place=35,
)
