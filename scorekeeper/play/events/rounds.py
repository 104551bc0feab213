"""The facts that are written down during an event: draws, results, corrections, withdrawals and lots.

Only facts are stored: points and standings are always derived from them. A side is a tuple of names: one name for a
pair, a single player or a team, two for individuals. A table's sides are numbered 0 and 1.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Literal

from scorekeeper.play.events.event import Event
from scorekeeper.play.events.league import LeagueGame, count_games

Side = tuple[str, ...]
CardColour = Literal["yellow", "red", "black"]


def count_hands(hands: Collection[int | None]) -> tuple[int, int]:
    """Return the points of two teams that get one for each hand won; the hand after a tied block counts two."""
    points, worth = [0, 0], 1
    for side in hands:
        if side is None:
            worth = 2
        else:
            points[side] += worth
            worth = 1
    return points[0], points[1]


@dataclass(frozen=True, slots=True)
class Card:
    """A card that an entrant got at a match."""

    name: str
    colour: CardColour


@dataclass(frozen=True, slots=True)
class Sanction:
    """Points that are subtracted from an entrant's own points of a match."""

    name: str
    points: int


@dataclass(frozen=True, slots=True)
class TableResult:
    """The result of a table. A forfeit has no points; for teams they are in `boards` or `hands`.

    `hands` has the side that won each hand, and None for a tied block, after which the next hand counts two.
    """

    points: tuple[int, int] | None = None
    time: bool = False
    """Whether time ended the match before a side reached the target."""
    absent: tuple[str, ...] = ()
    cards: tuple[Card, ...] = ()
    sanctions: tuple[Sanction, ...] = ()
    pending: bool = False
    """Whether the desk has yet to approve the result; it counts meanwhile."""
    boards: tuple["TableResult", ...] = ()
    hands: tuple[int | None, ...] = ()
    games: tuple[LeagueGame, ...] = ()
    """The games of a league's match; one that a team claims has no players, and 1 and 0 as its points."""

    @property
    def total(self) -> tuple[int, int] | None:
        """The points of both sides, added up over all boards; None if there are none.

        In a league they are the games that each team won.
        """
        if self.games:
            return count_games(self.games)
        if self.boards:
            each = [board.total or (0, 0) for board in self.boards]
            return sum(points for points, _ in each), sum(points for _, points in each)
        return count_hands(self.hands) if self.hands else self.points


def turn_points(result: TableResult | None, side: int) -> tuple[int, int] | None:
    """Return the points of a result from the view of `side` (0 or 1): own, other. Return None if it has no points."""
    if result is None or result.total is None:
        return None
    return result.total[side], result.total[1 - side]


@dataclass(frozen=True, slots=True)
class EventTable:
    """The entrants at a table in a round, and the result if there is one; `target` None is the target of the event."""

    number: int
    sides: tuple[Side, Side]
    result: TableResult | None = None
    target: int | None = None

    def names(self) -> tuple[str, ...]:
        """Return the names of all who sit at the table."""
        return self.sides[0] + self.sides[1]


@dataclass(frozen=True, slots=True)
class EventRound:
    """A drawn round: its tables in the order of their numbers, and the entrants who have the bye."""

    tables: tuple[EventTable, ...]
    byes: tuple[str, ...] = ()

    def names(self) -> set[str]:
        """Return the names of all who sit at a table."""
        return {name for table in self.tables for name in table.names()}

    def find(self, number: int) -> EventTable | None:
        """Return the table with this number; None if there is none."""
        return next((table for table in self.tables if table.number == number), None)


def number_tables(pairs: Iterable[tuple[Side, Side]]) -> tuple[EventTable, ...]:
    """Return the tables of a round, numbered from 1 in the order of the pairs."""
    return tuple(EventTable(number, sides) for number, sides in enumerate(pairs, 1))


@dataclass(frozen=True, slots=True)
class ResultCorrection:
    """A result that replaces an earlier one: `made` is the number of the last drawn round when it was written."""

    made: int
    round: int
    table: int
    result: TableResult
    reason: str


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """The withdrawal of an entrant who left the event and played until the round `after`."""

    name: str
    after: int


@dataclass(frozen=True, slots=True)
class Substitution:
    """A player of the entrant `name` whom another one replaces from the match of the round `round` on."""

    name: str
    player: str
    substitute: str
    round: int


@dataclass(frozen=True, slots=True)
class EventSheet:
    """All facts written down during an event. Rounds are numbered from 1.

    A lot is the order in which the pad drew entrants who were equal by all other criteria.
    """

    event: Event
    rounds: tuple[EventRound, ...] = ()
    corrections: tuple[ResultCorrection, ...] = ()
    withdrawals: tuple[Withdrawal, ...] = ()
    lots: tuple[tuple[str, ...], ...] = ()

    def rounds_as_seen(self, after: int, seen: int) -> tuple[EventRound, ...]:
        """Return the rounds 1 to `after` with the results that were known when the round `seen` was complete."""
        latest = {
            (each.round, each.table): each.result
            for each in sorted(self.corrections, key=lambda each: each.made)
            if each.made <= seen
        }
        return tuple(
            replace(
                drawn,
                tables=tuple(
                    replace(table, result=latest.get((number, table.number), table.result)) for table in drawn.tables
                ),
            )
            for number, drawn in enumerate(self.rounds[:after], 1)
        )

    def marks(self) -> tuple[tuple[int, int], ...]:
        """Return the round and table of every result that was corrected."""
        return tuple(sorted({(each.round, each.table) for each in self.corrections}))

    def has_result(self, number: int) -> bool:
        """Return whether a table of the round with this number has a result."""
        return any(table.result for table in self.rounds[number - 1].tables)
