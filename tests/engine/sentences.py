"""Find sentences that are missing in the catalogue, and sums in sentences that are wrong."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from operator import add, sub, truediv
from pathlib import Path
from typing import Any

from babel.messages.mofile import read_mo

import scorekeeper
from scorekeeper.engine.options import Number
from scorekeeper.engine.problems import Problem
from scorekeeper.engine.text import Text

SWEDISH = Path(scorekeeper.__file__).parent / "translations/sv/LC_MESSAGES/messages.mo"


def read_known() -> set[str]:
    """Return the sentences of the catalogue; of a plural both forms."""
    with SWEDISH.open("rb") as file:
        messages = [message.id for message in read_mo(file)]
    return {form for message in messages for form in ([message] if isinstance(message, str) else message)}


KNOWN = read_known()


def list_unknown(value: Any) -> list[str]:
    """Return the sentences anywhere in a value that the catalogue has not; check that all placeholders are filled."""
    texts = [*find_texts(value)]
    assert all(map(str, texts))
    return [text.message for text in texts if text.message not in KNOWN]


def find_texts(value: Any) -> Iterator[Text]:
    """Yield the texts in a value, and the texts in their placeholders."""
    if isinstance(value, Text):
        yield value
    if isinstance(value, Problem):
        yield value.text
        yield value.file_text
    parts: Iterable[Any] = ()
    if isinstance(value, Mapping):
        parts = value.values()
    elif isinstance(value, tuple | list):
        parts = value
    elif isinstance(value, Number):
        parts = (value.explain(value.default),)
    elif is_dataclass(value):
        parts = [getattr(value, field.name) for field in fields(value)]
    for part in parts:
        yield from find_texts(part)


def list_wrong_sums(said: str) -> list[str]:
    """Return the wrong sums in a sentence, such as `27 + 21 − 16 = 31`; a number may be followed by a note."""
    sums = re.findall(r"(\d+(?: [+−÷×] \d+)+) = (\d+)", re.sub(r" \([^()]*\)", "", said))
    return [f"{terms} = {total}" for terms, total in sums if _reckon(terms) != int(total)]


def _reckon(terms: str) -> float:
    """Work out the terms from left to right, products first."""
    while product := re.search(r"(\d+) × (\d+)", terms):
        terms = terms.replace(product[0], str(int(product[1]) * int(product[2])), 1)
    first, *steps = terms.split(" ")
    total = float(first)
    for sign, number in zip(steps[::2], map(int, steps[1::2]), strict=True):
        total = {"+": add, "−": sub, "÷": truediv}[sign](total, number)
    return total
