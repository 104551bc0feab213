"""Ten questions that people ask about their matches are answered in three taps or fewer, beginning at the first page.

A tap is a link, found by its words, or a choice in a form.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from flask import Flask
from lxml import html

from scorekeeper.play.history.periods import find_night_day
from scorekeeper.play.history.statistics import record_statistics
from scorekeeper.play.scoring.writing import add_entry, start_match
from scorekeeper.play.transfer.play_import import PlayChoice, record_plays
from scorekeeper.play.transfer.plays import Play, PlayerScore, Plays
from scorekeeper.store import Store
from tests.play.known_rounds import play_match, write_match
from tests.play.match_files import import_matches
from tests.web.pages import Page, Phone

TODAY = find_night_day(datetime.now(UTC), UTC)
LAST_MARCH = datetime(TODAY.year - 1, 3, 1, 19, tzinfo=UTC)
NAMES = ("Ana", "Bo", "Carl", "Dora")
OTHERS = ("Eva", "Finn", "Gina", "Hans")


@dataclass
class Reader:
    """A reader of the book who begins at the first page; `taps` counts their taps."""

    phone: Phone
    page: Page
    taps: int = 0

    def tap(self, words: str) -> None:
        """Follow the first link whose text contains these words."""
        found = [
            link.get("href")
            for link in html.fromstring(self.page.html).iter("a")
            if words in " ".join((link.text_content(), link.get("aria-label", ""))) and link.get("href")
        ]
        assert found, f"no link says {words!r} on {self.page.path}"
        self.page, self.taps = self.phone.open(found[0]), self.taps + 1

    def choose(self, field: str, words: str) -> None:
        """Choose the option whose text contains these words in the form of the page, and send it."""
        form = html.fromstring(self.page.html).get_element_by_id("choice")
        [value] = [each.get("value") for each in form.iter("option") if words in (each.text_content() or "")]
        chosen = {**dict(form.form_values()), field: value}
        query = "&".join(f"{name}={answer}" for name, answer in chosen.items() if answer)
        self.page, self.taps = self.phone.open(f"{form.get('action')}?{query}"), self.taps + 1

    def part(self, id_: str) -> str:
        """Return the text of the part of the page with this id."""
        return " ".join(html.fromstring(self.page.html).get_element_by_id(id_).text_content().split())


def plays(scores: list[tuple[datetime, str, dict[str, int]]]) -> Plays:
    """Return matches of another program, won by the most points."""
    return Plays(
        tuple(
            Play(f"p{number}", game, began, tuple(PlayerScore(*each) for each in points.items()), lowest_wins=False)
            for number, (began, game, points) in enumerate(scores)
        )
    )


def score_draw_match(store: Store, players: list[str], winner: str) -> None:
    """Play a match of Draw to ten points that ends in one round."""
    match = start_match(store, "draw", players, options={"target": 10})
    hands: dict[str, Any] = {player: {"pips": 20, "tiles": 4} for player in players if player != winner}
    add_entry(store, match.id, {"entry": "round", "out": winner, "hands": hands}, 0, f"{match.id} ends")


@pytest.fixture
def reader(app: Flask, phone: Phone) -> Reader:
    """Return a reader of a book with matches of last year and of this month, and one of which all tiles are known."""
    store: Store = app.extensions["scorekeeper"]
    points = [{"Ana": 10, "Carl": 40 if number % 3 else 5} for number in range(12)]
    last_year = [(LAST_MARCH + timedelta(days=day), "Dominoes", each) for day, each in enumerate(points)]
    now = datetime.now(UTC)
    this_month = [(now - timedelta(seconds=number), "Dominoes", each) for number, each in enumerate(points)]
    record_plays(store, plays([*last_year, *this_month]), PlayChoice())
    for winner in ("Bo", "Bo", "Bo", "Ana", "Bo", "Ana", "Bo", "Bo", "Bo", "Ana"):
        score_draw_match(store, ["Ana", "Bo"], winner)
    for number in range(6):
        match = start_match(store, "latin_partner", list(NAMES), options={"target": 50})
        hands: dict[str, Any] = {player: {"pips": 30 + number, "tiles": 4} for player in NAMES if player != "Ana"}
        add_entry(store, match.id, {"entry": "round", "out": "Ana", "hands": hands}, 0, f"{match.id} ends")
    import_matches(store, [write_match(play_match("latin_partner", 4, Random(5), {"target": 10}, OTHERS))])
    record_statistics(store)
    return Reader(phone, phone.open("/"))


def test_who_beat_ana_most_in_a_month(reader: Reader) -> None:
    reader.tap("Players")
    reader.tap(f"{TODAY:%B}")
    reader.choose("game", "Dominoes")
    rows = html.fromstring(reader.page.html).get_element_by_id("beats").iter("tr")
    assert ["Carl", "8"] in [" ".join(row.itertext()).split() for row in rows]
    assert reader.taps <= 3


def test_who_is_best_this_year_at_draw(reader: Reader) -> None:
    reader.tap("Players")
    reader.choose("game", "Draw")
    reader.tap("This year")
    assert reader.part("ranked").startswith("1. Bo 70%")
    assert reader.taps <= 3


def test_with_whom_ana_wins(reader: Reader) -> None:
    reader.tap("Players")
    reader.tap("Ana")
    assert "Best partner" in reader.part("rivals")
    assert "Carl: Dominó (pairs), Ana and Carl won 6 of" in reader.part("rivals")
    assert reader.taps <= 3


def test_what_the_turning_point_was(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "scorekeeper.web.pages.analysis.run_in_worker", lambda function, *arguments, limits: function(*arguments)
    )
    reader.tap("History")
    reader.tap(f"Replay it: {', '.join(OTHERS)}")
    reader.tap("What could have been")
    assert "The turning point" in reader.page.text
    assert reader.taps <= 3


def test_who_ended_the_streak_of_bo(reader: Reader) -> None:
    reader.tap("Players")
    reader.tap("Bo")
    assert "3 wins in a row: Bo ended by Ana" in reader.part("rivals")
    assert reader.taps <= 3


def test_who_holds_the_belt_of_draw(reader: Reader) -> None:
    reader.tap("Players")
    reader.tap("Rivals")
    assert "Draw: Ana" in reader.part("belts")
    assert reader.taps <= 3


def test_how_many_matches_were_played_last_year(reader: Reader) -> None:
    reader.tap("History")
    reader.tap(f"{TODAY.year - 1}")
    assert "12" in reader.page.text.split()
    assert reader.taps <= 3


def test_who_would_win_ana_or_bo(reader: Reader) -> None:
    reader.tap("Players")
    reader.tap("Ana")
    reader.tap("Bo")
    assert "Of 100 matches" in reader.page.text
    assert reader.taps <= 3


def test_the_last_match_is_shown_again(reader: Reader) -> None:
    reader.tap("History")
    reader.tap("Replay it")
    assert reader.page.path.endswith("/replay")
    assert reader.taps <= 3


def test_what_the_biggest_hand_of_this_year_was(reader: Reader) -> None:
    reader.tap("History")
    reader.tap(f"{TODAY.year}")
    assert "70 points Ana & Carl" in reader.part("round")
    assert reader.taps <= 3
