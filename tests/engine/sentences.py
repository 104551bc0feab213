"""Which sentences the translators were given, and which of those in any value they were not."""

import gettext
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import scorekeeper
from scorekeeper.engine.problems import Problem
from scorekeeper.engine.text import Text

SWEDISH = Path(scorekeeper.__file__).parent / "translations/sv/LC_MESSAGES/messages.mo"


def read_known() -> set[str]:
    """The sentences of the catalogue; of two forms that for one."""
    with SWEDISH.open("rb") as file:
        messages: Mapping[str | tuple[str, int], str] = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
    return {message[0] if isinstance(message, tuple) else message for message in messages}


KNOWN = read_known()


def list_unknown(value: Any) -> list[str]:
    """The sentences anywhere in a value that no catalogue knows."""
    return [said for text in find_texts(value) for said in [text.message] if said not in KNOWN]


def find_texts(value: Any) -> Iterator[Text]:
    """The texts in a value, and those put into them."""
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
    elif is_dataclass(value):
        parts = [getattr(value, field.name) for field in fields(value)]
    for part in parts:
        yield from find_texts(part)
