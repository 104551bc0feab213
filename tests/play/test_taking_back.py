"""Undo and redo in a book: nothing is lost, and files and archives contain them."""

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.play.history.played_game import PlayedGame
from scorekeeper.play.history.tallies import count_tallies
from scorekeeper.play.photos import keep_photo
from scorekeeper.play.scoring.changes import list_changes
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.play.scoring.taking_back import (
    Consequence,
    find_last_strike,
    find_strike_cause,
    preview_put_back,
    preview_strike_out,
    put_back,
    strike_out,
)
from scorekeeper.play.scoring.writing import add_entry
from scorekeeper.play.transfer.match_files import export_match
from scorekeeper.play.transfer.packing import pack_archive
from scorekeeper.play.transfer.spreadsheets import write_entries_csv
from scorekeeper.play.transfer.unpacking import unpack_archive
from scorekeeper.play.upkeep.checking import check_book
from scorekeeper.store import SqliteStore, Store
from tests.match_file import score_document
from tests.play.conftest import AS_IT_IS, add, ends, out
from tests.play.match_files import import_matches


def test_what_is_put_back_has_its_hands_its_photo_and_its_points(store: Store, four: Match) -> None:
    photo = keep_photo(store, four.id, b"\xff\xd8 a photo", {"tiles": []})
    hands = out("Bo", Anna=["5-1", "6-4"], Carl={"pips": 13}, Dora=["6-6", "2-0"])
    before = add_entry(store, four.id, hands, 0, "round", photo)
    match = strike_out(store, four.id, 1, before.seen, "strike")
    match = put_back(store, four.id, 1, match.seen, "back")
    assert (match.sheet.lines[0], match.sheet.totals) == (before.sheet.lines[0], before.sheet.totals)
    assert match.photos == {1: photo}
    assert put_back(store, four.id, 1, 2, "back").seen == match.seen  # the same post a second time
    assert match.sheet.lead == before.sheet.lead
    assert list(check_book(store)) == []


def test_a_match_that_was_won_is_won_again_when_its_end_is_put_back(store: Store, two: Match) -> None:
    won = add(store, two, ends("Anna", "5", "0"), out("Anna", Bo={"pips": 30}))
    opened = strike_out(store, two.id, 2, won.seen, "strike")
    assert (opened.final, count_tallies(store)["Anna"].games) == (None, {})
    again = put_back(store, two.id, 2, opened.seen, "back")
    assert again.final
    assert (again.final.number, again.final.totals) == (4, won.final.totals if won.final else {})
    assert count_tallies(store)["Anna"].games[PlayedGame("spansk")].won == 1
    assert list(check_book(store)) == []


def test_files_and_archives_carry_what_was_put_back(store: Store, two: Match, tmp_path: Path) -> None:
    match = add(store, two, ends("Anna", "5", "0"), ends("Bo", "5-5", "0"))
    match = strike_out(store, two.id, 1, match.seen, "strike")
    match = put_back(store, two.id, 1, match.seen, "back")
    exported = export_match(store, two.id)
    assert exported["entries"][2:] == [{"entry": "void", "of": 1}, {"entry": "restore", "of": 1}]
    assert import_matches(store, [exported])[0].sheet.totals == match.sheet.totals
    *_, last = csv.DictReader(io.StringIO(write_entries_csv(store, two.id)))
    assert (last["entry"], last["puts back"]) == ("restore", "1")
    with (tmp_path / "archive.zip").open("w+b") as packed, SqliteStore(tmp_path / "other.db") as other:
        pack_archive(store, packed)
        unpack_archive(other, packed, *AS_IT_IS)
        assert load_match(other, two.id).sheet == match.sheet


def test_each_change_tells_the_totals_before_and_after(store: Store, two: Match) -> None:
    match = add(store, two, ends("Anna", "5", "0"), {**ends("Anna", "5-5", "0"), "replaces": 1})
    assert list_changes(match.sheet)[1].instead == 2
    match = put_back(store, two.id, 1, match.seen, "back")
    found = list_changes(match.sheet)
    assert (found[2].instead, found[2].before["Anna"], found[2].after["Anna"]) == (1, 2, 1)
    assert found[1].back


def test_what_went_with_another_entry_is_told_until_it_stands_again(store: Store, two: Match) -> None:
    first = {"entry": "play", "player": "Anna", "tile": "5-0"}
    match = add(store, two, first, {"entry": "play", "player": "Bo", "tile": "5-5", "at": "5-0", "pip": 5})
    without = preview_strike_out(match.sheet, 1)
    assert [each.line.number for each in without.impossible] == [2]
    match = strike_out(store, two.id, 1, match.seen, "strike", [2])
    taken = find_last_strike(match.sheet)
    assert taken
    assert (taken.line.number, taken.line.points, taken.along) == (1, {"Anna": 1, "Bo": 0}, (2,))
    assert find_strike_cause(match.sheet, 2) == 1
    match = put_back(store, two.id, 1, match.seen, "back")
    assert match.sheet.totals == {"Anna": 1, "Bo": 2}
    assert (find_last_strike(match.sheet), find_strike_cause(match.sheet, 2)) == (None, None)
    # The entry is taken back once more, by itself: only what went along this time counts.
    match = strike_out(store, two.id, 2, match.seen, "second")
    match = strike_out(store, two.id, 1, match.seen, "first")
    taken = find_last_strike(match.sheet)
    assert taken
    assert (taken.line.number, taken.along) == (1, ())
    assert find_strike_cause(match.sheet, 2) is None


# -- what would come of it, before anybody takes back or puts back ----------------------------------------------------

CHAIN: tuple[dict[str, Any], ...] = (  # each tile is joined to the one before
    {"entry": "play", "player": "Anna", "tile": "5-0"},
    {"entry": "play", "player": "Bo", "tile": "5-5", "at": "5-0", "pip": 5},
    {"entry": "play", "player": "Anna", "tile": "5-1", "at": "5-5", "pip": 5},
)


def sheet(*entries: dict[str, Any]) -> Sheet:
    return score_document({"format": 1, "variant": "spansk", "players": ["Anna", "Bo"], "entries": list(entries)})


def take_back(number: int, others: Sequence[int]) -> list[dict[str, Any]]:
    return [*({"entry": "void", "of": each, "with": number} for each in others), {"entry": "void", "of": number}]


def numbers(found: Consequence) -> tuple[list[str], list[int]]:
    """Return the keys of why the entry itself is refused, and the numbers of the entries that become impossible."""
    return [problem.key for problem in found.refused], [each.line.number for each in found.impossible]


@pytest.mark.parametrize(("number", "others"), [(1, (2, 3)), (2, (3,)), (3, ())])
def test_what_lies_at_a_tile_goes_and_comes_back_with_it(number: int, others: tuple[int, ...]) -> None:
    whole, before = sheet(*CHAIN), sheet(*CHAIN[: number - 1])
    assert numbers(preview_strike_out(whole, number)) == ([], [*others])
    alone = preview_strike_out(whole, number, others)
    assert (numbers(alone), alone.after.totals) == (([], []), before.totals)
    gone = sheet(*CHAIN, *take_back(number, others))
    taken = find_last_strike(gone)
    assert taken
    assert (taken.line.number, taken.line.points, taken.along) == (number, whole.lines[number - 1].points, others)
    assert [find_strike_cause(gone, each) for each in (1, 2, 3)] == [number if each in others else None
                                                                       for each in (1, 2, 3)]  # fmt: skip
    back = preview_put_back(gone, number)
    assert (numbers(back), back.after.totals) == (([], []), whole.totals)
    assert [line.number for line in back.after.counting_lines] == [1, 2, 3]
    for each in others[:1]:
        assert numbers(preview_put_back(gone, each)) == (["tile_not_laid"], [])


def test_once_anything_else_is_written_nothing_was_taken_back_last() -> None:
    gone = [*CHAIN, *take_back(3, ())]
    assert find_last_strike(sheet(*gone))
    assert find_last_strike(sheet(*gone, {**CHAIN[2], "tile": "5-2"})) is None
    assert find_last_strike(sheet(*CHAIN)) is None
    assert find_last_strike(sheet(*gone, {"entry": "restore", "of": 3})) is None


def test_what_was_written_meanwhile_may_have_to_go_for_what_is_put_back() -> None:
    gone = sheet(*CHAIN, *take_back(3, ()), {**CHAIN[2], "player": "Bo"})
    assert numbers(preview_put_back(gone, 3)) == ([], [5])
    instead = preview_put_back(gone, 3, [5])
    assert (numbers(instead), [line.number for line in instead.after.counting_lines]) == (([], []), [1, 2, 3])


def test_only_what_went_along_the_last_time_and_is_still_gone_comes_back() -> None:
    once = [*CHAIN, *take_back(2, (3,)), {"entry": "restore", "of": 2}]
    assert find_strike_cause(sheet(*once), 3) is None
    assert [line.number for line in preview_put_back(sheet(*once), 3).after.counting_lines] == [1, 2, 3]
    again = sheet(*once, {"entry": "restore", "of": 3}, *take_back(3, ()), *take_back(2, ()))
    assert find_strike_cause(again, 3) is None
    taken = find_last_strike(again)
    assert taken
    assert (taken.line.number, taken.along) == (2, ())
