"""What keeps the file of matches sound, and tells where it is not."""

from sqlite_utils import Database

from scorekeeper.store.schema import as_it_should_be, drawn


def damage(db: Database) -> tuple[str, ...]:
    """What SQLite finds wrong with the file, in its words; nothing when it is sound."""
    found = [row[0] for row in db.execute("PRAGMA integrity_check") if row[0] != "ok"]
    found += [f"{table}: row {row} refers to a missing row of {other}" for table, row, other, _ in _strays(db)]
    return tuple(found)


def redrawn(db: Database) -> tuple[str, ...]:
    """The tables, indexes and triggers that are missing or not as we made them."""
    here, wanted = drawn(db), as_it_should_be()
    return tuple(name for name in sorted(here.keys() | wanted.keys()) if here.get(name) != wanted.get(name))


def _strays(db: Database) -> list[tuple[str, int | None, str, int]]:
    return db.execute("PRAGMA foreign_key_check").fetchall()
