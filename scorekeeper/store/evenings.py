"""Evenings: an evening is the matches that the same players play one after the other, whichever games they play.

A match belongs to the evening of the match before it if it began within `PAUSE` of the last entry of that match, and
within `APART` of its beginning. The order of matches is that of their serials (row numbers), so that a clock that was
set back does not split an evening. The evening is determined when a match is written, and stored as the serial of its
first match.
"""

from collections.abc import Iterator, Sequence
from datetime import timedelta

from scorekeeper.store.columns import read_moment
from scorekeeper.store.connection import Database
from scorekeeper.store.persons import list_names_of, make_marks

PAUSE = timedelta(hours=6)  # for supper, or the way to another house
APART = timedelta(hours=12)  # a match that is ended a day later does not continue the evening


def join_evening(db: Database, serial: int) -> None:
    """Put the match `serial` into the evening of the match before it, or begin a new evening with it.

    An evening is the matches that the same players play one after the other; a serial is a match's row number. If the
    following match of these players continues from this one, its evening is joined, too.
    """
    persons = _list_persons(db, serial)
    evening = serial
    before = _find_neighbour(db, serial, persons, later=False)
    if before is not None and _goes_on(db, before, serial):
        evening = _find_evening(db, before)
    db.execute("UPDATE matches SET evening = ? WHERE serial = ?", (evening, serial))
    after = _find_neighbour(db, serial, persons, later=True)
    if after is not None and _find_evening(db, after) == after and _goes_on(db, serial, after):
        db.execute(
            "UPDATE matches SET evening = ? WHERE serial IN (SELECT match FROM standings"
            " WHERE place IN ('here', 'archived', 'deleted') AND evening = ?)",
            (evening, after),
        )


def number_evenings(db: Database) -> None:
    """Determine for every match which evening it is part of, for a migration.

    Nobody else uses the file meanwhile.
    """
    last: dict[frozenset[str], int] = {}
    evenings: dict[int, int] = {}
    seats = db.execute("SELECT match, person FROM sitting ORDER BY match").fetchall()
    for serial, persons in _group_by_match(seats):
        before = last.get(persons)
        evenings[serial] = evenings[before] if before is not None and _goes_on(db, before, serial) else serial
        last[persons] = serial
    db.execute("UPDATE matches SET evening = serial")
    db.conn.executemany("UPDATE matches SET evening = ? WHERE serial = ?", [(to, of) for of, to in evenings.items()])


def _group_by_match(seats: Sequence[tuple[int, str]]) -> Iterator[tuple[int, frozenset[str]]]:
    """Yield the serial and the players of each match; `seats` has pairs of serial and player, ordered by serial."""
    persons = dict[int, set[str]]()
    for serial, person in seats:
        persons.setdefault(serial, set()).add(person)
    for serial, those in persons.items():
        yield serial, frozenset(those)


def _list_persons(db: Database, serial: int) -> list[tuple[str, ...]]:
    """Return, for each seat of the match, every name that its player ever had."""
    seats = db.execute("SELECT person FROM sitting WHERE match = ? ORDER BY seat", (serial,)).fetchall()
    return [list_names_of(db, person) for (person,) in seats]


def _find_neighbour(db: Database, serial: int, persons: Sequence[Sequence[str]], later: bool) -> int | None:
    """Return the serial of the next match of exactly these players after this one, or with `later` false before it.

    `persons` has every name of each player. Return None if there is no such match within `APART`.
    """
    first, *others = persons
    reach = APART // timedelta(microseconds=1)
    low, high, order = (serial + 1, serial + reach, "ASC") if later else (serial - reach, serial - 1, "DESC")
    sat = "".join(
        f" AND EXISTS (SELECT 1 FROM seats WHERE match = one.match AND player IN ({make_marks(names)}))"  # noqa: S608  # marks
        for names in others
    )
    row = db.execute(
        f"SELECT match FROM seats AS one WHERE player IN ({make_marks(first)}) AND match BETWEEN ? AND ?"  # noqa: S608  # marks
        f" AND (SELECT count(*) FROM seats WHERE match = one.match) = ?{sat} ORDER BY match {order} LIMIT 1",
        (*first, low, high, len(persons), *(name for names in others for name in names)),
    ).fetchone()
    return row[0] if row else None


def _goes_on(db: Database, before: int, serial: int) -> bool:
    """Return whether match `serial` belongs to the evening of match `before`.

    Entries that were written in `before` after `serial` began, as corrections are, do not count.
    """
    began, first = (
        db.execute("SELECT started FROM matches WHERE serial = ?", (each,)).fetchone()[0] for each in (serial, before)
    )
    row = db.execute(
        "SELECT written FROM entries WHERE match = ? AND written <= ? ORDER BY number DESC LIMIT 1", (before, began)
    ).fetchone()
    try:
        begins, of_first, last = map(read_moment, (began, first, row[0] if row else first))
    except (ValueError, TypeError):  # damaged: the match is an evening of its own
        return False
    return begins - of_first <= APART and begins - last <= PAUSE


def _find_evening(db: Database, serial: int) -> int:
    """Return the evening of a match, which is the serial of the evening's first match."""
    return int(db.execute("SELECT evening FROM matches WHERE serial = ?", (serial,)).fetchone()[0])
