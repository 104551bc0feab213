"""The pad as plain forms, without scripts: open ends, tiles laid, rounds, undo, and two phones at once."""

import re

import pytest
from flask import Flask

from scorekeeper.play.player_names import rename_player
from tests.web.pages import Page, Phone


def first_tile(phone: Phone, pad: Page, tile: str = "5-0", player: str = "Anna") -> Page:
    return phone.send(pad, "fill", "save", tile=tile, player=player)


def totals(page: Page) -> list[str]:
    """Return the totals on the board, in the order of the sides."""
    board = page.text.partition("How it stands")[2] or page.text
    return [word for word in board.split() if word.isdigit()][:4]


@pytest.fixture
def pad(phone: Phone) -> Page:
    return phone.new_match()


def test_the_first_tile_scores_and_says_why(phone: Phone, pad: Page) -> None:
    page = first_tile(phone, pad)
    assert "5 + 0 = 5, 5 ÷ 5 = 1" in page.text
    assert "+1" in page.text
    assert "Bo to move" in page.text


def test_what_it_makes_is_said_before_it_is_saved(phone: Phone, pad: Page) -> None:
    looked = phone.send(pad, "fill", tile="5-5", player="Anna", do="count")
    assert "Save: 2 points" in looked.text
    assert "+2" not in phone.open(pad.path).text


def test_an_end_is_changed_by_tapping_it_and_what_it_became(phone: Phone, pad: Page) -> None:
    page = phone.send(first_tile(phone, pad), "fill", "end-0")
    assert "5 became" in page.text
    page = phone.send(page, "fill", "to-5-5")
    assert "Save: 2 points" in page.text
    page = phone.send(page, "fill", "save")
    assert "10 + 0 = 10, 10 ÷ 5 = 2" in page.text
    assert "Carl to move" in page.text


def test_a_move_that_scores_is_one_tap(phone: Phone, pad: Page) -> None:
    page = phone.send(first_tile(phone, pad), "fill", "hint-1")
    assert "+2" in page.text


@pytest.mark.parametrize(("turns", "turn"), [("one_tile", "Bo"), ("again_after_score_or_double", "Anna")])
def test_who_scores_with_two_players_moves_again_where_the_table_has_it_so(phone: Phone, turns: str, turn: str) -> None:
    """The board says so, and each form is filled in with that player."""
    pad = phone.new_match(players="Anna Bo", **{"option-two_player_turns": turns})
    page = first_tile(phone, pad)
    assert f"{turn} to move" in page.text
    for kind in ("ends", "play", "pass"):
        assert dict(phone.open(f"{page.path}?kind={kind}").forms["fill"].fields)["player"] == turn, kind


def test_nothing_can_be_saved_as_long_as_no_end_changed(phone: Phone, pad: Page) -> None:
    page = first_tile(phone, pad)
    assert "Tap the end that changed." in page.text
    assert "save" not in page.forms["fill"].buttons


def test_an_end_can_be_added_and_taken_away(phone: Phone, pad: Page) -> None:
    page = phone.send(first_tile(phone, pad, "5-5"), "fill", "end-1")
    page = phone.send(page, "fill", "to-0")
    assert ("ends", "5-5 0") in page.forms["fill"].fields
    page = phone.send(phone.send(page, "fill", "end-1"), "fill", "remove")
    assert ("ends", "5-5") in page.forms["fill"].fields


def test_the_first_ends_are_added_to_an_empty_table(phone: Phone, pad: Page) -> None:
    page = phone.send(phone.open(f"{pad.path}?kind=ends"), "fill", "end-0")
    page = phone.send(page, "fill", "to-5")
    assert ("ends", "5") in page.forms["fill"].fields


@pytest.mark.parametrize(("game", "ends"), [("spansk", "5-5 0"), ("dk_femmer", "5 0")])
def test_what_is_laid_at_a_lone_double_is_one_more_end(phone: Phone, game: str, ends: str) -> None:
    """A double that counts with two sides stays open; one from which two ends go on loses one of them."""
    page = phone.send(first_tile(phone, phone.new_match(game), "5-5"), "fill", "end-0")
    page = phone.send(page, "fill", "to-0")
    assert sorted(dict(page.forms["fill"].fields)["ends"].split()) == sorted(ends.split())
    assert "save" in page.forms["fill"].buttons


def test_a_tile_is_laid_where_it_fits(phone: Phone, pad: Page) -> None:
    page = first_tile(phone, pad)
    page = phone.send(phone.open(f"{page.path}?kind=play"), "fill", tile="6-5", do="count")
    page = phone.send(page, "fill", "hint-1")
    assert "6 + 0 = 6, not a multiple of five" in page.text


def test_a_tile_that_fits_nowhere_is_refused_beside_the_tiles(phone: Phone, pad: Page) -> None:
    page = phone.open(f"{first_tile(phone, pad).path}?kind=play")
    page = phone.send(page, "fill", tile="6-4", do="count")
    assert "6-4 fits no open end (5, 0)." in page.text


def test_an_end_that_no_single_tile_makes_is_offered_without_points(phone: Phone, pad: Page) -> None:
    page = phone.send(first_tile(phone, pad, "5-5"), "fill", do="add", kind="ends")
    keys = {at["id"]: at["class"] for _, at in page.elements if at.get("id", "").startswith("to-")}
    assert (keys["to-5"], keys["to-0"]) == ("key lies", "key scores")


def test_a_round_scores_the_hands_that_were_typed(phone: Phone, pad: Page) -> None:
    page = phone.send(pad, "fill", do="count", kind="round", ended="out 2")
    page = phone.send(page, "fill", "save", hand_1="13", hand_3="5+8", hand_4="2-0 1-0")
    assert ": 26, rounded to 25, 25 ÷ 5 = 5" in page.text
    assert "Round 2" in page.text


def test_a_round_with_mistakes_keeps_what_was_typed_and_says_each_beside_its_hand(phone: Phone, pad: Page) -> None:
    page = phone.send(
        pad, "fill", "save", kind="round", ended="blocked", hand_1="9-9", hand_2="5", hand_3="200", hand_4=""
    )
    assert page.status == 422
    for problem in ("a half shows 0 to 6", "There cannot be 200 pips here", "What does Dora still hold?"):
        assert problem in page.text
    assert "What does Anna still hold?" not in page.text
    assert {("hand-1", "9-9"), ("hand-3", "200")} <= set(page.forms["fill"].fields)


def test_what_is_wrong_stands_in_one_line_and_each_field_names_its_sentence(phone: Phone, pad: Page) -> None:
    page = phone.send(pad, "fill", "save", kind="round", ended="blocked", hand_1="9-9", hand_2="5", hand_3="200")
    told = {at["id"]: at for _, at in page.elements if at.get("id", "").startswith("hand-")}
    wrong = [name for name, at in told.items() if at.get("aria-invalid") == "true"]
    assert wrong == ["hand-1", "hand-3", "hand-4"]
    for name in wrong:
        assert told[name]["aria-describedby"] == f"wrong-{name}"
        assert page.has(f"wrong-{name}")
    assert 'id="errors" role="alert"' in page.html
    assert page.html.index('id="errors"') < page.html.index('id="save"')
    assert 'id="more-errors">2<' in page.html
    page = phone.send(page, "fill", "save", hand_1="6-6", hand_3="20")
    assert not page.has("more-errors")
    assert page.has("wrong-hand-4")


@pytest.mark.parametrize(
    ("typed", "told"), [("741112", "There cannot be 741112 pips here"), ("1o", "write 13, 5+8 or 6-4")]
)
def test_a_hand_that_cannot_be_is_told_of_as_it_was_typed(phone: Phone, pad: Page, typed: str, told: str) -> None:
    page = phone.send(pad, "fill", "save", kind="round", ended="out 1", hand_2=typed)
    assert told in page.text
    assert "is not a tile" not in page.text


def test_a_round_without_saying_how_it_ended_is_refused(phone: Phone, pad: Page) -> None:
    page = phone.send(pad, "fill", "save", kind="round", hand_1="13")
    assert page.status == 422
    assert "Who is out? Or can nobody play?" in page.text


def test_tiles_are_picked_for_one_hand_after_another(phone: Phone, pad: Page) -> None:
    page = phone.send(pad, "fill", do="by tiles", kind="round", ended="out 2")
    page = phone.send(page, "fill", "next", hand_1=["5-1", "6-4"])
    assert page.has("hand-3-5-1")
    taken = next(at for _, at in page.elements if at.get("id") == "hand-3-5-1")
    assert "disabled" in taken
    page = phone.send(page, "fill", "save", hand_3=["3-2", "5-3"])
    assert ": 29, rounded to 30, 30 ÷ 5 = 6" in page.text


def test_the_partner_of_who_is_out_is_asked_nothing_and_what_was_typed_for_her_stays(phone: Phone, pad: Page) -> None:
    page = phone.send(pad, "fill", do="count", kind="round", ended="out 2", hand_4="8")
    assert "Dora: does not count" in page.text
    assert ("hand-4", "8") in page.forms["fill"].fields
    page = phone.send(page, "fill", "save", hand_1="13")
    assert "What does Carl still hold?" in page.text
    assert "What does Dora" not in page.text
    page = phone.send(page, "fill", "save", hand_3="5")
    assert "18, rounded to 20, 20 ÷ 5 = 4" in page.text


def test_in_blindedomino_one_tap_on_the_winner_is_the_whole_entry(phone: Phone) -> None:
    pad = phone.new_match("dk_blinde", "Anna Bo Carl")
    assert not pad.has("keypad")
    assert not pad.has("by-pips")
    over = phone.send(pad, "fill", "ended-2")
    assert over.status == 200
    assert "Bo is out" in over.text


def test_in_blindedomino_the_tiles_left_may_be_told_all_the_same(phone: Phone) -> None:
    pad = phone.new_match("dk_blinde", "Anna Bo Carl")
    assert pad.has("folded")
    over = phone.send(pad, "fill", "ended-2", hand_1="3", hand_3="0")
    assert "Only one player can run out of tiles." in over.text
    over = phone.send(over, "fill", "save", hand_3="2")
    assert "Bo is out" in over.text


def test_where_the_fewest_tiles_win_they_are_asked_as_numbers(phone: Phone) -> None:
    pad = phone.new_match("dk_blinde", "Anna Bo", **{"option-blocked": "fewest_tiles"})
    page = phone.send(pad, "fill", do="count", ended="blocked")
    page = phone.send(page, "fill", "save", hand_1="3")
    assert "Enter how many tiles Bo has left" in page.text
    page = phone.send(page, "fill", "save", hand_2="4")
    assert "fewest: Anna" in page.text


def test_an_entry_is_undone_with_one_tap_and_stays_on_the_sheet(phone: Phone, pad: Page) -> None:
    page = phone.send(first_tile(phone, pad), "last", "undo-1")
    assert "Taken back: Anna +1 Put back" in page.text
    sheet = phone.open(f"{pad.path}/sheet")
    assert "struck out" in sheet.text


def test_an_old_entry_is_struck_out_from_the_sheet(phone: Phone, pad: Page) -> None:
    page = first_tile(phone, pad)
    phone.send(page, "fill", "hint-1")
    sheet = phone.open(f"{pad.path}/sheet")
    page = phone.send(sheet, "entries", "strike-2")
    assert page.path == f"{pad.path}/sheet"
    assert "struck out" in page.text


def test_a_double_tap_counts_once(phone: Phone, pad: Page) -> None:
    first_tile(phone, pad)
    page = first_tile(phone, pad)
    assert page.status == 200
    assert len([at for _, at in page.elements if at.get("id", "").startswith("line-")]) == 1


def test_somebody_else_wrote_meanwhile(app: Flask, phone: Phone, pad: Page) -> None:
    other = Phone(app.test_client())
    first_tile(other, other.open(pad.path), "6-6", "Dora")
    page = phone.send(pad, "fill", "save", tile="5-0", player="Anna")
    assert page.status == 409
    assert "Somebody saved first" in page.text
    assert "Dora laid the first tile" in page.text
    assert "Anna & Carl 0" in page.text.replace("Anna & Carl Anna", "Anna")


def test_what_was_typed_on_a_stale_page_is_still_there(app: Flask, phone: Phone, pad: Page) -> None:
    round_form = phone.send(pad, "fill", do="count", kind="round", ended="out 2")
    other = Phone(app.test_client())
    first_tile(other, other.open(pad.path))
    page = phone.send(round_form, "fill", "save", hand_1="13", hand_3="8", hand_4="5")
    assert page.status == 409
    assert ("hand-3", "8") in page.forms["fill"].fields
    page = phone.send(page, "fill", "save")
    assert page.status == 200
    assert ": 21, rounded to 20" in page.text


def test_what_can_hardly_be_is_asked_once_more(phone: Phone, pad: Page) -> None:
    page = phone.send(first_tile(phone, pad), "fill", do="save", ends="3 1", player="Bo")
    assert page.status == 422
    assert "Save all the same" in page.text
    page = phone.send(page, "fill", "save")
    assert page.status == 200
    assert "3 + 1 = 4" in page.text


def test_the_end_of_the_match_says_who_won_and_why_and_neither_twice(phone: Phone) -> None:
    pad = phone.new_match("dk_almindelig", "Anna Bo Carl", **{"option-target": "20"})
    page = phone.send(pad, "fill", "save", kind="round", ended="out 1", hand_2="13", hand_3="8")
    assert page.text.count("Anna won") == 1
    assert "Anna is out Bo 13, Carl 8 against 0: 13 + 8 = 21" in page.text
    assert "Anna won: 21 points" in phone.open(f"{pad.path}/sheet").text
    assert "fill" not in page.forms


def test_htmx_gets_only_the_part_and_the_score_is_announced(phone: Phone, pad: Page) -> None:
    page = phone.send_by_htmx(pad, "fill", "save", tile="5-0", player="Anna")
    assert "<html" not in page.html
    assert 'hx-target="#said"' in page.html
    assert "5 + 0 = 5, 5 ÷ 5 = 1. Anna & Carl: 1. Bo & Dora: 0. Open ends: 5, 0. Bo to move." in page.text


def test_an_answer_to_an_entry_is_small(phone: Phone, pad: Page) -> None:
    page = phone.send_by_htmx(pad, "fill", "save", tile="5-0", player="Anna")
    raw = phone.client.get(pad.path, headers={"HX-Request": "true", "Accept-Encoding": "gzip"})
    assert raw.headers["Content-Encoding"] == "gzip"
    assert len(raw.get_data()) <= 5_000
    assert len(page.html) < 40_000


def test_a_match_that_is_not_there(phone: Phone) -> None:
    page = phone.open("/m/nosuchmatch")
    assert page.status == 404
    assert "There is no such match." in page.text


def test_a_form_that_lay_open_while_a_player_was_renamed_is_saved_for_them(app: Flask, phone: Phone) -> None:
    pad = phone.new_match()
    form = phone.send(pad, "fill", do="count", kind="ends", ends="5 0", player="Bo")
    rename_player(app.extensions["scorekeeper"], "Bo", "Bosse")
    counted = phone.send(form, "fill", do="count")
    assert "Nobody called" not in counted.text
    page = phone.send(form, "fill", do="save", accepted="first_ends")
    assert page.status == 200
    assert "Bosse" in phone.open(f"{pad.path}/sheet").text
    assert "Total 0 1" in phone.open(f"{pad.path}/sheet").text


def test_the_book_is_asked_a_few_times_for_the_pad_and_for_a_save(app: Flask, phone: Phone, pad: Page) -> None:
    store, asked = app.extensions["scorekeeper"], list[str]()
    page = phone.open(pad.path)  # any question that is asked only once
    store.look(lambda db: db.conn.set_trace_callback(asked.append))  # a single phone needs one connection
    phone.open(pad.path)
    assert [each.split()[0] for each in asked] == ["SELECT"] * 2, asked  # the last entry, and the last hand given
    asked.clear()
    saved = phone.send_by_htmx(page, "fill", "save", tile="5-0", player="Anna")
    assert "+1" in saved.text
    told = list(dict.fromkeys(asked))  # SQLite names the statement that fired a trigger
    assert [each.split()[0] for each in told].count("SELECT") <= 6, told
    assert len(told) <= 9, told


def test_the_suit_without_pips_is_called_blanks_in_the_form_and_on_the_sheet(phone: Phone) -> None:
    pad = phone.new_match("forty_two")
    assert "3 marks" in pad.text
    trumps = pad.html.split('id="trumps"')[1].split("</fieldset>")[0]
    assert re.search(r'value="0"[^>]* aria-label="blanks">', trumps)
    phone.send(pad, "fill", player="Anna", bid="31", trump="0", do="save")
    assert "trumps: blanks" in phone.open(f"{pad.path}/sheet").text


def test_the_layout_lies_below_the_form_with_the_end_that_was_changed_before_it_is_saved(
    phone: Phone, pad: Page
) -> None:
    first_tile(phone, pad)
    laid = {
        form: [
            at["aria-label"] for _, at in phone.open(f"{pad.path}?kind={form}").elements if at.get("class") == "laid"
        ]
        for form in ("ends", "ends&ends=5+4", "ends&ends=3+4", "play", "round")
    }
    assert laid == {
        "ends": ["5-0"],
        "ends&ends=5+4": ["5-0 0-4"],
        "ends&ends=3+4": ["5-0"],  # no tile leaves these ends
        "play": ["5-0"],
        "round": [],
    }
