"""The players of a match in turn order, their sides and their house rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from scorekeeper.engine.options import Setting
from scorekeeper.engine.problems import Findings
from scorekeeper.engine.text import fold_case, is_blank, is_invisible

LONGEST_NAME = 40
AND = " & "  # between the names of two partners


@dataclass(frozen=True, slots=True)
class Seating:
    """The players in turn order and the settings of the house rules.

    With `partners` the 1st and 3rd player form a side against the 2nd and 4th; otherwise each player is a side. `lead`
    is the player who leads the first round, None if the rules of the game decide.
    """

    players: tuple[str, ...]
    partners: bool = False
    lead: str | None = None
    options: Mapping[str, Setting] = field(default_factory=dict)

    @property
    def sides(self) -> tuple[str, ...]:
        """The names of the sides in turn order; that of a pair is `Anna & Carl`."""
        return name_sides(self.players, self.partners)

    def side_of(self, player: str) -> str:
        """Return the name of the side of `player`."""
        seat = self.players.index(player)
        return self.sides[seat % 2] if self.partners else player

    def members(self, side: str) -> tuple[str, ...]:
        """Return the players of `side` in turn order."""
        return tuple(player for player in self.players if self.side_of(player) == side)

    def opponents(self, side: str) -> tuple[str, ...]:
        """Return the players of all other sides in turn order."""
        return tuple(player for player in self.players if self.side_of(player) != side)

    def after(self, player: str) -> str:
        """Return the next player in turn order."""
        return self.players[(self.players.index(player) + 1) % len(self.players)]

    def from_lead(self, lead: str) -> tuple[str, ...]:
        """Return all players in turn order, beginning with `lead`."""
        seat = self.players.index(lead)
        return self.players[seat:] + self.players[:seat]


@lru_cache(1_000)  # called for every entry, with few different arguments
def name_sides(players: tuple[str, ...], partners: bool) -> tuple[str, ...]:
    """Return the names of the sides in turn order: the players, or with `partners` two pairs like `Anna & Carl`."""
    if not partners:
        return players
    first, second, third, fourth = players
    return AND.join((first, third)), AND.join((second, fourth))


def check_characters(players: Sequence[str]) -> None:
    """Raise RuleError for names with invisible characters: names could look alike, and a terminal could obey them."""
    findings = Findings()
    for seat, name in enumerate(players, start=1):
        if unseen := [sign for sign in name if is_invisible(sign)]:
            findings.add("name_not_seen", "players", seat, sign=unseen[0])
    findings.settle()


def check_names(players: tuple[str, ...]) -> None:
    """Raise RuleError for missing, repeated and too long names. Case makes no difference."""
    findings, seated = Findings(), set[str]()
    for seat, name in enumerate(players, start=1):
        if is_blank(name):
            findings.add("name_missing", "players", seat)
        elif len(name) > LONGEST_NAME:
            findings.add("name_too_long", "players", seat, most=LONGEST_NAME)
        elif fold_case(name) in seated:
            findings.add("name_twice", "players", seat, player=name)
        seated.add(fold_case(name))
    findings.settle()
