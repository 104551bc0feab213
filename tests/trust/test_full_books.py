"""A book with far more players than a family has, as a restored one may have, makes no endless page."""

import json
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.play.history.tallies import count_tallies, count_tally, has_uncounted
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.play.transfer.importing import import_paths
from scorekeeper.store import SqliteStore, Store
from scorekeeper.vision import is_reading, tidy_photo
from scorekeeper.web.pages import history, players
from tests.play.test_standings import ended
from tests.web.pages import Phone
from tests.web.test_keeping import MATCH

NAMES = ("Anna", "Bo", "Carl", "Dora", "Eva", "Finn")


@pytest.fixture
def full(store: Store, monkeypatch: pytest.MonkeyPatch) -> Store:
    """Return a book with two more players than a page shows; those with the last names played last."""
    monkeypatch.setattr(players, "MOST", 4)
    monkeypatch.setattr(history, "MOST_PLAYERS", 4)
    ended(store)  # a match of Anna and Bo
    for pair in (("Carl", "Dora"), ("Eva", "Finn")):
        start_match(store, "spansk", pair)
    return store


def test_the_page_of_players_shows_those_who_played_last_and_says_where_the_others_are(
    full: Store, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = phone.open("/players")
    assert [name for name in NAMES if f"/players/{name}" in page.html] == ["Carl", "Dora", "Eva", "Finn"]
    assert "Only the 4 who played last are shown here" in page.text
    assert "Finished matches 1 Won 1" in phone.open("/players/Anna").text
    monkeypatch.setattr(players, "MOST", 6)
    page = phone.open("/players")
    assert all(f"/players/{name}" in page.html for name in NAMES)
    assert not page.has("more")


def test_the_search_offers_those_who_played_last_and_the_chosen_one(full: Store, phone: Phone) -> None:
    for chosen, offered in (("", NAMES[2:]), ("Anna", ("Anna", *NAMES[2:])), ("Nobody", NAMES[2:])):
        page = phone.open(f"/history?player={chosen}")
        assert tuple(name for name in (*NAMES, "Nobody") if f">{name}</option>" in page.html) == offered


def test_the_tallies_of_some_are_those_that_they_have_among_all(full: Store) -> None:
    everybody = count_tallies(full)
    assert list(count_tallies(full, 4).items()) == list(everybody.items())[:4]
    assert {name: count_tally(full, name) for name in NAMES} == everybody
    assert count_tally(full, "Nobody") is None


def test_what_was_imported_is_counted_once_and_not_by_each_page(app: Flask, store: SqliteStore, tmp_path: Path) -> None:
    won = {"entry": "round", "out": "Anna", "hands": {"Bo": {"pips": 50}}}
    document = {
        **MATCH,
        "variant": "german_draw",
        "players": ["Anna", "Bo"],
        "options": {"target": 50},
        "entries": [won],
    }
    file = tmp_path / "match.json"
    file.write_text(json.dumps(document))
    assert import_paths(store.find_opener(), [("match.json", file)], tidy_photo, is_reading)["new"] == 1
    assert count_tallies(store)["Anna"].won == 1
    assert not has_uncounted(store)
