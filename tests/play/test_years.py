"""The page of a year: each number is counted again by an oracle that shares no code with it."""

import random
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest

from scorekeeper.engine.file.match import parse_entry
from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.sheet.fold import start_sheet, write_entries
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play import Profile
from scorekeeper.play.history import period_statistics
from scorekeeper.play.history.details import move_match
from scorekeeper.play.history.period_statistics import counts_whole
from scorekeeper.play.history.statistics import has_unrecorded_statistics, record_statistics
from scorekeeper.play.history.year import (
    KIND,
    Moment,
    Moments,
    Year,
    find_year,
    has_enough_matches,
    list_months,
    list_years,
    make_year,
)
from scorekeeper.play.player_names import change_profile, rename_player
from scorekeeper.play.scoring.digests import make_digest
from scorekeeper.play.scoring.writing import record_result
from scorekeeper.store import Store
from scorekeeper.store.entries import EntryRow, write_new_entries
from scorekeeper.store.evenings import join_evening
from scorekeeper.store.matches import write_match
from tests.long import LONG, mark_slow
from tests.play.test_evenings import FRIDAY, hours, played

FAMILY = ("Anna", "Bo", "Carl", "Dora", "Eva", "Finn")
GAMES = ("spansk", "dk_almindelig", "german_draw", "penalty_pad", "dk_kabale")
FEWEST_POINTS = {"penalty_pad"}  # games in which the lowest total wins
START = datetime(2024, 11, 1, 18, tzinfo=UTC)


@dataclass
class Fact:
    """A finished match: its sides, the totals after each entry that counts, and the points of each round.

    `moves` has the number, the player and the points of each scoring move.
    """

    id: str
    game: str
    sides: list[tuple[str, ...]]
    won: list[int]
    began: datetime
    minutes: int
    totals: list[list[int]] = field(default_factory=list)
    rounds: list[tuple[int, list[int]]] = field(default_factory=list)
    moves: list[tuple[int, str, int]] = field(default_factory=list)

    @property
    def night(self) -> date:
        """The day of the night on which it was played; here no evening goes on past the morning."""
        return (self.began - timedelta(hours=8)).date()


def play_match(store: Store, dice: random.Random, began: datetime, games: Sequence[str] = GAMES) -> Fact:
    """Play a match of one of the games with random rounds until it is over, and return its facts."""
    variant = VARIANTS[dice.choice(games)]
    fewest = variant.fewest_players
    seats = 4 if variant.partners == "always_with_four" else dice.randint(fewest, min(fewest + 1, variant.most_players))
    players = dice.sample(FAMILY, seats)
    options = {"rounds": 4} if variant.key == "penalty_pad" else None
    sheet = start_sheet(variant, variant.seat(players, None, None, options))
    minutes = dice.choice((0, 1, 20, 45, 90))
    while not sheet.over:
        out, *others = dice.sample(players, len(players))
        entry: dict[str, Any] = {
            "entry": "round",
            "out": out,
            "hands": {player: {"pips": dice.randint(1, 30)} for player in others},
        }
        if "result" in variant.takes:
            entry = {"entry": "result", "won": True, "left": {"tiles": 0}}
        elif variant.key == "spansk" and dice.random() < 0.5:
            entry = {"entry": "ends", "player": out, "ends": ["5", "0"]}
        with suppress(RuleError):  # the tiles may not allow these hands
            sheet = write_entries(sheet, parse_entry(entry, variant, sheet.seating))
    seating, written = sheet.seating, began + timedelta(minutes=minutes)
    rows = [EntryRow(line.number, f"p{line.number}", written, line.entry.to_json(), None) for line in sheet.lines]
    with store.write() as db:
        row = write_match(
            db,
            f"m{began:%y%m%d%H}",
            variant.key,
            players,
            seating.partners,
            None,
            dict(seating.options),
            began,
            newest=False,
        )
        write_new_entries(db, row.serial, rows)
        record_result(db, row.serial, sheet, make_digest(sheet), written)
        join_evening(db, row.serial)
    names = [
        " & ".join(side) for side in ([players[::2], players[1::2]] if seating.partners else [[p] for p in players])
    ]
    return Fact(
        row.id,
        variant.key,
        [tuple(name.split(" & ")) for name in names],
        [names.index(winner) for winner in sheet.winners],
        began,
        minutes,
        [[line.totals[name] for name in names] for line in sheet.lines],
        [(line.number, [line.points.get(name, 0) for name in names]) for line in sheet.lines if line.entry.ends_round],
        [
            (line.number, said["player"], sum(line.points.values()))
            for line in sheet.lines
            for said in (line.entry.to_json(),)
            if said["entry"] == "ends"
        ],
    )


def play_book(store: Store, seed: int, matches: int) -> list[Fact]:
    """Play matches of about fourteen months, the first of which are of the year before 2025."""
    dice = random.Random(seed)
    return [
        play_match(store, dice, START + timedelta(days=number * 420 // matches, hours=7 * (number % 2)))
        for number in range(matches)
    ]


# -- the oracle: it shares no code with what it checks -----------------------------------------------------------------


def greatest(found: dict[Any, Any]) -> dict[Any, Any]:
    """Return the items with the greatest value."""
    return {key: value for key, value in found.items() if value == max(found.values())}


def expect_shares(facts: Sequence[Fact]) -> dict[str, tuple[Fraction, int]]:
    """Return the share and wins of each player who played half as often as the most active, who played five matches."""
    matches = Counter(player for fact in facts for side in fact.sides for player in side)
    won = Counter(player for fact in facts if len(fact.won) == 1 for player in fact.sides[fact.won[0]])
    return {
        player: (Fraction(won[player], number), won[player])
        for player, number in matches.items()
        if 2 * number >= max(matches.values()) >= 5
    }


def expect_streaks(facts: Sequence[Fact]) -> dict[str, int]:
    """Return the longest run of wins of each player."""
    longest = Counter[str]()
    for player in FAMILY:
        results = [
            len(fact.won) == 1 and player in fact.sides[fact.won[0]]
            for fact in facts
            if any(player in side for side in fact.sides)
        ]
        runs = "".join("W" if each else " " for each in results).split()
        longest[player] = max(map(len, runs), default=0)
    return longest


def expect_rounds(facts: Sequence[Fact]) -> dict[tuple[str, tuple[str, ...], int], int]:
    """Return of each match and side the round that scored most, by its entry; the first one of equal ones."""
    found = {}
    for fact in facts:
        for index, side in enumerate(fact.sides if fact.game not in FEWEST_POINTS else ()):
            scored = {number: points[index] for number, points in fact.rounds if points[index] > 0}
            if scored:
                number = min(greatest(scored))
                found[fact.id, side, number] = scored[number]
    return found


def expect_finishes(facts: Sequence[Fact]) -> dict[str, tuple[int, int]]:
    """Return by match that one side won by points the lead over the next side, negative, and the largest total."""
    found = {}
    for fact in facts:
        if len(fact.won) == 1:
            sign = -1 if fact.game in FEWEST_POINTS else 1
            own, second, *_ = sorted((sign * total for total in fact.totals[-1]), reverse=True)
            if own > second and sign * fact.totals[-1][fact.won[0]] == own:
                found[fact.id] = (second - own, max(abs(own), abs(second)))
    return found


def expect_comebacks(facts: Sequence[Fact]) -> dict[str, int]:
    """Return by match how many points its only winner was behind at most."""
    found = {}
    for fact in facts:
        if len(fact.won) == 1:
            behind = [
                abs((min if fact.game in FEWEST_POINTS else max)(totals) - totals[fact.won[0]])
                for totals in fact.totals
            ]
            if max(behind):
                found[fact.id] = max(behind)
    return found


def expect_pairs(facts: Sequence[Fact]) -> dict[tuple[str, frozenset[str]], tuple[Fraction, int]]:
    """Return by game and pair that won more than half of five matches or more the share and number of wins."""
    matches, won = Counter[tuple[str, frozenset[str]]](), Counter[tuple[str, frozenset[str]]]()
    for fact in facts:
        for index, side in enumerate(fact.sides):
            if len(side) == 2:
                matches[fact.game, frozenset(side)] += 1
                won[fact.game, frozenset(side)] += fact.won == [index]
    return {
        key: (Fraction(won[key], count), won[key])
        for key, count in matches.items()
        if count >= 5 and 2 * won[key] > count
    }


def expect_nemeses(facts: Sequence[Fact]) -> dict[tuple[str, str, str], tuple[Fraction, int]]:
    """Return by game and two players, the first of whom won most of five decided matches or more, share and wins."""
    won = Counter[tuple[str, str, str]]()
    for fact in facts:
        for winner in fact.sides[fact.won[0]] if len(fact.won) == 1 else ():
            won.update((fact.game, winner, loser) for side in fact.sides if winner not in side for loser in side)
    found = {}
    for (game, one, two), count in won.items():
        decided = count + won[game, two, one]
        if decided >= 5 and 2 * count > decided and decided_by_them(facts, game, one, two) == decided:
            found[game, one, two] = (Fraction(count, decided), count)
    return found


def decided_by_them(facts: Sequence[Fact], game: str, one: str, two: str) -> int:
    """Return how many matches of a game one of two opponents won against the other."""
    return sum(
        len(fact.won) == 1 and (one in fact.sides[fact.won[0]]) != (two in fact.sides[fact.won[0]])
        for fact in facts
        if fact.game == game and all(any(player in side for side in fact.sides) for player in (one, two))
    )


def check(found: Year, book: Sequence[Fact], year: int) -> None:
    """Compare all figures of a year with those of the oracle."""
    against_others = [fact for fact in book if len(fact.sides) > 1]
    facts = [fact for fact in against_others if fact.night.year == year]
    before = {fact.id for fact in book if fact.night.year < year}
    earlier = [fact for fact in against_others if fact.id in before]
    assert found.matches == len(facts)
    assert found.nights == len({fact.night for fact in facts})
    players = {player for fact in facts for side in fact.sides for player in side}
    assert found.players == len(players)
    minutes = [fact.minutes for fact in facts if fact.minutes >= 2]
    assert (found.time, found.timed) == (timedelta(minutes=sum(minutes)), len(minutes))
    played_before = {player for fact in book if fact.id in before for side in fact.sides for player in side}
    assert set(found.newcomers) == (players - played_before if before else set())
    games = {fact.game for fact in facts}
    assert {game.key for game in found.new_games} == (games - {fact.game for fact in earlier} if before else set())
    if len(facts) < 5:
        assert not found.best
        return
    favourites = greatest(Counter(fact.game for fact in facts))
    assert {game.key: found.favourite_matches for game in found.favourites} == favourites
    nights = Counter(fact.night for fact in facts)
    busiest = sorted(greatest(nights), reverse=True)
    assert list(found.busiest) == (busiest if len(busiest) < len(nights) else [])
    assert found.busiest_matches == max(nights.values())
    shares = expect_shares(facts)
    best = greatest(shares)
    assert {each.player: (each.share, each.won) for each in found.best} == (best if len(best) < len(shares) else {})
    streaks = greatest({player: run for player, run in expect_streaks(facts).items() if run >= 3} or {"": 0})
    assert dict.fromkeys(found.streaks, found.streak) == {player: run for player, run in streaks.items() if run}
    check_moments(
        found.rounds,
        {(each.match, each.players, each.entry): each.points for each in found.rounds.named},
        expect_rounds(facts),
    )
    check_moments(
        found.finishes,
        {each.match: (-each.points, max(each.totals)) for each in found.finishes.named},
        expect_finishes(facts),
    )
    check_moments(found.comebacks, {each.match: each.points for each in found.comebacks.named}, expect_comebacks(facts))
    by_id = {fact.id: fact for fact in facts}
    for moment in (*found.rounds.named, *found.finishes.named, *found.comebacks.named):
        check_moment(moment, by_id[moment.match])
    assert {
        (game.key, frozenset(pair)): (Fraction(each.won, each.matches), each.won) for pair, game, each in found.pairs
    } == (greatest(expect_pairs(facts)))
    assert {
        (game.key, *pair): (Fraction(each.won, each.decided), each.won) for pair, game, each in found.nemeses
    } == greatest(expect_nemeses(facts))


def count_months(facts: Sequence[Fact], year: int) -> dict[str, tuple[set[str], int, int]]:
    """Return by month of the year who won most, how many matches they won, and how many were played."""
    found = {}
    for month in range(1, 13):
        those = [fact for fact in facts if (fact.night.year, fact.night.month) == (year, month) and len(fact.sides) > 1]
        won = Counter(player for fact in those if len(fact.won) == 1 for player in fact.sides[fact.won[0]])
        if those:
            found[f"{year}-{month:02}"] = (
                set(greatest(won)) if won else set(),
                max(won.values(), default=0),
                len(those),
            )
    return found


def check_moments(found: Moments, named: dict[Any, Any], expected: dict[Any, Any]) -> None:
    """Compare the number of equal moments, and those that are named, with those of the oracle."""
    best = greatest(expected)
    assert (found.count, len(named)) == (len(best), len(best))  # the page names up to twelve of each kind
    assert named.items() <= best.items()


def check_moment(moment: Moment, fact: Fact) -> None:
    """Compare the game, the night and the sides of a moment with its match."""
    assert (moment.game.key, moment.day) == (fact.game, fact.night)
    if moment.entry is None:
        own, theirs = (fact.sides.index(side) for side in (moment.players, moment.others))
        assert fact.won == [own]
        assert list(moment.totals) == [fact.totals[-1][own], fact.totals[-1][theirs]]


# -- what is told ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(1_000) if LONG else [0, *mark_slow(*range(1, 6))])
def test_each_number_of_a_year_of_a_random_book_is_what_an_oracle_counts(store: Store, seed: int) -> None:
    facts = play_book(store, seed, 60)
    for year in (2024, 2025):
        check(find_year(store, year, UTC), facts, year)
        assert count_months(facts, year) == {
            each.month: (set(each.players), each.won, each.matches) for each in list_months(store, year, UTC)
        }
    assert list_years(store, UTC, 5) == tuple(sorted({fact.night.year for fact in facts}, reverse=True))


def record(store: Store, year: int) -> None:
    """Store all statistics of a year, as the form of its page does."""
    record_statistics(store, make_year(year, UTC), make_year(year, UTC))


def test_what_was_stored_on_the_way_changes_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(period_statistics, "AT_ONCE", 7)
    dice = random.Random(21)
    facts = [play_match(store, dice, START + timedelta(days=7 * number)) for number in range(30)]
    for year in (2024, 2025):
        record(store, year)
        assert not has_unrecorded_statistics(store, make_year(year, UTC), make_year(year, UTC))
    facts += [play_match(store, dice, START + timedelta(days=7 * number)) for number in range(30, 60)]
    period = make_year(2025, UTC)
    assert has_unrecorded_statistics(store, period, period)
    for _ in range(2):
        for year in (2024, 2025):
            check(find_year(store, year, UTC), facts, year)
            record(store, year)
    assert not has_unrecorded_statistics(store, period, period)


def test_a_match_that_is_deleted_renamed_or_imported_late_counts_as_if_nothing_were_stored(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(period_statistics, "AT_ONCE", 9)
    facts = play_book(store, 22, 50)
    record(store, 2025)
    gone = next(fact for fact in facts if fact.night.year == 2025 and len(fact.sides) > 1)
    move_match(store, gone.id, "deleted")
    check(find_year(store, 2025, UTC), [fact for fact in facts if fact is not gone], 2025)
    record(store, 2025)
    move_match(store, gone.id, "here")
    check(find_year(store, 2025, UTC), facts, 2025)
    record(store, 2025)
    late = play_match(store, random.Random(5), datetime(2025, 3, 3, 3, tzinfo=UTC))
    check(find_year(store, 2025, UTC), sorted([*facts, late], key=lambda fact: fact.began), 2025)
    record(store, 2025)
    best = {score.player for score in find_year(store, 2025, UTC).best}
    rename_player(store, "Anna", "Zoe")
    assert {score.player for score in find_year(store, 2025, UTC).best} == {
        "Zoe" if player == "Anna" else player for player in best
    }


def test_a_year_with_more_matches_than_a_page_counts_is_whole_once_it_is_stored(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(period_statistics, "MOST_IN_PERIOD", 6)
    for number in range(10):
        played(store, ["Anna", "Bo"], FRIDAY + hours(2 * number), ["Anna"])
    played(store, ["Anna", "Bo"], FRIDAY + timedelta(days=400), ["Anna"])
    assert (find_year(store, 2023, UTC).matches, counts_whole(store, KIND, make_year(2023, UTC))) == (6, False)
    record(store, 2023)
    assert (find_year(store, 2023, UTC).matches, counts_whole(store, KIND, make_year(2023, UTC))) == (10, True)


def test_only_the_periods_that_were_counted_last_stay_stored(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.store.periods.MOST", 4)
    for year in range(2020, 2030):
        played(store, ["Anna", "Bo"], datetime(year, 5, 5, 20, tzinfo=UTC), ["Anna"])
        record(store, year)
    with store.read() as db:
        kept = db.execute("SELECT count(*), min(upto) FROM periods").fetchone()
    assert kept[0] == 4
    assert find_year(store, 2020, UTC).matches == 1


def test_a_new_years_night_belongs_to_the_old_year(store: Store) -> None:
    for number in range(5):
        played(store, ["Anna", "Bo"], datetime(2025, 12, 31, 20, tzinfo=UTC) + hours(2 * number), ["Anna"])
    year = find_year(store, 2025, UTC)
    assert (year.matches, year.nights, year.time) == (5, 1, hours(5))
    assert find_year(store, 2026, UTC).matches == 0
    assert list_years(store, UTC, 5) == (2025,)
    assert has_enough_matches(store, 2025, UTC)
    assert not has_enough_matches(store, 2026, UTC)


def test_before_five_matches_only_their_number_is_told(store: Store) -> None:
    for number in range(4):
        played(store, ["Anna", "Bo"], FRIDAY + hours(2 * number), ["Anna"])
    year = find_year(store, 2023, UTC)
    assert (year.matches, year.players, year.best, year.streaks, year.finishes) == (4, 2, (), (), Moments())


def test_guests_are_not_compared_and_their_best_is_nobodys(store: Store) -> None:
    for number in range(6):
        played(store, ["Anna", "Bo"], FRIDAY + hours(2 * number), ["Bo"])
        played(store, ["Anna", "Carl"], FRIDAY + hours(2 * number + 1), ["Anna"])
    change_profile(store, "Bo", Profile(9, 7, "", True))
    year = find_year(store, 2023, UTC)
    assert [score.player for score in year.best] == ["Anna"]
    assert (year.streaks, {moment.players for moment in year.finishes.named}) == ((), {("Anna",)})
    assert [pair for pair, _, _ in year.nemeses] == [("Anna", "Carl")]


def test_equal_players_share_the_title_unless_everybody_is_equal(store: Store) -> None:
    for number in range(6):
        played(store, ["Anna", "Bo"], FRIDAY + hours(2 * number), ["Anna" if number % 2 else "Bo"])
    assert find_year(store, 2023, UTC).best == ()
    for number in range(6):
        played(store, ["Carl", "Dora"], FRIDAY + hours(2 * number + 1), ["Dora" if number % 2 else "Carl"])
        played(store, ["Eva", "Finn"], FRIDAY + hours(20 + 2 * number), ["Eva", "Finn"])
    assert {score.player for score in find_year(store, 2023, UTC).best} == {"Anna", "Bo", "Carl", "Dora"}
