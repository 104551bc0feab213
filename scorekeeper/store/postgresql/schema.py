"""The schema in PostgreSQL: made as a whole in a new database, and migrated by numbered steps in an older one.

`schema.sql` has the tables of books and `hosting.sql` the other tables of a host, both in their present form. A
migration has the number of the migration of SQLite that it belongs to, and is a file such as `step_0016_notes.sql`.
Migrations only add to the schema, so that web machines of the version before continue to work next to those of the new
one. `hosting_additions.sql` adds the columns that `hosting.sql` has got since, unless they exist.
"""

import re
from importlib.resources import files
from typing import Any

from psycopg import Connection

from scorekeeper.store.schema import list_steps

SCHEMAS = ("scorekeeper", "hosting")
LOCK = 0x444F4D49  # an advisory lock: one process at a time changes the schema
NAMED = re.compile(r"step_(\d{4})_\w+\.sql")


def prepare_schema(connection: Connection[tuple[Any, ...]]) -> None:
    """Make the schema if the database has none, else apply the migrations that it lacks.

    One process does so at a time; others wait.
    """
    newest = len(list_steps())
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
        if not connection.execute("SELECT 1 FROM pg_namespace WHERE nspname = 'hosting'").fetchone():
            for name in ("schema.sql", "hosting.sql"):
                connection.execute(files(__package__).joinpath(name).read_bytes())
            _note_step(connection, newest)
            return
        row = connection.execute("SELECT max(number) FROM hosting.steps").fetchone()
        for number, statements in sorted(read_steps().items()):
            if row is None or number > row[0]:
                connection.execute("SET LOCAL search_path = scorekeeper")
                connection.execute(statements)
                _note_step(connection, number)
        connection.execute(files(__package__).joinpath("hosting_additions.sql").read_bytes())


def read_steps() -> dict[int, bytes]:
    """Return the SQL of every migration by its number."""
    found = {}
    for each in files(__package__).iterdir():
        if named := NAMED.fullmatch(each.name):
            found[int(named[1])] = each.read_bytes()
    return found


def _note_step(connection: Connection[tuple[Any, ...]], number: int) -> None:
    """Record that the migration with this number was applied."""
    connection.execute("INSERT INTO hosting.steps (number) VALUES (%s)", (number,))
