"""Which sentences the translators were given, and which of those in any value, or in code, they were not."""

import dis
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from types import CodeType
from typing import Any

from babel.messages.mofile import read_mo

import scorekeeper
from scorekeeper.engine.problems import Problem
from scorekeeper.engine.text import Text

SWEDISH = Path(scorekeeper.__file__).parent / "translations/sv/LC_MESSAGES/messages.mo"


FORMS = {"N_": 1, "counted": 2}  # by what marks them in the code, how many forms of a sentence follow


def read_known() -> set[str]:
    """The sentences of the catalogue; of two forms both."""
    with SWEDISH.open("rb") as file:
        messages = [message.id for message in read_mo(file)]
    return {form for message in messages for form in ([message] if isinstance(message, str) else message)}


KNOWN = read_known()


def list_marked(code: CodeType) -> Iterator[str]:
    """The sentences that code marks for the translators."""
    steps = [*dis.get_instructions(code)]
    for place, step in enumerate(steps):
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME") and step.argval in FORMS:
            told = [later.argval for later in steps[place + 1 :] if later.opname == "LOAD_CONST"]
            yield from (form for form in told[: FORMS[step.argval]] if isinstance(form, str))
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from list_marked(inner)


def list_unknown(value: Any) -> list[str]:
    """The sentences anywhere in a value that no catalogue knows; each must be whole, with all that is put into it."""
    texts = [*find_texts(value)]
    assert all(map(str, texts))
    return [text.message for text in texts if text.message not in KNOWN]


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
