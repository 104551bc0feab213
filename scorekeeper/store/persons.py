"""The names that were written on sheets, and the persons they mean today; what was said last of a name counts.

Entries, seats and results keep the names they were written with; whoever reads gets the persons. At one table no two
names mean one person, so each way is certain.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlite_utils import Database

from scorekeeper.engine.entries import rename_in_entry
from scorekeeper.engine.seating import name_sides
from scorekeeper.store.columns import write_moment


@dataclass(frozen=True, slots=True)
class Naming:
    """The seats of one match: the names on its sheet (`written`) and what they are called today (`called`)."""

    written: tuple[str, ...]
    called: tuple[str, ...]
    partners: bool

    def read(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        """An entry with the names of today."""
        return rename_in_entry(entry, dict(zip(self.written, self.called, strict=True)))

    def write(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        """An entry with the names as they are written on this sheet."""
        return rename_in_entry(entry, dict(zip(self.called, self.written, strict=True)))

    def read_sides(self) -> dict[str, str]:
        """Each side as written, and as it is called."""
        return dict(zip(name_sides(self.written, self.partners), name_sides(self.called, self.partners), strict=True))


def read_naming(db: Database, serial: int) -> Naming | None:
    """Return the names of a match, written and present, or None if no player was renamed."""
    if not find_naming_version(db):
        return None
    rows = db.execute("SELECT player, person FROM sitting WHERE match = ? ORDER BY seat", (serial,)).fetchall()
    if all(player == person for player, person in rows):
        return None
    (partners,) = db.execute("SELECT partners FROM matches WHERE serial = ?", (serial,)).fetchone()
    return Naming(tuple(row[0] for row in rows), tuple(row[1] for row in rows), bool(partners))


def find_naming_version(db: Database) -> int:
    """A number that grows when a name comes to mean somebody else: what was read before is out of date then."""
    return int(db.execute("SELECT coalesce(max(number), 0) FROM names").fetchone()[0])


def map_persons(db: Database) -> dict[str, str]:
    """The person that each name means, for names that were ever given to somebody."""
    return dict(db.execute("SELECT name, person FROM persons").fetchall())


def number_persons(db: Database) -> dict[str, int]:
    """In which order everybody first sat down in this book: the number stays theirs, however they are called later."""
    return dict(
        db.execute("""
            SELECT coalesce(person, newcomers.name), min(newcomers.number)
            FROM newcomers LEFT JOIN persons ON persons.name = newcomers.name GROUP BY 1
        """).fetchall()
    )


def number_seats(db: Database, serial: int) -> tuple[int, ...]:
    """The same for those at this match, in the order of their seats."""
    if find_naming_version(db):
        numbers = number_persons(db)
        rows = db.execute("SELECT person FROM sitting WHERE match = ? ORDER BY seat", (serial,))
        return tuple(numbers[person] for (person,) in rows.fetchall())
    rows = db.execute(
        "SELECT newcomers.number FROM seats JOIN newcomers ON name = player WHERE match = ? ORDER BY seat", (serial,)
    )
    return tuple(number for (number,) in rows.fetchall())


def list_names_of(db: Database, person: str) -> tuple[str, ...]:
    """The names that mean this person, their own first if it does."""
    known = map_persons(db)
    own = (person,) if known.get(person, person) == person else ()
    return own + tuple(name for name, meant in known.items() if meant == person and name != person)


def has_met(db: Database, some: Sequence[str], others: Sequence[str]) -> str | None:
    """The id of a match where one of `some` names sat with one of `others`, if there is one."""
    row = db.execute(
        f"SELECT id FROM seats AS one JOIN seats AS other USING (match) JOIN matches ON serial = match"  # noqa: S608  # marks only
        f" WHERE one.player IN ({make_marks(some)}) AND other.player IN ({make_marks(others)}) LIMIT 1",
        (*some, *others),
    ).fetchone()
    return row[0] if row else None


def write_naming(db: Database, names: Sequence[str], person: str, at: datetime) -> None:
    """Say that all these names mean `person` from now on."""
    db.conn.executemany(
        "INSERT INTO names (name, person, at) VALUES (?, ?, ?)",
        [(name, person, write_moment(at)) for name in names],
    )


def make_marks(values: Sequence[object]) -> str:
    """A question mark for each value."""
    return ", ".join("?" * len(values))
