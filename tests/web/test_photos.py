"""A photo fills in the form of the pad, after the players have checked it; a bad one loses nothing."""

import io
import re
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs, urlsplit

import cv2
import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image
from werkzeug.test import TestResponse

from scorekeeper.play.photos import find_photo, keep_photo
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.play.scoring.writing import add_entry, start_match
from tests.vision.laying import lay
from tests.web.conftest import KEY
from tests.web.photographed import HANDS, LAYOUT, PLAYERS, reading
from vision import Doubt, Photo, Reading


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Return the client of a device that is let in."""
    client = app.test_client()
    client.get(f"/in/{KEY}")
    return client


@pytest.fixture
def match(app: Flask) -> Match:
    return start_match(app.extensions["scorekeeper"], "spansk", PLAYERS, True, "Anna")


def jpeg(width: int = 400, height: int = 300) -> bytes:
    _, encoded = cv2.imencode(".jpg", np.full((height, width, 3), 90, np.uint8))
    return encoded.tobytes()


def shows(app: Flask, found: Reading) -> None:
    """Make the reader return `found` for every photo."""
    app.config["READER"] = lambda photo, largest: found


def send(client: FlaskClient, match: Match, data: bytes, purpose: str = "hands", **fields: str) -> TestResponse:
    where = f"/m/{match.id}/photo?for={purpose}"
    form = hidden(client.get(where).text, "photo-upload")
    return client.post(where, data={**form, "picture": (io.BytesIO(data), "table.jpg"), **fields})


def look(client: FlaskClient, answer: TestResponse, *taps: str) -> str:
    """Return the page of the photo just sent, after taps on its buttons."""
    assert answer.status_code == 303, answer.text
    where = answer.location or ""
    for tap in taps:
        parts = urlsplit(where)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        after = client.get(parts.path, query_string={**query, "do": tap})
        assert after.status_code == 303
        where = after.location or ""
    return client.get(where).text


def hidden(page: str, form: str) -> dict[str, str]:
    """Return the hidden fields of a form."""
    inside = page.partition(f'id="{form}"')[2].partition("</form>")[0]
    return dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', inside))


# -- a photo comes in ------------------------------------------------------------------------------------------------


def test_a_photo_of_the_hands_fills_in_who_holds_what(app: Flask, client: FlaskClient, match: Match) -> None:
    shows(app, HANDS)
    page = look(client, send(client, match, jpeg(), ended="out 4"))
    filled = hidden(page, "use")
    assert [filled[f"hand-{seat}"] for seat in (1, 2, 3)] == ["5-1 6-4", "6-6 2-0", "3-2"]
    assert filled["ended"] == "out 4"


def test_what_is_saved_from_the_photo_is_scored_and_keeps_its_photo(
    app: Flask, client: FlaskClient, match: Match
) -> None:
    shows(app, HANDS)
    page = look(client, send(client, match, jpeg(), ended="out 4"))
    client.post(f"/m/{match.id}", data={**hidden(page, "use"), "do": "save"})
    after = load_match(app.extensions["scorekeeper"], match.id)
    # Anna with 5-1 and 6-4 and Carl with 3-2 hold 21 pips; it counts as 20, which is four fives.
    assert after.sheet.totals == {"Anna & Carl": 0, "Bo & Dora": 4}
    photo = find_photo(app.extensions["scorekeeper"], after.photos[1])
    assert photo.match == match.id


def test_nothing_is_written_by_looking_at_a_photo(app: Flask, client: FlaskClient, match: Match) -> None:
    shows(app, HANDS)
    look(client, send(client, match, jpeg(), ended="out 4"), "say 3ok", "say 0is5-2", "undo", "ended out 1")
    assert load_match(app.extensions["scorekeeper"], match.id).seen == 0


def test_a_photo_of_the_layout_proposes_its_open_ends_and_their_points(
    app: Flask, client: FlaskClient, match: Match
) -> None:
    shows(app, LAYOUT)
    page = look(client, send(client, match, jpeg(), "ends", player="Bo"))
    assert hidden(page, "use") | {"ends": "6 5-5", "player": "Bo"} == hidden(page, "use")
    assert "6 + 10\u00a0=\u00a016" in page


def test_a_layout_that_can_be_read_in_two_ways_is_asked_about_with_both_its_tiles(
    app: Flask, client: FlaskClient, match: Match
) -> None:
    shows(app, replace(LAYOUT, warnings=(Doubt("layout_unclear", (0, 1)),)))
    page = look(client, send(client, match, jpeg(), "ends"))
    asked = "Is 6-5 joined to 5-5? It can be read in two ways: look at what is open of both."
    assert asked in page
    for place in (0, 1):
        assert re.search(rf'id="unclear-0-1-{place}" name="do" value="tile {place}"', page)
    assert 'id="open-6"' in look(client, send(client, match, jpeg(), "ends"), "tile 0")
    assert asked not in look(client, send(client, match, jpeg(), "ends"), "tile 0", "say 0open6")
    assert asked not in look(client, send(client, match, jpeg(), "hands"))


def test_a_second_tap_on_save_counts_once(app: Flask, client: FlaskClient, match: Match) -> None:
    shows(app, HANDS)
    page = look(client, send(client, match, jpeg(), ended="out 4"))
    for _ in range(2):
        client.post(f"/m/{match.id}", data={**hidden(page, "use"), "do": "save"})
    assert load_match(app.extensions["scorekeeper"], match.id).seen == 1


def test_the_form_on_the_pad_comes_back_filled_and_remembers_its_photo(
    app: Flask, client: FlaskClient, match: Match
) -> None:
    shows(app, HANDS)
    page = look(client, send(client, match, jpeg(), ended="out 4"))
    found = re.search(r'id="to-pad" href="([^"]*)"', page)
    assert found
    pad = client.get(found[1].replace("&amp;", "&")).text
    assert hidden(pad, "fill")["photo"] == hidden(page, "use")["photo"]
    assert 'value="5-1 6-4"' in pad or all(
        f'value="{tile}" aria-label="{tile}" checked' in pad for tile in ("5-1", "6-4")
    )


def test_after_a_photo_of_one_hand_the_pad_turns_to_the_hand_that_is_missing(
    app: Flask, client: FlaskClient, match: Match
) -> None:
    shows(app, reading(lay("5-1", -0.6, 0), lay("4-6", 0.6, 0)))
    page = look(client, send(client, match, jpeg(), ended="out 4", hand="2", **{"hand-1": "13"}))
    found = re.search(r'id="to-pad" href="([^"]*)"', page)
    assert found
    pad = client.get(found[1].replace("&amp;", "&")).text
    assert hidden(pad, "fill")["hand-2"] == "5-1 6-4"
    assert hidden(pad, "fill")["hand"] == "3"


def test_the_picture_is_kept_without_what_the_camera_wrote_in_it(app: Flask, client: FlaskClient, match: Match) -> None:
    shows(app, HANDS)
    camera = Image.Exif()
    camera[0x0112], camera[0x010F] = 6, "Camera of Anna"
    file = io.BytesIO()
    Image.new("RGB", (400, 300), "green").save(file, "JPEG", exif=camera)
    where = urlsplit(send(client, match, file.getvalue()).location)
    answer = client.get(f"{where.path}.jpg")
    assert answer.mimetype == "image/jpeg"
    assert "private" in answer.headers["Cache-Control"]
    kept = Image.open(io.BytesIO(answer.data))
    assert kept.size == (300, 400)  # upright
    assert not kept.getexif()


# -- a bad one -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "This file is empty"),
        (b"Anna 13, Bo 8", "This file is not a photo"),
        (jpeg()[: len(jpeg()) // 2], "damaged or cut short"),
        (jpeg(20, 20), "too small"),
    ],
)
def test_a_file_that_is_no_photo_is_refused_with_the_reason_and_the_form_stays(
    client: FlaskClient, match: Match, data: bytes, sentence: str
) -> None:
    answer = send(client, match, data, ended="out 2")
    assert answer.status_code == 422
    assert sentence in answer.text
    assert hidden(answer.text, "photo-upload")["ended"] == "out 2"


def test_no_file_at_all_is_refused_as_well(client: FlaskClient, match: Match) -> None:
    where = f"/m/{match.id}/photo?for=hands"
    answer = client.post(where, data=hidden(client.get(where).text, "photo-upload"))
    assert answer.status_code == 422
    assert "empty" in answer.text


def test_a_file_that_is_too_large_is_refused_unread(app: Flask, client: FlaskClient, match: Match) -> None:
    app.config["MAX_CONTENT_LENGTH"] = 5000
    answer = send(client, match, b"\xff\xd8" + bytes(10_000))
    assert answer.status_code == 413
    assert "too big" in answer.text
    assert 'id="photo-upload"' in answer.text


def test_a_stranger_learns_nothing_by_sending_a_file_that_is_too_large(app: Flask, match: Match) -> None:
    app.config["MAX_CONTENT_LENGTH"] = 5000
    picture = (io.BytesIO(bytes(10_000)), "table.jpg")
    answer = app.test_client().post(f"/m/{match.id}/photo", data={"picture": picture})
    assert answer.status_code == 403
    assert match.id not in answer.text


def test_a_reader_that_fails_leaves_the_photo_to_be_read_by_the_players(
    app: Flask, client: FlaskClient, match: Match
) -> None:
    def broken(photo: Photo, largest: int) -> Reading:
        raise ValueError("out of order")

    app.config["READER"] = broken
    page = look(client, send(client, match, jpeg(), ended="out 4"), "tile add1", "say add6-4to1")
    assert "could not read this photo" not in page  # a tile is there now
    assert hidden(page, "use")["hand-1"] == "6-4"


def test_a_reading_that_is_none_leaves_its_photo_to_be_read_by_the_players(
    app: Flask, client: FlaskClient, match: Match
) -> None:
    """An archive that somebody made may contain such a reading."""
    unfit = {"size": [400, 300], "tiles": [{"pips": [5, 0]}]}
    photo = keep_photo(app.extensions["scorekeeper"], match.id, jpeg(), unfit)
    page = client.get(f"/m/{match.id}/photo/{photo}?ended=out+4")
    assert page.status_code == 200
    assert "could not read this photo" in page.text
    assert 'viewBox="0 0 400 300"' in page.text


def test_a_photo_without_tiles_says_so(app: Flask, client: FlaskClient, match: Match) -> None:
    shows(app, reading())
    page = look(client, send(client, match, jpeg()))
    assert "No tile was found" in page
    assert 'id="use"' not in page  # there is nothing to use


def test_a_photo_of_something_else_loses_nothing_that_was_typed(app: Flask, client: FlaskClient, match: Match) -> None:
    shows(app, reading())
    typed = {"ended": "out 2", "hand-1": "13", "hand-3": "5+8", "by": "pips", "hand": "3"}
    for page in (look(client, send(client, match, jpeg(), **typed)), send(client, match, b"a cat", **typed).text):
        for way in re.findall(r'href="(/m/[^"?]*\?[^"]*kind=round[^"]*)"', page):
            pad = client.get(way.replace("&amp;", "&")).text
            assert [f'name="hand-{seat}" value="{typed[f"hand-{seat}"]}"' in pad for seat in (1, 3)] == [True, True]
            assert 'value="out 2" checked' in pad


def test_a_photo_of_something_else_loses_no_end_that_was_changed(app: Flask, client: FlaskClient, match: Match) -> None:
    add_entry(app.extensions["scorekeeper"], match.id, {"entry": "play", "player": "Anna", "tile": "5-0"}, 0, "a")
    shows(app, reading())
    page = look(client, send(client, match, jpeg(), "ends", ends="5 4", player="Bo"))
    ways = re.findall(r'href="(/m/[^"?]*\?[^"]*kind=ends[^"]*)"', page)
    assert len(ways) == 2
    for way in ways:
        assert hidden(client.get(way.replace("&amp;", "&")).text, "fill")["ends"] == "5 4"


def test_forty_tiles_can_be_looked_over(app: Flask, client: FlaskClient, match: Match) -> None:
    shows(app, reading(*(lay("6-5", 3 * (place % 8) - 10, 4 * (place // 8) - 8) for place in range(40))))
    page = look(client, send(client, match, jpeg(), ended="blocked"))
    assert page.count('class="on-photo') == 40
    assert "more than once" in page


def test_a_photo_is_shown_at_its_own_match_alone(app: Flask, client: FlaskClient, match: Match) -> None:
    shows(app, HANDS)
    path = urlsplit(send(client, match, jpeg()).location).path
    other = start_match(app.extensions["scorekeeper"], "spansk", PLAYERS)
    for end in ("", ".jpg"):
        assert client.get(path.replace(match.id, other.id) + end).status_code == 404
        assert app.test_client().get(path + end).status_code == 403


def test_an_address_that_somebody_made_up_is_no_fault(app: Flask, client: FlaskClient, match: Match) -> None:
    shows(app, HANDS)
    path = urlsplit(send(client, match, jpeg()).location).path
    for edits in ("99is6-4.0is9-9.x.add6-9to1", "0to9.7swap8.4all.3open.0open9_9"):
        for purpose in ("hands", "ends"):
            for tile in ("77", "add9", "last", "x"):
                query = {"edits": edits, "for": purpose, "tile": tile, "ended": "out 9", "hand": "x"}
                assert client.get(path, query_string=query).status_code == 200


def test_the_photo_of_an_entry_can_be_seen_later(app: Flask, client: FlaskClient, match: Match) -> None:
    shows(app, HANDS)
    page = look(client, send(client, match, jpeg(), ended="out 4"), "say 3is2-1", "say 0to2")
    client.post(f"/m/{match.id}", data={**hidden(page, "use"), "do": "save"})
    later = client.get(f"/m/{match.id}/entry/1/photo").text
    assert [later.count(f'class="on-photo seat-{seat} m{seat} s{seat}"') for seat in (1, 2, 3)] == [1, 3, 1]
    assert re.findall(r'class="digit"[^>]*>(\d)', later) == list("5146662132")  # as corrected
    assert client.get(f"/m/{match.id}/entry/2/photo").status_code == 404


def test_without_scripts_what_was_entered_goes_with_the_way_to_the_photo(client: FlaskClient, match: Match) -> None:
    pad = client.get(f"/m/{match.id}?kind=round&ended=out+2&hand-1=13").text
    (way,) = re.findall(r'without-script" href="([^"]+/photo\?[^"]+)"', pad)
    page = client.get(way.replace("&amp;", "&")).text
    assert 'name="ended" value="out 2"' in page
    assert 'name="hand-1" value="13"' in page


# -- correcting by a photo -------------------------------------------------------------------------------------------


def test_a_round_is_corrected_by_a_photo_and_keeps_it(app: Flask, client: FlaskClient, match: Match) -> None:
    """The hands that were typed first were wrong; the tiles still lie on the table, and one photo shows them."""
    store = app.extensions["scorekeeper"]
    wrong = {"entry": "round", "out": "Dora", "hands": {"Anna": {"pips": 30}, "Bo": ["4-4"], "Carl": ["1-0"]}}
    match = add_entry(store, match.id, wrong, 0, "first")
    opened = {"entry": "play", "player": "Anna", "tile": "5-1"}  # of the next round: no tile of the corrected one
    match = add_entry(store, match.id, opened, 1, "second")
    shows(app, HANDS)
    form = hidden(client.get(f"/m/{match.id}?correct=1").text, "fill")
    assert form["replaces"] == "1"
    page = look(client, send(client, match, jpeg(), replaces="1", ended="out 4", seen=form["seen"]), "say allok")
    assert hidden(page, "use")["replaces"] == "1"
    assert client.post(f"/m/{match.id}", data={**hidden(page, "use"), "do": "save"}).status_code == 303
    after = load_match(store, match.id)
    assert [line.struck for line in after.sheet.lines] == [True, False, False]
    assert after.sheet.totals["Bo & Dora"] == 4
    assert find_photo(store, after.photos[3]).match == match.id
    again = client.get(f"/m/{match.id}?correct=3").text
    kept = {
        **hidden(again, "fill"),
        "ended": "out 4",
        "hand-1": "5-1 6-3",
        "hand-2": "4-4",
        "hand-3": "1-0",
        "do": "save",
    }
    assert client.post(f"/m/{match.id}", data=kept).status_code == 303
    assert load_match(store, match.id).photos[4] == after.photos[3]


def test_who_goes_back_from_a_photo_of_the_ends_still_corrects(app: Flask, client: FlaskClient, match: Match) -> None:
    store = app.extensions["scorekeeper"]
    match = add_entry(store, match.id, {"entry": "ends", "player": "Anna", "ends": ["5", "0"]}, 0, "first")
    shows(app, LAYOUT)
    form = client.get(f"/m/{match.id}?correct=1").text
    [way] = re.findall(r'class="way-button without-script" href="([^"]*)"', form)
    taking = client.get(way.replace("&amp;", "&")).text
    page = look(client, send(client, match, jpeg(), "ends", player="Anna", replaces="1"))
    for text in (taking, page):
        [back] = set(re.findall(r'href="(/m/[^"?]*\?[^"]*)" aria-label="Back to the pad"', text))
        before = hidden(client.get(back.replace("&amp;", "&")).text, "fill")
        assert (before["replaces"], before["ends"]) == ("1", "5 0")
    assert hidden(page, "use")["replaces"] == "1"
    saved = client.post(f"/m/{match.id}", data={**hidden(page, "use"), "do": "save", "accepted": "first_ends"})
    assert saved.status_code == 303
    after = load_match(store, match.id)
    assert [str(end) for end in after.sheet.layout.ends] == ["6", "5-5"]
    assert after.sheet.lines[0].struck


# -- what goes with a photo and comes back ---------------------------------------------------------------------------


@pytest.mark.parametrize("purpose", ["hands", "ends", "hand"])
def test_an_entry_that_is_mended_by_a_photo_still_says_which_one_it_replaces(
    app: Flask, client: FlaskClient, purpose: str
) -> None:
    """The phone drops the refused entry once the one that is sent `instead` is written."""
    game = "mexican_train" if purpose == "hand" else "spansk"
    match = start_match(app.extensions["scorekeeper"], game, PLAYERS)
    shows(app, LAYOUT if purpose == "ends" else HANDS)
    sent = {"ended": "out 4", "player": "Bo", "seat": "1", "round": "0", "instead": "refused-post", "seen": "0"}
    answer = send(client, match, jpeg(), purpose, **sent)
    page = look(client, answer)
    assert hidden(page, "use")["instead"] == "refused-post"
    [address] = re.findall(r'class="icon-button" href="([^"]*)" aria-label="Back to the pad"', page)
    assert hidden(client.get(address.replace("&amp;", "&")).text, "fill")["instead"] == "refused-post"


def test_every_tile_picked_for_a_hand_goes_with_the_photo(app: Flask, client: FlaskClient) -> None:
    match = start_match(app.extensions["scorekeeper"], "dk_almindelig", PLAYERS)
    shows(app, HANDS)
    picked: dict[str, Any] = {"hand-1": ["5-1", "6-4"], "by": "tiles", "ended": "out 4"}
    answer = send(client, match, jpeg(), "hands", **picked)
    assert parse_qs(urlsplit(answer.location).query)["hand-1"] == ["5-1 6-4"]


def test_a_doubt_that_was_accepted_before_a_photo_is_asked_of_what_it_shows(
    app: Flask, client: FlaskClient, match: Match
) -> None:
    shows(app, HANDS)
    page = look(client, send(client, match, jpeg(), "hands", ended="out 4", accepted="parity"))
    assert "accepted" not in hidden(page, "use")
