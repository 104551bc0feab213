"""Export and import of matches, and the problems in a match file."""

import json
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.engine.file.match import MatchFile
from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.history.search import list_matches
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.play.scoring.taking_back import strike_out
from scorekeeper.play.scoring.writing import play_again, start_match
from scorekeeper.play.transfer import match_files
from scorekeeper.play.transfer.match_files import check_match, export_match
from scorekeeper.play.upkeep.checking import check_book
from scorekeeper.store import SqliteStore, Store
from tests.engine.matches import any_matches, open_ends, rounds
from tests.match_file import score_document
from tests.play.conftest import FOUR, add, ends, out
from tests.play.match_files import import_matches

one_store_for_all = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])


def played(store: Store, file: MatchFile) -> Match:
    """Play the match entry by entry, as from a phone, and return it."""
    seating = file.seating
    match = start_match(store, file.variant.key, seating.players, seating.partners, seating.lead, seating.options)
    return add(store, match, *(entry.to_json() for entry in file.entries))


def problems(document: object) -> list[str]:
    """Return the place and key of everything that is wrong, such as `entry 3, hands, Anna, duplicate_tile`."""
    with pytest.raises(RuleError) as refused:
        score_document(document)
    return [", ".join(map(str, (*problem.place, problem.key))) for problem in refused.value.problems]


# -- laws --------------------------------------------------------------------------------------------------------------


@one_store_for_all
@given(any_matches())
def test_the_sheet_is_the_one_of_the_exported_file(store: Store, file: MatchFile) -> None:
    match = played(store, file)
    document = json.loads(json.dumps(export_match(store, match.id)))
    assert score_document(document) == match.sheet == load_match(store, match.id).sheet


@one_store_for_all
@given(any_matches())
def test_what_was_exported_is_imported_as_the_same_sheet(store: Store, file: MatchFile) -> None:
    match = played(store, file)
    document = json.loads(json.dumps(export_match(store, match.id)))
    copy = import_matches(store, [document])[0]
    assert copy.id != match.id
    assert copy.sheet == match.sheet
    assert load_match(store, copy.id) == copy
    assert export_match(store, copy.id) == document
    assert (copy.final is None) == (match.final is None)


@one_store_for_all
@given(any_matches(), st.data())
def test_striking_out_equals_never_having_written(store: Store, file: MatchFile, data: st.DataObject) -> None:
    before = played(store, file)
    players = list(file.seating.players)
    more = st.one_of(rounds(players), open_ends(players, file.variant.asks_placed))
    try:
        after = add(store, before, data.draw(more))
    except RuleError:
        assert load_match(store, before.id) == before
        return
    undone = strike_out(store, before.id, after.seen, after.seen, "undo").sheet
    assert replace(undone, lines=()) == replace(before.sheet, lines=())
    assert undone.counting_lines == before.sheet.counting_lines


@one_store_for_all
@given(any_matches())
def test_every_match_that_was_played_passes_the_check_and_is_listed_as_it_stands(
    tmp_path: Path, file: MatchFile
) -> None:
    with TemporaryDirectory(dir=tmp_path) as folder, SqliteStore(Path(folder) / "matches.db") as store:
        match = played(store, file)
        assert check_book(store) == ()
        (summary,) = list_matches(store)
    assert (summary.id, summary.totals, summary.entries) == (match.id, match.sheet.totals, match.seen)
    assert (summary.over, summary.winners) == (match.sheet.over, match.sheet.winners)


@pytest.mark.parametrize("game", VARIANTS)
def test_every_game_can_be_started_and_comes_back(store: Store, game: str) -> None:
    players = ["Anna", "Bo", "Carl", "Dora"][: VARIANTS[game].most_players]
    match = start_match(store, game, players)
    assert import_matches(store, [export_match(store, match.id)])[0].sheet == match.sheet
    assert play_again(store, match.id).seating == match.seating


# -- files -------------------------------------------------------------------------------------------------------------


def document(*items: object, **fields: object) -> dict[str, object]:
    return {"format": 1, "variant": "spansk", "players": list(FOUR), "entries": list(items)} | fields


def test_a_struck_out_entry_travels_along(store: Store, four: Match) -> None:
    match = add(store, four, ends("Anna", "5", "0"), {"entry": "void", "of": 1}, out("Bo", Anna=["6-4"], Carl=["1-0"],
                Dora=["2-0"]))  # fmt: skip
    exported = export_match(store, match.id)
    assert [item["entry"] for item in exported["entries"]] == ["ends", "void", "round"]
    assert import_matches(store, [exported])[0].sheet == match.sheet


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
        "entry 2, ends, pip_out_of_range",
        "entry 2, ends, unreadable_end",
        "entry 2, player, unknown_player",
        "entry 3, hands, Anna, duplicate_tile",
        "entry 3, hands, Carl, impossible_total",
        "entry 4, of, no_such_entry",
        "entry 5, ends, too_few_ends",
        "entry 6, wrong_type",
    ]


@pytest.mark.parametrize(
    ("right", "wrong", "rest_is_read"),
    [
        (0, 11, True),  # fewer than four times the three entries that are read first
        (0, 12, False),
        (1, 11, True),  # only two of the first three are wrong
    ],
)
def test_the_rest_of_a_long_file_is_not_read_if_its_beginning_fills_the_list(
    monkeypatch: pytest.MonkeyPatch, right: int, wrong: int, rest_is_read: bool
) -> None:
    monkeypatch.setattr(match_files, "FIRST_LOOK", 3)
    monkeypatch.setattr(match_files, "MOST_LISTED", 3)
    entries = [*[ends("Anna", "5", "0")] * right, *[{"entry": "dance"}] * wrong]
    with pytest.raises(RuleError) as refused:
        check_match(document(*entries))
    told = [problem.key for problem in refused.value.problems]
    assert told == (["unknown_entry"] * wrong if rest_is_read else ["unknown_entry", "unknown_entry", "rest_not_read"])


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


def test_an_entry_that_strikes_out_what_never_was_is_told_beside_one_that_cannot_be_read() -> None:
    wrong = document({"entry": "dance"}, {"entry": "void", "of": 1}, {"entry": "void", "of": 99})
    assert problems(wrong) == ["entry 1, entry, unknown_entry", "entry 3, of, no_such_entry"]


def test_what_is_wrong_at_the_top_is_told_together_with_the_entries() -> None:
    wrong = document(ends("Anna", "5", "9"), ends("Anna", "5"), format=2, color="green")
    assert problems(wrong) == [
        "color, unknown_field",
        "format, unknown_format",
        "entry 1, ends, pip_out_of_range",
        "entry 2, ends, too_few_ends",
    ]


@pytest.mark.parametrize(
    "no_match", [None, 3, "a match", [], {}, [{}], {"entries": 3}, {"players": [[]], "entries": [[]]}]
)
def test_what_is_no_match_file_is_refused(store: Store, no_match: object) -> None:
    assert problems(no_match)
    with pytest.raises(RuleError):
        import_matches(store, [no_match])[0]
    assert list_matches(store) == ()


def test_of_several_files_all_are_stored_or_none(store: Store) -> None:
    with pytest.raises(RuleError):
        import_matches(store, [document(ends("Anna", "5", "0")), document(ends("Anna", "5"))])
    assert list_matches(store) == ()
    first, second = import_matches(store, [document(ends("Anna", "5", "0")), document()])
    assert [summary.id for summary in list_matches(store)] == [second.id, first.id]


def test_an_imported_match_that_is_over_has_its_result(store: Store) -> None:
    over = document(ends("Anna", "5-5", "0"), options={"target": 2})
    imported = import_matches(store, [over])[0]
    assert imported.final is not None
    assert imported.final.winners == ("Anna & Carl",)
    assert list_matches(store)[0].over


def test_up_to_the_first_entry_that_cannot_be_read_a_file_is_followed_and_after_it_each_is_judged_alone() -> None:
    first = {"entry": "play", "player": "Anna", "tile": "5-0"}
    fits_not = {"entry": "play", "player": "Bo", "tile": "4-3", "at": "5-0", "pip": 5}
    one_end = ends("Bo", "5")
    assert problems(document(first, fits_not, {"entry": "dance"})) == [
        "entry 2, tile, no_match",
        "entry 3, entry, unknown_entry",
    ]
    assert problems(document(first, {"entry": "dance"}, fits_not)) == ["entry 2, entry, unknown_entry"]
    assert problems(document({"entry": "dance"}, first, fits_not)) == ["entry 1, entry, unknown_entry"]
    told = problems(document(first, {"entry": "dance"}, one_end, one_end))
    assert [place for place in told if "entry 2" not in place] == [
        *("entry 3, ends, too_few_ends", "entry 4, ends, too_few_ends")
    ]


@pytest.mark.parametrize(("of", "there"), [(0, False), (1, True), (2, True), (3, False), (4, False)])
@pytest.mark.parametrize("kind", ["void", "restore"])
def test_after_an_entry_that_cannot_be_read_only_earlier_ones_are_referred_to(kind: str, of: int, there: bool) -> None:
    told = problems(document(ends("Anna", "5", "0"), {"entry": "dance"}, {"entry": kind, "of": of}))
    assert told == ["entry 2, entry, unknown_entry", *["entry 3, of, no_such_entry"] * (not there)]


def test_where_nobody_can_sit_so_each_entry_is_still_looked_at_alone() -> None:
    twice = out("Bo", Anna=["6-6", "6-6"])
    wrong = document(ends("Anna", "5", "0"), twice, "nonsense", twice, players=["Anna", "Bo", "Bo", "Dora"])
    assert problems(wrong) == [
        "players, 3, name_twice",
        "entry 2, hands, Anna, duplicate_tile",
        "entry 3, wrong_type",
        "entry 4, hands, Anna, duplicate_tile",
    ]
