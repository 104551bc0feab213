"""The base class `Entry` of every kind of entry, so that callers need not know the kind of an entry.

A kind of entry inherits from `Entry`, is a frozen dataclass, and defines the abstract methods. The fields that all
kinds share in match files (`accepted`, `replaces`) are written here and read by `FieldReader.read_common`.
"""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import Field
from typing import Any, ClassVar, Protocol, Self

from scorekeeper.engine.entries.reader import FieldReader
from scorekeeper.engine.text import Text

COMMON_FIELDS = frozenset({"entry", "accepted", "replaces"})


class KindFacts(Protocol):
    """Constants of a kind of entry.

    `kind` names the kind in match files, forms and templates, and never changes. `fields` are its fields in match files
    except the common ones; `named` are the fields that hold a player name, or an object with player names as keys.
    `ends_round` says that no later move belongs to the same round. `stands_alone` says that an entry can be checked
    without the entries before it. `has_line` says that an entry has a line of its own on the sheet; kinds without one
    only change another entry, whose line shows the change, and every game takes them without naming them in `takes`.

    `words` is the players' name for such entries. `refusal` is the sentence for a game that does not take them; its
    `kinds` are the kinds of entry that the game takes.
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
    """References of an entry to other entries, and the doubts about it that the players have dismissed."""

    __slots__ = ()

    @property
    def accepted(self) -> tuple[str, ...]:
        """The keys of the doubts about this entry that the players have dismissed."""
        return ()

    @property
    def replaces(self) -> int | None:
        """The number of the entry that this entry replaces; None if it replaces none."""
        return None

    @property
    def strikes_out(self) -> int | None:
        """The number of the entry that this entry strikes out; None if it strikes out none."""
        return None

    @property
    def along_with(self) -> int | None:
        """The number of the entry whose striking out or putting back requires this one; None if there is none."""
        return None

    @property
    def puts_back(self) -> int | None:
        """The number of the entry that this entry makes count again; None if it puts back none."""
        return None

    @property
    def refers_to(self) -> int | None:
        """The number of the entry that this entry strikes out, puts back or replaces; None if there is none."""
        return self.replaces


class MoveFacts(Protocol):
    """The players who make a move and score by it, for entries that are moves."""

    __slots__ = ()

    @property
    def mover(self) -> str | None:
        """The player who made the move; None for an entry that is no move, and for a tile that nobody laid."""
        return None

    @property
    def scorer(self) -> str | None:
        """The player who scores for the move: `mover`, unless an opponent has claimed the points."""
        return self.mover

    @property
    def next_move_kind(self) -> str | None:
        """The kind of entry with which the table probably writes its next move; None if this entry does not show it."""
        return None

    @property
    def main_player(self) -> str | None:
        """The player whom the entry mainly concerns: the one who moved, bid or went out; None if there is none."""
        return self.mover


class Entry(KindFacts, References, MoveFacts):
    """The base class of the records on the sheet."""

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]  # each kind is a dataclass

    @classmethod
    @abstractmethod
    def read(cls, reader: FieldReader) -> Self:
        """Return the entry in the JSON object of `reader`.

        Problems with its fields are added to `reader.findings`, not raised.
        """

    def check_alone(self) -> None:
        """Raise RuleError if the entry is impossible regardless of other entries, e.g. for a repeated tile."""
        return

    @abstractmethod
    def write_fields(self) -> dict[str, Any]:
        """Return the fields of this kind as in a match file, in their order; None for a field that is left out."""

    @abstractmethod
    def describe(self) -> Text:
        """Return the head of the entry's line on the sheet, e.g. `Anna`, `Bo is out` or `Won`."""

    @abstractmethod
    def describe_briefly(self) -> str:
        """Return the entry in a few plain words for a terminal, e.g. `Anna: 5 0` or `Bo is out`."""

    @abstractmethod
    def list_facts(self) -> str:
        """Return the facts of the entry in the notation of match files, e.g. `5-5 0` or `6-4 at 6-6`; empty if none."""

    def complete_correction(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return `data`, the JSON of an entry that corrects this one, completed with fields of this entry.

        These are the fields that no form has an input for, as long as they still hold. For example, the number of tiles
        of a hand stays until its pips change.
        """
        return dict(data)

    def to_json(self) -> dict[str, Any]:
        """Return the entry as the JSON object of a match file, without fields that are left out."""
        data = {"entry": self.kind, **self.write_fields()}
        data |= {"accepted": list(self.accepted) or None, "replaces": self.replaces}
        return {key: value for key, value in data.items() if value is not None}
