"""What was simulated of a game, which house rules it has, and which of them nobody has taught the simulator."""

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
    """Rounds, entries, whole matches, settings and tables (players, in pairs), and what came out unlike.

    `ways` counts what was written wrong, by what it was and whether it cannot be.
    """

    rounds: int = 0
    entries: int = 0
    whole: int = 0
    settings: set[tuple[str, Any]] = field(default_factory=set)
    tables: set[tuple[int, bool]] = field(default_factory=set)
    differences: list[str] = field(default_factory=list)
    ways: Counter[tuple[str, bool]] = field(default_factory=Counter)


def find_untaught(game: str, taught: Taught) -> list[str]:
    """Every house rule of a game, and every setting of it, that is not `taught`; and what is taught and is gone."""
    options = VARIANTS[game].options
    found = [f"option {each.key} of game {game} is not simulated" for each in options if each.key not in taught]
    for option in options:
        strange = [value for value in option.offers if value not in taught.get(option.key, option.offers)]
        if isinstance(option, Pick):
            found += [f"option {option.key} of game {game} is not simulated as {value}" for value in strange]
    known = {option.key for option in options}
    return found + [f"game {game} has no option {key} any more" for key in taught if key not in known]


def list_settings(taught: Taught, random: Random) -> Iterator[dict[str, Any]]:
    """House rules without end: the first setting of each, then each other one beside those, then any."""
    usual = {key: values[0] for key, values in taught.items()}
    yield usual
    for key, values in taught.items():
        yield from ({**usual, key: value} for value in values[1:])
    while True:
        yield {key: random.choice(values) for key, values in taught.items()}
