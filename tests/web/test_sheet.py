"""The whole sheet: every entry with its points, its totals and its why; and the match file."""

import json

from tests.web.pages import Page, Phone


def played(phone: Phone) -> Page:
    """A match with a first tile, a move that scored, and a round."""
    pad = phone.new_match()
    pad = phone.send(pad, "fill", "save", tile="5-0", player="Anna")
    pad = phone.send(pad, "fill", "hint-1")
    return phone.send(
        phone.open(f"{pad.path}?kind=round"), "fill", "save", ended="out 2", hand_1="13", hand_3="8", hand_4="5"
    )


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


def test_a_finished_match_stands_in_the_list_with_its_winner(phone: Phone) -> None:
    pad = phone.new_match("dk_almindelig", "Anna Bo", **{"option-target": "5"})
    assert "At the table now" in phone.open("/").text
    phone.send(pad, "fill", "save", kind="round", ended="out 1", hand_2="13")
    page = phone.open("/")
    assert "Finished" in page.text
    assert "Anna won 13" in page.text
