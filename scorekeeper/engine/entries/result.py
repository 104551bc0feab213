"""The entry for the result of a solitaire."""

from dataclasses import dataclass
from typing import Any, ClassVar, Self

from scorekeeper.engine.entries.entry import Entry
from scorekeeper.engine.entries.hand import NO_TILES, Hand
from scorekeeper.engine.entries.reader import FieldReader
from scorekeeper.engine.problems import refuse
from scorekeeper.engine.text import N_, Text
from scorekeeper.engine.tiles import check_each_once


@dataclass(frozen=True, slots=True, kw_only=True)
class Result(Entry):
    """The result of a solitaire: whether it is `won`, the tiles `left`, and the passes.

    `boneyard_tiles` is the number of tiles still in the boneyard. It and `passes` are None if they were not entered.
    """

    kind: ClassVar[str] = "result"
    words: ClassVar[str] = N_("the result")
    refusal: ClassVar[str] = N_("%(game)s is no solitaire; written are only %(kinds)s")
    fields: ClassVar[frozenset[str]] = frozenset({"won", "left", "passes", "boneyard_tiles"})
    ends_round: ClassVar[bool] = True

    won: bool
    left: Hand = NO_TILES
    passes: int | None = None
    boneyard_tiles: int | None = None
    accepted: tuple[str, ...] = ()
    replaces: int | None = None

    @classmethod
    def read(cls, reader: FieldReader) -> Self:
        return cls(
            won=reader.read_flag("won", missing="result_missing"),
            left=reader.read_hand("left"),
            passes=reader.read_count("passes"),
            boneyard_tiles=reader.read_count("boneyard_tiles"),
            **reader.read_common(),
        )

    @property
    def tiles_left(self) -> int:
        """The number of tiles left; raises RuleError `left_wants_count` if only their pips were entered."""
        if self.left.count is None:
            raise refuse("left_wants_count", "left")
        return self.left.count

    def check_alone(self) -> None:
        check_each_once(self.left.tiles or (), "left")

    def write_fields(self) -> dict[str, Any]:
        left = self.left.to_json()
        return {"won": self.won, "left": left, "passes": self.passes, "boneyard_tiles": self.boneyard_tiles}

    def describe(self) -> Text:
        return Text(N_("Solitaire won") if self.won else N_("Solitaire lost"))

    def describe_briefly(self) -> str:
        return "won" if self.won else "not won"

    def list_facts(self) -> str:
        return "won" if self.won else "lost"
