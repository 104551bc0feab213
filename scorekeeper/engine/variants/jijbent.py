"""Jijbent Domino: two players, a start tile, penalty points for what is left in hand; four rounds (docs/rules.md §3).

Source: the Dutch rule sheet “Jijbent.nl: spelregels Domino”, Bram Schoonhoven. White is who sits first. A round that
ends at the boneyard (two tiles lie there and the player to move cannot play) gives nobody the extra points (A9).
"""

from collections.abc import Mapping, Sequence

from scorekeeper.engine.entries import Round
from scorekeeper.engine.games.game import Deal, FirstTile, RoundScore, Variant
from scorekeeper.engine.games.hands import list_hands
from scorekeeper.engine.games.leads import FoundLead, Lead, prefer_named_lead, rotate_lead
from scorekeeper.engine.options import Number, Setting
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text, Value
from scorekeeper.engine.tiles import Tile


class Jijbent(Variant):
    key = "jijbent"
    name = "Jijbent Domino"
    source = "Jijbent.nl: Spelregels Domino"
    summary = N_("For two. What you still hold at the end of a round are penalty points; fewest after four rounds win.")
    most_players = 2
    lowest_wins = True
    boneyard_ends = True
    options = (
        Number("rounds", N_("Rounds"), N_("The match has %(n)s rounds."), 4, most=99, offers=(2, 4, 6)),
        Number(
            "out_bonus",
            N_("Extra when the other is out"),
            N_("When one player is out, the other gets %(n)s penalty points on top of his pips."),
            5,
            least=0,
            most=100,
            offers=(0, 5, 10),
        ),
    )

    def deal(self, players: int, options: Mapping[str, Setting]) -> Deal:
        self.check_player_count(players)
        return Deal(7, len(self.tiles) - 15, never_drawn=2, start_tile=1)

    def first_tile(self, seating: Seating) -> FirstTile:
        return "no_double"

    def score_round(self, seating: Seating, ended: Round, pips: Mapping[str, int], lead: str | None) -> RoundScore:
        if ended.out is None:
            why = Text(N_("nobody is out: %(hands)s"), {"hands": list_hands(seating.players, pips)})
            return RoundScore(pips, (), why, pips)
        other = seating.after(ended.out)
        bonus = int(seating.options["out_bonus"])
        values: dict[str, Value] = {"player": ended.out, "other": other, "pips": pips[other], "bonus": bonus}
        values["penalty"] = pips[other] + bonus
        message = N_("%(player)s is out; %(other)s holds %(pips)s: %(pips)s + %(bonus)s = %(penalty)s penalty points")
        return RoundScore({other: pips[other] + bonus}, (ended.out,), Text(message, values), pips)

    def first_lead(self, seating: Seating) -> Lead:
        first = seating.players[0]
        by_seat = Lead(first, "first_seat", Text(N_("%(player)s sits first and leads round 1"), {"player": first}))
        return prefer_named_lead(seating, by_seat)

    def find_lead(self, shown: Mapping[str, Sequence[Tile]], options: Mapping[str, Setting]) -> FoundLead:
        return FoundLead(next(iter(shown)))

    def next_lead(self, seating: Seating, lead: str | None, score: RoundScore, rounds: int) -> Lead:
        return rotate_lead(seating, lead)

    def winners(
        self, seating: Seating, totals: Mapping[str, int], rounds: int, between_rounds: bool
    ) -> tuple[str, ...]:
        """Fewest penalty points after the last round; equal ones are a draw."""
        if rounds < int(seating.options["rounds"]):
            return ()
        least = min(totals.values())
        return tuple(side for side, total in totals.items() if total == least)
