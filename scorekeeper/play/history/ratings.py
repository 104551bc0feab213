"""Ratings: a player's estimated strength in one chapter of games, by openskill's Plackett-Luce model.

A rating is estimated from who won against whom, alone or in pairs; points do not count. Its uncertainty is estimated,
too. Everybody begins at 1000, and a difference of about 320 means that the stronger of two players wins three matches
of four.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import permutations

from openskill.models import PlackettLuce

RATED_FROM = 10  # the number of matches in a chapter from which on a rating is displayed
MEAN = 25.0
MODEL = PlackettLuce(mu=MEAN, sigma=MEAN / 3, beta=MEAN / 3)
"""`beta` is twice openskill's default, because luck decides more in dominoes than in the games it is meant for."""
FIRST, SCALE = 1000, 40  # the displayed rating of a newcomer, and the points for each unit of openskill's


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's strength as openskill estimates it, with its standard deviation, after this number of `matches`."""

    mean: float = MEAN
    deviation: float = MEAN / 3
    matches: int = 0

    @property
    def points(self) -> int:
        """The displayed rating; 1000 for a newcomer."""
        return round(FIRST + (self.mean - MEAN) * SCALE)

    @property
    def margin(self) -> int:
        """The largest distance of the true strength from `points`, in nineteen of twenty simulated books.

        The model overestimates its uncertainty: in the simulations, two of its standard deviations held in every case.
        """
        return round(1.5 * self.deviation * SCALE)

    @property
    def established(self) -> bool:
        """Whether there are enough matches for the rating to be displayed."""
        return self.matches >= RATED_FROM


def rate_sides(sides: Sequence[Sequence[Rating]], winners: Collection[int]) -> list[list[Rating]]:
    """Return the ratings of the players of each side after a match that the sides with the indexes `winners` have won.

    All other sides share the last rank. Several winners have drawn.
    """
    teams = [[MODEL.rating(mu=each.mean, sigma=each.deviation) for each in side] for side in sides]
    rated = MODEL.rate(teams, ranks=[0 if index in winners else 1 for index in range(len(sides))])
    return [
        [Rating(new.mu, new.sigma, old.matches + 1) for new, old in zip(team, side, strict=True)]
        for team, side in zip(rated, sides, strict=True)
    ]


def forecast(one: Sequence[Rating], other: Sequence[Rating]) -> float:
    """Return the probability that the side `one` wins against the side `other`."""
    teams = [[MODEL.rating(mu=each.mean, sigma=each.deviation) for each in side] for side in (one, other)]
    return float(MODEL.predict_win(teams)[0])


def seat_fairly(players: Sequence[str], ratings: Sequence[Rating]) -> tuple[str, ...]:
    """Return the four `players` in a turn order in which the two pairs are as equal as possible.

    The first player stays first; of several such orders, the first one in the order of permutations is returned.
    """
    first, *others = zip(players, ratings, strict=True)

    def is_unfair(order: Sequence[tuple[str, Rating]]) -> float:
        """Return how far the forecast is from even."""
        one, two, three, four = (rating for _, rating in order)
        return round(abs(forecast((one, three), (two, four)) - 0.5), 6)

    return tuple(player for player, _ in min(((first, *order) for order in permutations(others)), key=is_unfair))
