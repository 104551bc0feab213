"""What the page that asks before an import of plays prints."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from scorekeeper.engine.problems import Problem
from scorekeeper.play.transfer.csv_plays import Role
from scorekeeper.play.transfer.plays import REASONS
from scorekeeper.web.forms.plays import ROLE_NAMES
from scorekeeper.web.i18n.words import speak, speak_file_problems


@dataclass(frozen=True, slots=True)
class PlaysPage:
    """What an import of the plays in a file would bring, and the choices before it.

    `sent` is the id of the file and `called` its name. It has `matches` new ones, from the day `first` to `last`, and
    `known` ones; `without_points` counts those whose winner gets a point. `games` can be chosen. `left_out` has the
    plays that make no match: the reason, and how many. `columns` are those of a CSV file, whose `roles` can be chosen,
    and `lowest_wins` says who wins if no winner is written. `problems` say why the columns make no match yet.
    """

    sent: str
    called: str
    matches: int
    known: int
    first: date | None
    last: date | None
    new_players: Sequence[str]
    known_players: Sequence[str]
    without_points: int
    games: Sequence[Mapping[str, Any]]
    left_out: Sequence[tuple[str, int]]
    columns: Sequence[Mapping[str, Any]] | None
    lowest_wins: bool | None
    problems: Sequence[str]
    roles: Mapping[Role, object]


def describe_preview(result: Mapping[str, Any]) -> PlaysPage:
    """Return the page for the result of a job that looked at the plays of a file."""
    preview = result["preview"]
    read = {
        "first": date.fromisoformat(preview["first"]) if preview["first"] else None,
        "last": date.fromisoformat(preview["last"]) if preview["last"] else None,
        "left_out": [(speak(REASONS[each["reason"]]), each["count"]) for each in preview["left_out"]],
        "problems": speak_file_problems([Problem.from_json(each) for each in preview["problems"]]),
    }
    return PlaysPage(sent=result["sent"], called=result["called"], roles=ROLE_NAMES, **(preview | read))
