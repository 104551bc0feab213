"""The name that a group of players chooses for its own game, which is among the settings of its matches."""

from collections.abc import Callable, Mapping
from contextlib import suppress

from scorekeeper.engine.options import Option, Setting, settle_options
from scorekeeper.engine.problems import Findings, RuleError, refuse, write_as_json
from scorekeeper.engine.text import N_, Text, is_invisible

LONGEST_GAME_NAME = 40


def read_game_name(value: object) -> str:
    """Return the name of a game with single spaces between its words; it may be empty.

    Raise RuleError if `value` is not a text, too long, or has invisible characters.
    """
    if not isinstance(value, str):
        raise refuse("wrong_type", "name", wanted=Text(N_("a text")), given=write_as_json(value))
    name = " ".join(value.split())
    if len(name) > LONGEST_GAME_NAME:
        raise refuse("name_too_long", "name", most=LONGEST_GAME_NAME)
    if unseen := [sign for sign in name if is_invisible(sign)]:
        raise refuse("name_not_seen", "name", sign=unseen[0])
    return name


def find_game_name(value: object) -> str:
    """Return the name of a game as `read_game_name` does, but an empty one if the value is refused."""
    with suppress(RuleError):
        return read_game_name(value)
    return ""


def fit_all(settings: Mapping[str, Setting], findings: Findings) -> None:
    """Add no problem, since no settings exclude each other."""


def settle_named_game(
    options: tuple[Option, ...],
    chosen: Mapping[str, object],
    check: Callable[[Mapping[str, Setting], Findings], None] = fit_all,
) -> tuple[str, Mapping[str, Setting]]:
    """Return the name of the game, under `name` in `chosen`, and the setting of every option, with defaults.

    `check` adds the problems of settings that exclude each other. Raise RuleError with all problems.
    """
    findings, name = Findings(), ""
    with findings.at("options"):
        name = read_game_name(chosen.get("name", ""))
    settings: Mapping[str, Setting] = {}
    with findings.at():
        settings = settle_options(options, {key: value for key, value in chosen.items() if key != "name"})
        check(settings, findings)
    findings.settle()
    return name, settings
