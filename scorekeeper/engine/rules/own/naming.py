"""The name that a group of players chooses for its own game."""

from scorekeeper.engine.problems import refuse, write_as_json
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
