"""Each form says which fields it has: it reads these and no others, in every game."""

from typing import Any

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.scoring.hand_collection import collects_hands, find_hand_collection
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.web.forms import find_form, find_forms
from scorekeeper.web.forms.form import list_fields
from scorekeeper.web.forms.own_hand import OwnHand
from tests.cases import NAMES


class NotedFields(MultiDict[str, str]):
    """Fields that record the names by which they are read."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[str] = set()

    def get(self, key: str, default: Any = None, type: Any = None) -> Any:  # type: ignore[override]  # noqa: A002
        self.asked.add(key)
        return default

    def getlist(self, key: str, type: Any = None) -> list[Any]:  # noqa: A002
        self.asked.add(key)
        return []

    def __contains__(self, key: object) -> bool:
        self.asked.add(str(key))
        return False


@pytest.mark.parametrize("key", VARIANTS)
def test_a_form_asks_for_the_fields_that_it_names_and_for_no_others(app: Flask, key: str) -> None:
    variant = VARIANTS[key]
    match = start_match(app.extensions["scorekeeper"], key, NAMES[: variant.fewest_players])
    seats = len(match.seating.players)
    for name in sorted(set(find_forms()) & (variant.takes | {"lead"})):
        form = find_form(name, match.sheet)
        if name == "lead" and "round" not in variant.takes:
            continue
        given = NotedFields()
        form.read(match.sheet, given)
        assert given.asked == set(list_fields(form.fields, seats)), name
    if collects_hands(match):
        given = NotedFields()
        OwnHand.read(find_hand_collection(app.extensions["scorekeeper"], match), 1, given)
        assert given.asked <= set(list_fields(OwnHand.fields, seats))
