"""The numbers of the standings, a player's page, a comparison and the year of days, counted again by an oracle.

The oracle counts matches as they were played; it shares no code with the pages.
"""

import csv
import io
import random
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from itertools import permutations
from typing import NamedTuple

import pytest
from flask import Flask
from lxml import html

from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.history.details import move_match
from scorekeeper.store import Store
from tests.long import LONG
from tests.play.test_years import FAMILY, FEWEST_POINTS, GAMES, Fact, play_match
from tests.web.pages import Phone

pytestmark = pytest.mark.slow

BEGINS = datetime(2024, 11, 29, 18, tzinfo=UTC)
CHAPTERS = {"FIVES": ["spansk"], "ROUNDS": ["dk_almindelig", "german_draw"], "TRAINS": ["penalty_pad"]}
TABLES = ("2", "3", "pairs")  # the tables of these matches, as an address names them
Period = tuple[date | None, date | None]
Row = list[str]


class Standing(NamedTuple):
    """The standing of a player: rank, matches, those won, drawn and lost, streak, and mean points of a round."""

    rank: int | None
    matches: int
    won: int
    drawn: int
    lost: int
    streak: int
    per_round: float | None


class Book(NamedTuple):
    """The matches of a book, the two periods in which they are counted, and the players."""

    facts: list[Fact]
    periods: tuple[Period, Period]
    people: list[str]


def play_book(store: Store, phone: Phone, seed: int) -> Book:
    """Play up to 16 nights with up to six matches, some after midnight; most books have only some of the games.

    Some matches are archived. One is deleted and left out, if all its players have played another one. The numbers of
    some nights are stored, by the form on the page of the players, before the other nights are played.
    """
    dice = random.Random(seed)
    nights, games = dice.choice((3, 5, 8, 16)), dice.choices(GAMES, k=4)
    days = [BEGINS.date() + timedelta(days=dice.randrange(4 * nights)) for _ in range(2)]
    since, until = dice.choice(((min(days), max(days)), (min(days), None), (None, max(days))))
    stored, moved = dice.randint(1, nights), dice.randint(1, nights)
    facts = list[Fact]()
    for night in range(nights):
        facts += [
            play_match(store, dice, BEGINS + timedelta(days=4 * night, hours=2 * number), games)
            for number in range(dice.choice((1, 1, 2, 3, 6)))
        ]
        if night + 1 == moved:
            for fact in dice.sample(facts, min(len(facts), 5)):
                move_match(store, fact.id, "archived")
            played = Counter(player for fact in facts for player in list_players(fact))
            for fact in [fact for fact in facts if all(played[player] > 1 for player in list_players(fact))][:1]:
                move_match(store, fact.id, "deleted")
                facts.remove(fact)
        if night + 1 == stored:
            store_numbers(phone, (None, None))
            store_numbers(phone, (since, until))
    people = sorted({player for fact in facts for player in list_players(fact)})
    return Book(facts, ((None, None), (since, until)), people)


def list_players(fact: Fact) -> list[str]:
    """Return the players of a match."""
    return [player for side in fact.sides for player in side]


def store_numbers(phone: Phone, period: Period) -> None:
    """Send the form by which the page of the players stores what it has counted, if the page has that form."""
    page = phone.open(f"/players?{write_days(period)}")
    if "count" in page.forms:
        phone.send(page, "count")


def write_days(period: Period) -> str:
    """Return the parameters of an address that choose a period."""
    return "&".join(f"{name}={day}" for name, day in zip(("since", "until"), period, strict=True) if day)


# -- the oracle: it shares no code with what it checks -----------------------------------------------------------------


def choose_facts(facts: Sequence[Fact], period: Period) -> list[Fact]:
    """Return the matches of the nights from one day to another."""
    since, until = period
    return [fact for fact in facts if (since or date.min) <= fact.night <= (until or date.max)]


def side_of(fact: Fact, player: str) -> int | None:
    """Return the index of the player's side; None if they did not play."""
    return next((index for index, side in enumerate(fact.sides) if player in side), None)


def results_of(facts: Sequence[Fact], player: str) -> str:
    """Return a letter for each match of the player against others: W, D or L."""
    letters = ""
    for fact in facts:
        side = side_of(fact, player)
        if side is not None and len(fact.sides) > 1:
            letters += "L" if side not in fact.won else "W" if len(fact.won) == 1 else "D"
    return letters


def count_streak(results: str) -> int:
    return len(results) - len(results.rstrip("W"))


def count_points(facts: Sequence[Fact], player: str) -> Fraction | None:
    """Return the mean points of the player's side in a round; None without rounds."""
    those = [(fact, side) for fact in facts for side in (side_of(fact, player),) if side is not None]
    rounds = sum(len(fact.rounds) for fact, _ in those)
    return Fraction(sum(fact.totals[-1][side] for fact, side in those), rounds) if rounds else None


def name_table(fact: Fact) -> str:
    """Return the number of players if each plays alone; `pairs` for two pairs."""
    return "pairs" if len(fact.sides[0]) > 1 else str(len(fact.sides))


def expect_standings(facts: Sequence[Fact], chosen: Sequence[str], sort: str, table: str = "") -> dict[str, Standing]:
    """Return the standing of each player in these games at a table, or at every table."""
    in_games = [fact for fact in facts if len(fact.sides) > 1 and fact.game in chosen]
    in_games = [fact for fact in in_games if table in ("", name_table(fact))]
    counted = facts if len(chosen) > 2 and not table else in_games
    players = {player for fact in counted for player in list_players(fact)}
    results = {player: results_of(in_games, player) for player in players}
    streaks = {player: count_streak(results_of(facts, player)) for player in players}
    points = {player: count_points(in_games, player) for player in players}
    most = max(map(len, results.values()), default=0)
    enough = max(3, min(10, (most + 1) // 2))

    def key(player: str) -> tuple[Fraction | int, ...]:
        won, matches = results[player].count("W"), len(results[player])
        share = Fraction(won, matches or 1)
        mean = points[player] or Fraction(0)
        if sort == "points":
            return (-mean if set(chosen) <= FEWEST_POINTS else mean,)
        first: dict[str, Fraction | int] = {"share": share, "won": won, "streak": streaks[player]}
        return first[sort], share, won

    ranked = [player for player in players if len(results[player]) >= enough]
    return {
        player: Standing(
            1 + sum(key(other) > key(player) for other in ranked) if player in ranked else None,
            len(each),
            each.count("W"),
            each.count("D"),
            each.count("L"),
            streaks[player],
            None if points[player] is None else float(points[player] or 0),
        )
        for player, each in results.items()
    }


def expect_figures(facts: Sequence[Fact], player: str) -> dict[str, str]:
    """Return the figures at the top of the page of a player."""
    results, alone = results_of(facts, player), [fact for fact in facts if fact.sides == [(player,)]]
    return {
        "Finished matches": str(len(results) + len(alone)),
        "Won": str(results.count("W") + sum(bool(fact.won) for fact in alone)),
        "Longest run of wins": str(max(map(len, re.findall("W+", results)), default=0)),
        "Current streak": str(count_streak(results)),
    }


def expect_best(facts: Sequence[Fact], player: str, find: Callable[[Fact], list[int]]) -> str:
    """Return the most points that `find` returns for a match of the player, or a dash."""
    best = max((points for fact in facts if side_of(fact, player) is not None for points in find(fact)), default=0)
    return str(best) if best > 0 else "–"


def expect_games(facts: Sequence[Fact], player: str) -> dict[str, Row]:
    """Return the table row of each game that the player played against others."""
    rows = {}
    for game in {fact.game for fact in facts if len(fact.sides) > 1 and side_of(fact, player) is not None}:
        those = [fact for fact in facts if fact.game == game]
        results, per_round = results_of(those, player), count_points(those, player)
        rows[VARIANTS[game].name] = [
            str(len(results)),
            *(str(results.count(letter)) for letter in "WDL"),
            "–" if per_round is None else f"{float(per_round):.1f}",
            expect_best(those, player, lambda fact: [points for _, who, points in fact.moves if who == player]),
            expect_best(those, player, lambda fact: [points[side_of(fact, player) or 0] for _, points in fact.rounds]),
        ]
    return rows


def expect_met(facts: Sequence[Fact], player: str, together: bool) -> dict[str, Row]:
    """Count the player's matches with each opponent, or each partner: all of them, those won, and those lost."""
    met: dict[str, Counter[str]] = {}
    for fact in facts:
        mine = side_of(fact, player)
        for other in FAMILY:
            theirs = side_of(fact, other)
            if other == player or mine is None or theirs is None or (mine == theirs) is not together:
                continue
            lost = mine not in fact.won if together else fact.won == [theirs]
            met.setdefault(other, Counter()).update(all=1, won=fact.won == [mine], lost=lost)
    return {other: [str(int(each[what])) for what in ("all", "won", "lost")] for other, each in met.items()}


def expect_shares(facts: Sequence[Fact], player: str, by_night: bool) -> dict[str, list[str]]:
    """Return by chapter with ten matches or more the share won in each month or night, the last one first."""
    found = {}
    for chapter, games in CHAPTERS.items():
        those = [fact for fact in facts if fact.game in games and side_of(fact, player) is not None]
        results: dict[str, str] = {}
        for fact in those:
            label = f"{fact.night:%Y-%m-%d}" if by_night else f"{fact.night:%Y-%m}"
            results[label] = results.get(label, "") + results_of([fact], player)
        last = [f"{round(100 * each.count('W') / len(each))}%" for _, each in sorted(results.items())[-24:]]
        if len(those) >= 10 and len(last) > 1:
            found[chapter] = last[::-1]
    return found


# -- the pages ---------------------------------------------------------------------------------------------------------


class Sheet:
    """A page as tables of numbers."""

    def __init__(self, phone: Phone, path: str, period: Period) -> None:
        answer = phone.client.get(f"{path}{'&' if '?' in path else '?'}{write_days(period)}")
        assert answer.status_code == 200
        self.tree = html.document_fromstring(answer.text)

    def read_figures(self) -> dict[str, str]:
        """Return the headings and numbers of the list above the tables."""
        return {clear(each[0]): clear(each[1]) for each in self.tree.xpath("//dl[contains(@class, 'figures')]/div")}

    def read_rows(self, xpath: str) -> dict[str, Row]:
        """Return the rows of a table by their headings."""
        return {
            clear(row.xpath("th")[0]): [clear(cell) for cell in row.xpath("td")]
            for row in self.tree.xpath(f"{xpath}//tbody/tr")
        }


def clear(element: html.HtmlElement) -> str:
    """Return the text of an element without that of its pictures."""
    return " ".join(" ".join(element.xpath(".//text()[not(ancestor::svg)]")).split())


def drop_marks(rows: dict[str, Row]) -> dict[str, Row]:
    """Return the rows by the players' names, without the initials that are drawn in front of the names."""
    return {head.split()[-1]: cells for head, cells in rows.items()}


def check_standings(phone: Phone, facts: Sequence[Fact], period: Period, dice: random.Random) -> None:
    """Check the CSV of each choice of games in each order, at one table or at all, and one page of standings."""
    against_others = [game for games in CHAPTERS.values() for game in games]
    choices = {"": against_others, "ROUNDS": CHAPTERS["ROUNDS"]} | {game: [game] for game in against_others}
    for game, chosen in choices.items():
        sorts = ("share", "won", *["points"] * (len(chosen) == 1), *["streak"] * (not game))
        tables = {sort: dice.choice(["", *TABLES]) if sort != "streak" else "" for sort in sorts}
        for sort, table in tables.items():
            query = f"game={game}&sort={sort}&table={table}&{write_days(period)}"
            check_table(phone, query, expect_standings(facts, chosen, sort, table))
        sort, table = dice.choice([*tables.items()])
        expected = expect_standings(facts, chosen, sort, table)
        page = Sheet(phone, f"/players?game={game}&sort={sort}&table={table}", period)
        in_games = {name_table(fact) for fact in facts if len(fact.sides) > 1 and fact.game in chosen}
        offered = [each for each in TABLES if each in in_games | {table}]
        assert page.tree.xpath("//select[@id='table']/option/@value") == (["", *offered] if len(offered) > 1 else [])
        people = page.tree.xpath("//a[contains(@class, 'person')]")
        assert len(people) == len(expected)
        for person in people:
            each, words = expected[person.get("href").split("/")[2].split("?")[0]], clear(person)
            assert words.startswith(f"{each.rank}. ") is (each.rank is not None)
            if each.matches:
                assert words.endswith(f" {each.won} of {each.matches} won")
                told = {"streak": f" {each.streak} win", "points": f" {each.per_round or 0:.1f} a round"}
                assert told.get(sort, f" {round(100 * each.won / each.matches)}% ") in words


def check_table(phone: Phone, query: str, expected: Mapping[str, Standing]) -> None:
    """Check the standings that are exported as CSV."""
    with phone.client.get(f"/players.csv?{query}") as answer:
        rows = list(csv.DictReader(io.StringIO(answer.get_data(as_text=True))))
    assert len(rows) == len(expected)
    for row in rows:
        rank, *counts, per_round = expected[row["player"]]
        assert [row[what] for what in ("rank", "matches", "won", "drawn", "lost", "streak")] == [
            "" if number is None else str(number) for number in (rank, *counts)
        ]
        assert (float(row["points a round"]) if row["points a round"] else None) == (
            None if per_round is None else pytest.approx(per_round, abs=0.0051)
        )


def check_player(phone: Phone, facts: Sequence[Fact], player: str, period: Period, by_night: bool) -> None:
    page, results = Sheet(phone, f"/players/{player}", period), results_of(facts, player)
    alone = [fact for fact in facts if fact.sides == [(player,)]]
    figures = page.read_figures()
    solved = sum(bool(fact.won) for fact in alone)
    assert expect_figures(facts, player).items() <= figures.items()
    moves = [points for fact in facts for _, who, points in fact.moves if who == player and points > 0]
    assert figures.get("Best single move", "0").split()[0] == str(max(moves, default=0))
    if results:
        last = results[-20:]
        [words] = page.tree.xpath("//*[@id='last-words']")
        assert clear(words) == f"{last.count('W')} won, {last.count('D')} drawn, {last.count('L')} lost"
    assert page.read_rows("//table[contains(@class, 'by-game')]") == expect_games(facts, player)
    share = [str(len(alone)), str(solved), str(round(100 * solved / len(alone)))] if alone else []
    assert [*page.read_rows("//section[h2='Alone']").values()] == ([share] if alone else [])
    for heading, together in (("Head to head", False), ("As partners", True)):
        assert drop_marks(page.read_rows(f"//section[h2='{heading}']")) == expect_met(facts, player, together)
    charts = page.tree.xpath("//section[contains(@class, 'ratings')]//figure[figcaption='Share won']")
    shares = [[clear(cell) for cell in chart.xpath(".//tbody//td")] for chart in charts]
    expected = expect_shares(facts, player, by_night)
    assert sorted(shares) == sorted(expected.values())


def check_comparison(phone: Phone, facts: Sequence[Fact], pair: tuple[str, str], period: Period) -> None:
    page = Sheet(phone, "/compare?one={}&other={}".format(*pair), period)
    figures = [expect_figures(facts, player) for player in pair]
    both = page.read_rows("//section[@id='both']")
    assert {head: both.get(head) for head in figures[0]} == {
        head: [each[head] for each in figures] for head in figures[0]
    }
    met, together, points = {}, {}, {}
    for game in {fact.game for fact in facts if len(fact.sides) > 1}:
        in_game, name = [fact for fact in facts if fact.game == game], VARIANTS[game].name
        if pair[1] in (apart := expect_met(in_game, pair[0], together=False)):
            played, won, lost = map(int, apart[pair[1]])
            met[name] = [str(won), str(lost), str(played - won - lost)]
        if pair[1] in (partners := expect_met(in_game, pair[0], together=True)):
            together[name] = partners[pair[1]][:2]
        means = [count_points(in_game, player) for player in pair]
        if None not in means:
            points[name] = [f"{float(mean or 0):.1f}" for mean in means]
    assert page.read_rows("//section[@id='met']") == met
    assert {game: cells[:2] for game, cells in page.read_rows("//section[@id='together']").items()} == together
    assert page.read_rows("//section[@id='points']") == points


def check_days(phone: Phone, facts: Sequence[Fact], last: date) -> None:
    """Check the square of each day of 53 weeks, and the evenings and matches of each month."""
    page = Sheet(phone, "/rivals", (None, last))
    first = last - timedelta(days=last.weekday() + 52 * 7)
    nights = Counter(fact.night for fact in choose_facts(facts, (first, last)))
    squares = [square.get("class") for square in page.tree.xpath("//figure[@id='year']//rect")]
    days = [first + timedelta(days=number) for number in range(52 * 7 + last.weekday() + 1)]
    assert squares == [f"day-{sum(nights[day] >= least for least in (1, 3, 6))}" for day in days if nights]
    months = sorted({(day.year, day.month) for day in nights}, reverse=True)
    by_month = [[count for day, count in nights.items() if (day.year, day.month) == month] for month in months]
    assert [*page.read_rows("//figure[@id='year']").values()] == [[str(len(each)), str(sum(each))] for each in by_month]
    words = [clear(each).split()[::3] for each in page.tree.xpath("//*[@id='year-words']")]
    assert words == ([[str(nights.total()), str(len(nights))]] if nights else [])


@pytest.mark.parametrize("seed", range(1_000 if LONG else 3))
def test_each_number_on_the_pages_of_a_random_book_is_what_an_oracle_counts(
    app: Flask, phone: Phone, seed: int
) -> None:
    phone.client.set_cookie("zone", "UTC")
    book, dice = play_book(app.extensions["scorekeeper"], phone, seed), random.Random(seed)
    for period in book.periods:
        facts = choose_facts(book.facts, period)
        check_standings(phone, facts, period, dice)
        for player in dice.sample(book.people, 2):
            check_player(phone, facts, player, period, by_night=facts != book.facts)
        for pair in dice.sample(list(permutations(book.people, 2)), 2):
            check_comparison(phone, facts, pair, period)
    check_days(phone, book.facts, date(2024, 12, 1) + timedelta(days=dice.randrange(365)))
