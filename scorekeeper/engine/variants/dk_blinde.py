"""Blindedomino: all turn the first tile of their rows; who runs out first has won, nothing counts (docs/rules.md §4.5).

Source: the Danish rule sheet “Domino 6, regler til 11 dominospil”, Vennerød Forlag. Option A20 is what it leaves open;
that more than one game can make a match is ours.
"""

from collections.abc import Mapping, Sequence

from scorekeeper.engine.entries import Round
from scorekeeper.engine.games.game import Deal, HandsWanted, RoundScore, Variant
from scorekeeper.engine.games.hands import list_hands
from scorekeeper.engine.games.leads import YOUNGEST, FoundLead, Lead, prefer_named_lead
from scorekeeper.engine.games.points import find_fewest
from scorekeeper.engine.options import Choice, Number, Pick, Setting
from scorekeeper.engine.problems import Findings
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import N_, Text, Value
from scorekeeper.engine.tiles import Tile


class Blinde(Variant):
    key = "dk_blinde"
    name = "Blindedomino"
    source = "Vennerød Forlag: Domino 6"
    summary = N_(
        "Everybody turns tiles from his own row without looking. Who runs out first has won. Nothing is counted."
    )
    most_players = 5
    takes = frozenset({"round"})
    options = (
        Number("target", N_("Games to win"), N_("Games to win the match: %(n)s."), 1, offers=(1, 2, 3)),
        Pick(
            "leftovers",
            N_("Tiles left over in the deal"),
            (
                Choice("aside", N_("stay aside"), N_("Tiles that cannot be shared out evenly stay aside.")),
                Choice(
                    "one_more_each_from_start",
                    N_("go to the first players"),
                    N_("Tiles that cannot be shared out evenly go one each to the first players, from the lead on."),
                ),
            ),
        ),
        Pick(
            "blocked",
            N_("Nobody can lay any tile"),
            (
                Choice(
                    "no_winner", N_("nobody wins"), N_("When nobody can lay any of his tiles, nobody wins the game.")
                ),
                Choice(
                    "fewest_tiles",
                    N_("fewest tiles win"),
                    N_("When nobody can lay any of his tiles, who has fewest of them wins; with equally few nobody."),
                ),
            ),
        ),
    )

    def deal(self, players: int, options: Mapping[str, Setting]) -> Deal:
        self.check_player_count(players)
        each, over = divmod(len(self.tiles), players)
        if options["leftovers"] == "one_more_each_from_start":
            return Deal(each, 0, never_drawn=0, extra=over)
        return Deal(each, over, never_drawn=over)

    def hands_wanted(self, seating: Seating) -> HandsWanted:
        return "tiles"

    def check_round(self, seating: Seating, ended: Round) -> None:
        super().check_round(seating, ended)
        findings = Findings()
        if ended.how == "blocked" and seating.options["blocked"] == "fewest_tiles":
            for player, hand in ended.hands:
                if hand.count is None:
                    findings.add("hand_wants_tiles", "hands", player, player=player)
        findings.settle()

    def score_round(self, seating: Seating, ended: Round, pips: Mapping[str, int], lead: str | None) -> RoundScore:
        if ended.out is not None:
            return RoundScore({ended.out: 1}, (ended.out,), Text(N_("%(player)s is out"), {"player": ended.out}), pips)
        if seating.options["blocked"] == "no_winner":
            return RoundScore({}, (), Text(N_("nobody can lay a tile: nobody wins")), pips)
        tiles = {player: hand.count or 0 for player, hand in ended.hands}
        best = find_fewest(tiles)
        values: dict[str, Value] = {"hands": list_hands(seating.players, tiles), "player": best[0]}
        if len(best) > 1:
            return RoundScore({}, (), Text(N_("tiles left: %(hands)s; equally few, so nobody wins"), values), pips)
        return RoundScore({best[0]: 1}, best, Text(N_("tiles left: %(hands)s; fewest: %(player)s"), values), pips)

    def first_lead(self, seating: Seating) -> Lead:
        return prefer_named_lead(seating, YOUNGEST)

    def find_lead(self, shown: Mapping[str, Sequence[Tile]], options: Mapping[str, Setting]) -> FoundLead:
        """Tiles say nothing here: the youngest leads (`leads.youngest`)."""
        return FoundLead(None, "redraw", tuple(shown))

    def next_lead(self, seating: Seating, lead: str | None, score: RoundScore, rounds: int) -> Lead:
        return YOUNGEST
