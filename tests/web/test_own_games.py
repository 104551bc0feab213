"""Games of the family's own: put together on the phone, stored, changed, deleted, and moved to another book."""

import csv
import json
import re
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from flask import Flask

from scorekeeper.cli.score import draw_sheet
from scorekeeper.engine.file.remark import Remark
from scorekeeper.engine.rules.own.fitting import may_matter
from scorekeeper.engine.rules.own.menu_games import KNOWN
from scorekeeper.play.history.search import Search
from scorekeeper.play.history.tallies import count_tally
from scorekeeper.play.scoring.match import load_match
from scorekeeper.play.scoring.own_games import list_saved_games
from scorekeeper.play.scoring.writing import add_entry
from scorekeeper.play.transfer.bg_stats import make_bg_stats_link
from scorekeeper.play.transfer.match_files import export_match
from scorekeeper.play.transfer.packing import pack_archive
from scorekeeper.play.transfer.spreadsheets import write_matches_csv
from scorekeeper.play.transfer.unpacking import unpack_archive
from scorekeeper.store import Store
from scorekeeper.web import create_app
from tests.match_file import score_document
from tests.play.match_files import import_matches
from tests.web.conftest import KEY
from tests.web.pages import Page, Phone


def open_game(phone: Phone, like: str = "") -> Page:
    return phone.open(f"/own-games/new?like={like}")


def store_of(phone: Phone) -> Store:
    store: Store = phone.client.application.extensions["scorekeeper"]
    return store


def keep(phone: Phone, page: Page, **fields: str) -> Page:
    return phone.send(page, "own-game", "keep", **fields)


def sit_down(phone: Phone, page: Page, *names: str) -> Page:
    for name in names:
        page = phone.send(page, "new", "sit", name=name)
    return phone.send(page, "new", "start")


def test_the_form_offers_and_tells_only_what_can_be_at_its_tables(phone: Phone) -> None:
    choices = {"option-taken_out": "of_three", "option-winner_gets": "all_hands"}
    page = phone.send(open_game(phone), "own-game", "look-1", **choices)
    assert "With three players the double blank" in page.text
    assert "Exactly" not in page.text
    four = {"option-players_from": "4", "option-players_to": "4"}
    page = phone.send(page, "own-game", "look-1", **four)
    assert page.text.count("Exactly 4 play.") == 1
    assert not [idle for idle in ("is taken out for three players", "all hands", "own, too") if idle in page.text]


def test_a_game_made_from_all_fives_is_offered_and_played(phone: Phone) -> None:
    page = keep(phone, open_game(phone, "all_fives"), name="Sunday fives", **{"option-target": "75"})
    assert "Sunday fives" in page.text, "it is chosen on the form for a new match"
    page = sit_down(phone, page, "Anna", "Bo")
    assert "to 75" in page.text
    assert "Sunday fives" in phone.open("/new").text
    for path in ("/", "/history"):
        assert "Sunday fives" in phone.open(path).text
    rules = phone.open(f"/rules/own?match={page.path.split('/')[2]}")
    assert "The match goes to 75 points." in rules.text
    assert "Open ends that make a multiple of five score their sum." in rules.text


@pytest.mark.parametrize("like", KNOWN)
def test_every_game_of_the_menu_can_be_where_it_begins(phone: Phone, like: str) -> None:
    page = phone.send(phone.open("/own-games/new"), "own-game", f"like-{like}", name="Ours")
    page = keep(phone, page)
    assert "Ours" in page.text
    game = list_saved_games(store_of(phone))[0]
    settings = game.variant.settle()
    assert {key: settings[key] for key in KNOWN[like] if may_matter(key, settings)}.items() <= KNOWN[like].items()
    assert phone.open(f"/rules/own/{game.id}").status == 200


def test_an_axis_is_asked_only_where_it_can_matter(phone: Phone) -> None:
    page = open_game(phone)
    asked = {name for name, _ in page.forms["own-game"].fields}
    assert "option-hand_rounding" in asked
    assert not asked & {"option-divide_by", "option-penalty_bonus", "option-fixed_points", "option-capicua"}
    page = phone.send(page, "own-game", "look-1", **{"option-hand_rounding": "total", "option-partners": "optional"})
    asked = {name for name, _ in page.forms["own-game"].fields}
    assert asked >= {"option-divide_by", "option-capicua"}
    assert "Four may play in pairs, partners opposite each other." in page.text


def test_a_bonus_that_is_paid_is_not_denied_beside_it(phone: Phone) -> None:
    keep(phone, open_game(phone, "latin_partner"), name="Ours", **{"option-capicua": "30"})
    rules = phone.open(f"/rules/own/{list_saved_games(store_of(phone))[0].id}").text
    assert "scores 30 points more (capicúa)" in rules
    assert "scores nothing more" not in rules


def test_what_cannot_be_is_told_beside_it_and_what_was_typed_stays(phone: Phone) -> None:
    page = keep(phone, open_game(phone), name=" ", **{"option-tiles_4": "8", "option-target": "none"})
    assert page.status == 422
    assert "Your game needs a name." in page.text
    assert "“none” is not a choice here: 1–9999." in page.text
    page = keep(phone, open_game(phone), name="Ours", **{"option-tiles_4": "8"})
    assert "32 tiles are too many: here there can be 28." in page.text
    assert ("name", "Ours") in page.forms["own-game"].fields


def test_a_changed_game_leaves_matches_as_they_began(phone: Phone) -> None:
    page = sit_down(phone, keep(phone, open_game(phone), name="Ours"), "Anna", "Bo")
    old = page.path
    game = list_saved_games(store_of(phone))[0]
    changed = keep(phone, phone.open(f"/own-games/{game.id}"), **{"option-target": "30"})
    assert "to 30" in sit_down(phone, changed, "Anna", "Bo").text
    assert "to 100" in phone.open(old).text


def test_a_game_that_was_thrown_away_can_be_put_back(phone: Phone) -> None:
    keep(phone, open_game(phone), name="Ours")
    page = phone.open("/own-games")
    page = phone.send(page, "throw-1")
    assert "Ours" not in phone.open("/new").text
    page = phone.send(page, "take-1")
    assert "Ours" in phone.open("/new").text


def test_two_games_have_two_names(phone: Phone) -> None:
    keep(phone, open_game(phone), name="Ours")
    page = keep(phone, open_game(phone, "block"), name="ours")
    assert "There is a game called “ours” already." in page.text


def test_another_book_scores_it_the_same_and_may_keep_it(phone: Phone, tmp_path: Path) -> None:
    page = sit_down(phone, keep(phone, open_game(phone, "five_up"), name="Ours"), "Anna", "Bo")
    match_id = page.path.split("/")[2]
    entry = {"entry": "round", "out": "Anna", "hands": {"Bo": ["6-6", "5-5", "4-3"]}}
    add_entry(store_of(phone), match_id, entry, 0, "a")
    file: Any = json.loads(json.dumps(export_match(store_of(phone), match_id)))
    other = create_other(tmp_path / "other")
    (here,) = import_matches(store_of(other), [file])
    assert load_match(store_of(other), here.id).sheet.totals == {"Anna": 6, "Bo": 0}
    rules = other.open(f"/rules/own?match={here.id}")
    other.send(rules, "keep-of-match")
    assert [game.variant.name for game in list_saved_games(store_of(other))] == ["Ours"]
    assert "keep-game" not in other.open(f"/rules/own?match={here.id}").html


def test_an_archive_carries_the_games_to_another_book_once(phone: Phone, tmp_path: Path) -> None:
    keep(phone, open_game(phone, "block"), name="Ours")
    archive, other = BytesIO(), create_other(tmp_path / "other")
    pack_archive(store_of(phone), archive)
    for _ in range(2):
        unpack_archive(store_of(other), archive, lambda jpeg: jpeg, lambda reading: True)
    here, there = (list_saved_games(store_of(each)) for each in (phone, other))
    assert [game.variant.settle() for game in here] == [game.variant.settle() for game in there]


def create_other(folder: Path) -> Phone:
    """Return a phone that is let in to another book."""
    folder.mkdir()
    app: Flask = create_app({"DATA": folder, "OWNER_KEY": KEY, "TESTING": True})
    return Phone(app.test_client(), KEY)


def play_out(phone: Phone, name: str) -> str:
    """Play a match of a new own game that Anna wins in one round, and return its id."""
    page = sit_down(phone, keep(phone, open_game(phone), name=name, **{"option-target": "5"}), "Anna", "Bo")
    match_id = page.path.split("/")[2]
    entry = {"entry": "round", "out": "Anna", "hands": {"Bo": ["6-6", "5-5", "4-3"]}}
    add_entry(store_of(phone), match_id, entry, 0, name)
    return match_id


def test_two_own_games_are_two_wherever_matches_are_counted_and_found(phone: Phone) -> None:
    matches = {name: play_out(phone, name) for name in ("Sunday fives", "Grandpa's")}
    tally = count_tally(store_of(phone), "Anna")
    assert tally is not None
    assert {game.own_name: done.won for game, done in tally.games.items()} == {"Sunday fives": 1, "Grandpa's": 1}
    counted = phone.open("/players/Anna").text
    assert all(name in counted for name in matches)
    last = phone.open("/m/" + matches["Grandpa's"])
    assert "Sunday fives: Anna · Grandpa's: Anna" in last.text, "the evening's tally"
    for wanted in ("q=fives", "q=SUNDAY+fives", "game=own+Sunday+fives"):
        found = re.findall('"match-game">([^<]*)<', phone.open(f"/history?{wanted}").html)
        assert found == ["Sunday fives"], wanted
    assert 'value="own Grandpa&#39;s"' in phone.open("/history").html, "it can be chosen there"


def test_an_own_game_goes_out_of_the_book_under_its_name(phone: Phone) -> None:
    match = load_match(store_of(phone), play_out(phone, "Sunday fives"))
    data = json.loads(unquote(str(make_bg_stats_link(match, Remark())).partition("data=")[2]))
    assert (data["game"]["name"], data["game"]["sourceGameId"]) == ("Sunday fives", "own Sunday fives")
    [_, row] = csv.reader(StringIO("".join(write_matches_csv(store_of(phone), Search()))))
    assert row[1] == "own Sunday fives"
    assert draw_sheet(score_document(export_match(store_of(phone), match.id))).startswith("Sunday fives\n")
