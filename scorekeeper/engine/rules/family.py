"""What a family of games has of its own: trains begin with doubles in turn, games of tricks with a bid."""

from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, TypeVar

from scorekeeper.engine.entries import RoundEnd
from scorekeeper.engine.problems import Problem
from scorekeeper.engine.rules.leads import Lead
from scorekeeper.engine.tiles import Tile


class FamilyRecord(Protocol):
    """What a family keeps on the sheet."""

    @property
    def begun(self) -> bool:
        """Whether something of the round is written although no tile lies."""


State = TypeVar("State", bound=FamilyRecord)


class Family(Protocol[State]):
    """What a family adds to the fold of a match."""

    @property
    def numbered(self) -> bool:
        """Whether the end of a round says with which double it began."""

    def start(self) -> State:
        """Return the state of an empty sheet."""

    def begin(self, state: State, ended: RoundEnd) -> tuple[State, RoundEnd]:
        """Return the state of the round that ends, and its end with what the sheet knows of it.

        Raise RuleError for a round that cannot have begun so, or that this family does not end so.
        """

    def list_lying(self, state: State) -> frozenset[Tile]:
        """Return the tiles that lie on the table although nobody has written them."""

    def find_doubts(self, state: State, ended: RoundEnd) -> tuple[Problem, ...] | None:
        """Return what is unlikely about the end of a round; None where it is doubted as in games with a layout."""

    def end(self, state: State) -> tuple[State, Lead | None]:
        """Return the state after the round, and who leads next where the family says it."""

    def list_numbers(self, state: State) -> tuple[int, ...]:
        """Return the doubles with which this round can have begun, the next in order first."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """The state of a family that keeps none."""

    begun: ClassVar[bool] = False


NOTHING = Nothing()


@dataclass(frozen=True, slots=True)
class Plain:
    """The games that have nothing of their own on the sheet."""

    numbered: ClassVar[bool] = False

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
class Numbered(Plain):
    """The end of a round says with which double it began, and nothing follows from it."""

    numbered: ClassVar[bool] = True


PLAIN = Plain()
