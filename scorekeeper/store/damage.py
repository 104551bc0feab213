"""Rows that cannot be read any more: what is damaged in one match is told of that match, and hides no other one."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from scorekeeper.engine.problems import refuse
from scorekeeper.store.errors import explain_error


@contextmanager
def report_damage(*place: str | int) -> Iterator[None]:
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
