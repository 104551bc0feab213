"""Who sits at the table: the players in turn order, their sides, and the house rules they agreed on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from scorekeeper.engine.options import Setting
from scorekeeper.engine.problems import Findings
from scorekeeper.engine.text import is_blank, is_unseen

LONGEST_NAME = 40
AND = " & "  # between the names of two partners


@dataclass(frozen=True, slots=True)
class Seating:
    """Players in turn order. With `partners` the 1st and 3rd play against the 2nd and 4th; else each is a side."""

    players: tuple[str, ...]
    partners: bool = False
    lead: str | None = None
    options: Mapping[str, Setting] = field(default_factory=dict)

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides in turn order; a partnership is called after both, `Anna & Carl`."""
        return name_sides(self.players, self.partners)

    def side_of(self, player: str) -> str:
        seat = self.players.index(player)
        return self.sides[seat % 2] if self.partners else player

    def members(self, side: str) -> tuple[str, ...]:
        return tuple(player for player in self.players if self.side_of(player) == side)

    def opponents(self, side: str) -> tuple[str, ...]:
        """The players of all other sides, in turn order."""
        return tuple(player for player in self.players if self.side_of(player) != side)

    def after(self, player: str) -> str:
        """The next player in turn order."""
        return self.players[(self.players.index(player) + 1) % len(self.players)]

    def from_lead(self, lead: str) -> tuple[str, ...]:
        """All players in turn order, the one who led first."""
        seat = self.players.index(lead)
        return self.players[seat:] + self.players[:seat]


@lru_cache(1_000)  # asked for over and over, and of a few tables
def name_sides(players: tuple[str, ...], partners: bool) -> tuple[str, ...]:
    """The sides of these players in turn order: each is one, or of four `partners` the two pairs, `Anna & Carl`."""
    if not partners:
        return players
    first, second, third, fourth = players
    return AND.join((first, third)), AND.join((second, fourth))


def check_signs(players: Sequence[str]) -> None:
    """Raise RuleError for names with characters that nobody can see: two could look alike, and a terminal obey them."""
    findings = Findings()
    for seat, name in enumerate(players, start=1):
        if unseen := [sign for sign in name if is_unseen(sign)]:
            findings.add("name_not_seen", "players", seat, sign=unseen[0])
    findings.settle()


def check_names(players: tuple[str, ...]) -> None:
    """Raise RuleError for missing, doubled and endless names."""
    findings, seated = Findings(), set[str]()
    for seat, name in enumerate(players, start=1):
        if is_blank(name):
            findings.add("name_missing", "players", seat)
        elif len(name) > LONGEST_NAME:
            findings.add("name_too_long", "players", seat, most=LONGEST_NAME)
        elif name.casefold() in seated:
            findings.add("name_twice", "players", seat, player=name)
        seated.add(name.casefold())
    findings.settle()
