"""Taking back and putting back in a book: nothing is lost by it, and files and archives carry it along."""

import csv
import io
from pathlib import Path

from scorekeeper import play
from scorekeeper.play import Match
from scorekeeper.store import Store
from tests.play.conftest import AS_IT_IS, add, ends, out


def test_what_is_put_back_has_its_hands_its_photo_and_its_points(store: Store, four: Match) -> None:
    photo = play.keep_photo(store, four.id, b"\xff\xd8 a photo", {"tiles": []})
    hands = out("Bo", Anna=["5-1", "6-4"], Carl={"pips": 13}, Dora=["6-6", "2-0"])
    before = play.add_entry(store, four.id, hands, 0, "round", photo)
    match = play.strike_out(store, four.id, 1, before.seen, "strike")
    match = play.put_back(store, four.id, 1, match.seen, "back")
    assert (match.sheet.lines[0], match.sheet.totals) == (before.sheet.lines[0], before.sheet.totals)
    assert match.photos == {1: photo}
    assert play.put_back(store, four.id, 1, 2, "back").seen == match.seen  # the same tap
    assert match.sheet.lead == before.sheet.lead
    assert list(play.check_book(store)) == []


def test_a_match_that_was_won_is_won_again_when_its_end_is_put_back(store: Store, two: Match) -> None:
    won = add(store, two, ends("Anna", "5", "0"), out("Anna", Bo={"pips": 30}))
    opened = play.strike_out(store, two.id, 2, won.seen, "strike")
    assert (opened.final, play.count_tallies(store)["Anna"].games) == (None, {})
    again = play.put_back(store, two.id, 2, opened.seen, "back")
    assert again.final
    assert (again.final.number, again.final.totals) == (4, won.final.totals if won.final else {})
    assert play.count_tallies(store)["Anna"].games["spansk"].won == 1
    assert list(play.check_book(store)) == []


def test_files_and_archives_carry_what_was_put_back(store: Store, two: Match, tmp_path: Path) -> None:
    match = add(store, two, ends("Anna", "5", "0"), ends("Bo", "5-5", "0"))
    match = play.strike_out(store, two.id, 1, match.seen, "strike")
    match = play.put_back(store, two.id, 1, match.seen, "back")
    exported = play.export_match(store, two.id)
    assert exported["entries"][2:] == [{"entry": "void", "of": 1}, {"entry": "restore", "of": 1}]
    assert play.import_matches(store, [exported])[0].sheet.totals == match.sheet.totals
    *_, last = csv.DictReader(io.StringIO(play.write_entries_csv(store, two.id)))
    assert (last["entry"], last["puts back"]) == ("restore", "1")
    with (tmp_path / "archive.zip").open("w+b") as packed, Store(tmp_path / "other.db") as other:
        play.pack_archive(store, packed)
        play.unpack_archive(other, packed, *AS_IT_IS)
        assert play.load_match(other, two.id).sheet == match.sheet


def test_each_change_tells_the_totals_before_and_after(store: Store, two: Match) -> None:
    match = add(store, two, ends("Anna", "5", "0"), {**ends("Anna", "5-5", "0"), "replaces": 1})
    assert play.list_changes(match.sheet)[1].instead == 2
    match = play.put_back(store, two.id, 1, match.seen, "back")
    found = play.list_changes(match.sheet)
    assert (found[2].instead, found[2].before["Anna"], found[2].after["Anna"]) == (1, 2, 1)
    assert found[1].back


def test_what_went_with_another_entry_is_told_until_it_stands_again(store: Store, two: Match) -> None:
    first = {"entry": "play", "player": "Anna", "tile": "5-0"}
    match = add(store, two, first, {"entry": "play", "player": "Bo", "tile": "5-5", "at": "5-0", "pip": 5})
    without = play.reckon_without(match.sheet, 1)
    assert [each.line.number for each in without.impossible] == [2]
    match = play.strike_out(store, two.id, 1, match.seen, "strike", [2])
    taken = play.find_taken_back(match.sheet)
    assert taken
    assert (taken.line.number, taken.line.points, taken.along) == (1, {"Anna": 1, "Bo": 0}, (2,))
    assert play.find_went_with(match.sheet, 2) == 1
    match = play.put_back(store, two.id, 1, match.seen, "back")
    assert match.sheet.totals == {"Anna": 1, "Bo": 2}
    assert (play.find_taken_back(match.sheet), play.find_went_with(match.sheet, 2)) == (None, None)
    # Taken back once more, by itself: what counts is what went along this time.
    match = play.strike_out(store, two.id, 2, match.seen, "second")
    match = play.strike_out(store, two.id, 1, match.seen, "first")
    taken = play.find_taken_back(match.sheet)
    assert taken
    assert (taken.line.number, taken.along) == (1, ())
    assert play.find_went_with(match.sheet, 2) is None
