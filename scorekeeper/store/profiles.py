"""Profiles of players: the mark of each (a colour, a shape and initials), and whether they are a guest.

A player gets a mark with the first match that names them, and keeps it until somebody changes it. The profile of a name
that was written last counts; a renaming writes one for the new name.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from zlib import crc32

from scorekeeper.store.columns import write_moment
from scorekeeper.store.connection import Database
from scorekeeper.store.persons import make_marks

COLOURS, SHAPES = 12, 8
MARKS = COLOURS * SHAPES
MOST_INITIALS = 2
LAST = "(SELECT max(number) FROM profiles AS each WHERE each.name = {})"


@dataclass(frozen=True, slots=True)
class Profile:
    """A player's mark, and whether they are a guest, who is left out of the statistics.

    `colour` is from 1 to `COLOURS`, `shape` from 1 to `SHAPES`. Without `initials` the mark has those of the name.
    """

    colour: int
    shape: int
    initials: str = ""
    guest: bool = False

    @property
    def mark(self) -> tuple[int, int]:
        """Colour and shape, which together identify one person."""
        return self.colour, self.shape


class Profiles(dict[str, Profile]):
    """Profiles by name; a name without one always has the same mark."""

    def __missing__(self, name: str) -> Profile:
        """Return the profile of a name that has none stored."""
        return Profile(*_number_mark(crc32(name.encode())))


def find_profiles(db: Database, names: Sequence[str]) -> Profiles:
    """Return the profiles of these names; names without a profile are left out."""
    rows = db.execute(
        "SELECT name, colour, shape, initials, guest FROM profiles"  # noqa: S608  # our own words
        f" WHERE name IN ({make_marks(names)}) AND number = {LAST.format('profiles.name')}",
        tuple(names),
    )
    return Profiles({name: _read(*columns) for name, *columns in rows.fetchall()})


def list_profiles(db: Database) -> Profiles:
    """Return the profiles of all names, also of former ones."""
    rows = db.execute(
        f"SELECT name, colour, shape, initials, guest FROM profiles WHERE number = {LAST.format('profiles.name')}"  # noqa: S608  # ours
    )
    return Profiles({name: _read(*columns) for name, *columns in rows.fetchall()})


def list_profiles_at(db: Database, serial: int) -> tuple[Profile, ...]:
    """Return the profile of each player at the match with this serial (row number), seat by seat."""
    rows = db.execute(
        "SELECT person, colour, shape, initials, guest FROM sitting"  # noqa: S608  # our own words
        f" LEFT JOIN profiles ON number = {LAST.format('person')} WHERE match = ? ORDER BY seat",
        (serial,),
    )
    return tuple(_read(*columns) if columns[0] else Profiles()[person] for person, *columns in rows.fetchall())


def assign_marks(db: Database, players: Sequence[str], at: datetime) -> None:
    """Store a profile for each of these players of one table who has none.

    If possible, nobody else in the book has the same mark, and nobody else at the table the same colour.
    """
    known = find_profiles(db, players)
    for player in players:
        if player not in known:
            known[player] = Profile(*find_free_mark(db, {profile.colour for profile in known.values()}))
            write_profile(db, player, known[player], at)


def find_free_mark(db: Database, colours: Collection[int] = ()) -> tuple[int, int]:
    """Return a mark that nobody has or had, whose colour is not among `colours`, those at the table.

    If there is no such mark, one of the two conditions, or both, are given up.
    """
    marks = list(_list_marks(db))
    others = [mark for mark in marks if mark[0] not in colours] or marks
    return next((mark for mark in others if not _is_taken(db, mark)), others[0])


def write_profile(db: Database, name: str, profile: Profile, at: datetime) -> None:
    """Record `profile` as that of the name from now on, written at the time `at`."""
    db.execute(
        "INSERT INTO profiles (name, colour, shape, initials, guest, at) VALUES (?, ?, ?, ?, ?, ?)",
        (name, profile.colour, profile.shape, profile.initials, profile.guest, write_moment(at)),
    )


def _list_marks(db: Database) -> Iterator[tuple[int, int]]:
    """Yield every mark once, from the one after the last that was stored."""
    (stored,) = db.execute("SELECT coalesce(max(number), 0) FROM profiles").fetchone()
    return (_number_mark(number) for number in range(stored, stored + MARKS))


def _number_mark(number: int) -> tuple[int, int]:
    """Return colour and shape of the mark with this number, from 0; 12 in a row differ in colour."""
    return number % COLOURS + 1, (number + number // 24) % SHAPES + 1


def _is_taken(db: Database, mark: tuple[int, int]) -> bool:
    """Return whether anybody has or had this mark."""
    return bool(db.execute("SELECT 1 FROM profiles WHERE colour = ? AND shape = ? LIMIT 1", mark).fetchone())


def _read(colour: int, shape: int, initials: str, guest: int) -> Profile:
    """Return the profile of a row's columns."""
    return Profile(colour, shape, initials[:MOST_INITIALS], bool(guest))
