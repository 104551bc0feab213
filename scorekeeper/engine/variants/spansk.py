"""Spansk domino: multiples of five at the open ends, in pairs with four players (docs/rules.md §1).

Source: the Swedish rule sheet of Mattesmedjan, “Spansk domino”. Options A1–A4 are what it leaves open.
"""

from collections.abc import Mapping, Sequence

from scorekeeper.engine.entries import Round
from scorekeeper.engine.games.game import Deal, RoundScore, Score, Variant
from scorekeeper.engine.games.hands import find_round_winners
from scorekeeper.engine.games.leads import (
    HIGHEST_DRAWN,
    FoundLead,
    Lead,
    find_heaviest_drawn,
    prefer_named_lead,
    rotate_lead,
)
from scorekeeper.engine.games.points import add_up_ends, round_to_five, write_end_terms, write_sum
from scorekeeper.engine.layout.growing import SPIN_ALL
from scorekeeper.engine.options import END_WHEN, Choice, Number, Pick, Setting
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text, Value
from scorekeeper.engine.tiles import End, Tile


class Spansk(Variant):
    key = "spansk"
    name = "Spansk domino"
    source = "Mattesmedjan: Spansk domino"
    summary = N_("Open ends that make a multiple of five score a fifth of it. Four play in pairs, to 60.")
    partners = "always_with_four"
    ends_score = True
    model = SPIN_ALL
    options = (
        Number("target", N_("Target"), N_("The match goes to %(n)s points."), 60, offers=(40, 60, 100)),
        END_WHEN,
        Pick(
            "blocked_score",
            N_("Blocked round"),
            (
                Choice(
                    "opponents_sum",
                    N_("opponents' pips"),
                    N_("In a blocked round the side with fewer pips scores the opponents' pips, to the nearest five."),
                ),
                Choice(
                    "difference",
                    N_("the difference"),
                    N_("In a blocked round the side with fewer pips scores the difference, to the nearest five."),
                ),
                Choice("none", N_("nothing"), N_("A blocked round scores nothing.")),
            ),
        ),
        Pick(
            "tie",
            N_("Blocked with equal pips"),
            (
                Choice("none", N_("nobody scores"), N_("With equal pips in a blocked round nobody scores.")),
                Choice(
                    "lead",
                    N_("the lead's side scores"),
                    N_("With equal pips in a blocked round the first of them in turn order from the lead scores."),
                ),
            ),
        ),
        Pick(
            "two_player_turns",
            N_("Turns with two players"),
            (
                Choice("one_tile", N_("one tile"), N_("Two players lay one tile a turn, too.")),
                Choice(
                    "again_after_score_or_double",
                    N_("again after a score or a double"),
                    N_("With two players who scores or lays a double plays again."),
                ),
            ),
        ),
        Pick(
            "tiles_each",
            N_("Tiles each"),
            (
                Choice("5", N_("five"), N_("Everybody draws five tiles.")),
                Choice("7", N_("seven with two players"), N_("Two players draw seven tiles each, more players five.")),
            ),
        ),
    )

    def deal(self, players: int, options: Mapping[str, Setting]) -> Deal:
        self.check_player_count(players)
        each = 7 if players == 2 and options["tiles_each"] == "7" else 5
        return Deal(each, len(self.tiles) - players * each, never_drawn=1)

    def score_ends(self, seating: Seating, ends: tuple[End, ...], placed: End | None) -> Score:
        total = add_up_ends(ends)
        values: dict[str, Value] = {"terms": write_end_terms(ends), "sum": total, "points": total // 5}
        if total % 5:
            return Score(0, Text(N_("%(terms)s = %(sum)s, not a multiple of five"), values))
        return Score(total // 5, Text(N_("%(terms)s = %(sum)s, %(sum)s ÷ 5 = %(points)s"), values))

    def score_round(self, seating: Seating, ended: Round, pips: Mapping[str, int], lead: str | None) -> RoundScore:
        if ended.out is not None:
            side = seating.side_of(ended.out)
            points, why = self._fifth_of_opponents(seating, side, pips)
            return RoundScore({side: points}, (side,), why, pips)
        won = find_round_winners(seating, ended, pips, seating.options["tie"], lead)
        if not won.sides:
            return RoundScore({}, (), won.why, pips)
        side = won.sides[0]
        if seating.options["blocked_score"] == "none":
            points, why = 0, Text(N_("a blocked round scores nothing at this table"))
        elif seating.options["blocked_score"] == "difference":
            points, why = self._fifth_of_difference(seating, side, pips)
        else:
            points, why = self._fifth_of_opponents(seating, side, pips)
        both = Text(N_("%(won)s; %(hands)s"), {"won": won.why, "hands": why})
        return RoundScore({side: points}, (side,), both, pips)

    def _fifth_of_opponents(self, seating: Seating, side: str, pips: Mapping[str, int]) -> tuple[int, Text]:
        terms = [pips[player] for player in seating.opponents(side)]
        return _fifth(write_sum(terms), sum(terms), len(terms) > 1)

    def _fifth_of_difference(self, seating: Seating, side: str, pips: Mapping[str, int]) -> tuple[int, Text]:
        theirs = sum(pips[player] for player in seating.opponents(side))
        own = sum(pips[player] for player in seating.members(side))
        return _fifth(f"{theirs} − {own}", theirs - own, True)

    def first_lead(self, seating: Seating) -> Lead:
        return prefer_named_lead(seating, HIGHEST_DRAWN)

    def find_lead(self, shown: Mapping[str, Sequence[Tile]], options: Mapping[str, Setting]) -> FoundLead:
        return find_heaviest_drawn(shown)

    def next_lead(self, seating: Seating, lead: str | None, score: RoundScore, rounds: int) -> Lead:
        return rotate_lead(seating, lead)


def _fifth(terms: str, total: int, summed: bool) -> tuple[int, Text]:
    """A fifth of `total` pips rounded to the nearest five, and why."""
    near = round_to_five(total)
    shown = Text(N_("%(terms)s = %(sum)s"), {"terms": terms, "sum": total}) if summed else str(total)
    values: dict[str, Value] = {"sum": shown, "near": near, "points": near // 5}
    if near == total:
        return near // 5, Text(N_("%(sum)s, %(near)s ÷ 5 = %(points)s"), values)
    return near // 5, Text(N_("%(sum)s, rounded to %(near)s, %(near)s ÷ 5 = %(points)s"), values)
