"""Who may import whom: cli, web -> play -> engine, store; store -> engine; web, cli -> vision; nothing else."""

import pytest

from tests.house.arrows import modules, wrong_arrows


def test_every_import_in_the_house_follows_an_arrow() -> None:
    wrong = [
        sentence
        for module, path in modules()
        for sentence in wrong_arrows(module, path.read_text(), is_package=path.name == "__init__.py")
    ]
    assert not wrong, "\n".join(["", *wrong])


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("scorekeeper.engine.sheet.fold", "from scorekeeper.store import matches"),
        ("scorekeeper.engine.sheet.fold", "def total():\n    import scorekeeper.play"),
        ("scorekeeper.engine.sheet.fold", "from ...store import matches"),
        ("scorekeeper.engine.sheet.fold", "import numpy"),
        ("scorekeeper.engine.games.points", "import random"),
        ("scorekeeper.engine.games.points", "from datetime import date"),
        ("scorekeeper.engine.variants.spansk", "from .dk_almindelig import DkAlmindelig"),
        ("scorekeeper.engine.variants.spansk", "from scorekeeper.engine.variants import dk_almindelig"),
        ("scorekeeper.store.matches", "from scorekeeper.play import add_entry"),
        ("scorekeeper.store.matches", "import flask"),
        ("scorekeeper.play", "from scorekeeper.web import create_app"),
        ("scorekeeper.play", "import vision"),
        ("scorekeeper.web.pages.pad", "import scorekeeper.cli"),
        ("scorekeeper.web.pages.pad", "import sqlite_utils"),
        ("scorekeeper.web.pages.pad", "import cv2"),
        ("vision.pips", "from scorekeeper.engine.tiles import Tile"),
        ("vision.pips", "import torch"),
        ("scorekeeper.helpers.misc", ""),
    ],
)
def test_an_import_against_the_arrows_is_told(module: str, source: str) -> None:
    assert len(wrong_arrows(module, source)) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        (
            "scorekeeper.engine.variants.spansk",
            "from ..points import rounded\nfrom scorekeeper.engine.games.game import Variant",
        ),
        ("scorekeeper.engine.sheet.fold", "from fractions import Fraction\nfrom .tiles import Tile"),
        ("scorekeeper.store.matches", "import sqlite_utils\nfrom scorekeeper.engine import entries"),
        ("scorekeeper.play", "from scorekeeper.store.matches import Matches\nfrom datetime import UTC"),
        (
            "scorekeeper.web.photo",
            "import vision\nfrom vision.reading import Reading\nfrom scorekeeper.folders import STATIC",
        ),
        ("scorekeeper.cli", "from scorekeeper import __version__\nfrom scorekeeper.web import create_app"),
        ("vision.train.model", "import torch, numpy\nfrom vision.reading import Reading"),
    ],
)
def test_an_import_along_the_arrows_is_fine(module: str, source: str) -> None:
    assert wrong_arrows(module, source) == []


def test_the_list_of_variants_may_name_them_all() -> None:
    source = "from .spansk import Spansk\nfrom .dk_almindelig import DkAlmindelig"
    assert wrong_arrows("scorekeeper.engine.variants", source, is_package=True) == []
