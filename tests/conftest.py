"""Shared by all tests: hypothesis without deadlines, so that a slow machine fails nothing, and what is made once."""

import gc
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from hypothesis import HealthCheck, settings

from scorekeeper.store.postgresql.pool import Pool
from tests.postgresql import pooling

pytest.register_assert_rewrite("tests.played.games")

os.environ["TZ"] = "UTC"  # for the servers that tests start, too; phones have time zones of their own
time.tzset()

HERE = Path(__file__).parent
SLOW = (HERE / "trust", HERE / "deploy")  # attacks, and machines that are set up, lost and restored

settings.register_profile("table", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", parent=settings.get_profile("table"), derandomize=True)
gc.disable()  # while tests are collected
gc.set_threshold(20_000, 10, 10)
settings.load_profile("ci" if os.environ.get("CI") else "table")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of the folders `SLOW` as slow."""
    for item in items:
        if item.path.parent in SLOW:
            item.add_marker(pytest.mark.slow)


def pytest_collection_finish() -> None:
    """Let the garbage collector look at what tests make, and not at all modules and tests time and again."""
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def made_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let no test wait for what was made for another one."""
    from scorekeeper.store import SqliteStore
    from scorekeeper.web.uploads import jobs
    from tests.made_once import CompiledTemplates, KnownRoute, copy_empty_file

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jobs, "PATIENCE", 120.0)  # even on a busy computer
        patch.setattr(jobs, "GLANCE", 0.02)
        patch.setattr(SqliteStore, "_open", copy_empty_file(tmp_path_factory.mktemp("empty")))
        patch.setattr(Flask, "url_rule_class", KnownRoute)
        patch.setattr(Flask, "jinja_options", {"bytecode_cache": CompiledTemplates()})
        yield


@pytest.fixture(scope="session")
def pool() -> Iterator[Pool]:
    """Yield connections to a PostgreSQL database, in which each test has a book of its own."""
    with pooling() as pool:
        yield pool
