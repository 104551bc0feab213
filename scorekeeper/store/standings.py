"""How each match stands: rows that can be made anew from the entries at any time, and the search through them."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal

from sqlite_utils import Database

from scorekeeper.engine.seating import AND
from scorekeeper.store.damage import read_moment, read_object, read_or
from scorekeeper.store.in_order import find_next_number
from scorekeeper.store.matches import COLUMNS, MatchRow, find_tip, read_match_row
from scorekeeper.store.names import make_marks, read_naming

MatchPlace = Literal["here", "archived", "deleted"]
MatchResult = Literal["running", "left", "over", "drawn", "won", "lost"]

NEVER = datetime.min.replace(tzinfo=UTC)
LATEST = 2**63 - 1  # no serial is greater
OFTEN = 1000  # seats: then a page of matches is soon found by going through the newest

# The side that a seat belongs to, as `Seating.side_of` names it; asking that row by row would take twice as long.
SIDE = f"""(SELECT CASE partners WHEN 1 THEN (SELECT group_concat(player, '{AND}') FROM (
    SELECT player FROM seats AS two WHERE two.match = one.match AND two.seat % 2 = one.seat % 2 ORDER BY seat))
    ELSE one.player END)"""  # noqa: S608  # our own words
NOTED = """standings.match IN (SELECT match FROM notes WHERE instr(words, ?)
    AND number = (SELECT max(number) FROM notes AS later WHERE later.match = notes.match))"""
# Of what is damaged it is told elsewhere; no search stumbles over it.
WINNER = "CASE json_valid(winners) WHEN 1 THEN coalesce(json_extract(winners, '$[0]'), '') END"  # where nobody drew it
WINNERS = "CASE json_valid(winners) WHEN 1 THEN json_array_length(winners) END"

# What standings must be like. The digest is not compared: only the rules can make it.
MADE_ANEW = """
    SELECT serial AS match,
        coalesce((SELECT place FROM shelves WHERE shelves.match = serial ORDER BY shelves.number DESC LIMIT 1), 'here')
            AS place,
        finals.number IS NOT NULL AS over,
        coalesce(last.number, 0) AS number, last.written AS written,
        finals.rowid AS ended, finals.totals AS totals, finals.winners AS winners,
        evening, coalesce(said.at, last.written, started) AS touched, coalesce(said.off, 0) AS off,
        coalesce(said.came, last.came, matches.serial) AS latest
    FROM matches
    LEFT JOIN entries AS last ON last.match = serial
        AND last.number = (SELECT max(number) FROM entries WHERE entries.match = serial)
    LEFT JOIN called_off AS said ON said.match = serial AND said.seen = coalesce(last.number, 0)
        AND said.number = (SELECT max(number) FROM called_off WHERE called_off.match = serial)
    LEFT JOIN finals ON finals.match = serial AND finals.number = last.number"""
COMPARED = "match, place, over, number, written, ended, totals, winners, evening, touched, off, latest"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to search for: everything that is given must hold; of several names or variants one is enough.

    `words` are groups: of each one name or one variant is enough, or that it was noted of the match. `result` is of
    `player` where it is won or lost. A match that goes on is `left` if it was called off or not touched since `lately`.
    """

    variant: str | None = None
    player: Sequence[str] = ()
    words: Sequence["WantedWord"] = ()
    since: datetime | None = None
    until: datetime | None = None
    result: MatchResult | None = None
    places: Sequence[MatchPlace] = ("here",)
    lately: datetime = NEVER


@dataclass(frozen=True, slots=True)
class WantedWord:
    """A word that was typed, as `store.notes` writes words, and the names and variants that it is part of."""

    word: str
    names: Sequence[str]
    variants: Sequence[str]


@dataclass(frozen=True, slots=True)
class Standing:
    """A match and how it stands: `number` of its last entry, and the result while it is over.

    `touched` is when it was begun, written, called off or taken up last, `off` whether it was called off. `evening` is
    the serial of the match that its evening began with. `latest` grows with everything that is written in the book:
    which of two matches was touched later it tells, and not the clock.
    """

    row: MatchRow
    place: MatchPlace
    number: int
    written: datetime | None
    over: bool
    totals: Mapping[str, int]
    winners: tuple[str, ...]
    evening: int
    touched: datetime
    off: bool
    latest: int


@dataclass(frozen=True, slots=True)
class Ending:
    """A match that is over: `ended` counts the endings, `digest` is None where it was not made yet."""

    ended: int
    row: MatchRow
    totals: Mapping[str, int]
    winners: tuple[str, ...]
    digest: Mapping[str, Any] | None


def search_standings(db: Database, wanted: Wanted, limit: int = -1, before: int | None = None) -> tuple[Standing, ...]:
    """The matches wanted, the newest first; only those started before the one of serial `before`."""
    asked, values = _conditions(db, wanted, before)
    return _list_standings(db, f"WHERE {asked} ORDER BY standings.match DESC LIMIT ?", (*values, limit))


def search_evenings(
    db: Database, wanted: Wanted, limit: int, before: int | None = None
) -> tuple[dict[int, tuple[int, ...]], int | None]:
    """The serials of the matches wanted by their evening, the newest first; and after which evening there are more.

    At most `limit` matches, but always a whole evening; only evenings that began before the one called `before`.
    """
    asked, values = _conditions(db, wanted, None)
    if wanted.result is None and "here" in wanted.places:
        # Who began a match and never wrote anything has forgotten it; it is found among those that were left.
        asked, values = (
            f"{asked} AND NOT (number = 0 AND (off OR touched < ?))",
            [*values, _write_moment(wanted.lately)],
        )

    def find(which: str, evening: int, most: int) -> list[tuple[int, int]]:
        return db.execute(
            "SELECT standings.evening, standings.match"  # noqa: S608  # our own words
            " FROM standings CROSS JOIN matches ON serial = standings.match"
            f" WHERE {asked} AND standings.evening {which} ?"
            " ORDER BY standings.evening DESC, standings.match DESC LIMIT ?",
            (*values, evening, most),
        ).fetchall()

    rows, older = find("<", LATEST if before is None else before, limit + 1), None
    if len(rows) > limit:
        cut = rows[-1][0]
        whole = [row for row in rows if row[0] != cut]
        rows = whole or find("=", cut, -1)  # an evening may be longer than a page
        older = rows[-1][0] if whole or find("<", cut, 1) else None
    found: dict[int, tuple[int, ...]] = {}
    for evening, serial in rows:
        found[evening] = (*found.get(evening, ()), serial)
    return found, older


def list_evening(db: Database, evening: int) -> tuple[Standing, ...]:
    """The matches of an evening that lie in no bin, in the order in which they began."""
    where = "WHERE place IN ('here', 'archived') AND standings.evening = ? ORDER BY standings.match"
    return _list_standings(db, where, (evening,))


def find_standing(db: Database, serial: int) -> Standing:
    """How one match stands."""
    [found] = _list_standings(db, "WHERE standings.match = ?", (serial,))
    return found


def list_touched(db: Database, over: bool, since: datetime, limit: int) -> tuple[Standing, ...]:
    """The matches in the list that were begun or written since then, the last one first; none that was called off.

    Those of a few hours are found by their time and then put in order; of all times the last ones are found at once.
    """
    lately = (
        "touched >= ? AND NOT off ORDER BY +latest" if since > NEVER else "+touched >= ? AND NOT off ORDER BY latest"
    )
    where = f"WHERE place = 'here' AND over = ? AND {lately} DESC LIMIT ?"
    return _list_standings(db, where, (over, _write_moment(since), limit))


def list_left(db: Database, lately: datetime, limit: int) -> tuple[Standing, ...]:
    """The matches that go on, and were called off or not touched since `lately`; the last one first.

    Those in which nothing was written are not among them.
    """
    where = "WHERE place = 'here' AND over = 0 AND number > 0 AND (off OR touched < ?) ORDER BY latest DESC LIMIT ?"
    return _list_standings(db, where, (_write_moment(lately), limit))


def call_off(db: Database, serial: int, off: bool, at: datetime) -> None:
    """Write down that nobody plays this match on, or that it is taken up again."""
    db.execute(
        "INSERT INTO called_off (match, off, seen, at, came) VALUES (?, ?, ?, ?, ?)",
        (serial, off, find_tip(db, serial).number, _write_moment(at), find_next_number(db, at)),
    )


def is_deleted(db: Database, id_: str) -> bool:
    """Whether the match with this id was deleted; False where there is no such match."""
    sql = "SELECT place FROM standings WHERE match = (SELECT serial FROM matches WHERE id = ?)"
    row = db.execute(sql, (id_,)).fetchone()
    return row is not None and row[0] == "deleted"


def write_place(db: Database, serial: int, place: MatchPlace, at: datetime) -> None:
    """Write down where the match lies from now on."""
    db.execute(
        "INSERT INTO shelves (match, place, at) VALUES (?, ?, ?)",
        (serial, place, _write_moment(at)),
    )


def list_endings(db: Database, after: int, upto: int) -> Iterator[Ending]:
    """The matches that are over and were not deleted, in the order in which they ended: those `after` up to `upto`."""
    found = db.execute(
        f"SELECT {COLUMNS}, ended, totals, winners, digest FROM standings"  # noqa: S608  # our own words
        " CROSS JOIN matches ON serial = standings.match"
        " WHERE ended > ? AND ended <= ? AND place <> 'deleted' ORDER BY ended",
        (after, upto),
    )
    for row in found:
        *match, ended, totals, winners, digest = row
        renamed = _sides(db, match[0])
        told, won = _read_totals(totals, renamed), _read_winners(winners, renamed)
        yield Ending(ended, read_match_row(db, match), told, won, read_or(None, read_object, digest))


def find_last_ending(db: Database) -> int:
    """The number of the newest ending."""
    return int(db.execute("SELECT coalesce(max(ended), 0) FROM standings").fetchone()[0])


def find_ending_before(db: Database, after: int, count: int) -> int:
    """The number of the ending that comes `count` endings after another one, or of the last."""
    row = db.execute(
        "SELECT max(ended) FROM (SELECT ended FROM standings WHERE ended > ? ORDER BY ended LIMIT ?)", (after, count)
    ).fetchone()
    return int(row[0] or after)


def keep_digest(db: Database, serial: int, digest: Mapping[str, Any]) -> None:
    """Keep what tallies need of a finished match."""
    db.execute(
        "UPDATE standings SET digest = ? WHERE match = ? AND over = 1",
        (json.dumps(digest, separators=(",", ":")), serial),
    )


def list_tallies(db: Database) -> dict[str, tuple[int, Mapping[str, Any]]]:
    """Each person's tally, with the last ending counted in it; a damaged one is none, and counted anew."""
    rows = db.execute("SELECT person, upto, tally FROM tallies WHERE json_valid(tally)")
    return {person: (upto, json.loads(tally)) for person, upto, tally in rows}


def keep_tallies(db: Database, tallies: Mapping[str, Mapping[str, Any]], upto: int) -> None:
    """Keep these tallies; all that are kept are counted up to ending `upto` now."""
    db.conn.executemany(
        "INSERT OR REPLACE INTO tallies (person, upto, tally) VALUES (?, ?, ?)",
        [(person, upto, json.dumps(tally, separators=(",", ":"))) for person, tally in tallies.items()],
    )
    db.execute("UPDATE tallies SET upto = ? WHERE upto < ?", (upto, upto))


def find_wrong_standings(db: Database) -> tuple[str, ...]:
    """The ids of the matches whose standing is not what their entries make it."""
    rows = db.execute(
        f"SELECT id FROM matches WHERE serial IN (SELECT match FROM ("  # noqa: S608  # our own words
        f" SELECT {COMPARED} FROM ({MADE_ANEW}) EXCEPT SELECT {COMPARED} FROM standings)) ORDER BY serial"
    )
    return tuple(id_ for (id_,) in rows)


def make_standings(db: Database) -> None:
    """Make all standings from the entries again, and forget the tallies and digests."""
    db.execute("DELETE FROM tallies")
    db.execute("DELETE FROM standings")
    db.execute(f"INSERT INTO standings ({COMPARED}) SELECT {COMPARED} FROM ({MADE_ANEW})")  # noqa: S608  # our own words


def _conditions(db: Database, wanted: Wanted, before: int | None) -> tuple[str, list[Any]]:
    asked, values = [f"place IN ({make_marks(wanted.places)})"], list[Any](wanted.places)

    def ask(condition: str, *given: Any) -> None:
        asked.append(condition)
        values.extend(given)

    if before is not None:
        ask("standings.match < ?", before)
    if wanted.variant is not None:
        ask("variant = ?", wanted.variant)
    if wanted.player:
        ask(_seated(db, wanted.player), *wanted.player)
    for each in wanted.words:
        ask(
            f"({_seated(db, each.names)} OR variant IN ({make_marks(each.variants)}) OR {NOTED})",
            *each.names,
            *each.variants,
            each.word,
        )
    if wanted.since is not None:
        ask("started >= ?", _write_moment(wanted.since))
    if wanted.until is not None:
        ask("started < ?", _write_moment(wanted.until))
    if wanted.result is not None:
        ask("over = ?", int(wanted.result not in ("running", "left")))
    if wanted.result in ("running", "left"):
        ask(f"(off OR touched < ?) = {int(wanted.result == 'left')}", _write_moment(wanted.lately))
    if wanted.result == "drawn":
        ask(f"{WINNERS} > 1")
    if wanted.result in ("won", "lost"):
        told = "=" if wanted.result == "won" else "<>"
        player = f"one.player IN ({make_marks(wanted.player)}) AND" if wanted.player else ""
        ask(
            f"{WINNERS} < 2 AND EXISTS (SELECT 1 FROM seats AS one"  # noqa: S608  # our own words
            f" WHERE one.match = standings.match AND {player} {SIDE} {told} {WINNER})",
            *wanted.player,
        )
    return " AND ".join(asked), values


def _write_moment(moment: datetime) -> str:
    return moment.isoformat(timespec="microseconds")


def _seated(db: Database, names: Sequence[str]) -> str:
    """SQL that holds where one of these names sat at the match.

    For those who play often it is asked of each match in turn, for others their matches are listed first.
    """
    seats = f"FROM seats WHERE player IN ({make_marks(names)})"
    (often,) = db.execute(f"SELECT count(*) FROM (SELECT 1 {seats} LIMIT {OFTEN})", tuple(names)).fetchone()  # noqa: S608  # marks only
    if often == OFTEN:
        return f"EXISTS (SELECT 1 {seats} AND seats.match = standings.match)"
    return f"standings.match IN (SELECT match {seats})"


def _list_standings(db: Database, where: str, values: Sequence[object]) -> tuple[Standing, ...]:
    found = db.execute(
        f"SELECT {COLUMNS}, place, number, written, over, totals, winners, standings.evening, touched, off, latest"  # noqa: S608
        f" FROM standings CROSS JOIN matches ON serial = standings.match {where}",
        tuple(values),
    )
    return tuple(_standing(db, row) for row in found.fetchall())


def _standing(db: Database, found: Sequence[Any]) -> Standing:
    *match, place, number, written, over, totals, winners, evening, touched, off, latest = found
    row = read_match_row(db, match)
    renamed = _sides(db, row.serial)
    return Standing(
        row,
        place,
        number,
        read_or(None, read_moment, written),
        bool(over),
        _read_totals(totals, renamed),
        _read_winners(winners, renamed),
        evening,
        read_or(row.started, read_moment, touched),
        bool(off),
        latest or row.serial,
    )


def _read_totals(totals: str | None, renamed: Mapping[str, str]) -> dict[str, int]:
    told: dict[str, int] = read_or({}, read_object, totals)
    return {renamed.get(side, side): total for side, total in told.items()}


def _read_winners(winners: str | None, renamed: Mapping[str, str]) -> tuple[str, ...]:
    told: list[str] = read_or([], json.loads, winners)
    return tuple(renamed.get(side, side) for side in told)


def _sides(db: Database, serial: int) -> dict[str, str]:
    names = read_naming(db, serial)
    return names.read_sides() if names else {}
