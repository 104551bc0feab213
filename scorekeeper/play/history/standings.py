"""Standings: the players of a book by success, in all games against others or in some of them.

Only players with enough matches are ranked: half as many as the player with the most, at least `FEWEST`, and `ENOUGH`
are always sufficient. Solitaires do not count; callers leave out guests.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from scorekeeper.engine.rules.menu import Chapter
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.history.played_game import PlayedGame
from scorekeeper.play.history.tallies import Tally

FEWEST, ENOUGH = 3, 10

Order = Literal["share", "won", "streak", "points"]


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's record in the chosen games.

    `rank` is 1 for the best, and None for a player with too few matches; equal players have the same rank. `streak` is
    the current number of consecutive wins in all games. `per_round` has the mean points of the player's side per round;
    it is None without rounds.
    """

    player: str
    matches: int
    won: int
    drawn: int
    lost: int
    streak: int
    per_round: float | None
    rank: int | None = None

    @property
    def share(self) -> Fraction:
        """The share of matches that the player has won; 0 without matches."""
        return Fraction(self.won, self.matches) if self.matches else Fraction(0)


@dataclass(frozen=True, slots=True)
class Standings:
    """The ranked players, the best first, and all others, in the same order.

    `enough` is the number of matches that a player needs to be ranked.
    """

    ranked: tuple[Standing, ...]
    others: tuple[Standing, ...]
    enough: int


def rank_players(
    tallies: Iterable[Tally],
    order: Order = "share",
    chosen: Callable[[PlayedGame], bool] = lambda game: True,
    lowest_first: bool = False,
) -> Standings:
    """Return the standings by `order` in the games for which `chosen` returns true.

    The order `points` is by points per round; with `lowest_first` the fewest are best.
    """
    standings = [_count(tally, chosen) for tally in tallies]
    most = max((each.matches for each in standings), default=0)
    enough = max(FEWEST, min(ENOUGH, (most + 1) // 2))

    def key(each: Standing) -> tuple[Fraction | float, ...]:
        """Return the values by which the standings are sorted."""
        if order == "points":
            points = each.per_round or 0
            return each.per_round is None, points if lowest_first else -points
        first: dict[Order, Fraction | int] = {"share": each.share, "won": each.won, "streak": each.streak}
        return -first[order], -each.share, -each.won

    standings.sort(key=key)
    ranked = [each for each in standings if each.matches >= enough]
    keys = [key(each) for each in ranked]
    return Standings(
        tuple(replace(each, rank=1 + keys.index(key(each))) for each in ranked),
        tuple(each for each in standings if each.matches < enough),
        enough,
    )


def is_against_others(game: PlayedGame) -> bool:
    """Return whether the game is played against others, that is, whether it is not a solitaire."""
    return game.variant not in VARIANTS or VARIANTS[game.variant].chapter is not Chapter.SOLITAIRE


def _count(tally: Tally, chosen: Callable[[PlayedGame], bool]) -> Standing:
    """Return the record of a player in the chosen games, without a rank."""
    games = [record for game, record in tally.games.items() if is_against_others(game) and chosen(game)]
    rounds = sum(game.rounds for game in games)
    return Standing(
        tally.player,
        sum(game.matches for game in games),
        sum(game.won for game in games),
        sum(game.drawn for game in games),
        sum(game.lost for game in games),
        tally.streak,
        sum(game.points for game in games) / rounds if rounds else None,
    )
