"""The entry for a turn in which a player could neither play nor draw."""

from dataclasses import dataclass
from typing import Any, ClassVar, Self

from scorekeeper.engine.entries.entry import Entry
from scorekeeper.engine.entries.reader import FieldReader
from scorekeeper.engine.text import N_, Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass(Entry):
    """`player` passed. It scores nothing in any game, but the turn goes on."""

    kind: ClassVar[str] = "pass"
    words: ClassVar[str] = N_("passes")
    refusal: ClassVar[str] = N_("Passes are not written in %(game)s, only %(kinds)s")
    fields: ClassVar[frozenset[str]] = frozenset({"player"})
    named: ClassVar[tuple[str, ...]] = ("player",)

    player: str
    accepted: tuple[str, ...] = ()
    replaces: int | None = None

    @classmethod
    def read(cls, reader: FieldReader) -> Self:
        return cls(player=reader.read_needed_player("player"), **reader.read_common())

    def write_fields(self) -> dict[str, Any]:
        return {"player": self.player}

    def describe(self) -> Text:
        return Text(N_("%(player)s passes"), {"player": self.player})

    def describe_briefly(self) -> str:
        return f"{self.player} passes"

    def list_facts(self) -> str:
        return "pass"

    @property
    def mover(self) -> str:
        return self.player
