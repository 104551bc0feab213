"""Sentences as values: an English message with named places for what is put into it.

The engine never builds a sentence; it names one and says what goes in. Whoever shows it translates the message first
(`say(text, gettext, ngettext)`) and only then fills it in. Messages are marked with `N_` so that they are collected
for the catalogues.
"""

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Union

Value = Union[str, int, "Text", tuple["Text", ...]]
Gettext = Callable[[str], str]
Ngettext = Callable[[str, str, int], str]
UNSEEN = ("Cc", "Cf")  # categories of Unicode: control characters, and those that only steer others
JOINERS = "\u200c\u200d"  # they shape Persian words and families of emoji
EMPTY = "\u115f\u1160\u2800\u3164\uffa0"  # letters and signs that are drawn as nothing


def N_(message: str) -> str:
    """Mark `message` for the catalogues and give it back as it is."""
    return message


@dataclass(frozen=True, slots=True)
class Text:
    """A message and its values; with `plural`, the value `n` chooses between the two forms."""

    message: str
    values: Mapping[str, Value] = field(default_factory=dict)
    plural: str | None = None

    def __str__(self) -> str:
        return say(self)

    def to_json(self) -> dict[str, Any]:
        """The text as a value that JSON can hold."""
        return {"message": self.message, "plural": self.plural, "values": write_values(self.values.items())}

    @classmethod
    def from_json(cls, found: Mapping[str, Any]) -> "Text":
        """The text that was written by `to_json`; raises KeyError or TypeError for anything else."""
        return cls(found["message"], dict(read_values(found["values"])), found["plural"])


def write_values(values: Iterable[tuple[str, Value]]) -> list[list[Any]]:
    """The names and values of a sentence, as JSON can hold them."""
    return [[name, _write_value(value)] for name, value in values]


def read_values(found: Iterable[Sequence[Any]]) -> tuple[tuple[str, Value], ...]:
    """The names and values that were written by `write_values`."""
    return tuple((name, _read_value(value)) for name, value in found)


def _write_value(value: Value) -> Any:
    if isinstance(value, Text):
        return value.to_json()
    return [part.to_json() for part in value] if isinstance(value, tuple) else value


def _read_value(found: Any) -> Value:
    if isinstance(found, dict):
        return Text.from_json(found)
    if isinstance(found, list):
        return tuple(Text.from_json(part) for part in found)
    if not isinstance(found, str | int):
        raise TypeError(found)
    return found


def counted(one: str, many: str, n: int | None = None, values: Mapping[str, Value] | None = None) -> Text:
    """A message in two forms, found for the catalogues by this function's name.

    `n` is among the values; without it the number is put in where it is known, as that of a house rule.
    """
    return Text(one, {**(values or {}), **({} if n is None else {"n": n})}, many)


def join_names(names: Sequence[str]) -> Value:
    """`Anna`, `Anna and Bo`, or `Anna, Bo and Carl`."""
    *before, last = names
    return Text(N_("%(names)s and %(last)s"), {"names": ", ".join(before), "last": last}) if before else last


def join_texts(texts: Sequence[Text]) -> Text:
    """The same of texts: `open ends, passes and the end of each round`."""
    *before, last = texts
    return Text(N_("%(names)s and %(last)s"), {"names": tuple(before), "last": last}) if before else last


def is_unseen(sign: str) -> bool:
    """Whether nobody can see it: a control character, or one that only steers those beside it (joiners are letters)."""
    return unicodedata.category(sign) in UNSEEN and sign not in JOINERS


def is_blank(text: str) -> bool:
    """Whether there is nothing to see in it: only spaces, joiners, and letters that are drawn as nothing."""
    return not any(not sign.isspace() and sign not in JOINERS + EMPTY for sign in text)


def show_unseen(text: str) -> str:
    """`text` with its code for each character that nobody can see: a terminal might obey it. E.g. `U+001B`."""
    return "".join(f"U+{ord(sign):04X}" if is_unseen(sign) else sign for sign in text)


def keep_english(message: str) -> str:
    """The message in the language it was written in, English."""
    return message


def choose_english_plural(singular: str, plural: str, n: int) -> str:
    """English plural forms."""
    return singular if n == 1 else plural


def say(text: Text, gettext: Gettext = keep_english, ngettext: Ngettext = choose_english_plural) -> str:
    """`text` as a sentence; without functions of a catalogue, in English. A tuple of texts is joined by commas."""
    values = {key: _say_value(value, gettext, ngettext) for key, value in text.values.items()}
    if text.plural is None:
        message = gettext(text.message)
    else:
        n = text.values["n"]
        if not isinstance(n, int):
            raise TypeError(f"the value n of {text.message!r} is not a number")
        message = ngettext(text.message, text.plural, n)
    return message % values if values else message


def _say_value(value: Value, gettext: Gettext, ngettext: Ngettext) -> str | int:
    if isinstance(value, Text):
        return say(value, gettext, ngettext)
    if isinstance(value, tuple):
        return ", ".join(say(part, gettext, ngettext) for part in value)
    return value
