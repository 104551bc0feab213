"""What people say of a match besides its score: a note, and where it was played."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.engine.problems import Findings, write_as_json
from scorekeeper.engine.text import N_, Text

LONGEST = {"note": 500, "place": 80}  # characters


@dataclass(frozen=True, slots=True)
class Remark:
    """A note and the name of a place, each empty where nobody wrote one."""

    note: str = ""
    place: str = ""


NOTHING = Remark()


def read_remark(data: Mapping[str, Any]) -> Remark:
    """The remark of a match file; raises RuleError for what is no text, or too long a one."""
    findings, said = Findings(), dict[str, str]()
    for field, most in LONGEST.items():
        given = data.get(field, "")
        if not isinstance(given, str):
            findings.add("wrong_type", field, wanted=Text(N_("a text")), given=write_as_json(given))
        elif len(given) > most:
            findings.add("text_too_long", field, most=most)
        else:
            said[field] = given
    findings.settle()
    return Remark(**said)


def write_remark_json(remark: Remark) -> dict[str, str]:
    """The fields of a match file; none for what nobody wrote."""
    return {field: said for field in LONGEST if (said := str(getattr(remark, field)))}
