"""The entry that makes an earlier entry count again."""

from dataclasses import dataclass
from typing import Any, ClassVar, Self

from scorekeeper.engine.entries.entry import Entry
from scorekeeper.engine.entries.reader import FieldReader
from scorekeeper.engine.text import N_, Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Restore(Entry):
    """An entry that puts the entry with the number `of`, which was struck out or replaced, back in its old place."""

    kind: ClassVar[str] = "restore"
    fields: ClassVar[frozenset[str]] = frozenset({"of"})
    has_line: ClassVar[bool] = False

    of: int

    @classmethod
    def read(cls, reader: FieldReader) -> Self:
        return cls(of=reader.read_needed_count("of"))

    def write_fields(self) -> dict[str, Any]:
        return {"of": self.of}

    def describe(self) -> Text:
        return Text(N_("puts entry %(number)s back"), {"number": self.of})

    def describe_briefly(self) -> str:
        return f"restore {self.of}"

    def list_facts(self) -> str:
        return ""

    @property
    def puts_back(self) -> int:
        return self.of

    @property
    def refers_to(self) -> int:
        return self.of
