"""The end of a round, with the hands left."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Self

from scorekeeper.engine.entries.bid import Bid
from scorekeeper.engine.entries.entry import Entry
from scorekeeper.engine.entries.hand import UNKNOWN, Hand
from scorekeeper.engine.entries.reader import FieldReader
from scorekeeper.engine.entries.taken import TricksTaken, read_taken
from scorekeeper.engine.problems import Findings
from scorekeeper.engine.text import N_, Text
from scorekeeper.engine.tiles import End, Tile

HowEnded = Literal["out", "blocked", "boneyard", "tricks"]
# The one game that ends at the boneyard leaves two tiles there (docs/rules.md A9).
WITHOUT_WINNER = {
    "blocked": N_("Blocked"),
    "boneyard": N_("Two tiles left in the boneyard"),
    "tricks": N_("Round played"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundEnd(Entry):
    """The end of a round: somebody is `out`, nobody can play, the boneyard is down to what is never drawn, or all
    tricks are played.

    `hands` holds every player's hand in turn order of the table, `lead` who led the round where that differs from the
    rule, `locked_by` who laid the last tile of one in which nobody is out, `boneyard_tiles` how many tiles were left
    undrawn where the players said so, `bonus` the keys of what was called when somebody went out, `last` the last tile
    that was laid and `last_ends` the two ends that it found. Of tricks no hand is left; `taken` says what a player's
    side took, or `made` only whether the `bid` was, which stands on the sheet. `number` is the double with which the
    round began.
    """

    kind: ClassVar[str] = "round"
    words: ClassVar[str] = N_("the end of each round")
    refusal: ClassVar[str] = N_("Nobody plays rounds in %(game)s; written is only %(kinds)s")
    fields: ClassVar[frozenset[str]] = frozenset(
        {
            *("out", "blocked", "boneyard", "boneyard_tiles", "hands", "lead", "locked_by"),
            *("bonus", "last", "last_ends", "taken", "made", "number"),
        }
    )
    named: ClassVar[tuple[str, ...]] = ("out", "lead", "locked_by", "hands", "taken")
    ends_round: ClassVar[bool] = True

    how: HowEnded
    hands: tuple[tuple[str, Hand], ...]
    out: str | None = None
    lead: str | None = None
    locked_by: str | None = None
    boneyard_tiles: int | None = None
    bonus: tuple[str, ...] = ()
    taken: tuple[tuple[str, TricksTaken], ...] = ()
    made: bool | None = None
    bid: Bid | None = None
    number: int | None = None
    last: Tile | None = None
    last_ends: tuple[End, ...] = ()
    accepted: tuple[str, ...] = ()
    replaces: int | None = None

    def hand(self, player: str) -> Hand:
        """What `player` had left."""
        return dict(self.hands).get(player, UNKNOWN)

    @classmethod
    def read(cls, reader: FieldReader) -> Self:
        findings = reader.findings
        out = reader.read_player("out")
        ways: list[HowEnded] = []
        if out is not None:
            ways.append("out")
        if reader.read_flag("blocked"):
            ways.append("blocked")
        if reader.read_flag("boneyard"):
            ways.append("boneyard")
        taken, made = read_taken(reader, "taken"), reader.read_flag("made") if "made" in reader.data else None
        if {"taken", "made"} & set(reader.data):
            ways.append("tricks")
        if len(ways) > 1:
            findings.add("how_it_ended_twice", "out")
        if not ways and reader.data.get("out") is None:
            findings.add("out_missing", "out")
        locked_by = reader.read_player("locked_by")
        if out is not None and locked_by is not None:
            findings.add("out_and_locked", "locked_by")
        return cls(
            how=next(iter(ways), "out"),
            out=out,
            hands=() if ways == ["tricks"] else reader.read_hands("hands", out),
            lead=reader.read_player("lead"),
            locked_by=locked_by,
            boneyard_tiles=reader.read_count("boneyard_tiles"),
            bonus=reader.read_keys("bonus"),
            taken=taken,
            made=made,
            number=reader.read_half("number"),
            last=reader.read_tile("last"),
            last_ends=_read_last_ends(reader),
            **reader.read_common(),
        )

    def check_alone(self) -> None:
        self.check_each_tile_once()

    def check_each_tile_once(self, lying: Collection[Tile] = ()) -> None:
        """Raise RuleError for tiles in a hand that are `lying` on the table or in another hand."""
        findings = Findings()
        seen = set(lying) | ({self.last} - {None})
        for player, hand in self.hands:
            for tile in hand.tiles or hand.has:
                if tile in seen:
                    findings.add("duplicate_tile", "hands", player, tile=str(tile))
                seen.add(tile)
        findings.settle()

    def write_fields(self) -> dict[str, Any]:
        return {
            "out": self.out,
            "blocked": self.how == "blocked" or None,
            "boneyard": self.how == "boneyard" or None,
            "boneyard_tiles": self.boneyard_tiles,
            "lead": self.lead,
            "locked_by": self.locked_by,
            "bonus": list(self.bonus) or None,
            "taken": {player: taken.to_json() for player, taken in self.taken} or None,
            "made": self.made,
            "number": self.number,
            "last": None if self.last is None else str(self.last),
            "last_ends": [str(end) for end in self.last_ends] or None,
            "hands": {player: hand.to_json() for player, hand in self.hands if hand != UNKNOWN},
        }

    def keep_unasked(self, given: Mapping[str, Any]) -> dict[str, Any]:
        was, now = self.to_json(), dict(given)
        if now["entry"] != self.kind:
            return now
        if "boneyard_tiles" in was and all(now.get(how) == was.get(how) for how in ("out", "boneyard")):
            now["boneyard_tiles"] = was["boneyard_tiles"]
        if now.get("out") == was.get("out"):
            now |= {name: was[name] for name in ("last", "last_ends") if name in was}
        typed = {player: hand for player, hand in was["hands"].items() if isinstance(hand, dict)}
        hands = now.get("hands", {})  # after a bid there are none
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
        if self.how == "tricks":
            took = [f"{player} {taken.to_json()}" for player, taken in self.taken]
            return f"tricks: {', '.join(took) or ('made' if self.made else 'set')}"
        held = [f"{player} {hand.count if hand.pips is None else hand.pips}" for player, hand in self.hands]
        return f"{self.how}: {', '.join(held)}"

    @property
    def main_player(self) -> str | None:
        return self.out


def _read_last_ends(reader: FieldReader) -> tuple[End, ...]:
    """The two ends of a line; a double that lay alone as one."""
    if "last_ends" not in reader.data:
        return ()
    ends = reader.read_ends("last_ends")
    if len(ends) > 2:
        reader.findings.add("too_many_ends", "last_ends", most=2)
    elif sum(end.halves for end in ends) < 2:
        reader.findings.add("too_few_ends", "last_ends")
    return ends
