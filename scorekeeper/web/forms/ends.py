"""The form for open ends: those of the last entry are remembered, and one tap after another changes them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from werkzeug.datastructures import MultiDict

from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.engine.text import N_, Text
from scorekeeper.engine.tiles import End, Tile, parse_end
from scorekeeper.play.scoring.preview import Preview, list_lying_ends, preview_entry, score_shown_ends
from scorekeeper.web.forms.claims import find_scorer, list_claimers
from scorekeeper.web.forms.form import Form, read_number, split_words
from scorekeeper.web.forms.hints import Hint, list_hints
from scorekeeper.web.forms.one_tap import read_all

MOST_HINTS = 6


@dataclass(frozen=True, slots=True)
class Key:
    """A value that the chosen end can take, with the sum and the points it makes; none where the ends would not do.

    With `lies` only a tile can make it that lies already.
    """

    value: str
    sum: int | None = None
    points: int = 0
    lies: Tile | None = None


@dataclass(frozen=True, slots=True)
class ShownEnds:
    """Each end as typed and as it is `drawn`, where it can be; the `keys` for the chosen one, else `hints`; and the
    `claimers` of the points, where there may be some. Where it may have been the last tile it `asks_last`."""

    drawn: tuple[tuple[str, End | None], ...]
    keys: tuple[Key, ...]
    hints: tuple[Hint, ...]
    claimers: tuple[str, ...] = ()
    asks_last: bool = False


@dataclass(frozen=True, slots=True)
class EndsForm:
    """Open ends as typed, `chosen` the place of the one that is being changed (after the last: a new one).

    `lying` are those on the table before the move, `claimed` is who claims its points; it was the `last` tile.
    """

    name: ClassVar[str] = "ends"
    template: ClassVar[str] = "forms/_ends.html"
    photo_of: ClassVar[str] = "ends"
    fields: ClassVar[tuple[str, ...]] = ("player", "ends", "placed", "chosen", "replaces", "claimed", "last")
    sheet: Sheet
    player: str = ""
    ends: tuple[str, ...] = ()
    placed: str = ""
    chosen: int | None = None
    replaces: int | None = None
    lying: tuple[str, ...] = ()
    claimed: str = ""
    last: bool = False

    @classmethod
    def read(cls, sheet: Sheet, given: MultiDict[str, str]) -> "EndsForm":
        """The form as it was sent, or a fresh one with the ends as they lie."""
        lying = tuple(map(str, sheet.layout.ends))
        typed = split_words(given["ends"]) if "ends" in given else lying
        chosen = read_number(given.get("chosen", ""))
        return cls(
            sheet,
            given.get("player", sheet.to_move or ""),
            typed,
            given.get("placed", ""),
            chosen if chosen is not None and chosen <= len(typed) else None,
            given.get("replaces", type=int),
            lying,
            given.get("claimed", ""),
            bool(given.get("last")),
        )

    @classmethod
    def fill_fields(cls, sheet: Sheet, entry: Mapping[str, Any]) -> dict[str, str]:
        also = {name: entry.get(name, "") for name in ("placed", "claimed")} | {
            "last": "yes" * entry.get("last", False)
        }
        return {"player": entry["player"], "ends": " ".join(entry["ends"]), **also}

    def tapped(self, do: str) -> "EndsForm":
        """The form after one tap: `end 2` chooses an end, `add` a new one, `to 4-4` sets it, `remove` takes it away;
        `all 6 4-4* 4` shows other ends altogether, with a star the one of the tile just laid."""
        what, _, value = do.partition(" ")
        if what == "end":
            end = read_number(value)
            return replace(self, chosen=None if end is None or end == self.chosen or end > len(self.ends) else end)
        if what == "add":
            return replace(self, chosen=len(self.ends))
        if (said := read_all(do)) is not None:
            shown, laid = said
            return replace(self, ends=shown, placed=laid if self.sheet.variant.asks_placed else "", chosen=None)
        if self.chosen is None:
            return self
        before, after = self.ends[: self.chosen], self.ends[self.chosen + 1 :]
        if what == "to":
            placed = value if self.sheet.variant.asks_placed else ""
            ends = _find_only(self.list_ends_at_lone_double(), value) or (*before, value, *after)
            return replace(self, ends=ends, placed=placed, chosen=None)
        if what == "remove":
            return replace(self, ends=before + after, chosen=None)
        return self

    def list_ends_at_lone_double(self) -> frozenset[tuple[str, ...]]:
        """What the ends can become by a tile laid at a double that lies alone; none where no such double is chosen."""
        if self.changed or self.chosen != 0 or len(self.ends) != 1 or "-" not in self.ends[0]:
            return frozenset()
        return frozenset(tuple(map(str, hint.ends)) for hint in list_hints(self.sheet))

    def entry(self) -> dict[str, Any]:
        entry = {"entry": "ends", "player": self.player or None, "ends": list(self.ends)}
        more = {"placed": self.placed or None, "claimed": self.claimed or None, "replaces": self.replaces}
        more["last"] = self.last or None
        return entry | {name: value for name, value in more.items() if value is not None}

    @property
    def scorer(self) -> str | None:
        """Return the player who scores by this move, if a player of this table was entered."""
        return find_scorer(self.sheet, self.player, self.claimed)

    @property
    def carried(self) -> dict[str, str]:
        """What goes along to a photo of the ends, by field: who moved, and the ends that were changed before."""
        typed = " ".join(self.ends) if self.changed else ""
        fields = {"player": self.player, "ends": typed, "claimed": self.claimed, "replaces": str(self.replaces or "")}
        fields["last"] = "yes" * self.last
        return {name: value for name, value in fields.items() if value}

    @property
    def changed(self) -> bool:
        """Whether anything differs from what lies on the table."""
        return self.replaces is not None or self.ends != self.lying

    @property
    def ready(self) -> bool:
        """Whether there is anything to save: after every move some end is another one."""
        return self.changed and self.chosen is None

    def so_far(self) -> Text:
        """Return the sentence to show while there is nothing to save."""
        if self.chosen is not None:
            return Text(N_("What does it show now?"))
        if self.changed:
            return Text(N_("These ends cannot lie so.") if self.ends else N_("Tap an open end first."))
        if not self.ends:
            return Text(N_("Tap + and say what lies open."))
        return Text(N_("Tap the end that changed."))

    def reckoned(self) -> Preview:
        return preview_entry(self.sheet, self.entry() | {"player": self.player or self.sheet.seating.players[0]})

    def show(self) -> ShownEnds:
        """The ends, and what can be tapped."""
        drawn = tuple((typed, _end(typed, self.sheet)) for typed in self.ends)
        hints, may_score = self.list_best_moves(), self.chosen is None and self.changed
        claimers = list_claimers(self.sheet, self.player, self.claimed) if hints or may_score else ()
        # While a tap may write a move at once it is not asked: that would lie between the player and the hints.
        asks_last = (self.changed or self.chosen is not None) and self.sheet.may_lay_last(self.player)
        return ShownEnds(drawn, self.list_keys(), hints, claimers, asks_last)

    def list_keys(self) -> tuple[Key, ...]:
        """Return what the chosen end can become: every half, and its own double."""
        if self.chosen is None:
            return ()
        old = self.ends[self.chosen] if self.chosen < len(self.ends) else ""
        values = [str(pip) for pip in range(self.sheet.game.largest + 1)]
        if old and "-" not in old:
            values.append(f"{old}-{old}")
        before, after = self.ends[: self.chosen], self.ends[self.chosen + 1 :]
        moves = self.list_ends_at_lone_double()
        shown = {value: _find_only(moves, value) or (*before, value, *after) for value in values if value != old}
        read = {typed: _end(typed, self.sheet) for typed in set[str]().union(*shown.values())}
        lying = list_lying_ends(self.sheet) if self.next_in_turn else {}
        return tuple([self._key(value, tuple(map(read.get, ends)), lying) for value, ends in shown.items()])

    @property
    def next_in_turn(self) -> bool:
        """Whether this is the very next move, of which nothing has been entered yet: no other tile was laid between."""
        return self.ends == self.lying and self.player in ("", self.sheet.to_move)

    def list_best_moves(self) -> tuple[Hint, ...]:
        """The moves that score, the best first, while nothing has been changed yet: one tap writes one down."""
        if self.changed or self.chosen is not None:
            return ()
        best: dict[object, Hint] = {}
        for hint in sorted(list_hints(self.sheet, player=self.scorer, last=self.last), key=lambda hint: -hint.points):
            if hint.points:
                best.setdefault((hint.tile, tuple(sorted(hint.ends))), hint)
        return tuple(best.values())[:MOST_HINTS]

    def _key(self, value: str, shown: tuple[End | None, ...], lying: Mapping[tuple[End, ...], Tile]) -> Key:
        """The key that sets the chosen end to `value`, with which these ends are shown; None for what is no end."""
        ends = tuple(filter(None, shown))
        if lies := lying.get(tuple(sorted(ends))):
            return Key(value, lies=lies)
        placed = _end(value, self.sheet) if self.sheet.variant.asks_placed else None
        score = score_shown_ends(self.sheet, ends, placed, self.scorer, self.last) if len(ends) == len(shown) else None
        return Key(value) if score is None else Key(value, sum([end.pips for end in ends]), score.points)


def _find_only(moves: Iterable[tuple[str, ...]], value: str) -> tuple[str, ...]:
    """Return those of the ends that show `value`; none if that is ambiguous."""
    found = [ends for ends in moves if value in ends]
    return found[0] if len(found) == 1 else ()


def _end(typed: str, sheet: Sheet) -> End | None:
    try:
        return parse_end(typed, sheet.game.largest)
    except RuleError:
        return None


FORM: type[Form] = EndsForm
