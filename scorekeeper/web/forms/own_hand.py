"""The form for the hand of one player, who enters it on their own phone: by pips, by tiles or by a photo."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from scorekeeper.engine.tiles import Tile
from scorekeeper.play.scoring.hand_collection import HandCollection
from scorekeeper.web.forms.form import Fields
from scorekeeper.web.forms.round import RoundForm
from scorekeeper.web.forms.typed_hand import Way, choose_way, read_hand_field, type_hand


def fill_round(pending: HandCollection) -> dict[str, str]:
    """Return the fields of the form for the end of a round, filled in with the hands that players have entered so far.

    `pending` is the collection of these hands.
    """
    fields = RoundForm.fill_fields(pending.match.sheet, pending.entry())
    return {name: value for name, value in fields.items() if value and (pending.ended or name != "ended")}


@dataclass(frozen=True, slots=True)
class OwnHand:
    """The hand of the player at `seat`, for the collection `pending` of all hands of the round.

    `typed` is the hand, entered `by` pips or tiles; `has` says that it holds the double blank. `others` has the hands
    of the other players, by seat, as they would be typed.
    """

    photo_of: ClassVar[str] = "hand"
    fields: ClassVar[tuple[str, ...]] = ("hand-", "by", "has", "seat", "round", "before")
    pending: HandCollection
    seat: int
    typed: str = ""
    by: Way = "pips"
    has: bool = False
    others: Mapping[int, str] = field(default_factory=dict)

    @classmethod
    def read(cls, pending: HandCollection, seat: int, fields: Fields) -> "OwnHand":
        """Return the form for the hand of the player at `seat`, with the submitted `fields`.

        Without fields it has the hand that the player has sent before, or is empty. `pending` collects the hands of the
        round.
        """
        sheet, players = pending.match.sheet, pending.match.seating.players
        counted = sheet.game.rounds.hands.known == "tiles"
        typed = {players.index(player) + 1: type_hand(each.hand, counted) for player, each in pending.hands.items()}
        before = typed.pop(seat, "")
        name, way = f"hand-{seat}", choose_way(sheet)
        if name not in fields:
            submitted = pending.hands.get(players[seat - 1])
            has = bool(submitted and isinstance(submitted.hand, dict) and submitted.hand.get("has"))
            return cls(pending, seat, before, "tiles" if "-" in before else way, has, typed)
        sent = read_hand_field(fields.getlist(name))
        return cls(
            pending,
            seat,
            sent,
            "tiles" if fields.get("by", way) == "tiles" else "pips",
            fields.get("has") == str(seat),
            typed,
        )

    def tapped(self, do: str) -> "OwnHand":
        """Return the hand after one tap: `by tiles` picks tiles, `by pips` types pips; another tap changes nothing."""
        what, _, value = do.partition(" ")
        return replace(self, by="tiles" if value == "tiles" else "pips") if what == "by" else self

    @property
    def player(self) -> str:
        """Return the name of the player whose hand it is."""
        return self.pending.match.seating.players[self.seat - 1]

    @property
    def round(self) -> RoundForm:
        """Return the form for the end of the round with this hand and the hands of the others."""
        sheet, seat = self.pending.match.sheet, self.seat
        hands, has = {**self.others, seat: self.typed}, str(seat) if self.has else ""
        number = "" if self.pending.number is None else str(self.pending.number)
        ended = sheet.game.rounds.nobody_out
        return RoundForm(sheet, ended, hands=hands, number=number, has=has, hand=seat, by=self.by)

    @property
    def hand(self) -> Any:
        """Return the hand in the words of the match file; None if nothing was entered."""
        return self.round.entry()["hands"].get(self.player)

    @property
    def carried(self) -> dict[str, str]:
        """Return the fields of this form that go along in an address, without those that are empty."""
        before = self.pending.hands.get(self.player)
        fields = {
            "seat": str(self.seat),
            "round": str(self.pending.round),
            "before": str(before.number if before else 0),
        }
        typed = {f"hand-{self.seat}": self.typed, "by": self.by, "has": str(self.seat) if self.has else ""}
        return fields | {name: value for name, value in typed.items() if value}

    @property
    def pips(self) -> int | None:
        """Return the pips of this player's hand; None if they cannot be read."""
        return self.round.pips(self.seat)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Return the tiles of this player's hand; empty if pips were typed, or something that is no tile."""
        return self.round.tiles(self.seat)

    @property
    def used(self) -> frozenset[str]:
        """Return the tiles that this player cannot hold: the double that began the round, and tiles seen elsewhere."""
        form = self.round
        double = form.number or next(map(str, form.doubles), "")
        return form.used(self.seat) | ({f"{double}-{double}"} if double else frozenset())
