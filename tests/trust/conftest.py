"""A score pad to attack, and a clock that a test can set."""

import sys
import time
from datetime import datetime, timedelta, tzinfo
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.store import Store
from scorekeeper.web import create_app
from tests.web.conftest import KEY
from tests.web.pages import Phone


class Clock:
    """The clock that the score pad sees: the real one, plus the time that the test adds to it."""

    def __init__(self) -> None:
        self.moved = 0.0  # seconds

    def jump(self, seconds: float) -> None:
        self.moved += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return set_clock(monkeypatch)


def set_clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Replace the real clock of the score pad by one that the test can set."""
    clock, seconds = Clock(), time.time

    class Moved(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> "Moved":
            return super().now(tz) + timedelta(seconds=clock.moved)

    monkeypatch.setattr(time, "time", lambda: seconds() + clock.moved)
    for name, module in list(sys.modules.items()):
        if name.startswith("scorekeeper.") and getattr(module, "datetime", None) is datetime:
            monkeypatch.setattr(module, "datetime", Moved)
    return clock


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return create_app({"DATA": tmp_path, "OWNER_KEY": KEY, "TESTING": True})


@pytest.fixture
def phone(app: Flask) -> Phone:
    return Phone(app.test_client(), KEY)


@pytest.fixture
def store(app: Flask) -> Store:
    found: Store = app.extensions["scorekeeper"]
    return found
