"""The tables of the file of matches, made by numbered migrations (steps); an older file gets the steps that it lacks.

Each step is a module of its own. A released step is never changed; a change of the schema is a new step at the end.
"""

import re
from functools import cache
from typing import NamedTuple

from sqlite_utils import Database, Migrations

from scorekeeper.store.errors import StoreError
from scorekeeper.store.schema.step_0001_matches import APPLICATION_ID, add_matches_and_entries
from scorekeeper.store.schema.step_0002_posts_of_matches import add_posts_of_matches
from scorekeeper.store.schema.step_0003_standings import add_standings_and_names
from scorekeeper.store.schema.step_0004_links import add_links_of_matches
from scorekeeper.store.schema.step_0005_times import number_matches_by_time
from scorekeeper.store.schema.step_0006_evenings import add_evenings_and_notes
from scorekeeper.store.schema.step_0007_newcomers import number_newcomers
from scorekeeper.store.schema.step_0008_order import number_what_is_written
from scorekeeper.store.schema.step_0009_given import add_given_hands
from scorekeeper.store.schema.step_0010_beside import add_what_lies_beside
from scorekeeper.store.schema.step_0011_own_games import keep_own_games
from scorekeeper.store.schema.step_0012_names_of_own_games import name_own_games
from scorekeeper.store.schema.step_0013_profiles import add_profiles
from scorekeeper.store.schema.step_0014_events import add_events
from scorekeeper.store.schema.step_0015_rivalries import add_rivalries
from scorekeeper.store.schema.step_0016_digests import renew_digests
from scorekeeper.store.schema.step_0017_matches_of_events import index_matches_of_events
from scorekeeper.store.schema.step_0018_periods import add_periods
from scorekeeper.store.schema.step_0019_tables import renew_tallies
from scorekeeper.store.schema.step_0020_months import renew_rivalries

# Ordinary tables of SQLite, Litestream and sqlite-utils; without parentheses inside they contain no expressions.
OF_OTHERS = re.compile(
    r"""CREATE TABLE ["\[]?(sqlite_|_litestream_|_sqlite_migrations)\w*["\]]? ?\([^()]*\)"""
    r"""|CREATE UNIQUE INDEX ["\[]?\w+["\]]? ON ["\[]?_sqlite_migrations["\]]? \([^()]*\)"""
)
LONGEST_NAME = 40  # characters of a table's name in messages; a stranger may have chosen the name
STEPS = Migrations("scorekeeper")

STEPS(name="0001 matches, seats, entries, finals and photos")(add_matches_and_entries)
STEPS(name="0002 the post that started a match")(add_posts_of_matches)
STEPS(name="0003 standings, names, shelves and tallies")(add_standings_and_names)
STEPS(name="0004 links to score and to watch")(add_links_of_matches)
STEPS(name="0005 matches and endings by their time, photos by entry and digest")(number_matches_by_time)
STEPS(name="0006 evenings, notes, and matches that were called off")(add_evenings_and_notes)
STEPS(name="0007 in which order everybody came")(number_newcomers)
STEPS(name="0008 in which order everything was written")(number_what_is_written)
STEPS(name="0009 hands that wait for the end of their round")(add_given_hands)
STEPS(name="0010 what lies beside the book")(add_what_lies_beside)
STEPS(name="0011 games of the family's own")(keep_own_games)
STEPS(name="0012 games of the family's own by their names")(name_own_games)
STEPS(name="0013 marks of players, and guests")(add_profiles)
STEPS(name="0014 events of a club")(add_events)
STEPS(name="0015 rivalries and ratings")(add_rivalries)
STEPS(name="0016 digests with how far behind each side was")(renew_digests)
STEPS(name="0017 matches of events")(index_matches_of_events)
STEPS(name="0018 statistics of periods")(add_periods)
STEPS(name="0019 tallies by table")(renew_tallies)
STEPS(name="0020 rivalries by the months of the phone")(renew_rivalries)


def is_empty_file(db: Database) -> bool:
    """Return whether the file has no table, apart from those of SQLite, Litestream and sqlite-utils."""
    return not read_schema(db)


def refuse_other_files(db: Database, path: object) -> None:
    """Raise StoreError `not_ours` for another program's database, and `newer` for a file of a newer version.

    `path` is the file for the message.
    """
    if db.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise StoreError("not_ours", path=str(path))
    if {step.name for step in STEPS.applied(db)} - set(list_steps()):
        raise StoreError("newer", path=str(path))


def refuse_changed_files(db: Database, path: object) -> None:
    """Raise StoreError `changed` if the schema of the file is not what its steps make; `path` is for the message.

    No table is read before it is known that only ordinary tables of this program have its name.
    """
    strange = read_schema(db) - frozenset[SchemaRow]().union(*_make_schemas(list_steps()))
    for name in sorted(row.name for row in strange) or find_changed_tables(db):
        raise StoreError("changed", path=str(path), name=" ".join(name.split())[:LONGEST_NAME])


def find_changed_tables(db: Database) -> tuple[str, ...]:
    """Return the names of the tables, views, indexes and triggers that are missing, changed or unknown in the file.

    It is compared with the schema that the file's own steps make.
    """
    wanted = make_schema(len({step.name for step in STEPS.applied(db)}.intersection(list_steps())))
    return tuple(sorted({row.name for row in read_schema(db) ^ wanted}))


def list_steps() -> tuple[str, ...]:
    """Return the names of all steps, which are the migrations of the schema, in their order."""
    with Database(memory=True) as nothing:
        return tuple(step.name for step in STEPS.pending(nothing))


def apply_steps(db: Database, count: int) -> None:
    """Apply those of the first `count` steps (migrations of the schema) that the file lacks."""
    following = list_steps()[count:]
    STEPS.apply(db, stop_before=following[0] if following else None)


class SchemaRow(NamedTuple):
    """A table, view, index or trigger in the schema of a file, with its SQL on one line."""

    type: str
    name: str
    sql: str


def read_schema(db: Database) -> frozenset[SchemaRow]:
    """Return the tables, views, indexes and triggers of the file.

    Those of SQLite, Litestream and sqlite-utils are left out.
    """
    rows = db.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    schema = (SchemaRow(kind, name, " ".join(sql.split())) for kind, name, sql in rows)
    # Match the SQL, not the name: a trigger may have any name.
    return frozenset(row for row in schema if not OF_OTHERS.fullmatch(row.sql))


def make_schema(count: int) -> frozenset[SchemaRow]:
    """Return the schema of a new file made by the first `count` steps (migrations), as `read_schema` returns it."""
    return _make_schemas(list_steps())[count]


@cache
def _make_schemas(steps: tuple[str, ...]) -> tuple[frozenset[SchemaRow], ...]:
    """Return the schemas after no step, after the first step, and so on."""
    with Database(memory=True) as db:
        schemas = [read_schema(db)]
        for count in range(1, len(steps) + 1):
            apply_steps(db, count)
            schemas.append(read_schema(db))
        return tuple(schemas)
