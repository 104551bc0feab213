"""Moves that are written with one tap: each leaves just the ends that its button names."""

from typing import Any

import pytest

from scorekeeper.engine.file.match import parse_entry
from scorekeeper.engine.sheet.fold import append_entries, fold
from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.web.forms.hints import list_hints
from scorekeeper.web.forms.tile import TileForm


def write(sheet: Sheet, *entries: dict[str, Any]) -> Sheet:
    return append_entries(sheet, *(parse_entry(entry, sheet.variant, sheet.seating) for entry in entries))


@pytest.mark.parametrize(
    ("key", "options"), [("spansk", {}), ("dk_syver", {}), ("dk_femmer", {"nonmatching_allowed": True})]
)
def test_a_tap_lays_the_tile_as_it_is_drawn(key: str, options: dict[str, Any]) -> None:
    """In Syverdomino a 4-3 may touch an open 4 with its 3, and with its 4 too."""
    variant = VARIANTS[key]
    begun = fold(variant, variant.seat(["Anna", "Bo"], lead="Anna", options=options), ())
    at = {"dk_syver": 3, "spansk": 4, "dk_femmer": 4}[key]
    sheet = write(
        begun,
        {"entry": "play", "player": "Anna", "tile": f"{at}-{at}"},
        {"entry": "play", "player": "Bo", "tile": "5-4", "at": f"{at}-{at}", "pip": at, "join": 4},
    )
    assert not sheet.problems
    hints = list_hints(sheet)
    for hint in hints:
        laid = TileForm(sheet, sheet.to_move or "").tapped(hint.do).entry()
        line = write(sheet, laid).lines[-1]
        assert not line.problems
        assert sorted(line.ends) == sorted(hint.ends), hint.do
    assert len(hints) > 8
