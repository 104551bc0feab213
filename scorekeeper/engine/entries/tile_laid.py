"""The entry for a tile that a player laid, and its place."""

from dataclasses import dataclass
from typing import Any, ClassVar, Self

from scorekeeper.engine.entries.entry import Entry
from scorekeeper.engine.entries.reader import FieldReader
from scorekeeper.engine.text import N_, Text
from scorekeeper.engine.tiles import Tile


@dataclass(frozen=True, slots=True, kw_only=True)
class TileLaid(Entry):
    """A `tile` laid by `player`, joined to the half of the tile `at` that shows `pip`.

    `player` is None for the start tile, which is turned up from the boneyard; `at` is None for the first tile of a
    round. `join` is the half of the new tile that touches, in games where touching halves need not be equal.
    `short_end` and `long_side` say at which side of a double the tile lies. `claimed` is the player who claimed the
    points that `player` overlooked. `last` says that it was the last tile of `player`.
    """

    kind: ClassVar[str] = "play"
    words: ClassVar[str] = N_("tiles laid")
    refusal: ClassVar[str] = N_("Tiles laid are not written in %(game)s, only %(kinds)s")
    fields: ClassVar[frozenset[str]] = frozenset({"player", "tile", "at", "pip", "join", "side", "claimed", "last"})
    named: ClassVar[tuple[str, ...]] = ("player", "claimed")
    stands_alone: ClassVar[bool] = False

    player: str | None
    tile: Tile
    at: Tile | None = None
    pip: int | None = None
    join: int | None = None
    short_end: bool = False
    long_side: bool = False
    claimed: str | None = None
    last: bool = False
    accepted: tuple[str, ...] = ()
    replaces: int | None = None

    @classmethod
    def read(cls, reader: FieldReader) -> Self:
        tile, side = reader.read_needed_tile("tile"), reader.data.get("side")
        if side not in (None, "end", "long"):
            reader.add_wrong_type("side", N_("“end” for the short end of a double"))
        return cls(
            player=reader.read_player("player"),
            tile=tile,
            at=reader.read_tile("at"),
            pip=reader.read_half("pip"),
            join=reader.read_half("join"),
            short_end=side == "end",
            long_side=side == "long",
            claimed=reader.read_player("claimed"),
            last=reader.read_flag("last"),
            **reader.read_common(),
        )

    def write_fields(self) -> dict[str, Any]:
        at = None if self.at is None else str(self.at)
        side = "end" if self.short_end else "long" if self.long_side else None
        return {
            "player": self.player,
            "tile": str(self.tile),
            "at": at,
            "pip": self.pip,
            "join": self.join,
            "side": side,
            "claimed": self.claimed,
            "last": self.last or None,
        }

    def describe(self) -> Text:
        return Text(N_("Start tile")) if self.player is None else Text("%(player)s", {"player": self.player})

    def describe_briefly(self) -> str:
        return f"{self.player or 'start'}: {self.list_facts()}"

    def list_facts(self) -> str:
        return str(self.tile) if self.at is None else f"{self.tile} at {self.at}"

    @property
    def mover(self) -> str | None:
        return self.player

    @property
    def scorer(self) -> str | None:
        return self.claimed or self.player

    @property
    def next_move_kind(self) -> str | None:
        """The kind of this entry; None for the first tile of a round, which every table writes as a tile."""
        return None if self.at is None else self.kind
