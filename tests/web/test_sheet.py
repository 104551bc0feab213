"""The whole sheet: every entry with its points, its totals and its why; and the match file."""

import json

from flask import Flask

from scorekeeper.play.transfer.notation_reader import read_notation
from scorekeeper.web.views.lines import find_first_shown, list_lines
from tests.play.match_files import import_matches
from tests.web.pages import Page, Phone


def played(phone: Phone) -> Page:
    """Return the pad of a match with a first tile, a move that scored, and a round."""
    pad = phone.new_match()
    pad = phone.send(pad, "fill", "save", tile="5-0", player="Anna")
    pad = phone.send(pad, "fill", "hint-1")
    asked = phone.send(
        phone.open(f"{pad.path}?kind=round"), "fill", "save", ended="out 2", hand_1="13", hand_3="8", hand_4="5"
    )
    assert "Is Bo out?" in asked.text  # Bo has laid only one tile
    return phone.send(asked, "fill", "save")


def test_the_sheet_shows_each_entry_and_why(phone: Phone) -> None:
    pad = played(phone)
    sheet = phone.open(f"{pad.path}/sheet")
    for why in ("5 + 0 = 5, 5 ÷ 5 = 1", "10 + 0 = 10, 10 ÷ 5 = 2", "Anna 13, Carl 8: 21, rounded to 20, 20 ÷ 5 = 4"):
        assert why in sheet.text
    assert "Total 1 6" in sheet.text


def test_an_empty_sheet_says_so(phone: Phone) -> None:
    assert "Nothing is written yet." in phone.open(f"{phone.new_match().path}/sheet").text


def test_the_match_file_holds_what_was_written(phone: Phone) -> None:
    pad = played(phone)
    answer = phone.client.get(f"{pad.path}/match.json")
    document = json.loads(answer.data)
    assert "attachment" in answer.headers["Content-Disposition"]
    assert [entry["entry"] for entry in document["entries"]] == ["play", "play", "round"]


def test_the_moves_as_text_are_read_again_as_the_same_match(phone: Phone) -> None:
    pad = played(phone)
    assert 'href="' + f"{pad.path}/match.txt" in phone.open(f"{pad.path}/sheet").html
    answer = phone.client.get(f"{pad.path}/match.txt")
    assert (answer.mimetype, "attachment" in answer.headers["Content-Disposition"]) == ("text/plain", True)
    entries = [entry.to_json() for entry in read_notation(answer.data).file.entries]
    assert entries == json.loads(phone.client.get(f"{pad.path}/match.json").data)["entries"]


def test_a_finished_match_stands_in_the_list_with_its_winner(phone: Phone) -> None:
    pad = phone.new_match("dk_almindelig", "Anna Bo", **{"option-target": "5"})
    assert "At the table now" in phone.open("/").text
    phone.send(pad, "fill", "save", kind="round", ended="out 1", hand_2="13")
    page = phone.open("/")
    assert "Finished" in page.text
    assert "Anna won 13" in page.text


def long_match(app: Flask, entries: int) -> str:
    """Store a match with this number of rounds, each one entry, and return its path."""
    ended = {"entry": "round", "out": "Bo", "hands": {"Anna": {"pips": 1}}}
    document = {"format": 1, "variant": "spansk", "players": ["Anna", "Bo"], "entries": [ended] * entries}
    return f"/m/{import_matches(app.extensions['scorekeeper'], [document])[0].id}"


def shown(page: Page) -> list[int]:
    """Return the numbers of the entries on a sheet."""
    return [int(at["id"].removeprefix("entry-")) for tag, at in page.elements if tag == "tbody" and "id" in at]


def test_a_very_long_sheet_shows_its_last_entries_and_the_way_to_all_others(app: Flask, phone: Phone) -> None:
    assert len(shown(phone.open(f"{long_match(app, 60)}/sheet"))) == 60
    match = long_match(app, 90)
    sheet = phone.open(f"{match}/sheet")
    assert shown(sheet) == list(range(67, 91))
    assert "Show 66 earlier entries" in sheet.text
    assert f'id="earlier" href="{match}/sheet?all=1"' in sheet.html
    whole = phone.open(f"{match}/sheet?all=1")
    assert (shown(whole), whole.has("earlier")) == (list(range(1, 91)), False)


def test_who_takes_back_on_the_whole_sheet_sees_the_whole_sheet_again(app: Flask, phone: Phone) -> None:
    match = long_match(app, 90)
    for send in (phone.send, phone.send_by_htmx):
        whole = send(phone.open(f"{match}/sheet?all=1"), "entries", "strike-3")
        assert len(shown(whole)) == 90
        assert len(shown(send(whole, "entries", "put-back-3"))) == 90
    assert len(shown(phone.send(phone.open(f"{match}/sheet"), "entries", "strike-90"))) == 24


def test_an_old_entry_that_was_corrected_is_seen_on_the_whole_sheet(app: Flask, phone: Phone) -> None:
    match = long_match(app, 90)
    for number, written, lines in ((2, 91, 91), (90, 92, 24)):
        corrected = phone.send(phone.open(f"{match}?correct={number}"), "fill", "save", hand_1="7")
        assert written in shown(corrected)
        assert len(shown(corrected)) == lines


def test_a_correction_is_not_parted_from_what_it_corrects(app: Flask) -> None:
    ended = {"entry": "round", "out": "Bo", "hands": {"Anna": {"pips": 1}}}
    entries = [*[ended] * 70, {**ended, "replaces": 47}]
    document = {"format": 1, "variant": "spansk", "players": ["Anna", "Bo"], "entries": entries}
    lines = list_lines(import_matches(app.extensions["scorekeeper"], [document])[0].sheet)
    assert [line.number for line in lines[find_first_shown(lines) :]] == [47, 71, *range(48, 71)]
