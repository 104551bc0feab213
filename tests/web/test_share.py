"""Links to watch and to score: the owner closes and renews them, and each lets others see what it should."""

import re

import pytest
from flask import Flask

from scorekeeper.play.access import list_match_links
from scorekeeper.play.history.details import move_match
from scorekeeper.play.scoring.match import load_match
from scorekeeper.play.scoring.writing import play_again, start_match
from tests.play.test_evenings import FRIDAY, played
from tests.web.pages import Page, Phone


class Guest(Phone):
    """A phone that only a link, if any, lets in."""

    def __init__(self, app: Flask, link: str = "") -> None:
        self.client = app.test_client()
        if link:
            self.client.get(link)


def links(phone: Phone, pad: Page) -> dict[str, str]:
    """Return the links on the owner's page by what they allow, as paths."""
    page = phone.open(f"{pad.path}/share")
    cards = page.html.split('class="card letting" id=')[1:]
    found = {card[1:6]: re.search(r'href="http://localhost(/join/\w+)"', card) for card in cards}
    return {doing: link[1] for doing, link in found.items() if link}


@pytest.fixture
def pad(phone: Phone) -> Page:
    pad = phone.new_match()
    return phone.send(pad, "fill", "save", tile="5-0", player="Anna")


def test_the_owner_gets_to_both_links_from_the_pad_and_the_sheet(phone: Phone, pad: Page) -> None:
    assert phone.open(pad.path).has("share")
    assert phone.open(f"{pad.path}/sheet").has("share")
    page = phone.open(f"{pad.path}/share")
    assert page.html.count('<svg viewBox="0 0') == 2
    assert set(links(phone, pad)) == {"watch", "score"}


def test_before_the_first_entry_the_pad_offers_to_let_others_in_and_the_code_to_score_comes_first(phone: Phone) -> None:
    pad = phone.new_match()
    assert pad.has("let-join")
    page = phone.open(f"{pad.path}/share")
    assert page.html.index('id="score"') < page.html.index('id="watch"')
    guest = phone.client.application.test_client()
    guest.get(links(phone, pad)["score"])
    assert b"let-join" not in guest.get(pad.path).data
    assert not phone.send(pad, "fill", "save", tile="5-0", player="Anna").has("let-join")


def test_a_code_holds_the_address_that_others_can_call(app: Flask, phone: Phone, pad: Page) -> None:
    app.config["ADDRESS"] = "http://192.0.2.7:8000"
    assert "http://192.0.2.7:8000/join/" in phone.open(f"{pad.path}/share").html
    called = phone.client.get(f"{pad.path}/share", base_url="http://192.0.2.9:8000")
    assert called.status_code == 403  # another name, another cookie


def test_who_watches_sees_the_sheet_and_nothing_to_write_with(app: Flask, phone: Phone, pad: Page) -> None:
    guest = Guest(app)
    sheet = guest.open(links(phone, pad)["watch"])
    assert sheet.path == f"{pad.path}/sheet"
    assert "5 + 0 = 5" in sheet.text
    assert not sheet.has("strike-1")
    assert not sheet.has("correct-1")
    assert not sheet.has("share")
    assert guest.open(pad.path).path == f"{pad.path}/sheet"
    assert guest.open(f"{pad.path}/board").status == 200
    assert guest.client.get(f"{pad.path}/match.json").status_code == 200


@pytest.mark.parametrize("path", ["", "/strike", "/again", "/photo", "/share"])
def test_who_watches_writes_nothing(app: Flask, phone: Phone, pad: Page, path: str) -> None:
    app.config["WTF_CSRF_ENABLED"] = False
    guest = Guest(app, links(phone, pad)["watch"])
    answer = guest.client.post(pad.path + path, data={"do": "save", "number": "1", "seen": "1"})
    assert answer.status_code == 403
    assert phone.open(f"{pad.path}/sheet").has("strike-1")


def test_who_scores_writes_on_this_sheet_and_on_no_other(app: Flask, phone: Phone, pad: Page) -> None:
    other = phone.new_match("dk_almindelig", "Eva Finn")
    guest = Guest(app)
    theirs = guest.open(links(phone, pad)["score"])
    assert theirs.path == pad.path
    assert not theirs.has("share")
    assert "Eva" not in guest.open("/").text
    assert "10 ÷ 5 = 2" in guest.send(theirs, "fill", "hint-1").text
    assert guest.open(other.path).status == guest.open(f"{pad.path}/share").status == guest.open("/new").status == 403


def test_a_guest_finds_back_to_the_table_from_the_first_page(app: Flask, phone: Phone, pad: Page) -> None:
    guest = Guest(app, links(phone, pad)["watch"])
    page = guest.open("/")
    assert page.status == 200
    assert "Spansk domino: Anna, Bo, Carl, Dora" in page.text
    assert guest.open(f"/rules/spansk?match={pad.path.removeprefix('/m/')}").status == 200
    assert guest.open("/rules/spansk").status == 403


@pytest.mark.parametrize("doing", ["watch", "score"])
@pytest.mark.parametrize("button", ["new", "close"])
def test_who_came_in_by_a_revoked_link_is_out_at_the_next_request(
    app: Flask, phone: Phone, pad: Page, doing: str, button: str
) -> None:
    link = links(phone, pad)[doing]
    guest = Guest(app, link)
    assert guest.open(f"{pad.path}/sheet").status == 200
    phone.send(phone.open(f"{pad.path}/share"), f"{pad.path}/share", f"{button}-{doing}")
    for path in ("", "/sheet", "/board", "/news?seen=1"):
        answer = guest.open(pad.path + path)
        assert answer.status == 403
        assert "Anna" not in answer.text
    assert guest.open(link).status == 403
    new = links(phone, pad)
    assert (doing in new) == (button == "new")
    assert link not in new.values()


def test_a_part_of_a_page_that_is_refused_loads_the_whole_page_anew(app: Flask, pad: Page) -> None:
    answer = app.test_client().get(f"{pad.path}/sheet", headers={"HX-Request": "true"})
    assert (answer.status_code, answer.data, answer.headers["HX-Refresh"]) == (403, b"", "true")


def test_links_stay_when_the_table_plays_again_and_lead_to_the_new_match(app: Flask, phone: Phone) -> None:
    pad = phone.new_match("dk_almindelig", "Anna Bo", **{"option-target": "5"})
    link = links(phone, pad)
    guest, scorer = Guest(app, link["watch"]), Guest(app, link["score"])
    over = scorer.send(scorer.open(pad.path), "fill", "save", kind="round", ended="out 1", hand_2="13")
    tag = re.search(r'data-seen="([^"]*)"', over.html)
    assert tag is not None
    new = scorer.send(scorer.open(pad.path), f"{pad.path}/again")
    assert new.status == 200
    assert new.path not in (pad.path, "/")
    assert guest.client.get(f"{pad.path}/news?seen={tag[1]}").status_code == 200
    assert f'id="onward" href="{new.path}"' in guest.open(f"{pad.path}/sheet").html
    assert guest.open(link["watch"]).path == f"{new.path}/sheet"


def test_nothing_new_costs_next_to_nothing(phone: Phone, pad: Page) -> None:
    news = f"{pad.path}/news"
    assert phone.client.get(f"{news}?seen=0").text == "1"
    answer = phone.client.get(f"{news}?seen=1")
    assert (answer.status_code, answer.data) == (204, b"")
    assert "Set-Cookie" not in answer.headers
    assert "Content-Security-Policy" not in answer.headers  # an empty answer needs no policy
    assert phone.open("/m/nosuchmatch/news?seen=1").status == 404


def test_the_board_tells_what_was_last(phone: Phone, pad: Page) -> None:
    board = phone.open(f"{pad.path}/board").text
    for words in ("Anna & Carl 1", "Bo & Dora 0", "5 + 0 = 5, 5 ÷ 5 = 1", "Bo to move", "Round 1, to 60"):
        assert words in board


def test_who_was_let_in_is_told_that_the_match_was_thrown_away_and_sees_it_again_when_it_is_back(
    app: Flask, phone: Phone, pad: Page
) -> None:
    found = links(phone, pad)
    watcher, scorer, late = Guest(app, found["watch"]), Guest(app, found["score"]), Guest(app)
    form = scorer.open(pad.path)
    match_id = pad.path.rpartition("/")[2]
    move_match(app.extensions["scorekeeper"], match_id, "deleted")
    for page in (watcher.open(f"{pad.path}/sheet"), late.open(found["watch"]), scorer.open(pad.path)):
        assert (page.status, "This match was thrown away" in page.text) == (410, True)
        assert "5 + 0 = 5" not in page.text
    assert watcher.client.get(f"{pad.path}/news?seen=1").status_code == 410
    assert scorer.send(form, "fill", do="save").status == 410
    assert load_match(app.extensions["scorekeeper"], match_id).seen == 1
    assert phone.open(f"{pad.path}/sheet").status == 200
    assert watcher.open("/").text.count("Spansk") == 0
    move_match(app.extensions["scorekeeper"], match_id, "here")
    for guest in (watcher, late):
        assert "5 + 0 = 5" in guest.open(f"{pad.path}/sheet").text
    assert scorer.open(pad.path).has("fill")


def test_a_link_leads_to_the_newest_match_that_was_not_thrown_away(app: Flask, phone: Phone, pad: Page) -> None:
    found = links(phone, pad)
    store, first = app.extensions["scorekeeper"], pad.path.rpartition("/")[2]
    second = play_again(store, first)
    assert Guest(app).open(found["watch"]).path == f"/m/{second.id}/sheet"
    move_match(store, second.id, "deleted")
    assert Guest(app).open(found["watch"]).path == f"{pad.path}/sheet"


def test_a_device_whose_link_was_closed_is_told_so(app: Flask, phone: Phone, pad: Page) -> None:
    guest, stranger = Guest(app, links(phone, pad)["watch"]), Guest(app)
    phone.send(phone.open(f"{pad.path}/share"), f"{pad.path}/share", "close-watch")
    page = guest.open(f"{pad.path}/sheet")
    assert (page.status, page.has("shut"), "This link was closed" in page.text) == (403, True, True)
    assert not stranger.open(f"{pad.path}/sheet").has("shut")


def test_a_match_without_links_gets_one_by_a_button_and_not_by_being_looked_at(app: Flask, phone: Phone) -> None:
    """The match came in with an archive."""
    store = app.extensions["scorekeeper"]
    pad = Page(phone.client.get(f"/m/{played(store, ['Anna', 'Bo'], FRIDAY, ['Anna'])}"))
    for _ in range(2):
        assert links(phone, pad) == {}
    page = phone.open(f"{pad.path}/share")
    assert "No link is open: nobody watches by one." in page.text
    action = next(form.action for form in page.forms.values() if "new-watch" in form.buttons)
    token = dict(next(iter(page.forms.values())).fields)["csrf_token"]
    phone.client.post(action, data={"do": "new watch", "csrf_token": token})
    assert set(links(phone, pad)) == {"watch"}


def test_a_match_has_both_links_from_its_start(app: Flask, phone: Phone) -> None:
    store = app.extensions["scorekeeper"]
    match = start_match(store, "spansk", ["Anna", "Bo"])
    known = list_match_links(store, match.id)
    assert known.watch
    assert known.score
    assert known.watch != known.score


def test_who_is_locked_out_reads_who_can_let_them_in(app: Flask) -> None:
    page = app.test_client().get("/m/nothing-here", follow_redirects=True).get_data(as_text=True)
    assert "Anybody whose phone still opens it can let you in" in page
