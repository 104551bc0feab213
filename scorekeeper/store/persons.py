"""The names on sheets and the persons that they mean today; of each name, the meaning that was written last counts.

Entries, seats and results keep the names with which they were written; reading replaces them by current names. At one
table no two names mean one person, so that names can be translated in both directions.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from scorekeeper.engine.entries import rename_in_entry
from scorekeeper.engine.seating import name_sides
from scorekeeper.store.columns import write_moment
from scorekeeper.store.connection import Database

PERSONS_VERSION = (
    "(SELECT coalesce(max(number), 0) FROM names) AS naming, (SELECT coalesce(max(number), 0) FROM profiles) AS profile"
)


@dataclass(frozen=True, slots=True)
class Naming:
    """The names at the table of one match, seat by seat: as on its sheet (`written`) and as of today (`called`)."""

    written: tuple[str, ...]
    called: tuple[str, ...]
    partners: bool

    def read(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        """Return a copy of a stored entry in which players who were renamed since have their current names."""
        return rename_in_entry(entry, dict(zip(self.written, self.called, strict=True)))

    def write(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        """Return an entry that has current names with the names that are written on the sheet."""
        return rename_in_entry(entry, dict(zip(self.called, self.written, strict=True)))

    def read_sides(self) -> dict[str, str]:
        """Map each side as it is written on the sheet to its current name."""
        return dict(zip(name_sides(self.written, self.partners), name_sides(self.called, self.partners), strict=True))


def read_naming(db: Database, serial: int) -> Naming | None:
    """Return the names under which the match was written and today's names, by seat; None if they are the same.

    `serial` is the row number of the match.
    """
    if not find_naming_version(db):
        return None
    rows = db.execute("SELECT player, person FROM sitting WHERE match = ? ORDER BY seat", (serial,)).fetchall()
    if all(player == person for player, person in rows):
        return None
    (partners,) = db.execute("SELECT partners FROM matches WHERE serial = ?", (serial,)).fetchone()
    return Naming(tuple(row[0] for row in rows), tuple(row[1] for row in rows), bool(partners))


def find_naming_version(db: Database) -> int:
    """Return a number that grows with each renaming; rows that were read at a lower number may have old names."""
    return int(db.execute("SELECT coalesce(max(number), 0) FROM names").fetchone()[0])


class PersonsVersion(NamedTuple):
    """The numbers of the last renaming and of the last profile; rows read at other numbers may be outdated."""

    naming: int
    profile: int


def find_persons_version(db: Database) -> PersonsVersion:
    """Return the current version of names and profiles."""
    return PersonsVersion(*db.execute(f"SELECT {PERSONS_VERSION}").fetchone())  # our own words


def map_persons(db: Database) -> dict[str, str]:
    """Map each name that was ever renamed or merged to the current name of the person that it means."""
    return dict(db.execute("SELECT name, person FROM persons").fetchall())


def list_names_of(db: Database, person: str) -> tuple[str, ...]:
    """Return all names that mean this person, the current one first."""
    known = map_persons(db)
    own = (person,) if known.get(person, person) == person else ()
    return own + tuple(name for name, meant in known.items() if meant == person and name != person)


def has_met(db: Database, some: Sequence[str], others: Sequence[str]) -> str | None:
    """Return the id of a match in which one of `some` names sat with one of `others`; None if there is none."""
    row = db.execute(
        f"SELECT id FROM seats AS one JOIN seats AS other USING (match) JOIN matches ON serial = match"  # noqa: S608  # marks only
        f" WHERE one.player IN ({make_marks(some)}) AND other.player IN ({make_marks(others)}) LIMIT 1",
        (*some, *others),
    ).fetchone()
    return row[0] if row else None


def write_naming(db: Database, names: Sequence[str], person: str, at: datetime) -> None:
    """Record that all these names mean `person` from now on, written at the time `at`."""
    db.conn.executemany(
        "INSERT INTO names (name, person, at) VALUES (?, ?, ?)",
        [(name, person, write_moment(at)) for name in names],
    )


def make_marks(values: Sequence[object]) -> str:
    """Return SQL placeholders for the values, separated by commas: `?, ?` for two values, and `NULL` for none."""
    return ", ".join("?" * len(values)) or "NULL"
