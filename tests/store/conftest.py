"""A file of matches with one match in it that nothing was scored in yet."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from scorekeeper.store import Store
from scorekeeper.store.matches import EntryRow, MatchRow, write_match

NOON = datetime(2026, 6, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "matches.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store(path, patience=0.2) as store:
        yield store


@pytest.fixture
def anna_and_bo(store: Store) -> MatchRow:
    with store.write() as db:
        return write_match(db, "abc", "spansk", ["Anna", "Bo"], False, "Anna", {"target": 60}, NOON)


def entry(number: int, post: str = "") -> EntryRow:
    facts = {"entry": "ends", "player": "Anna", "ends": ["5", "0"]}
    return EntryRow(number, post or f"post {number}", NOON, facts, None)
