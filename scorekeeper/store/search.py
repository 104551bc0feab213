"""Search of the match index by names, games, results, days, and words of notes."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from scorekeeper.engine.seating import AND
from scorekeeper.store.columns import write_moment
from scorekeeper.store.connection import Database
from scorekeeper.store.match_index import LATEST, NEVER, IndexedMatch, MatchLocation, list_indexed_matches
from scorekeeper.store.matches import OWN_NAME
from scorekeeper.store.persons import make_marks

ResultFilter = Literal["running", "left", "over", "drawn", "won", "lost"]

OFTEN = 1000  # seats; for such a player a page of matches is found fast by scanning the newest ones

# The side that a seat belongs to, as `Seating.side_of` names it; asking that row by row would take twice as long.
SIDE = f"""(SELECT CASE partners WHEN 1 THEN (SELECT group_concat(player, '{AND}') FROM (
    SELECT player FROM seats AS two WHERE two.match = one.match AND two.seat % 2 = one.seat % 2 ORDER BY seat))
    ELSE one.player END)"""  # noqa: S608  # our own words
NOTED = """standings.match IN (SELECT match FROM notes WHERE instr(words, ?) > 0
    AND number = (SELECT max(number) FROM notes AS later WHERE later.match = notes.match))"""
# Damaged winners are reported by a check of the book; a search treats them as NULL.
WINNER = "CASE json_valid(winners) WHEN 1 THEN coalesce(json_extract(winners, '$[0]'), '') END"  # if not drawn
WINNERS = "CASE json_valid(winners) WHEN 1 THEN json_array_length(winners) END"


@dataclass(frozen=True, slots=True)
class Query:
    """The conditions of a search. All that are set must hold; if one has several names or games, one of them is enough.

    `evenings` are the serials from which and before which the evening of the match began. `words` has one group for
    each typed word, of which one name, one game or the note must match. `result` is that of `player` if it is `won` or
    `lost`. A running match counts as `left` if it was called off or last touched before `lately`.
    """

    variant: str | None = None
    player: Sequence[str] = ()
    words: Sequence["QueryWord"] = ()
    evenings: tuple[int, int] | None = None
    result: ResultFilter | None = None
    locations: Sequence[MatchLocation] = ("here",)
    lately: datetime = NEVER
    own_name: str = ""


@dataclass(frozen=True, slots=True)
class QueryWord:
    """A typed word, folded as `store.notes` stores words, and the players' names and games that contain it."""

    word: str
    names: Sequence[str]
    variants: Sequence[str]
    own_games: Sequence[str]


def search_index(db: Database, wanted: Query, limit: int = -1, before: int | None = None) -> tuple[IndexedMatch, ...]:
    """Return at most `limit` matches that meet the conditions `wanted`, the newest first; -1 stands for all.

    With `before` only matches with a lower serial are returned.
    """
    condition, values = _conditions(db, wanted, before)
    return list_indexed_matches(db, f"WHERE {condition} ORDER BY standings.match DESC LIMIT ?", (*values, limit))


def search_evenings(
    db: Database, wanted: Query, limit: int, before: int | None = None
) -> tuple[dict[int, tuple[int, ...]], int | None]:
    """Return the serials of the matches that meet the conditions, by evening, and the `before` of the next page.

    The newest come first. An evening is the matches that the same players play one after the other. A page has about
    `limit` matches, but always whole evenings; the second value is None on the last page. With `before` only evenings
    with a lower number are returned.
    """
    condition, values = _conditions(db, wanted, None)
    if wanted.result is None and "here" in wanted.locations:
        # A match that was begun and abandoned without an entry was forgotten: it is only found among abandoned ones.
        condition, values = (
            f"{condition} AND NOT (number = 0 AND (off = 1 OR touched < ?))",
            [*values, write_moment(wanted.lately)],
        )

    def find(which: str, evening: int, most: int) -> list[tuple[int, int]]:
        """Return at most `most` pairs of evening and match; `which` (`<` or `=`) is the comparison with `evening`."""
        return db.execute(
            "SELECT standings.evening, standings.match"  # noqa: S608  # our own words
            " FROM standings CROSS JOIN matches ON serial = standings.match"
            f" WHERE {condition} AND standings.evening {which} ?"
            " ORDER BY standings.evening DESC, standings.match DESC LIMIT ?",
            (*values, evening, most),
        ).fetchall()

    rows, older = find("<", LATEST if before is None else before, limit + 1), None
    if len(rows) > limit:
        cut = rows[-1][0]
        whole = [row for row in rows if row[0] != cut]
        rows = whole or find("=", cut, -1)  # an evening may be longer than a page
        older = rows[-1][0] if whole or find("<", cut, 1) else None
    evenings: dict[int, tuple[int, ...]] = {}
    for evening, serial in rows:
        evenings[evening] = (*evenings.get(evening, ()), serial)
    return evenings, older


def _conditions(db: Database, wanted: Query, before: int | None) -> tuple[str, list[Any]]:
    """Return the conditions `wanted` in SQL, and the values of its placeholders."""
    conditions, values = [f"place IN ({make_marks(wanted.locations)})"], list[Any](wanted.locations)

    def ask(condition: str, *parameters: Any) -> None:
        """Add a condition and the values of its placeholders."""
        conditions.append(condition)
        values.extend(parameters)

    if before is not None:
        ask("standings.match < ?", before)
    if wanted.variant is not None:
        ask("variant = ?", wanted.variant)
    if wanted.own_name:
        ask(f"{OWN_NAME} = ?", wanted.own_name)
    if wanted.player:
        ask(_seated(db, wanted.player), *wanted.player)
    for each in wanted.words:
        ask(
            f"({_seated(db, each.names)} OR variant IN ({make_marks(each.variants)})"
            f" OR {OWN_NAME} IN ({make_marks(each.own_games)}) OR {NOTED})",
            *each.names,
            *each.variants,
            *each.own_games,
            each.word,
        )
    if wanted.evenings is not None:
        ask("standings.evening >= ? AND standings.evening < ?", *wanted.evenings)
    if wanted.result is not None:
        ask("over = ?", int(wanted.result not in ("running", "left")))
    if wanted.result in ("running", "left"):
        ask(f"{'NOT' if wanted.result == 'running' else ''} (off = 1 OR touched < ?)", write_moment(wanted.lately))
    if wanted.result == "drawn":
        ask(f"{WINNERS} > 1")
    if wanted.result in ("won", "lost"):
        operator = "=" if wanted.result == "won" else "<>"
        player = f"one.player IN ({make_marks(wanted.player)}) AND" if wanted.player else ""
        ask(
            f"{WINNERS} < 2 AND EXISTS (SELECT 1 FROM seats AS one"  # noqa: S608  # our own words
            f" WHERE one.match = standings.match AND {player} {SIDE} {operator} {WINNER})",
            *wanted.player,
        )
    return " AND ".join(conditions), values


def _seated(db: Database, names: Sequence[str]) -> str:
    """Return an SQL condition that one of these names sat at the match; its placeholders are for the names.

    For players of many matches each match is checked in turn; for others their matches are listed first.
    """
    seats = f"FROM seats WHERE player IN ({make_marks(names)})"
    (often,) = db.execute(f"SELECT count(*) FROM (SELECT 1 {seats} LIMIT {OFTEN})", tuple(names)).fetchone()  # noqa: S608  # marks only
    if often == OFTEN:
        return f"EXISTS (SELECT 1 {seats} AND seats.match = standings.match)"
    return f"standings.match IN (SELECT match {seats})"
