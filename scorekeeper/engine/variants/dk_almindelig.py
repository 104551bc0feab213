"""Almindelig domino: the winner of a round scores the differences to everybody else's pips (SPEC §4.1).

Source: the Danish rule sheet “Domino 6, regler til 11 dominospil”, Vennerød Forlag.
Options A10 and A11 are what it leaves open.
"""

from collections.abc import Mapping, Sequence

from scorekeeper.engine.entries import Play, Round
from scorekeeper.engine.layout import FORK, LINE, Layout, Model
from scorekeeper.engine.leads import HIGHEST_DOUBLE, FoundLead, Lead, holder_of_double, named_lead
from scorekeeper.engine.options import Choice, Number, Pick, Setting
from scorekeeper.engine.points import fewest, nobody_scores, plus, tie_in_rotation
from scorekeeper.engine.problems import refuse
from scorekeeper.engine.table import Table
from scorekeeper.engine.text import N_, Text, Value
from scorekeeper.engine.tiles import Tile
from scorekeeper.engine.variant import Deal, RoundScore, Variant


class Almindelig(Variant):
    key = "dk_almindelig"
    name = "Almindelig domino"
    source = "Vennerød Forlag: Domino 6"
    summary = N_("The winner of a round scores how much less he holds than each of the others. To 100.")
    options = (
        Number("target", N_("Target"), N_("The match goes to %(n)s points."), 100, offers=(50, 100, 200)),
        Pick(
            "tie",
            N_("Blocked with equal pips"),
            (
                Choice("none", N_("nobody scores"), N_("With equal pips in a blocked round nobody scores.")),
                Choice(
                    "each", N_("each of them scores"), N_("With equal pips in a blocked round each of them scores.")
                ),
                Choice(
                    "lead",
                    N_("the first from the lead scores"),
                    N_("With equal pips in a blocked round the first of them in turn order from the lead scores."),
                ),
            ),
        ),
        Pick(
            "doubles",
            N_("Doubles"),
            (
                Choice("fork", N_("fork"), N_("A double lies crosswise and opens both of its halves.")),
                Choice("line", N_("go on in line"), N_("A double lies crosswise, but the line goes on with one end.")),
            ),
        ),
    )

    def deal(self, players: int, options: Mapping[str, Setting]) -> Deal:
        self.check_player_count(players)
        return Deal(5, len(self.tiles) - 5 * players, never_drawn=0)

    def model_at(self, table: Table) -> Model:
        return FORK if table.options["doubles"] == "fork" else LINE

    def lay(self, table: Table, layout: Layout, play: Play) -> Layout:
        if layout.empty and not play.tile.double:
            raise refuse("start_not_double", "tile", tile=str(play.tile))
        return super().lay(table, layout, play)

    def score_round(self, table: Table, ended: Round, pips: Mapping[str, int], lead: str | None) -> RoundScore:
        if ended.out is not None:
            winners: tuple[str, ...] = (ended.out,)
        else:
            winners = fewest(pips)
            if len(winners) > 1 and table.options["tie"] == "none":
                return RoundScore({}, (), nobody_scores(winners, pips), pips)
            if table.options["tie"] == "lead":
                winners = (tie_in_rotation(table, winners, lead),)
        points = sum(value - pips[winners[0]] for value in pips.values())
        why = tuple(_differences(table, winner, pips) for winner in winners)
        return RoundScore(dict.fromkeys(winners, points), winners, Text("%(why)s", {"why": why}), pips)

    def first_lead(self, table: Table) -> Lead:
        return named_lead(table, HIGHEST_DOUBLE)

    def find_lead(self, shown: Mapping[str, Sequence[Tile]], options: Mapping[str, Setting]) -> FoundLead:
        return holder_of_double(shown)

    def next_lead(self, table: Table, lead: str | None, score: RoundScore, rounds: int) -> Lead:
        return HIGHEST_DOUBLE


def _differences(table: Table, winner: str, pips: Mapping[str, int]) -> Text:
    """`Carl 18, Anna 27, Bo 21 against 16: 2 + 11 + 5 = 18`."""
    others = [player for player in table.from_lead(winner) if player != winner]
    differences = [pips[player] - pips[winner] for player in others]
    values: dict[str, Value] = {
        "hands": ", ".join(f"{player} {pips[player]}" for player in others),
        "own": pips[winner],
        "terms": plus(differences),
        "points": sum(differences),
    }
    if len(others) == 1:
        return Text(N_("%(hands)s against %(own)s: %(points)s"), values)
    return Text(N_("%(hands)s against %(own)s: %(terms)s = %(points)s"), values)
