"""Syverdomino: touching halves make seven, four are jokers; the winner scores the others' pips (docs/rules.md §4.3).

Source: the Danish rule sheet “Domino 6, regler til 11 dominospil”, Vennerød Forlag.
"""

from collections.abc import Mapping

from scorekeeper.engine.entries import RoundEnd, TileLaid
from scorekeeper.engine.games.danish import Danish, list_others
from scorekeeper.engine.games.hands import add_up_hands
from scorekeeper.engine.games.menu import LayoutShape
from scorekeeper.engine.layout.growing import Layout
from scorekeeper.engine.problems import refuse
from scorekeeper.engine.text import N_, Text
from scorekeeper.engine.tiles import Tile

TOGETHER = 7


class Syver(Danish):
    key = "dk_syver"
    name = "Syverdomino"
    subtitle = N_("Halves that make seven touch")
    summary = N_(
        "Touching halves make seven; 6-1, 5-2, 4-3 and 0-0 go anywhere. The winner scores what is left. To 100."
    )
    shape = LayoutShape.SEVENS
    joins_equal = False

    def joker(self, tile: Tile) -> bool:
        """Seven pips, or none: such a tile may be laid anywhere, either way round."""
        return tile.pips in (TOGETHER, 0)

    def facing(self, tile: Tile, pip: int) -> tuple[int, ...]:
        wanted = TOGETHER - pip
        if self.joker(tile):
            return tuple(sorted(set(tile.halves), key=lambda half: half != wanted))
        return (wanted,) if wanted in tile.halves else ()

    def lay(self, layout: Layout, play: TileLaid) -> Layout:
        after = super().lay(layout, play)
        if play.at is not None and play.join is None and self.joker(play.tile) and not play.tile.double:
            open_pips = play.at.halves if play.pip is None else (play.pip,)
            if not any(TOGETHER - pip in play.tile.halves for pip in open_pips):
                raise refuse("join_missing", "join", tile=str(play.tile))
        return after

    def wanted(self, pip: int) -> Text:
        if pip == 0:
            return Text(N_("a joker"))
        return Text(N_("a %(pip)s or a joker"), {"pip": TOGETHER - pip})

    def score_hands(self, winner: str, ended: RoundEnd, pips: Mapping[str, int]) -> tuple[int, Text]:
        return add_up_hands(list_others(self.seating, winner), pips)
