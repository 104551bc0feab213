"""The form of the standings: which games and tables count and how players are sorted, as the parameters of a URL."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import get_args

from flask_babel import lazy_gettext as _l
from flask_babel.speaklater import LazyString
from werkzeug.datastructures import MultiDict

from scorekeeper.engine.rules.game import Variant
from scorekeeper.engine.rules.menu import Chapter
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.history.played_game import PlayedGame
from scorekeeper.play.history.standings import Order, Standings, is_against_others, rank_players
from scorekeeper.play.history.tallies import TABLES, Tally

ORDERS: dict[Order, LazyString] = {
    # Translators: the share of the matches that a player won, in percent.
    "share": _l("Share won"),
    "won": _l("Matches won"),
    "streak": _l("Current streak"),
    "points": _l("Points a round"),
}


@dataclass(frozen=True, slots=True)
class StandingsForm:
    """The choice of games and of a table, and the order.

    `game` is a chapter's name, the key of a game or empty for all games. `table` is one of `TABLES`, or empty for all.
    """

    game: str = ""
    sort: Order = "share"
    table: str = ""

    @classmethod
    def read(cls, fields: MultiDict[str, str]) -> "StandingsForm":
        """Return the form from the query parameters `fields`; a value that makes no sense is ignored."""
        game, table = fields.get("game", "").strip(), fields.get("table", "")
        table = table if table in TABLES else ""
        sort: Order = next((each for each in get_args(Order) if each == fields.get("sort")), "share")
        form = cls(game, sort, table)
        return form if sort in form.orders else cls(game, table=table)

    @property
    def orders(self) -> dict[Order, LazyString]:
        """Return the orders that make sense for the choice of games and table, with their labels.

        Streaks go over all matches, and the points of a round can only be compared within one game. For a group's own
        game, and for an imported one, it is not known here whether most or fewest points are best.
        """
        left_out, game = {"streak"} if self.game or self.table else set[str](), PlayedGame.read(self.game)
        if not self.game or self.chapter or game.own_name or game.variant == VARIANTS["own"].key:
            left_out.add("points")
        return {order: name for order, name in ORDERS.items() if order not in left_out}

    def rank(self, tallies: Iterable[Tally]) -> Standings:
        """Return the standings of the players in `tallies` who have played a chosen match, in the chosen order."""
        variant = VARIANTS.get(self.game)
        players = [
            tally for tally in self.choose_table(tallies) if not self.game or any(map(self.chooses, tally.games))
        ]
        return rank_players(players, self.sort, self.chooses, variant is not None and _has_lowest_first(variant))

    def choose_table(self, tallies: Iterable[Tally]) -> list[Tally]:
        """Return the tallies of the matches at the chosen table, without the players who never played at it."""
        if not self.table:
            return list(tallies)
        return [each for tally in tallies if (each := tally.choose_table(self.table)).games]

    def list_tables(self, tallies: Iterable[Tally]) -> list[str]:
        """Return the tables to choose from: those at which a chosen game was played, and the chosen one, in order."""
        played = {
            table
            for tally in tallies
            for game, record in tally.games.items()
            if self.chooses(game)
            for table in record.tables
        }
        return [table for table in TABLES if table in played or table == self.table]

    def fields(self, **more: str) -> dict[str, str]:
        """Return the parameters of a URL that make this choice, with `more` in place of the form's."""
        fields = {"game": self.game, "sort": self.sort, "table": self.table} | more
        return {name: value for name, value in fields.items() if value and (name, value) != ("sort", "share")}

    @property
    def chapter(self) -> Chapter | None:
        """Return the chapter that the form chooses; None for a single game or for all games."""
        return Chapter.__members__.get(self.game)

    def chooses(self, game: PlayedGame) -> bool:
        """Return whether the form chooses this game."""
        if self.chapter:
            return game.variant in VARIANTS and VARIANTS[game.variant].chapter is self.chapter
        return not self.game or game == PlayedGame.read(self.game)


def _has_lowest_first(variant: Variant) -> bool:
    """Return whether the fewest points win the game, by its usual rules."""
    anybody = [str(number) for number in range(variant.fewest_players)]
    return variant.at(variant.seat(anybody)).goal.lowest_wins


def list_games(played: Iterable[PlayedGame]) -> Sequence[tuple[Chapter, Sequence[PlayedGame]]]:
    """Return the played games in which players compete, by chapter in the order of the menu."""
    known = list(VARIANTS)
    ordered = sorted(
        (game for game in set(played) if game.variant in VARIANTS and is_against_others(game)),
        key=lambda game: (known.index(game.variant), game.own_name.casefold()),
    )
    by_chapter = [
        (chapter, [game for game in ordered if VARIANTS[game.variant].chapter is chapter]) for chapter in Chapter
    ]
    return [(chapter, games) for chapter, games in by_chapter if games]
