"""The form that sets up a match: game, players and house rules chosen so far, and the changes that a tap makes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from secrets import SystemRandom
from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper.engine.options import Number, Option, Setting, read_setting, read_settings, write_setting
from scorekeeper.engine.problems import Findings
from scorekeeper.engine.rules.game import Variant
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.web.forms.form import read_number

OPTION = "option-"
BETWEEN_NAMES = "\t"  # cannot be in a name


@dataclass(frozen=True, slots=True)
class SetupForm:
    """The form for a new match, as tapped and typed.

    `lead` is the player who leads the first round; if empty, the game's rule decides.
    """

    variant: Variant
    players: tuple[str, ...] = ()
    partners: bool | None = None
    lead: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    name: str = ""
    picked: int = 0  # the seat that was tapped to be swapped with the next one, from 1
    own: Mapping[str, Variant] = field(default_factory=dict)  # the book's own games, by their values in the form
    choice: str = ""  # the value of the own game that was chosen
    forecast: bool = False  # whether the form says who will probably win

    @property
    def full(self) -> bool:
        """Return whether all seats of the game are taken."""
        return len(self.players) >= self.variant.most_players

    @property
    def pairs(self) -> bool:
        """Return whether these players sit in pairs."""
        usual = self.variant.partners == "usual_with_four" and self.partners is None
        always = self.variant.partners == "always_with_four"
        return len(self.players) == 4 and (always or usual or bool(self.partners))

    @property
    def sides(self) -> tuple[tuple[str, ...], ...]:
        """Return the players of each side; empty while there are too few players."""
        if len(self.players) < max(2, self.variant.fewest_players):
            return ()
        return (self.players[::2], self.players[1::2]) if self.pairs else tuple((each,) for each in self.players)

    @property
    def shown_options(self) -> tuple[Option, ...]:
        """Return the house rules to choose from: those that matter with these players and with the other rules.

        While there are too few players, these are the ones that matter with any number of players.
        """
        if self.variant.settled:
            return ()
        return self._list_options(read_settings(self.variant.options, self.options))

    def _list_options(self, settings: Mapping[str, Setting]) -> tuple[Option, ...]:
        """Return the house rules that matter with these players and `settings`."""
        variant, seated = self.variant, len(self.players)
        if seated >= variant.fewest_players:
            return variant.list_options(seated, self.pairs, settings)
        return tuple(option for option in variant.options if variant.may_matter(option.key, settings))

    @property
    def settings(self) -> dict[str, object]:
        """Return the chosen house rules, as typed, without those that this game does not have or that do not matter."""
        if self.variant.settled:
            return dict(self.variant.settle())
        known = {option.key for option in self.shown_options}
        return {key: value for key, value in self.options.items() if key in known and value != ""}

    @property
    def choices(self) -> dict[str, Setting]:
        """Return the chosen house rules as settings by key; a value that cannot be read stays the text typed."""
        texts = ((option, self.options.get(option.key)) for option in self.variant.options)
        return {option.key: read_setting(option, text) for option, text in texts if text}

    def chosen(self, key: str) -> Setting:
        """Return the setting of the house rule `key`: the chosen one, else the usual one with the other rules."""
        choices = self.choices
        return choices[key] if key in choices else self.usual(key)

    def usual(self, key: str) -> Setting:
        """Return the usual setting of the house rule `key` with the other rules as chosen."""
        return next(option for option in self.variant.options if option.key == key).find_default(self.choices)

    @property
    def steering(self) -> frozenset[str]:
        """Return the keys of the house rules on which others depend.

        Others depend on a rule if it changes their usual settings, or whether they are shown.
        """
        numbers = (option.default_with for option in self.variant.options if isinstance(option, Number))
        settings, displayed = read_settings(self.variant.options, self.options), self.shown_options
        asking = (
            option.key
            for option in displayed
            if any(self._list_options({**settings, option.key: offer}) != displayed for offer in option.offers)
        )
        return frozenset({*(other.key for other in numbers if other), *asking})

    @property
    def preset(self) -> int:
        """Return the number, from 1, of the game's preset that these house rules equal; 0 for none."""
        for number, preset in enumerate(self.variant.presets, 1):
            if self.has_chosen(preset.settings):
                return number
        return 0

    def has_chosen(self, settings: Mapping[str, Setting]) -> bool:
        """Return whether the chosen house rules are these `settings`, and for all other rules the usual ones."""
        return all(
            self.chosen(option.key) == settings.get(option.key, option.default) for option in self.variant.options
        )

    @property
    def wanted_partners(self) -> bool | None:
        """Return whether the players want to sit in pairs; None if the game leaves them no choice."""
        return self.pairs if self.may_choose_pairs else None

    @property
    def may_choose_pairs(self) -> bool:
        """Return whether four players of this game choose between pairs and playing alone."""
        return self.variant.partners in ("optional", "usual_with_four")

    def tapped(self, do: str) -> "SetupForm":
        """Return the form for a new match after one tap.

        The taps are `sit Anna`, `leave 2`, `pick 2`, `swap 2 4`, `seating Anna<tab>Bo` (all seats), `draw` (seats by
        lot), `forecast` (to show it or not), `variant spansk`, `offer target 60` (a house rule), `preset 2`,
        `preset 0` (the usual house rules), and `enter` in the name's field. The page itself does the taps `fair` and
        `preset last`; any other tap, such as `seats`, only shows the form.
        """
        what, _, value = do.partition(" ")
        if what == "variant" and (variant := self.own.get(value) or VARIANTS.get(value)):
            # The form sends every house rule, so the old ones are dropped: nobody chose them for the new game.
            players = self.players[: variant.most_players]
            lead = self.lead if self.lead in players else ""
            choice = value if value in self.own else ""
            new = replace(self, variant=variant, players=players, lead=lead, options={}, picked=0, choice=choice)
            return new.with_large_set()
        if what == "sit":
            return self.sat(value)
        if what == "enter":
            return replace(self.sat(self.name), name="")
        if what == "offer":
            key, _, setting = value.partition(" ")
            return replace(self, options={**self.options, key: setting})
        if what == "preset" and (number := read_number(value)) is not None and number <= len(self.variant.presets):
            settings = self.variant.presets[number - 1].settings if number else {}
            return replace(self, options={key: write_setting(setting) for key, setting in settings.items()})
        if what == "seating":
            players = tuple(filter(None, value.split(BETWEEN_NAMES)))
            return replace(self, players=players[: self.variant.most_players], lead="", picked=0).with_large_set()
        if what == "draw":
            return self.seated(SystemRandom().sample(self.players, len(self.players)))
        if what == "forecast":
            return replace(self, forecast=not self.forecast)
        seats = [seat for each in value.split() if 1 <= (seat := read_number(each) or 0) <= len(self.players)]
        match what, seats:
            case "leave", [seat]:
                return self.left(seat)
            case "pick", [seat]:
                return replace(self, picked=0 if seat == self.picked else seat)
            case "swap", [one, other]:
                return self.swapped(one, other)
        return replace(self, picked=0)

    def seated(self, players: Sequence[str]) -> "SetupForm":
        """Return the form with the same players in another order."""
        return replace(self, players=tuple(players), picked=0)

    def sat(self, name: str) -> "SetupForm":
        """Return the form with one more player `name`; a game for one player replaces the player.

        An empty name changes nothing, and neither does any name when all seats are taken.
        """
        name = " ".join(name.split())
        sitting = () if self.variant.most_players == 1 else self.players
        if not name or (sitting and self.full):
            return self
        return replace(self, players=(*sitting, name)).with_large_set()

    def with_large_set(self) -> "SetupForm":
        """Return the form with the smallest larger set of tiles if the chosen one is too small for these players."""
        if isinstance(self.variant.largest, int):
            return self
        settings = read_settings(self.variant.options, self.options)
        key, chosen = self.variant.largest.key, self.variant.find_largest(Seating(self.players, options=settings))
        for largest in sorted(each for each in self.variant.largest.offers if int(each) >= chosen):
            findings = Findings()
            self.variant.check_table(len(self.players), {**settings, key: largest}, findings)
            if not any(problem.key == "wrong_player_count" for problem in findings.problems):
                return self if largest == chosen else replace(self, options={**self.options, key: str(largest)})
        return self

    def left(self, seat: int) -> "SetupForm":
        """Return the form without the player at `seat` (from 1)."""
        lead = "" if self.lead == self.players[seat - 1] else self.lead
        return replace(self, players=self.players[: seat - 1] + self.players[seat:], lead=lead, picked=0)

    def swapped(self, one: int, other: int) -> "SetupForm":
        """Return the form with the players at the seats `one` and `other` exchanged."""
        players = list(self.players)
        players[one - 1], players[other - 1] = players[other - 1], players[one - 1]
        return replace(self, players=tuple(players), picked=0)


def list_setup_fields(variant: Variant, seating: Seating) -> tuple[tuple[str, str], ...]:
    """Return the fields of the form that sets up another match of this table; none for a game of the book's own."""
    if variant.settled:
        return ()
    return (
        ("variant", variant.key),
        ("partners", "yes" if seating.partners else "no"),
        *(("player", player) for player in seating.players),
        *((f"{OPTION}{key}", write_setting(setting)) for key, setting in seating.options.items()),
    )


def read_setup(form: MultiDict[str, str], otherwise: Variant, own: Mapping[str, Variant]) -> SetupForm:
    """Return the form for a new match, with the fields of the posted `form`.

    `otherwise` is the game of a form that names none; `own` are the book's own games, by their values in the form.
    """
    partners: Any = {"yes": True, "no": False}.get(form.get("partners", ""))
    named = form.get("variant", "")
    return SetupForm(
        variant=own.get(named) or VARIANTS.get(named, otherwise),
        own=own,
        choice=named if named in own else "",
        players=tuple(form.getlist("player")),
        partners=partners,
        lead=form.get("lead", ""),
        options={key.removeprefix(OPTION): value for key, value in form.items() if key.startswith(OPTION)},
        name=form.get("name", ""),
        picked=read_number(form.get("picked", "")) or 0,
        forecast=form.get("forecast") == "yes",
    )
