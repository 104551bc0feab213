"""The pad asks about a tile with a hidden half, and writes nothing as long as that half would count."""

import io
import re
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from scorekeeper.engine.sheet.fold import start_sheet
from scorekeeper.engine.variants import find_variant
from scorekeeper.play.photos import find_photo, keep_photo
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.web.photo.edits_from_entry import sort_as_entered
from scorekeeper.web.photo.review import Review
from scorekeeper.web.photo.tiles import list_seen_tiles
from tests.vision.laying import hide, lay
from tests.web.conftest import KEY
from tests.web.pages import Page, Phone
from tests.web.photographed import HANDS, PLAYERS, reading
from tests.web.test_photos import hidden, jpeg, look, send, shows
from vision import Reading


def hide_in(found: Reading, place: int, half: int) -> Reading:
    """Return the reading with one half of one tile hidden; `place` is the tile's index."""
    tiles = (hide(tile, half) if number == place else tile for number, tile in enumerate(found.tiles))
    return replace(found, tiles=tuple(tiles))


SPANSK = find_variant("spansk")
# Anna holds 5-1 and 6-?, Bo 6-6 and 2-0, which is doubtful, and Carl 3-2.
HALF_SEEN = hide_in(HANDS, 1, 0)
LINE = reading(lay("6-5", -1.5, 0, turn=-90), lay("5-5", 0, 0), lay("5-2", 1.5, 0, turn=-90))
OPEN_HIDDEN, JOINED_HIDDEN = hide_in(LINE, 2, 1), hide_in(LINE, 2, 0)
# A line on the table, whose 3-2 is half hidden, and three hands.
NAMES = ("6-5", "5-4", "4-3", "3-2", "2-1", "1-0")
TABLE = reading(
    *(lay(name, 2 * place - 5, 0, turn=-90) for place, name in enumerate(NAMES)),
    *(lay(name, 5 * place - 5, 9) for place, name in enumerate(("6-6", "5-0", "4-0"))),
)


@pytest.fixture
def match(app: Flask) -> Match:
    return start_match(app.extensions["scorekeeper"], "spansk", PLAYERS, True, "Anna")


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    client = app.test_client()
    client.get(f"/in/{KEY}")
    return client


def review(match: Match, found: Reading, purpose: str = "hands", **fields: str) -> Review:
    assert purpose in ("hands", "ends")
    return Review.read(match.sheet, "ends" if purpose == "ends" else "hands", found, MultiDict(fields))


# -- what is asked ---------------------------------------------------------------------------------------------------


def test_a_hidden_half_is_asked_before_any_doubtful_tile(match: Match) -> None:
    found = replace(HALF_SEEN, tiles=(replace(HALF_SEEN.tiles[0], sure=False), *HALF_SEEN.tiles[1:]))
    looked = review(match, found, ended="out 4")
    assert (looked.chosen, looked.tiles.now[1].name, looked.compared) == (1, "6-?", ())
    assert [tile.name for tile, _ in looked.tapped("tile none").compared] == ["5-1", "2-0"]


def test_one_tap_says_what_it_shows_and_the_next_tile_comes_up(match: Match) -> None:
    looked = review(match, HALF_SEEN, ended="out 4").tapped("say 1is4-6")
    assert looked.filled["hand-1"] == "5-1 6-4"
    assert (looked.chosen, looked.tiles.hidden) == (3, ())
    both = review(match, hide_in(HALF_SEEN, 0, 1), ended="out 4")
    assert (both.chosen, both.tapped("say 0is5-1").chosen) == (0, 1)
    # A second answer about the same tile is a correction, which stays on the page.
    assert looked.tapped("tile 1").tapped("say 1is3-6").chosen == 1


def test_nobody_makes_it_known_by_calling_it_right(match: Match) -> None:
    looked = review(match, HALF_SEEN, ended="out 4")
    for word in ("1ok", "allok", "1is-6", "1is-", "1is6-", "1is-9"):
        after = looked.tapped(f"say {word}")
        assert (after.chosen, after.tiles.now[1].name) == (1, "6-?"), word
        assert "hand-1" not in after.filled
    assert not looked.tapped("say allok").tiles.doubtful


def test_the_half_that_was_seen_is_corrected_and_the_other_stays_hidden(match: Match) -> None:
    looked = review(match, HALF_SEEN, ended="out 4").tapped("say 1is-3")
    assert (looked.chosen, looked.tiles.now[1].name) == (1, "3-?")
    assert looked.tapped("say 1is4-3").filled["hand-1"] == "5-1 4-3"
    assert looked.tapped("say 0is-3").tiles.now[0].name == "5-1"  # this tile has no hidden half


def test_it_is_asked_again_after_undo(match: Match) -> None:
    looked = review(match, HALF_SEEN, ended="out 4").tapped("say 1is4-6").tapped("undo")
    assert [tile.name for tile in looked.incomplete] == ["6-?"]
    assert looked.tapped("tile ").chosen == 1


def test_a_tile_with_a_hidden_half_is_none_of_those_read_twice_and_can_be_picked(match: Match) -> None:
    found = hide_in(reading(lay("5-1", -9, 0), lay("5-2", 0, 0)), 0, 1)
    looked = review(match, found)
    assert dict(looked.tiles.names) == {"5-2": 1}
    twice = review(match, hide_in(hide_in(found, 0, 1), 1, 1))
    assert (twice.tiles.twice, [tile.name for tile in twice.tiles.hidden]) == ((), ["5-?", "5-?"])


# -- whose it is -----------------------------------------------------------------------------------------------------


def test_a_hand_with_a_hidden_half_is_not_filled_in_and_has_no_pips(match: Match) -> None:
    looked = review(match, HALF_SEEN, ended="out 4")
    assert "hand-1" not in looked.filled
    assert (looked.filled["hand-2"], looked.filled["hand-3"]) == ("6-6 2-0", "3-2")
    assert [looked.pips[seat] for seat in (1, 2, 3)] == [None, 14, 5]
    typed = review(match, HALF_SEEN, **{"ended": "out 4", "hand-1": "13"})
    assert (typed.filled["hand-1"], typed.pips[1]) == ("13", None)  # the pad keeps what was typed


def test_what_nobody_holds_matters_and_what_lies_on_the_table_does_not(match: Match) -> None:
    looked = review(match, HALF_SEEN, ended="out 4")
    assert looked.tapped("say 1to0").incomplete != ()
    away = looked.tapped("say 1to9")
    assert (away.incomplete, away.filled["hand-1"]) == ((), "5-1")
    assert away.tapped("say 1ok").chosen == 3
    assert looked.tapped("say 1gone").incomplete == ()


def test_in_the_layout_beside_the_hands_it_may_stay_hidden(match: Match) -> None:
    looked = review(match, hide_in(TABLE, 3, 0), ended="out 4")
    assert (looked.chosen, looked.incomplete) == (3, ())
    assert [looked.filled[f"hand-{seat}"] for seat in (1, 2, 3)] == ["6-6", "5-0", "4-0"]
    left = looked.tapped("say 3ok")
    assert (left.chosen, left.to_look_at) == (None, ())


def test_the_one_hand_that_was_asked_for_waits_for_it_too(match: Match) -> None:
    looked = Review.read(match.sheet, "hand", HALF_SEEN, MultiDict({"seat": "2"}))
    assert (looked.chosen, "hand-2" in looked.filled, looked.pips[2]) == (1, False, None)
    assert looked.tapped("say 1is4-6").filled["hand-2"] == "5-1 6-4 6-6 2-0 3-2"


# -- what is open ----------------------------------------------------------------------------------------------------


def test_a_hidden_half_that_is_open_has_to_be_said(match: Match) -> None:
    looked = review(match, OPEN_HIDDEN, "ends", ends="5 0")
    assert (looked.chosen, looked.layout.unknown, looked.filled["ends"]) == (2, (2,), "5 0")
    assert [(digit.pips, digit.open) for digit in looked.drawing.outlines[-1].digits] == [("5", False), ("?", True)]
    said = looked.tapped("say 2is5-2")
    assert (said.filled["ends"].split(), said.chosen) == (["6", "2"], None)


def test_a_hidden_half_that_is_joined_may_stay_hidden(match: Match) -> None:
    looked = review(match, JOINED_HIDDEN, "ends")
    assert (looked.chosen, looked.incomplete, looked.filled["ends"].split()) == (2, (), ["6", "2"])


def test_who_says_what_is_open_of_it_has_said_enough(match: Match) -> None:
    looked = review(match, OPEN_HIDDEN, "ends")
    assert [choice.ends for choice in looked.choices] == [("5",), ()]
    assert not any(choice.chosen for choice in looked.choices)
    said = looked.tapped("say 2open")
    assert (said.incomplete, said.filled["ends"]) == ((), "6")
    assert [choice.chosen for choice in said.choices] == [False, True]


def test_no_tile_that_was_added_lies_at_a_hidden_half(match: Match) -> None:
    found = hide_in(reading(lay("6-5", -4, 0, turn=-90), lay("4-2", 0, 0, turn=-90)), 0, 1)
    assert review(match, found, "ends").tapped("say add5-4to0").layout.tiles == (1, 2)


WORDS = st.one_of(
    st.builds(
        "{}{}".format, st.integers(0, 4), st.sampled_from(["ok", "gone", "is6-4", "is-6", "is6-", "is-", "open"])
    ),
    st.builds("{}{}{}".format, st.integers(0, 4), st.sampled_from(["to", "all"]), st.sampled_from([0, 1, 9])),
    st.sampled_from(["allok", "add6-3to1", "1swap2", "5is-3", "5is3-"]),
)


@given(words=st.lists(WORDS, max_size=6), purpose=st.sampled_from(["hands", "ends"]), place=st.integers(0, 2))
def test_whatever_is_tapped_no_question_mark_gets_into_the_form(words: list[str], purpose: str, place: int) -> None:
    found = hide_in(HANDS if purpose == "hands" else LINE, place, 1)
    sheet = start_sheet(SPANSK, SPANSK.seat(PLAYERS, True, "Anna"))
    looked = Review.read(sheet, "ends" if purpose == "ends" else "hands", found, MultiDict({"ended": "out 4"}))
    for word in words:
        looked = looked.tapped(f"say {word}")
        assert not re.search("[?N]", " ".join(value for name, value in looked.filled.items() if name != "ended"))
        held = {tile.place for seat in looked.hands.owners for tile in looked.hands.held[seat] if tile.hidden}
        assert purpose == "ends" or held <= {tile.place for tile in looked.incomplete}
        assert all(outline.digits for outline in looked.drawing.outlines)
        assert looked.form.preview() is not None


# -- the page --------------------------------------------------------------------------------------------------------


def test_the_page_asks_and_offers_no_button_that_writes(app: Flask, client: FlaskClient, match: Match) -> None:
    shows(app, HALF_SEEN)
    sent = send(client, match, jpeg(), ended="out 4")
    page = look(client, sent)
    assert "One half of this tile is hidden. What does it show?" in page
    assert 'id="right"' not in page
    assert 'id="save"' not in page
    assert "Say first what the hidden half of 6-? shows." in page
    assert 'aria-label="6 and a hidden half, look at it"' in page
    assert 'value="say 1is0-6"' in page
    assert 'value="say 1is-0"' in page  # and the visible half, below
    assert "6-None" not in page
    assert "hand-1" not in hidden(page, "use")
    later = look(client, sent, "say 1is4-6", "say 3ok")
    assert 'id="save"' in later
    assert hidden(later, "use")["hand-1"] == "5-1 6-4"


def test_what_the_page_sends_by_force_is_refused(app: Flask, client: FlaskClient, match: Match) -> None:
    shows(app, HALF_SEEN)
    fields = hidden(look(client, send(client, match, jpeg(), ended="out 4")), "use")
    for more in ({}, {"hand-1": "5-1 6-?"}, {"hand-1": "5-1 6-None"}):
        answer = client.post(f"/m/{match.id}", data={**fields, **more, "do": "save"})
        assert answer.status_code == 422
    shows(app, OPEN_HIDDEN)
    fields = hidden(look(client, send(client, match, jpeg(), "ends", player="Bo")), "use")
    for more in ({}, {"ends": "6 ?"}):
        answer = client.post(f"/m/{match.id}", data={**fields, **more, "do": "save"})
        assert answer.status_code == 422
    assert load_match(app.extensions["scorekeeper"], match.id).seen == 0


@pytest.mark.parametrize("edits", ["", "2open5", "2gone", "1open5", "2is5-"])
def test_the_page_of_the_layout_shows_the_end_that_is_hidden(
    app: Flask, client: FlaskClient, match: Match, edits: str
) -> None:
    shows(app, OPEN_HIDDEN)
    page = look(client, send(client, match, jpeg(), "ends", player="Bo"), f"say {edits}")
    waits = edits not in ("2open5", "2gone")
    assert ('id="hidden-2"' in page, 'id="save"' not in page, 'id="to-pad"' not in page) == (waits,) * 3


def test_a_tile_that_may_stay_hidden_is_looked_at_once(app: Flask, client: FlaskClient, match: Match) -> None:
    shows(app, JOINED_HIDDEN)
    sent = send(client, match, jpeg(), "ends", player="Bo")
    page = look(client, sent)
    assert ('class="looked-at doubtful"' in page, 'id="leave"' in page, 'id="save"' in page) == (True, True, True)
    left = look(client, sent, "say 2ok")
    assert (" doubtful" in left, 'aria-label="2 and a hidden half, look at it"' in left) == (False, True)


def test_the_page_of_one_hand_gives_nothing_meanwhile(app: Flask, client: FlaskClient) -> None:
    store = app.extensions["scorekeeper"]
    match = start_match(store, "mexican_train", PLAYERS, options={"set": 9})
    photo = keep_photo(store, match.id, jpeg(), HALF_SEEN.to_json(""))
    page = client.get(f"/m/{match.id}/photo/{photo}?for=hand&seat=2").text
    assert 'id="give"' not in page
    assert "Say first what the hidden half of 6-? shows." in page
    assert 'id="give"' in client.get(f"/m/{match.id}/photo/{photo}?for=hand&seat=2&edits=1is9-6").text


def test_a_frame_of_the_camera_tells_what_is_half_hidden(app: Flask, phone: Phone) -> None:
    app.config["READER"] = lambda photo, largest: HALF_SEEN
    path = phone.new_match().path
    token = dict(phone.open(f"{path}/photo").forms["photo-upload"].fields)["csrf_token"]
    data = {"csrf_token": token, "picture": (io.BytesIO(jpeg()), "frame.jpg")}
    told = phone.client.post(f"{path}/photo/frame", data=data).json
    assert told is not None
    assert [(each["name"], each["sure"]) for each in told["tiles"] if each["hidden"]] == [("6-?", False)]


# -- a solitaire, and later ------------------------------------------------------------------------------------------


def test_a_solitaire_leaves_such_tiles_out_and_says_so(app: Flask, phone: Phone) -> None:
    names = ("5-5", "4-1", "2-1", "6-0", "6-6")
    found = reading(*(lay(name, 2 * n, 0) for n, name in enumerate(names)), hide(lay("4-3", 12, 0), 1))
    app.config["READER"] = lambda photo, largest: found
    match = start_match(app.extensions["scorekeeper"], "dk_tolveren", ["Anna"])
    fields = dict(phone.open(f"/m/{match.id}/solitaire").forms["photo-open"].fields)
    data = {**fields, "picture": (io.BytesIO(jpeg()), "tiles.jpg")}
    page = Page(phone.client.post(f"/m/{match.id}/solitaire/photo", data=data, follow_redirects=True))
    assert "One half of 4-? is hidden: the tile was left out, add it yourself." in page.text
    assert "Look at these once more" not in page.text
    picked = [at["value"] for tag, at in page.elements if at.get("name") == "table" and "checked" in at]
    assert sorted(picked) == sorted(names)


def test_an_entry_tells_which_tile_a_hidden_half_was_of() -> None:
    read = list_seen_tiles(hide_in(hide_in(HANDS, 0, 1), 2, 0))
    entered = {"5-4": 1, "6-4": 1, "6-2": 2, "3-2": 3, "4-0": 2}
    assert sort_as_entered(read, entered) == (
        "0is5-4", "0to1", "2is2-6", "2to2", "1to1", "3is4-0", "3to2", "4to3",
    )  # fmt: skip


def test_the_photo_of_a_round_shows_later_what_was_said(app: Flask, client: FlaskClient, match: Match) -> None:
    shows(app, HALF_SEEN)
    page = look(client, send(client, match, jpeg(), ended="out 4"), "say 1is4-6", "say allok")
    client.post(f"/m/{match.id}", data={**hidden(page, "use"), "do": "save"})
    later = client.get(f"/m/{match.id}/entry/1/photo").text
    assert re.findall(r'class="digit"[^>]*>(\d|\?)', later) == list("5146663220")


def test_the_photo_of_ends_shows_later_what_stayed_hidden(app: Flask, client: FlaskClient, match: Match) -> None:
    shows(app, JOINED_HIDDEN)
    page = look(client, send(client, match, jpeg(), "ends", player="Anna"), "say 2ok")
    answer = client.post(f"/m/{match.id}", data={**hidden(page, "use"), "do": "save", "accepted": "first_ends"})
    assert answer.status_code == 303
    later = client.get(f"/m/{match.id}/entry/1/photo").text
    assert later.count(">?</text>") == 1
    store = app.extensions["scorekeeper"]
    assert find_photo(store, load_match(store, match.id).photos[1]).reading["tiles"][2]["pips"] == [None, 2]
