"""Matches and games with house rules that only an older version allowed: they open, and score by today's rules."""

import io
import json
import zipfile
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest

from scorekeeper.engine.options import Setting
from scorekeeper.engine.problems import RuleError
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.scoring.match import load_match
from scorekeeper.play.scoring.own_games import list_saved_games, save_own_game
from scorekeeper.play.transfer.match_files import export_match
from scorekeeper.play.transfer.packing import pack_archive
from scorekeeper.play.transfer.unpacking import unpack_archive
from scorekeeper.play.upkeep.checking import check_book
from scorekeeper.store import SqliteStore, Store
from scorekeeper.store.entries import EntryRow, write_entry
from scorekeeper.store.matches import write_match
from scorekeeper.store.own_games import OwnGameRow, write_own_game
from tests.match_file import score_document
from tests.play.match_files import import_matches

FOUR = ("Anna", "Bo", "Carl", "Dora")
NOW = datetime(2026, 11, 1, 20, 0, tzinfo=UTC)
PENALTIES_AND_BONUSES: dict[str, Setting] = {
    "name": "Ours",
    "partners": "always_with_four",
    "players_from": 4,
    "round_gives": "penalties",
    "early_rounds": "100_75_50_25",
    "pase_salida": 25,
    "shutout": "counts_two",
}
OUT = {"entry": "round", "out": "Dora", "hands": {"Anna": ["6-4"], "Bo": ["1-1"], "Carl": ["3-3"]}, "lead": "Anna"}


def store_older(store: Store, variant: str, options: Mapping[str, Setting], entry: Mapping[str, object]) -> str:
    """Store a match with the options as an older version wrote them, and return its id."""
    settled = dict(VARIANTS[variant].settle())
    settled.pop("chuchazo_both_ends")
    with store.write() as db:
        row = write_match(db, "older", variant, FOUR, True, "Anna", {**settled, **options}, NOW)
        write_entry(db, row.serial, EntryRow(1, "post", NOW, dict(entry), None))
    return row.id


def test_a_stored_match_with_bonuses_beside_penalties_opens_and_pays_none(store: Store) -> None:
    match = load_match(store, store_older(store, "own", PENALTIES_AND_BONUSES, OUT))
    assert match.sheet.totals == {"Anna & Carl": 16, "Bo & Dora": 2}
    assert check_book(store) == ()
    again = import_matches(store, [export_match(store, match.id)])[0]
    assert again.sheet.totals == match.sheet.totals


def test_a_game_that_was_kept_with_bonuses_beside_penalties_is_offered_without_them(store: Store) -> None:
    with store.write() as db:
        write_own_game(db, OwnGameRow("older", PENALTIES_AND_BONUSES, gone=False), NOW)
    (kept,) = list_saved_games(store)
    assert kept.variant.settle()["early_rounds"] == "none"
    assert save_own_game(store, kept.variant.settle(), kept.id).variant.settle() == kept.variant.settle()


def test_a_match_that_was_begun_when_every_chuchazo_counted_scores_so(store: Store) -> None:
    last = {**OUT, "last": "0-0", "last_ends": ["0", "0"]}
    match = load_match(store, store_older(store, "latin_partner", {"chuchazo": 30}, last))
    assert match.sheet.totals == {"Anna & Carl": 0, "Bo & Dora": 46}


def test_an_archive_of_an_older_version_is_unpacked_with_its_rules(store: Store, tmp_path: Path) -> None:
    store_older(store, "own", PENALTIES_AND_BONUSES, OUT)
    packed, older = io.BytesIO(), io.BytesIO()
    assert pack_archive(store, packed) == 1
    with zipfile.ZipFile(packed) as new, zipfile.ZipFile(older, "w") as old:
        for name in new.namelist():
            document = json.loads(new.read(name))
            if name == "archive.json":
                document["own_games"] = [PENALTIES_AND_BONUSES]
            if "options" in document:
                document["options"] |= PENALTIES_AND_BONUSES
            old.writestr(name, json.dumps(document))
    with SqliteStore(tmp_path / "other.db") as other:
        assert unpack_archive(other, older, lambda jpeg: jpeg, lambda reading: True) == (1, 0)
        assert load_match(other, "older").sheet.totals == {"Anna & Carl": 16, "Bo & Dora": 2}
        assert [game.variant.settle()["pase_salida"] for game in list_saved_games(other)] == [0]


def test_a_match_file_with_bonuses_beside_penalties_is_refused_with_each_of_them() -> None:
    file = {"format": 1, "variant": "own", "players": [*FOUR], "options": PENALTIES_AND_BONUSES, "entries": [OUT]}
    with pytest.raises(RuleError) as refused:
        score_document(file)
    assert [(problem.key, problem.place) for problem in refused.value.problems] == [
        ("bad_option", ("options", key)) for key in ("pase_salida", "early_rounds", "shutout")
    ]
