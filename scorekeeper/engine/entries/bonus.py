"""The entry for a bonus that a player earned while a round was played."""

from dataclasses import dataclass
from typing import Any, ClassVar, Self

from scorekeeper.engine.entries.entry import Entry
from scorekeeper.engine.entries.reader import FieldReader
from scorekeeper.engine.text import N_, Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Bonus(Entry):
    """`player` has earned the bonus with the key `bonus`, e.g. because all others had to pass.

    The table's house rules say how many points it is worth.
    """

    kind: ClassVar[str] = "bonus"
    words: ClassVar[str] = N_("bonuses")
    refusal: ClassVar[str] = N_("Nobody earns a bonus in %(game)s; written are only %(kinds)s")
    fields: ClassVar[frozenset[str]] = frozenset({"player", "bonus"})
    named: ClassVar[tuple[str, ...]] = ("player",)

    player: str
    bonus: str
    accepted: tuple[str, ...] = ()
    replaces: int | None = None

    @classmethod
    def read(cls, reader: FieldReader) -> Self:
        return cls(
            player=reader.read_needed_player("player"),
            bonus=reader.read_key("bonus"),
            **reader.read_common(),
        )

    def write_fields(self) -> dict[str, Any]:
        return {"player": self.player, "bonus": self.bonus}

    def describe(self) -> Text:
        return Text(N_("%(player)s: bonus"), {"player": self.player})

    def describe_briefly(self) -> str:
        return f"{self.player}: {self.bonus}"

    def list_facts(self) -> str:
        return self.bonus

    @property
    def main_player(self) -> str:
        return self.player
