"""Jijbent Domino: two players, a start tile, penalty points for what is left in hand; four rounds (docs/rules.md §3).

Source: the Dutch rule sheet “Jijbent.nl: spelregels Domino”, Bram Schoonhoven. White is who sits first. A round that
ends at the boneyard (two tiles lie there and the player to move cannot play) gives nobody the extra points (A9).
"""

from collections.abc import Mapping
from dataclasses import replace

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.games.game import Deal, RoundScore
from scorekeeper.engine.games.hands import Won, list_hands, tell_round
from scorekeeper.engine.games.leads import Lead, give_lead_to_first_seat
from scorekeeper.engine.games.points import find_fewest, write_score
from scorekeeper.engine.games.round_game import RoundGame
from scorekeeper.engine.games.tiles_each import FIVE, NINE_FOR_TWO, SEVEN, SIX, choose_tiles_each
from scorekeeper.engine.options import Number, Topic
from scorekeeper.engine.text import N_, Text, Value, counted


class Jijbent(RoundGame):
    key = "jijbent"
    name = "Jijbent Domino"
    source = "Jijbent.nl: Spelregels Domino"
    subtitle = N_("Dutch domino for two")
    summary = N_("For two. What you still hold at the end of a round are penalty points; fewest after four rounds win.")
    most_players = 2
    lowest_wins = True
    own_hands = True
    nobody_out = "boneyard"
    first_tile = "no_double"
    rounds = Number(
        "rounds",
        N_("Rounds"),
        counted("The match has %(n)s round.", "The match has %(n)s rounds."),
        4,
        most=99,
        offers=(2, 4, 6),
        about=Topic.MATCH,
    )
    out_bonus = Number(
        "out_bonus",
        N_("Extra when the other is out"),
        counted(
            "The other gets the pips they still hold and %(n)s penalty point on top.",
            "The other gets the pips they still hold and %(n)s penalty points on top.",
        ),
        5,
        least=0,
        most=100,
        offers=(0, 5, 10),
        about=Topic.OUT,
        none=N_("The other gets the pips they still hold, and nothing on top."),
    )
    tiles_each = choose_tiles_each(SEVEN, FIVE, SIX, NINE_FOR_TWO)

    @property
    def deal(self) -> Deal:
        return replace(self.tiles_each.deal(len(self.seating.players), len(self.tiles) - 1, stay=2), start_tile=1)

    @property
    def lead_rule(self) -> Lead:
        return give_lead_to_first_seat(self.seating)

    def score_round(self, ended: RoundEnd, pips: Mapping[str, int], lead: str | None) -> RoundScore:
        if ended.out is None:
            hands = list_hands(self.seating.players, pips)
            why = Text(N_("nobody is out, each takes their own pips: %(hands)s"), {"hands": hands})
            return RoundScore(pips, (), why, pips)
        other = self.seating.after(ended.out)
        values: dict[str, Value] = {"other": other, "pips": pips[other], "bonus": self.out_bonus}
        values["penalty"] = penalty = pips[other] + self.out_bonus
        held = Text(N_("%(other)s holds %(pips)s: %(penalty)s penalty points"), values)
        if self.out_bonus:
            message = N_("%(other)s holds %(pips)s: %(pips)s + %(bonus)s (not out) = %(penalty)s penalty points")
            held = Text(message, values)
        return tell_round(ended, {other: penalty}, Won((ended.out,), ended.describe()), held, pips)

    def winners(self, totals: Mapping[str, int], rounds: int, between_rounds: bool) -> tuple[str, ...]:
        """Fewest penalty points after the last round; equal ones are a draw."""
        return find_fewest(totals) if rounds >= self.rounds else ()

    def explain_end(self, totals: Mapping[str, int], winners: tuple[str, ...]) -> Text:
        if len(winners) > 1:
            return super().explain_end(totals, winners)
        [winner] = winners
        values: dict[str, Value] = {"player": winner, "score": write_score(totals, winner)}
        return Text(N_("%(player)s won with the fewest penalty points, %(score)s"), values)
