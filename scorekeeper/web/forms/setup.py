"""A match being set up: what the form says so far, and what one tap changes in it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper.engine.games.game import Variant
from scorekeeper.engine.options import Option
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.web.forms.form import read_number

OPTION = "option-"


@dataclass(frozen=True, slots=True)
class SetupForm:
    """What was tapped and typed, as it was typed. `lead` is a player, or empty: the game's rule finds who starts."""

    variant: Variant
    players: tuple[str, ...] = ()
    partners: bool | None = None
    lead: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    name: str = ""

    @property
    def full(self) -> bool:
        return len(self.players) >= self.variant.most_players

    @property
    def pairs(self) -> bool:
        """Whether these players sit in pairs."""
        four = len(self.players) == 4
        return four and (self.variant.partners == "always_with_four" or bool(self.partners))

    @property
    def alone(self) -> bool:
        """Whether one plays this game alone: then nobody sits anywhere, and nobody else can lead."""
        return self.variant.most_players == 1

    @property
    def shown_options(self) -> tuple[Option, ...]:
        """The house rules to choose: those that can matter to so many, all of them while too few sit there."""
        seated = len(self.players)
        few = seated < self.variant.fewest_players
        return self.variant.options if few else self.variant.list_options(seated, self.pairs)

    @property
    def settings(self) -> dict[str, object]:
        """The options of this game that were chosen; those of another game, or that cannot matter, are forgotten."""
        known = {option.key for option in self.shown_options}
        return {key: value for key, value in self.options.items() if key in known and value != ""}

    def chosen(self, key: str) -> object:
        """The setting an option shows: what was chosen, or its default."""
        default = next(option.default for option in self.variant.options if option.key == key)
        return self.options.get(key, default)

    @property
    def wanted_partners(self) -> bool | None:
        """What the table is asked for: the game's own way, unless it lets the players choose."""
        return self.pairs if self.variant.partners == "optional" else None

    def tapped(self, do: str) -> "SetupForm":
        """The form after one tap: `sit Anna`, `leave 2`, `earlier 2`, `variant spansk`,
        `offer target 60`, or `enter` in the name's field."""
        what, _, value = do.partition(" ")
        if what == "variant" and value in VARIANTS:
            # The form shows every house rule, so a target that nobody chose would go along to the next game.
            return replace(self, variant=VARIANTS[value], options={})
        if what == "sit":
            return self.sat(value)
        if what == "enter":
            return replace(self.sat(self.name), name="")
        if what == "offer":
            key, _, setting = value.partition(" ")
            return replace(self, options={**self.options, key: setting})
        seat = (read_number(value) or 0) - 1
        if what in ("leave", "earlier") and 0 <= seat < len(self.players):
            return self.left(seat) if what == "leave" else self.moved_up(seat)
        return self

    def sat(self, name: str) -> "SetupForm":
        name = " ".join(name.split())
        return replace(self, players=(*self.players, name)) if name and not self.full else self

    def left(self, seat: int) -> "SetupForm":
        lead = "" if self.lead == self.players[seat] else self.lead
        return replace(self, players=self.players[:seat] + self.players[seat + 1 :], lead=lead)

    def moved_up(self, seat: int) -> "SetupForm":
        """One seat earlier in turn order; the first goes to the end."""
        rest = self.players[:seat] + self.players[seat + 1 :]
        to = seat - 1 if seat else len(rest)
        return replace(self, players=(*rest[:to], self.players[seat], *rest[to:]))


def read_setup(form: MultiDict[str, str], otherwise: Variant) -> SetupForm:
    """What a posted form says; `otherwise` is the game of a form that names none."""
    partners: Any = {"yes": True, "no": False}.get(form.get("partners", ""))
    return SetupForm(
        variant=VARIANTS.get(form.get("variant", ""), otherwise),
        players=tuple(form.getlist("player")),
        partners=partners,
        lead=form.get("lead", ""),
        options={key.removeprefix(OPTION): value for key, value in form.items() if key.startswith(OPTION)},
        name=form.get("name", ""),
    )
