"""Errors of the file of matches: each has a sentence that tells the people at the table what to do."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from scorekeeper.engine.problems import refuse
from scorekeeper.engine.text import (
    N_,
    Gettext,
    Ngettext,
    Text,
    Value,
    choose_english_plural,
    keep_english,
    read_values,
    say,
    write_values,
)

SENTENCES = {
    "missing": N_("There are no matches here yet: %(path)s does not exist."),
    "gone": N_(
        "%(path)s is missing or empty, but copies of it are kept. Put the newest one back with “scorekeeper restore"
        " %(copy)s”, or move the copies elsewhere to begin anew. Nothing was changed."
    ),
    "folder": N_("The folder %(path)s cannot be made or used: %(reason)s."),
    "cannot_open": N_("%(path)s cannot be opened: it is no file, or the folder may not be written."),
    "not_ours": N_("%(path)s is a database, but not one of the score pad."),
    "not_a_database": N_("%(path)s is not a file of matches, or it is damaged. A backup can take its place."),
    "changed": N_(
        "%(path)s is not as the score pad made it: “%(name)s” is missing in it, changed, or from elsewhere."
        " A backup can take its place."
    ),
    "newer": N_("%(path)s was written by a newer score pad: update this one. Nothing was changed."),
    "no_keys": N_("The keys in %(path)s cannot be read: nobody can be let in until they are put back."),
    "read_only": N_("%(path)s may not be written: check whose file it is. Nothing was written."),
    "full": N_("The disk is full: nothing was written. Make room and try again."),
    "reserve": N_(
        "The disk is nearly full: the room that is left is kept for scoring. Nothing was written: make room and try"
        " again."
    ),
    "busy": N_("Somebody else has been writing for too long. Nothing was written: try again."),
    "disk": N_("The disk answers with an error. Nothing was written."),
    "unreachable": N_("The database cannot be reached at the moment. What was saved before is kept: try again soon."),
    "memory": N_("This computer has no memory left for that. Nothing was written: try again."),
    "slow": N_("That takes the file of matches too long. Nothing was written: try again later."),
    "too_heavy": N_("%(path)s takes too much time or memory to be read. Nothing was changed."),
    "exists": N_("%(path)s is there already and was left as it is."),
}

# By the start of SQLite's own name for the error; the names of extended errors begin with these.
BY_NAME = {
    "SQLITE_FULL": "full",
    "SQLITE_READONLY": "read_only",
    "SQLITE_PERM": "read_only",
    "SQLITE_BUSY": "busy",
    "SQLITE_LOCKED": "busy",
    "SQLITE_INTERRUPT": "slow",
    "SQLITE_NOTADB": "not_a_database",
    "SQLITE_CORRUPT": "not_a_database",
    "SQLITE_CANTOPEN": "cannot_open",
    "SQLITE_IOERR": "disk",
}


class StoreError(Exception):
    """The file of matches cannot be opened, read or written.

    `key` names the reason in `SENTENCES`, and `text` is its sentence with `values`.
    """

    def __init__(self, key: str, **values: Value) -> None:
        self.key = key
        self.text = Text(SENTENCES[key], values)
        super().__init__(say(self.text))

    def to_json(self) -> dict[str, Any]:
        """Return the error as JSON values, which `from_json` reads again; it is sent from a worker process."""
        return {"key": self.key, "values": write_values(self.text.values.items())}

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> "StoreError":
        """Return the error that `to_json` wrote. Raises KeyError or TypeError for anything else."""
        return cls(values["key"], **dict(read_values(values["values"])))

    def say(self, gettext: Gettext = keep_english, ngettext: Ngettext = choose_english_plural) -> str:
        """Return the sentence of the error, translated by `gettext` and `ngettext`; in English by default."""
        return say(self.text, gettext, ngettext)


class NotFoundError(LookupError):
    """The requested match, photo, copy, link, player, event or book does not exist."""


def explain_error(error: sqlite3.Error | MemoryError, path: object) -> StoreError | None:
    """Translate an error of SQLite into the StoreError for people, such as `full` for a full disk.

    `path` is the file for the sentence. Return None for an error that is a bug of this program and should be raised as
    it is.
    """
    if isinstance(error, MemoryError):
        return StoreError("memory")
    name = getattr(error, "sqlite_errorname", None) or ""
    for start, key in BY_NAME.items():
        if name.startswith(start):
            return StoreError(key, path=str(path))
    return None


@contextmanager
def report_damage(*place: str | int) -> Iterator[None]:
    """Raise RuleError `damaged` if the block raises an error that says that a row is damaged.

    `place` is where in the match the row belongs, such as `("entries",)`. Any other error, such as a full disk, is
    raised as it is.
    """
    try:
        yield
    except (ValueError, TypeError) as error:
        raise refuse("damaged", *place) from error
    except sqlite3.DatabaseError as error:
        known = explain_error(error, "")
        if known and known.key == "not_a_database":
            raise refuse("damaged", *place) from error
        raise
