"""The page of a year: its cards, its picture, and the links to it."""

import re
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Self

import pytest
from flask import Flask

from scorekeeper.play.history.year import find_year
from scorekeeper.store import Store
from scorekeeper.store.profiles import list_profiles
from scorekeeper.web.views import year as views
from tests.play.test_evenings import FRIDAY, hours, played
from tests.web.pages import Page, Phone

MATCHES = 8


@pytest.fixture
def store(app: Flask) -> Store:
    store: Store = app.extensions["scorekeeper"]
    return store


def play_year(store: Store) -> list[str]:
    """Play eight matches in 2023 on two nights, of which Anna wins six, and return their ids."""
    return [
        played(
            store,
            ["Anna", "Bo"],
            FRIDAY + timedelta(days=number // 4) + hours(2 * (number % 4)),
            ["Bo" if number in (3, 7) else "Anna"],
        )
        for number in range(MATCHES)
    ]


def cards_of(page: Page) -> dict[str, str]:
    """Return the text of each card by its id."""
    found = re.findall(r'<section class="card of-year" id="(\w+)".*?>(.*?)</section>', page.html, re.DOTALL)
    return {id_: " ".join(re.sub(r"<[^>]*>", " ", html).split()) for id_, html in found}


def test_a_year_is_told_in_cards_that_have_enough_to_tell(store: Store, phone: Phone) -> None:
    play_year(store)
    cards = cards_of(phone.open("/year/2023"))
    assert cards["matches"] == "Matches 8 2 evenings 2 players"
    assert cards["time"] == "Time at the table 8 hours In 8 of 8 matches, from the beginning to the last entry"
    assert cards["game"] == "Played most 8 matches Spansk domino"
    assert cards["best"].startswith("Player of the year 75% Anna 6 of 8 won Player of the year is whoever")
    assert cards["streak"] == "Longest run of wins 3 wins in a row Anna"
    nemesis = "Nemesis 75% Anna against Bo Spansk domino: Anna won 6 of 8"
    assert cards["nemesis"] == f"{nemesis} Counted game by game, from 5 matches on."
    assert cards["comeback"].startswith("Biggest comeback 1 point behind Bo Spansk domino · 17 Nov 2023")
    assert not {"round", "pair", "firsts"} & cards.keys()


def test_equal_ones_are_all_named_or_counted_and_lead_to_their_sheets(store: Store, phone: Phone) -> None:
    first, *_ = play_year(store)
    page = phone.open("/year/2023")
    told = cards_of(page)["finish"]
    assert told.startswith("Closest finish 60 – 20 Anna – Bo Spansk domino · 17 Nov 2023")
    opened, folded = told.split("and 5 more")
    assert [each.count("Spansk domino") for each in (opened, folded)] == [3, 5]
    assert f'href="/m/{first}/sheet"' in page.html


def test_each_of_the_busiest_evenings_is_named_and_leads_to_its_matches(store: Store, phone: Phone) -> None:
    play_year(store)
    assert "Busiest evening" not in cards_of(phone.open("/year/2023"))["matches"]  # both evenings had four matches
    last = played(store, ["Carl", "Dora"], FRIDAY + timedelta(days=20), ["Dora"])
    page = phone.open("/year/2023")
    assert cards_of(page)["matches"].endswith(
        "Busiest evenings 18 Nov 2023 · 4 matches and 1 more 17 Nov 2023 · 4 matches"
    )
    links = [at["href"] for tag, at in page.elements if tag == "a" and "/history?" in at.get("href", "")]
    assert len(links) == 2
    for found in map(phone.open, links):
        assert found.html.count('<li class="match ') == 4
        assert last not in found.html


def test_whoever_and_whatever_is_new_is_told_from_the_second_year_on(store: Store, phone: Phone) -> None:
    play_year(store)
    played(store, ["Anna", "Eva"], FRIDAY + timedelta(days=300), ["Eva"], game="german_draw")
    assert "firsts" not in cards_of(phone.open("/year/2023"))
    page = phone.open("/year/2024")
    assert cards_of(page) == {
        "matches": "Matches 1 1 evening 2 players",
        "time": "Time at the table 1 hour In 1 of 1 matches, from the beginning to the last entry",
        "firsts": "For the first time 2 Eva Domino (Deutschland)",
    }
    assert "More is told from 5 matches on." in page.text
    assert not page.has("picture")


def test_the_picture_of_a_year_names_the_best_and_what_the_cards_tell(store: Store, app: Flask) -> None:
    play_year(store)
    with store.read() as db, app.test_request_context():
        year = find_year(store, 2023, UTC)
        picture = views.picture_year(year, views.list_cards(year), list_profiles(db))
    assert (picture.game, picture.heading) == ("Our domino year 2023", "Player of the year: Anna")
    assert picture.lines == ("8 matches on 2 evenings · 8 hours",)
    assert [(side.label, side.name, side.total) for side in picture.sides] == [
        ("Played most", "Spansk domino", "8 matches"),
        ("Longest run of wins", "Anna", "3 wins in a row"),
        ("Closest finish", "Anna\u00a0–\u00a0Bo · and 7 more", "60\u00a0–\u00a020"),
        ("Biggest comeback", "Bo", "1 point behind"),
        ("Nemesis", "Anna against Bo", "75%"),
    ]
    assert [len(side.marks) for side in picture.sides] == [0, 1, 1, 1, 1]


def test_the_picture_is_drawn_once_for_whoever_has_it(store: Store, phone: Phone) -> None:
    assert phone.client.get("/year/2023.png").status_code == 404
    play_year(store)
    assert phone.open("/year/2023").has("picture")
    answer = phone.client.get("/year/2023.png")
    assert (answer.mimetype, answer.data[:4]) == ("image/png", b"\x89PNG")
    again = phone.client.get("/year/2023.png", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize(("year", "status"), [(2023, 200), (1970, 200), (2999, 200), (1969, 404), (3000, 404)])
def test_a_year_without_a_match_says_so_and_what_is_no_year_is_not_found(phone: Phone, year: int, status: int) -> None:
    page = phone.open(f"/year/{year}")
    assert page.status == status
    assert ("No match was finished in this period." in page.text) == (status == 200)


@pytest.mark.parametrize(
    ("day", "offered"),
    [("2023-11-30", ""), ("2023-12-01", "2023"), ("2024-01-31", "2023"), ("2024-02-01", "2023"), ("2024-02-02", "")],
)
def test_the_first_page_leads_to_the_year_from_december_until_the_first_of_february(
    store: Store, phone: Phone, monkeypatch: pytest.MonkeyPatch, day: str, offered: str
) -> None:
    class Clock(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Self:
            return cls.fromisoformat(f"{day}T20:00").astimezone(tz)

    monkeypatch.setattr(views, "datetime", Clock)
    assert not phone.open("/").has("year")
    play_year(store)
    page = phone.open("/")
    assert page.has("year") == bool(offered)
    assert (f'href="/year/{offered}"' in page.html) == bool(offered)


def test_the_history_leads_to_every_year_that_was_played(store: Store, phone: Phone) -> None:
    assert not phone.open("/history").has("year-2023")
    play_year(store)
    played(store, ["Anna", "Eva"], FRIDAY + timedelta(days=800), ["Eva"])
    page = phone.open("/history")
    assert re.findall(r'href="/year/(\d+)"', page.html) == ["2026", "2023"]
