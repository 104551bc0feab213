"""The rules for a turn: a player draws, lays one tile or more, or passes (docs/rules.md A4)."""

from dataclasses import dataclass
from typing import ClassVar, Literal, Protocol

from scorekeeper.engine.rules.dealing import Deal
from scorekeeper.engine.text import N_, Text
from scorekeeper.engine.tiles import Tile

ExtraTurn = Literal["none", "tile", "double"]


class Turns(Protocol):
    """The rules for a turn."""

    @property
    def most_drawn(self) -> int | None:
        """The most tiles that a player draws in a turn; None if the player draws until one fits."""

    @property
    def passes_block(self) -> bool:
        """Whether a round is blocked if everybody has passed and nothing may be drawn."""

    def explain_pass(self) -> Text:
        """Return the reason for a pass in words."""

    def find_extra_turn(self, points: int, tile: Tile | None) -> ExtraTurn:
        """Return what the player lays after a move that scored `points` with `tile` (None: not known).

        That is nothing more (`none`), another tile (`tile`), or a second double if they want to (`double`).
        """


@dataclass(frozen=True, slots=True)
class OneTile:
    """The rule that a player lays one tile a turn, draws if none fits, and passes if nothing may be drawn."""

    deal: Deal
    most_drawn: int | None = None
    passes_block: ClassVar[bool] = True

    def explain_pass(self) -> Text:
        if self.deal.nobody_draws:
            return Text(N_("nothing that fits"))
        if self.most_drawn is None:
            return Text(N_("nothing to play, nothing to draw"))
        return Text(N_("nothing to play, and no more may be drawn"))

    def find_extra_turn(self, points: int, tile: Tile | None) -> ExtraTurn:
        """Return `none`: a turn ends with the tile laid."""
        return "none"


@dataclass(frozen=True, slots=True)
class UnseenTiles:
    """The rule that tiles are turned up unseen, so that a pass reveals nothing about the tiles of a player.

    With `while_it_fits` a turn goes on as long as tiles fit.
    """

    while_it_fits: bool = False
    most_drawn: ClassVar[int | None] = None
    passes_block: ClassVar[bool] = False

    def explain_pass(self) -> Text:
        return Text(N_("the tile that was turned up does not fit"))

    def find_extra_turn(self, points: int, tile: Tile | None) -> ExtraTurn:
        """Return `tile` if a turn goes on as long as tiles fit, else `none`."""
        return "tile" if self.while_it_fits else "none"


@dataclass(frozen=True, slots=True)
class TwoDoubles(OneTile):
    """Turns in which a player may lay two doubles, one at each end."""

    def find_extra_turn(self, points: int, tile: Tile | None) -> ExtraTurn:
        """Return `double` if `tile` is a double, since a second one may be laid in the same turn, else `none`."""
        return "double" if tile is not None and tile.double else "none"
