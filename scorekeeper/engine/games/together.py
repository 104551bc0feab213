"""Games in which touching halves make a number together, and tiles that make it themselves go anywhere.

In Syverdomino (docs/rules.md §4.3) they are jokers, in Matador (§9.5) matadors: 6-1, 5-2, 4-3 and 0-0 of a double-six
set.
"""

from scorekeeper.engine.entries import TileLaid
from scorekeeper.engine.games.round_game import RoundGame
from scorekeeper.engine.layout.growing import Layout
from scorekeeper.engine.problems import refuse
from scorekeeper.engine.text import N_, Text
from scorekeeper.engine.tiles import Tile


class MakeTogether(RoundGame):
    """Touching halves make one more than the largest half: seven with a double-six set, ten with a double-nine one."""

    joins_equal = False

    @property
    def together(self) -> int:
        """What they make."""
        return self.largest + 1

    def joker(self, tile: Tile) -> bool:
        """Halves that make the number themselves, or the double blank: such a tile goes anywhere, either way round."""
        return tile.pips in (self.together, 0)

    def facing(self, tile: Tile, pip: int) -> tuple[int, ...]:
        wanted = self.together - pip
        if self.joker(tile):
            return tuple(sorted(set(tile.halves), key=lambda half: half != wanted))
        return (wanted,) if wanted in tile.halves else ()

    def lay(self, layout: Layout, play: TileLaid) -> Layout:
        after = super().lay(layout, play)
        if play.at is not None and play.join is None and self.joker(play.tile) and not play.tile.double:
            open_pips = play.at.halves if play.pip is None else (play.pip,)
            if not any(self.together - pip in play.tile.halves for pip in open_pips):
                raise refuse("join_missing", "join", tile=str(play.tile))
        return after

    def wanted(self, pip: int) -> Text:
        if pip == 0:
            return Text(N_("a joker"))
        return Text(N_("a %(pip)s or a joker"), {"pip": self.together - pip})
