"""Problems with input, as values.

A `Problem` has a key, which tests, forms and match files use, its place and the values of its sentence
(`engine.problems.sentences`). `Findings` collects problems, so that `RuleError` can report all of them at once.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.engine.problems.sentences import FILE_SENTENCES, SENTENCES, UNREADABLE, PluralSentence
from scorekeeper.engine.text import (
    Gettext,
    Ngettext,
    Text,
    Value,
    choose_english_plural,
    counted,
    escape_invisible,
    keep_english,
    read_values,
    say,
    write_values,
)

ProblemPlace = tuple[str | int, ...]
MOST_QUOTED = 40  # characters of the input in a sentence
MOST_LISTED = 200  # problems that are reported of one file


def _quote(value: Value) -> Value:
    """Return a text shortened to `MOST_QUOTED` characters, with codes for invisible ones; other values unchanged."""
    if not isinstance(value, str):
        return value
    seen = escape_invisible(value[: 2 * MOST_QUOTED])
    return f"{seen[: MOST_QUOTED - 1]}…" if max(len(seen), len(value)) > MOST_QUOTED else seen


def write_as_json(value: object) -> str:
    """Return a value of a match file as JSON spells it: `null`, `["spansk"]`, `"8"`."""
    return json.dumps(value, ensure_ascii=False)


def write_input(value: object) -> str:
    """Return a value of a match file as text for quotation: a string unchanged, anything else as JSON spells it."""
    return value if isinstance(value, str) else write_as_json(value)


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem with the input; `place` runs from the outside in, e.g. `("entry 3", "hands", "Anna")`."""

    key: str
    place: ProblemPlace = ()
    values: tuple[tuple[str, Value], ...] = ()

    @property
    def text(self) -> Text:
        """The sentence for people who fill in a form."""
        return self._fill_in(SENTENCES.get(self.key, UNREADABLE))

    @property
    def file_text(self) -> Text:
        """The sentence for people who write a match file; `say` puts the place before it."""
        return self._fill_in(FILE_SENTENCES.get(self.key) or SENTENCES[self.key])

    def _fill_in(self, sentence: str | PluralSentence) -> Text:
        """Return `sentence` as a text with the values of the problem, which are shortened for quotation."""
        values = {name: _quote(value) for name, value in self.values}
        if isinstance(sentence, str):
            return Text(sentence, values)
        return Text(sentence.one, {**values, "n": values[sentence.by]}, sentence.many)

    def under(self, *place: str | int) -> "Problem":
        """Return the same problem with `place` put before its own."""
        return Problem(self.key, place + self.place, self.values)

    def to_json(self) -> dict[str, Any]:
        """Return the problem as a value for JSON."""
        return {"key": self.key, "place": list(self.place), "values": write_values(self.values)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Problem":
        """Return the problem that `to_json` wrote; raise KeyError or TypeError for anything else."""
        return cls(data["key"], tuple(data["place"]), read_values(data["values"]))

    def say(self, gettext: Gettext = keep_english, ngettext: Ngettext = choose_english_plural) -> str:
        """Return the sentence about a match file with its place, e.g. `entry 3, hands, Anna: …`."""
        sentence = say(self.file_text, gettext, ngettext)
        return f"{', '.join(str(_quote(part)) for part in self.place)}: {sentence}" if self.place else sentence


def list_sentences(
    problems: Sequence[Problem],
    gettext: Gettext = keep_english,
    ngettext: Ngettext = choose_english_plural,
    more: int = 0,
) -> list[str]:
    """Return a sentence for each problem of a match file; after `MOST_LISTED` of them, one that counts the rest.

    `more` is the number of problems that the caller has left out of `problems`.
    """
    sentences = [problem.say(gettext, ngettext) for problem in problems[:MOST_LISTED]]
    if (more := max(0, len(problems) - MOST_LISTED) + more) > 0:
        values: dict[str, Value] = {"number": f"{more:,}"}
        sentences.append(say(counted("and %(number)s more", "and %(number)s more", more, values), gettext, ngettext))
    return sentences


class RuleError(ValueError):
    """Input that breaks the rules of the game or of the match file; `problems` has every reason."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(problems)
        self.problems = problems

    def __str__(self) -> str:
        return "; ".join(list_sentences(self.problems))


def refuse(key: str, *place: str | int, **values: Value) -> RuleError:
    """Return a RuleError with the problem `key` at `place`, for the caller to raise; `values` fill in its sentence."""
    return RuleError((Problem(key, place, tuple(values.items())),))


@dataclass
class Findings:
    """A collector of problems, so that all of them are reported at once."""

    problems: list[Problem] = field(default_factory=list)

    def add(self, key: str, *place: str | int, **values: Value) -> None:
        """Add the problem `key` at `place` with the values of its sentence."""
        self.problems.append(Problem(key, place, tuple(values.items())))

    def at(self, *place: str | int) -> "_At":
        """Return a context manager that collects the problems of a RuleError, with `place` put before theirs."""
        return _At(self, place)

    def settle(self) -> None:
        """Raise RuleError if problems were found."""
        if self.problems:
            raise RuleError(tuple(self.problems))


@dataclass(frozen=True, slots=True)
class _At:
    """The context manager that `Findings.at` returns; it turns a RuleError into findings."""

    findings: Findings
    place: ProblemPlace

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        if not isinstance(error, RuleError):
            return False
        self.findings.problems.extend(problem.under(*self.place) for problem in error.problems)
        return True
