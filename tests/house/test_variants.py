"""A game has three written places in the house, and it is told which of them is missing."""

from pathlib import Path

from scorekeeper.engine.variants import VARIANTS
from scorekeeper.folders import TEMPLATES

ROOT = Path(__file__).resolve().parents[2]
# Where each place of a game is, by its key. On a page of its own: a rule text that starts with _ is shared by several.
PLACES = {
    "file in scorekeeper/engine/variants": {
        path.stem for path in (ROOT / "scorekeeper/engine/variants").glob("*.py") if path.stem != "__init__"
    },
    "table of expected scores in tests/tables": {path.stem for path in (ROOT / "tests/tables").glob("*.json")},
    "rule text in templates/rules": {path.stem for path in (TEMPLATES / "rules").glob("[!_]*.html")},
}


def test_every_game_has_its_three_places() -> None:
    games = set().union(*PLACES.values())
    wanting = [f"{game} has no {place}" for game in sorted(games) for place, here in PLACES.items() if game not in here]
    assert not wanting, "\n".join(["", *wanting])


def test_a_game_is_called_in_the_file_what_the_file_is_called() -> None:
    called = {key: variant.play.__module__.rpartition(".")[2] for key, variant in VARIANTS.items()}
    assert called == {key: key for key in VARIANTS}


def test_every_game_names_its_source() -> None:
    assert [key for key, variant in VARIANTS.items() if not variant.source] == []
