"""CSV files for spreadsheets: one row for each entry of a match, for each match, or for each player."""

import csv
import io
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, tzinfo

from scorekeeper.engine.text import say
from scorekeeper.play.history.played_game import PlayedGame
from scorekeeper.play.history.search import Search, search_matches
from scorekeeper.play.history.standings import Standings
from scorekeeper.play.scoring.match import load_match
from scorekeeper.store import Store

MATCH_COLUMNS = (
    "match",
    "game",
    "started",
    "last entry",
    "entries",
    "over",
    "players",
    "sides",
    "totals",
    "winners",
    "place",
    "note",
)
ENTRY_COLUMNS = (
    *("number", "written", "round", "entry", "player", "what"),
    *("struck out", "replaces", "strikes out", "puts back"),
)
PLAYER_COLUMNS = ("rank", "player", "matches", "won", "drawn", "lost", "share", "streak", "points a round")
PAGE = 500
BETWEEN = "; "
FORMULA = re.compile(r"""((?:^|[;,|\t\r\n])[\s"]*)(?=[=+\-@＝＋－＠])|^(?=[\t\r\n])""")


def write_entries_csv(store: Store, match_id: str, zone: tzinfo | None = UTC) -> str:
    """Return the entries of a match as CSV, with points and totals of each side. Raises NotFoundError.

    Struck-out entries are included. Times are written in `zone`, with the offset from UTC; None is the server's zone.
    """
    match = load_match(store, match_id)
    sides = match.seating.sides
    head = (*ENTRY_COLUMNS, *(f"{side} points" for side in sides), *(f"{side} total" for side in sides), "why")
    rows: list[tuple[object, ...]] = [head]
    for line, written in zip(match.sheet.lines, match.written, strict=True):
        entry = line.entry
        rows.append(
            (
                line.number,
                _write_moment(written, zone),
                line.round or "",
                entry.kind,
                entry.main_player or "",
                entry.list_facts(),
                "yes" if line.struck else "",
                entry.replaces or "",
                "" if entry.strikes_out is None else entry.strikes_out,
                "" if entry.puts_back is None else entry.puts_back,
                *(line.points.get(side, "") for side in sides),
                *(line.totals.get(side, "") for side in sides),
                say(line.why),
            )
        )
    return write_rows(rows)


def write_matches_csv(store: Store, wanted: Search) -> Iterator[str]:
    """Yield the matches for the search `wanted` as CSV, the newest first, page by page to save memory.

    Times are written in the zone of the search, or in UTC, with the offset from UTC.
    """
    yield write_rows([MATCH_COLUMNS])
    before: int | None = None
    while True:
        page = search_matches(store, wanted, PAGE, before)
        yield write_rows(
            (
                each.id,
                PlayedGame(each.variant, each.own_name).key,
                _write_moment(each.started, wanted.zone or UTC),
                _write_moment(each.written, wanted.zone or UTC) if each.written else "",
                each.entries,
                "yes" if each.over else "",
                BETWEEN.join(each.players),
                BETWEEN.join(each.totals),
                BETWEEN.join(map(str, each.totals.values())),
                BETWEEN.join(each.winners),
                each.remark.place,
                each.remark.note,
            )
            for each in page.matches
        )
        if page.older is None:
            return
        before = page.older


def write_standings_csv(standings: Standings) -> str:
    """Return the standings as CSV, the ranked players first. The share of matches won is a number from 0 to 1."""
    rows = (
        (
            each.rank or "",
            each.player,
            each.matches,
            each.won,
            each.drawn,
            each.lost,
            round(float(each.share), 4),
            each.streak,
            "" if each.per_round is None else round(each.per_round, 2),
        )
        for each in (*standings.ranked, *standings.others)
    )
    return write_rows([PLAYER_COLUMNS, *rows])


def _write_moment(moment: datetime, zone: tzinfo | None) -> str:
    """Return a time as ISO 8601 text with seconds, in `zone` or, for None, in the server's zone."""
    return moment.astimezone(zone).isoformat(timespec="seconds")


def write_rows(rows: Iterable[Iterable[object]]) -> str:
    """Return rows as CSV text, in which no cell is a formula."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows([_make_safe(cell) for cell in row] for row in rows)
    return text.getvalue()


def _make_safe(cell: object) -> object:
    """Return a cell so that no spreadsheet interprets it as a formula: an apostrophe is put before its first character.

    The character that separates cells depends on the country: "1;=2" is two cells in most of Europe.
    """
    return FORMULA.sub(r"\1'", cell) if isinstance(cell, str) else cell
