"""Bonuses: points that a table pays in addition to those of moves and hands."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.layout.layout import Layout
from scorekeeper.engine.rules.scores import RoundScore


class Bonuses(Protocol):
    """The bonuses of a table: for passes, for the last tile, and for the first rounds."""

    @property
    def paid(self) -> Mapping[str, int]:
        """The points of each bonus that is paid while a round is played, by its key in `bonuses.IN_PLAY`."""

    @property
    def calls(self) -> Mapping[str, str]:
        """The words for each bonus that can be called when a player goes out, by its key."""

    def offer(self, layout: Layout, mover: str | None, passed: int) -> tuple[str, str] | None:
        """Return the player and the key of the bonus that the last passes have earned; None if they earned none.

        `mover` made the last move (None: not known), and `passed` players have passed in a row since.
        """

    def check(self, ended: RoundEnd) -> None:
        """Raise RuleError for bonuses called at the end of the round that the last tile contradicts."""

    def reward_early(self, score: RoundScore, rounds_won: int) -> RoundScore:
        """Return the score of a round with extra points if it is among the first; `rounds_won` were won before."""


@dataclass(frozen=True, slots=True)
class NoBonuses:
    """The bonuses of a table that pays none; a game may count `calls` in its own way."""

    calls: Mapping[str, str] = field(default_factory=dict)
    paid: Mapping[str, int] = field(default_factory=dict)

    def offer(self, layout: Layout, mover: str | None, passed: int) -> tuple[str, str] | None:
        return None

    def check(self, ended: RoundEnd) -> None:
        return

    def reward_early(self, score: RoundScore, rounds_won: int) -> RoundScore:
        return score


NO_BONUSES = NoBonuses()
