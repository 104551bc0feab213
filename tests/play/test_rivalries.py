"""Who beats whom, the belts, the ended streaks and the ratings: each number is counted again by an oracle."""

import math
import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from scorekeeper.engine.rules.menu import Chapter
from scorekeeper.play.history import rivalries
from scorekeeper.play.history.details import move_match
from scorekeeper.play.history.periods import Period
from scorekeeper.play.history.played_game import PlayedGame
from scorekeeper.play.history.rivalries import (
    Belt,
    EndedStreak,
    Meeting,
    Rivalries,
    count_rivalries,
    has_uncounted_rivalries,
    record_rivalries,
)
from scorekeeper.play.history.rivalry_counting import MOST_POINTS
from scorekeeper.play.player_names import rename_player
from scorekeeper.store import Store
from tests.long import LONG
from tests.play.test_evenings import FRIDAY, hours, played

FAMILY = ("Anna", "Bo", "Carl", "Dora", "Eva")
GAMES = {"spansk": 4, "dk_almindelig": 3, "german_draw": 2, "dk_kabale": 1}
CHAPTERS = {"spansk": Chapter.FIVES, "dk_almindelig": Chapter.ROUNDS, "german_draw": Chapter.ROUNDS}


@dataclass
class Fact:
    """A finished match: the sides as lists of names, and the indexes of those that have won."""

    id: str
    game: str
    sides: list[list[str]]
    won: list[int]
    month: str


def play_book(store: Store, seed: int, matches: int) -> list[Fact]:
    """Store random finished matches of four games, some drawn, some solitaires, and return their facts."""
    dice, facts = random.Random(seed), []
    for number in range(matches):
        game = dice.choice(list(GAMES))
        players = dice.sample(FAMILY, GAMES[game])
        sides = [players[::2], players[1::2]] if len(players) == 4 else [[player] for player in players]
        won = sorted(dice.sample(range(len(sides)), 2 if len(sides) > 1 and dice.random() < 0.15 else 1))
        began = FRIDAY + timedelta(days=number // 2, hours=2 * (number % 2))
        id_ = played(store, players, began, [" & ".join(sides[index]) for index in won], game=game)
        facts.append(Fact(id_, game, sides, won, began.isoformat()[:7]))
    return facts


# -- the oracle: it shares no code with what it checks -----------------------------------------------------------------


def expect_meetings(facts: Sequence[Fact]) -> dict[tuple[str, str, str], list[int]]:
    """Return by game and two players how often the first won, how often the second, and how often neither."""
    found: dict[tuple[str, str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for fact in facts:
        for one in FAMILY:
            for two in FAMILY:
                mine = [index for index, side in enumerate(fact.sides) if one in side]
                yours = [index for index, side in enumerate(fact.sides) if two in side]
                if one < two and mine and yours and mine != yours:
                    found[fact.game, one, two][0 if fact.won == mine else 1 if fact.won == yours else 2] += 1
    return found


def expect_belts(facts: Sequence[Fact]) -> dict[str, tuple[set[str], str, int, int]]:
    """Return by game the holders of the belt, the match in which they won it, its defences and its changes."""
    found: dict[str, tuple[set[str], str, int, int]] = {}
    for fact in facts:
        if len(fact.sides) == 1 or len(fact.won) != 1:
            continue
        winner, seated = set(fact.sides[fact.won[0]]), {name for side in fact.sides for name in side}
        if fact.game not in found:
            found[fact.game] = (winner, fact.id, 0, 0)
        holders, match, defences, changes = found[fact.game]
        if match == fact.id or not holders & seated:
            continue
        if holders & winner:
            found[fact.game] = (holders, match, defences + 1, changes)
        else:
            found[fact.game] = (winner, fact.id, 0, changes + 1)
    return found


def expect_ended_streaks(facts: Sequence[Fact]) -> dict[str, tuple[int, set[str], str]]:
    """Return by player the first of their longest streaks of three wins or more that a side ended, and that side."""
    found: dict[str, tuple[int, set[str], str]] = {}
    for player in FAMILY:
        wins = 0
        for fact in facts:
            mine = [index for index, side in enumerate(fact.sides) if player in side]
            if not mine or len(fact.sides) == 1:
                continue
            if fact.won == mine:
                wins += 1
                continue
            if len(fact.won) == 1 and wins >= 3 and wins > found.get(player, (0,))[0]:
                found[player] = (wins, set(fact.sides[fact.won[0]]), fact.id)
            wins = 0
    return found


def rate(teams: list[list[tuple[float, float]]], won: list[int]) -> list[list[tuple[float, float]]]:
    """Return ratings after a match by Weng and Lin (2011), algorithm 4, with beta 25/3, tau 25/300 and kappa 1e-4."""
    teams = [[(mu, math.hypot(sigma, 25 / 300)) for mu, sigma in team] for team in teams]
    mus = [sum(mu for mu, _ in team) for team in teams]
    variances = [sum(sigma**2 for _, sigma in team) for team in teams]
    c = math.sqrt(sum(variance + (25 / 3) ** 2 for variance in variances))
    rank = [0 if index in won else 1 for index in range(len(teams))]
    after = []
    for i, team in enumerate(teams):
        omega = delta = 0.0
        for q in range(len(teams)):
            if rank[q] > rank[i]:
                continue
            p = math.exp(mus[i] / c) / sum(math.exp(mus[s] / c) for s in range(len(teams)) if rank[s] >= rank[q])
            omega += ((i == q) - p) / rank.count(rank[q])
            delta += p * (1 - p) / rank.count(rank[q])
        omega *= variances[i] / c
        delta *= math.sqrt(variances[i]) / c * variances[i] / c**2
        after.append(
            [
                (
                    mu + sigma**2 / variances[i] * omega,
                    sigma * math.sqrt(max(1 - sigma**2 / variances[i] * delta, 1e-4)),
                )
                for mu, sigma in team
            ]
        )
    return after


def expect_ratings(
    facts: Sequence[Fact],
) -> tuple[dict[Chapter, dict[str, tuple[float, float]]], dict[tuple[str, ...], list[float]]]:
    """Return ratings by chapter; and by game and pair the matches, wins, draws, wins expected and their variance."""
    ratings: dict[Chapter, dict[str, tuple[float, float]]] = defaultdict(dict)
    pairs: dict[tuple[str, ...], list[float]] = defaultdict(lambda: [0, 0, 0, 0.0, 0.0])
    for fact in facts:
        if len(fact.sides) == 1:
            continue
        known = ratings[CHAPTERS[fact.game]]
        teams = [[known.get(player, (25.0, 25 / 3)) for player in side] for side in fact.sides]
        for index, side in enumerate(fact.sides):
            if len(side) == 2:
                spread = math.sqrt(2 * (25 / 3) ** 2 + sum(sigma**2 for team in teams for _, sigma in team))
                ahead = sum(mu for mu, _ in teams[index]) - sum(mu for mu, _ in teams[1 - index])
                p = (1 + math.erf(ahead / spread / math.sqrt(2))) / 2
                added = (1, fact.won == [index], len(fact.won) > 1, p, p * (1 - p))
                pairs[fact.game, *sorted(side)] = [
                    old + new for old, new in zip(pairs[fact.game, *sorted(side)], added, strict=True)
                ]
        for side, after in zip(fact.sides, rate(teams, fact.won), strict=True):
            known.update(zip(side, after, strict=True))
    return ratings, pairs


def check(found: Rivalries, facts: Sequence[Fact]) -> None:
    """Compare all figures with those of the oracle."""
    against_others = [fact for fact in facts if len(fact.sides) > 1]
    assert {
        (game.key, *pair): [each.won, each.lost, each.undecided]
        for game, meetings in found.meetings.items()
        for pair, each in meetings.items()
    } == expect_meetings(facts)
    assert {
        game.key: (set(belt.holders), belt.match, belt.defences, belt.changes) for game, belt in found.belts.items()
    } == expect_belts(facts)
    assert {each.player: (each.wins, set(each.by), each.match) for each in found.streaks} == expect_ended_streaks(facts)
    ratings, pairs = expect_ratings(facts)
    for chapter, those in ratings.items():
        assert {name: (each.mean, each.deviation) for name, each in found.ratings[chapter].items()} == {
            name: pytest.approx(each) for name, each in those.items()
        }
        played_in = Counter(
            name for fact in against_others if CHAPTERS[fact.game] is chapter for side in fact.sides for name in side
        )
        assert {name: each.matches for name, each in found.ratings[chapter].items()} == played_in
        assert {name: found.find_course(chapter, name)[-1].rating for name in found.courses[chapter]} == found.ratings[
            chapter
        ]
    assert {
        (game.key, *pair): [each.matches, each.won, each.drawn, each.expected, each.variance]
        for game, partnerships in found.partnerships.items()
        for pair, each in partnerships.items()
    } == {key: pytest.approx(each) for key, each in pairs.items()}


# -- what is counted ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(1_000 if LONG else 6))
def test_each_number_of_a_random_book_is_what_an_oracle_counts(store: Store, seed: int) -> None:
    facts = play_book(store, seed, 40)
    check(count_rivalries(store), facts)


def test_what_was_stored_on_the_way_changes_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rivalries, "AT_ONCE", 7)
    facts = play_book(store, 11, 20)
    record_rivalries(store)
    facts = [*facts, *play_book(store, 12, 20)]
    assert has_uncounted_rivalries(store)
    check(count_rivalries(store), facts)
    record_rivalries(store)
    assert not has_uncounted_rivalries(store)
    check(count_rivalries(store), facts)


def test_a_match_that_is_deleted_counts_no_more_and_counts_in_its_place_when_it_is_brought_back(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rivalries, "AT_ONCE", 5)
    facts = play_book(store, 3, 24)
    record_rivalries(store)
    move_match(store, facts[9].id, "deleted")
    assert has_uncounted_rivalries(store)
    record_rivalries(store)
    check(count_rivalries(store), facts[:9] + facts[10:])
    move_match(store, facts[9].id, "archived")
    check(count_rivalries(store), facts)


def test_a_renamed_player_keeps_every_number(store: Store) -> None:
    facts = play_book(store, 4, 16)
    record_rivalries(store)
    before = count_rivalries(store).sum_meetings(lambda game: True)
    rename_player(store, "Bo", "Zoe")
    after = count_rivalries(store).sum_meetings(lambda game: True)
    assert len(facts) == 16
    assert after["Anna", "Zoe"] == before["Anna", "Bo"]
    assert after["Carl", "Zoe"] == -before["Bo", "Carl"]


def test_in_a_period_everybody_begins_as_a_newcomer(store: Store) -> None:
    facts = play_book(store, 5, 30)
    record_rivalries(store)
    since = FRIDAY.date() + timedelta(days=5)
    found = count_rivalries(store, Period(since, date(2999, 1, 1), FRIDAY.tzinfo))
    check(found, facts[10:])
    assert {point.label[:8] for point in found.find_course(Chapter.ROUNDS, "Anna")} <= {"2023-11-", "2023-12-"}
    check(count_rivalries(store, Period(FRIDAY.date(), None, FRIDAY.tzinfo)), facts)


def test_a_course_has_the_last_months(store: Store) -> None:
    for month in range(30):
        played(store, ["Anna", "Bo"], FRIDAY + timedelta(days=31 * month), ["Anna" if month % 3 else "Bo"])
    course = count_rivalries(store).find_course(Chapter.FIVES, "Anna")
    assert len(course) == MOST_POINTS
    assert (course[-1].matches, course[-1].won, course[-1].rating.matches) == (1, 1, 30)
    assert course[0].label == (FRIDAY + timedelta(days=31 * 6)).isoformat()[:7]


def test_a_month_begins_with_its_first_night_by_the_clock_of_the_phone(store: Store) -> None:
    began = [datetime(2023, 10, 31, 20, tzinfo=UTC), datetime(2023, 11, 1, 2, tzinfo=UTC)]
    began += [datetime(2023, 11, 1, 19, tzinfo=UTC), datetime(2023, 11, 15, 19, tzinfo=UTC)]
    for moment in began:
        played(store, ["Anna", "Bo"], moment, ["Anna"])
    in_zones = {"UTC": (2, 2), "America/New_York": (2, 2), "Pacific/Auckland": (0, 4), "Pacific/Honolulu": (2, 2)}
    for _ in range(2):
        for zone, matches in in_zones.items():
            course = count_rivalries(store, zone=ZoneInfo(zone)).find_course(Chapter.FIVES, "Anna")
            assert {point.label: (point.matches, point.won) for point in course} == {
                month: (count, count) for month, count in zip(("2023-10", "2023-11"), matches, strict=True) if count
            }
        record_rivalries(store)


# -- the rules ---------------------------------------------------------------------------------------------------------


def test_a_third_players_win_is_nobodys_defeat_by_another(store: Store) -> None:
    played(store, ["Anna", "Bo", "Carl"], FRIDAY, ["Carl"], game="dk_almindelig")
    meetings = count_rivalries(store).meetings[PlayedGame("dk_almindelig")]
    assert meetings["Anna", "Bo"] == Meeting(0, 0, 1)
    assert meetings["Anna", "Carl"] == Meeting(0, 1, 0)


def test_the_belt_passes_to_whoever_beats_a_holder(store: Store) -> None:
    def belt() -> Belt:
        return count_rivalries(store).belts[PlayedGame("spansk")]

    first = played(store, ["Anna", "Bo"], FRIDAY, ["Anna"])
    played(store, ["Bo", "Carl"], FRIDAY + hours(2), ["Carl"])
    played(store, ["Anna", "Bo"], FRIDAY + hours(4), ["Anna", "Bo"])
    assert belt() == Belt(("Anna",), first, 0, 0)
    played(store, ["Anna", "Bo"], FRIDAY + hours(6), ["Anna"])
    assert belt() == Belt(("Anna",), first, 1, 0)
    last = played(store, ["Anna", "Bo", "Carl", "Dora"], FRIDAY + hours(8), ["Bo & Dora"])
    assert belt() == Belt(("Bo", "Dora"), last, 0, 1)


def test_three_wins_in_a_row_that_somebody_ends_are_remembered(store: Store) -> None:
    for number, winner in enumerate(("Anna", "Anna", "Anna", "Bo", "Anna", "Anna", "Bo")):
        last = played(store, ["Anna", "Bo"], FRIDAY + hours(2 * number), [winner])
        if number == 3:
            ended = last
    assert count_rivalries(store).streaks == (EndedStreak("Anna", 3, ("Bo",), ended),)


def test_old_rows_are_thinned_out_but_for_the_first(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rivalries, "AT_ONCE", 1)
    for number in range(60):
        played(store, ["Anna", "Bo"], FRIDAY + hours(2 * number), ["Anna"])
    record_rivalries(store)
    with store.read() as db:
        counts = [count for (count,) in db.execute("SELECT matches FROM rivalries ORDER BY upto").fetchall()]
    assert (counts[0], counts[-1]) == (1, 60)
    assert len(counts) <= 8
    assert all(60 - older <= 3 * max(60 - newer, 1) + 1 for older, newer in pairwise(counts[:-1]))
