"""The double that began a round, which the players of trains and of a penalty pad write with its end."""

from dataclasses import dataclass
from typing import Any, ClassVar, Self

from scorekeeper.engine.entries.family_facts import FamilyFacts
from scorekeeper.engine.entries.reader import FieldReader


@dataclass(frozen=True, slots=True)
class StartingDouble(FamilyFacts):
    """The double that began the round, by the `pips` on each of its halves."""

    fields: ClassVar[tuple[str, ...]] = ("number",)

    pips: int

    @classmethod
    def read(cls, reader: FieldReader) -> Self | None:
        """Return the double in the field `number`; None if the field is missing or wrong."""
        pips = reader.read_half("number")
        return None if pips is None else cls(pips)

    def write_fields(self) -> dict[str, Any]:
        """Return the field `number`."""
        return {"number": self.pips}
