"""Databases prepared by an attacker: a valid copy of a book with SQL in it that runs or misleads."""

import sqlite3
from contextlib import closing
from pathlib import Path

ENDLESS = "(WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c) > 0"
HEAVY = "length(hex(zeroblob(20000000))) > 0"  # places without subqueries

# Everything that the score pad needs exists, so the rows are restored and the rest is left out.
IGNORED = {
    "a view in place of the standings": f"""
        ALTER TABLE standings RENAME TO s_;
        CREATE VIEW standings AS SELECT * FROM s_ WHERE {ENDLESS};""",
    "a trigger on entries": f"""
        CREATE TRIGGER slow AFTER INSERT ON entries WHEN {ENDLESS} BEGIN SELECT 1; END;""",
    "a trigger that has the name of a table": f"""
        CREATE TRIGGER entries AFTER INSERT ON entries WHEN {ENDLESS} BEGIN SELECT 1; END;""",
    "a trigger that calls itself one of Litestream's": f"""
        CREATE TRIGGER _litestream_slow AFTER INSERT ON entries WHEN {ENDLESS} BEGIN SELECT 1; END;""",
    "a trigger on the list of steps": f"""
        CREATE TRIGGER slow AFTER INSERT ON _sqlite_migrations WHEN {ENDLESS} BEGIN SELECT 1; END;""",
    "a view in place of one of ours": f"""
        DROP VIEW persons;
        CREATE VIEW persons AS SELECT name, person FROM names WHERE {ENDLESS};""",
    "an index on an expression": """
        CREATE INDEX slow ON seats (length(player || 'x'));""",
    "a check of each row": """
        CREATE TABLE tallies_ (
            person TEXT PRIMARY KEY, upto INTEGER NOT NULL, tally TEXT NOT NULL, CHECK (length(tally) > 1)
        ) WITHOUT ROWID;
        DROP TABLE tallies;
        ALTER TABLE tallies_ RENAME TO tallies;""",
    "a virtual table beside ours": """
        CREATE VIRTUAL TABLE found USING fts5 (words);
        INSERT INTO found VALUES ('Anna');""",
    "a table beside ours": """
        CREATE TABLE recipes (name TEXT);""",
    "no trigger that guards entries": """
        DROP TRIGGER entries_stay;""",
}
# Rows that the score pad needs come from an object that is no ordinary table, or were not written by it.
REFUSED = {
    "a view in place of the own games": f"""
        ALTER TABLE own_games RENAME TO o_;
        CREATE VIEW own_games AS SELECT * FROM o_ WHERE {ENDLESS};""",
    "a view in place of the entries": f"""
        ALTER TABLE entries RENAME TO e_;
        CREATE VIEW entries AS SELECT rowid, * FROM e_ WHERE {ENDLESS};""",
    "a view in place of the list of steps": f"""
        ALTER TABLE _sqlite_migrations RENAME TO m_;
        CREATE VIEW _sqlite_migrations AS SELECT * FROM m_ WHERE {ENDLESS};""",
    "a virtual table in place of the notes": """
        DROP TABLE notes;
        CREATE VIRTUAL TABLE notes USING fts5 (number, match, note, place, words, at);""",
    "a column that is computed": f"""
        DROP TABLE own_games;
        CREATE TABLE own_games (
            number INTEGER PRIMARY KEY, id TEXT NOT NULL, rules TEXT NOT NULL, gone INTEGER NOT NULL,
            at TEXT AS (CASE WHEN {HEAVY} THEN id END)
        );
        INSERT INTO own_games (id, rules, gone) VALUES ('own1', '{{}}', 0);""",
    "a table without one of its columns": """
        ALTER TABLE beside DROP COLUMN content;""",
    "bytes where a name belongs": """
        PRAGMA foreign_keys = OFF;
        UPDATE seats SET player = x'00ff' WHERE seat = 1;""",
    "text where a number belongs": """
        CREATE TABLE n_ (number, match, note, place, words, at);
        DROP TABLE notes;
        ALTER TABLE n_ RENAME TO notes;
        INSERT INTO notes SELECT 1, 'first', 'a', 'b', 'c', 'd';""",
    "a number that no column of ours holds": """
        INSERT INTO notes SELECT 9223372036854775807, serial, 'a', 'b', 'c', 'd' FROM matches LIMIT 1;""",
    "options nested a thousand times": f"""
        UPDATE matches SET options = '{"[" * 900}{"]" * 900}';""",
    "a row that refers to none": """
        PRAGMA foreign_keys = OFF;
        INSERT INTO notes (match, note, place, words, at) VALUES (7, 'a', 'b', 'c', 'd');""",
}


def prepare(copy: Path, sql: str) -> Path:
    """Change the copy by this SQL, and return it."""
    with closing(sqlite3.connect(copy)) as db:
        db.execute("PRAGMA legacy_alter_table = ON")  # a view may name a table that does not exist at the moment
        db.executescript(sql)
        db.commit()
    return copy
