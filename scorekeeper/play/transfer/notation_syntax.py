"""The syntax of the line notation (docs/notation.md): words, numbers, lists and objects in one line of text.

`read_entries` parses a line into parts and knows nothing about games; `write_value` and `write_name` write the values
that it reads. `notation_entries` interprets the parts.
"""

import json
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.engine.problems import RuleError, refuse
from scorekeeper.engine.text import N_, Text

TOKEN = re.compile(r'[\s,]+|"(?:[^"\\]|\\.)*"|[|()\[\]{}=:]|[^\s,|()\[\]{}=:"]+|(?P<open>")')
BARE = re.compile(r'[^\s,|()\[\]{}=:"]+')
NUMBER = re.compile(r"-?[0-9]{1,9}")
TILE = re.compile(r"[0-9]{1,3}-[0-9]{1,3}")
FLAGS: Mapping[str, bool] = {"true": True, "false": False}
DEEPEST = 4  # the most brackets within brackets; a match file has a list in an object in an object

UNEXPECTED = N_("“%(what)s” is not expected here")
NOT_CLOSED = N_("a quotation mark or a bracket is not closed")


@dataclass(frozen=True, slots=True)
class Word:
    """A word.

    With `quoted` it was in quotation marks and is a name or a text, never a word of the notation or a number.
    """

    text: str
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class NamedValue:
    """A value with its name: `at=6-6`, `Anna=[6-4 1-0]`."""

    name: Word
    value: Any


@dataclass(frozen=True, slots=True)
class PlayerPoints:
    """Points with the player whose side scores them: `Bo:12`."""

    player: str
    points: int


Part = Word | int | list[Any] | NamedValue | PlayerPoints
"""One part of an entry; a list has the values in parentheses."""


def refuse_line(reason: str, **values: str | int) -> RuleError:
    """Return the RuleError that says why a line cannot be read; the caller raises it."""
    return refuse("unreadable_line", reason=Text(reason, values))


def read_entries(line: str) -> list[list[Part]]:
    """Return the entries of a line, which `|` separates, each as a list of its parts. Raises RuleError."""
    tokens, entries = _Tokens(line), list[list[Part]]([[]])
    while (piece := tokens.take()) is not None:
        if piece == "|":
            entries.append([])
        else:
            entries[-1].append(_read_part(piece, tokens))
    return entries


def read_text(text: str) -> str:
    """Return a text without its quotation marks, if it has any. Raises RuleError if it is wrongly quoted."""
    text = text.strip()
    return _unquote(text) if text.startswith('"') else text


class _Tokens:
    """The tokens of a line, taken one after the other. A quoted token keeps its quotation marks."""

    def __init__(self, line: str) -> None:
        self._tokens = self._split(line)
        self.next = next(self._tokens, None)

    def take(self) -> str | None:
        """Return the next token, and advance to the one after it; None at the end of the line."""
        piece = self.next
        self.next = next(self._tokens, None)
        return piece

    def take_needed(self) -> str:
        """Return the next token. Raises RuleError at the end of the line."""
        if (piece := self.take()) is None:
            raise refuse_line(NOT_CLOSED)
        return piece

    @staticmethod
    def _split(line: str) -> Iterator[str]:
        """Yield the tokens of a line. Raises RuleError for a quotation mark that is not closed."""
        for match in TOKEN.finditer(line):
            if match["open"]:
                raise refuse_line(NOT_CLOSED)
            if not match[0].isspace() and match[0].strip(" \t,"):
                yield match[0]


def _read_part(piece: str, tokens: _Tokens) -> Part:
    """Return the part of an entry that begins with `piece`; the tokens after it are taken from `tokens`."""
    if piece == "(":
        return _read_list(tokens, ")", 1)
    word = _read_word(piece)
    if tokens.next == "=":
        tokens.take()
        return NamedValue(word, _read_value(tokens, 1))
    if tokens.next == ":":
        tokens.take()
        points = tokens.take_needed()
        if not NUMBER.fullmatch(points):
            raise refuse_line(UNEXPECTED, what=points)
        return PlayerPoints(word.text, int(points))
    return int(piece) if NUMBER.fullmatch(piece) else word


def _read_value(tokens: _Tokens, depth: int) -> Any:
    """Return the value that begins with the next token: a number, text, flag, list or object."""
    piece = tokens.take_needed()
    if piece in "[{" and depth >= DEEPEST:
        raise refuse_line(UNEXPECTED, what=piece)
    if piece == "[":
        return _read_list(tokens, "]", depth + 1)
    if piece == "{":
        return _read_object(tokens, depth + 1)
    word = _read_word(piece)
    if not word.quoted and NUMBER.fullmatch(piece):
        return int(piece)
    return word.text if word.quoted else FLAGS.get(word.text, word.text)


def _read_list(tokens: _Tokens, closing: str, depth: int) -> list[Any]:
    """Return the values up to the bracket `closing`."""
    values = []
    while tokens.next != closing:
        values.append(_read_value(tokens, depth))
    tokens.take()
    return values


def _read_object(tokens: _Tokens, depth: int) -> dict[str, Any]:
    """Return the named values up to the closing brace as an object."""
    members: dict[str, Any] = {}
    while (piece := tokens.take_needed()) != "}":
        name = _read_word(piece).text
        if tokens.take_needed() != "=" or name in members:
            raise refuse_line(UNEXPECTED, what=name)
        members[name] = _read_value(tokens, depth)
    return members


def _read_word(piece: str) -> Word:
    """Return the word in the token `piece`. Raises RuleError for a bracket or another sign."""
    if piece.startswith('"'):
        return Word(_unquote(piece), quoted=True)
    if not BARE.fullmatch(piece):
        raise refuse_line(UNEXPECTED, what=piece)
    return Word(piece)


def _unquote(piece: str) -> str:
    """Return the text of a JSON string. Raises RuleError if the token is no such string."""
    try:
        text = json.loads(piece)
        text.encode()
    except ValueError as error:  # also UnicodeEncodeError, for half a character written with \u
        raise refuse_line(UNEXPECTED, what=piece) from error
    return str(text)


# -- writing -----------------------------------------------------------------------------------------------------------


def write_name(name: str, reserved: Collection[str] = ()) -> str:
    """Return a name as it is written: quoted if it has a sign or a space, or could be mistaken for something else.

    `reserved` are the words with a meaning of their own in the notation.
    """
    other = name in reserved or name in FLAGS or name.startswith("#") or TILE.fullmatch(name) or NUMBER.fullmatch(name)
    return name if BARE.fullmatch(name) and not other else json.dumps(name, ensure_ascii=False)


def write_value(value: Any) -> str:
    """Return a value of a match file as text: `6-4`, `13`, `"7"`, `[6-4 1-0]`, `{pips=13 tiles=2}`."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"[{' '.join(map(write_value, value))}]"
    if isinstance(value, dict):
        return f"{{{' '.join(f'{write_name(name)}={write_value(each)}' for name, each in value.items())}}}"
    if isinstance(value, str):
        return value if TILE.fullmatch(value) else write_name(value)
    return str(value)
