"""The import of plays from another program: what will come in, and how it is stored.

The matches of an import have a mark in common, by which all of them are taken back, or put back, at once. They go into
the bin: nothing is erased.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from secrets import token_hex
from typing import Any

from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.text import fold_case
from scorekeeper.play.scoring.posts import name_import, read_import
from scorekeeper.play.transfer.bg_stats import make_match_uuid
from scorekeeper.play.transfer.csv_plays import Role, Table, guess_roles, read_plays
from scorekeeper.play.transfer.match_files import CheckedMatch, check_match, record_match_as_played
from scorekeeper.play.transfer.plays import (
    LeftOutError,
    Play,
    Plays,
    find_lowest_wins,
    is_domino_game,
    make_document,
)
from scorekeeper.store import Connection, Store
from scorekeeper.store.imports import find_last_import, list_imported, list_posts_of_imports, list_serials
from scorekeeper.store.match_index import find_indexed_match, write_location
from scorekeeper.store.matches import list_players
from scorekeeper.store.persons import map_persons


@dataclass(frozen=True, slots=True)
class PlayChoice:
    """What a person chose before an import.

    `games` are the games that are wanted; None means the domino games. `roles` are those of the columns of a CSV file;
    None means the guessed ones. `lowest_wins` says who wins if no winner is written; None leaves such plays out.
    """

    games: frozenset[str] | None = None
    roles: tuple[Role, ...] | None = None
    lowest_wins: bool | None = None

    def takes(self, game: str) -> bool:
        """Return whether the plays of `game` are wanted."""
        return is_domino_game(game) if self.games is None else game in self.games


@dataclass(frozen=True, slots=True)
class CheckedPlay:
    """A play that becomes a match; `known` is the serial of the match if the book has it already."""

    play: Play
    match: CheckedMatch
    known: int | None


@dataclass(frozen=True, slots=True)
class CheckedPlays:
    """The plays of a file as they will be imported.

    `games` counts the plays of each game, also of those that are not wanted. `left_out` counts the plays that cannot be
    imported by their reason. `problem` says why the columns of a CSV file make no match yet.
    """

    plays: tuple[CheckedPlay, ...] = ()
    games: Mapping[str, int] | None = None
    left_out: Mapping[str, int] | None = None
    roles: tuple[Role, ...] = ()
    problem: RuleError | None = None


def check_plays(db: Connection, content: Plays | Table, choice: PlayChoice) -> CheckedPlays:
    """Return which matches the plays of a file become in the book of `db`, and what is left out."""
    roles = tuple[Role, ...]()
    if isinstance(content, Table):
        roles = guess_roles(content) if choice.roles is None else choice.roles
        try:
            content = read_plays(content, roles, choice.lowest_wins)
        except RuleError as error:
            return CheckedPlays(roles=roles, problem=error)
    lowest, names, known = find_lowest_wins(content.plays), _Names(db), _find_known(db)
    games, left_out, checked = Counter[str](), Counter[str](), list[CheckedPlay]()
    for play in _distinguish(content.plays):
        games[play.game] += 1
        if not choice.takes(play.game):
            continue
        try:
            named = names.apply(play)
            match = check_match(make_document(named, lowest.get(play.game, choice.lowest_wins)))
        except LeftOutError as error:
            left_out[error.reason] += 1
        except RuleError:
            left_out["bad_name"] += 1
        else:
            checked.append(CheckedPlay(named, match, known.get(play.source)))
    return CheckedPlays(tuple(checked), games, left_out, roles)


def _distinguish(plays: Sequence[Play]) -> Iterator[Play]:
    """Yield the plays, each with a source of its own: equal rows of a file are different matches."""
    seen = Counter[str]()
    for play in plays:
        source = play.source or hashlib.sha256(repr(play).encode()).hexdigest()[:32]
        seen[source] += 1
        yield replace(play, source=source if seen[source] == 1 else f"{source} {seen[source]}")


class _Names:
    """The current names of the players of a book, whatever their capitals in a file."""

    def __init__(self, db: Connection) -> None:
        self._current = {fold_case(name): name for name in list_players(db)}
        self._current |= {fold_case(name): person for name, person in map_persons(db).items()}

    def apply(self, play: Play) -> Play:
        """Return the play with the names that its players have in the book."""
        return replace(
            play,
            players=tuple(
                replace(each, name=self._current.setdefault(fold_case(each.name), each.name)) for each in play.players
            ),
        )


def _find_known(db: Connection) -> dict[str, int]:
    """Map the source of each imported play, and of each match as it is exported, to the serial of the match."""
    found = {read_import(post)[1]: serial for serial, post in list_posts_of_imports(db)}
    return {make_match_uuid(id_): serial for serial, id_ in list_serials(db)} | found


def describe_plays(db: Connection, checked: CheckedPlays, content: Plays | Table, choice: PlayChoice) -> dict[str, Any]:
    """Return what will come in as JSON values, for the page and the command that ask first."""
    new = [each for each in checked.plays if each.known is None]
    days = sorted(each.play.began.date().isoformat() for each in new if each.play.began)
    here = set(list_players(db))
    players = Counter(player.name for each in new for player in each.play.players)
    return {
        "matches": len(new),
        "known": len(checked.plays) - len(new),
        "first": days[0] if days else None,
        "last": days[-1] if days else None,
        "new_players": sorted(name for name in players if name not in here),
        "known_players": sorted(name for name in players if name in here),
        "without_points": sum(not each.play.has_points for each in new),
        "games": [
            {"name": name, "count": count, "wanted": choice.takes(name)}
            for name, count in sorted((checked.games or {}).items(), key=lambda each: (-each[1], each[0]))
        ],
        "left_out": [{"reason": reason, "count": count} for reason, count in sorted((checked.left_out or {}).items())],
        "columns": _describe_columns(content, checked.roles) if isinstance(content, Table) else None,
        "lowest_wins": choice.lowest_wins,
        "problems": [each.to_json() for each in checked.problem.problems] if checked.problem else [],
    }


def _describe_columns(table: Table, roles: Sequence[Role]) -> list[dict[str, Any]]:
    return [
        {"heading": heading, "samples": table.list_samples(column), "role": role}
        for column, (heading, role) in enumerate(zip(table.headings, roles, strict=False))
    ]


def record_plays(store: Store, content: Plays | Table, choice: PlayChoice) -> tuple[int, int, str]:
    """Store the matches of the plays that are wanted, all of them or none.

    Return how many are new, how many were in the book before, and the id of the import. A match that was taken back
    before is put back. Raise RuleError if the columns of a CSV file make no match.
    """
    import_id = f"{datetime.now(UTC):%Y%m%d%H%M%S}{token_hex(3)}"
    with store.read() as db:
        checked = check_plays(db, content, choice)
    if checked.problem:
        raise checked.problem
    with store.write() as db:
        new = [each for each in checked.plays if each.known is None]
        for each in sorted(new, key=_find_beginning):
            began = _find_beginning(each)
            ended = began + timedelta(minutes=each.play.minutes)
            post = name_import(import_id, each.play.source)
            record_match_as_played(db, each.match, began, min(ended, datetime.now(UTC)), post)
        for known in (each.known for each in checked.plays):
            if known is not None and find_indexed_match(db, known).location == "deleted":
                write_location(db, known, "here", datetime.now(UTC))
        return len(new), len(checked.plays) - len(new), import_id


def _find_beginning(checked: CheckedPlay) -> datetime:
    """Return when the match of a checked play began."""
    return checked.play.began or datetime.now(UTC)


# -- taking back -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LastImport:
    """The last import of a book: its id, when it was, and how many of its matches are in the book and in the bin."""

    id: str
    at: datetime
    here: int
    deleted: int


def find_import(store: Store) -> LastImport | None:
    """Return the last import of plays; None if there was none."""
    with store.read() as db:
        post = find_last_import(db)
        if post is None:
            return None
        import_id = read_import(post)[0]
        places = Counter(place for _, place in list_imported(db, import_id))
    at = datetime.strptime(import_id[:14], "%Y%m%d%H%M%S").replace(tzinfo=UTC)
    return LastImport(import_id, at, sum(places.values()) - places["deleted"], places["deleted"])


def take_back_import(store: Store, import_id: str, back: bool = False) -> int:
    """Move all matches of an import into the bin, or with `back` out of it; return how many were moved."""
    now, moved = datetime.now(UTC), 0
    with store.write() as db:
        for serial, place in list_imported(db, import_id):
            if (place == "deleted") is back:
                write_location(db, serial, "here" if back else "deleted", now)
                moved += 1
    return moved
