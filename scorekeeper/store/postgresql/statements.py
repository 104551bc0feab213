"""Translation of the store's statements for PostgreSQL.

The schema defines the functions of SQLite that statements use, such as `json_valid`. Only these forms are translated:

* `?` becomes `%s`;
* `CROSS JOIN … ON`, with which SQLite keeps the order of the tables, becomes `JOIN … ON`;
* `LIMIT ?` with -1 stands for no limit;
* `INSERT OR REPLACE` replaces the row with the same primary key.
"""

import re
from functools import lru_cache

ORDERED_JOIN = re.compile(r"\bCROSS JOIN (\w+) ON\b")
REPLACE = re.compile(r"INSERT OR REPLACE INTO (?P<table>\w+) \((?P<columns>[^)]*)\) (?P<rows>.*)", re.DOTALL)


@lru_cache(maxsize=512)
def translate(sql: str) -> bytes:
    """Return a statement of the store in the form that psycopg sends to PostgreSQL."""
    statement = sql.replace("%", "%%").replace("?", "%s")
    statement = ORDERED_JOIN.sub(r"JOIN \1 ON", statement).replace("LIMIT %s", "LIMIT nullif(%s, -1)")
    if replace := REPLACE.fullmatch(statement.strip()):
        table, columns, rows = replace.group("table", "columns", "rows")
        changes = ", ".join(f"{name} = excluded.{name}" for name in columns.split(", "))
        replacing = f"ON CONFLICT ON CONSTRAINT {table}_pkey DO UPDATE SET {changes}"
        statement = f"INSERT INTO {table} ({columns}) {rows} {replacing}"  # our own words
    return statement.encode()
