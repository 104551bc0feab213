"""The line notation is equivalent to a match file, and its problems name the line."""

import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from scorekeeper.engine.file.match import MatchFile, read_match, write_match_json
from scorekeeper.engine.file.remark import Remark
from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.sheet.fold import fold
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.transfer.documents import MOST_BYTES
from scorekeeper.play.transfer.notation_reader import read_notation
from scorekeeper.play.transfer.notation_writer import write_notation
from tests.engine.test_schema import list_exports
from tests.simulator.matches import MatchHeld, list_seated
from tests.simulator.tried import Tried

DOCUMENT = (Path(__file__).resolve().parents[2] / "docs/notation.md").read_text(encoding="utf-8")
GAMES = re.findall(r"```domino\n(.*?)```", DOCUMENT, re.DOTALL)
HEAD = "Domino notation: 1\nGame: all_fives\nPlayers: Anna Bo\nLead: Anna\n"


def read(text: str) -> MatchFile:
    return read_notation(text.encode()).file


def write(file: MatchFile) -> str:
    return write_notation(fold(file.variant, file.seating, file.entries), file.remark)


def problems(text: str) -> list[str]:
    with pytest.raises(RuleError) as refused:
        read(text)
    return [problem.say() for problem in refused.value.problems]


@pytest.mark.parametrize("game", VARIANTS)
def test_every_match_of_the_tables_is_the_same_in_the_notation(game: str) -> None:
    for document in list_exports(game):
        file = read_match(document)
        if not fold(file.variant, file.seating, file.entries).problems:
            again = read(write(file))
            assert write_match_json(again.variant, again.seating, again.entries, again.remark) == document


@pytest.mark.parametrize("text", [game for game in GAMES if " on=" in game])
def test_moves_are_written_as_the_document_writes_them(text: str) -> None:
    moves = re.findall(r"^\d+\..*$", text, re.MULTILINE)
    assert re.findall(r"^\d+\..*$", write(read(text)), re.MULTILINE) == moves


@pytest.mark.parametrize("game", ["fives_threes", "matador", "latin_partner", "jijbent"])
def test_a_match_with_every_move_is_the_same_in_the_notation(game: str) -> None:
    random = Random(game)
    match = MatchHeld(game, next(list_seated(game, random)), random, Tried(), None)
    match.play(2)
    file = read_match(match.document)
    assert read(write(file)) == file


@pytest.mark.parametrize(
    "players",
    [
        ["Ana María", "Bo, the elder"],
        ["out", "true"],
        ["6-6", "12"],
        ['Bo "the fox"', "a|b"],
        ["#1", "x=[1]"],
        ["Wolfgang-Amadé", "O’Brien"],
        ["lead", "\\"],
    ],
)
def test_any_name_can_be_written(players: list[str]) -> None:
    first, second = players
    entries = [
        {"entry": "play", "player": first, "tile": "5-0"},
        {"entry": "pass", "player": second},
        {"entry": "round", "out": first, "hands": {second: {"pips": 7}}, "lead": second},
    ]
    document = {"format": 1, "variant": "all_fives", "players": players, "lead": first, "entries": entries}
    file = read_match(document)
    assert read(write(file)) == file


@pytest.mark.parametrize("note", ["Snow: a lot", " It\nsnowed. ", '"Oh", said Bo', "a\u2028b", "#1 | 2"])
def test_any_note_can_be_written(note: str) -> None:
    file = replace(read(HEAD), remark=Remark(note, "At Dora’s"))
    assert read(write(file)) == file


def test_a_tile_that_fits_one_end_needs_no_place() -> None:
    file = read(HEAD + "1. Anna 5-0 5, | Bo 5-5 10 | Anna 6-5 | Bo 6-2")
    assert [entry.list_facts() for entry in file.entries] == ["5-0", "5-5 at 5-0", "6-5 at 5-5", "6-2 at 6-5"]


def test_a_tile_that_fits_two_ends_is_asked_for_its_place() -> None:
    told = problems(HEAD + "1. Anna 5-0\n2. Bo 5-0 | Anna 5-5 | Bo 6-5 | Anna 6-0 | Bo 0-0\n")
    assert told[0] == "line 6, entry 2, tile: 5-0 is there twice: each tile exists once."
    assert problems(HEAD + "1. Anna 5-0 | Bo 2-0 | Anna 5-2") == [
        "line 5, entry 3, at: A first tile lies already: which tile is 5-2 joined to?"
    ]


def test_the_text_of_an_editor_that_marks_its_files_and_ends_lines_otherwise_is_read() -> None:
    text = f"{HEAD}\n# the first round\n  1. Anna (5-5) 10 | Bo pass\n"
    data = b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()
    assert len(read_notation(data).file.entries) == 2


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("Hello", "line 5: This cannot be read: it is neither a heading, like Game: block, nor entries"),
        ("Colour: red", "line 5: This cannot be read: it is neither a heading"),
        ("Game: block", "line 5: This cannot be read: “Game” is not expected here."),
        ("Date: yesterday", "line 5: This cannot be read: “yesterday” is not expected here."),
        ("2. Anna 6-6", "line 5: This cannot be read: it should begin with 1 and a full stop"),
        ("1. Anna 6-6\n1. Bo pass", "line 6: This cannot be read: it should begin with 2 and a full stop"),
        ("1. Anna 6-6 |", "line 5: This cannot be read: “|” is not expected here."),
        ("1. Anna", "line 5: This cannot be read: “Anna” is not expected here."),
        ("1. Anna laid 6-6", "line 5: This cannot be read: “laid” is not expected here."),
        ("1. 12 6-6", "line 5: This cannot be read: “12” is not expected here."),
        ("1. Anna 6-6 on=5-4", "line 5: This cannot be read: “on=5-4” is not expected here."),
        ("1. Anna 6-6 5 10", "line 5: This cannot be read: “10” is not expected here."),
        ("1. Anna 6-6 pip=1 pip=2", "line 5: This cannot be read: “pip” is not expected here."),
        ("1. Anna 6-6 Bo=13", "line 5: This cannot be read: “Bo” is not expected here."),
        ("1. blocked 5", "line 5: This cannot be read: “5” is not expected here."),
        ("1. Anna out Bo:x", "line 5: This cannot be read: “x” is not expected here."),
        ("1. Anna out Bo=[6-4", "line 5: This cannot be read: a quotation mark or a bracket is not closed."),
        ('1. "Anna 6-6', "line 5: This cannot be read: a quotation mark or a bracket is not closed."),
        ("1. Anna (" + "[" * 50_000, "line 5: This cannot be read: “[” is not expected here."),
        (r'1. "\ud800" 6-6', 'line 5: This cannot be read: “"\\ud800"” is not expected here.'),
        ("1. Anna 7-7", "line 5, entry 1, tile: There is no half with 7 pips in this set"),
        ("1. Anna 6-6 | Bo 5-4", "line 5, entry 2, at: A first tile lies already: which tile is 5-4 joined to?"),
        ("1. Zoe 6-6", "line 5, entry 1, player: Nobody called “Zoe” plays in this match."),
        ("1. Zoe out", "line 5, entry 1, out: Nobody called “Zoe” plays in this match."),
        ("1. Anna 5-5 | Bo 5-0 20", "line 5, entry 2: By the rules of this game it is 10 for Bo here, not 20."),
        ("1. Anna 5-5 Bo:10", "line 5, entry 1: By the rules of this game it is 10 for Anna here, not 0."),
        ("1. Anna 5-5 Zoe:10", "line 5, entry 1: Nobody called “Zoe” plays in this match."),
        ("1. Anna 5-5\nTotals: Anna=5", "line 6, Totals: By the rules of this game it is 10 for Anna here, not 5."),
        ("Options: target=x", "line 5, Options, target: "),
        ("Partners: true", "line 5, Partners: "),
    ],
)
def test_what_is_wrong_is_told_with_its_line(lines: str, told: str) -> None:
    assert problems(HEAD + lines)[0].startswith(told)


def test_everything_that_is_wrong_is_told_at_once() -> None:
    told = problems("Domino notation: 2\nPlayers: Anna Anna\n")
    assert told == [
        "line 1, Domino notation: This file says format 2; formats up to 1 can be read.",
        "Game: “Game” is missing.",
    ]
    assert len(problems(HEAD + "Hello\nGood\n1. bye bye\n")) == 3


def test_trumps_of_a_suit_need_no_quotation_marks() -> None:
    bid = HEAD.replace("all_fives", "forty_two").replace("Anna Bo", "Anna Bo Carl Dora") + "1. Anna bid 33 trump=%s"
    assert read(bid % 5).entries == read(bid % '"5"').entries


def test_a_text_that_is_larger_than_any_match_is_refused() -> None:
    with pytest.raises(RuleError, match="larger than any match"):
        read_notation(HEAD.encode() + b"#" * MOST_BYTES)
    with pytest.raises(RuleError, match="more in it than in any match"):
        read_notation(HEAD.encode() + b"1. Anna (" + b"5 " * 3_000_000)
    with pytest.raises(RuleError, match="not UTF-8"):
        read_notation(HEAD.encode() + b"\xff")
    with pytest.raises(RuleError, match="A match has at most 100000 entries"):
        read(HEAD + "1. " + "|".join(["Anna pass"] * 100_001))


def test_an_entry_that_was_taken_back_adds_nothing() -> None:
    file = read(HEAD + "1. Anna 5-5 | void 1 | Anna 5-0 5\nTotals: Anna=5 Bo=0")
    assert write(file).splitlines()[-3:] == ["1. Anna 5-5 | void 1 | Anna 5-0 5", "", "Totals: Anna=5 Bo=0"]


# -- the document -----------------------------------------------------------------------------------------------------


def test_the_document_has_twenty_games_besides_the_first_example() -> None:
    assert len({found[1] for text in GAMES[1:] if (found := re.search(r"^Game: (\w+)$", text, re.MULTILINE))}) == 20


@pytest.mark.parametrize("text", GAMES)
def test_a_match_of_the_document_is_scored_as_it_says(text: str) -> None:
    assert "Totals" in text
    file = read(text)
    assert read(write(file)) == file
