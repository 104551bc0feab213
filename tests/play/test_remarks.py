"""The note and the place of a match, which are exported, imported and archived with it."""

import io
import json
from datetime import UTC
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from scorekeeper.engine.file.remark import Remark
from scorekeeper.engine.problems import RuleError
from scorekeeper.play.history.details import find_match_remark, note_match
from scorekeeper.play.history.evenings import list_evenings
from scorekeeper.play.history.search import Search
from scorekeeper.play.scoring.match import Match, load_match
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.play.transfer.bg_stats import make_bg_stats_link
from scorekeeper.play.transfer.match_files import export_match
from scorekeeper.play.transfer.packing import pack_archive
from scorekeeper.play.transfer.spreadsheets import write_matches_csv
from scorekeeper.play.transfer.unpacking import unpack_archive
from scorekeeper.store import SqliteStore, Store
from tests.play.conftest import AS_IT_IS
from tests.play.match_files import import_matches
from tests.play.test_standings import ended, found

GRANDMA = Remark("Bo’s birthday", "at Grandma’s")


def test_a_note_is_shown_in_the_history_and_found(store: Store, four: Match, two: Match) -> None:
    note_match(store, two.id, Remark("  first \n time", "Malmö"))
    note_match(store, two.id, GRANDMA)
    assert find_match_remark(store, two.id) == GRANDMA
    assert found(store, text="grandma") == [two.id]
    assert found(store, text="BIRTHDAY anna") == [two.id]
    assert found(store, text="malmö") == []
    [evening] = list_evenings(store, Search(text="grandma")).evenings
    assert evening.matches[0].remark == GRANDMA


def test_names_and_notes_in_any_script_are_found_whatever_their_capitals(store: Store) -> None:
    names = ("Sebastián", "Łukasz", "Ольга", "محمد", "İpek", "Işık", "Åke", "Straße", "O'Neil", "100%?")
    matches = {}
    for name in names:
        matches[name] = start_match(store, "spansk", ["Xi", name]).id
        note_match(store, matches[name], Remark(f"with {name}’s cousin"))
    for name, match in matches.items():
        for typed in (name, name.lower(), name.upper(), name[1:4], f"{name.upper()}’S COUSIN"):
            assert found(store, text=typed) == [match], typed
    assert found(store, text="sebastian") == []


def test_a_note_is_one_line_and_can_be_taken_away(store: Store, two: Match) -> None:
    note_match(store, two.id, Remark(" first \n time ", ""))
    assert find_match_remark(store, two.id) == Remark("first time", "")
    note_match(store, two.id, Remark())
    assert (find_match_remark(store, two.id), found(store, text="first")) == (Remark(), [])


def test_what_is_too_long_is_refused_with_every_reason(store: Store, two: Match) -> None:
    with pytest.raises(RuleError) as refused:
        note_match(store, two.id, Remark("n" * 501, "p" * 81))
    told = [(problem.key, problem.place) for problem in refused.value.problems]
    assert told == [("text_too_long", ("note",)), ("text_too_long", ("place",))]
    assert find_match_remark(store, two.id) == Remark()


def test_a_note_goes_out_and_comes_in_with_its_match(store: Store, four: Match, tmp_path: Path) -> None:
    assert "note" not in export_match(store, four.id)
    note_match(store, four.id, GRANDMA)
    document = export_match(store, four.id)
    assert (document["note"], document["place"]) == (GRANDMA.note, GRANDMA.place)
    archive = io.BytesIO()
    pack_archive(store, archive)
    with SqliteStore(tmp_path / "other.db") as other:
        [match] = import_matches(other, [document])
        assert find_match_remark(other, match.id) == GRANDMA
        assert unpack_archive(other, archive, *AS_IT_IS) == (1, 0)
        assert find_match_remark(other, four.id) == GRANDMA


def test_a_spreadsheet_and_bg_stats_are_told(store: Store) -> None:
    match = ended(store)
    note_match(store, match.id, GRANDMA)
    head, row, *_ = "".join(write_matches_csv(store, Search())).splitlines()
    assert (head.split(",")[-2:], row.split(",")[-2:]) == (["place", "note"], [GRANDMA.place, GRANDMA.note])
    plain, told = (make_bg_stats_link(match, remark) for remark in (Remark(), GRANDMA))
    assert plain is not None
    assert told is not None
    data = json.loads(parse_qs(urlsplit(told).query)["data"][0])
    assert (data["sourcePlayId"], data["durationMin"]) == (match.id, 1)
    assert (data["comments"], data["location"]) == (GRANDMA.note, GRANDMA.place)
    assert data["playDate"] == f"{load_match(store, match.id).written[-1].astimezone(UTC):%Y-%m-%d %H:%M:%S}"
    assert "%5Cu" not in told, "letters beyond ASCII are written as they are, as links must be short"
    assert "comments" not in plain
