"""Facts about the end of a round that only the games of one family write, e.g. the tricks that each side took."""

from typing import Any, ClassVar, Protocol, Self

from scorekeeper.engine.entries.reader import FieldReader


class FamilyFacts(Protocol):
    """Facts about the end of a round that only the games of one family write.

    `fields` are their fields in match files, and `named` are those of them that have player names as keys.
    """

    __slots__ = ()

    fields: ClassVar[tuple[str, ...]]
    named: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def read(cls, reader: FieldReader) -> Self | None:
        """Return the facts in the JSON object of `reader`; None if it has none of them.

        Problems with the fields are added to `reader.findings`, not raised.
        """

    def write_fields(self) -> dict[str, Any]:
        """Return the fields that are filled in, as in a match file."""


class FamilyEnd(FamilyFacts, Protocol):
    """Facts that also say what ended the round, in a family whose hands are not counted.

    `how` names that end, and `words` is the head of its line on the sheet.
    """

    __slots__ = ()

    how: ClassVar[str]
    words: ClassVar[str]

    def list_facts(self) -> str:
        """Return the facts in the notation of match files."""
