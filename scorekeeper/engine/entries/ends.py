"""The entry for the open ends that a player left after a move."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from scorekeeper.engine.entries.entry import Entry
from scorekeeper.engine.entries.reader import FieldReader
from scorekeeper.engine.text import N_, Text
from scorekeeper.engine.tiles import End


@dataclass(frozen=True, slots=True, kw_only=True)
class Ends(Entry):
    """The open ends that `player` left after a move.

    `placed` is the open end of the tile just laid, in games where that matters. `lead` is the player who led the round,
    if it was not the one who made its first move on the sheet. `claimed` is the player who claimed the points that
    `player` overlooked. `last` says that the move was the last tile of `player`.
    """

    kind: ClassVar[str] = "ends"
    words: ClassVar[str] = N_("open ends")
    refusal: ClassVar[str] = N_("Open ends are not written in %(game)s, only %(kinds)s")
    fields: ClassVar[frozenset[str]] = frozenset({"player", "ends", "placed", "lead", "claimed", "last"})
    named: ClassVar[tuple[str, ...]] = ("player", "lead", "claimed")

    player: str
    ends: tuple[End, ...]
    placed: End | None = None
    lead: str | None = None
    claimed: str | None = None
    last: bool = False
    accepted: tuple[str, ...] = ()
    replaces: int | None = None

    @classmethod
    def read(cls, reader: FieldReader) -> Self:
        ends, placed = reader.read_ends("ends"), reader.read_end("placed")
        player = reader.read_needed_player("player")
        lead, claimed = reader.read_player("lead"), reader.read_player("claimed")
        last, common = reader.read_flag("last"), reader.read_common()
        return cls(player=player, ends=ends, placed=placed, lead=lead, claimed=claimed, last=last, **common)

    def write_fields(self) -> dict[str, Any]:
        placed = None if self.placed is None else str(self.placed)
        ends = [str(end) for end in self.ends]
        others = {"placed": placed, "lead": self.lead, "claimed": self.claimed, "last": self.last or None}
        return {"player": self.player, "ends": ends, **others}

    def complete_correction(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return `data` with the lead of this entry added, if `data` corrects it by open ends of the same player."""
        same = data["entry"] == self.kind and data.get("player") == self.player
        return ({"lead": self.lead} if same and self.lead else {}) | dict(data)

    def describe(self) -> Text:
        return Text("%(player)s", {"player": self.player})

    def describe_briefly(self) -> str:
        return f"{self.player}: {self.list_facts()}"

    def list_facts(self) -> str:
        return " ".join(map(str, self.ends))

    @property
    def mover(self) -> str:
        return self.player

    @property
    def scorer(self) -> str:
        return self.claimed or self.player

    @property
    def next_move_kind(self) -> str:
        return self.kind
