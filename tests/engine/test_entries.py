"""Which entries count after striking out and replacing, and which players entries name."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine.entries import (
    KINDS,
    Ends,
    Entry,
    Restore,
    Void,
    add_to_counting,
    find_counting,
    rename_in_entry,
)
from scorekeeper.engine.entries.hand import Hand
from scorekeeper.engine.file.entry import ALSO
from scorekeeper.engine.file.match import parse_entry, read_match
from scorekeeper.engine.tiles import End
from scorekeeper.engine.variants import VARIANTS
from tests.cases import NAMES, TABLES, read_table

REFUSED = {"problems", "refused"}  # what a case expects if there is no sheet


def ends(pip: int, replaces: int | None = None) -> Ends:
    return Ends(player="Anna", ends=(End(pip), End(0)), replaces=replaces)


def numbers(*entries: Ends | Void | Restore) -> list[int]:
    return [number for number, _ in find_counting(entries).entries]


def test_a_struck_out_entry_counts_no_more() -> None:
    assert numbers(ends(1), ends(2), Void(of=1)) == [2]


def test_a_correction_stands_in_the_place_of_what_it_corrects() -> None:
    assert numbers(ends(1), ends(2), ends(3, replaces=1)) == [3, 2]


def test_a_correction_can_be_corrected() -> None:
    assert numbers(ends(1), ends(2, replaces=1), ends(3, replaces=2)) == [3]


def test_striking_out_a_correction_brings_the_entry_back() -> None:
    assert numbers(ends(1), ends(2, replaces=1), Void(of=2)) == [1]


def test_an_entry_is_struck_out_once() -> None:
    assert find_counting((ends(1), Void(of=1), Void(of=1))).dangling == {3}


def test_nothing_that_is_still_to_come_can_be_struck_out() -> None:
    assert find_counting((Void(of=2), ends(1))).dangling == {1}


def test_a_replaced_entry_is_not_struck_out_behind_its_correction() -> None:
    assert find_counting((ends(1), ends(2, replaces=1), Void(of=1))).dangling == {3}


def test_a_void_itself_is_not_struck_out() -> None:
    assert find_counting((ends(1), Void(of=1), Void(of=2))).dangling == {3}


def test_an_entry_that_is_put_back_counts_in_its_old_place() -> None:
    assert numbers(ends(1), ends(2), Void(of=1), Restore(of=1)) == [1, 2]


def test_a_correction_that_is_put_back_stands_in_the_place_of_what_it_corrects() -> None:
    assert numbers(ends(1), ends(2), ends(3, replaces=1), Void(of=3), Restore(of=3)) == [3, 2]


def test_both_versions_of_an_entry_are_put_back_as_they_were() -> None:
    gone = (ends(1), ends(2, replaces=1), Void(of=2), Void(of=1))
    assert numbers(*gone, Restore(of=1)) == [1]
    assert numbers(*gone, Restore(of=1), Restore(of=2)) == [2]
    assert numbers(*gone, Restore(of=2)) == [2]


def test_a_corrected_entry_that_is_put_back_stands_instead_of_its_correction_until_it_is_struck_out() -> None:
    corrected = (ends(1), ends(2, replaces=1), Restore(of=1))
    assert numbers(*corrected) == [1]
    assert numbers(*corrected, Void(of=1)) == [2]
    assert numbers(*corrected, Restore(of=2)) == [2]


def test_only_what_does_not_count_is_put_back() -> None:
    assert find_counting((ends(1), Restore(of=1))).dangling == {2}
    assert find_counting(
        (ends(1), Void(of=1), Restore(of=1), Restore(of=1), Restore(of=2), Restore(of=9))
    ).dangling == {
        4,
        5,
        6,
    }


@given(st.lists(st.tuples(st.sampled_from(["plain", "replaces", "void", "restore"]), st.integers(0, 9)), max_size=9))
def test_what_is_written_later_counts_as_if_all_had_been_there_at_once(written: list[tuple[str, int]]) -> None:
    entries: list[Entry] = []
    for kind, of in written:
        referring = {"replaces": ends(1, replaces=of), "void": Void(of=of), "restore": Restore(of=of)}
        entries.append(referring.get(kind, ends(1)))
    whole, known = find_counting(entries), find_counting([])
    for upto in range(len(entries) + 1):
        before = known
        known, places = add_to_counting(before, entries[:upto])
        assert all(known.entries[:at] == before.entries[:at] for at in map(known.find_at, places))
    assert known == whole


def test_a_hand_whose_tiles_are_counted_as_none_has_no_pips() -> None:
    assert Hand(None, typed_count=0).pips == 0
    assert Hand(None, typed_count=1).pips is None
    assert Hand(None).pips is None


@pytest.mark.parametrize("kind", KINDS)
def test_whoever_is_named_anywhere_in_an_entry_may_get_another_name(kind: str) -> None:
    cases = [case for path in TABLES.glob("*.json") for case in read_table(path) if not REFUSED & set(case["expect"])]
    entries = [entry for case in cases for entry in case.get("entries", ()) if entry.get("entry") == kind]
    for entry in ({ALSO.get(field, field): value for field, value in each.items()} for each in entries):
        renamed = json.dumps(rename_in_entry(entry, {name: f"{number}." for number, name in enumerate(NAMES)}))
        assert not [name for name in NAMES if f'"{name}"' in renamed], entry
    assert entries or kind == "restore"


@pytest.mark.parametrize("path", sorted(TABLES.glob("*.json")), ids=lambda path: path.stem)
def test_an_entry_that_is_written_and_read_again_is_the_same(path: Path) -> None:
    for case in (case for case in read_table(path) if "entries" in case and not REFUSED & set(case["expect"])):
        given = {field: case[field] for field in ("variant", "partners", "lead", "options", "entries") if field in case}
        players = case.get("players", NAMES[: VARIANTS[case["variant"]].fewest_players])
        match = read_match({"format": 1, "players": list(players), **given})
        for entry in match.entries:
            assert parse_entry(entry.to_json(), match.variant, match.seating) == entry, case["name"]
