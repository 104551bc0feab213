"""House rules: what a table may choose, declared by each game as an attribute and read from it as a typed value.

A game that says `target = Number("target", …, 60)` reads `self.target` as a whole number, at the table it is bound to.
What is stored, and what stands in files and forms, is the setting (`"7"`, `True`, `"fork"`); what the game reads is
what the choice means to it (`7`, `True`, the way in which doubles fork).
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum, StrEnum, auto
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Protocol, TypeVar, overload

from scorekeeper.engine.problems import Findings, RuleError, refuse, write_given
from scorekeeper.engine.text import N_, Text

DIGITS = re.compile(r"[0-9]{1,9}")  # of a number that can be chosen
Setting = str | int | bool
Meaning = TypeVar("Meaning")


def write_setting(setting: Setting) -> str:
    """A setting as text, as it stands in forms: `true`, `7`, `fork`. `read` of its option takes it back."""
    return str(setting).lower()


def read_setting(option: "Option", text: str) -> Setting:
    """The setting that a text means; the text itself where it means none, so that what was typed stays."""
    try:
        return option.read(text)
    except RuleError:
        return text


class Seated(Protocol):
    """Who sits at a table, with what was chosen there."""

    @property
    def options(self) -> Mapping[str, Setting]: ...


class AtATable(Protocol):
    """What has options: a game bound to a seating."""

    @property
    def seating(self) -> Seated: ...


@dataclass(frozen=True, slots=True)
class Matters:
    """At which tables a house rule can matter: with so many `players` (none named: any), in `pairs` alone."""

    players: tuple[int, ...] = ()
    pairs: bool = False

    def at(self, players: int, pairs: bool) -> bool:
        """Whether it can with so many players, who sit in pairs or not."""
        return (not self.players or players in self.players) and (pairs or not self.pairs)


class Topic(StrEnum):
    """What a house rule is about: the rules page tells it in that place of its text."""

    DEAL = auto()  # how many tiles each, what becomes of the others
    FIRST_LEAD = auto()
    LAYING = auto()  # what may be laid and when, in a solitaire how tiles leave
    DRAWING = auto()
    DOUBLES = auto()
    POINTS = auto()  # while a round is played
    OUT = auto()  # the end of a round in which somebody is out
    PAIRS = auto()
    BLOCKED = auto()
    TIE = auto()
    NEXT_LEAD = auto()
    MATCH = auto()  # how far it goes, and when it ends


@dataclass(frozen=True, slots=True)
class Choice(Generic[Meaning]):
    """One of the settings of an option: what it means to the game, what a form shows for it, and the rule in plain
    words: a whole sentence, as it stands in the text of the rules page.

    `written` says how it is stored where that is not the meaning itself: `Choice(FORK, …, written="fork")`. Of an enum
    it is the member's value. `value` is the setting as it is stored, and as it stands in files and forms.
    """

    means: Meaning
    label: str
    rule: str
    written: Setting | None = None
    value: Setting = field(init=False)

    def __post_init__(self) -> None:
        said: object = self.means.value if isinstance(self.means, Enum) else self.means
        value = said if self.written is None else self.written
        if not isinstance(value, str | int):
            raise TypeError(f"{self.label!r} does not say how it is written")
        object.__setattr__(self, "value", value)

    @property
    def text(self) -> str:
        """The setting as a form sends it."""
        return write_setting(self.value)


@dataclass(frozen=True, slots=True)
class Pick(Generic[Meaning]):
    """An option with a few named settings; the first choice is the default."""

    key: str
    label: str
    choices: tuple[Choice[Meaning], ...]
    matters: Matters = Matters()
    about: Topic | None = None
    extra: bool = False  # what only some tables play: nothing is said of it where it is as usual

    @overload
    def __get__(self, game: None, variant: type) -> "Pick[Meaning]": ...
    @overload
    def __get__(self, game: AtATable, variant: type) -> Meaning: ...
    def __get__(self, game: AtATable | None, variant: type) -> "Pick[Meaning] | Meaning":
        """Of a game at a table what its setting means; of the game's class the option itself."""
        if game is None:
            return self
        setting = game.seating.options.get(self.key, self.choices[0].value)
        for choice in self.choices:  # asked for very often
            if choice.value == setting:
                return choice.means
        raise LookupError(setting)

    @property
    def default(self) -> Setting:
        return self.choices[0].value

    def find_usual(self, settings: Mapping[str, object]) -> Setting:
        """The usual choice, whatever else was chosen."""
        return self.default

    @property
    def offers(self) -> tuple[Setting, ...]:
        return tuple(choice.value for choice in self.choices)

    def explain(self, setting: Setting, settings: Mapping[str, object] | None = None) -> Text:
        """The rule in plain words, with this setting; `settings` are those of the table's other options."""
        return Text(next(choice.rule for choice in self.choices if choice.value == setting))

    def read(self, given: object) -> Setting:
        """The setting meant by `given` (a form gives text); raises RuleError `bad_option`."""
        for value in self.offers:
            if isinstance(given, str | int) and write_setting(given) == write_setting(value):
                return value
        raise refuse("bad_option", given=write_given(given), choices=", ".join(map(write_setting, self.offers)))


@dataclass(frozen=True, slots=True)
class UsualWith:
    """The usual number at a table that has chosen `setting` for the option `key`: 61 where a fifth is scored.

    `rule` is the sentence at such a table, where it is another: that a match goes to marks, not points.
    """

    key: str
    setting: Setting
    usual: int
    rule: str = ""

    def find(self, settings: Mapping[str, object]) -> int | None:
        """That number, or None where something else was chosen."""
        return self.usual if settings.get(self.key) == self.setting else None


@dataclass(frozen=True, slots=True)
class OneMoreThan:
    """One more than what was chosen for the option `key`: as many rounds as the set has doubles."""

    key: str
    rule: ClassVar[str] = ""

    def find(self, settings: Mapping[str, object]) -> int | None:
        """That number, or None where nothing that can be read was chosen."""
        chosen = str(settings.get(self.key))
        return int(chosen) + 1 if DIGITS.fullmatch(chosen) else None


@dataclass(frozen=True, slots=True)
class Number:
    """An option that is a whole number from `least` to `most`; `offers` are the settings a form shows first.

    Its `rule` is told with the number in it, where one and many are told alike it is a plain message; `none` is the
    rule where the number is nought and nothing is to be counted. `extra` is as with `Pick`. `usual_with` says where
    another number is usual.
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
    usual_with: "UsualWith | OneMoreThan | None" = None

    @overload
    def __get__(self, game: None, variant: type) -> "Number": ...
    @overload
    def __get__(self, game: AtATable, variant: type) -> int: ...
    def __get__(self, game: AtATable | None, variant: type) -> "Number | int":
        """Of a game at a table the number; of the game's class the option itself."""
        if game is None:
            return self
        return int(game.seating.options.get(self.key, self.find_usual(game.seating.options)))

    def find_usual(self, settings: Mapping[str, object]) -> Setting:
        """The usual number at a table with these settings."""
        found = self.usual_with.find(settings) if self.usual_with else None
        return self.default if found is None else found

    def explain(self, setting: Setting, settings: Mapping[str, object] | None = None) -> Text:
        """The rule in plain words, with this number; `settings` are those of the table's other options."""
        if self.none and not int(setting):
            return Text(self.none)
        rule = self.rule if isinstance(self.rule, Text) else Text(self.rule)
        if self.usual_with and self.usual_with.rule and self.usual_with.find(settings or {}) is not None:
            rule = Text(self.usual_with.rule)
        return Text(rule.message, {**rule.values, "n": int(setting)}, rule.plural)

    def read(self, given: object) -> Setting:
        """The number meant by `given` (a form gives text); raises RuleError `bad_option`."""
        text = given.strip() if isinstance(given, str) else given
        if isinstance(text, str) and DIGITS.fullmatch(text):
            text = int(text)
        if isinstance(text, bool) or not isinstance(text, int) or not self.least <= text <= self.most:
            raise refuse("bad_option", given=write_given(given), choices=f"{self.least}–{self.most}")
        return text


Option = Pick[Any] | Number


@dataclass(frozen=True, slots=True)
class Preset:
    """House rules that go together, as they are played somewhere: `label` says where, `note` what to look at first.

    What it does not name is as usual.
    """

    label: str
    settings: Mapping[str, Setting]
    note: str = ""


class EndWhen(Enum):
    """When a match ends whose target is reached in the middle of a round."""

    AT_ONCE = "at_once"
    AFTER_ROUND = "after_round"


# Of the games in which points fall while a round is played (A2).
END_WHEN = Pick(
    "end_when",
    N_("The match ends"),
    (
        Choice(
            EndWhen.AT_ONCE,
            N_("at once"),
            N_("Who reaches the target has won at once, in the middle of a round too."),
        ),
        Choice(
            EndWhen.AFTER_ROUND,
            N_("after the round"),
            N_("A round is played to its end; then the most points win, equal ones play another round."),
        ),
    ),
    about=Topic.MATCH,
)


def read_settings(options: tuple[Option, ...], given: Mapping[str, object]) -> dict[str, Setting]:
    """Every option with its setting as far as it can be read, else as usual."""
    settings: dict[str, Setting] = {}
    for option in options:
        if option.key in given:
            with suppress(RuleError):
                settings[option.key] = option.read(given[option.key])
    return {option.key: settings.get(option.key, option.find_usual(settings)) for option in options}


def settle_options(options: tuple[Option, ...], given: Mapping[str, object]) -> Mapping[str, Setting]:
    """Every option with its setting, defaults filled in; raises RuleError with each unknown option and bad setting."""
    findings = Findings()
    settings: dict[str, Setting] = {option.key: option.default for option in options}
    readers = {option.key: option for option in options}
    for key, value in given.items():
        if key not in readers:
            findings.add("unknown_option", "options", str(key), given=str(key))
            continue
        with findings.at("options", key):
            settings[key] = readers[key].read(value)
    findings.settle()
    unsaid = {option.key: option.find_usual(settings) for option in options if option.key not in given}
    return MappingProxyType(settings | unsaid)
