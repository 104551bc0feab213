"""The players' remark on a match: a note, and the place where it was played."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.engine.problems import Findings, write_as_json
from scorekeeper.engine.text import N_, Text

LONGEST = {"note": 500, "place": 80}  # characters


@dataclass(frozen=True, slots=True)
class Remark:
    """A note and the name of a place; each is empty if nothing was written."""

    note: str = ""
    place: str = ""


NOTHING = Remark()


def read_remark(data: Mapping[str, Any]) -> Remark:
    """Return the remark in `data`, the object of a match file.

    Raise RuleError for a value that is not a text or is too long.
    """
    findings, texts = Findings(), dict[str, str]()
    for field, most in LONGEST.items():
        text = data.get(field, "")
        if not isinstance(text, str):
            findings.add("wrong_type", field, wanted=Text(N_("a text")), given=write_as_json(text))
        elif len(text) > most:
            findings.add("text_too_long", field, most=most)
        else:
            texts[field] = text
    findings.settle()
    return Remark(**texts)


def write_remark_json(remark: Remark) -> dict[str, str]:
    """Return the fields `note` and `place` of `remark` as in a match file; empty ones are left out."""
    return {field: text for field in LONGEST if (text := str(getattr(remark, field)))}
