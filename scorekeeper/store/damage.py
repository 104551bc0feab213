"""Damage in a file of matches, as SQLite reports it."""

import sqlite3

from scorekeeper.store.connection import Database


def find_damage(db: Database) -> tuple[str, ...]:
    """Return the damage in the file that SQLite reports, in its own words; empty if the file is sound."""
    try:
        damage = [row[0] for row in db.execute("PRAGMA integrity_check") if row[0] != "ok"]
        strays = db.execute("PRAGMA foreign_key_check").fetchall()
        damage += [f"{table}: row {row} refers to a missing row of {other}" for table, row, other, _ in strays]
    except sqlite3.DatabaseError as error:
        return (str(error),)
    return tuple(damage)
