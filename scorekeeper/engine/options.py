"""House rules as options, which a game lists and reads as typed values.

A game with `TARGET = Number("target", …, 60)` reads `TARGET.at(seating)` as an int. Files, forms and the database hold
the *setting* of an option (`"7"`, `True`, `"fork"`); the game reads its *meaning* (`7`, `True`, the model of the
layout).
"""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum, StrEnum, auto
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from scorekeeper.engine.problems import Findings, RuleError, refuse, write_input
from scorekeeper.engine.text import Text

DIGITS = re.compile(r"[0-9]{1,9}")  # the spelling of a number in a form
Setting = str | int | bool
Meaning = TypeVar("Meaning")


def write_setting(setting: Setting) -> str:
    """Return a setting as forms spell it: `true`, `7`, `fork`. The `read` method of its option accepts this text."""
    return str(setting).lower()


def read_setting(option: "Option", text: str) -> Setting:
    """Return the setting that a text means, or the text itself if it means none, so that a form can show it again."""
    try:
        return option.read(text)
    except RuleError:
        return text


class HasOptions(Protocol):
    """An object with the settings of a table, such as a `Seating`."""

    @property
    def options(self) -> Mapping[str, Setting]: ...


@dataclass(frozen=True, slots=True)
class Matters:
    """The tables at which a house rule can matter: those with one of the numbers of `players` (empty: any number).

    With `pairs` the rule matters only to players in pairs.
    """

    players: tuple[int, ...] = ()
    pairs: bool = False

    def at(self, players: int, pairs: bool) -> bool:
        """Return whether the rule can matter to a number of `players`; `pairs` says whether they play in pairs."""
        return (not self.players or players in self.players) and (pairs or not self.pairs)


class Topic(StrEnum):
    """The subject of a house rule; the rules page has a place for each."""

    DEAL = auto()  # how many tiles are dealt, and the boneyard
    FIRST_LEAD = auto()
    LAYING = auto()  # which tiles may be laid when; in a solitaire, how tiles are removed
    DRAWING = auto()
    DOUBLES = auto()
    POINTS = auto()  # while a round is played
    OUT = auto()  # the end of a round in which somebody is out
    PAIRS = auto()
    BLOCKED = auto()
    TIE = auto()
    NEXT_LEAD = auto()
    MATCH = auto()  # the target and the end of the match


@dataclass(frozen=True, slots=True)
class Choice(Generic[Meaning]):
    """One setting of a `Pick`.

    - `means`: what the game reads.
    - `label`: the text in a form.
    - `rule`: the rule as a whole sentence for the rules page.
    - `written`: the stored setting if it is not the meaning itself, as in `Choice(FORK, …, written="fork")`. For a
      member of an enum the default is its value.
    - `value`: the setting in files, forms and the database.
    """

    means: Meaning
    label: str
    rule: str
    written: Setting | None = None
    value: Setting = field(init=False)

    def __post_init__(self) -> None:
        meaning: object = self.means.value if isinstance(self.means, Enum) else self.means
        value = meaning if self.written is None else self.written
        if not isinstance(value, str | int):
            raise TypeError(f"{self.label!r} does not say how it is written")
        object.__setattr__(self, "value", value)

    @property
    def text(self) -> str:
        """The setting as a form spells it."""
        return write_setting(self.value)


@dataclass(frozen=True, slots=True)
class Alternative:
    """The `option` that the form and the rules page have instead of another one at some tables.

    It has the same key and fewer choices or other texts. `holds` says whether it stands in, from the settings of the
    table, the number of players, and whether they play in pairs; the latter two are None if they are not known yet.
    """

    holds: Callable[[Mapping[str, Setting], int | None, bool | None], bool]
    option: "Option"


@dataclass(frozen=True, slots=True)
class Pick(Generic[Meaning]):
    """An option with a few named settings; the first choice is the default.

    `alternative` has the option that stands in for this one at some tables; None if there is none. A setting that the
    other option does not offer is played there as its default.
    """

    key: str
    label: str
    choices: tuple[Choice[Meaning], ...]
    matters: Matters = Matters()
    about: Topic | None = None
    extra: bool = False  # only some tables play it: the rules page leaves out its default
    alternative: Alternative | None = None

    def at(self, table: HasOptions) -> Meaning:
        """Return the meaning of the setting that the table has chosen."""
        setting = table.options.get(self.key, self.choices[0].value)
        for choice in self.choices:
            if choice.value == setting:
                return choice.means
        raise LookupError(setting)

    @property
    def default(self) -> Setting:
        """The setting of the first choice, which tables play unless they choose another one."""
        return self.choices[0].value

    def find_default(self, settings: Mapping[str, object]) -> Setting:
        """Return the default, which does not depend on the other `settings`."""
        return self.default

    def find_setting(self, setting: Setting) -> Setting:
        """Return `setting`, or the default if this option does not offer it."""
        return setting if setting in self.offers else self.default

    @property
    def offers(self) -> tuple[Setting, ...]:
        """The settings of all choices, in the order of the form."""
        return tuple(choice.value for choice in self.choices)

    def explain(self, setting: Setting, settings: Mapping[str, object] | None = None) -> Text:
        """Return the sentence of the rules page for `setting`; `settings` are those of the other options."""
        return Text(next(choice.rule for choice in self.choices if choice.value == setting))

    def read(self, value: object) -> Setting:
        """Return the setting that `value` means, a setting or the text of a form.

        Raise RuleError `bad_option` if it is none.
        """
        for offer in self.offers:
            if isinstance(value, str | int) and write_setting(value) == write_setting(offer):
                return offer
        raise refuse("bad_option", given=write_input(value), choices=", ".join(map(write_setting, self.offers)))


@dataclass(frozen=True, slots=True)
class DefaultWith:
    """Another default for a `Number` at tables where the option `key` has this `setting`.

    `rule` replaces the sentence of the rules page there: a match in Forty-two goes to marks or to points.
    """

    key: str
    setting: Setting
    usual: int
    rule: str = ""

    def find(self, settings: Mapping[str, object]) -> int | None:
        """Return the default `usual` if the option `key` has the value `setting` among `settings`, else None."""
        return self.usual if settings.get(self.key) == self.setting else None


@dataclass(frozen=True, slots=True)
class OneMoreThan:
    """A default that is one more than the setting of the option `key`, e.g. one round for each double of the set."""

    key: str
    rule: ClassVar[str] = ""

    def find(self, settings: Mapping[str, object]) -> int | None:
        """Return the setting of the option `key` plus one; None if the setting is not a number."""
        chosen = str(settings.get(self.key))
        return int(chosen) + 1 if DIGITS.fullmatch(chosen) else None


@dataclass(frozen=True, slots=True)
class Number:
    """An option that is a whole number from `least` to `most`.

    `offers` are the settings that a form shows first. `rule` is the sentence of the rules page with the number as `n`:
    a `Text` with a plural, or a message that is the same for one and many. `none` is the sentence for 0. `extra` is as
    in `Pick`, and so is `alternative`. `default_with` gives another default at some tables.
    """

    key: str
    label: str
    rule: str | Text
    default: int
    least: int = 1
    most: int = 9999
    offers: tuple[int, ...] = ()
    matters: Matters = Matters()
    about: Topic | None = None
    none: str = ""
    extra: bool = False
    default_with: "DefaultWith | OneMoreThan | None" = None
    alternative: Alternative | None = None

    def at(self, table: HasOptions) -> int:
        """Return the number that the table has chosen."""
        return int(table.options.get(self.key, self.find_default(table.options)))

    def find_default(self, settings: Mapping[str, object]) -> Setting:
        """Return the default at a table with these settings."""
        dependent = self.default_with.find(settings) if self.default_with else None
        return self.default if dependent is None else dependent

    def find_setting(self, setting: Setting) -> Setting:
        """Return `setting`; each number can be set at every table."""
        return setting

    def explain(self, setting: Setting, settings: Mapping[str, object] | None = None) -> Text:
        """Return the sentence of the rules page for this number; `settings` are those of the other options."""
        if self.none and not int(setting):
            return Text(self.none)
        rule = self.rule if isinstance(self.rule, Text) else Text(self.rule)
        if self.default_with and self.default_with.rule and self.default_with.find(settings or {}) is not None:
            rule = Text(self.default_with.rule)
        return Text(rule.message, {**rule.values, "n": int(setting)}, rule.plural)

    def read(self, value: object) -> Setting:
        """Return the number that `value` means, a number or the text of a form.

        Raise RuleError `bad_option` if it is none.
        """
        text = value.strip() if isinstance(value, str) else value
        if isinstance(text, str) and DIGITS.fullmatch(text):
            text = int(text)
        if isinstance(text, bool) or not isinstance(text, int) or not self.least <= text <= self.most:
            raise refuse("bad_option", given=write_input(value), choices=f"{self.least}–{self.most}")
        return text


Option = Pick[Any] | Number


def find_option_at(
    option: Option, settings: Mapping[str, Setting], players: int | None = None, pairs: bool | None = None
) -> Option:
    """Return the alternative of `option` if it applies at a table with these `settings`, else `option` itself.

    `players` is the number of players, and `pairs` says whether they play in pairs; None means not known yet.
    """
    other = option.alternative
    return other.option if other and other.holds(settings, players, pairs) else option


def choose_extra_points(key: str, label: str, rule: Text, offers: tuple[int, ...], about: Topic, none: str) -> Number:
    """Return an option for points that only some tables pay or require; its default, 0, means that they do not count.

    The arguments are those of a `Number`.
    """
    return Number(key, label, rule, 0, least=0, most=1000, offers=offers, about=about, extra=True, none=none)


@dataclass(frozen=True, slots=True)
class Preset:
    """House rules as some region or club plays them.

    `label` names it, `note` is a remark for the form. Options that `settings` leave out have their defaults.
    """

    label: str
    settings: Mapping[str, Setting]
    note: str = ""


def read_settings(options: tuple[Option, ...], chosen: Mapping[str, object]) -> dict[str, Setting]:
    """Return the setting of every option; the default if it is missing or cannot be read."""
    settings: dict[str, Setting] = {}
    for option in options:
        if option.key in chosen:
            with suppress(RuleError):
                settings[option.key] = option.read(chosen[option.key])
    return {option.key: settings.get(option.key, option.find_default(settings)) for option in options}


def settle_options(options: tuple[Option, ...], chosen: Mapping[str, object]) -> Mapping[str, Setting]:
    """Return the setting of every option, with defaults for missing ones.

    Raise RuleError with every unknown option and every setting that is no choice.
    """
    findings = Findings()
    settings: dict[str, Setting] = {option.key: option.default for option in options}
    readers = {option.key: option for option in options}
    for key, value in chosen.items():
        if key not in readers:
            findings.add("unknown_option", "options", str(key), given=str(key))
            continue
        with findings.at("options", key):
            settings[key] = readers[key].read(value)
    findings.settle()
    defaults = {option.key: option.find_default(settings) for option in options if option.key not in chosen}
    return MappingProxyType(settings | defaults)
