"""Search of the matches by game, players, day, result and words; the newest matches come first."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta, tzinfo

from scorekeeper.engine.file.remark import NOTHING, Remark
from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.seating import name_sides
from scorekeeper.engine.sheet.fold import Sheet
from scorekeeper.engine.text import Text, fold_case
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.history.periods import Period
from scorekeeper.play.history.played_game import PlayedGame
from scorekeeper.play.scoring.match import load_cached_match
from scorekeeper.store import Connection, Store
from scorekeeper.store.match_index import NEVER, IndexedMatch, MatchLocation, find_indexed_match
from scorekeeper.store.matches import list_match_rows, list_own_names, list_pad_names, list_players
from scorekeeper.store.notes import find_remark
from scorekeeper.store.persons import list_names_of, map_persons
from scorekeeper.store.search import Query, QueryWord, search_index
from scorekeeper.store.search import ResultFilter as ResultFilter

LEFT_AFTER = timedelta(hours=12)  # the time without a change after which a running match is abandoned


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """One match, as a line of the history displays it.

    `variant` is the game's key, `entries` the number of the last entry, and `own_name` the name of a family's own game,
    or empty. A finished match has its recorded result; `totals` is empty if the match cannot be scored any more. `why`
    explains how a solitaire ended. `touched` is when the match was last begun, written, called off or resumed. A
    running match is `left` (abandoned) if it was called `off` or not touched for `LEFT_AFTER`. `ahead` has the winners,
    or the sides that lead a running match.
    """

    id: str
    variant: str
    players: tuple[str, ...]
    started: datetime
    written: datetime | None
    entries: int
    totals: Mapping[str, int]
    over: bool = False
    winners: tuple[str, ...] = ()
    location: MatchLocation = "here"
    why: Text | None = None
    touched: datetime = NEVER
    off: bool = False
    left: bool = False
    remark: Remark = NOTHING
    ahead: tuple[str, ...] = ()
    own_name: str = ""

    @property
    def sides(self) -> dict[str, tuple[str, ...]]:
        """Map each side to its players: two partnerships, or each player alone."""
        pairs = len(self.players) == 4 and len(self.totals) == 2
        members = (self.players[0::2], self.players[1::2]) if pairs else ((player,) for player in self.players)
        return dict(zip(name_sides(self.players, pairs), members, strict=True))


@dataclass(frozen=True, slots=True)
class Search:
    """The conditions of a search; all of them must hold.

    A day stands for the night that begins on it by the clock of `zone`, or of the server's own zone if it is None. Each
    word of `text` has to be part of a player's name, of the game's name or of the match's note. `own_name` is the name
    of a family's own game; empty for every game.
    """

    text: str = ""
    variant: str | None = None
    player: str | None = None
    since: date | None = None
    until: date | None = None
    result: ResultFilter | None = None
    location: MatchLocation = "here"
    own_name: str = ""
    zone: tzinfo | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """A page of matches, the newest first; `older` is the position at which the next page begins, or None."""

    matches: tuple[MatchSummary, ...] = field(default=())
    older: int | None = None


def search_matches(store: Store, wanted: Search, limit: int = 40, before: int | None = None) -> Page:
    """Return a page of at most `limit` matches for the search `wanted`, the newest first.

    `before` is `older` of the previous page.
    """
    with store.read() as db:
        matches = search_index(db, find_wanted(db, wanted), limit + 1, before)
        older = matches[limit - 1].row.serial if len(matches) > limit else None
        return Page(tuple(describe_match(store, db, each) for each in matches[:limit]), older)


def list_matches(
    store: Store, variant: str | None = None, player: str | None = None, limit: int = 50, offset: int = 0
) -> tuple[MatchSummary, ...]:
    """Return `limit` matches after skipping `offset` ones, the newest first; deleted matches are included.

    With `variant` only matches of the game with this key are returned, with `player` only those of this player.
    """
    with store.read() as db:
        rows = list_match_rows(db, variant, player, limit, offset)
        return tuple(describe_match(store, db, find_indexed_match(db, row.serial)) for row in rows)


def list_known_players(store: Store) -> tuple[str, ...]:
    """Return the names of all players of the book, the players of the newest matches first."""
    with store.read() as db:
        return list_players(db)


def list_own_games_played(store: Store) -> tuple[PlayedGame, ...]:
    """Return the games without a variant of their own that were played: the family's own games, then imported ones.

    An own game is there once for each name that it had in a match. Imported ones are the other games in the newest
    matches that come from other programs.
    """
    with store.read() as db:
        own, imported = list_own_names(db), list_pad_names(db)
    return (
        *(PlayedGame(VARIANTS["own"].key, name) for name in own),
        *(PlayedGame(VARIANTS["penalty_pad"].key, name) for name in imported),
    )


def find_wanted(db: Connection, wanted: Search) -> Query:
    """Return the query of the store for a search; it includes every name that a player ever had."""
    everybody, called = tuple[str, ...](), tuple[str, ...]()
    if wanted.text.strip():
        everybody, called = list_players(db), (*list_own_names(db), *list_pad_names(db))
    words = []
    for word in fold_case(wanted.text).split():
        players = [name for player in everybody if word in fold_case(player) for name in list_names_of(db, player)]
        games = [
            key
            for key, variant in VARIANTS.items()
            if any(word in fold_case(name) for name in (variant.name, *variant.aliases))
        ]
        own_games = [name for name in called if word in fold_case(name)]
        words.append(QueryWord(word, players, games, own_games))
    return Query(
        wanted.variant,
        list_names_of(db, map_persons(db).get(wanted.player, wanted.player)) if wanted.player else (),
        words,
        Period(wanted.since, wanted.until, wanted.zone).find_bounds() if wanted.since or wanted.until else None,
        wanted.result,
        (wanted.location,),
        find_abandoned_before(),
        wanted.own_name,
    )


def find_abandoned_before() -> datetime:
    """Return the time `LEFT_AFTER` ago: a running match that was last touched before it counts as abandoned."""
    return datetime.now(UTC) - LEFT_AFTER


def describe_match(store: Store, db: Connection, standing: IndexedMatch) -> MatchSummary:
    """Return the summary of a match from its row in the match index; a running match is scored for its totals."""
    row, totals, why, ahead = standing.row, standing.totals, None, standing.winners
    alone = len(row.players) == 1
    if alone or not standing.over:
        try:
            sheet = load_cached_match(store, db, row).sheet
            totals, why = (totals if standing.over else sheet.totals), (sheet.why_over if alone else None)
            ahead = standing.winners if standing.over else _find_ahead(sheet)
        except RuleError:
            # The command `check` reports why. One such match must not hide all the others.
            totals = totals if standing.over else {}
    return MatchSummary(
        row.id,
        row.variant,
        row.players,
        row.started,
        standing.written,
        standing.number,
        totals,
        standing.over,
        standing.winners,
        standing.location,
        why,
        standing.touched,
        standing.off,
        not standing.over and (standing.off or standing.touched < find_abandoned_before()),
        find_remark(db, row.serial),
        ahead,
        row.own_name,
    )


def _find_ahead(sheet: Sheet) -> tuple[str, ...]:
    """Return the sides with the best total of a running match; none before the first entry."""
    if not sheet.lines:
        return ()
    best = (min if sheet.game.goal.lowest_wins else max)(sheet.totals.values())
    return tuple(side for side, total in sheet.totals.items() if total == best)
