"""Which entries count: striking out and replacing."""

from scorekeeper.engine.entries import Ends, Void, find_counting
from scorekeeper.engine.tiles import End


def ends(pip: int, replaces: int | None = None) -> Ends:
    return Ends(player="Anna", ends=(End(pip), End(0)), replaces=replaces)


def numbers(*entries: Ends | Void) -> list[int]:
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
