"""Imports between packages and inside them follow the plan, and an import against it is reported."""

import pytest

from tests.house.arrows import arrows_of_the_house, find_circles, floor_of, modules, package_of, room_of, wrong_arrows


def test_every_import_in_the_house_follows_an_arrow() -> None:
    known = dict(modules())
    wrong = [
        sentence
        for module, path in known.items()
        for sentence in wrong_arrows(module, path.read_text(), is_package=path.name == "__init__.py", known=known)
    ]
    assert not wrong, "\n".join(["", *wrong])


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert find_circles(arrows_of_the_house()) == []


def test_every_room_of_the_plan_is_there() -> None:
    """A plan that names removed rooms does not describe the present ones."""
    from tests.house.arrows import FLOORS

    there = {(package_of(module), room_of(module)) for module, _ in modules()}
    planned = {(package, room) for package, floors in FLOORS.items() for floor in floors for room in floor}
    assert planned - there == set()


@pytest.mark.parametrize(
    ("package", "most"), [("web", 13), ("play", 9), ("engine", 13), ("vision", 13), ("vision/lab", 8)]
)
def test_a_newcomer_sees_few_things_at_once(package: str, most: int) -> None:
    from tests.house.arrows import ROOT

    folder = ROOT / package if package.startswith("vision") else ROOT / "scorekeeper" / package
    seen = sorted(path.name for path in folder.iterdir() if path.name != "__pycache__")
    assert len(seen) <= most, seen


@pytest.mark.parametrize(
    ("module", "source"),
    [
        # between packages
        ("scorekeeper.engine.sheet.fold", "from scorekeeper.store import matches"),
        ("scorekeeper.engine.sheet.fold", "def total():\n    import scorekeeper.play"),
        ("scorekeeper.engine.sheet.fold", "from ...store import matches"),
        ("scorekeeper.engine.sheet.fold", "import numpy"),
        ("scorekeeper.engine.rules.points", "import random"),
        ("scorekeeper.engine.rules.points", "from datetime import date"),
        ("scorekeeper.store.matches", "from scorekeeper.play import add_entry"),
        ("scorekeeper.store.matches", "import flask"),
        ("scorekeeper.play.scoring.match", "from scorekeeper.web import create_app"),
        ("scorekeeper.play.scoring.match", "from scorekeeper import vision"),
        ("scorekeeper.web.photo.review", "import vision"),
        ("scorekeeper.web.photo.review", "from vision.reading import Reading"),
        ("scorekeeper.web.pages.pad", "import scorekeeper.cli"),
        ("scorekeeper.web.pages.pad", "import sqlite_utils"),
        ("scorekeeper.web.pages.pad", "import cv2"),
        ("vision.detect.pipeline", "from scorekeeper.engine.tiles import Tile"),
        ("vision.detect.pipeline", "import torch"),
        ("vision.detect.pipeline", "from vision.lab.render import render_photo"),
        ("vision.lab.render.scene", "from vision.lab.evaluate.judge import judge"),
        ("vision.lab.render.scene", "import torch"),
        ("vision.lab.evaluate.judge", "from scorekeeper.store import Store"),
        ("scorekeeper.helpers.misc", ""),
        # what pages and commands see
        ("scorekeeper.web.forms.ends", "from scorekeeper.engine.sheet.fold import fold"),
        ("scorekeeper.web.pages.pad", "from scorekeeper.engine.file.match import read_match"),
        ("scorekeeper.web.pages.pad", "from scorekeeper.store.matches import find_match"),
        ("scorekeeper.cli.score", "from scorekeeper.engine.sheet import fold"),
        ("scorekeeper.cli.matches", "from scorekeeper.store import Store"),
        # between the rooms of one package
        ("scorekeeper.engine.tiles", "from scorekeeper.engine.layout.layout import Layout"),
        ("scorekeeper.engine.rules.hands", "from scorekeeper.engine.sheet.line import Sheet"),
        ("scorekeeper.engine.layout.layout", "from scorekeeper.engine.entries import Round"),
        ("scorekeeper.engine.variants.spansk", "from scorekeeper.engine.file.match import read_match"),
        ("scorekeeper.play.scoring.match", "from scorekeeper.play.history.search import search_matches"),
        ("scorekeeper.play.scoring.match", "from scorekeeper.play import add_entry"),
        ("scorekeeper.web.forms.ends", "from scorekeeper.web.pages.pad import show"),
        ("scorekeeper.web.i18n.words", "def page():\n    from scorekeeper.web.forms import form"),
        ("scorekeeper.web.forms.new_room_below", "from scorekeeper.web import create_app"),
        ("vision.detect.pipeline", "from vision.joins.joins_and_groups import find_joins_and_groups"),
        ("vision.reading", "from vision.photo import open_photo"),
        ("scorekeeper.web.corridor", ""),
        ("scorekeeper.engine.attic.box", ""),
        # modules that do not know each other
        ("scorekeeper.engine.variants.spansk", "from .dk_almindelig import DkAlmindelig"),
        ("scorekeeper.engine.variants.spansk", "from scorekeeper.engine.variants import dk_almindelig"),
        ("scorekeeper.web.pages.pad", "from scorekeeper.web.pages.matches import index"),
        ("scorekeeper.web.pages.pad", "from . import matches"),
        # what is private stays private
        ("scorekeeper.engine.sheet.fold", "from scorekeeper.engine.sheet.step import _move"),
        ("scorekeeper.web.i18n.words", "from werkzeug._internal import _get_environ"),
        ("scorekeeper.cli.serve", "from segno import _version"),
    ],
)
def test_an_import_against_the_plan_is_told(module: str, source: str) -> None:
    assert len(wrong_arrows(module, source)) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        (
            "scorekeeper.engine.variants.spansk",
            "from ..rules.points import round_to_five\nfrom scorekeeper.engine.rules.game import Game",
        ),
        ("scorekeeper.engine.sheet.fold", "from fractions import Fraction\nfrom scorekeeper.engine.tiles import Tile"),
        ("scorekeeper.engine.sheet.fold", "from scorekeeper.engine.sheet.step import step\nfrom .line import Line"),
        ("scorekeeper.store.matches", "import sqlite_utils\nfrom scorekeeper.engine import entries"),
        ("scorekeeper.play.scoring.writing", "from scorekeeper.store.matches import find_match\nimport datetime"),
        ("scorekeeper.web.pages.pad", "from scorekeeper.engine.tiles import Tile\nfrom scorekeeper import play"),
        ("scorekeeper.web.photo.review", "from scorekeeper import vision\nfrom scorekeeper.vision import Reading"),
        ("scorekeeper.vision", "from vision import *"),
        ("vision.evaluate", "from vision.lab.evaluate.__main__ import main"),
        ("scorekeeper.cli.score", "from scorekeeper import __version__\nfrom scorekeeper.web import create_app"),
        ("vision.lab.train.net", "import torch, numpy\nfrom vision.reading import Reading"),
    ],
)
def test_an_import_along_the_plan_is_fine(module: str, source: str) -> None:
    assert wrong_arrows(module, source) == []


def test_the_list_of_variants_may_name_them_all() -> None:
    source = "from .spansk import Spansk\nfrom .dk_almindelig import DkAlmindelig"
    assert wrong_arrows("scorekeeper.engine.variants", source, is_package=True) == []


def test_a_circle_is_found_wherever_one_walks_in() -> None:
    assert find_circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": set()}) == [("b", "c")]
    assert find_circles({"a": {"b", "c"}, "b": {"d"}, "c": {"d"}, "d": set()}) == []


def test_a_room_without_a_floor_is_nowhere() -> None:
    assert floor_of("web", "corridor") is None
