"""The page that asks which plays of another program to import, and the button that takes an import back."""

from typing import Any

from flask import Flask

from scorekeeper.play.history.search import Search, list_matches, search_matches
from tests.play.test_plays import BGG, TRAIN, bg_stats, bg_stats_play, score
from tests.web.pages import Page, Phone
from tests.web.test_keeping import bring, store_of

CATAN = bg_stats_play(4, score(1, "10", True), score(2, "7"), game=3)


def send(phone: Phone, page: Page, form: str = "plays", **fields: Any) -> Page:
    """Send the form of a page with these values, which may be lists, in place of its own."""
    filled: dict[str, Any] = dict(page.forms[form].fields) | fields
    action = page.forms[form].action
    return Page(phone.client.post(action, data=filled, follow_redirects=True))


def test_what_will_come_in_is_said_first_and_comes_in_by_one_tap(app: Flask, phone: Phone) -> None:
    page = bring(phone.client, phone, "/keeping/import", files=[(bg_stats(TRAIN, CATAN), "plays.bgsplay")])
    for said in ("plays.bgsplay", "1 new match", "1 May 2024", "New players:", "Anna, Bo", "Catan"):
        assert said in page.text, said
    assert list_matches(store_of(app)) == ()
    page = send(phone, page, do="import")
    assert "1 match imported" in page.text
    assert [each.totals for each in list_matches(store_of(app))] == [{"Anna": 61, "Bo": 45}]


def test_another_game_comes_in_if_it_is_chosen(app: Flask, phone: Phone) -> None:
    page = bring(phone.client, phone, "/keeping/import", files=[(bg_stats(TRAIN, CATAN), "plays.json")])
    page = send(phone, page, do="look", game=["Mexican Train", "Catan"])
    assert "2 new matches" in page.text
    page = send(phone, page, do="import", game=["Mexican Train", "Catan"])
    assert "2 matches imported" in page.text
    assert {each.own_name for each in list_matches(store_of(app))} == {"Mexican Train", "Catan"}


def test_a_form_that_is_sent_twice_imports_once(app: Flask, phone: Phone) -> None:
    page = bring(phone.client, phone, "/keeping/import", files=[(BGG.encode(), "plays.xml")])
    assert "1 · not finished" in page.text
    for said in ("1 match imported", "Nothing new: the match is here already."):
        assert said in send(phone, page, do="import").text
    assert len(list_matches(store_of(app))) == 1


def test_the_columns_of_a_spreadsheet_are_chosen_on_the_page(app: Flask, phone: Phone) -> None:
    data = b"Wann,Anna,Bo\n01.02.2024,61,45\n"
    page = bring(phone.client, phone, "/keeping/import", files=[(data, "list.csv")])
    assert "neither points nor a winner" in page.text
    wrong = send(phone, page, do="look", role=["", "player", "player"])
    assert "Choose one column for the date." in wrong.text
    page = send(phone, wrong, do="look", role=["month_first", "player", "player"], wins="fewest")
    assert "2 January 2024" in page.text
    send(phone, page, do="import", role=["month_first", "player", "player"], wins="fewest")
    assert [each.winners for each in list_matches(store_of(app))] == [("Bo",)]


def test_an_import_is_taken_back_by_one_tap_and_put_back_by_another(app: Flask, phone: Phone) -> None:
    page = bring(phone.client, phone, "/keeping/import", files=[(bg_stats(TRAIN), "plays.json")])
    page = send(phone, page, do="import")
    page = send(phone, page, "take-back")
    assert "1 match taken back: it is in the bin." in page.text
    assert not search_matches(store_of(app), Search()).matches
    page = send(phone, page, "take-back", back="yes")
    assert "1 match imported" in page.text
    assert len(search_matches(store_of(app), Search()).matches) == 1


def test_a_file_that_is_gone_is_refused(phone: Phone) -> None:
    page = bring(phone.client, phone, "/keeping/import", files=[(bg_stats(TRAIN), "plays.json")])
    assert (
        phone.client.post("/keeping/plays", data=dict(page.forms["plays"].fields) | {"sent": "../x"}).status_code == 400
    )
    assert (
        phone.client.post("/keeping/plays", data=dict(page.forms["plays"].fields) | {"sent": "0" * 32}).status_code
        == 400
    )
