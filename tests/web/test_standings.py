"""The standings of a book: who is ranked, by what, and that each number agrees with the matches."""

import csv
import io
import re
import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

import pytest
from flask import Flask

from scorekeeper.store import SqliteStore
from scorekeeper.web import create_app
from tests.browser.history import fill
from tests.play.test_evenings import FRIDAY, hours, played
from tests.web.conftest import KEY
from tests.web.pages import Page, Phone

ROW = re.compile(r"<li><a class=\"card person\" href=\"/players/(\w+)[^\"]*\">(.*?)</a></li>", re.DOTALL)


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Phone:
    """Return a phone in a book of 90 random matches, in four games."""
    app = create_app({"DATA": tmp_path_factory.mktemp("drawn"), "OWNER_KEY": KEY, "TESTING": True})
    fill(app.extensions["scorekeeper"], 90, 12)
    return Phone(app.test_client(), KEY)


@dataclass
class Played:
    """A finished match, as the CSV of all matches has it."""

    id: str
    game: str
    started: datetime
    sides: list[set[str]]
    totals: list[int]
    winners: list[set[str]]

    def result_of(self, player: str) -> str:
        won = [side for side in self.winners if player in side]
        return "lost" if not won else "won" if len(self.winners) == 1 else "drawn"


def matches_of(phone: Phone) -> list[Played]:
    """Return all finished matches against others, in the order in which they were played."""
    rows = csv.DictReader(io.StringIO(phone.client.get("/keeping/matches.csv").text))
    found = [
        Played(
            row["match"],
            row["game"],
            datetime.fromisoformat(row["started"]),
            [set(side.split(" & ")) for side in row["sides"].split("; ")],
            [int(total) for total in row["totals"].split("; ")],
            [set(side.split(" & ")) for side in row["winners"].split("; ")],
        )
        for row in rows
        if row["over"] and row["game"] != "dk_kabale"
    ]
    return found[::-1]


def count(matches: list[Played]) -> dict[str, Counter[str]]:
    """Return how many matches each player won, drew and lost."""
    counts: dict[str, Counter[str]] = {}
    for match in matches:
        for player in set().union(*match.sides):
            counts.setdefault(player, Counter())[match.result_of(player)] += 1
    return counts


def streak(matches: list[Played], player: str) -> int:
    results = "".join(match.result_of(player)[0] for match in matches if player in set().union(*match.sides))
    return len(results) - len(results.rstrip("w"))


def rows_of(page: Page) -> list[tuple[str, str]]:
    """Return the players in the order of the page, each with the rest of their row."""
    return [(name, " ".join(re.sub(r"<[^>]*>", " ", rest).split())) for name, rest in ROW.findall(page.html)]


def test_the_standings_are_what_the_matches_say(drawn: Phone) -> None:
    counts = count(matches_of(drawn))
    best = sorted(counts, key=lambda who: (-counts[who]["won"] / counts[who].total(), -counts[who]["won"]))
    rows = rows_of(drawn.open("/players"))
    assert [name for name, _ in rows] == best
    for name, told in rows:
        won, all_ = counts[name]["won"], counts[name].total()
        assert f"{round(100 * won / all_)}% {won} of {all_} won" in told


def test_they_are_sorted_by_wins_and_by_streak(drawn: Phone) -> None:
    matches = matches_of(drawn)
    counts = count(matches)
    by_wins = [counts[name]["won"] for name, _ in rows_of(drawn.open("/players?sort=won"))]
    assert by_wins == sorted((each["won"] for each in counts.values()), reverse=True)
    rows = rows_of(drawn.open("/players?sort=streak"))
    streaks = {name: streak(matches, name) for name in counts}
    assert [streaks[name] for name, _ in rows] == sorted(streaks.values(), reverse=True)
    assert all(re.search(rf"\b{streaks[name]} wins? in a row", told) for name, told in rows)


@pytest.mark.parametrize("game", ["spansk", "german_draw"])
def test_in_one_game_they_are_sorted_by_points_a_round(drawn: Phone, game: str) -> None:
    """The rounds are counted in the file of matches itself."""
    store: SqliteStore = drawn.client.application.extensions["scorekeeper"]
    with closing(sqlite3.connect(store.path)) as db:
        asked = (
            "SELECT id, count(*) FROM entries JOIN matches ON serial = match"
            " WHERE json_extract(entry, '$.entry') = 'round' GROUP BY id"
        )
        rounds_of = dict(db.execute(asked).fetchall())
    points, rounds = Counter[str](), Counter[str]()
    for match in matches_of(drawn):
        if match.game == game:
            for side, total in zip(match.sides, match.totals, strict=True):
                points.update(dict.fromkeys(side, total))
                rounds.update(dict.fromkeys(side, rounds_of[match.id]))
    rows = rows_of(drawn.open(f"/players?game={game}&sort=points"))
    assert {name for name, _ in rows} == {*rounds}
    for name, told in rows:
        assert f"{points[name] / rounds[name]:.1f} a round" in told
    ranked = [points[name] / rounds[name] for name, told in rows if told[0].isdigit()]
    assert ranked == sorted(ranked, reverse=True)


def test_a_chapter_has_the_matches_of_all_its_games(drawn: Phone) -> None:
    chapter = count([match for match in matches_of(drawn) if match.game in ("dk_almindelig", "german_draw")])
    page = drawn.open("/players?game=ROUNDS")
    told = dict(rows_of(page))
    for name, each in chapter.items():
        assert f"{each['won']} of {each.total()} won" in told[name]
    assert not page.has("by-streak")
    assert not page.has("by-points")


def test_the_standings_at_a_table_count_only_its_matches_on_the_page_in_the_spreadsheet_and_as_json(
    app: Flask, phone: Phone
) -> None:
    store = app.extensions["scorekeeper"]
    played(store, ["Anna", "Bo"], FRIDAY, ["Bo"])
    assert not phone.open("/players").has("table")
    played(store, ["Anna", "Bo", "Carl"], FRIDAY + hours(2), ["Anna"])
    played(store, ["Anna", "Bo", "Carl", "Dora"], FRIDAY + timedelta(days=90), ["Bo & Dora"])
    page = phone.open("/players?table=3&sort=won&until=2023-12-31")
    assert [(name, told[-10:]) for name, told in rows_of(page)] == [
        ("Anna", "1 of 1 won"),
        ("Bo", "0 of 1 won"),
        ("Carl", "0 of 1 won"),
    ]
    assert [page.has(each) for each in ("table", "by-won", "by-streak", "months")] == [True, True, False, False]
    links = {at["id"]: at["href"] for tag, at in page.elements if tag == "a" and "id" in at}
    assert links["standings-csv"] == "/players.csv?sort=won&table=3&until=2023-12-31"
    assert links["by-share"] == "/players?table=3&until=2023-12-31"
    assert sorted(page.forms["choice"].fields) == [("sort", "won"), ("until", "2023-12-31")]
    rows = csv.DictReader(io.StringIO(phone.client.get(links["standings-csv"]).text))
    assert {row["player"]: (row["won"], row["matches"]) for row in rows} == {
        "Anna": ("1", "1"),
        "Bo": ("0", "1"),
        "Carl": ("0", "1"),
    }
    document = phone.client.get("/players.json?table=pairs").get_json()["players"]
    assert {each["player"]: (each["won"], each["matches"]) for each in document} == {
        "Anna": (0, 1),
        "Bo": (1, 1),
        "Carl": (0, 1),
        "Dora": (1, 1),
    }
    assert "No match is like that." in phone.open("/players?table=4").text


def test_who_has_too_few_matches_is_not_ranked_and_the_page_says_how_many_are_enough(app: Flask, phone: Phone) -> None:
    store = app.extensions["scorekeeper"]
    for number in range(8):
        played(store, ["Anna", "Bo"], FRIDAY + hours(number), ["Anna" if number % 4 else "Bo"])
    played(store, ["Carl", "Bo"], FRIDAY + hours(9), ["Carl"])
    page = phone.open("/players")
    assert [name for name, _ in rows_of(page)] == ["Anna", "Bo", "Carl"]
    assert "1. Anna" in page.text.replace(" A ", " ")
    assert "Players are ranked from 5 finished matches on." in page.text
    assert [told.startswith(("1.", "2.")) for _, told in rows_of(page)] == [True, True, False]


def test_equal_players_have_the_same_rank(app: Flask, phone: Phone) -> None:
    for number in range(4):
        players, winner = (["Anna", "Bo"], "Anna") if number % 2 else (["Bo", "Anna"], "Bo")
        played(app.extensions["scorekeeper"], players, FRIDAY + hours(number), [winner])
    page = phone.open("/players")
    assert [told[:2] for _, told in rows_of(page)] == ["1.", "1."]
    assert "Players are ranked from 3 finished matches on." in page.text  # also if nobody is left out


@pytest.mark.parametrize(
    "query",
    ["game=x", "table=x", "table=4&sort=streak", "game=own+", "sort=points", "sort=x", "game=FIVES&sort=streak"],
)
def test_a_choice_that_makes_no_sense_is_answered_with_a_page(drawn: Phone, query: str) -> None:
    assert drawn.open(f"/players?{query}").status == 200


def test_each_number_of_a_period_is_what_its_matches_say_in_the_zone_of_the_phone(drawn: Phone) -> None:
    """The matches of the book begin at six in the evening and later in UTC, after midnight in Auckland."""
    drawn.client.set_cookie("zone", "Pacific/Auckland")
    try:
        matches = [match for match in matches_of(drawn) if (match.started - hours(8)).month == 2]
        counts = count(matches)
        query = "since=2024-02-01&until=2024-02-29"
        told = dict(rows_of(drawn.open(f"/players?{query}")))
        assert {name: re.findall(r"\d+ of \d+", text)[0] for name, text in told.items()} == {
            name: f"{each['won']} of {each.total()}" for name, each in counts.items()
        }
        rows = csv.DictReader(io.StringIO(drawn.client.get(f"/players.csv?{query}&sort=won").text))
        numbers = {row["player"]: [int(row[what]) for what in ("won", "drawn", "lost", "streak")] for row in rows}
        assert numbers == {
            name: [each["won"], each["drawn"], each["lost"], streak(matches, name)] for name, each in counts.items()
        }
        document = drawn.client.get(f"/players.json?{query}").get_json()["players"]
        assert {each["player"]: each["streak"] for each in document} == {name: streak(matches, name) for name in counts}
        page = drawn.open(f"/players/Anna?{query}").text
        alone = sum(int(row["matches"]) for each in document if each["player"] == "Anna" for row in each["games"])
        assert f"Finished matches {alone} Won" in page
        assert f"Current streak {streak(matches, 'Anna')} " in page
    finally:
        drawn.client.delete_cookie("zone")


@pytest.mark.parametrize(
    ("period", "day", "counted"),
    [
        ("night", "2023-11-18", ["Eva"]),
        ("month", "2023-11-18", ["Dora", "Eva"]),
        ("season", "2023-11-18", ["Carl", "Dora", "Eva"]),
        ("season", "2024-01-20", ["Carl", "Dora", "Eva", "Finn"]),
        ("year", "2023-11-18", ["Carl", "Dora", "Eva", "Finn"]),
    ],
)
def test_tonight_this_month_season_and_year_end_with_this_night(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch, period: str, day: str, counted: list[str]
) -> None:
    now = datetime.fromisoformat(day).replace(hour=1, tzinfo=UTC)  # belongs to the night of the day before

    class Clock(datetime):
        @classmethod
        def now(cls, tz: object = None) -> "datetime":  # type: ignore[override]
            return now

    monkeypatch.setattr("scorekeeper.web.forms.period.datetime", Clock)
    phone.client.set_cookie("zone", "Europe/Stockholm")
    days = {"Eva": 0, "Dora": 1, "Carl": 40, "Finn": 100, "Bo": 400}
    begins = {player: now - hours(1 + 24 * ago) for player, ago in days.items()}
    for player, began in reversed(begins.items()):
        played(app.extensions["scorekeeper"], [player, "Anna"], began, [player])
    assert sorted(name for name, _ in rows_of(phone.open(f"/players?period={period}"))) == ["Anna", *counted]
    assert sorted(name for name, _ in rows_of(phone.open("/players"))) == ["Anna", *sorted(days)]


def test_a_long_period_says_that_only_its_last_matches_are_counted(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = app.extensions["scorekeeper"]
    played(store, ["Anna", "Bo"], FRIDAY - timedelta(days=90), ["Bo"])
    for number in range(3):
        played(store, ["Anna", "Bo"], FRIDAY + hours(number), ["Anna" if number else "Bo"])
    told = "Counted from the last 2 finished matches of this period."
    assert told not in phone.open("/players?since=2023-11-01").text
    monkeypatch.setattr("scorekeeper.play.history.period_statistics.MOST_IN_PERIOD", 2)
    monkeypatch.setattr("scorekeeper.web.views.periods.MOST_IN_PERIOD", 2)
    page = phone.open("/players?since=2023-11-01")
    assert told in page.text
    assert "2 of 2 won" in page.text
    whole = phone.open("/players?since=2023-01-01").text
    assert told not in whole
    assert "2 of 4 won" in whole


def test_the_links_of_a_page_keep_its_period_games_and_order(drawn: Phone) -> None:
    page = drawn.open("/players?game=spansk&sort=won&since=2024-02-01")
    links = {at["id"]: at["href"] for tag, at in page.elements if tag == "a" and "id" in at}
    assert links["period-year"] == "/players?game=spansk&sort=won&period=year"
    assert links["by-points"] == "/players?game=spansk&sort=points&since=2024-02-01"
    assert sorted(page.forms["choice"].fields) == [("since", "2024-02-01"), ("sort", "won")]
    assert page.forms["dates"].fields == [("game", "spansk"), ("sort", "won"), ("since", "2024-02-01"), ("until", "")]


def test_the_matches_and_the_standings_behind_a_player_of_a_period_are_those_of_the_period(drawn: Phone) -> None:
    page = drawn.open("/players/Anna?since=2024-02-01")
    links = [at["href"] for tag, at in page.elements if tag == "a" and "href" in at]
    assert {"/history?player=Anna&since=2024-02-01", "/players?since=2024-02-01"} <= set(links)


@pytest.mark.parametrize(
    "query", ["since=x", "until=9999-12-31", "since=0001-01-01", "since=2024-02-02&until=2024-01-01"]
)
def test_dates_that_make_no_sense_are_answered_with_a_page(drawn: Phone, query: str) -> None:
    for path in ("/players", "/players/Anna", "/players.csv"):
        with drawn.client.get(f"{path}?{query}") as answer:
            assert answer.status_code == 200


def test_the_standings_say_who_won_most_in_each_month_of_the_year_in_the_chosen_games(drawn: Phone) -> None:
    played_here = matches_of(drawn)
    for game in ("", "german_draw"):
        page = drawn.open(f"/players?since=2024-01-01&until=2024-12-31&game={game}")
        section = re.search(r'<section class="card" id="months">(.*?)</section>', page.html, re.DOTALL)
        assert section
        rows = [
            [
                " ".join(re.sub(r"<[^>]*>", " ", cell).split())
                for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)
            ]
            for row in re.findall(r"<tr>(.*?)</tr>", section[1], re.DOTALL)
        ]
        expected = []
        matches = [match for match in played_here if game in ("", match.game)]
        for month in sorted({match.started.month for match in matches}):
            those = [match for match in matches if match.started.month == month]
            won = {player: each["won"] for player, each in count(those).items()}
            best = sorted(player for player, wins in won.items() if wins == max(won.values()) > 0)
            name = f"{date(2024, month, 1):%B}"
            expected.append([name, " ".join(best) or "–", str(max(won.values()) or "–"), str(len(those))])
        assert rows[1:] == expected


def test_a_page_of_a_period_has_its_statistics_stored_and_then_counts_all_its_matches(
    phone: Phone, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.play.history.period_statistics.MOST_IN_PERIOD", 2)
    for number in range(4):
        played(app.extensions["scorekeeper"], ["Anna", "Bo"], FRIDAY + hours(2 * number), ["Anna"])
    played(app.extensions["scorekeeper"], ["Anna", "Bo"], FRIDAY + timedelta(days=400), ["Bo"])
    address = "/players?since=2023-11-01&until=2023-11-30"
    page = phone.open(address)
    assert (page.has("not-whole"), "2 of 2 won" in page.text) == (True, True)
    phone.send(page, "count")
    page = phone.open(address)
    assert (page.has("not-whole"), page.has("count"), "4 of 4 won" in page.text) == (False, False, True)
