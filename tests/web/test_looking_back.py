"""The first page, the history by day and evening, notes and players, by plain forms."""

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from scorekeeper.play.access import list_match_links, make_link
from scorekeeper.play.history.details import find_match_remark
from scorekeeper.play.history.periods import find_night_day
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.store import Store
from scorekeeper.web.i18n.words import say_day
from scorekeeper.web.i18n.zones import find_zone
from tests.play.conftest import add, ends
from tests.play.test_evenings import FRIDAY, hours, played
from tests.play.test_standings import ended
from tests.web.pages import Page, Phone


@pytest.fixture
def store(app: Flask) -> Store:
    found: Store = app.extensions["scorekeeper"]
    return found


def test_a_match_is_called_off_from_the_first_page_and_taken_up_again(store: Store, phone: Phone) -> None:
    match = add(store, start_match(store, "spansk", ["Anna", "Bo"]), ends("Anna", "5", "0"))
    page = phone.send(phone.open("/"), f"/history/{match.id}/off", "yes")
    assert "Called off: Anna, Bo" in page.text
    assert "At the table now" not in page.text
    assert page.text.count("Left off") == 1
    assert "called off" in phone.open("/history").text
    page = phone.send(page, "taking-up", "take-up")
    assert page.path == f"/m/{match.id}"
    assert "At the table now" in phone.open("/").text
    page = phone.send(phone.open(f"/m/{match.id}/sheet"), f"/history/{match.id}/off", "call-off")
    page = phone.send(phone.open(f"/m/{match.id}/sheet"), f"/history/{match.id}/off", "take-up")
    assert page.path == f"/m/{match.id}"


def test_a_match_that_was_left_off_leaves_the_table_by_itself(
    store: Store, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(store, start_match(store, "spansk", ["Anna", "Bo"]), ends("Anna", "5", "0"))
    start_match(store, "spansk", ["Carl", "Dora"])
    assert "At the table now" in phone.open("/").text
    monkeypatch.setattr("scorekeeper.play.history.search.LEFT_AFTER", timedelta(0))
    page = phone.open("/")
    assert "At the table now" not in page.text
    assert "Left off" in page.text
    assert "Carl" not in page.text


def test_the_history_goes_by_day_and_each_match_shows_when_it_began(store: Store, phone: Phone) -> None:
    played(store, ["Carl", "Dora"], FRIDAY - hours(24 * 400), ["Dora"])
    played(store, ["Anna", "Bo"], FRIDAY, ["Anna"])
    played(store, ["Bo", "Anna"], FRIDAY + hours(5.5), ["Bo"])
    played(store, ["Anna", "Bo"], FRIDAY + hours(7), ["Anna"])
    ended(store)
    page = phone.open("/history")
    days = ["Today", "Friday 17 November 2023", "Thursday 13 October 2022"]
    places = [page.text.replace(",", "").find(day) for day in days]
    assert -1 < places[0] < places[1] < places[2]
    assert "Anna 2 – 1" in page.text.replace("\u00a0", " ")
    began = [(FRIDAY + hours(after)).astimezone().strftime("%H:%M") for after in (7, 5.5, 0)]
    shown = page.text[page.text.index("November 2023") : page.text.index("October 2022")]
    assert sorted(began, key=shown.index) == began
    assert "No match is like that." in phone.open("/history?before=1").text


def test_a_day_that_goes_on_over_the_page_is_not_named_twice(store: Store, phone: Phone) -> None:
    for number in range(45):
        played(store, [f"Anna {number}", "Bo"], FRIDAY + timedelta(minutes=number), ["Bo"])
    page = phone.open("/history")
    [link] = [at for tag, at in page.elements if tag == "a" and at.get("id", "").startswith("older-")]
    part = Page(phone.client.get(link["hx-get"], headers={"HX-Request": "true"}))
    whole = Page(phone.client.get(link["href"]))
    assert ("Friday" in part.text, "Friday" in whole.text) == (False, True)
    assert part.html.count('class="match card') == 5


def test_an_evening_shows_its_matches_in_the_order_they_were_played_and_who_won(store: Store, phone: Phone) -> None:
    first = played(store, ["Anna", "Bo", "Carl", "Dora"], FRIDAY, ["Anna & Carl"])
    second = played(store, ["Anna", "Bo", "Carl", "Dora"], FRIDAY + hours(1), ["Bo & Dora"])
    third = played(store, ["Anna", "Bo", "Carl", "Dora"], FRIDAY + hours(2), ["Anna & Carl"])
    page = phone.open(f"/m/{second}/evening")
    assert (
        page.html.index(f"/m/{first}/sheet")
        < page.html.index(f"/m/{second}/sheet")
        < page.html.index(f"/m/{third}/sheet")
    )
    assert "Players of the night Anna Carl" in page.text
    assert "Anna, Bo, Carl, Dora Anna & Carl 2 – 1" in page.text.replace("\u00a0", " ")
    assert "3 matches, 3 finished" in page.text
    assert page.has("print")
    assert "The whole evening: Anna & Carl 2 – 1" in phone.open(f"/m/{third}/sheet").text.replace("\u00a0", " ")


def test_a_guest_sees_of_an_evening_the_matches_that_their_link_opens(app: Flask, store: Store, phone: Phone) -> None:
    mine = played(store, ["Anna", "Bo"], FRIDAY, ["Anna"])
    other = played(store, ["Anna", "Bo"], FRIDAY + hours(1), ["Bo"])
    guest = Phone(app.test_client(), "")
    guest.open(f"/join/{make_link(store, mine, 'watch')}")
    page = guest.open(f"/m/{mine}/evening")
    linked = [f"/m/{match}/" in page.html for match in (mine, other)]
    assert (linked, "Anna 2 1 50 Bo 2 1 50" in page.text) == ([True, False], True)
    assert guest.client.get(f"/m/{other}/evening").status_code == 403


def test_a_night_is_shared_as_a_line_of_text_and_as_a_picture(store: Store, phone: Phone) -> None:
    played(store, ["Anna", "Bo", "Carl", "Dora"], FRIDAY, ["Anna & Carl"])
    played(store, ["Carl", "Eva"], FRIDAY + hours(1), ["Eva"])
    last = played(store, ["Anna", "Eva"], FRIDAY + hours(2), ["Anna"])
    page = phone.open(f"/m/{last}/evening")
    line = (
        "Our domino evening of 17 November 2023. Player of the night: Anna. Anna 2/2 · Carl 1/2 · Eva 1/2 · Bo 0/1 · "
    )
    assert line in page.html.replace("\u00a0", " ")
    assert page.has("picture")
    answer = phone.client.get(f"/m/{last}/evening.png")
    assert (answer.mimetype, answer.data[:4]) == ("image/png", b"\x89PNG")
    again = phone.client.get(f"/m/{last}/evening.png", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_a_night_without_a_finished_match_has_nothing_to_share(store: Store, phone: Phone) -> None:
    match = played(store, ["Anna", "Bo"], FRIDAY)
    page = phone.open(f"/m/{match}/evening")
    assert ("1 match, 0 finished" in page.text, page.has("copy"), page.has("wins")) == (True, False, False)
    assert phone.client.get(f"/m/{match}/evening.png").status_code == 404


def test_the_crown_leads_to_the_night_on_which_it_was_won(store: Store, phone: Phone) -> None:
    first = played(store, ["Anna", "Bo"], FRIDAY, ["Bo"])
    page = phone.open("/players")
    assert "The crown goes to the player of the last night: Friday 17 November 2023." in page.text.replace(
        "Friday,", "Friday"
    )
    assert f'href="/m/{first}/evening"' in page.html
    assert "Bo wears the crown" in page.text
    assert "wears the crown" in phone.open("/players/Bo").text
    assert "wears the crown" not in phone.open("/players/Anna").text


def test_a_note_is_written_by_whoever_may_score_and_seen_by_who_watches(app: Flask, store: Store, phone: Phone) -> None:
    match = start_match(store, "spansk", ["Anna", "Bo"])
    page = phone.send(phone.open(f"/m/{match.id}/note"), f"/m/{match.id}/note", note="Bo’s birthday", place="Grandma’s")
    assert page.path == f"/m/{match.id}/sheet"
    assert "Grandma’s Bo’s birthday" in page.text
    assert "Grandma’s · Bo’s birthday" in phone.open("/history?q=birthday").text
    page = phone.send(phone.open(f"/m/{match.id}/note"), f"/m/{match.id}/note", place="p" * 81)
    assert (page.status, "Here there is room for 80 characters." in page.text) == (422, True)
    links = list_match_links(store, match.id)
    watcher, scorer = Phone(app.test_client(), ""), Phone(app.test_client(), "")
    watcher.open(f"/join/{links.watch}")
    scorer.open(f"/join/{links.score}")
    assert "Bo’s birthday" in watcher.open(f"/m/{match.id}/sheet").text
    assert watcher.client.get(f"/m/{match.id}/note").status_code == 403
    assert scorer.send(scorer.open(f"/m/{match.id}/note"), f"/m/{match.id}/note", note="won").status == 200
    assert find_match_remark(store, match.id).note == "won"


def test_after_an_import_the_page_leads_to_what_came_in(store: Store, phone: Phone) -> None:
    match = ended(store)
    page = phone.open(f"/keeping?new=1&only={match.id}")
    assert [at["href"] for _, at in page.elements if at.get("id") == "came-in"] == [f"/m/{match.id}/sheet"]
    page = phone.open("/keeping?new=3&known=2")
    assert [at["href"] for _, at in page.elements if at.get("id") == "came-in"] == ["/history"]
    assert not phone.open("/keeping?new=0&known=13").has("came-in")


def test_a_day_of_this_year_is_told_without_the_year(app: Flask) -> None:
    with app.test_request_context():
        today = find_night_day(datetime.now(UTC), find_zone())
    day = today.replace(month=1 if today.month > 6 else 12, day=15)
    for language, month in (
        ("en", ("15 January", "15 December")),
        ("es", ("15 de enero", "15 de diciembre")),
        ("pt", ("15 de janeiro", "15 de dezembro")),
        ("ru", ("15 января", "15 декабря")),
        ("sv", ("15 januari", "15 december")),
    ):
        with app.test_request_context(headers={"Cookie": f"language={language}"}):
            told = say_day(day)
        assert told.endswith(month)
        assert told[0].isupper()
