"""The rivals of a book, and two players compared: each number on the pages is counted again from the matches."""

import csv
import io
import re
from collections import Counter
from datetime import datetime, timedelta

import pytest
from flask import Flask

from scorekeeper.play import Profile
from scorekeeper.play.player_names import change_profile
from scorekeeper.store import Store
from tests.play.test_evenings import FRIDAY, hours, played
from tests.web.pages import Page, Phone
from tests.web.test_standings import Played, drawn, matches_of

__all__ = ["drawn"]

FAMILY = ("Anna", "Bo", "Carl", "Dora", "Eva", "Finn")
CELL = re.compile(r"<td[^>]*>\s*(?:<a href=\"/compare\?one=(\w+)&amp;other=(\w+)[^\"]*\">(\d+)</a>)?\s*</td>")
ROW = re.compile(r"<tr>\s*<th scope=\"row\">(.*?)</th>(.*?)</tr>", re.DOTALL)


def count_wins(matches: list[Played]) -> Counter[tuple[str, str]]:
    """Count how often the first of two players has beaten the second, for pairs of whom one has beaten the other."""
    wins, met = Counter[tuple[str, str]](), set[tuple[str, str]]()
    for match in matches:
        for winner in match.winners if len(match.winners) == 1 else []:
            for side in match.sides:
                if side != winner:
                    met |= {(one, two) for one in winner for two in side}
                    wins.update((one, two) for one in winner for two in side)
    return Counter({pair: wins[pair] for one, two in met for pair in ((one, two), (two, one))})


def rows_of(page: Page, id_: str) -> dict[str, list[str]]:
    """Return the first words of each row of the table in the section, with the texts of its cells."""
    section = re.search(rf"<section class=\"card\" id=\"{id_}\">(.*?)</section>", page.html, re.DOTALL)
    assert section
    return {
        clear(head): [clear(cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", rest, re.DOTALL)]
        for head, rest in ROW.findall(section[1])
    }


def clear(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


@pytest.mark.parametrize("games", [("spansk",), ("german_draw",), ("dk_almindelig", "german_draw")])
def test_the_heat_table_says_who_beats_whom_in_a_game_or_a_chapter(drawn: Phone, games: tuple[str, ...]) -> None:
    page = drawn.open(f"/rivals?game={games[0] if len(games) == 1 else 'ROUNDS'}")
    cells = {(one, two): int(won) for one, two, won in CELL.findall(page.html) if won}
    assert cells == count_wins([match for match in matches_of(drawn) if match.game in games])


def test_a_period_is_obeyed(drawn: Phone) -> None:
    page = drawn.open("/rivals?game=spansk&since=2024-02-01&until=2024-02-29")
    matches = [match for match in matches_of(drawn) if match.game == "spansk" and match.started.month == 2]
    assert {(one, two): int(won) for one, two, won in CELL.findall(page.html) if won} == count_wins(matches)


def test_two_players_are_compared_game_by_game(drawn: Phone) -> None:
    matches = matches_of(drawn)
    for one, other in (("Anna", "Bo"), ("Bo", "Anna"), ("Carl", "Dora")):
        page = drawn.open(f"/compare?one={one}&other={other}")
        found = rows_of(page, "met") if page.has("met") else {}
        for game, name in (("spansk", "Spansk domino"), ("dk_almindelig", "Almindelig domino")):
            those = [match for match in matches if match.game == game]
            wins = count_wins(those)
            apart = [
                match
                for match in those
                if any(one in side and other not in side for side in match.sides)
                and any(other in side and one not in side for side in match.sides)
            ]
            if apart:
                neither = len(apart) - wins[one, other] - wins[other, one]
                assert found[name] == [str(each) for each in (wins[one, other], wins[other, one], neither)]
            else:
                assert name not in found
        counts = [sum(player in set().union(*match.sides) for match in matches) for player in (one, other)]
        alone = int(rows_of(page, "both")["Finished matches"][0]) - counts[0]
        assert alone >= 0  # solitaires, which are no match against others


def test_a_nemesis_and_a_favourite_opponent_are_named_from_five_matches_in_one_game_on(
    app: Flask, phone: Phone
) -> None:
    store: Store = app.extensions["scorekeeper"]
    for number in range(5):
        assert "Nemesis" not in phone.open("/players/Anna").text if number else True
        played(store, ["Anna", "Bo"], FRIDAY + hours(4 * number), ["Bo"])
        played(store, ["Anna", "Carl"], FRIDAY + hours(4 * number + 2), ["Anna"])
    text = phone.open("/players/Anna").text
    assert re.search(r"Favourite opponent .?Carl : Spansk domino, Anna won 5 of 5", text)
    assert re.search(r"Nemesis .?Bo : Spansk domino, Anna won 0 of 5", text)


def test_the_best_partner_is_told_with_what_both_won(app: Flask, phone: Phone) -> None:
    for number in range(5):
        played(
            app.extensions["scorekeeper"],
            ["Anna", "Bo", "Carl", "Dora"],
            FRIDAY + hours(2 * number),
            ["Anna & Carl" if number else "Bo & Dora"],
        )
    text = phone.open("/players/Anna").text
    assert re.search(r"Best partner .?Carl : Spansk domino, Anna and Carl won 4 of 5 together", text)


def test_each_heading_says_of_which_games_and_days_its_numbers_are(drawn: Phone) -> None:
    period = "since=2024-02-01&until=2024-02-29"
    for game, name in (("spansk", "Spansk domino"), ("ROUNDS", "In rounds")):
        headings = re.findall(r"<(h2|figcaption)[^>]*>(.*?)</", drawn.open(f"/rivals?game={game}&{period}").html)
        assert {
            f"Who beats whom: {name}",
            "Champions: 1 Feb 2024 – 29 Feb 2024",
            "Twelve months: every game",
        } <= {clear(heading) for _, heading in headings}


def test_each_of_the_busiest_evenings_of_the_twelve_months_leads_to_its_matches(app: Flask, phone: Phone) -> None:
    store: Store = app.extensions["scorekeeper"]
    for number in range(5):
        played(store, ["Anna", "Bo"], FRIDAY + timedelta(days=number // 2) + hours(2 * (number % 2)), ["Bo"])
    page = phone.open("/rivals?until=2023-12-01")
    assert "Busiest evenings: 18 Nov 2023 · 2 matches and 1 more 17 Nov 2023 · 2 matches" in page.text
    for day in ("2023-11-18", "2023-11-17"):
        assert f'href="/history?since={day}&amp;until={day}"' in page.html


def test_guests_are_nobodys_rivals(app: Flask, phone: Phone) -> None:
    store: Store = app.extensions["scorekeeper"]
    for number in range(10):
        played(store, ["Anna", "Bo"], FRIDAY + hours(2 * number), ["Bo"])
        played(store, ["Anna", "Carl"], FRIDAY + hours(2 * number + 1), ["Anna"])
    change_profile(store, "Bo", Profile(9, 7, "", True))
    page = phone.open("/rivals")
    assert {pair[:2] for pair in CELL.findall(page.html) if pair[2]} == {("Anna", "Carl"), ("Carl", "Anna")}
    assert "Bo" not in page.text
    assert "Nemesis" not in phone.open("/players/Anna").text


def test_a_rating_is_shown_from_ten_matches_on_with_its_course_as_a_chart_and_in_numbers(
    app: Flask, phone: Phone
) -> None:
    store: Store = app.extensions["scorekeeper"]
    for number in range(12):
        page = phone.open("/rivals") if number in (9, 10) else None
        assert page is None or page.text.count("±") == (1 if number == 9 else 3)
        played(store, ["Anna", "Bo"], FRIDAY + timedelta(days=20 * number), ["Anna"])
    page = phone.open("/compare?one=Bo&other=Anna")
    assert "Of 100 matches Anna would win about" in page.text
    assert "Games that count: Spansk domino" in page.text
    assert page.html.count("<polyline") == 2
    assert re.search(r"Jun 2024.*?</th>\s*<td>\d+</td>\s*<td>\d+</td>", page.html)  # the same as numbers
    played(store, ["Anna", "Bo"], FRIDAY + timedelta(days=400), ["Anna"], game="all_fives")
    for url in ("/rivals", "/compare?one=Bo&other=Anna", "/players/Anna"):
        assert "Games that count: Spansk domino and All Fives" in phone.open(url).text
    shares = phone.open("/players/Anna").html
    assert shares.count('<figure class="chart course">') == 2
    assert "<td>100%</td>" in shares


@pytest.mark.parametrize(
    ("query", "status"), [("", 200), ("one=Anna", 200), ("one=Anna&other=Anna", 200), ("one=Anna&other=Nobody", 404)]
)
def test_without_two_known_players_the_page_asks_for_them(drawn: Phone, query: str, status: int) -> None:
    page = drawn.open(f"/compare?{query}")
    assert page.status == status
    assert not page.has("both")


@pytest.mark.parametrize("query", ["game=x", "game=own+", "game=FIVES&period=night", "since=x", "game=TRAINS"])
def test_a_choice_that_makes_no_sense_is_answered_with_a_page(drawn: Phone, query: str) -> None:
    assert drawn.open(f"/rivals?{query}").status == 200


def test_the_year_counts_matches_and_evenings_by_month(drawn: Phone) -> None:
    started = [
        datetime.fromisoformat(row["started"])
        for row in csv.DictReader(io.StringIO(drawn.client.get("/keeping/matches.csv").text))
        if row["over"]
    ]
    page = drawn.open("/rivals?since=2024-01-01&until=2024-07-31")
    figure = page.html.partition('id="year"')[2].partition("</figure>")[0]
    counted = [[int(cell) for cell in re.findall(r"<td>(\d+)</td>", row)] for _, row in ROW.findall(figure)]
    assert counted == [
        [len({each.date() for each in those}), len(those)]
        for month in sorted({each.month for each in started}, reverse=True)
        for those in ([each for each in started if each.month == month],)
    ]
