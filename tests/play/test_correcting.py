"""Correcting an entry of a sheet: which entries go along with it, and which become impossible after it."""

from typing import Any

import pytest

from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.play.scoring.correcting import append_corrections, is_correction, list_impossible_after, rewind_sheet
from scorekeeper.play.scoring.writing import LinkedCorrection
from tests.match_file import score_document

FIRST = {"entry": "play", "player": "Anna", "tile": "5-0"}
SECOND = {"entry": "play", "player": "Bo", "tile": "5-5", "at": "5-0", "pip": 5}
THIRD = {"entry": "play", "player": "Anna", "tile": "5-1", "at": "5-5", "pip": 5}
OTHER_FIRST = {"entry": "play", "player": "Anna", "tile": "6-0", "replaces": 1}


def sheet(*entries: dict[str, Any]) -> Sheet:
    return score_document({"format": 1, "variant": "spansk", "players": ["Anna", "Bo"], "entries": list(entries)})


def test_what_cannot_be_after_a_correction_is_told_with_its_reasons() -> None:
    written = sheet(FIRST, SECOND, THIRD)
    wrong = list_impossible_after(written, written, OTHER_FIRST)
    assert [each.line.number for each in wrong] == [2, 3]
    assert [[problem.key for problem in each.problems] for each in wrong] == [["tile_not_laid"], ["tile_not_laid"]]


def test_what_goes_along_is_no_more_told_as_impossible() -> None:
    written = sheet(FIRST, SECOND, THIRD)
    along = append_corrections(
        written, [LinkedCorrection({"entry": "void", "of": 2}), LinkedCorrection({"entry": "void", "of": 3})]
    )
    assert [line.number for line in along.counting_lines] == [1]
    assert list_impossible_after(written, along, OTHER_FIRST) == ()


def test_a_correction_that_changes_nothing_of_what_follows_makes_nothing_impossible() -> None:
    written = sheet(FIRST, SECOND, THIRD)
    same = {**FIRST, "replaces": 1}
    assert list_impossible_after(written, written, same) == ()


@pytest.mark.parametrize(
    "entry",
    [
        {"entry": "play", "player": "Zoe", "tile": "6-0", "replaces": 1},
        {"entry": "play", "player": "Bo", "tile": "4-3", "at": "5-0", "pip": 0, "replaces": 2},
    ],
    ids=["cannot be read", "cannot be laid"],
)
def test_a_correction_that_cannot_be_itself_says_nothing_of_the_others(entry: dict[str, Any]) -> None:
    written = sheet(FIRST, SECOND, THIRD)
    assert list_impossible_after(written, written, entry) == ()


@pytest.mark.parametrize(
    ("entry", "may"),
    [
        ({"entry": "void", "of": 2}, True),
        ({"entry": "restore", "of": 2}, True),
        (OTHER_FIRST, True),
        (FIRST, False),
        ({"entry": "void"}, False),
        ({"entry": "play", "player": "Zoe", "tile": "6-0", "replaces": 1}, False),
    ],
)
def test_only_what_strikes_out_puts_back_or_corrects_goes_along(entry: dict[str, Any], may: bool) -> None:
    written = sheet(FIRST, SECOND)
    assert is_correction(written, LinkedCorrection(entry)) is may
    assert (len(append_corrections(written, [LinkedCorrection(entry)]).lines) == 3) is may


def test_a_sheet_is_rewound_to_where_an_entry_counts() -> None:
    written = sheet(FIRST, SECOND, THIRD)
    assert [str(end) for end in rewind_sheet(written, 2).layout.ends] == ["5", "0"]
    with pytest.raises(LookupError):
        rewind_sheet(written, 4)
