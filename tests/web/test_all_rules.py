"""The page that lists the rules of all games, and how it is reached."""

import re

import pytest
from flask import Flask

from scorekeeper.engine.variants import VARIANTS
from scorekeeper.hosting.app import create_host
from scorekeeper.play.scoring.own_games import save_own_game
from scorekeeper.web.views.menu import arrange_menu
from scripts.messages import RELEASED
from tests.web.pages import Page, Phone
from tests.web.test_hosting import HostPhone, find_address
from tests.web.test_share import Guest, links


def list_links(page: Page) -> list[str]:
    return [at["href"] for tag, at in page.elements if tag == "a" and "/rules/" in at.get("href", "")]


@pytest.mark.parametrize("language", ["en", *RELEASED])
def test_every_game_stands_there_by_language_and_chapter_with_how_many_play_it(phone: Phone, language: str) -> None:
    page = Page(phone.client.get("/rules", headers={"Accept-Language": language}))
    assert page.status == 200
    menu = arrange_menu((), language)
    games = [game for section in menu for game in section.games]
    assert list_links(page) == [f"/rules/{game.variant.key}" for game in games]
    assert len(games) == len(VARIANTS)
    assert page.html.count("<h2") == len(menu)
    if language == "en":
        assert re.findall(r"<h2[^>]*>([^<]+)</h2>", page.html) == [section.heading for section in menu]
        players = [at["aria-label"] for _, at in page.elements if "game-players" in at.get("class", "")]
        assert players == ["1 player" if game.players == "1" else f"{game.players} players" for game in games]
    assert set(page.forms) == {"languages"}  # everything else on the page is a link


def test_each_of_its_links_opens_rules_that_lead_back(phone: Phone) -> None:
    rules = list_links(phone.open("/rules"))
    assert rules
    for link in rules:
        page = phone.open(link)
        assert page.status == 200
        assert _find(page, "all-rules")["href"] == "/rules"


@pytest.mark.parametrize("path", ["/", "/new", "/own-games"])
def test_it_is_reached_from_where_games_are_chosen(phone: Phone, path: str) -> None:
    assert _find(phone.open(path), "all-rules")["href"] == "/rules"


def test_the_own_games_of_the_family_stand_among_them_for_their_owner_alone(app: Flask, phone: Phone) -> None:
    own = save_own_game(app.extensions["scorekeeper"], {"name": "Sunday fives", "partners": "optional"}).id
    pad = phone.new_match()
    watching = Guest(app, links(phone, pad)["watch"])
    mine, theirs = phone.open("/rules"), watching.open(f"/rules?match={pad.path.split('/')[2]}")
    assert "Sunday fives" in mine.text
    assert f"/rules/own/{own}" in list_links(mine)
    assert theirs.status == 200
    assert "Sunday fives" not in theirs.text


def test_who_watches_a_match_reads_all_rules_and_comes_back_to_it(app: Flask, phone: Phone) -> None:
    pad = phone.new_match()
    match = pad.path.split("/")[2]
    watching = Guest(app, links(phone, pad)["watch"])
    page = watching.open(_find(watching.open(f"/rules/spansk?match={match}"), "all-rules")["href"])
    assert page.status == 200
    assert f'href="/m/{match}"' in page.html
    found = list_links(page)
    assert len(found) == len(VARIANTS)
    assert all(link.endswith(f"?match={match}") for link in found)
    assert watching.open(found[0]).status == 200
    assert watching.open("/rules").status == 403
    assert Guest(app).open("/rules").status == 403


def test_each_book_of_a_host_has_it(tmp_path_factory: pytest.TempPathFactory) -> None:
    app = create_host({"DATA": tmp_path_factory.mktemp("host"), "TESTING": True})
    phone = HostPhone(app.test_client())
    book = find_address(phone.open_new())
    page = phone.open(f"{book}/rules")
    assert page.status == 200
    assert len(list_links(page)) == len(VARIANTS)
    assert all(link.startswith(f"{book}/rules/") for link in list_links(page))
    assert phone.open("/rules").status == 404
    app.extensions["books"].close()


@pytest.mark.parametrize("language", RELEASED)
@pytest.mark.parametrize("key", ["own", "penalty_pad"])
def test_whose_own_rules_they_are_is_said_in_every_language(app: Flask, language: str, key: str) -> None:
    client = app.test_client()
    client.get("/in/key-of-this-table")
    page = Page(client.get(f"/rules/{key}", headers={"Accept-Language": language}))
    assert page.status == 200
    assert "your own rules" not in re.sub(r"<[^>]+>", "", page.html)


def _find(page: Page, id_: str) -> dict[str, str]:
    return next((at for _, at in page.elements if at.get("id") == id_), {})
