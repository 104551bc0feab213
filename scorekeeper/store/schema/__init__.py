"""The tables of the file of matches, made by numbered steps; an older file gets the steps that it lacks.

Each step is a file of its own. One that was ever released is never changed again; a change is a new step at the end.
"""

from collections.abc import Mapping
from functools import cache

from sqlite_utils import Database, Migrations

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
from scorekeeper.store.trouble import StoreError

LITESTREAM = "_litestream_"  # what its own tables begin with, in each file that it copies
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


def is_empty_file(db: Database) -> bool:
    """Whether nothing was ever written into this file, but for what Litestream notes in each that it copies."""
    return all(name.startswith(LITESTREAM) for (name,) in db.execute("SELECT tbl_name FROM sqlite_master"))


def refuse_other_files(db: Database, path: object) -> None:
    """Raise StoreError for another program's database, and for one that a newer score pad wrote."""
    if db.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise StoreError("not_ours", path=str(path))
    with Database(memory=True) as nothing:
        known = {step.name for step in STEPS.pending(nothing)}
    if {step.name for step in STEPS.applied(db)} - known:
        raise StoreError("newer", path=str(path))


def read_schema(db: Database) -> dict[str, str]:
    """Name and SQL of every table, index and trigger, but those that others keep for themselves."""
    rows = db.execute(
        "SELECT name, sql FROM sqlite_master"
        " WHERE sql IS NOT NULL AND substr(name, 1, 7) <> 'sqlite_' AND tbl_name <> '_sqlite_migrations'"
    )
    return {name: " ".join(sql.split()) for name, sql in rows if not name.startswith(LITESTREAM)}


@cache
def make_schema() -> Mapping[str, str]:
    """As `read_schema`, of a file that was made today."""
    with Database(memory=True) as db:
        STEPS.apply(db)
        return read_schema(db)
