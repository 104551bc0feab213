"""An event of a book with the progress of each table.

Standings are never stored: they follow from the sheet of the event. A result is pending until the other side or the
desk has confirmed it; a pending result counts meanwhile. After it is confirmed, only the desk changes it, by a
correction with a reason.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any, Literal

from scorekeeper.play.events.draw import is_complete
from scorekeeper.play.events.event import Event
from scorekeeper.play.events.rounds import EventSheet, Side, Substitution, TableResult

Progress = Literal["missing", "pending", "disputed", "done"]
REHEARSAL_SPEED = 10
"""The factor by which time runs faster in a rehearsal than in an event."""
BETWEEN = " & "
"""What stands between the two players in the name of a pair."""
DESK = -1
"""The number of the desk as the writer of a result; a side has the number 0 or 1."""


@dataclass(frozen=True, slots=True)
class TableReport:
    """The progress of a table of a round: its result, if any, who wrote it, and since when it is in this state.

    `other` is the result of the first side if the second side wrote another one. `seen` is the number of the last entry
    about the table. `match` is the id of the match on the pad, or empty. `reason` is why the result was corrected, or
    empty; `matches` has those of the games of a league's match and of the pairs of two teams by their numbers, which
    count from 1. `hands` are those that two teams have counted so far: the side that won each, None for a tied block.
    `target` is the points to which the table plays.
    """

    round: int
    number: int
    sides: tuple[Side, Side]
    since: datetime
    progress: Progress = "missing"
    result: TableResult | None = None
    other: TableResult | None = None
    by: int = DESK
    seen: int = 0
    match: str = ""
    matches: Mapping[int, str] = field(default_factory=dict)
    reason: str = ""
    hands: tuple[int | None, ...] = ()
    target: int = 0

    @property
    def names(self) -> tuple[str, str]:
        """The names of both sides."""
        return " & ".join(self.sides[0]), " & ".join(self.sides[1])

    def find_side(self, name: str) -> int | None:
        """Return the number of the side of an entrant, 0 or 1; None if the entrant does not sit at the table."""
        return next((number for number, side in enumerate(self.sides) if name in side), None)


@dataclass(frozen=True, slots=True)
class Lot:
    """A lot among entrants who shared a place: their new order, and the tile that each of them drew."""

    names: tuple[str, ...]
    tiles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClubEvent:
    """An event of a book. `game` is the key of its game and `options` are the options of every match.

    `clock` is when the clock of the last round was started, or None. `last` is the number of the last entry.
    """

    id: str
    started: datetime
    name: str
    game: str
    options: Mapping[str, Any]
    sheet: EventSheet
    reports: Mapping[tuple[int, int], TableReport]
    seeds: tuple[int, ...] = ()
    clock: datetime | None = None
    closed: bool = False
    last: int = 0
    is_rehearsal: bool = False
    is_deleted: bool = False
    lots: tuple[Lot, ...] = ()
    substitutions: tuple[Substitution, ...] = ()
    dates: Mapping[tuple[int, int], date] = field(default_factory=dict)
    """The dates of a league's rounds under the round and 0, and those of single matches under the round and table."""
    here: frozenset[str] = frozenset()
    """The entrants whose presence was confirmed."""

    @property
    def event(self) -> Event:
        """The settings of the event."""
        return self.sheet.event

    @property
    def round(self) -> int:
        """The number of the last drawn round, or 0."""
        return len(self.sheet.rounds)

    @property
    def now(self) -> tuple[TableReport, ...]:
        """The reports of the tables of the last drawn round in the order of their numbers."""
        return self.list_reports(self.round)

    @property
    def ends(self) -> datetime | None:
        """When the clock of the last round ends; None if it was not started."""
        if not self.clock or not self.event.clock:
            return None
        return self.clock + self.shorten(self.event.clock)

    def shorten(self, minutes: int) -> timedelta:
        """Return how long this number of `minutes` of the event lasts: a tenth of them in a rehearsal."""
        return timedelta(minutes=minutes) / (REHEARSAL_SPEED if self.is_rehearsal else 1)

    @property
    def all_played(self) -> bool:
        """Whether all rounds of the event are drawn."""
        return is_complete(self.sheet)

    def list_reports(self, number: int) -> tuple[TableReport, ...]:
        """Return the reports of the tables of the round with this number in the order of their numbers."""
        return tuple(each for (round_, _), each in sorted(self.reports.items()) if round_ == number)

    def find_table(self, name: str, number: int) -> TableReport | None:
        """Return the report of an entrant's table in the round with this number; None if they have no table."""
        return next((each for each in self.list_reports(number) if each.find_side(name) is not None), None)

    def find_date(self, number: int, table: int = 0) -> date | None:
        """Return the date of a round of a league, or of the match at one of its tables; None if there is none."""
        return self.dates.get((number, table)) or self.dates.get((number, 0))

    def list_substitutions(self, *names: str) -> tuple[Substitution, ...]:
        """Return the substitutions of these entrants in the order in which they were made."""
        return tuple(each for each in self.substitutions if each.name in names)

    def list_pairs(self, name: str) -> tuple[tuple[str, ...], ...]:
        """Return the players of an entrant as they play now: those of its own name, or of each pair of a team."""
        pairs = [each.split(BETWEEN) for each in self.event.find(name).members or (name,)]
        for each in self.list_substitutions(name):
            pairs = [[each.substitute if one == each.player else one for one in pair] for pair in pairs]
        return tuple(map(tuple, pairs))

    def list_left(self) -> frozenset[str]:
        """Return the entrants who have left the event."""
        return frozenset(each.name for each in self.sheet.withdrawals)
