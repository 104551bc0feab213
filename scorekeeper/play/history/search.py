"""The search through all matches, by game, players, day and result; the newest are found first."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from scorekeeper.engine.file.remark import NOTHING, Remark
from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.seating import name_sides
from scorekeeper.engine.sheet.fold import Sheet
from scorekeeper.engine.text import Text
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.engine.variants.own import OwnGame
from scorekeeper.play.history.played import PlayedGame
from scorekeeper.play.scoring.match import load_cached_match
from scorekeeper.store import Connection, Store
from scorekeeper.store.match_index import NEVER, IndexedMatch, MatchLocation, find_indexed_match
from scorekeeper.store.matches import list_match_rows, list_own_names, list_players
from scorekeeper.store.notes import find_remark, fold_words
from scorekeeper.store.persons import list_names_of, map_persons
from scorekeeper.store.search import ResultFilter as ResultFilter
from scorekeeper.store.search import Wanted, WantedWord, search_index

LEFT_AFTER = timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """One line of the history. `variant` is the game's key, `entries` the number of the last entry.

    `own_name` is what a family calls its own game; empty for the games of the menu.

    A match that is over shows the result as it was told; `totals` are empty where a match cannot be scored any more.
    `why` tells of a solitaire how it ended: won or not, the tiles left, the passes. `touched` is when it was begun or
    written last; a running match that nobody touched for `LEFT_AFTER`, or that was called `off`, is `left`. `ahead` are
    the winners, or the sides that would have won if it were over now.
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
    place: MatchLocation = "here"
    why: Text | None = None
    touched: datetime = NEVER
    off: bool = False
    left: bool = False
    remark: Remark = NOTHING
    ahead: tuple[str, ...] = ()
    own_name: str = ""

    @property
    def sides(self) -> dict[str, tuple[str, ...]]:
        """Who is on each side."""
        pairs = len(self.players) == 4 and len(self.totals) == 2
        members = (self.players[0::2], self.players[1::2]) if pairs else ((player,) for player in self.players)
        return dict(zip(name_sides(self.players, pairs), members, strict=True))


@dataclass(frozen=True, slots=True)
class Search:
    """What to look for. Days are those of `zone`; of this computer's own where it is None.

    `text` are words, each part of somebody's name, of the name of a game, or of what was noted of a match. `own_name`
    is what a family's own game was called; empty for all of them.
    """

    text: str = ""
    variant: str | None = None
    player: str | None = None
    since: date | None = None
    until: date | None = None
    result: ResultFilter | None = None
    place: MatchLocation = "here"
    own_name: str = ""
    zone: tzinfo | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """Some matches, the newest first. `older` says where the next page begins, if there is one."""

    matches: tuple[MatchSummary, ...] = field(default=())
    older: int | None = None


def search_matches(store: Store, wanted: Search, limit: int = 40, before: int | None = None) -> Page:
    """A page of the matches wanted; `before` is the `older` of the page before."""
    with store.read() as db:
        found = search_index(db, find_wanted(db, wanted), limit + 1, before)
        older = found[limit - 1].row.serial if len(found) > limit else None
        return Page(tuple(describe_match(store, db, each) for each in found[:limit]), older)


def list_matches(
    store: Store, variant: str | None = None, player: str | None = None, limit: int = 50, offset: int = 0
) -> tuple[MatchSummary, ...]:
    """Matches with the newest first, of one game or one player where these are given; deleted ones, too."""
    with store.read() as db:
        rows = list_match_rows(db, variant, player, limit, offset)
        return tuple(describe_match(store, db, find_indexed_match(db, row.serial)) for row in rows)


def list_known_players(store: Store) -> tuple[str, ...]:
    """Everybody who ever played here, those of the newest matches first."""
    with store.read() as db:
        return list_players(db)


def list_own_games_played(store: Store) -> tuple[PlayedGame, ...]:
    """The family's own games, each under every name that it had in a match."""
    with store.read() as db:
        return tuple(PlayedGame(OwnGame.key, name) for name in list_own_names(db))


def find_wanted(db: Connection, wanted: Search) -> Wanted:
    """The search in the words of the store: with everybody's names, and the moments at which days begin."""
    everybody, called = (list_players(db), list_own_names(db)) if wanted.text.strip() else ((), ())
    words = []
    for word in wanted.text.casefold().split():
        players = [name for player in everybody if word in player.casefold() for name in list_names_of(db, player)]
        games = [key for key, variant in VARIANTS.items() if word in variant.name.casefold()]
        own_games = [name for name in called if word in name.casefold()]
        words.append(WantedWord(fold_words(word), players, games, own_games))
    return Wanted(
        wanted.variant,
        list_names_of(db, map_persons(db).get(wanted.player, wanted.player)) if wanted.player else (),
        words,
        _find_midnight(wanted.since, wanted.zone) if wanted.since else None,
        _find_midnight(wanted.until + timedelta(days=1), wanted.zone)
        if wanted.until and wanted.until < date.max
        else None,
        wanted.result,
        (wanted.place,),
        find_abandoned_before(),
        wanted.own_name,
    )


def find_abandoned_before() -> datetime:
    """A match that goes on and was not touched since then is left."""
    return datetime.now(UTC) - LEFT_AFTER


def _find_midnight(day: date, zone: tzinfo | None) -> datetime:
    """The moment in UTC at which the day begins in that zone, or with None where this computer stands."""
    return datetime.combine(max(day, date(1900, 1, 1)), time(), zone).astimezone(UTC)


def describe_match(store: Store, db: Connection, standing: IndexedMatch) -> MatchSummary:
    """The line that the history has of a match."""
    row, totals, why, ahead = standing.row, standing.totals, None, standing.winners
    alone = len(row.players) == 1
    if alone or not standing.over:
        try:
            sheet = load_cached_match(store, db, row).sheet
            totals, why = (totals if standing.over else sheet.totals), (sheet.why_over if alone else None)
            ahead = standing.winners if standing.over else _find_ahead(sheet)
        except RuleError:
            # `check` tells why. One such match must not hide all the others.
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
        standing.place,
        why,
        standing.touched,
        standing.off,
        not standing.over and (standing.off or standing.touched < find_abandoned_before()),
        find_remark(db, row.serial),
        ahead,
        row.own_name,
    )


def _find_ahead(sheet: Sheet) -> tuple[str, ...]:
    """The sides with the best total of a match that goes on; nobody before anything is written."""
    if not sheet.lines:
        return ()
    best = (min if sheet.game.lowest_wins else max)(sheet.totals.values())
    return tuple(side for side, total in sheet.totals.items() if total == best)
