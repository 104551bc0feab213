"""The form for a game of one's own: the rules chosen so far, and the changes that a tap makes.

An axis is one of the questions about the rules; its settings are the possible answers.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from werkzeug.datastructures import MultiDict

from scorekeeper.engine.options import Option, Setting, find_option_at, read_setting, read_settings, write_setting
from scorekeeper.engine.rules.own.fitting import may_matter
from scorekeeper.engine.rules.own.groups import GROUPS
from scorekeeper.engine.rules.own.menu_games import KNOWN
from scorekeeper.engine.text import Text
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.web.forms.form import read_number

OPTION = "option-"
AXES: Mapping[str, Option] = {option.key: option for option in VARIANTS["own"].options}


@dataclass(frozen=True, slots=True)
class AskedAxis:
    """An axis (a question about the rules) that matters with the others, and the setting `chosen` on it.

    `players` is the number of players for which alone it matters, or None.
    """

    option: Option
    chosen: Setting
    players: int | None
    sentence: Text


@dataclass(frozen=True, slots=True)
class OwnGameForm:
    """The form for a game of one's own, as typed; `started` is the key of the known game that it was made from."""

    name: str = ""
    rules: Mapping[str, str] = field(default_factory=dict)
    started: str = ""

    @property
    def settings(self) -> dict[str, Setting]:
        """Return the setting of every axis (question about the rules).

        It is the usual one if none is chosen or the chosen one cannot be read.
        """
        return read_settings(VARIANTS["own"].options, self.rules)

    @property
    def rules_to_save(self) -> dict[str, object]:
        """Return the rules to save, as typed, without the axes (questions about the rules) that do not matter."""
        settings = self.settings
        relevant = {key: setting for key, setting in self.rules.items() if key not in AXES or may_matter(key, settings)}
        return {**relevant, "name": self.name}

    @property
    def groups(self) -> tuple[tuple[str, tuple[AskedAxis, ...]], ...]:
        """Return the headings of the form, each with its axes (questions about the rules) that matter."""
        settings = self.settings
        return tuple(
            (heading, tuple(self._ask(AXES[key], settings) for key in keys if may_matter(key, settings)))
            for heading, keys in GROUPS
        )

    def _ask(self, axis: Option, settings: Mapping[str, Setting]) -> AskedAxis:
        """Return the axis with what is chosen on it and its explanation."""
        axis = find_option_at(axis, settings)
        chosen = axis.find_setting(settings[axis.key])
        typed = read_setting(axis, self.rules[axis.key]) if axis.key in self.rules else chosen
        typed = axis.find_setting(typed)
        only = axis.matters.players
        return AskedAxis(axis, typed, only[0] if only else None, axis.explain(chosen))

    @property
    def known(self) -> tuple[tuple[str, str], ...]:
        """Return the key and the name of each known game that a game of one's own can start from."""
        return tuple((key, VARIANTS[key].name) for key in KNOWN)

    @staticmethod
    def find_group(do: str) -> int:
        """Return the number, from 1, of the form's group of rules in which the tap `do` was made; 0 for none."""
        what, _, value = do.partition(" ")
        if what == "look":
            return read_number(value) or 0
        key = value.partition(" ")[0]
        return next((number for number, (_, keys) in enumerate(GROUPS, 1) if what == "offer" and key in keys), 0)

    def tapped(self, do: str) -> "OwnGameForm":
        """Return the form for a game of one's own after one tap.

        `from spansk` takes the rules of that game, `from` the usual rules; `offer target 60` sets an axis, which is one
        of the questions about the rules.
        """
        what, _, value = do.partition(" ")
        if what == "from":
            rules = {key: write_setting(setting) for key, setting in KNOWN.get(value, {}).items()}
            return replace(self, rules=rules, started=value if value in KNOWN else "")
        key, _, setting = value.partition(" ")
        if what == "offer" and read_number(setting) is not None:
            return replace(self, rules={**self.rules, key: setting})
        return self


def read_own_game(form: MultiDict[str, str]) -> OwnGameForm:
    """Return the form for a game of one's own, with the fields of the posted `form`."""
    rules = {key.removeprefix(OPTION): value for key, value in form.items() if key.startswith(OPTION)}
    return OwnGameForm(form.get("name", ""), rules, form.get("started", ""))


def open_own_game(rules: Mapping[str, Setting]) -> OwnGameForm:
    """Return the form for a game of one's own, filled in with the `rules` of a saved game."""
    axes = {key: write_setting(setting) for key, setting in rules.items() if key in AXES}
    return OwnGameForm(str(rules.get("name", "")), axes)
