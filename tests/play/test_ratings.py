"""Ratings of books with known skill: they find the stronger players, and forecast better than shares of wins do."""

import math
import random
from collections.abc import Sequence

import pytest

from scorekeeper.play.history.ratings import FIRST, SCALE, Rating, forecast, rate_sides, seat_fairly

PLAYERS, MATCHES, BOOKS = 8, 40, 50
SPREAD = 2.0  # standard deviation of skill; of two players one apart, the stronger one wins seven of eight
OF_SKILL = math.sqrt(2) * 25 / 3 / 1.702  # openskill's points for one unit: normal against logistic curve


def rank(values: Sequence[float]) -> list[int]:
    return [sorted(values).index(each) for each in values]


def correlate_ranks(one: Sequence[float], other: Sequence[float]) -> float:
    """Return Spearman's coefficient."""
    squares = sum((a - b) ** 2 for a, b in zip(rank(one), rank(other), strict=True))
    return 1 - 6 * squares / (len(one) * (len(one) ** 2 - 1))


def simulate(seed: int) -> tuple[float, float, float, float]:
    """Simulate a book of pairs, and return figures of its ratings.

    Those are Spearman's coefficient of ratings and skill; the Brier scores of forecasts by ratings and by shares of
    wins; and the share of players whose skill lies within the margin of their rating.
    """
    dice = random.Random(seed)
    skill = [dice.gauss(0, SPREAD) for _ in range(PLAYERS)]
    ratings, won, seen = [Rating()] * PLAYERS, [0] * PLAYERS, [0] * PLAYERS
    by_rating = by_share = 0.0
    number = 0
    while min(seen) < MATCHES:
        table = sorted(range(PLAYERS), key=lambda player: (seen[player], dice.random()))[:4]
        dice.shuffle(table)
        sides = (table[::2], table[1::2])
        ahead = sum(skill[player] for player in sides[0]) - sum(skill[player] for player in sides[1])
        winner = 0 if dice.random() < 1 / (1 + math.exp(-ahead)) else 1
        shares = [sum(won[player] / max(seen[player], 1) for player in side) for side in sides]
        by_share += ((shares[0] / sum(shares) if any(shares) else 0.5) - (winner == 0)) ** 2
        before = [[ratings[player] for player in side] for side in sides]
        by_rating += (forecast(*before) - (winner == 0)) ** 2
        for side, after in zip(sides, rate_sides(before, [winner]), strict=True):
            for player, rating in zip(side, after, strict=True):
                ratings[player] = rating
                seen[player] += 1
        for player in sides[winner]:
            won[player] += 1
        number += 1
    means = [each.mean for each in ratings]
    within = sum(
        abs((each.mean - sum(means) / PLAYERS) - (real - sum(skill) / PLAYERS) * OF_SKILL) * SCALE < each.margin
        for each, real in zip(ratings, skill, strict=True)
    )
    return correlate_ranks(skill, means), by_rating / number, by_share / number, within / PLAYERS


def test_after_forty_matches_each_ratings_find_the_skill_and_forecast_better_than_shares() -> None:
    books = [simulate(seed) for seed in range(BOOKS)]
    spearman, by_rating, by_share, within = (sum(values) / BOOKS for values in zip(*books, strict=True))
    print(f"Spearman {spearman:.3f}; Brier {by_rating:.3f} by ratings, {by_share:.3f} by shares; {within:.0%} within")
    assert spearman >= 0.9
    assert by_rating <= 0.9 * by_share
    assert within >= 0.85


def test_a_newcomer_stands_at_a_thousand_and_is_not_shown() -> None:
    assert (Rating().points, Rating().margin, Rating().established) == (FIRST, 500, False)
    assert Rating(25, 1.5, 10).established


def test_the_winner_rises_the_loser_falls_and_both_are_surer() -> None:
    [[winner], [loser], [third]] = rate_sides([[Rating()], [Rating()], [Rating()]], [0])
    assert winner.points > FIRST > loser.points == third.points
    assert winner.margin < Rating().margin > loser.margin
    assert (winner.matches, loser.matches) == (1, 1)
    [[one], [other]] = rate_sides([[Rating()], [Rating()]], [0, 1])
    assert one.points == other.points == FIRST


def test_a_forecast_is_that_of_the_other_side_turned_round() -> None:
    strong, weak = Rating(30, 1.5, 40), Rating(22, 1.5, 40)
    assert forecast([strong], [weak]) == pytest.approx(0.75, abs=0.02)
    assert forecast([strong, weak], [weak, strong]) == pytest.approx(0.5)
    assert forecast([weak], [strong]) == pytest.approx(1 - forecast([strong], [weak]))


def test_fair_pairs_join_the_strongest_and_the_weakest_and_change_no_seat_without_need() -> None:
    strength = {"Anna": 31, "Bo": 20, "Carl": 29, "Dora": 22}
    for first in range(4):
        players = [*strength][first:] + [*strength][:first]
        one, _, two, _ = seat_fairly(players, [Rating(strength[each], 1.5, 40) for each in players])
        assert {one, two} in ({"Anna", "Bo"}, {"Carl", "Dora"})
    even = [Rating()] * 4
    assert seat_fairly(list(strength), even) == tuple(strength)
