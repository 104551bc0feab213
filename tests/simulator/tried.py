"""The results of a simulation, and the house rules that the simulator does not have."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from scorekeeper.engine.options import Pick
from scorekeeper.engine.variants import VARIANTS

Taught = Mapping[str, tuple[Any, ...]]


@dataclass
class Tried:
    """Rounds, entries, whole matches, settings and tables (players, in pairs), and the differences found.

    `ways` counts wrong entries by how they are wrong, and whether they are impossible.
    """

    rounds: int = 0
    entries: int = 0
    whole: int = 0
    settings: set[tuple[str, Any]] = field(default_factory=set)
    tables: set[tuple[int, bool]] = field(default_factory=set)
    differences: list[str] = field(default_factory=list)
    ways: Counter[tuple[str, bool]] = field(default_factory=Counter)


def find_untaught(game: str, taught: Taught) -> list[str]:
    """Return every house rule of a game, and every setting, that is not `taught`, and those taught but removed."""
    options = VARIANTS[game].options
    found = [f"option {each.key} of game {game} is not simulated" for each in options if each.key not in taught]
    for option in options:
        strange = [value for value in option.offers if value not in taught.get(option.key, option.offers)]
        if isinstance(option, Pick):
            found += [f"option {option.key} of game {game} is not simulated as {value}" for value in strange]
    known = {option.key for option in options}
    return found + [f"game {game} has no option {key} any more" for key in taught if key not in known]


def list_settings(taught: Taught, random: Random) -> Iterator[dict[str, Any]]:
    """Yield house rules without end: first defaults, then each other setting of each, then random ones."""
    usual = {key: values[0] for key, values in taught.items()}
    yield usual
    for key, values in taught.items():
        yield from ({**usual, key: value} for value in values[1:])
    while True:
        yield {key: random.choice(values) for key, values in taught.items()}
