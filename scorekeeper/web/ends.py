"""The form for open ends: those of the last entry are remembered, and one tap after another changes them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from werkzeug.datastructures import MultiDict

from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.sheet import Sheet
from scorekeeper.engine.text import N_, Text
from scorekeeper.engine.tiles import End, parse_end
from scorekeeper.web.forms import Reckoned, reckon, to_move, words

MOST_HINTS = 6


@dataclass(frozen=True, slots=True)
class Hint:
    """One change of one end, and what it would make: the ends then, their sum and the points."""

    ends: tuple[str, ...]
    old: str
    new: str
    sum: int
    points: int

    @property
    def typed(self) -> str:
        return " ".join(self.ends)


@dataclass(frozen=True, slots=True)
class EndsForm:
    """Open ends as typed, `chosen` the place of the one that is being changed (after the last: a new one)."""

    name: ClassVar[str] = "ends"
    template: ClassVar[str] = "_ends.html"
    sheet: Sheet
    player: str = ""
    ends: tuple[str, ...] = ()
    placed: str = ""
    chosen: int | None = None

    @classmethod
    def read(cls, sheet: Sheet, given: MultiDict[str, str]) -> "EndsForm":
        """The form as it was sent, or a fresh one with the ends as they lie."""
        typed = words(given["ends"]) if "ends" in given else tuple(map(str, sheet.layout.ends))
        chosen = given.get("chosen", "")
        return cls(
            sheet,
            given.get("player", to_move(sheet) or ""),
            typed,
            given.get("placed", ""),
            int(chosen) if chosen.isdigit() and int(chosen) <= len(typed) else None,
        )

    def tapped(self, do: str) -> "EndsForm":
        """The form after one tap: `end 2` chooses an end, `add` a new one, `to 4-4` sets it, `remove` takes it away."""
        what, _, value = do.partition(" ")
        if what == "end" and value.isdigit():
            return replace(self, chosen=None if self.chosen == int(value) else int(value))
        if what == "add":
            return replace(self, chosen=len(self.ends))
        if what == "all":
            return replace(self, ends=words(value), chosen=None)
        if self.chosen is None:
            return self
        before, after = self.ends[: self.chosen], self.ends[self.chosen + 1 :]
        if what == "to":
            return replace(self, ends=(*before, value, *after), chosen=None)
        if what == "remove":
            return replace(self, ends=before + after, chosen=None)
        return self

    def entry(self) -> dict[str, Any]:
        entry = {"entry": "ends", "player": self.player or None, "ends": list(self.ends)}
        return entry | ({"placed": self.placed} if self.placed else {})

    @property
    def changed(self) -> bool:
        """Whether anything differs from what lies on the table."""
        return self.ends != tuple(map(str, self.sheet.layout.ends))

    @property
    def ready(self) -> bool:
        """Whether there is anything to save: after every move some end is another one."""
        return self.changed and self.chosen is None

    def so_far(self) -> Text:
        """What to say while there is nothing to save."""
        if self.chosen is not None:
            return Text(N_("What does it show now?"))
        if self.changed:
            return Text(N_("That cannot be yet."))
        return Text(N_("Tap the end that changed."))

    def reckoned(self) -> Reckoned:
        return reckon(self.sheet, self.entry() | {"player": self.player or self.sheet.table.players[0]})

    @property
    def drawn(self) -> tuple[tuple[str, End | None], ...]:
        """Each end as typed, and as an end where it can be one."""
        return tuple((typed, _end(typed, self.sheet)) for typed in self.ends)

    @property
    def keys(self) -> tuple[Hint | str, ...]:
        """What the chosen end can become, each with the sum it makes; a bare value where the ends would not do."""
        if self.chosen is None:
            return ()
        old = self.ends[self.chosen] if self.chosen < len(self.ends) else ""
        values = [str(pip) for pip in range(self.sheet.variant.largest + 1)]
        pip = old.partition("-")[0]
        if old and old == pip:
            values.append(f"{pip}-{pip}")
        return tuple(self._hint(self.chosen, value) or value for value in values if value != old)

    def hints(self) -> tuple[Hint, ...]:
        """The changes of one end that score, the best first: one tap writes one down."""
        found = {hint.typed: hint for hint in self._changes() if hint.points}
        best = sorted(found.values(), key=lambda hint: -hint.points)
        return tuple(best[:MOST_HINTS])

    def _changes(self) -> Iterator[Hint]:
        for place in range(len(self.ends)):
            at = replace(self, chosen=place)
            yield from (key for key in at.keys if isinstance(key, Hint))
        if any("-" in end for end in self.ends):
            grown = replace(self, chosen=len(self.ends))
            yield from (key for key in grown.keys if isinstance(key, Hint))

    def _hint(self, place: int, value: str) -> Hint | None:
        ends = (*self.ends[:place], value, *self.ends[place + 1 :])
        reckoned = reckon(self.sheet, {"entry": "ends", "player": self.sheet.table.players[0], "ends": list(ends)})
        if reckoned.line is None:
            return None
        points = sum(reckoned.line.points.values())
        old = self.ends[place] if place < len(self.ends) else ""
        return Hint(ends, old, value, sum(end.pips for end in reckoned.line.ends), points)


def _end(typed: str, sheet: Sheet) -> End | None:
    try:
        return parse_end(typed, sheet.variant.largest)
    except RuleError:
        return None
