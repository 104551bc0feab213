"""Sentences as values: an English message with named placeholders, and the values for them.

The engine returns a `Text`. `say(text, gettext, ngettext)` translates its message first and then fills in the values.
`N_` and `counted` mark messages for extraction into the catalogues.
"""

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Union

Value = Union[str, int, "Text", tuple["Text", ...]]
Gettext = Callable[[str], str]
Ngettext = Callable[[str, str, int], str]
INVISIBLE = ("Cc", "Cf")  # Unicode categories: control and format characters
JOINERS = "\u200c\u200d"  # format characters that belong to Persian words and to emoji
EMPTY = "\u115f\u1160\u2800\u3164\uffa0"  # letters and symbols without a visible glyph


def N_(message: str) -> str:
    """Return `message` unchanged; the call marks it for extraction into the catalogues of translations."""
    return message


@dataclass(frozen=True, slots=True)
class Text:
    """A message with its values. With `plural`, the value `n` chooses between the two forms."""

    message: str
    values: Mapping[str, Value] = field(default_factory=dict)
    plural: str | None = None

    def __str__(self) -> str:
        return say(self)

    def to_json(self) -> dict[str, Any]:
        """Return the text as a value for JSON."""
        return {"message": self.message, "plural": self.plural, "values": write_values(self.values.items())}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Text":
        """Return the text that `to_json` wrote; raise KeyError or TypeError for anything else."""
        return cls(data["message"], dict(read_values(data["values"])), data["plural"])


def write_values(values: Iterable[tuple[str, Value]]) -> list[list[Any]]:
    """Return the values of the placeholders of a message as a list for JSON, `[name, value]` each."""
    return [[name, _write_value(value)] for name, value in values]


def read_values(pairs: Iterable[Sequence[Any]]) -> tuple[tuple[str, Value], ...]:
    """Return the names and values that `write_values` wrote."""
    return tuple((name, _read_value(value)) for name, value in pairs)


def _write_value(value: Value) -> Any:
    """Return the value of one placeholder as a value for JSON."""
    if isinstance(value, Text):
        return value.to_json()
    return [part.to_json() for part in value] if isinstance(value, tuple) else value


def _read_value(value: Any) -> Value:
    """Return the value that `_write_value` wrote; raise TypeError for anything else."""
    if isinstance(value, dict):
        return Text.from_json(value)
    if isinstance(value, list):
        return tuple(Text.from_json(part) for part in value)
    if not isinstance(value, str | int):
        raise TypeError(value)
    return value


def counted(one: str, many: str, n: int | None = None, values: Mapping[str, Value] | None = None) -> Text:
    """Return a message in singular and plural; the extraction finds both by this function's name.

    `n` chooses the form and is added to the values. Without it the caller adds it later, as `Number.explain` does.
    """
    return Text(one, {**(values or {}), **({} if n is None else {"n": n})}, many)


def join_names(names: Sequence[str]) -> Value:
    """Return the names as a list: `Anna`, `Anna and Bo` or `Anna, Bo and Carl`."""
    *before, last = names
    return Text(N_("%(names)s and %(last)s"), {"names": ", ".join(before), "last": last}) if before else last


def join_texts(texts: Sequence[Text]) -> Text:
    """Return texts as a list: `open ends, passes and the end of each round`."""
    *before, last = texts
    return Text(N_("%(names)s and %(last)s"), {"names": tuple(before), "last": last}) if before else last


def is_invisible(sign: str) -> bool:
    """Return whether a character is a control or format character, except the joiners of emoji and Persian words."""
    return unicodedata.category(sign) in INVISIBLE and sign not in JOINERS


def fold_case(text: str) -> str:
    """Return `text` in the form in which names are compared regardless of case: `ISIK` and `ışık` become equal, too.

    Turkish has an i with and one without a dot, and which of them an `I` is depends on the language of the text.
    """
    return text.casefold().replace("i\u0307", "i").replace("ı", "i")


def is_blank(text: str) -> bool:
    """Return whether a text has no visible character."""
    return not any(not sign.isspace() and sign not in JOINERS + EMPTY for sign in text)


def escape_invisible(text: str) -> str:
    """Return `text` with a code like `U+001B` for each invisible character, which a terminal might obey."""
    return "".join(f"U+{ord(sign):04X}" if is_invisible(sign) else sign for sign in text)


def keep_english(message: str) -> str:
    """Return `message`: the `gettext` of English."""
    return message


def choose_english_plural(singular: str, plural: str, n: int) -> str:
    """Return the form for `n`: the `ngettext` of English."""
    return singular if n == 1 else plural


def say(text: Text, gettext: Gettext = keep_english, ngettext: Ngettext = choose_english_plural) -> str:
    """Return `text` as a sentence in the language of `gettext` and `ngettext`; by default English.

    A tuple of texts among the values is joined by commas. Raise TypeError if `n` of a plural is not a number.
    """
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
    """Return the value of a placeholder in the language of `gettext` and `ngettext`.

    A tuple of texts is joined by commas.
    """
    if isinstance(value, Text):
        return say(value, gettext, ngettext)
    if isinstance(value, tuple):
        return ", ".join(say(part, gettext, ngettext) for part in value)
    return value
