"""Tallies of wins and losses per player; every match that ends is added once.

Tallies are computed from finished matches and their digests, and stored. They are deleted and counted again when a
match is reopened or deleted or a player is renamed. Reading tallies writes nothing: a page that had to count sends a
separate form that stores the result.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.history.period_statistics import count_period, narrow_period
from scorekeeper.play.history.periods import Period
from scorekeeper.play.history.played_game import PlayedGame
from scorekeeper.play.history.tally_counting import PAIRS, add_to_tally, find_digest
from scorekeeper.store import Connection, Store
from scorekeeper.store.finished_matches import (
    FinishedMatch,
    find_last_position,
    find_position_after,
    list_finished,
    list_tallies,
    list_tally_positions,
    write_digest,
    write_tallies,
)
from scorekeeper.store.match_index import list_players_in_place
from scorekeeper.store.matches import list_players

KIND = "tallies"  # the kind of these statistics in the store
AT_ONCE = 500  # the most finished matches in one transaction
TABLES = (*map(str, range(2, max(variant.most_players for variant in VARIANTS.values()) + 1)), PAIRS)
"""The tables at which players compete: the number of players who play each for themselves, or two pairs."""


@dataclass(frozen=True, slots=True)
class Best:
    """The most points that a player scored at once, in the entry `number` of the match with the id `match`."""

    points: int
    match: str
    number: int


@dataclass(frozen=True, slots=True)
class InGame:
    """A player's record in one game. `points` are those of the player's side. Solitaires have no rounds.

    `won`, `drawn` and `matches` count matches; `rounds` is the number of rounds that were played. `tables` has the
    record at each of the `TABLES` at which the player played the game.
    """

    matches: int
    won: int
    drawn: int
    rounds: int
    points: int
    best_move: Best | None
    best_round: Best | None
    tables: Mapping[str, "InGame"] = field(default_factory=dict)

    @property
    def lost(self) -> int:
        """The number of lost matches."""
        return self.matches - self.won - self.drawn

    @property
    def per_round(self) -> float | None:
        """The mean points of the player's side per round; None without rounds."""
        return self.points / self.rounds if self.rounds else None


@dataclass(frozen=True, slots=True)
class Against:
    """A player's record against one other player, or as their partner.

    `won` counts the matches that the player's side won alone, `lost` those that the opponent's side won alone; a match
    that is drawn or that a third side wins is neither. Partners lose together, whoever wins.
    """

    matches: int = 0
    won: int = 0
    lost: int = 0


@dataclass(frozen=True, slots=True)
class Tally:
    """A player's whole record: by game, against each opponent and with each partner (`partners`).

    `streak` is the current number of consecutive wins, `longest` the longest such streak. `last` has the latest results
    as letters W, D and L, the newest last.
    """

    player: str
    games: Mapping[PlayedGame, InGame] = field(default_factory=dict)
    against: Mapping[str, Against] = field(default_factory=dict)
    partners: Mapping[str, Against] = field(default_factory=dict)
    streak: int = 0
    longest: int = 0
    last: str = ""

    @property
    def matches(self) -> int:
        """The number of finished matches in all games."""
        return sum(game.matches for game in self.games.values())

    @property
    def won(self) -> int:
        """The number of won matches in all games."""
        return sum(game.won for game in self.games.values())

    def choose_table(self, table: str) -> "Tally":
        """Return this tally with only those records of games that come from one of the `TABLES`.

        Opponents, partners and streaks remain those of all matches.
        """
        games = {played: game.tables[table] for played, game in self.games.items() if table in game.tables}
        return replace(self, games=games)


def count_tallies(store: Store, most: int | None = None, period: Period | None = None) -> dict[str, Tally]:
    """Return the tallies of all players by name, or of the `most` players who played last; these come first.

    Players whose matches were all deleted are left out. With a `period`, only players who finished a match in it are
    returned (`scorekeeper.play.history.period_statistics` explains which of its matches are counted). Finished matches
    that the stored tallies lack are counted in memory; nothing is written (see `record_tallies`).
    """
    with store.read() as db:
        players = list_players(db)[:most]
        narrow = narrow_period(db, period)
        counted = _read_period(store, db, players, narrow) if narrow else _count(store, db, players)
        begun = set[str]()
        if period is None:
            begun = list_players_in_place(db, {player for player, tally in counted.items() if not tally.games})
        return {player: tally for player, tally in counted.items() if tally.games or player in begun}


class TalliesOfPeriod:
    """The tallies of all players in a period, to which finished matches are added; `data` has them by player."""

    def __init__(self, store: Store, db: Connection, data: dict[str, Any]) -> None:
        self._store, self._db, self.data = store, db, data

    def add_endings(self, endings: Iterable[FinishedMatch]) -> None:
        """Add these finished matches, in the order in which they ended."""
        for ending in endings:
            digest = find_digest(self._store, self._db, ending)
            for player in ending.row.players:
                add_to_tally(self.data.setdefault(player, {}), player, ending, digest)


def _read_period(store: Store, db: Connection, players: Sequence[str], period: Period) -> dict[str, Tally]:
    """Return the tallies of these players in a period."""
    data = count_period(db, KIND, period, lambda stored: TalliesOfPeriod(store, db, stored)).data
    return {player: _read(player, data.get(player, {})) for player in players}


def _count(store: Store, db: Connection, players: Sequence[str]) -> dict[str, Tally]:
    """Return the tallies of these players; matches that the stored tallies lack are counted in memory."""
    counting = _Counting(store, db, players)
    counting.add_endings(find_last_position(db))
    return {player: _read(player, tally) for player, tally in counting.data.items()}


def record_tallies(store: Store) -> None:
    """Count the finished matches that the stored tallies lack and store the result. Raises StoreError.

    Each transaction counts only some matches, so that a long history does not block the tables that are playing.
    """
    while has_uncounted(store):
        with store.write() as db:
            players, last = list_players(db), find_last_position(db)
            counting = _Counting(store, db, players)
            upto = find_position_after(db, counting.first, AT_ONCE) if players else last
            counting.add_endings(upto)
            for serial, digest in counting.digests.items():
                write_digest(db, serial, digest)
            changed = counting.changed | counting.new
            write_tallies(db, {player: counting.data[player] for player in changed}, upto)


def has_uncounted(store: Store) -> bool:
    """Return whether the stored tallies lack a finished match or a player, so that `record_tallies` would write."""
    with store.read() as db:
        positions, last = list_tally_positions(db), find_last_position(db)
        return any(positions.get(player, -1) < last for player in list_players(db))


def count_tally(store: Store, player: str, period: Period | None = None) -> Tally | None:
    """Return one player's tally, of a `period` or of all time; None for a name that never played."""
    with store.read() as db:
        if player not in list_players(db):
            return None
        narrow = narrow_period(db, period)
        return (_read_period(store, db, [player], narrow) if narrow else _count(store, db, [player]))[player]


class _Counting:
    """Tallies to which finished matches are added.

    `data` has the tallies by player, `new` the players whose tally is not stored, `changed` those whose tally changed,
    and `digests` the digests that were computed, by the serial of their match.
    """

    def __init__(self, store: Store, db: Connection, players: Sequence[str]) -> None:
        self._store, self._db = store, db
        stored = list_tallies(db, players)
        self.new = set(players) - stored.keys()
        self._upto = {player: stored[player][0] if player in stored else 0 for player in players}
        self.data = {player: dict(stored[player][1]) if player in stored else {} for player in players}
        self.changed = set[str]()
        self.digests: dict[int, Mapping[str, Any]] = {}

    @property
    def first(self) -> int:
        """The last position in the order of endings that all tallies include."""
        return min(self._upto.values(), default=0)

    def add_endings(self, upto: int) -> None:
        """Add each finished match up to the position `upto` in the order of endings to the tallies that lack it."""
        for ending in list_finished(self._db, self.first, upto) if self._upto else ():
            late = [player for player in ending.row.players if self._upto.get(player, ending.ended) < ending.ended]
            if not late:
                continue
            digest = find_digest(self._store, self._db, ending)
            if ending.digest is None:
                self.digests[ending.row.serial] = digest
            for player in late:
                add_to_tally(self.data[player], player, ending, digest)
            self.changed |= set(late)


def _read(player: str, data: Mapping[str, Any]) -> Tally:
    """Return the tally of a player from its stored form."""
    games = {PlayedGame.read(key): _read_game(game) for key, game in data.get("games", {}).items()}
    against, partners = (
        {
            other: Against(*(met.get(what, 0) for what in ("matches", "won", "lost")))
            for other, met in sorted(data.get(kind, {}).items(), key=lambda item: -item[1]["matches"])
        }
        for kind in ("against", "beside")
    )
    return Tally(player, games, against, partners, data.get("streak", 0), data.get("longest", 0), data.get("last", ""))


def _read_game(data: Mapping[str, Any]) -> InGame:
    """Return the record in a game, or in a game at one table, from its stored form."""
    matches, won, drawn, rounds, points = (
        data.get(what, 0) for what in ("matches", "won", "drawn", "rounds", "points")
    )
    best_move, best_round = (Best(*data[what]) if what in data else None for what in ("best_move", "best_round"))
    tables = {table: _read_game(each) for table, each in data.get("tables", {}).items()}
    return InGame(matches, won, drawn, rounds, points, best_move, best_round, tables)
