"""Reading the plays in a CSV file: each column has a role, which is guessed first and then chosen by a person.

A row is a match, with a column for each player (`2026-11-25,61,45`) or with several names in one cell
(`Anna; Bo,61; 45`). A row can also be one player of a match (`7,Anna,61`); rows with the same number are one match.
"""

import csv
import hashlib
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import IO, Literal, get_args

from scorekeeper.engine.problems import refuse
from scorekeeper.engine.text import N_, fold_case
from scorekeeper.play.player_names import normalize_name
from scorekeeper.play.transfer.bgg_plays import make_evening
from scorekeeper.play.transfer.plays import Play, PlayerScore, Plays, check_number_of_plays, refuse_plays

Role = Literal[
    "", "date", "day_first", "month_first", "game", "player", "names", "points", "winners", "number", "place", "note"
]
ROLES: tuple[Role, ...] = get_args(Role)

MOST_BYTES = 24_000_000
MOST_COLUMNS = 60
LONGEST_CELL = 2_000
DELIMITERS = ";\t,"
UTF_16 = (b"\xff\xfe", b"\xfe\xff")
UTF_8 = b"\xef\xbb\xbf"
WHOLE = re.compile(r"[+-]?\d{1,7}")
NUMBERS = re.compile(r"(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})")
HEADINGS: Mapping[str, Role] = {
    **dict.fromkeys(("date", "started", "day", "played", "datum", "dato", "fecha", "data", "tarih", "дата"), "date"),
    **dict.fromkeys(("game", "spiel", "spel", "spil", "juego", "jogo", "jeu", "gioco", "gra", "oyun", "игра"), "game"),
    **dict.fromkeys(("players", "player", "names", "name", "sides", "spieler", "spelare", "jugadores"), "names"),
    **dict.fromkeys(("totals", "points", "score", "scores", "total", "punkte", "poäng", "puntos"), "points"),
    **dict.fromkeys(("winner", "winners", "won by", "sieger", "vinnare", "ganador"), "winners"),
    **dict.fromkeys(("match", "number", "play", "no", "nr", "id"), "number"),
    **dict.fromkeys(("place", "location", "where", "ort", "plats", "lugar"), "place"),
    **dict.fromkeys(("note", "notes", "comment", "comments"), "note"),
}


@dataclass(frozen=True, slots=True)
class Table:
    """The cells of a CSV file: the `headings` in its first row, and the rows below, each as long as the headings."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def list_samples(self, column: int, count: int = 3) -> list[str]:
        """Return the first different cells of a column that are not empty."""
        return list(dict.fromkeys(row[column] for row in self.rows if row[column]))[:count]


def is_csv(first: bytes) -> bool:
    """Return whether a file that begins with these bytes may be CSV.

    Its first line has a delimiter and is neither JSON nor XML.
    """
    if first.startswith(UTF_16):
        return True
    line = first.removeprefix(UTF_8).lstrip().partition(b"\n")[0]
    return (
        line[:1] not in (b"{", b"[", b"<") and b"\0" not in line and any(each.encode() in line for each in DELIMITERS)
    )


def read_csv(file: IO[bytes]) -> Table:
    """Return the cells of a CSV file. Raise RuleError if it cannot be read or has only one row."""
    data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise refuse_plays(N_("it is larger than any match"))
    try:
        text = data.decode("utf-16" if data.startswith(UTF_16) else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise refuse_plays(N_("byte %(n)s is not UTF-8 text; save it as “CSV UTF-8”"), n=error.start + 1) from error
    try:
        rows = [row for row in _read_rows(text) if any(row)]
    except csv.Error as error:
        raise refuse_plays(N_("a cell in it is too long, or a quotation mark is missing")) from error
    if len(rows) < 2:
        raise refuse_plays(N_("it has no rows below the headings"))
    if len(rows[0]) > MOST_COLUMNS:
        raise refuse_plays(N_("it has more than %(most)s columns"), most=MOST_COLUMNS)
    check_number_of_plays(len(rows) // 8)  # a row may be one of eight players
    width = len(rows[0])
    return Table(tuple(rows[0]), tuple(tuple((row + [""] * width)[:width]) for row in rows[1:]))


def _read_rows(text: str) -> Iterator[list[str]]:
    """Yield the rows; the separator is the one of `DELIMITERS` that is most frequent in the first line."""
    first = text.lstrip().partition("\n")[0]
    delimiter = max(DELIMITERS, key=first.count)
    for row in csv.reader(io.StringIO(text.lstrip(), newline=""), delimiter=delimiter, strict=True):
        if any(len(cell) > LONGEST_CELL for cell in row):
            raise csv.Error
        yield [_read_cell(cell) for cell in row]


def _read_cell(cell: str) -> str:
    """Return a cell as text; a spreadsheet's apostrophe before a formula, as our own exports have it, is left out."""
    cell = normalize_name(cell)
    return cell[1:] if re.match(r"'[=+\-@]", cell) else cell


# -- roles -------------------------------------------------------------------------------------------------------------


def guess_roles(table: Table) -> tuple[Role, ...]:
    """Return the role that each column seems to have, by its heading and its cells."""
    roles = list[Role]()
    for column, heading in enumerate(table.headings):
        cells = [row[column] for row in table.rows if row[column]]
        role = HEADINGS.get(fold_case(heading), "")
        if role in ("", "date") and cells and all(NUMBERS.match(cell) for cell in cells):
            role = _guess_date(cells)
        elif role == "date":
            role = ""
        elif not role and heading and cells and all(WHOLE.fullmatch(cell) for cell in cells):
            role = "player"
        taken = role not in ("", "player") and (role in roles or (_is_date(role) and any(map(_is_date, roles))))
        roles.append("" if taken else role)
    if "names" in roles:  # a column of numbers next to a column of names has no players
        roles = ["" if role == "player" else role for role in roles]
        single = all(len(_split(row[roles.index("names")])) < 2 for row in table.rows)
        if "number" in roles and not single:
            roles[roles.index("number")] = ""
    return tuple(roles)


def _is_date(role: Role) -> bool:
    return role in ("date", "day_first", "month_first")


def _guess_date(cells: Iterable[str]) -> Role:
    """Return the order of day, month and year in cells that are dates; the day is first unless that is impossible."""
    found = [match for cell in cells if (match := NUMBERS.match(cell))]
    if all(len(match[1]) == 4 for match in found):
        return "date"
    return "month_first" if any(int(match[2]) > 12 for match in found) else "day_first"


def check_roles(table: Table, roles: Sequence[Role]) -> None:
    """Raise RuleError if the columns with these roles do not make a match."""
    if len(roles) != len(table.headings):
        raise refuse("date_column")
    if sum(map(_is_date, roles)) != 1:
        raise refuse("date_column")
    if roles.count("player") < 2 and roles.count("names") != 1:
        raise refuse("player_columns")
    twice = [
        role for role in ("game", "names", "points", "winners", "number", "place", "note") if roles.count(role) > 1
    ]
    if twice:
        raise refuse("role_twice")


# -- plays -------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Draft:
    """The match that is read from one or several rows; `problem` is a key of the reasons to leave it out."""

    cells: Mapping[Role, str]
    players: list[PlayerScore] = field(default_factory=list)
    problem: str = ""


def read_plays(table: Table, roles: Sequence[Role], lowest_wins: bool | None) -> Plays:
    """Return the plays of a table whose columns have these roles. Raise RuleError if the roles make no match.

    `lowest_wins` says who wins a play for which no winner is written.
    """
    check_roles(table, roles)
    drafts = dict[object, _Draft]()
    for index, row in enumerate(table.rows):
        cells: dict[Role, str] = {
            role: cell for role, cell in zip(roles, row, strict=True) if role not in ("", "player")
        }
        key: object = cells["number"] if "names" in cells and cells.get("number") else index
        draft = drafts.setdefault(key, _Draft(cells))
        if "names" in cells:
            _add_named(draft, cells)
        else:
            _add_columns(draft, cells.get("winners", ""), table.headings, roles, row)
    check_number_of_plays(len(drafts))
    return Plays(tuple(_make_play(draft, number, roles, lowest_wins) for number, draft in enumerate(drafts.values())))


def _add_columns(
    draft: _Draft, winners: str, headings: Sequence[str], roles: Sequence[Role], row: Sequence[str]
) -> None:
    """Add the players who have a column, and points in it."""
    won = {fold_case(name) for name in _split(winners)}
    for heading, role, cell in zip(headings, roles, row, strict=True):
        if role == "player" and cell:
            _add(draft, heading, cell, fold_case(heading) in won if won else None)


def _add_named(draft: _Draft, cells: Mapping[Role, str]) -> None:
    """Add the players whose names are in one cell; of a pair (`Anna & Bo`) each has the points of both."""
    names, points = _split(cells["names"]), _split(cells.get("points", ""))
    won = {fold_case(name) for each in _split(cells.get("winners", "")) for name in each.split(" & ")}
    if points and len(points) != len(names):
        draft.problem = "bad_points"
        points = []
    for name, score in zip(names, points or [""] * len(names), strict=True):
        pair = name.split(" & ")
        for each in pair:
            _add(draft, each, score, fold_case(each) in won if won else None, name if len(pair) == 2 else "")


def _add(draft: _Draft, name: str, written: str, won: bool | None, team: str = "") -> None:
    if written and not WHOLE.fullmatch(written):
        draft.problem = "bad_points"
    score = int(written) if written and not draft.problem else None
    draft.players.append(PlayerScore(normalize_name(name), score, won, team))


def _split(cell: str) -> list[str]:
    """Return the parts of a cell, which are separated by semicolons, commas or bars."""
    return [part for each in re.split(r"[;,|]", cell) if (part := each.strip())]


def _make_play(draft: _Draft, number: int, roles: Sequence[Role], lowest_wins: bool | None) -> Play:
    cells = draft.cells
    role = next(filter(_is_date, roles))
    began = _read_moment(cells[role], role, number)
    facts = [str(began), cells.get("game", ""), *(f"{each.name} {each.score}" for each in draft.players)]
    return Play(
        hashlib.sha256("\n".join(facts).encode()).hexdigest()[:32],
        cells.get("game", ""),
        began,
        tuple(draft.players),
        lowest_wins,
        0,
        cells.get("place", ""),
        cells.get("note", ""),
        draft.problem,
    )


def _read_moment(cell: str, role: Role, number: int) -> datetime | None:
    """Return the time in a cell, in UTC if it has no offset; a date alone gets an hour of the evening."""
    with suppress(ValueError, OverflowError):
        if role == "date" and len(cell) > 10:
            found = datetime.fromisoformat(cell)
            return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
        if match := NUMBERS.match(cell):
            first, second, third = map(int, match.groups())
            order = {"date": (first, second, third), "day_first": (third, second, first)}
            year, month, day = order.get(role, (third, first, second))
            return make_evening(date(year + 2000 if year < 100 else year, month, day), number)
    return None
