"""The form for a bid: the player who has won the bidding, the bid, and the trumps if the players like to enter them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from werkzeug.datastructures import MultiDict

from scorekeeper.engine.entries import CONTRACTS, TRUMP_WORDS
from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.engine.text import N_, Text, counted
from scorekeeper.play.scoring.preview import Preview, preview_entry
from scorekeeper.web.forms.form import Form, read_number

MARKS = "m"  # begins a bid in marks, as it is sent


@dataclass(frozen=True, slots=True)
class BidView:
    """The values that the template draws: the `points` and `marks` that can be bid, the `trumps`, and the `contracts`.

    Each of `marks` and `trumps` is a pair of the value that is sent and its label.
    """

    points: tuple[str, ...]
    marks: tuple[tuple[str, Text], ...]
    trumps: tuple[tuple[str, Text | None], ...]
    contracts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class BidForm:
    """The form for a bid. `bid` is `31` for 31 points, or `m2` for two marks."""

    name: ClassVar[str] = "bid"
    template: ClassVar[str] = "forms/_bid.html"
    photo_of: ClassVar[str] = ""
    fields: ClassVar[tuple[str, ...]] = ("player", "bid", "trump", "contract", "replaces")
    ready: ClassVar[bool] = True  # missing values are reported at their fields
    sheet: Sheet
    player: str = ""
    bid: str = ""
    trump: str = ""
    contract: str = ""
    replaces: int | None = None

    @classmethod
    def read(cls, sheet: Sheet, fields: MultiDict[str, str]) -> "BidForm":
        """Return the form for a bid from the submitted `fields`."""
        typed = {name: fields.get(name, "") for name in ("player", "bid", "trump", "contract")}
        return cls(sheet, **typed, replaces=fields.get("replaces", type=int))

    @classmethod
    def fill_fields(cls, sheet: Sheet, entry: Mapping[str, Any]) -> dict[str, str]:
        """Return the fields of a form that would write the bid `entry` once more."""
        # 42 points and one mark are the same bid.
        marks = 1 if entry.get("points") == 42 else entry.get("marks")
        bid = f"{MARKS}{marks}" if marks else str(entry["points"])
        return {"player": entry["player"], "bid": bid, **{name: entry.get(name, "") for name in ("trump", "contract")}}

    def tapped(self, do: str) -> "BidForm":
        """Return the form unchanged: no tap changes a bid."""
        return self

    def entry(self) -> dict[str, Any]:
        """Return the bid in the words of the match file, as far as it is filled in."""
        entry: dict[str, Any] = {"entry": "bid", "player": self.player or None}
        if self.bid:
            number = read_number(self.bid.removeprefix(MARKS))
            entry["marks" if self.bid.startswith(MARKS) else "points"] = self.bid if number is None else number
        more = {"trump": self.trump or None, "contract": self.contract or None, "replaces": self.replaces}
        return entry | {name: value for name, value in more.items() if value is not None}

    def so_far(self) -> Text:
        """Return the text to show while the bid cannot be scored yet."""
        return Text(N_("Tap who won the bidding, and the bid."))

    def preview(self) -> Preview:
        """Return the bid as the engine scores it; an empty preview while the player or the bid is missing."""
        return preview_entry(self.sheet, self.entry()) if self.player and self.bid else Preview()

    def show(self) -> BidView:
        """Return the bids, trumps and contracts that the players at this table can choose."""
        game = self.sheet.game.required_bids.bidding
        marks = tuple((f"{MARKS}{n}", counted("%(n)s mark", "%(n)s marks", n)) for n in game.list_marks())
        trumps = tuple((key, Text(TRUMP_WORDS[key]) if key in TRUMP_WORDS else None) for key in game.trumps)
        points = tuple(map(str, game.list_points()))
        return BidView(points, marks, trumps, CONTRACTS if game.contracts_played else {})


FORM: type[Form] = BidForm
