"""The form for the end of a round: the player who is out, or that nobody can play, and the hands of the others."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from werkzeug.datastructures import MultiDict

from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.engine.text import N_, Text
from scorekeeper.engine.tiles import Tile
from scorekeeper.play.scoring.preview import Preview, preview_entry
from scorekeeper.web.forms.form import Form, read_number
from scorekeeper.web.forms.typed_hand import (
    Way,
    choose_way,
    count_pips,
    find_tiles,
    read_hand_field,
    type_hand,
    write_hand,
)

CALL = "call "  # the prefix, in a tap's value, of the bonus that is called for the last tile


@dataclass(frozen=True, slots=True)
class HandView:
    """A hand to be entered: as `typed`, and its `tiles` and `pips` if they can be read.

    `pips` is None if they cannot. `here` says that this hand is being entered now.
    """

    seat: int
    player: str
    typed: str
    tiles: tuple[Tile, ...]
    pips: int | None
    here: bool


@dataclass(frozen=True, slots=True)
class RoundView:
    """The values that the template draws for the end of a round.

    `out` is the seat of the player who went out, `hangs_on_lead` asks who led the round, and `wanted` is `pips` or
    `tiles`. `entering` says that the `hands` that count are being entered, `here` is the one entered now, and `used`
    are tiles that it cannot hold. Hands that do not count are in `folded`. `at_once` are the endings that one tap
    writes, as nothing else has to be entered then. `calls` are the bonuses that can be called on going out; with
    `calls_at_once` one tap on a call writes the round. `doubles` are those that can have begun the round. With
    `tells_double_blank` the form asks who holds the double blank.
    """

    out: int | None
    hangs_on_lead: bool
    wanted: str
    entering: bool
    hands: tuple[HandView, ...]
    folded: tuple[HandView, ...]
    here: HandView | None
    used: frozenset[str]
    at_once: frozenset[str]
    calls: Mapping[str, Text]
    calls_at_once: bool
    doubles: tuple[int, ...]
    tells_double_blank: bool


@dataclass(frozen=True, slots=True)
class RoundForm:
    """The form for the end of a round.

    `ended` is `out 2` with the seat of the player who went out, `blocked` or `boneyard`. `hands` has by seat (from 1)
    what was typed or picked, and `hand` is the seat that is being entered. `has` is the seat whose typed pips include
    the double blank, `number` the double with which the round began.
    """

    name: ClassVar[str] = "round"
    template: ClassVar[str] = "forms/_round.html"
    photo_of: ClassVar[str] = "hands"
    fields: ClassVar[tuple[str, ...]] = (
        "ended",
        "lead",
        "locked_by",
        "bonus",
        "hand-",
        "number",
        "has",
        "hand",
        "by",
        "replaces",
    )
    sheet: Sheet
    ended: str = ""
    lead: str = ""
    locked_by: str = ""
    bonus: str = ""
    hands: dict[int, str] = field(default_factory=dict)
    number: str = ""
    has: str = ""
    hand: int | None = None
    by: Way = "pips"
    replaces: int | None = None

    @classmethod
    def read(cls, sheet: Sheet, fields: MultiDict[str, str]) -> "RoundForm":
        """Return the form for the end of a round from the submitted `fields`.

        It is turned to the next hand to be entered.
        """
        seats = range(1, len(sheet.seating.players) + 1)
        hand = read_number(fields.get("hand", ""))
        form = cls(
            sheet,
            fields.get("ended", ""),
            fields.get("lead", ""),
            fields.get("locked_by", ""),
            " ".join(fields.getlist("bonus")),
            {seat: read_hand_field(fields.getlist(f"hand-{seat}")) for seat in seats},
            fields.get("number", ""),
            fields.get("has", ""),
            hand if hand in seats else None,
            "tiles" if fields.get("by", choose_way(sheet)) == "tiles" else "pips",
            fields.get("replaces", type=int),
        )
        return form if form.hand in form.seats else replace(form, hand=form.find_next_hand(0))

    @classmethod
    def fill_fields(cls, sheet: Sheet, entry: Mapping[str, Any]) -> dict[str, str]:
        """Return the fields of a form that would write the round `entry` once more."""
        seats = {player: seat for seat, player in enumerate(sheet.seating.players, 1)}
        # A match file may have `blocked` for a game whose pad offers only `boneyard`: both score alike.
        ended = f"out {seats[entry['out']]}" if "out" in entry else sheet.game.rounds.nobody_out
        counted = sheet.game.rounds.hands.known == "tiles"
        hands = {f"hand-{seats[player]}": type_hand(hand, counted) for player, hand in entry["hands"].items()}
        more = {"lead": entry.get("lead", ""), "locked_by": entry.get("locked_by", "")}
        more |= {"number": str(entry["number"])} if "number" in entry else {}
        for player, hand in entry["hands"].items():
            if isinstance(hand, dict) and "has" in hand:
                more["has"] = str(seats[player])
        return {"ended": ended, **more, "bonus": " ".join(entry.get("bonus", [])), **hands}

    def tapped(self, do: str) -> "RoundForm":
        """Return the form for the end of a round after one tap.

        `hand 3` turns to the hand of a player, `next` to the next one, `by tiles` picks tiles; `save out 2` sets how
        the round ended, `save call double` what the last tile is called, and the pad then writes it at once.
        """
        what, _, value = do.partition(" ")
        if what == "hand" and (seat := read_number(value)) in self.seats:
            return replace(self, hand=seat)
        if what == "next":
            return replace(self, hand=self.find_next_hand(self.hand or 0) or self.hand)
        if what == "save" and value.startswith(CALL):
            return replace(self, bonus=value.removeprefix(CALL))
        if what == "save" and value:
            return replace(self, ended=value)
        if what == "by":
            return replace(self, by="tiles" if value == "tiles" else "pips")
        return self

    @property
    def carried(self) -> dict[str, str]:
        """Return the fields of this form that go along in an address, without those that are empty."""
        by = self.by if self.entered else ""
        fields = {"ended": self.ended, "lead": self.lead, "locked_by": self.locked_by, "bonus": self.bonus, "by": by}
        fields |= {"replaces": str(self.replaces or ""), "number": self.number, "has": self.has}
        fields |= {f"hand-{seat}": typed for seat, typed in self.hands.items()}
        return {name: value for name, value in fields.items() if value}

    @property
    def entered(self) -> bool:
        """Return whether anything was entered for the hand of any player."""
        return any(self.hands.values())

    @property
    def out(self) -> int | None:
        """Return the seat (from 1) of the player who went out, having laid all tiles; None if nobody did."""
        how, _, typed = self.ended.partition(" ")
        seat = read_number(typed)
        return seat if how == "out" and seat and seat <= len(self.sheet.seating.players) else None

    @property
    def seats(self) -> tuple[int, ...]:
        """Return the seats of the players who still hold tiles, in turn order."""
        out = self.out
        return tuple(seat for seat in range(1, len(self.sheet.seating.players) + 1) if seat != out)

    @property
    def counting(self) -> tuple[int, ...]:
        """Return the seats of the hands that count in this round and so have to be entered.

        While it is unknown how the round ended, these are all hands that may count.
        """
        game, players = self.sheet.game, self.sheet.seating.players
        out = self.player(self.out) if self.out else None
        counted = game.rounds.hands.list_counted(out) if self.ended else players if game.rounds.hands.can_count else ()
        return tuple(seat for seat, player in enumerate(players, 1) if player in counted)

    @property
    def at_once(self) -> frozenset[str]:
        """Return the ways in which the round can end that need no further questions, such as `out 2` or `blocked`.

        One tap on such a way writes the end of the round.
        """
        if self.replaces is not None:
            return frozenset()
        game, players = self.sheet.game, self.sheet.seating.players
        ways: dict[str, str | None] = {}
        if game.rounds.hands.when_out == "none":
            ways |= {f"out {seat}": player for seat, player in enumerate(players, 1)}
        if game.rounds.hands.when_blocked == "none":
            ways["blocked"] = None
        return frozenset(way for way, out in ways.items() if not (self._asks_who_led(out) or self._list_calls(out)))

    @property
    def ready(self) -> bool:
        """Return whether to offer saving: not while one tap on an ending would write the round."""
        return bool(self.ended) or not self.at_once

    @property
    def hangs_on_lead(self) -> bool:
        """Return whether the next lead depends on who led this round and nobody has entered that yet."""
        return self._asks_who_led(self.player(self.out) if self.out else None)

    def _asks_who_led(self, out: str | None) -> bool:
        """Return whether the next lead depends on who led this round, if `out` went out, and that is unknown.

        `out` is None if nobody went out.
        """
        return self.sheet.lead.player is None and self.sheet.game.leading.hangs_on(out)

    @property
    def led(self) -> str:
        """Return the name of the player who led this round (laid its first tile); empty while that is unknown."""
        return self.lead or self.sheet.lead.player or ""

    @property
    def may_name_lead(self) -> bool:
        """Return whether to ask who led this round: it matters, and the first move on the sheet is only a guess."""
        out = self.player(self.out) if self.out else None
        return self.sheet.lead.supposed and self.sheet.game.leading.hangs_on(out)

    @property
    def hangs_on_last_tile(self) -> bool:
        """Return whether nobody went out and a tie would be decided by who laid the last tile."""
        return bool(self.ended) and self.out is None and self.sheet.game.rounds.last_tile != "never"

    @property
    def laid_last(self) -> str:
        """Return the name of the player who laid the last tile; empty while that is unknown."""
        return self.locked_by or self.sheet.laid_last or ""

    @property
    def chooses_rival(self) -> bool:
        """Return whether a blocked round compares only two hands, depending on who laid the last tile."""
        return self.sheet.game.rounds.find_rival(self.sheet.seating.players[0]) is not None

    @property
    def rival(self) -> str | None:
        """Return the player whose hand is compared with that of the player who laid the last tile.

        None if more hands are compared, or if it is unknown who laid the last tile.
        """
        return self.sheet.game.rounds.find_rival(self.laid_last) if self.laid_last else None

    @property
    def doubles(self) -> tuple[int, ...]:
        """Return the doubles that can have begun this round, the next in order first; empty if they do not matter."""
        return self.sheet.game.family.list_numbers(self.sheet.state)

    @property
    def calls(self) -> Mapping[str, Text]:
        """Return the bonuses that can be called on going out, as labels by key; empty if nobody went out."""
        return self._list_calls(self.player(self.out) if self.out else None)

    @property
    def calls_at_once(self) -> bool:
        """Return whether one tap on a call writes the round, as nothing else has to be entered once a player is out."""
        return self.replaces is None and self.sheet.game.rounds.hands.when_out == "none" and not self.hangs_on_lead

    def _list_calls(self, out: str | None) -> Mapping[str, Text]:
        """Return the bonuses that `out` can call on going out; empty if the sheet knows the last tile and its bonus."""
        if out is None or self.sheet.find_last_of(out):
            return {}
        return {key: Text(words) for key, words in self.sheet.game.bonuses.calls.items()}

    def find_next_hand(self, after: int) -> int | None:
        """Return the seat of the next hand to enter `after` this seat, in turn order.

        If all are entered, it is the next seat whose hand counts; None if no hand counts.
        """
        order = [*(seat for seat in self.counting if seat > after), *(seat for seat in self.counting if seat <= after)]
        return next((seat for seat in order if not self.hands.get(seat)), order[0] if order else None)

    @property
    def next_player(self) -> str:
        """Return the player whose hand is to be entered after the present one; empty if all others are entered."""
        if all(self.hands.get(seat) for seat in self.counting if seat != self.hand):
            return ""
        return self.player(self.find_next_hand(self.hand or 0) or 1)

    def player(self, seat: int) -> str:
        """Return the name of the player at `seat` (from 1)."""
        return self.sheet.seating.players[seat - 1]

    def entry(self) -> dict[str, Any]:
        """Return the end of the round in the words of the match file, as far as it is filled in."""
        hands = {self.player(seat): self._hand(seat) for seat in self.seats if self.hands.get(seat)}
        entry: dict[str, Any] = {"entry": "round", "hands": hands}
        if self.out is not None:
            entry["out"] = self.player(self.out)
        elif self.ended in ("blocked", "boneyard"):
            entry[self.ended] = True
        led = self.lead if self.lead != self.sheet.lead.player else ""
        locked_by = self.locked_by if self.hangs_on_last_tile else ""
        more = {"lead": led or None, "locked_by": locked_by or None, "replaces": self.replaces}
        if (number := read_number(self.number)) is not None or self.doubles:
            entry["number"] = self.doubles[0] if number is None else number
        if called := [call for call in self.bonus.split() if call in self.calls]:
            entry["bonus"] = called
        return entry | {name: value for name, value in more.items() if value is not None}

    def so_far(self) -> Text:
        """Return the text with the pips entered so far, or with what to do first."""
        pips = [str(counted) for seat in self.counting if (counted := self.pips(seat)) is not None]
        if not self.ended:
            return Text(N_("Who is out? Or can nobody play?"))
        if len(pips) < 2:
            return Text(N_("Enter what the others still hold."))
        return Text(N_("%(terms)s = %(sum)s so far"), {"terms": " + ".join(pips), "sum": sum(map(int, pips))})

    def preview(self) -> Preview:
        """Return the end of the round as the engine scores it, or the problems with it."""
        return preview_entry(self.sheet, self.entry())

    def show(self) -> RoundView:
        """Return the values that the template draws for the end of the round; every hand is parsed once."""
        counting = self.counting
        entering = bool(counting and (self.ended or self.entered))
        hands = tuple(self._show_hand(seat) for seat in counting)
        may_be_told = entering or self.wanted == "tiles"
        folded = tuple(self._show_hand(seat) for seat in self.seats if may_be_told and seat not in counting)
        here = next((hand for hand in (*hands, *folded) if hand.here), None)
        used = self.used(here.seat) if here and entering and self.by == "tiles" else frozenset()
        hangs_on_lead = bool(self.ended) and self.hangs_on_lead
        at_once = self.at_once
        return RoundView(
            *(self.out, hangs_on_lead, self.wanted, entering, hands, folded, here, used, at_once, self.calls),
            self.calls_at_once,
            self.doubles,
            self.sheet.game.rounds.hands.double_blank and self.by == "pips",
        )

    def _show_hand(self, seat: int) -> HandView:
        """Return the hand at `seat` with its tiles and pips as far as they can be read."""
        typed, here = self.hands.get(seat, ""), seat == self.hand
        return HandView(seat, self.player(seat), typed, self.tiles(seat), self.pips(seat), here)

    def pips(self, seat: int) -> int | None:
        """Return the pips entered for the hand at `seat`; None if they cannot be read."""
        return count_pips(self.hands.get(seat, ""), self.sheet.game.largest, self.wanted == "tiles")

    @property
    def wanted(self) -> str:
        """Return what this game has to know of a hand: its `pips`, or `tiles` if the number of tiles is enough."""
        return self.sheet.game.rounds.hands.known

    def _hand(self, seat: int) -> Any:
        """Return the hand at `seat` in the words of the match file."""
        has = ("0-0",) if self.has == str(seat) and self.sheet.game.rounds.hands.double_blank else ()
        return write_hand(self.hands[seat], self.wanted == "tiles", has)

    def tiles(self, seat: int) -> tuple[Tile, ...]:
        """Return the tiles entered for `seat`; empty if pips were typed, or something that is no tile."""
        return find_tiles(self.hands.get(seat, ""), self.sheet.game.largest)

    def used(self, seat: int) -> frozenset[str]:
        """Return the tiles that the player at `seat` cannot hold: those on the table, or in another hand."""
        others = (str(tile) for other in self.seats if other != seat for tile in self.tiles(other))
        return frozenset(map(str, self.sheet.layout.certain)) | frozenset(others)


FORM: type[Form] = RoundForm
