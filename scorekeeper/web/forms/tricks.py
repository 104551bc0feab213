"""The form for the end of a round with a bid: the bid was made or set, or the points or tricks that each side took."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal

from werkzeug.datastructures import MultiDict

from scorekeeper.engine.entries import Bid
from scorekeeper.engine.rules.bidding import Bidding
from scorekeeper.engine.rules.tricks import COUNT_TILES, TRICKS
from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.engine.text import N_, Text
from scorekeeper.engine.tiles import Tile
from scorekeeper.play.scoring.preview import Preview, preview_entry
from scorekeeper.web.forms.form import read_number, split_words

PIPS = re.compile(r"\d{1,4}")


@dataclass(frozen=True, slots=True)
class TricksView:
    """The values that the template draws for the end of a round with a bid.

    `bidders` is the side that won the bidding and `bid` its bid, None if no bid was written. With `made_is_enough` only
    made or set has to be entered. `tricks` are the numbers to choose from, `count` the tiles that count, and
    `hangs_on_lead` asks who shuffled. `each` has the tricks tapped for each player, by seat, if the game counts them
    for each; None if it counts them for sides.
    """

    bidders: str
    bid: Text | None
    made_is_enough: bool
    tricks: tuple[str, ...]
    count: tuple[Tile, ...]
    hangs_on_lead: bool
    each: Mapping[int, str] | None
    entering: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class TricksForm:
    """The form for the end of a round with a bid.

    As `by` says, `taken` is typed in points, or `tricks` and `count` tiles are tapped; `made` is `yes`, `no` or empty.
    Where each player takes tricks, `each` has what was tapped by seat (from 1).
    """

    name: ClassVar[str] = "round"
    template: ClassVar[str] = "forms/_tricks.html"
    photo_of: ClassVar[str] = ""
    fields: ClassVar[tuple[str, ...]] = ("by", "taken", "tricks", "tricks-", "count", "made", "lead", "replaces")
    sheet: Sheet
    by: Literal["points", "tricks"] = "points"
    taken: str = ""
    tricks: str = ""
    count: tuple[str, ...] = ()
    made: str = ""
    lead: str = ""
    replaces: int | None = None
    each: dict[int, str] = field(default_factory=dict)

    @classmethod
    def read(cls, sheet: Sheet, fields: MultiDict[str, str]) -> "TricksForm":
        """Return the form for the end of a round with a bid from the submitted `fields`."""
        return cls(
            sheet,
            "tricks" if fields.get("by") == "tricks" else "points",
            fields.get("taken", "").strip(),
            fields.get("tricks", ""),
            tuple(fields.getlist("count")),
            fields.get("made", ""),
            fields.get("lead", ""),
            fields.get("replaces", type=int),
            {seat: fields.get(f"tricks-{seat}", "") for seat in range(1, len(sheet.seating.players) + 1)},
        )

    @classmethod
    def fill_fields(cls, sheet: Sheet, entry: Mapping[str, Any]) -> dict[str, str]:
        """Return the fields of a form that would write the round `entry` once more.

        Points of the other side are converted to those of the bidders.
        """
        made = {True: "yes", False: "no"}.get(entry.get("made", ""), "")
        fields = {"made": made, "lead": entry.get("lead", "")}
        for player, taken in entry.get("taken", {}).items():
            points = taken.get("points")
            if sheet.game.required_bids.bidding.each_takes:
                fields[f"tricks-{sheet.seating.players.index(player) + 1}"] = str(taken["tricks"])
            elif points is not None:
                bid = sheet.game.required_bids.find_bid(sheet.state)
                own = bid is None or sheet.seating.side_of(player) == sheet.seating.side_of(bid.player)
                fields["taken"] = str(points if own else 42 - points)
        return fields

    def tapped(self, do: str) -> "TricksForm":
        """Return the form for the end of a round with a bid after one tap.

        `by tricks` changes to tapping tricks and tiles, `save made` and `save set` set the result, and the pad then
        writes it at once.
        """
        what, _, value = do.partition(" ")
        if what == "by":
            return replace(self, by="tricks" if value == "tricks" else "points")
        if what == "save" and value in ("made", "set"):
            return replace(self, made="yes" if value == "made" else "no")
        return self

    @property
    def bidding(self) -> Bidding:
        """Return the rules of the bids in this game."""
        return self.sheet.game.required_bids.bidding

    @property
    def bid(self) -> Bid | None:
        """Return the bid for which the round is played; None if nobody has won the bidding yet."""
        return self.sheet.game.required_bids.find_bid(self.sheet.state)

    @property
    def ready(self) -> bool:
        """Return whether there is a bid, so that the end of its round can be saved."""
        return self.bid is not None

    @property
    def taken_by_each(self) -> dict[str, Any]:
        """Return the tricks of each player in the words of the match file; empty unless they determine all tricks."""
        if not self.bidding.each_takes:
            return {}
        players, tapped = self.sheet.seating.players, {seat: read_number(typed) for seat, typed in self.each.items()}
        tricks = {seat: number for seat, number in tapped.items() if number is not None}
        known = len(tricks) + 1 >= len(players) or sum(tricks.values()) >= TRICKS
        return {players[seat - 1]: {"tricks": number} for seat, number in tricks.items()} if known else {}

    @property
    def taken_by_bidders(self) -> dict[str, Any] | None:
        """Return the points or tricks of the bidders, in the words of the match file; None while nothing is entered."""
        if self.by == "tricks":
            tricks = read_number(self.tricks)
            return None if tricks is None else {"tricks": tricks, "count": list(self.count)}
        parts = split_words(self.taken)
        if not parts:
            return None
        return {"points": sum(map(int, parts)) if all(PIPS.fullmatch(part) for part in parts) else self.taken}

    def entry(self) -> dict[str, Any]:
        """Return the end of the round in the words of the match file, as far as it is filled in."""
        entry: dict[str, Any] = {"entry": "round"}
        bid = self.bid
        if self.taken_by_each:
            entry["taken"] = self.taken_by_each
        elif self.taken_by_bidders is not None and bid is not None:
            entry["taken"] = {bid.player: self.taken_by_bidders}
        if self.made in ("yes", "no"):
            entry["made"] = self.made == "yes"
        more = {"lead": self.lead or None, "replaces": self.replaces}
        return entry | {name: value for name, value in more.items() if value is not None}

    def so_far(self) -> Text:
        """Return the text to show while the end of the round cannot be scored yet."""
        if self.bid is None:
            return Text(N_("Write the bid first."))
        if self.bidding.each_takes:
            return Text(N_("How many tricks did each take? Two are enough."))
        return Text(N_("Made or set? Or how much did the bidders take?"))

    def preview(self) -> Preview:
        """Return the end of the round as the engine scores it; an empty preview while nothing is entered."""
        return (
            preview_entry(self.sheet, self.entry())
            if self.taken_by_bidders or self.taken_by_each or self.made
            else Preview()
        )

    def show(self) -> TricksView:
        """Return the values that the template draws: the bid, and the tricks and tiles that can be chosen."""
        game, bid = self.bidding, self.bid
        bidders = self.sheet.seating.side_of(bid.player) if bid else ""
        tricks = tuple(str(number) for number in range(TRICKS + 1))
        sentence = Text(N_("%(side)s bid %(bid)s"), {"side": bidders, "bid": bid.describe_bid()}) if bid else None
        unknown = self.sheet.lead.player is None
        each = self.each if game.each_takes else None
        if bid and each is not None:
            sentence = bid.describe()
        return TricksView(bidders, sentence, not game.taken_counts, tricks, COUNT_TILES, unknown, each)
