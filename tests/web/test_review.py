"""Players check a photo: they correct, assign, add and remove tiles; and the page names the open ends."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from scorekeeper.engine.sheet.fold import start_sheet
from scorekeeper.engine.variants import find_variant
from scorekeeper.play.photos import keep_photo
from scorekeeper.play.scoring.match import Match
from scorekeeper.play.scoring.writing import add_entry, start_match
from scorekeeper.web.photo.digits import place_digits
from scorekeeper.web.photo.edits import apply_edits, read_edits
from scorekeeper.web.photo.edits_from_entry import sort_as_entered
from scorekeeper.web.photo.ends import keep_places
from scorekeeper.web.photo.hands import apply_seats, guess_seats
from scorekeeper.web.photo.heaps import find_heaps
from scorekeeper.web.photo.review import Review
from scorekeeper.web.photo.tiles import list_seen_tiles
from tests.vision.laying import lay
from tests.web.pages import Phone
from tests.web.photographed import HANDS, LAYOUT, OVERLOOKED, PLAYERS, reading
from vision import Doubt, Reading

SPANSK = find_variant("spansk")
ENDED = ["", "out 1", "out 4", "blocked"]
# A layout and, apart from it, a hand of three.
LAYOUT_AND_HAND = reading(
    lay("6-5", -1.5, 0, turn=-90), lay("5-5", 0, 0), lay("5-1", 1.5, 0, turn=-90),
    lay("3-2", 8, 0, sure=False), lay("4-2", 9.2, 0), lay("6-6", 10.4, 0, sure=False),
)  # fmt: skip


@pytest.fixture
def match(app: Flask) -> Match:
    return start_match(app.extensions["scorekeeper"], "spansk", PLAYERS, True, "Anna")


def review(match: Match, found: Reading, purpose: str = "hands", **fields: str) -> Review:
    assert purpose in ("hands", "ends")
    return Review.read(match.sheet, "ends" if purpose == "ends" else "hands", found, MultiDict(fields))


def held(looked: Review) -> list[str]:
    return [looked.filled.get(f"hand-{seat}", "") for seat in range(1, 5)]


def test_the_first_doubtful_tile_is_shown_first_and_then_the_next(match: Match) -> None:
    looked = review(match, HANDS, ended="out 4")
    assert looked.chosen == 3
    assert looked.tapped("say 3ok").chosen is None


def test_a_corrected_tile_counts_as_it_was_corrected(match: Match) -> None:
    looked = review(match, HANDS, ended="out 4").tapped("say 3is2-1")
    assert held(looked) == ["5-1 6-4", "6-6 2-1", "3-2", ""]
    assert not looked.tiles.doubtful


def test_a_thing_that_is_no_tile_goes_away_and_comes_back_by_undo(match: Match) -> None:
    looked = review(match, HANDS, ended="out 4").tapped("say 4gone")
    assert held(looked)[2] == ""
    assert held(looked.tapped("undo"))[2] == "3-2"


def test_a_tile_goes_to_another_hand(match: Match) -> None:
    assert held(review(match, HANDS, ended="out 4").tapped("say 3to3")) == ["5-1 6-4", "6-6", "2-0 3-2", ""]


def test_two_players_take_each_others_hands(match: Match) -> None:
    assert held(review(match, HANDS, ended="out 4").tapped("say 1swap3")) == ["3-2", "6-6 2-0", "5-1 6-4", ""]


def test_a_missing_tile_is_added_to_a_hand(match: Match) -> None:
    looked = review(match, HANDS, ended="out 4").tapped("tile add3").tapped("say add4-4to3")
    assert held(looked)[2] == "3-2 4-4"
    assert looked.adding == 3  # there may be another tile


def test_as_many_heaps_as_hands_lie_in_turn_order_from_left_to_right(match: Match) -> None:
    assert held(review(match, HANDS, ended="out 1")) == ["", "5-1 6-4", "6-6 2-0", "3-2"]


def test_hands_that_lie_one_behind_the_other_go_from_near_to_far(match: Match) -> None:
    behind = reading(lay("1-0", 0, -9), lay("2-0", 0, 0), lay("3-0", 0, 9))
    assert held(review(match, behind, ended="out 4")) == ["3-0", "2-0", "1-0", ""]


def test_two_heaps_are_the_hands_that_count_against_the_pair_that_is_out(match: Match) -> None:
    two = reading(lay("1-0", -9, 0), lay("2-0", 9, 0))
    assert held(review(match, two, ended="out 2")) == ["1-0", "", "2-0", ""]


def test_one_heap_is_the_hand_that_was_asked_for_and_the_others_stay(match: Match) -> None:
    looked = review(match, reading(lay("1-0", 0, 0)), **{"ended": "out 4", "hand": "3", "hand-1": "13"})
    assert held(looked) == ["13", "", "1-0", ""]


def test_heaps_that_nobody_can_tell_wait_to_be_given_to_a_player(match: Match) -> None:
    two = reading(lay("1-0", -9, 0), lay("2-0", -7.8, 0), lay("3-0", 9, 0))
    looked = review(match, two, ended="blocked")
    assert [[tile.name for tile in heap] for heap in looked.hands.homeless] == [["1-0", "2-0"], ["3-0"]]
    assert held(looked.tapped("say 1all4")) == ["", "", "", "1-0 2-0"]


def test_more_heaps_than_hands_are_taken_together_where_they_are_nearest() -> None:
    tiles = list_seen_tiles(reading(lay("1-0", -9, 0), lay("2-0", -5, 0), lay("3-0", 9, 0)))
    assert find_heaps(tiles, [(0,), (1,), (2,)], 2) == ((0, 1), (2,))


def test_who_is_out_holds_nothing(match: Match) -> None:
    looked = review(match, HANDS, ended="out 4").tapped("say 4to1").tapped("ended out 1")
    assert held(looked)[0] == ""
    assert [tile.name for tile in looked.hands.held[0]] == ["3-2"]


def test_a_correction_opens_the_end_that_it_shows(match: Match) -> None:
    looked = review(match, LAYOUT, "ends")
    assert looked.filled["ends"] == "6 5-5"
    assert looked.tapped("say 0is4-5").filled["ends"] == "4 5-5"


def test_players_say_which_ends_are_open(match: Match) -> None:
    looked = review(match, LAYOUT, "ends").tapped("say 1open5")
    assert looked.filled["ends"] == "6 5"
    assert looked.tapped("say 0open").filled["ends"] == "5"


@pytest.mark.parametrize(
    ("lying", "found", "kept"),
    [
        ("", "6 5-5", "6 5-5"),
        ("5 6", "6 5", "5 6"),
        ("5 6", "6 3", "3 6"),
        ("5 5", "5 2", "5 2"),
        ("5-5 6 1", "1 4 5", "4 5 1"),
        ("5-5", "0 5", "0 5"),
        ("5 6", "6 1 5 5-5", "5 6 1 5-5"),
    ],
)
def test_ends_of_a_photo_lie_where_they_lay_before(lying: str, found: str, kept: str) -> None:
    assert keep_places(found.split(), lying.split()) == tuple(kept.split())


def test_an_end_that_stayed_left_stays_left_when_it_is_photographed(app: Flask, match: Match) -> None:
    laid: list[dict[str, Any]] = [
        {"entry": "play", "player": "Anna", "tile": "5-5"},
        {"entry": "ends", "player": "Bo", "ends": ["5-5", "3"]},
    ]
    for seen, entry in enumerate(laid):
        match = add_entry(app.extensions["scorekeeper"], match.id, entry, seen, str(seen))
    assert review(match, LAYOUT, "ends").filled["ends"] == "5-5 6"


def test_halves_that_touch_and_differ_are_pointed_out(match: Match) -> None:
    looked = review(match, LAYOUT, "ends").tapped("say 0is6-4")
    assert looked.layout.misfits == (0, 1)


def test_an_overlooked_tile_is_laid_into_the_gap_that_it_fits(match: Match) -> None:
    looked = review(match, OVERLOOKED, "ends")
    assert looked.filled["ends"] == "4 0"  # the larger group alone
    assert looked.tapped("say add5-4to0").filled["ends"] == "6 0"


def test_room_for_an_overlooked_tile_is_pointed_out_until_one_is_added(match: Match) -> None:
    looked = review(match, replace(OVERLOOKED, warnings=(Doubt("tile_missing", (0, 1)),)), "ends")
    assert [(one.place, other.place) for one, other in looked.layout.holes] == [(0, 1)]
    assert looked.tapped("say 0gone").layout.holes == ()
    assert looked.tapped("say add5-4to0").layout.holes == ()


@pytest.mark.parametrize("tap", ["say 0open6", "say 1open", "say 0is6-4", "say 1gone"])
def test_a_joint_that_is_unclear_is_asked_about_until_one_of_its_tiles_is_looked_after(match: Match, tap: str) -> None:
    looked = review(match, replace(LAYOUT, warnings=(Doubt("layout_unclear", (0, 1)),)), "ends")
    assert [(one.place, other.place) for one, other in looked.layout.unclear] == [(0, 1)]
    assert len(looked.tapped("say 0ok").tapped("tile 1").layout.unclear) == 1  # no tap has said yet which ends are open
    assert looked.tapped(tap).layout.unclear == ()


def test_an_overlooked_tile_at_the_end_shows_its_other_half(match: Match) -> None:
    looked = review(match, OVERLOOKED, "ends").tapped("say add5-4to0").tapped("say add3-0to0")
    assert looked.filled["ends"] == "6 3"


def test_a_tile_that_lies_outside_the_photo_can_show_an_end(match: Match) -> None:
    looked = review(match, LAYOUT, "ends").tapped("say add3-1to0")  # it fits nowhere
    assert looked.chosen == 2
    assert looked.tapped("say 2open3").filled["ends"] == "6 5-5 3"


def test_a_tile_that_is_there_twice_is_pointed_out(match: Match) -> None:
    assert review(match, HANDS, ended="out 4").tapped("say 4is6-6").tiles.twice == ("6-6",)


def test_only_the_part_with_tiles_is_shown_until_the_whole_is_asked_for(match: Match) -> None:
    looked = review(match, LAYOUT, "ends")
    assert looked.drawing.seen[2] < 1000
    assert looked.tapped("whole").drawing.seen == (0, 0, 2000, 2000)


def test_the_address_says_everything(match: Match) -> None:
    looked = review(match, HANDS, ended="out 4").tapped("say 3is2-1").tapped("tile 0")
    again = Review.read(match.sheet, "hands", HANDS, MultiDict(looked.address))
    assert (again.words, again.chosen, held(again)) == (looked.words, looked.chosen, held(looked))


def test_a_tile_is_cut_out_with_its_halves_from_left_to_right(match: Match) -> None:
    for turn in range(-180, 181, 15):
        looked = review(match, reading(lay("6-4", 0, 0, turn=turn)), tile="0")
        cut = looked.cutting
        assert cut
        assert -100 < cut.turn <= 80
        first, second = (looked.tiles.remaining[0].corners[place] for place in (0, 2))
        angle = np.radians(cut.turn)
        x = [float(np.cos(angle) * corner[0] - np.sin(angle) * corner[1]) for corner in (first, second)]
        assert (x[0] < x[1]) == (cut.order == (0, 1))


def test_corrections_of_tiles_that_are_not_there_change_nothing() -> None:
    read = list_seen_tiles(HANDS)
    assert apply_edits(read, read_edits("9is1-1.9gone.0is7-7.nonsense"), 6) == read
    assert apply_seats({0: 1}, 1, [(0,)], read_edits("5to2"), (1, 2)) == {0: 1}
    assert guess_seats([], (1, 2), (), None) == {}


def test_several_doubtful_tiles_are_shown_beside_each_other_and_confirmed_with_one_tap(match: Match) -> None:
    found = reading(lay("5-1", -9, 0, sure=False), lay("6-6", 0, 0, sure=False), lay("3-2", 9, 0))
    looked = review(match, found, ended="out 4")
    assert [tile.name for tile, _ in looked.compared] == ["5-1", "6-6"]
    assert looked.tapped("tile 0").compared == ()
    assert looked.tapped("say allok").tiles.doubtful == ()


def test_an_entry_tells_how_its_photo_had_been_corrected() -> None:
    read = list_seen_tiles(HANDS)
    assert sort_as_entered(read, {"5-1": 1, "6-4": 1, "6-6": 2, "2-1": 3}) == (
        "0to1", "1to1", "2to2", "3is2-1", "3to3", "4gone",
    )  # fmt: skip


WORDS = st.one_of(
    st.builds("{}{}".format, st.integers(0, 7), st.sampled_from(["ok", "gone", "is6-4", "is0-0", "open", "open5_5-5"])),
    st.builds("{}{}{}".format, st.integers(0, 7), st.sampled_from(["to", "all", "swap"]), st.integers(0, 5)),
    st.builds("add{}-{}to{}".format, st.integers(0, 6), st.integers(0, 6), st.integers(0, 5)),
    st.builds(
        "{}{}{}".format,
        st.integers(0, 7),
        st.sampled_from(["to", "all", "swap"]),
        st.sampled_from(["", "_", "5-5", "9"]),
    ),
    st.sampled_from(["allok", "is", "to", "add", "5", "..", "0is"]),
)


@given(words=st.lists(WORDS, max_size=8), purpose=st.sampled_from(["hands", "ends"]), ended=st.sampled_from(ENDED))
def test_whatever_is_tapped_each_tile_is_somewhere_once_and_undo_takes_back_one_tap(
    words: list[str], purpose: str, ended: str
) -> None:
    sheet = start_sheet(SPANSK, SPANSK.seat(PLAYERS, True, "Anna"))
    looked = Review.read(sheet, "ends" if purpose == "ends" else "hands", LAYOUT_AND_HAND, MultiDict({"ended": ended}))
    for word in words:
        looked = looked.tapped(f"say {word}")
        held = [tile.place for tiles in looked.hands.held.values() for tile in tiles]
        assert sorted(held) == sorted(looked.tiles.remaining)
        assert looked.form.preview() is not None
        assert all(end in {*map(str, range(7)), *(f"{n}-{n}" for n in range(7))} for end in looked.layout.ends)
        assert len(looked.drawing.outlines) == sum(1 for tile in looked.tiles.remaining.values() if tile.corners)
    assert looked.tapped("undo").words == looked.words[:-1]


def test_the_layout_on_a_photo_of_the_hands_is_nobodys(match: Match) -> None:
    line = ("6-5", "5-4", "4-3", "3-2", "2-1", "1-0")
    layout = [lay(name, 2 * place - 5, 0, turn=-90) for place, name in enumerate(line)]
    found = reading(*layout, lay("6-6", -5, 9), lay("5-0", 0, 9), lay("4-0", 5, 9))
    looked = review(match, found, ended="out 4")
    assert [tile.name for tile in looked.hands.held[9]] == list(line)
    assert held(looked) == ["6-6", "5-0", "4-0", ""]
    assert not looked.hands.homeless
    assert held(looked.tapped("say 0all1"))[0] == " ".join((*line, "6-6"))


@pytest.mark.parametrize("tap", ["say 3is2-1", "say 3ok", "say add6-4to1", "undo", "tile 0", "whole", "ended out 1"])
@pytest.mark.parametrize(("purpose", "replays"), [("hands", ["seats", "tiles"]), ("ends", ["tiles"])])
def test_one_tap_replays_the_corrections_once(
    app: Flask,
    phone: Phone,
    match: Match,
    monkeypatch: pytest.MonkeyPatch,
    tap: str,
    purpose: str,
    replays: list[str],
) -> None:
    counted: list[str] = []

    def count(what: str, replay: Callable[..., Any]) -> Callable[..., Any]:
        def counting(*given: Any) -> Any:
            counted.append(what)
            return replay(*given)

        return counting

    monkeypatch.setattr("scorekeeper.web.photo.review.apply_edits", count("tiles", apply_edits))
    monkeypatch.setattr("scorekeeper.web.photo.hands.apply_seats", count("seats", apply_seats))
    photo = keep_photo(app.extensions["scorekeeper"], match.id, b"", HANDS.to_json(""))
    edits = "0is5-2.1to2.1swap2.4gone.add6-3to3"
    query = {"for": purpose, "edits": edits, "tile": "3", "do": tap}
    headers = {"HX-Request": "true", "HX-Request-Type": "partial"}
    answer = phone.client.get(f"/m/{match.id}/photo/{photo}", query_string=query, headers=headers)
    assert answer.status_code == 200
    assert sorted(counted) == replays


def test_a_tile_that_lies_on_the_table_already_is_that_one_and_in_no_hand(app: Flask, match: Match) -> None:
    entry = {"entry": "play", "player": "Anna", "tile": "5-1"}
    match = add_entry(app.extensions["scorekeeper"], match.id, entry, 0, "first")
    looked = review(match, HANDS, ended="out 4")
    assert held(looked)[0] == "6-4"
    assert [tile.name for tile in looked.hands.held[9]] == ["5-1"]
    assert looked.form.preview().problems == ()
    assert held(looked.tapped("say 0is5-2"))[0] == "5-2 6-4"  # it had been misread


def test_a_heap_of_tiles_that_lie_on_the_table_already_takes_no_hand(app: Flask, match: Match) -> None:
    """5-5 and the 5-1 joined to it lie next to the hands; two tiles are too few to distinguish a layout from a hand."""
    store = app.extensions["scorekeeper"]
    match = add_entry(store, match.id, {"entry": "play", "player": "Anna", "tile": "5-5"}, 0, "first")
    laid = {"entry": "play", "player": "Bo", "tile": "5-1", "at": "5-5", "pip": 5}
    match = add_entry(store, match.id, laid, 1, "second")
    table = [lay("5-5", -8, 0), lay("5-1", -6.5, 0, turn=-90)]
    hands = [lay("6-4", 0, 0), lay("6-6", 8, 0), lay("3-2", 16, 0)]
    assert held(review(match, reading(*table, *hands), ended="out 4")) == ["6-4", "6-6", "3-2", ""]


def test_pips_are_written_beside_the_halves_and_over_no_tile() -> None:
    tiles = list_seen_tiles(
        reading(lay("5-1", 0, 0), lay("6-4", 1.2, 0), lay("3-2", 2.4, 0), lay("2-0", 9, 3, turn=40))
    )
    places = place_digits(tiles, dict.fromkeys(range(4), 20.0), (-10_000, -10_000, 30_000, 30_000))
    outlines = [np.array(tile.corners, np.float32) for tile in tiles]
    for spot in (spot for both in places.values() for spot in both):
        assert all(cv2.pointPolygonTest(outline, spot, measureDist=False) < 0 for outline in outlines)


def test_pips_stand_on_the_half_where_nothing_beside_it_is_free() -> None:
    """A tile with others all around it, as in a heap."""
    around = [lay("6-4", x, y) for x in (-1, 0, 1) for y in (-2, 0, 2)]
    tiles = list_seen_tiles(reading(*around))
    middle = tiles[4]
    first, second = place_digits(tiles, dict.fromkeys(range(9), 40.0), (-10_000, -10_000, 30_000, 30_000))[4]
    outline = np.array(middle.corners, np.float32)
    assert all(cv2.pointPolygonTest(outline, spot, measureDist=False) > 0 for spot in (first, second))


def test_a_tile_of_a_larger_set_is_seen_and_refused_only_where_it_is_written(match: Match) -> None:
    looked = review(match, reading(lay("9-7", -9, 0, sure=False), lay("2-0", 9, 0)), ended="out 2")
    assert [tile.name for tile in looked.tiles.doubtful] == ["9-7"]
    assert held(looked)[0] == "9-7"
    assert {problem.key for problem in looked.form.preview().problems} >= {"pip_out_of_range"}
    assert looked.tiles.list_of_larger_set(6) == ("9-7",)
    assert held(looked.tapped("say 0is6-4"))[0] == "6-4"
