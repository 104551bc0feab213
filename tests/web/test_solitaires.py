"""The assistant's page: tiles are entered, advice is given; nothing is stored before the result is."""

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.web import create_app

SOLITAIRES = [key for key, variant in VARIANTS.items() if "result" in variant.takes]
PART = {"HX-Request": "true", "HX-Request-Type": "partial"}


class Page(HTMLParser):
    """A page: its text, the addresses of its links by id, and the fields of its forms."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.html, self.words = html, ""
        self.links: dict[str, str] = {}
        self.taps: dict[str, str] = {}  # the query of each button by its id
        self.action = ""  # the address of the form
        self.forms: list[dict[str, str]] = []
        self.checked: list[str] = []
        self.disabled: set[str] = set()
        self.marked: list[str] = []
        self.feed(html)
        self.words = " ".join(self.words.split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "a" and "id" in given:
            self.links[given["id"]] = given["href"]
        if tag == "form":
            self.forms.append({})
            if given.get("id") == "to":
                self.action = given["action"]
        if tag == "button" and given.get("name") == "to":
            self.taps[given["id"]] = given["value"]
        if tag == "input" and self.forms and "name" in given and given.get("type") != "checkbox":
            self.forms[-1][given["name"]] = given.get("value", "")
        if tag == "input" and given.get("type") == "checkbox" and "checked" in given:
            self.checked.append(given["value"])
        if tag in ("button", "input") and "disabled" in given:
            self.disabled.add(given["value"].removeprefix("add "))
        if tag == "button" and "marked" in given.get("class", "").split():
            self.marked.append(given["value"].split()[1])

    def handle_data(self, data: str) -> None:
        self.words += f" {data}"

    @property
    def lying(self) -> dict[str, str]:
        """The fields of the form with the tiles."""
        return next(form for form in self.forms if "gone" in form)

    @property
    def result(self) -> dict[str, str]:
        """The fields of the form that writes the result down."""
        return next(form for form in self.forms if form.get("kind") == "result") | {"do": "save"}


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return create_app({"DATA": tmp_path, "OWNER_KEY": "key-of-this-table", "TESTING": True, "WTF_CSRF_ENABLED": False})


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    client = app.test_client()
    client.get("/in/key-of-this-table")
    return client


def started(app: Flask, key: str, **options: object) -> str:
    """Start a match of this solitaire, and return its address."""
    return f"/m/{start_match(app.extensions['scorekeeper'], key, ['Anna'], options=options).id}"


def opened(client: FlaskClient, address: str, **query: object) -> Page:
    response = client.get(address, query_string=query or None)
    assert response.status_code == 200
    return Page(response.get_data(as_text=True))


def go(client: FlaskClient, page: Page, id_: str) -> Page:
    """Tap a button that leads to another page, without scripts."""
    response = client.post(page.action, data={"to": page.taps[id_]})
    assert response.status_code == 303
    return opened(client, response.headers["Location"])


def assistant(client: FlaskClient, app: Flask, key: str, **query: object) -> Page:
    return opened(client, f"{started(app, key)}/solitaire", **query)


def sheet(app: Flask, address: str) -> Match:
    return load_match(app.extensions["scorekeeper"], address.removeprefix("/m/"))


@pytest.mark.parametrize("key", SOLITAIRES)
def test_the_pad_of_a_solitaire_leads_to_its_assistant(app: Flask, client: FlaskClient, key: str) -> None:
    pad = opened(client, started(app, key))
    page = opened(client, pad.links["assistant"])
    assert "the assistant says what can be done" in page.words
    assert not any("kind" in form for form in page.forms)


def test_a_round_game_has_no_assistant(app: Flask, client: FlaskClient) -> None:
    match = start_match(app.extensions["scorekeeper"], "spansk", ["Anna", "Bo"])
    assert client.get(f"/m/{match.id}/solitaire").status_code == 404


@pytest.mark.parametrize("key", SOLITAIRES)
def test_the_rules_of_a_solitaire_show_what_its_assistant_says(client: FlaskClient, key: str) -> None:
    page = opened(client, f"/rules/{key}")
    assert re.search(r'class="worked-why">[^<]+', page.html)


# -- Tolveren --------------------------------------------------------------------------------------------------------


def test_a_pair_that_is_removed_is_filled_up_from_the_boneyard(app: Flask, client: FlaskClient) -> None:
    page = assistant(client, app, "dk_tolveren", table="6-2 3-1 5-5 4-1 2-1 6-0")
    assert "Worth twelve: 6-2 + 3-1." in page.words
    page = go(client, page, "move-1")
    assert "Fill up to six tiles" in page.words
    assert (sorted(page.checked), page.lying["boneyard"]) == (["2-1", "4-1", "5-5", "6-0"], "22")
    assert {"6-2", "3-1"} <= page.disabled
    page = opened(client, page.action, **page.lying, table=[*page.checked, "6-6", "0-0"])
    assert page.lying["boneyard"] == "20"
    assert "Worth twelve: 6-6 + 0-0." in page.words


def test_a_move_can_be_taken_back(app: Flask, client: FlaskClient) -> None:
    page = assistant(client, app, "dk_tolveren", table="6-2 3-1 5-5 4-1 2-1 6-0")
    back = go(client, go(client, page, "move-1"), "back")
    assert (back.checked, back.lying["boneyard"]) == (page.checked, "22")
    assert "back" not in back.taps


def test_a_game_that_began_without_the_assistant_counts_its_boneyard_down_too(app: Flask, client: FlaskClient) -> None:
    page = assistant(client, app, "dk_tolveren", table="6-5 1-0 6-4 2-0 1-1 5-5", boneyard="8")
    page = go(client, page, "move-1")
    assert page.lying["boneyard"] == "8"
    page = opened(client, page.action, **page.lying, table=[*page.checked, "6-6", "0-0"])
    assert page.lying["boneyard"] == "6"


def test_the_last_pair_wins_and_the_result_is_written_with_one_tap(app: Flask, client: FlaskClient) -> None:
    address = started(app, "dk_tolveren")
    page = opened(client, f"{address}/solitaire", table="6-2 3-1", boneyard="0")
    page = go(client, page, "move-1")
    assert "All 28 tiles are gone: won." in page.words
    response = client.post(address, data=page.result)
    assert (response.status_code, response.headers["Location"]) == (303, address)
    assert sheet(app, address).sheet.winners == ("Anna",)


def test_a_result_tapped_twice_is_written_once(app: Flask, client: FlaskClient) -> None:
    address = started(app, "dk_tolveren")
    page = opened(client, f"{address}/solitaire", table="6-5 6-4 6-3 5-5 5-4 4-4", boneyard="10")
    for _ in range(2):
        client.post(address, data=page.result)
    match = sheet(app, address)
    assert (match.seen, dict(match.sheet.totals), match.sheet.winners) == (1, {"Anna": 16}, ())
    assert "Solitaire lost" in opened(client, address).words
    assert not any("kind" in form for form in opened(client, f"{address}/solitaire", table="6-2 3-1", boneyard=0).forms)


def test_tiles_that_cannot_be_left_are_refused_beside_them(app: Flask, client: FlaskClient) -> None:
    page = assistant(client, app, "dk_tolveren", table="6-2 4-1", boneyard="0")
    assert 'id="wrong-table"' in page.html
    assert "There cannot be 13 pips here" in page.words


def test_tiles_that_can_hardly_be_left_are_doubted(app: Flask, client: FlaskClient) -> None:
    page = assistant(client, app, "dk_tolveren", table="6-5 5-4 3-1 0-0", boneyard="0")
    assert "Nothing left makes twelve with 6-5, 5-4, 3-1, 0-0" in page.words


def test_a_doubtful_result_is_written_when_the_player_insists(app: Flask, client: FlaskClient) -> None:
    address = started(app, "dk_tolveren")
    page = opened(client, f"{address}/solitaire", table="6-5 5-4 3-1 0-0", boneyard="0")
    answer = client.post(address, data=page.result)
    assert (answer.status_code, sheet(app, address).seen) == (422, 0)
    asked = Page(answer.get_data(as_text=True))
    assert "With 4 tiles left there is always something to do" in asked.words
    client.post(address, data=asked.result | {"won": "no"})
    assert dict(sheet(app, address).sheet.totals) == {"Anna": 4}


# -- tiles in their order --------------------------------------------------------------------------------------------


def tap(client: FlaskClient, address: str, fields: dict[str, str], do: str) -> Page:
    """Tap a button without scripts, and check that the answer redirects to an address without the tap in it."""
    response = client.post(address, data=fields | {"do": do})
    assert response.status_code == 303
    assert "do=" not in response.headers["Location"]
    return opened(client, response.headers["Location"])


def test_tapped_tiles_go_to_the_reserve_and_then_down_the_columns(app: Flask, client: FlaskClient) -> None:
    address = f"{started(app, 'dk_fem_kolonner')}/solitaire"
    page = opened(client, address)
    for each in ("6-6", "3-1", "2-0", "6-5", "4-4"):
        page = tap(client, address, page.lying, f"add {each}")
    assert (page.lying["reserve"], page.lying["column-1"]) == ("6-6 3-1 2-0", "6-5 4-4")
    assert "5 of 28 tiles" in page.words
    page = tap(client, address, page.lying, "into column-3")
    page = tap(client, address, page.lying, "add 1-1")
    page = tap(client, address, page.lying, "take 3-1")
    assert (page.lying["reserve"], page.lying["column-3"]) == ("6-6 2-0", "1-1")
    assert tap(client, address, page.lying, "add 1-1").lying["column-3"] == "1-1"


COLUMNS = {
    "reserve": "6-6 3-1 2-0",
    "column-1": "6-5 4-4 1-0 5-3 0-0",
    "column-2": "6-4 5-5 2-1 3-3 6-2",
    "column-3": "6-3 1-1 5-4 3-0 4-3",
    "column-4": "6-1 2-2 5-0 4-0 3-2",
    "column-5": "6-0 5-1 5-2 4-1 4-2",
}


def test_all_28_tiles_tell_the_pairs_and_whether_it_can_be_won(app: Flask, client: FlaskClient) -> None:
    page = assistant(client, app, "dk_fem_kolonner", **COLUMNS)
    assert "Worth twelve: 6-6 + 0-0, 3-1 + 6-2, 4-3 + 3-2." in page.words
    assert re.search("It can (still|no longer) be won", page.words)
    assert sorted(page.marked) == ["0-0", "3-1", "3-2", "4-3", "6-2", "6-6"]
    page = go(client, page, "move-1")
    assert (page.lying["reserve"], page.lying["column-1"]) == ("3-1 2-0", "6-5 4-4 1-0 5-3")
    assert "3-1 + 5-3" in page.words


def test_tiles_are_typed_with_or_without_dashes(app: Flask, client: FlaskClient) -> None:
    page = assistant(client, app, "dk_fem_kolonner", **COLUMNS | {"reserve": "66 31 20", "column-1": "6544105300"})
    assert page.lying["column-1"] == "6-5 4-4 1-0 5-3 0-0"
    assert "Worth twelve" in page.words


def test_a_tile_typed_twice_is_told(app: Flask, client: FlaskClient) -> None:
    page = assistant(client, app, "dk_fem_kolonner", **COLUMNS | {"reserve": "6-6 3-1 5-6"})
    assert "6-5 is there twice" in page.words


def test_what_is_no_tile_is_told_and_stays(app: Flask, client: FlaskClient) -> None:
    page = assistant(client, app, "dk_knock_out", row="5-2 cat", look="1")
    assert "“cat” is not a tile" in page.words
    assert page.lying["row"] == "5-2 cat"


def test_in_knock_out_a_tile_is_turned_round(app: Flask, client: FlaskClient) -> None:
    address = f"{started(app, 'dk_knock_out')}/solitaire"
    page = opened(client, address, row="2-1 2-5", look="1")
    assert "No two neighbours match" in page.words
    assert 'value="turn 2-1"' in page.html
    page = tap(client, address, page.lying, "turn 2-1")
    assert page.lying["row"] == "1-2 2-5"
    assert "It can be won" in page.words


def test_an_unfinished_row_is_looked_at_when_it_is_all_that_is_left(app: Flask, client: FlaskClient) -> None:
    address = f"{started(app, 'dk_bingo')}/solitaire"
    page = opened(client, address, row="1-0 2-1 2-0")
    assert "3 of 28 tiles" in page.words
    assert "Tiles left: 1." in tap(client, address, page.lying, "look").words


def test_the_passes_of_a_whole_row_are_written_down(app: Flask, client: FlaskClient) -> None:
    address = started(app, "dk_bingo")
    row = "00 11 21 22 32 33 43 44 54 55 65 66 10 20 30 40 50 60 61 62 63 64 31 41 51 42 52 53"
    client.post(address, data=opened(client, f"{address}/solitaire", row=row).result)
    (line,) = sheet(app, address).sheet.lines
    assert (dict(line.totals), getattr(line.entry, "passes", None)) == ({"Anna": 17}, 2)


# -- a hand laid out in one line -------------------------------------------------------------------------------------


def test_laying_a_tile_changes_the_ends_and_drawing_one_the_boneyard(app: Flask, client: FlaskClient) -> None:
    address = f"{started(app, 'dk_kabale')}/solitaire"
    page = opened(client, address, hand="6-3 4-4 5-0 2-1 1-1")
    lay = next(name for name, query in page.taps.items() if name.startswith("move") and "ends=6+3" in query)
    page = go(client, page, lay)
    assert (page.lying["ends"], page.lying["boneyard"], len(page.checked)) == ("6 3", "23", 4)
    assert "Nothing fits: draw a tile." in page.words
    page = opened(client, address, **page.lying, hand=[*page.checked, "6-1"])
    assert (page.lying["boneyard"], "These fit: 6-1." in page.words) == ("22", True)


def test_the_best_of_the_tiles_that_fit_is_offered_first_with_what_can_follow(app: Flask, client: FlaskClient) -> None:
    page = opened(client, f"{started(app, 'dk_kabale')}/solitaire", hand="3-0 6-3 6-4 4-1", ends="35")
    assert (
        "Best: Lay 6-3 at the 3 , then 2 more Lay 3-0 at the 3 Show how Lay 6-3 at the 3 Lay 6-4 at the 6" in page.words
    )


def test_a_boneyard_typed_anew_is_believed(app: Flask, client: FlaskClient) -> None:
    address = f"{started(app, 'dk_kabale')}/solitaire"
    page = opened(client, address, hand="6-3 4-4", ends="55", boneyard="9")
    page = opened(client, address, **page.lying | {"boneyard": "4"}, hand=page.checked)
    assert page.lying["boneyard"] == "4"
    page = opened(client, address, **page.lying, hand=[*page.checked, "0-0"])
    assert page.lying["boneyard"] == "3"


def test_stuck_with_five_is_written_with_the_boneyard_that_was_left(app: Flask, client: FlaskClient) -> None:
    address = started(app, "dk_stop_ved_fem")
    page = opened(client, f"{address}/solitaire", ends="35", hand="64 44 20 21 61", boneyard="12")
    client.post(address, data=page.result)
    (line,) = sheet(app, address).sheet.lines
    assert (dict(line.totals), getattr(line.entry, "boneyard_tiles", None)) == ({"Anna": 5}, 12)


def test_an_empty_hand_and_boneyard_is_lost_where_the_table_says_so(app: Flask, client: FlaskClient) -> None:
    address = started(app, "dk_kabale", empty_stock_win=False)
    page = opened(client, f"{address}/solitaire", ends="35", hand="63", boneyard="0")
    page = go(client, page, "move-1")
    assert "at this table that is lost" in page.words
    client.post(address, data=page.result)
    assert sheet(app, address).sheet.winners == ()
    assert sheet(app, address).sheet.over


# -- live ------------------------------------------------------------------------------------------------------------


def test_htmx_gets_the_part_and_the_address_to_show(app: Flask, client: FlaskClient) -> None:
    response = client.post(
        f"{started(app, 'dk_knock_out')}/solitaire", data={"row": "1-2", "do": "add 2-5"}, headers=PART
    )
    shown = parse_qs(urlsplit(response.headers["HX-Replace-Url"]).query)
    assert (response.status_code, shown["row"], "do" in shown) == (200, ["1-2 2-5"], False)
    assert response.get_data(as_text=True).lstrip().startswith("<main")


def test_what_is_tapped_is_shared_and_what_is_only_opened_is_not(app: Flask, client: FlaskClient) -> None:
    address = f"{started(app, 'dk_tolveren')}/solitaire"
    client.post(address, data={"table": "6-2 3-1", "boneyard": "0"})
    client.get(f"{address}?table=5-5&boneyard=0&do=add+6-6&turn=a1-9")
    client.get(f"{address}?anew=1")
    shown = client.get(address, follow_redirects=True)
    assert sorted(Page(shown.get_data(as_text=True)).checked) == ["3-1", "6-2"]
    client.post(address, data={"to": ""})
    assert Page(client.get(address, follow_redirects=True).get_data(as_text=True)).checked == []


def test_ends_are_asked_for_as_they_are_written_back(app: Flask, client: FlaskClient) -> None:
    page = opened(client, f"{started(app, 'dk_kabale')}/solitaire", hand="3-0", ends="53")
    assert "Open ends, like 5 3;" in page.words
    assert 'name="ends" value="5 3" inputmode="tel"' in page.html
