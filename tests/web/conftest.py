"""Fixtures: a score pad with an empty store, a phone that may write in it, and an evening of a club."""

from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.web import create_app
from tests.web.club_evening import Evening
from tests.web.pages import Phone

KEY = "key-of-this-table"


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return create_app({"DATA": tmp_path, "OWNER_KEY": KEY, "TESTING": True})


@pytest.fixture
def phone(app: Flask) -> Phone:
    return Phone(app.test_client(), KEY)


@pytest.fixture
def evening(app: Flask) -> Evening:
    return Evening(app)
