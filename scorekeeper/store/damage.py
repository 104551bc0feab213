"""Rows that cannot be read any more: what is damaged in one match is told of that match, and hides no other one."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any, TypeVar

from scorekeeper.engine.problems import refuse
from scorekeeper.store.trouble import explain_error

Read = TypeVar("Read")


@contextmanager
def tell_damage(*place: str | int) -> Iterator[None]:
    """Raise RuleError `damaged` with the place where something cannot be read; a full disk, say, is no damage."""
    try:
        yield
    except (ValueError, TypeError) as error:
        raise refuse("damaged", *place) from error
    except sqlite3.DatabaseError as error:
        known = explain_error(error, "")
        if known and known.key == "not_a_database":
            raise refuse("damaged", *place) from error
        raise


def read_object(text: str) -> dict[str, Any]:
    """The JSON object in a column; raises ValueError or TypeError."""
    found = json.loads(text)
    if not isinstance(found, dict):
        raise TypeError(type(found))
    return found


def read_moment(text: str) -> datetime:
    """The moment in a column; raises ValueError or TypeError."""
    found = datetime.fromisoformat(text)
    if found.tzinfo is None:
        raise ValueError(text)
    return found


def read_or(otherwise: Read, read: Callable[[str], Read], text: str | None) -> Read:
    """What `read` makes of a column, or `otherwise`: for what is made of entries, and can be made anew."""
    try:
        return read(text) if text else otherwise
    except (ValueError, TypeError):
        return otherwise
