"""The form that finds who leads (plays first) by tiles: each player shows one, and the game's rule compares them.

If the lead is made with that very tile, the move can be written at once; else the form for the next entry is filled in.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import islice, takewhile
from typing import Any, ClassVar

from werkzeug.datastructures import MultiDict

from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.rules.leads import FoundLead
from scorekeeper.engine.sheet.line import Line, Sheet
from scorekeeper.engine.text import N_, Text, join_names
from scorekeeper.engine.tiles import Tile, parse_tile
from scorekeeper.play.scoring.preview import Preview, preview_entry
from scorekeeper.web.forms.form import Form, read_number

NOTHING = "none"


def find_leading_move(sheet: Sheet) -> Line | None:
    """Return the line of the only move of this round if that move implied who leads, but may be wrong; else None.

    It may be wrong if open ends were typed, since others may have laid tiles before.
    """
    counting = (line for line in reversed(sheet.lines) if line.round and not line.struck)
    moves = list(islice(takewhile(lambda line: line.round == sheet.round, counting), 2))
    if len(moves) != 1 or "lead" not in moves[0].entry.fields or moves[0].entry.ends_round:
        return None
    return moves[0] if sheet.lead.supposed or moves[0].entry.mover != sheet.lead.player else None


def name_lead(first: Line, player: str) -> dict[str, Any]:
    """Return the entry that corrects a round's `first` move, so that `player` is the one who led."""
    entry = {**first.entry.to_json(), "lead": player, "replaces": first.number}
    if player == first.entry.mover:
        del entry["lead"]
    return entry


def asks_lead(sheet: Sheet) -> bool:
    """Return whether a round begins and nobody knows yet who leads it."""
    if sheet.over or sheet.lead.player is not None or len(sheet.seating.sides) == 1:
        return False
    return sheet.layout.empty and sheet.game.leading.asks_leader


@dataclass(frozen=True, slots=True)
class SeatView:
    """A player with the tile that they show.

    `tile` is None while they have not `answered`, or if they have none to show.
    """

    seat: int
    player: str
    tile: Tile | None
    answered: bool


@dataclass(frozen=True, slots=True)
class LeadView:
    """The values that the template draws: whether tiles decide, each player's tile, and the lead that was `found`.

    `used` are the tiles that cannot be entered any more; with `doubles_alone` only doubles can. `complete` says that a
    tile or `none` is entered for everybody. `onward` has for each player the fields of the form that comes next if that
    player leads.
    """

    by_tiles: bool
    seats: tuple[SeatView, ...]
    used: frozenset[str]
    doubles_alone: bool
    found: FoundLead
    complete: bool
    onward: dict[str, dict[str, str]]


@dataclass(frozen=True, slots=True)
class LeadForm:
    """The form that finds who leads.

    `shown` has by seat (from 1) the tile that a player shows, or `none`; `seat` is the player whose tile is entered
    now.
    """

    name: ClassVar[str] = "lead"
    template: ClassVar[str] = "forms/_lead.html"
    photo_of: ClassVar[str] = ""
    fields: ClassVar[tuple[str, ...]] = ("shown-", "seat")
    sheet: Sheet
    shown: dict[int, str] = field(default_factory=dict)
    seat: int = 1
    replaces: None = None

    @classmethod
    def read(cls, sheet: Sheet, fields: MultiDict[str, str]) -> "LeadForm":
        """Return the form that finds who leads from the submitted `fields`."""
        seats = range(1, len(sheet.seating.players) + 1)
        tiles = {seat: tile for seat in seats if (tile := fields.get(f"shown-{seat}", ""))}
        seat = read_number(fields.get("seat", "")) or 1
        return cls(sheet, tiles, seat if seat in seats else 1)

    @classmethod
    def fill_fields(cls, sheet: Sheet, entry: Mapping[str, Any]) -> dict[str, str]:
        """Return an empty dict, since no kind of entry belongs to this form."""
        return {}

    def tapped(self, do: str) -> "LeadForm":
        """Return the form that finds who leads after one tap.

        `seat 2` turns to that player, `shows 6-6` (or `none`) sets the tile of the present player; `again` starts a new
        comparison between the tied players, `anew` between all.
        """
        what, _, value = do.partition(" ")
        if what == "seat" and (seat := read_number(value)) in self.seats:
            return replace(self, seat=seat)
        if what == "shows":
            tiles = {**self.shown, self.seat: value}
            return replace(self, shown=tiles, seat=next((seat for seat in self.seats if seat not in tiles), self.seat))
        if what == "again":
            players = self.sheet.seating.players
            out = {seat: NOTHING for seat in self.seats if players[seat - 1] not in self.found.between}
            return replace(self, shown=out, seat=next(seat for seat in self.seats if seat not in out))
        return replace(self, shown={}, seat=1) if what == "anew" else self

    @property
    def seats(self) -> tuple[int, ...]:
        """Return the numbers of all seats, from 1."""
        return tuple(range(1, len(self.sheet.seating.players) + 1))

    @property
    def by_tiles(self) -> bool:
        """Return whether tiles decide who leads; else the players have to say so."""
        return self.sheet.lead.by_tiles

    def tile(self, seat: int) -> Tile | None:
        """Return the tile that the player at `seat` shows; None if there is none."""
        try:
            return parse_tile(self.shown.get(seat, ""), self.sheet.game.largest)
        except RuleError:
            return None

    @property
    def found(self) -> FoundLead:
        """Return the player who leads by the tiles shown so far, or what has to be done if that is undecided."""
        tiles = {seat: tile for seat in self.seats if (tile := self.tile(seat))}
        if self.sheet.lead.find is None or not tiles:
            return FoundLead(None, "redeal")
        return self.sheet.lead.find({self.sheet.seating.players[seat - 1]: (tile,) for seat, tile in tiles.items()})

    @property
    def complete(self) -> bool:
        """Return whether a tile, or `none`, is entered for every player."""
        return all(seat in self.shown for seat in self.seats)

    @property
    def doubles_alone(self) -> bool:
        """Return whether only a double can decide who leads."""
        return self.sheet.lead.doubles_alone

    @property
    def used(self) -> frozenset[str]:
        """Return the tiles that nobody can show any more.

        These are the tiles that others show, and if only doubles decide who leads, all other tiles.
        """
        others = frozenset(tile for seat, tile in self.shown.items() if seat != self.seat)
        plain = (str(tile) for tile in self.sheet.game.tiles if not tile.double) if self.doubles_alone else ()
        return others | frozenset(plain)

    @property
    def led_tile(self) -> Tile | None:
        """Return the tile that decided the lead, if the player has to lead with it; else None."""
        player = self.found.player
        if player is None or not self.sheet.lead.led_with_it or "play" not in self.sheet.variant.takes:
            return None
        return self.tile(self.sheet.seating.players.index(player) + 1)

    def onward(self, player: str) -> dict[str, str]:
        """Return the fields of the form that comes next if `player` leads the round.

        It is the form for a tile, or else for the end of the round.
        """
        if "play" in self.sheet.variant.takes and self.sheet.variant.moves_score:
            return {"kind": "play", "player": player}
        return {"kind": "round", "lead": player}

    def entry(self) -> dict[str, Any]:
        """Return the first move with the tile that was found, in the words of the match file."""
        tile = self.led_tile
        return {"entry": "play", "player": self.found.player, "tile": str(tile) if tile else None}

    @property
    def ready(self) -> bool:
        """Return whether it is found who leads, and with which tile, so that this move can be written at once."""
        return self.led_tile is not None

    def so_far(self) -> Text:
        """Return the text that says who leads by the tiles shown, or what to do."""
        if not any(self.tile(seat) for seat in self.seats) and not self.complete:
            return Text(N_("Tap the tile that each shows."))
        found = self.found
        if found.player is None and found.action == "redraw":
            return Text(N_("%(players)s show equally much and draw again."), {"players": join_names(found.between)})
        if found.player is None:
            return Text(N_("Nobody has a double: shuffle and deal again."))
        values = {"player": found.player, "tile": str(self.tile(self.sheet.seating.players.index(found.player) + 1))}
        return Text(N_("%(player)s leads: %(tile)s.") if self.complete else N_("So far %(player)s: %(tile)s."), values)

    def show(self) -> "LeadView":
        """Return the values that the template draws: the tiles entered so far, and who leads by them."""
        players, tiles = self.sheet.seating.players, {seat: self.tile(seat) for seat in self.seats}
        seats = tuple(SeatView(seat, players[seat - 1], tiles[seat], seat in self.shown) for seat in self.seats)
        onward = {player: self.onward(player) for player in players}
        if not self.by_tiles:
            return LeadView(False, seats, frozenset(), False, self.found, self.complete, onward)
        return LeadView(True, seats, self.used, self.doubles_alone, self.found, self.complete, onward)

    def preview(self) -> Preview:
        """Return the first move as the engine scores it; an empty preview if it cannot be written at once."""
        return preview_entry(self.sheet, self.entry()) if self.ready else Preview()


FORM: type[Form] = LeadForm
