"""Fixtures: a book with one match without entries."""

import sqlite3
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from scorekeeper.store import SqliteStore, Store
from scorekeeper.store.entries import EntryRow
from scorekeeper.store.ephemeral.database import SqliteEphemeralStore
from scorekeeper.store.ephemeral.interface import EphemeralStore
from scorekeeper.store.matches import MatchRow, write_match
from scorekeeper.store.postgresql.database import PostgresStore
from scorekeeper.store.postgresql.ephemeral import PostgresEphemeralStore
from scorekeeper.store.postgresql.pool import Pool

ON_BOTH_ENGINES = ("test_entries", "test_events", "test_in_order", "test_profiles")
REFUSED = (sqlite3.IntegrityError, psycopg.IntegrityError)
"""The errors of both engines for a row that may not be written."""
EPHEMERAL = "lying, hits, queue, results, metrics, leases, camera, files"
"""The tables of ephemeral data in PostgreSQL."""
NOON = datetime(2026, 6, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "matches.db"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests on both engines, unless they are about the file."""
    if "store" in metafunc.fixturenames:
        of_file = metafunc.definition.get_closest_marker("sqlite")
        both = metafunc.definition.path.stem in ON_BOTH_ENGINES and not of_file
        metafunc.parametrize("store", ["sqlite", "postgresql"] if both else ["sqlite"], indirect=True)


@pytest.fixture
def store(request: pytest.FixtureRequest, path: Path) -> Iterator[Store]:
    if request.param == "postgresql":
        with PostgresStore(request.getfixturevalue("pool"), uuid4().hex, patience=0.2) as book:
            yield book
    else:
        with SqliteStore(path, patience=0.2) as store:
            yield store


@pytest.fixture
def anna_and_bo(store: Store) -> MatchRow:
    with store.write() as db:
        return write_match(db, "abc", "spansk", ["Anna", "Bo"], False, "Anna", {"target": 60}, NOON)


def entry(number: int, post: str = "") -> EntryRow:
    facts = {"entry": "ends", "player": "Anna", "ends": ["5", "0"]}
    return EntryRow(number, post or f"post {number}", NOON, facts, None)


class Clock:
    """The seconds since the computer was started, as a test sets them."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


class TimedStore(PostgresEphemeralStore):
    """The ephemeral data in a database, with the clock of a test."""

    def __init__(self, pool: Pool, clock: Clock) -> None:
        super().__init__(pool)
        self.clock = clock  # type: ignore[method-assign]  # the time of the test, not of the database


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["sqlite", "postgresql"])
def open_ephemeral(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Callable[[], EphemeralStore]:
    """Return a function that opens the ephemeral data, empty at first, as another process does."""
    if request.param == "sqlite":
        return lambda: SqliteEphemeralStore(tmp_path / "ephemeral.db", clock)
    pool: Pool = request.getfixturevalue("pool")
    with PostgresEphemeralStore(pool).write() as db:
        db.execute(f"TRUNCATE {EPHEMERAL} RESTART IDENTITY")
    return lambda: TimedStore(pool, clock)


@pytest.fixture
def ephemeral(open_ephemeral: Callable[[], EphemeralStore]) -> EphemeralStore:
    return open_ephemeral()
