"""House rules: what a table may choose, declared by each variant and checked here."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from scorekeeper.engine.problems import Findings, refuse
from scorekeeper.engine.text import N_

Setting = str | int | bool


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the settings of an option: what a form shows for it, and the rule in plain words for “Our rules”."""

    value: Setting
    label: str
    rule: str


@dataclass(frozen=True, slots=True)
class Pick:
    """An option with a few named settings; the first choice is the default."""

    key: str
    label: str
    choices: tuple[Choice, ...]

    @property
    def default(self) -> Setting:
        return self.choices[0].value

    @property
    def offers(self) -> tuple[Setting, ...]:
        return tuple(choice.value for choice in self.choices)

    def read(self, given: object) -> Setting:
        """The setting meant by `given` (a form gives text); raises RuleError `bad_option`."""
        for value in self.offers:
            if isinstance(given, str | int) and str(given).lower() == str(value).lower():
                return value
        raise refuse("bad_option", given=str(given), choices=", ".join(str(value) for value in self.offers).lower())


@dataclass(frozen=True, slots=True)
class Number:
    """An option that is a whole number from `least` to `most`; `offers` are the settings a form shows first."""

    key: str
    label: str
    rule: str
    default: int
    least: int = 1
    most: int = 9999
    offers: tuple[int, ...] = ()

    def read(self, given: object) -> Setting:
        """The number meant by `given` (a form gives text); raises RuleError `bad_option`."""
        text = given.strip() if isinstance(given, str) else given
        if isinstance(text, str) and text.isascii() and text.isdigit() and len(text) < 10:
            text = int(text)
        if isinstance(text, bool) or not isinstance(text, int) or not self.least <= text <= self.most:
            raise refuse("bad_option", given=str(given), choices=f"{self.least}–{self.most}")
        return text


Option = Pick | Number


# Of the games in which points fall while a round is played (A2).
END_WHEN = Pick(
    "end_when",
    N_("The match ends"),
    (
        Choice(
            "at_once",
            N_("at once"),
            N_("Who reaches the target has won at once, in the middle of a round too."),
        ),
        Choice(
            "after_round",
            N_("after the round"),
            N_("A round is played to its end; then the most points win, equal ones play another round."),
        ),
    ),
)


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
    return MappingProxyType(settings)
