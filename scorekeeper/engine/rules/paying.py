"""Bonuses: what is paid besides the points of moves and hands."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.layout.growing import Layout
from scorekeeper.engine.rules.scores import RoundScore


class Bonuses(Protocol):
    """What a table pays for passes, for the last tile, and for the first rounds."""

    @property
    def paid(self) -> Mapping[str, int]:
        """What is paid while a round is played, by the key of the bonus (`bonuses.IN_PLAY`)."""

    @property
    def calls(self) -> Mapping[str, str]:
        """What can be called when somebody goes out, by its key, in words."""

    def offer(self, layout: Layout, mover: str | None, passed: int) -> tuple[str, str] | None:
        """Return the player and the key of the bonus that the last passes have earned."""

    def check(self, ended: RoundEnd) -> None:
        """Raise RuleError for calls that the last tile contradicts."""

    def reward_early(self, score: RoundScore, rounds_won: int) -> RoundScore:
        """Return what a round is worth after `rounds_won` others, where the first ones are worth more."""


@dataclass(frozen=True, slots=True)
class NoBonuses:
    """Nothing is paid besides; a game may count `calls` in its own way."""

    calls: Mapping[str, str] = field(default_factory=dict)
    paid: Mapping[str, int] = field(default_factory=dict)

    def offer(self, layout: Layout, mover: str | None, passed: int) -> tuple[str, str] | None:
        return None

    def check(self, ended: RoundEnd) -> None:
        return

    def reward_early(self, score: RoundScore, rounds_won: int) -> RoundScore:
        return score


NO_BONUSES = NoBonuses()
