"""The entry for the bid that won a round: how many points or marks the bidding side must take, and the trump."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Self, cast

from scorekeeper.engine.entries.entry import Entry
from scorekeeper.engine.entries.reader import FieldReader
from scorekeeper.engine.text import N_, Text, Value, counted

A_MARK = 42  # all points of a round
Trump = Literal["0", "1", "2", "3", "4", "5", "6", "doubles", "follow_me"]
Contract = Literal["nello", "sevens", "splash", "plunge"]
TRUMPS: tuple[Trump, ...] = ("0", "1", "2", "3", "4", "5", "6", "doubles", "follow_me")
# Special ways to play a bid in marks; their names are the same in every language.
CONTRACTS: Mapping[str, str] = {"nello": "Nello", "sevens": "Sevens", "splash": "Splash", "plunge": "Plunge"}
NO_TRUMPS: Trump = "follow_me"
TRUMP_WORDS: Mapping[Trump, str] = {"0": N_("blanks"), "doubles": N_("doubles"), NO_TRUMPS: N_("no trumps")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Bid(Entry):
    """The winning bid of a round: `player` has bid `points` or `marks`; 42 points and one mark are the same bid.

    `forced` says that everybody else had passed, so the player who shuffled had to bid.
    """

    kind: ClassVar[str] = "bid"
    words: ClassVar[str] = N_("bids")
    refusal: ClassVar[str] = N_("Nobody bids in %(game)s; written are only %(kinds)s")
    fields: ClassVar[frozenset[str]] = frozenset({"player", "points", "marks", "trump", "contract", "forced"})
    named: ClassVar[tuple[str, ...]] = ("player",)

    player: str
    points: int | None = None
    marks: int | None = None
    trump: Trump | None = None
    contract: Contract | None = None
    forced: bool = False
    accepted: tuple[str, ...] = ()
    replaces: int | None = None

    @classmethod
    def read(cls, reader: FieldReader) -> Self:
        points, marks = reader.read_count("points"), reader.read_count("marks")
        if "points" not in reader.data and "marks" not in reader.data:
            reader.findings.add("bid_missing", "points")
        if points is not None and marks is not None:
            reader.findings.add("bid_told_twice", "points")
        return cls(
            player=reader.read_needed_player("player"),
            points=points,
            marks=marks,
            trump=cast("Trump | None", reader.read_word("trump", TRUMPS)),
            contract=cast("Contract | None", reader.read_word("contract", tuple(CONTRACTS))),
            forced=reader.read_flag("forced"),
            **reader.read_common(),
        )

    def write_fields(self) -> dict[str, Any]:
        return {
            "player": self.player,
            "points": self.points,
            "marks": self.marks,
            "trump": self.trump,
            "contract": self.contract,
            "forced": self.forced or None,
        }

    @property
    def in_marks(self) -> int:
        """The number of marks bid, 1 for a bid of 42 points; 0 for any lower bid in points."""
        return (1 if self.points == A_MARK else 0) if self.marks is None else self.marks

    @property
    def wanted(self) -> int:
        """The number of points that the bidding side must take in the round to make its bid; 42 for a bid in marks."""
        return self.points if self.points is not None and not self.in_marks else A_MARK

    def describe_bid(self) -> Value:
        """Return the bid in words, e.g. `31`, `2 marks` or `1 mark, Nello`."""
        marks = self.in_marks
        bid: Value = counted("%(n)s mark", "%(n)s marks", marks) if marks else self.wanted
        return (
            Text(N_("%(bid)s, %(contract)s"), {"bid": bid, "contract": CONTRACTS[self.contract]})
            if self.contract
            else bid
        )

    def describe_trump(self) -> Text | None:
        """Return the trump in words, e.g. `trumps: 5` or `no trumps`; None if no trump was entered."""
        if self.trump is None:
            return None
        if self.trump == NO_TRUMPS:
            return Text(TRUMP_WORDS[NO_TRUMPS])
        trump: Value = Text(TRUMP_WORDS[self.trump]) if self.trump in TRUMP_WORDS else self.trump
        return Text(N_("trumps: %(trump)s"), {"trump": trump})

    def describe(self) -> Text:
        return Text(N_("%(player)s bids %(bid)s"), {"player": self.player, "bid": self.describe_bid()})

    def describe_briefly(self) -> str:
        return f"{self.player} bids {self.list_facts()}"

    def list_facts(self) -> str:
        """Return the bid in plain words, e.g. `31 trump 5` or `2 marks nello`."""
        bid = f"{self.marks} marks" if self.points is None else str(self.points)
        return " ".join(filter(None, (bid, self.contract, self.trump and f"trump {self.trump}")))

    @property
    def main_player(self) -> str | None:
        return self.player
