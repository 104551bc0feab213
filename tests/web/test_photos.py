"""A photo fills in the form of the pad, after the players have looked it over; and a bad one costs nobody anything."""

import io
import re
from urllib.parse import parse_qs, urlsplit

import cv2
import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from scorekeeper import play
from scorekeeper.web.corrections import corrected, read_corrections, seen_tiles
from scorekeeper.web.hands_on_photo import given_seats, guessed_seats, heaps
from scorekeeper.web.review import Review
from tests.vision.laying import lay
from tests.web.conftest import KEY
from vision import Photo, Reading, Tile, joins_and_groups

PLAYERS = ("Anna", "Bo", "Carl", "Dora")


def reading(*tiles: Tile) -> Reading:
    """The tiles as the reader would give them."""
    joins, groups = joins_and_groups(tiles)
    return Reading((2000, 2000), tiles, joins, groups)


# Three hands from left to right, one tile of them doubtful.
HANDS = reading(
    lay("5-1", -9, 0), lay("4-6", -7.8, 0), lay("6-6", 0, 0), lay("2-0", 1.2, 0, sure=False), lay("3-2", 9, 0)
)
# 6-5 and 5-5 crosswise: 6 and both fives are open.
LAYOUT = reading(lay("6-5", -1.5, 0, turn=-90), lay("5-5", 0, 0))


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A device at the table."""
    client = app.test_client()
    client.get(f"/in/{KEY}")
    return client


@pytest.fixture
def match(app: Flask) -> play.Match:
    return play.start(app.extensions["scorekeeper"], "spansk", PLAYERS, True, "Anna")


def jpeg(width: int = 400, height: int = 300) -> bytes:
    _, encoded = cv2.imencode(".jpg", np.full((height, width, 3), 90, np.uint8))
    return encoded.tobytes()


def shows(app: Flask, found: Reading) -> None:
    """Let every photo show `found`."""
    app.config["READER"] = lambda photo, largest: found


def send(client: FlaskClient, match: play.Match, data: bytes, purpose: str = "hands", **fields: str) -> TestResponse:
    where = f"/m/{match.id}/photo?for={purpose}"
    form = hidden(client.get(where).text, "photo-upload")
    return client.post(where, data={**form, "picture": (io.BytesIO(data), "table.jpg"), **fields})


def look(client: FlaskClient, answer: TestResponse, *taps: str) -> str:
    """The page of the photo just sent, after taps on its buttons."""
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
    """The hidden fields of a form."""
    inside = page.partition(f'id="{form}"')[2].partition("</form>")[0]
    return dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', inside))


# -- a photo comes in ------------------------------------------------------------------------------------------------


def test_a_photo_of_the_hands_fills_in_who_holds_what(app: Flask, client: FlaskClient, match: play.Match) -> None:
    shows(app, HANDS)
    page = look(client, send(client, match, jpeg(), ended="out 4"))
    filled = hidden(page, "use")
    assert [filled[f"hand-{seat}"] for seat in (1, 2, 3)] == ["5-1 6-4", "6-6 2-0", "3-2"]
    assert filled["ended"] == "out 4"


def test_what_is_saved_from_the_photo_is_scored_and_keeps_its_photo(
    app: Flask, client: FlaskClient, match: play.Match
) -> None:
    shows(app, HANDS)
    page = look(client, send(client, match, jpeg(), ended="out 4"))
    client.post(f"/m/{match.id}", data={**hidden(page, "use"), "do": "save"})
    after = play.match(app.extensions["scorekeeper"], match.id)
    # Anna 5-1 6-4 and Carl 3-2 hold 21 pips against Bo and Dora: 20, in fives 4.
    assert after.sheet.totals == {"Anna & Carl": 0, "Bo & Dora": 4}
    photo = play.photo(app.extensions["scorekeeper"], after.photos[1])
    assert photo.match == match.id


def test_nothing_is_written_by_looking_at_a_photo(app: Flask, client: FlaskClient, match: play.Match) -> None:
    shows(app, HANDS)
    look(client, send(client, match, jpeg(), ended="out 4"), "say 3ok", "say 0is5-2", "undo", "ended out 1")
    assert play.match(app.extensions["scorekeeper"], match.id).seen == 0


def test_a_photo_of_the_layout_proposes_its_open_ends_and_their_points(
    app: Flask, client: FlaskClient, match: play.Match
) -> None:
    shows(app, LAYOUT)
    page = look(client, send(client, match, jpeg(), "ends", player="Bo"))
    assert hidden(page, "use") | {"ends": "6 5-5", "player": "Bo"} == hidden(page, "use")
    assert "6 + 10 = 16" in page


def test_a_second_tap_on_save_counts_once(app: Flask, client: FlaskClient, match: play.Match) -> None:
    shows(app, HANDS)
    page = look(client, send(client, match, jpeg(), ended="out 4"))
    for _ in range(2):
        client.post(f"/m/{match.id}", data={**hidden(page, "use"), "do": "save"})
    assert play.match(app.extensions["scorekeeper"], match.id).seen == 1


def test_the_form_on_the_pad_comes_back_filled_and_remembers_its_photo(
    app: Flask, client: FlaskClient, match: play.Match
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


def test_the_picture_is_kept_without_what_the_camera_wrote_in_it(
    app: Flask, client: FlaskClient, match: play.Match
) -> None:
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
    client: FlaskClient, match: play.Match, data: bytes, sentence: str
) -> None:
    answer = send(client, match, data, ended="out 2")
    assert answer.status_code == 422
    assert sentence in answer.text
    assert hidden(answer.text, "photo-upload")["ended"] == "out 2"


def test_no_file_at_all_is_refused_as_well(client: FlaskClient, match: play.Match) -> None:
    where = f"/m/{match.id}/photo?for=hands"
    answer = client.post(where, data=hidden(client.get(where).text, "photo-upload"))
    assert answer.status_code == 422
    assert "empty" in answer.text


def test_a_file_that_is_too_large_is_refused_unread(app: Flask, client: FlaskClient, match: play.Match) -> None:
    app.config["MAX_CONTENT_LENGTH"] = 5000
    answer = send(client, match, b"\xff\xd8" + bytes(10_000))
    assert answer.status_code == 413
    assert "too big" in answer.text
    assert 'id="photo-upload"' in answer.text


def test_a_stranger_learns_nothing_by_sending_a_file_that_is_too_large(app: Flask, match: play.Match) -> None:
    app.config["MAX_CONTENT_LENGTH"] = 5000
    picture = (io.BytesIO(bytes(10_000)), "table.jpg")
    answer = app.test_client().post(f"/m/{match.id}/photo", data={"picture": picture})
    assert answer.status_code == 403
    assert match.id not in answer.text


def test_a_reader_that_fails_leaves_the_photo_to_be_read_by_the_players(
    app: Flask, client: FlaskClient, match: play.Match
) -> None:
    def broken(photo: Photo, largest: int) -> Reading:
        raise ValueError("out of order")

    app.config["READER"] = broken
    page = look(client, send(client, match, jpeg(), ended="out 4"), "tile add1", "say add6-4to1")
    assert "could not read this photo" not in page  # a tile is there now
    assert hidden(page, "use")["hand-1"] == "6-4"


def test_a_photo_without_tiles_says_so(app: Flask, client: FlaskClient, match: play.Match) -> None:
    shows(app, reading())
    assert "No tile was found" in look(client, send(client, match, jpeg()))


def test_forty_tiles_can_be_looked_over(app: Flask, client: FlaskClient, match: play.Match) -> None:
    shows(app, reading(*(lay("6-5", 3 * (place % 8) - 10, 4 * (place // 8) - 8) for place in range(40))))
    page = look(client, send(client, match, jpeg(), ended="blocked"))
    assert page.count('class="on-photo') == 40
    assert "more than once" in page


def test_a_photo_is_shown_at_its_own_match_alone(app: Flask, client: FlaskClient, match: play.Match) -> None:
    shows(app, HANDS)
    path = urlsplit(send(client, match, jpeg()).location).path
    other = play.start(app.extensions["scorekeeper"], "spansk", PLAYERS)
    for end in ("", ".jpg"):
        assert client.get(path.replace(match.id, other.id) + end).status_code == 404
        assert app.test_client().get(path + end).status_code == 403


def test_an_address_that_somebody_made_up_is_no_fault(app: Flask, client: FlaskClient, match: play.Match) -> None:
    shows(app, HANDS)
    path = urlsplit(send(client, match, jpeg()).location).path
    for edits in ("99is6-4.0is9-9.x.add6-9to1", "0to9.7swap8.4all.3open.0open9_9"):
        for purpose in ("hands", "ends"):
            query = {"edits": edits, "for": purpose, "tile": "77", "ended": "out 9", "hand": "x"}
            assert client.get(path, query_string=query).status_code == 200


def test_the_photo_of_an_entry_can_be_seen_later(app: Flask, client: FlaskClient, match: play.Match) -> None:
    shows(app, HANDS)
    page = look(client, send(client, match, jpeg(), ended="out 4"))
    client.post(f"/m/{match.id}", data={**hidden(page, "use"), "do": "save"})
    later = client.get(f"/m/{match.id}/entry/1/photo")
    assert later.text.count('class="on-photo seat-1"') == 2
    assert client.get(f"/m/{match.id}/entry/2/photo").status_code == 404


# -- corrections -----------------------------------------------------------------------------------------------------


def review(match: play.Match, found: Reading, purpose: str = "hands", **fields: str) -> Review:
    assert purpose in ("hands", "ends")
    return Review.read(match.sheet, "ends" if purpose == "ends" else "hands", found.to_json(""), MultiDict(fields))


def held(looked: Review) -> list[str]:
    return [looked.filled.get(f"hand-{seat}", "") for seat in range(1, 5)]


def test_the_first_doubtful_tile_is_shown_first_and_then_the_next(match: play.Match) -> None:
    looked = review(match, HANDS, ended="out 4")
    assert looked.chosen == 3
    assert looked.tapped("say 3ok").chosen is None


def test_a_corrected_tile_counts_as_it_was_corrected(match: play.Match) -> None:
    looked = review(match, HANDS, ended="out 4").tapped("say 3is2-1")
    assert held(looked) == ["5-1 6-4", "6-6 2-1", "3-2", ""]
    assert not looked.doubtful


def test_a_thing_that_is_no_tile_goes_away_and_comes_back_by_undo(match: play.Match) -> None:
    looked = review(match, HANDS, ended="out 4").tapped("say 4gone")
    assert held(looked)[2] == ""
    assert held(looked.tapped("undo"))[2] == "3-2"


def test_a_tile_goes_to_another_hand(match: play.Match) -> None:
    assert held(review(match, HANDS, ended="out 4").tapped("say 3to3")) == ["5-1 6-4", "6-6", "2-0 3-2", ""]


def test_two_players_take_each_others_hands(match: play.Match) -> None:
    assert held(review(match, HANDS, ended="out 4").tapped("say 1swap3")) == ["3-2", "6-6 2-0", "5-1 6-4", ""]


def test_a_missing_tile_is_added_to_a_hand(match: play.Match) -> None:
    looked = review(match, HANDS, ended="out 4").tapped("tile add3").tapped("say add4-4to3")
    assert held(looked)[2] == "3-2 4-4"
    assert looked.chosen == "add3"  # there may be one more


def test_as_many_heaps_as_hands_lie_in_turn_order_from_left_to_right(match: play.Match) -> None:
    assert held(review(match, HANDS, ended="out 1")) == ["", "5-1 6-4", "6-6 2-0", "3-2"]


def test_hands_that_lie_one_behind_the_other_go_from_near_to_far(match: play.Match) -> None:
    behind = reading(lay("1-0", 0, -9), lay("2-0", 0, 0), lay("3-0", 0, 9))
    assert held(review(match, behind, ended="out 4")) == ["3-0", "2-0", "1-0", ""]


def test_two_heaps_are_the_hands_that_count_against_the_pair_that_is_out(match: play.Match) -> None:
    two = reading(lay("1-0", -9, 0), lay("2-0", 9, 0))
    assert held(review(match, two, ended="out 2")) == ["1-0", "", "2-0", ""]


def test_one_heap_is_the_hand_that_was_asked_for_and_the_others_stay(match: play.Match) -> None:
    looked = review(match, reading(lay("1-0", 0, 0)), **{"ended": "out 4", "hand": "3", "hand-1": "13"})
    assert held(looked) == ["13", "", "1-0", ""]


def test_heaps_that_nobody_can_tell_wait_to_be_given_to_a_player(match: play.Match) -> None:
    two = reading(lay("1-0", -9, 0), lay("2-0", -7.8, 0), lay("3-0", 9, 0))
    looked = review(match, two, ended="blocked")
    assert [[tile.name for tile in heap] for heap in looked.homeless] == [["1-0", "2-0"], ["3-0"]]
    assert held(looked.tapped("say 1all4")) == ["", "", "", "1-0 2-0"]


def test_more_heaps_than_hands_are_taken_together_where_they_are_nearest() -> None:
    tiles = seen_tiles(reading(lay("1-0", -9, 0), lay("2-0", -5, 0), lay("3-0", 9, 0)).to_json(""))
    assert heaps(tiles, [(0,), (1,), (2,)], 2) == ((0, 1), (2,))


def test_who_is_out_holds_nothing(match: play.Match) -> None:
    looked = review(match, HANDS, ended="out 4").tapped("say 4to1").tapped("ended out 1")
    assert held(looked)[0] == ""
    assert [tile.name for tile in looked.held(0)] == ["3-2"]


def test_a_correction_opens_the_end_that_it_shows(match: play.Match) -> None:
    looked = review(match, LAYOUT, "ends")
    assert looked.filled["ends"] == "6 5-5"
    assert looked.tapped("say 0is4-5").filled["ends"] == "4 5-5"


def test_players_say_which_ends_are_open(match: play.Match) -> None:
    looked = review(match, LAYOUT, "ends").tapped("say 1open5")
    assert looked.filled["ends"] == "6 5"
    assert looked.tapped("say 0open").filled["ends"] == "5"


def test_halves_that_touch_and_differ_are_pointed_out(match: play.Match) -> None:
    looked = review(match, LAYOUT, "ends").tapped("say 0is6-4")
    assert looked.layout.misfits == (0, 1)


def test_a_tile_that_lies_outside_the_photo_can_show_an_end(match: play.Match) -> None:
    looked = review(match, LAYOUT, "ends").tapped("say add3-1to0")
    assert looked.chosen == 2
    assert looked.tapped("say 2open3").filled["ends"] == "6 5-5 3"


def test_a_tile_that_is_there_twice_is_pointed_out(match: play.Match) -> None:
    assert review(match, HANDS, ended="out 4").tapped("say 4is6-6").twice == ("6-6",)


def test_only_the_part_with_tiles_is_shown_until_the_whole_is_asked_for(match: play.Match) -> None:
    looked = review(match, LAYOUT, "ends")
    assert looked.seen[2] < 1000
    assert looked.tapped("whole").seen == (0, 0, 2000, 2000)


def test_the_address_says_everything(match: play.Match) -> None:
    looked = review(match, HANDS, ended="out 4").tapped("say 3is2-1").tapped("tile 0")
    again = Review.read(match.sheet, "hands", HANDS.to_json(""), MultiDict(looked.address))
    assert (again.words, again.chosen, held(again)) == (looked.words, looked.chosen, held(looked))


def test_a_tile_is_cut_out_with_its_halves_from_left_to_right(match: play.Match) -> None:
    for turn in range(-180, 181, 15):
        looked = review(match, reading(lay("6-4", 0, 0, turn=turn)), tile="0")
        cut = looked.cutting
        assert cut
        assert -100 < cut.turn <= 80
        first, second = (looked.there[0].corners[place] for place in (0, 2))
        angle = np.radians(cut.turn)
        x = [float(np.cos(angle) * corner[0] - np.sin(angle) * corner[1]) for corner in (first, second)]
        assert (x[0] < x[1]) == (cut.order == (0, 1))


def test_corrections_of_tiles_that_are_not_there_change_nothing() -> None:
    read = seen_tiles(HANDS.to_json(""))
    assert corrected(read, read_corrections("9is1-1.9gone.0is7-7.nonsense"), 6) == read
    assert given_seats({0: 1}, 1, [(0,)], read_corrections("5to2"), (1, 2)) == {0: 1}
    assert guessed_seats([], (1, 2), (), None) == {}
