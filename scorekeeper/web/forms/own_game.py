"""Your own game being made: what the form says so far, and what one tap changes in it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from werkzeug.datastructures import MultiDict

from scorekeeper.engine.options import Option, Setting, read_setting, read_settings, write_setting
from scorekeeper.engine.rules.own.fitting import may_matter
from scorekeeper.engine.rules.own.groups import GROUPS
from scorekeeper.engine.rules.own.known import KNOWN
from scorekeeper.engine.text import Text
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.web.forms.form import read_number

OPTION = "option-"
AXES: Mapping[str, Option] = {option.key: option for option in VARIANTS["own"].options}


@dataclass(frozen=True, slots=True)
class AskedAxis:
    """An axis that matters with the other choices: its choice, and the numbers of players it applies to."""

    option: Option
    chosen: Setting
    players: int | None
    sentence: Text


@dataclass(frozen=True, slots=True)
class OwnGameForm:
    """The values of the form as typed; `started` is the game of the menu that it was made from."""

    name: str = ""
    rules: Mapping[str, str] = field(default_factory=dict)
    started: str = ""

    @property
    def settings(self) -> dict[str, Setting]:
        """Every axis as far as it can be read, else as usual."""
        return read_settings(VARIANTS["own"].options, self.rules)

    @property
    def given(self) -> dict[str, object]:
        """The rules as they are to be kept; of an axis that cannot matter the usual setting."""
        settings = self.settings
        asked = {key: given for key, given in self.rules.items() if key not in AXES or may_matter(key, settings)}
        return {**asked, "name": self.name}

    @property
    def groups(self) -> tuple[tuple[str, tuple[AskedAxis, ...]], ...]:
        """The axes that can matter, group by group."""
        settings = self.settings
        return tuple(
            (heading, tuple(self._ask(AXES[key], settings) for key in keys if may_matter(key, settings)))
            for heading, keys in GROUPS
        )

    def _ask(self, axis: Option, settings: Mapping[str, Setting]) -> AskedAxis:
        typed = read_setting(axis, self.rules[axis.key]) if axis.key in self.rules else settings[axis.key]
        only = axis.matters.players
        return AskedAxis(axis, typed, only[0] if only else None, axis.explain(settings[axis.key]))

    @property
    def known(self) -> tuple[tuple[str, str], ...]:
        """The games of the menu from which it can be made, by key, each with its name."""
        return tuple((key, VARIANTS[key].name) for key in KNOWN)

    @staticmethod
    def find_group(do: str) -> int:
        """The group, from 1, in which something was tapped; 0 where it was in none."""
        what, _, value = do.partition(" ")
        if what == "look":
            return read_number(value) or 0
        key = value.partition(" ")[0]
        return next((number for number, (_, keys) in enumerate(GROUPS, 1) if what == "offer" and key in keys), 0)

    def tapped(self, do: str) -> "OwnGameForm":
        """The form after one tap: `from spansk`, or `from` for the usual ones; `offer target 60`."""
        what, _, value = do.partition(" ")
        if what == "from":
            rules = {key: write_setting(setting) for key, setting in KNOWN.get(value, {}).items()}
            return replace(self, rules=rules, started=value if value in KNOWN else "")
        key, _, setting = value.partition(" ")
        if what == "offer" and read_number(setting) is not None:
            return replace(self, rules={**self.rules, key: setting})
        return self


def read_own_game(form: MultiDict[str, str]) -> OwnGameForm:
    """Read a posted form."""
    rules = {key.removeprefix(OPTION): value for key, value in form.items() if key.startswith(OPTION)}
    return OwnGameForm(form.get("name", ""), rules, form.get("started", ""))


def open_own_game(rules: Mapping[str, Setting]) -> OwnGameForm:
    """The form with a game that was kept."""
    axes = {key: write_setting(setting) for key, setting in rules.items() if key in AXES}
    return OwnGameForm(str(rules.get("name", "")), axes)
