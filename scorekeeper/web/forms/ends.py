"""The form for open ends: those of the last entry are remembered, and one tap after another changes them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from werkzeug.datastructures import MultiDict

from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.engine.text import N_, Text
from scorekeeper.engine.tiles import End, Tile, parse_end
from scorekeeper.play.scoring.preview import Preview, is_single_move, list_lying_ends, preview_entry, score_shown_ends
from scorekeeper.web.forms.claims import find_scorer, list_claimers
from scorekeeper.web.forms.form import Form, read_number, split_words
from scorekeeper.web.forms.hints import Hint, list_hints
from scorekeeper.web.forms.one_tap import read_all

MOST_HINTS = 6


@dataclass(frozen=True, slots=True)
class Key:
    """A value that the chosen end can take, with the sum of the ends and the points that it would make.

    `sum` is None if the ends would not be possible. `lies` is the only tile that could make this end, if it lies on the
    table already. `jumps` says that no single tile makes the ends, although this is the next move: its points are not
    offered.
    """

    value: str
    sum: int | None = None
    points: int = 0
    lies: Tile | None = None
    jumps: bool = False


@dataclass(frozen=True, slots=True)
class EndsView:
    """The values that the template draws.

    `drawn` has each end as typed and as an End (None if it cannot be read), `keys` the values for the chosen end,
    `hints` the moves that score, and `claimers` the players who may claim their points. `asks_last` says whether to ask
    if this was the player's last tile.
    """

    drawn: tuple[tuple[str, End | None], ...]
    keys: tuple[Key, ...]
    hints: tuple[Hint, ...]
    claimers: tuple[str, ...] = ()
    asks_last: bool = False


@dataclass(frozen=True, slots=True)
class EndsForm:
    """The form for open ends, as typed.

    `chosen` is the index of the end that is being changed (after the last: a new one), `lying` the ends on the table
    before the move, `placed` the end that the new tile makes. `claimed` is who claims the points; `last` says that the
    tile was its player's last.
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
    def read(cls, sheet: Sheet, fields: MultiDict[str, str]) -> "EndsForm":
        """Return the form for open ends from the submitted `fields`.

        Missing ends are those on the table, and a missing player is the one to move.
        """
        lying = tuple(map(str, sheet.layout.ends))
        typed = split_words(fields["ends"]) if "ends" in fields else lying
        chosen = read_number(fields.get("chosen", ""))
        return cls(
            sheet,
            fields.get("player", sheet.to_move or ""),
            typed,
            fields.get("placed", ""),
            chosen if chosen is not None and chosen <= len(typed) else None,
            fields.get("replaces", type=int),
            lying,
            fields.get("claimed", ""),
            bool(fields.get("last")),
        )

    @classmethod
    def fill_fields(cls, sheet: Sheet, entry: Mapping[str, Any]) -> dict[str, str]:
        """Return the fields of a form that would write the ends of `entry` once more."""
        also = {name: entry.get(name, "") for name in ("placed", "claimed")} | {
            "last": "yes" * entry.get("last", False)
        }
        return {"player": entry["player"], "ends": " ".join(entry["ends"]), **also}

    def tapped(self, do: str) -> "EndsForm":
        """Return the form for open ends after one tap.

        `end 2` chooses an end, `add` a new one, `to 4-4` sets the chosen end, `remove` takes it away; `all 6 4-4* 4`
        replaces all ends, with a star at the one of the tile just laid.
        """
        what, _, value = do.partition(" ")
        if what == "end":
            end = read_number(value)
            return replace(self, chosen=None if end is None or end == self.chosen or end > len(self.ends) else end)
        if what == "add":
            return replace(self, chosen=len(self.ends))
        if (all_ends := read_all(do)) is not None:
            ends_after, laid = all_ends
            return replace(self, ends=ends_after, placed=laid if self.sheet.variant.asks_placed else "", chosen=None)
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
        """Return the ends that a tile laid at the only double on the table can make.

        Empty unless exactly that double is the chosen end.
        """
        if self.changed or self.chosen != 0 or len(self.ends) != 1 or "-" not in self.ends[0]:
            return frozenset()
        return frozenset(tuple(map(str, hint.ends)) for hint in list_hints(self.sheet))

    def entry(self) -> dict[str, Any]:
        """Return the open ends in the words of the match file, as far as they are filled in."""
        entry = {"entry": "ends", "player": self.player or None, "ends": list(self.ends)}
        more = {"placed": self.placed or None, "claimed": self.claimed or None, "replaces": self.replaces}
        more["last"] = self.last or None
        return entry | {name: value for name, value in more.items() if value is not None}

    @property
    def scorer(self) -> str | None:
        """Return the player who scores by this move: the player who claims its points, else the player who made it.

        Return None if no player of this table was entered.
        """
        return find_scorer(self.sheet, self.player, self.claimed)

    @property
    def carried(self) -> dict[str, str]:
        """Return the fields of this form that go along to the photo page, without those that are empty."""
        typed = " ".join(self.ends) if self.changed else ""
        fields = {"player": self.player, "ends": typed, "claimed": self.claimed, "replaces": str(self.replaces or "")}
        fields["last"] = "yes" * self.last
        return {name: value for name, value in fields.items() if value}

    @property
    def changed(self) -> bool:
        """Return whether the ends in the form differ from those on the table, or the form corrects an entry."""
        return self.replaces is not None or self.ends != self.lying

    @property
    def ready(self) -> bool:
        """Return whether there is something to save: an end has changed, and none is being changed now."""
        return self.changed and self.chosen is None

    def so_far(self) -> Text:
        """Return the text that says what to tap next, while there are no open ends to save."""
        if self.chosen is not None:
            return Text(N_("What does it show now?"))
        if self.changed:
            return Text(N_("These ends cannot lie so.") if self.ends else N_("Tap an open end first."))
        if not self.ends:
            return Text(N_("Tap + and say what lies open."))
        return Text(N_("Tap the end that changed."))

    def preview(self) -> Preview:
        """Return the open ends as the engine scores them, or the problems with them.

        While no player is entered, the ends are scored for the first player.
        """
        return preview_entry(self.sheet, self.entry() | {"player": self.player or self.sheet.seating.players[0]})

    def show(self) -> EndsView:
        """Return the values that the template draws: the ends, and the keys or hints that can be tapped."""
        drawn = tuple((typed, _end(typed, self.sheet)) for typed in self.ends)
        hints, may_score = self.list_best_moves(), self.chosen is None and self.changed
        claimers = list_claimers(self.sheet, self.player, self.claimed) if hints or may_score else ()
        # The page does not ask this while it shows hints, because the question would push them down.
        asks_last = (self.changed or self.chosen is not None) and self.sheet.may_lay_last(self.player)
        return EndsView(drawn, self.list_keys(), hints, claimers, asks_last)

    def list_keys(self) -> tuple[Key, ...]:
        """Return the values that the chosen end can take: every half, and its own double.

        Empty if no end is chosen.
        """
        if self.chosen is None:
            return ()
        old = self.ends[self.chosen] if self.chosen < len(self.ends) else ""
        values = [str(pip) for pip in range(self.sheet.game.largest + 1)]
        if old and "-" not in old:
            values.append(f"{old}-{old}")
        before, after = self.ends[: self.chosen], self.ends[self.chosen + 1 :]
        moves = self.list_ends_at_lone_double()
        ends_by_value = {
            value: _find_only(moves, value) or (*before, value, *after) for value in values if value != old
        }
        read = {typed: _end(typed, self.sheet) for typed in set[str]().union(*ends_by_value.values())}
        lying = list_lying_ends(self.sheet) if self.next_in_turn else {}
        return tuple([self._key(value, tuple(map(read.get, ends)), lying) for value, ends in ends_by_value.items()])

    @property
    def next_in_turn(self) -> bool:
        """Return whether the ends are those on the table and the player is the one to move, or not entered yet."""
        return self.ends == self.lying and self.player in ("", self.sheet.to_move)

    def list_best_moves(self) -> tuple[Hint, ...]:
        """Return the moves that score, the best first, each written by one tap.

        Empty once an end has been changed or chosen.
        """
        if self.changed or self.chosen is not None:
            return ()
        best: dict[object, Hint] = {}
        for hint in sorted(list_hints(self.sheet, player=self.scorer, last=self.last), key=lambda hint: -hint.points):
            if hint.points:
                best.setdefault((hint.tile, tuple(sorted(hint.ends))), hint)
        return tuple(best.values())[:MOST_HINTS]

    def _key(self, value: str, ends_after: tuple[End | None, ...], lying: Mapping[tuple[End, ...], Tile]) -> Key:
        """Return the key that sets the chosen end to `value`, after which the ends are `ends_after`.

        None in `ends_after` stands for an end that cannot be read. `lying` has the tile on the table that alone could
        make some ends.
        """
        ends = tuple(filter(None, ends_after))
        if lies := lying.get(tuple(sorted(ends))):
            return Key(value, lies=lies)
        placed = _end(value, self.sheet) if self.sheet.variant.asks_placed else None
        score = (
            score_shown_ends(self.sheet, ends, placed, self.scorer, self.last) if len(ends) == len(ends_after) else None
        )
        if score is None:
            return Key(value)
        jumps = self.next_in_turn and not self.sheet.layout.empty and not is_single_move(self.sheet, ends)
        return Key(value, sum([end.pips for end in ends]), 0 if jumps else score.points, jumps=jumps)


def _find_only(moves: Iterable[tuple[str, ...]], value: str) -> tuple[str, ...]:
    """Return the only one of `moves` whose ends include `value`; empty if there is none or more than one."""
    including = [ends for ends in moves if value in ends]
    return including[0] if len(including) == 1 else ()


def _end(typed: str, sheet: Sheet) -> End | None:
    """Return the end that was typed; None if it cannot be read."""
    try:
        return parse_end(typed, sheet.game.largest)
    except RuleError:
        return None


FORM: type[Form] = EndsForm
