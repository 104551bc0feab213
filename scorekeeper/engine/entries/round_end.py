"""The entry for the end of a round, with the tiles left in the hands."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self, TypeVar

from scorekeeper.engine.entries.entry import Entry
from scorekeeper.engine.entries.family_facts import FamilyEnd, FamilyFacts
from scorekeeper.engine.entries.hand import UNKNOWN, Hand
from scorekeeper.engine.entries.last_tile import LAST_TILE_FIELDS, NOT_NAMED, LastTile, read_last_tile
from scorekeeper.engine.entries.reader import FieldReader
from scorekeeper.engine.entries.starting_double import StartingDouble
from scorekeeper.engine.entries.tricks import TricksPlayed
from scorekeeper.engine.problems import Findings
from scorekeeper.engine.text import N_, Text
from scorekeeper.engine.tiles import Tile

# What families of games add: facts that say what ended the round, and facts that do not.
FAMILY_ENDS: tuple[type[FamilyEnd], ...] = (TricksPlayed,)
FAMILY_FACTS: tuple[type[FamilyFacts], ...] = (StartingDouble,)
Facts = TypeVar("Facts", bound=FamilyFacts)
# The one game that ends at the boneyard leaves two tiles there (docs/rules.md A9).
WITHOUT_WINNER = {
    # Translators: said of a round in which nobody can play any more.
    "blocked": N_("Blocked"),
    "boneyard": N_("Two tiles left in the boneyard"),
    **{each.how: each.words for each in FAMILY_ENDS},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundEnd(Entry):
    """The end of a round.

    `how` says what ended it: a player is `out`, nobody can play (`blocked`), the `boneyard` holds only tiles that are
    never drawn, or what the facts of a family say.

    `hands` holds each player's hand in turn order; it is empty where they are not counted. `lead` is the player who led
    the round, if it is not the one found by the rule. `locked_by` is the player who laid the last tile of a round in
    which nobody is out. `boneyard_tiles` is the number of tiles left undrawn, if the players entered it. `last` is the
    last tile laid, with the bonuses called if a player went out with it. `facts` are what families of games add.
    """

    kind: ClassVar[str] = "round"
    words: ClassVar[str] = N_("the end of each round")
    refusal: ClassVar[str] = N_("Nobody plays rounds in %(game)s; written is only %(kinds)s")
    fields: ClassVar[frozenset[str]] = frozenset(
        {"out", "blocked", "boneyard", "boneyard_tiles", "hands", "lead", "locked_by", *LAST_TILE_FIELDS}
    ).union(*(each.fields for each in (*FAMILY_ENDS, *FAMILY_FACTS)))
    named: ClassVar[tuple[str, ...]] = (
        *("out", "lead", "locked_by", "hands"),
        *(field for each in (*FAMILY_ENDS, *FAMILY_FACTS) for field in each.named),
    )
    ends_round: ClassVar[bool] = True

    how: str
    hands: tuple[tuple[str, Hand], ...]
    out: str | None = None
    lead: str | None = None
    locked_by: str | None = None
    boneyard_tiles: int | None = None
    last: LastTile = NOT_NAMED
    facts: tuple[FamilyFacts, ...] = ()
    accepted: tuple[str, ...] = ()
    replaces: int | None = None

    def hand(self, player: str) -> Hand:
        """Return the hand that `player` had left; `UNKNOWN` if nothing was entered."""
        return dict(self.hands).get(player, UNKNOWN)

    def find_facts(self, kind: type[Facts]) -> Facts | None:
        """Return the facts of this `kind`, which a family of games writes; None if the entry has none."""
        return next((each for each in self.facts if isinstance(each, kind)), None)

    @classmethod
    def read(cls, reader: FieldReader) -> Self:
        findings = reader.findings
        out = reader.read_player("out")
        ways: list[str] = []
        if out is not None:
            ways.append("out")
        if reader.read_flag("blocked"):
            ways.append("blocked")
        if reader.read_flag("boneyard"):
            ways.append("boneyard")
        ends = [end for kind in FAMILY_ENDS if (end := kind.read(reader)) is not None]
        ways += [end.how for end in ends]
        if len(ways) > 1:
            findings.add("how_it_ended_twice", "out")
        if not ways and reader.data.get("out") is None:
            findings.add("out_missing", "out")
        locked_by = reader.read_player("locked_by")
        if out is not None and locked_by is not None:
            findings.add("out_and_locked", "locked_by")
        hands = () if ends and len(ways) == 1 else reader.read_hands("hands", out)
        lead, boneyard_tiles = reader.read_player("lead"), reader.read_count("boneyard_tiles")
        facts = [each for kind in FAMILY_FACTS if (each := kind.read(reader)) is not None]
        return cls(
            how=next(iter(ways), "out"),
            out=out,
            hands=hands,
            lead=lead,
            locked_by=locked_by,
            boneyard_tiles=boneyard_tiles,
            last=read_last_tile(reader),
            facts=(*facts, *ends),
            **reader.read_common(),
        )

    def check_alone(self) -> None:
        self.check_each_tile_once()

    def check_each_tile_once(self, lying: Collection[Tile] = ()) -> None:
        """Raise RuleError with a problem `duplicate_tile` for each tile in a hand that is also somewhere else.

        That can be another hand, the last tile, or `lying`, the tiles on the table.
        """
        findings = Findings()
        seen = set(lying) | ({self.last.tile} - {None})
        for player, hand in self.hands:
            for tile in hand.tiles or hand.has:
                if tile in seen:
                    findings.add("duplicate_tile", "hands", player, tile=str(tile))
                seen.add(tile)
        findings.settle()

    def write_fields(self) -> dict[str, Any]:
        written = {name: value for each in self.facts for name, value in each.write_fields().items()}
        return {
            "out": self.out,
            "blocked": self.how == "blocked" or None,
            "boneyard": self.how == "boneyard" or None,
            "boneyard_tiles": self.boneyard_tiles,
            "lead": self.lead,
            "locked_by": self.locked_by,
            "bonus": list(self.last.called) or None,
            **written,
            "last": None if self.last.tile is None else str(self.last.tile),
            "last_ends": [str(end) for end in self.last.ends] or None,
            "hands": {player: hand.to_json() for player, hand in self.hands if hand != UNKNOWN},
        }

    def complete_correction(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return `data`, the JSON of a correction, with the fields of this entry that no form has an input for.

        `boneyard_tiles` is added if the round ended in the same way, `last` and `last_ends` if the same player is out,
        and the number of tiles of each hand whose pips are the same.
        """
        was, now = self.to_json(), dict(data)
        if now["entry"] != self.kind:
            return now
        if "boneyard_tiles" in was and all(now.get(how) == was.get(how) for how in ("out", "boneyard")):
            now["boneyard_tiles"] = was["boneyard_tiles"]
        if now.get("out") == was.get("out"):
            now |= {name: was[name] for name in ("last", "last_ends") if name in was}
        typed = {player: hand for player, hand in was["hands"].items() if isinstance(hand, dict)}
        hands = now.get("hands", {})  # a round with a bid has no hands
        again = {player: hand for player, hand in hands.items() if player in typed and isinstance(hand, dict)}
        same = {player for player, hand in again.items() if typed[player] | hand == typed[player]}
        return now | {"hands": hands | {player: typed[player] for player in same}} if same else now

    def describe(self) -> Text:
        if self.out:
            return Text(N_("%(player)s is out"), {"player": self.out})
        return Text(WITHOUT_WINNER[self.how])

    def describe_briefly(self) -> str:
        return f"{self.out} is out" if self.out else self.how

    def list_facts(self) -> str:
        """Return how the round ended, and the facts of its family or else the pips or number of tiles of each hand.

        Example: `out: Bo 12, Carl 7`.
        """
        for kind in FAMILY_ENDS:
            if (ended := self.find_facts(kind)) is not None:
                return f"{self.how}: {ended.list_facts()}"
        hands = [f"{player} {hand.count if hand.pips is None else hand.pips}" for player, hand in self.hands]
        return f"{self.how}: {', '.join(hands)}"

    @property
    def main_player(self) -> str | None:
        return self.out
