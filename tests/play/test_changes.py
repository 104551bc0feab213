"""What a correction has changed: the points of the entry, and the totals before and after."""

from scorekeeper.play.history.tallies import count_tallies
from scorekeeper.play.scoring.changes import list_changes
from scorekeeper.play.scoring.match import Match
from scorekeeper.play.scoring.taking_back import strike_out
from scorekeeper.store import Store
from tests.match_file import score_document
from tests.play.conftest import add, ends, out


def test_an_entry_that_was_struck_out_tells_what_it_gave(store: Store, two: Match) -> None:
    match = add(store, two, ends("Anna", "5", "0"), ends("Bo", "5-5", "0"))
    match = strike_out(store, two.id, 1, match.seen, "tap")
    change = list_changes(match.sheet)[1]
    assert (change.by, change.points) == (3, {"Anna": 1, "Bo": 0})
    assert (change.before, change.after) == ({"Anna": 1, "Bo": 2}, {"Anna": 0, "Bo": 2})


def test_a_correction_of_a_correction_tells_each_step(store: Store, two: Match) -> None:
    match = add(store, two, out("Anna", Bo={"pips": 5}), out("Anna", Bo={"pips": 10}) | {"replaces": 1})
    match = add(store, match, out("Anna", Bo={"pips": 15}) | {"replaces": 2})
    found = list_changes(match.sheet)
    assert [(number, found[number].points["Anna"], found[number].after["Anna"]) for number in (1, 2)] == [
        (1, 1, 2),
        (2, 2, 3),
    ]


def test_what_was_never_changed_tells_nothing(store: Store, two: Match) -> None:
    assert list_changes(add(store, two, ends("Anna", "5", "0")).sheet) == {}


def test_a_finished_match_is_open_again_when_its_last_entry_is_corrected(store: Store, two: Match) -> None:
    match = add(store, two, out("Anna", Bo={"pips": 30}))
    assert match.sheet.over
    match = add(store, match, out("Anna", Bo={"pips": 10}) | {"replaces": 1})
    assert (match.sheet.over, match.sheet.totals) == (False, {"Anna": 2, "Bo": 0})
    assert count_tallies(store)["Anna"].games == {}


def test_of_very_many_changes_the_last_thirty_are_told() -> None:
    rounds = [{"entry": "round", "out": "Anna", "hands": {"Bo": ["1-1"]}}] * 31
    struck = [{"entry": "void", "of": number} for number in range(1, 32)]
    document = {"format": 1, "variant": "german_draw", "players": ["Anna", "Bo"], "options": {"target": 9999}}
    told = list_changes(score_document({**document, "entries": [*rounds, *struck]}))
    assert list(told) == list(range(2, 32))
    assert told[2].before == {"Anna": 60, "Bo": 0}
