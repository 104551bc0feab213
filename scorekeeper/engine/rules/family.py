"""The data that a family of games stores on the sheet: the double that begins a round of trains, the bid for tricks."""

from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, TypeVar

from scorekeeper.engine.entries import FamilyFacts, RoundEnd, StartingDouble
from scorekeeper.engine.problems import Problem
from scorekeeper.engine.rules.leads import Lead
from scorekeeper.engine.tiles import Tile


class FamilyRecord(Protocol):
    """The data that a family of games stores on the sheet during a match."""

    @property
    def begun(self) -> bool:
        """Whether the round has begun on the sheet although no tile has been laid, e.g. with a bid."""


State = TypeVar("State", bound=FamilyRecord)


class Family(Protocol[State]):
    """The parts that a family of games adds to the scoring of a match."""

    @property
    def facts(self) -> type[FamilyFacts] | None:
        """The facts that the end of a round has only in this family; None if there are none."""

    def start(self) -> State:
        """Return the state for an empty sheet."""

    def begin(self, state: State, ended: RoundEnd) -> tuple[State, RoundEnd]:
        """Return the state of the round that `ended`, and that entry with facts of the round filled in from the sheet.

        Raise RuleError if a round of this family cannot begin or end in this way.
        """

    def list_lying(self, state: State) -> frozenset[Tile]:
        """Return the tiles that are in the layout before anybody has laid one, such as the engine of a train round."""

    def find_doubts(self, state: State, ended: RoundEnd) -> tuple[Problem, ...] | None:
        """Return a problem for each unlikely fact about the end of a round; empty if there is none.

        None means that the doubts of games with a layout apply.
        """

    def end(self, state: State) -> tuple[State, Lead | None]:
        """Return the state after the round, and who leads the next round.

        The lead is None if the family does not decide it.
        """

    def list_numbers(self, state: State) -> tuple[int, ...]:
        """Return the pips of the doubles with which this round can have begun, the next one in order first."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """The state of a family that stores nothing on the sheet."""

    begun: ClassVar[bool] = False


NOTHING = Nothing()


@dataclass(frozen=True, slots=True)
class Plain:
    """The family of the games that store nothing of their own on the sheet."""

    facts: ClassVar[type[FamilyFacts] | None] = None

    def start(self) -> Any:
        return NOTHING

    def begin(self, state: Any, ended: RoundEnd) -> tuple[Any, RoundEnd]:
        return state, ended

    def list_lying(self, state: Any) -> frozenset[Tile]:
        return frozenset()

    def find_doubts(self, state: Any, ended: RoundEnd) -> tuple[Problem, ...] | None:
        return None

    def end(self, state: Any) -> tuple[Any, Lead | None]:
        return state, None

    def list_numbers(self, state: Any) -> tuple[int, ...]:
        return ()


@dataclass(frozen=True, slots=True)
class NumberedRounds(Plain):
    """The family of games in which the end of a round says with which double it began, and this has no effect."""

    facts: ClassVar[type[FamilyFacts] | None] = StartingDouble


PLAIN = Plain()
