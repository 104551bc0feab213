"""The entry that strikes out an earlier entry."""

from dataclasses import dataclass
from typing import Any, ClassVar, Self

from scorekeeper.engine.entries.entry import Entry
from scorekeeper.engine.entries.reader import FieldReader
from scorekeeper.engine.text import N_, Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Void(Entry):
    """An entry that strikes out the entry with the number `of`, which must count.

    `along_with` is the number of another entry whose striking out or putting back makes this one necessary.
    """

    kind: ClassVar[str] = "void"
    fields: ClassVar[frozenset[str]] = frozenset({"of", "with"})
    has_line: ClassVar[bool] = False

    of: int
    along_with: int | None = None

    @classmethod
    def read(cls, reader: FieldReader) -> Self:
        return cls(of=reader.read_needed_count("of"), along_with=reader.read_count("with"))

    def write_fields(self) -> dict[str, Any]:
        return {"of": self.of, "with": self.along_with}

    def describe(self) -> Text:
        return Text(N_("strikes out entry %(number)s"), {"number": self.of})

    def describe_briefly(self) -> str:
        return f"void {self.of}"

    def list_facts(self) -> str:
        return ""

    @property
    def strikes_out(self) -> int:
        return self.of

    @property
    def refers_to(self) -> int:
        return self.of
