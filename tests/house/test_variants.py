"""A game has its places in the house and none is forgotten: its file, its line in the menu, its table, its rules."""

from pathlib import Path

from scorekeeper.engine.variants import VARIANTS
from scorekeeper.folders import TEMPLATES

ROOT = Path(__file__).resolve().parents[2]
FILES = {path.stem for path in (ROOT / "scorekeeper/engine/variants").glob("*.py")} - {"__init__"}


def test_every_game_with_a_file_is_on_the_menu() -> None:
    assert set(VARIANTS) == FILES


def test_a_game_is_called_in_the_file_what_the_file_is_called() -> None:
    assert {key: variant.__module__.rpartition(".")[2] for key, variant in VARIANTS.items()} == {
        key: key for key in FILES
    }


def test_every_game_has_a_table_of_expected_scores() -> None:
    assert {path.stem for path in (ROOT / "tests/tables").glob("*.json")} >= FILES


def test_every_game_names_its_source() -> None:
    assert [key for key, variant in VARIANTS.items() if not variant.source] == []


def test_every_game_has_its_rules_told() -> None:
    """On a page of its own; what starts with _ is shared by several."""
    told = {path.stem for path in (TEMPLATES / "rules").glob("*.html") if not path.stem.startswith("_")}
    assert told == FILES
