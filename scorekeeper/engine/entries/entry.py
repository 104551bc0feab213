"""`Entry` is what every kind of entry answers, so that nobody needs to know which kind an entry is.

A kind inherits from it, is a frozen dataclass, and answers what has no answer here. Its fields of the match file that
are asked of every entry (`accepted`, `replaces`) are written and read here and by the reader.
"""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import Field
from typing import Any, ClassVar, Protocol, Self

from scorekeeper.engine.entries.reader import FieldReader
from scorekeeper.engine.text import Text

COMMON_FIELDS = frozenset({"entry", "accepted", "replaces"})


class KindFacts(Protocol):
    """What is known of a kind of entry. `kind` names it in match files, forms and templates, and is never changed.

    `fields` are those that it has in a match file besides the common ones; `named` those of them that hold a name, or
    an object with names for keys. `ends_round` says that no move of the same round follows; `stands_alone`, that it
    can be judged without the entries before it; `has_line`, that it has a line of its own on the sheet. What it only
    does to another entry is told at that one; such an entry is one of every game, which need not name it among those it
    `takes`.

    `words` are what players call such entries, and `refusal` says why a game without them does not take one: only
    `kinds` of entries are written there.
    """

    __slots__ = ()

    kind: ClassVar[str]
    fields: ClassVar[frozenset[str]]
    named: ClassVar[tuple[str, ...]] = ()
    ends_round: ClassVar[bool] = False
    stands_alone: ClassVar[bool] = True
    has_line: ClassVar[bool] = True
    words: ClassVar[str] = ""
    refusal: ClassVar[str] = ""


class References(Protocol):
    """What an entry says of other ones, and of the doubts about itself."""

    __slots__ = ()

    @property
    def accepted(self) -> tuple[str, ...]:
        """The keys of the doubts that the players know better than."""
        return ()

    @property
    def replaces(self) -> int | None:
        """The number of the entry in whose place this one stands."""
        return None

    @property
    def strikes_out(self) -> int | None:
        """The number of the entry that it strikes out."""
        return None

    @property
    def along_with(self) -> int | None:
        """The number of the entry that made it necessary to strike another one out."""
        return None

    @property
    def puts_back(self) -> int | None:
        """The number of the entry that counts again by it."""
        return None

    @property
    def refers_to(self) -> int | None:
        """The number of the entry that it strikes out, puts back or replaces."""
        return self.replaces


class MoveFacts(Protocol):
    """Who made the move that an entry is, and who scores by it."""

    __slots__ = ()

    @property
    def mover(self) -> str | None:
        """The player whose move it is; None for what is no move, and for a tile that nobody laid."""
        return None

    @property
    def scorer(self) -> str | None:
        """The player who scores by a move: whose it is, unless another one has claimed its points."""
        return self.mover

    @property
    def next_move_kind(self) -> str | None:
        """The kind of entry by which this table is likely to write its next move; None where this one does not tell."""
        return None

    @property
    def main_player(self) -> str | None:
        """The player that it is about most of all, if there is one: who moved, or who went out."""
        return self.mover


class Entry(KindFacts, References, MoveFacts, Protocol):
    """One record on the sheet, which every kind of entry is."""

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]  # each kind is a dataclass

    @classmethod
    @abstractmethod
    def read(cls, reader: FieldReader) -> Self:
        """The entry in an object of a match file; what is wrong in it goes to the reader's findings."""

    def check_alone(self) -> None:
        """Raise RuleError for what can be at no table, whatever else is on the sheet: a tile that is there twice."""
        return

    @abstractmethod
    def write_fields(self) -> dict[str, Any]:
        """Its own fields as they stand in a match file, in their order; None for what is not said."""

    @abstractmethod
    def describe(self) -> Text:
        """Who or what it is, as the head of its line: `Anna`, `Bo is out`, `Won`."""

    @abstractmethod
    def describe_briefly(self) -> str:
        """All of it in a few plain words for a terminal: `Anna: 5 0`, `Bo is out`."""

    @abstractmethod
    def list_facts(self) -> str:
        """What was seen, in the match file's notation: `5-5 0`, `6-4 at 6-6`; empty where there is nothing to see."""

    def keep_unasked(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """`given`, an entry in a match file that corrects this one, with what no form asks for as it was here.

        Only where that is still so: pips typed with the number of tiles keep that number, until the pips change.
        """
        return dict(given)

    def to_json(self) -> dict[str, Any]:
        """The entry as it stands in a match file; what is not said is left out."""
        data = {"entry": self.kind, **self.write_fields()}
        data |= {"accepted": list(self.accepted) or None, "replaces": self.replaces}
        return {key: value for key, value in data.items() if value is not None}
