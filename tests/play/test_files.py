"""Matches in and out, and what is wrong in a match file."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper import play
from scorekeeper.engine.problems import RuleError
from scorekeeper.play import Match
from scorekeeper.store import Store
from tests.play.conftest import FOUR, add, ends, out
from tests.play.strategies import PLAYERS, entries, tables

one_store_for_all = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])


def played(store: Store, table: dict[str, Any], attempts: list[dict[str, Any]]) -> Match:
    """A match with those of the entries that can be."""
    match = play.start(store, players=PLAYERS, **table)
    for number, entry in enumerate(attempts):
        try:
            match = play.add(store, match.id, entry, match.seen, f"tap {number}")
        except RuleError:
            assert play.match(store, match.id) == match
    return match


def problems(document: object) -> list[str]:
    with pytest.raises(RuleError) as refused:
        play.score(document)
    return [problem.say() for problem in refused.value.problems]


# -- laws --------------------------------------------------------------------------------------------------------------


@one_store_for_all
@given(tables, st.lists(entries, max_size=12))
def test_the_sheet_is_the_one_of_the_exported_file(
    store: Store, table: dict[str, Any], attempts: list[dict[str, Any]]
) -> None:
    match = played(store, table, attempts)
    document = json.loads(json.dumps(play.export(store, match.id)))
    assert play.score(document) == match.sheet


@one_store_for_all
@given(tables, st.lists(entries, max_size=12))
def test_what_was_exported_is_imported_as_the_same_sheet(
    store: Store, table: dict[str, Any], attempts: list[dict[str, Any]]
) -> None:
    match = played(store, table, attempts)
    document = json.loads(json.dumps(play.export(store, match.id)))
    copy = play.import_match(store, document)
    assert copy.id != match.id
    assert copy.sheet == match.sheet
    assert play.match(store, copy.id) == copy
    assert play.export(store, copy.id) == document
    assert (copy.final is None) == (match.final is None)


@one_store_for_all
@given(tables, st.lists(entries, min_size=1, max_size=10), entries)
def test_striking_out_equals_never_having_written(
    store: Store, table: dict[str, Any], attempts: list[dict[str, Any]], last: dict[str, Any]
) -> None:
    before = played(store, table, attempts)
    if last["entry"] == "void":
        return
    try:
        after = play.add(store, before.id, last, before.seen, "last tap")
    except RuleError:
        return
    undone = play.strike_out(store, before.id, after.seen, after.seen, "undo").sheet
    assert (undone.totals, undone.lead, undone.round) == (before.sheet.totals, before.sheet.lead, before.sheet.round)
    assert (undone.over, undone.winners) == (before.sheet.over, before.sheet.winners)
    assert undone.layout.ends == before.sheet.layout.ends
    assert undone.standing_lines == before.sheet.standing_lines


@one_store_for_all
@given(tables, st.lists(entries, max_size=12))
def test_every_match_that_was_played_passes_the_check(
    store: Store, table: dict[str, Any], attempts: list[dict[str, Any]]
) -> None:
    match = played(store, table, attempts)
    assert [finding for finding in play.check(store) if finding.match == match.id] == []
    summary = play.matches(store, limit=1)[0]
    assert (summary.id, summary.totals, summary.over) == (match.id, match.sheet.totals, match.sheet.over)


# -- files -------------------------------------------------------------------------------------------------------------


def document(*items: object, **fields: object) -> dict[str, object]:
    return {"format": 1, "variant": "spansk", "players": list(FOUR), "entries": list(items)} | fields


def test_a_struck_out_entry_travels_along(store: Store, four: Match) -> None:
    match = add(store, four, ends("Anna", "5", "0"), {"entry": "void", "of": 1}, out("Bo", Anna=["6-4"], Carl=["1-0"],
                Dora=["2-0"]))  # fmt: skip
    exported = play.export(store, match.id)
    assert [item["entry"] for item in exported["entries"]] == ["ends", "void", "round"]
    assert play.import_match(store, exported).sheet == match.sheet


def test_every_problem_of_a_file_is_told_with_its_place_in_order() -> None:
    wrong = document(
        ends("Anna", "5", "0"),
        ends("Zoe", "9", "x"),
        out("Bo", Anna=["6-6", "6-6"], Carl={"pips": 500}, Dora=["0-0"]),
        {"entry": "void", "of": 99},
        ends("Anna", "5"),
        "nonsense",
    )
    assert problems(wrong) == [
        "entry 2, ends: There is no half with 9 pips in this set: a half shows 0 to 6.",
        "entry 2, ends: “x” is not an open end: write 5 for one half, 5-5 for a double with both halves.",
        "entry 2, player: Nobody called “Zoe” plays in this match.",
        "entry 3, hands, Anna: 6-6 is there twice: each tile exists once.",
        "entry 3, hands, Carl: 500 pips cannot be: here it is 0 to 156.",
        "entry 5, ends: A layout has at least two open ends; only a double that lies alone is one.",
        "entry 6: This should be an entry.",
    ]


def test_what_follows_from_an_unreadable_entry_is_not_told() -> None:
    """Who led is unknown and no tile lies only because the first entry could not be read."""
    wrong = document(
        {"entry": "play", "player": "Anna", "tile": "9-9"},
        {"entry": "play", "player": "Bo", "tile": "6-4", "at": "6-6", "pip": 6},
        {
            "entry": "round",
            "blocked": True,
            "hands": {"Anna": ["1-0"], "Bo": ["1-1"], "Carl": ["2-0"], "Dora": ["2-1"]},
        },
        {"entry": "void", "of": 1},
        options={"tie": "lead"},
    )
    assert len(problems(wrong)) == 1


def test_what_is_wrong_at_the_top_is_told_together_with_the_entries() -> None:
    wrong = document(ends("Anna", "5", "9"), ends("Anna", "5"), format=2, color="green")
    assert {sentence.partition(":")[0] for sentence in problems(wrong)} == {
        *{"format", "color", "entry 1, ends", "entry 2, ends"}
    }


@pytest.mark.parametrize(
    "no_match", [None, 3, "a match", [], {}, [{}], {"entries": 3}, {"players": [[]], "entries": [[]]}]
)
def test_what_is_no_match_file_is_refused(store: Store, no_match: object) -> None:
    assert problems(no_match)
    with pytest.raises(RuleError):
        play.import_match(store, no_match)
    assert play.matches(store) == ()


def test_of_several_files_all_are_stored_or_none(store: Store) -> None:
    with pytest.raises(RuleError):
        play.import_matches(store, [document(ends("Anna", "5", "0")), document(ends("Anna", "5"))])
    assert play.matches(store) == ()
    first, second = play.import_matches(store, [document(ends("Anna", "5", "0")), document()])
    assert [summary.id for summary in play.matches(store)] == [second.id, first.id]


def test_an_imported_match_that_is_over_has_its_result(store: Store) -> None:
    over = document(ends("Anna", "5-5", "0"), options={"target": 2})
    imported = play.import_match(store, over)
    assert imported.final is not None
    assert imported.final.winners == ("Anna & Carl",)
    assert play.matches(store)[0].over
