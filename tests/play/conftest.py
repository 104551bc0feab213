"""Fixtures: a book, a match of two and one of four, and short functions that write on their sheets."""

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from scorekeeper.engine.rules.game import Game, Variant
from scorekeeper.engine.rules.in_play import InPlay
from scorekeeper.engine.rules.moves import Moves
from scorekeeper.engine.rules.scores import Score
from scorekeeper.engine.seating import Seating
from scorekeeper.engine.text import Text
from scorekeeper.engine.variants import VARIANTS
from scorekeeper.play.scoring.match import Match
from scorekeeper.play.scoring.writing import DoubtfulEntryError, add_entry, start_match
from scorekeeper.store import SqliteStore, Store
from scorekeeper.store.match_cache import MatchCache
from scorekeeper.store.postgresql.database import PostgresStore

AS_IT_IS = (lambda jpeg: jpeg), (lambda reading: True)  # for archives in tests that are not about photos and readings
FOUR = ("Anna", "Bo", "Carl", "Dora")
ENGINES = ["sqlite", "postgresql"]
ON_BOTH_ENGINES = {
    f"test_{name}"
    for name in (
        *("archive", "files", "older_rules"),
        *("at_once", "changes", "claimed", "correcting", "evenings", "hand_collection", "history", "latest", "links"),
        *("nights_played", "own_games", "ratings", "reading", "remarks", "rivalries", "scoring", "standings"),
        *("taking_back", "tallies", "years"),
    )
}
REFUSED = (sqlite3.IntegrityError, psycopg.IntegrityError)
"""The errors of both engines for a row that may not be written."""
posts = count()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests on both engines, unless they are about the file or use little of the store."""
    of_file = metafunc.definition.get_closest_marker("sqlite")
    if "store" in metafunc.fixturenames:
        engines = ["sqlite"] if of_file or metafunc.definition.path.stem not in ON_BOTH_ENGINES else ENGINES
        metafunc.parametrize("store", engines, indirect=True)


@pytest.fixture
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """Yield a book without a match, in a file or in a PostgreSQL database."""
    if request.param == "postgresql":
        with PostgresStore(request.getfixturevalue("pool"), uuid4().hex) as book:
            yield book
    else:
        with SqliteStore(tmp_path / "matches.db") as store:
            yield store


def open_again(store: Store, cache: MatchCache | None = None) -> SqliteStore | PostgresStore:
    """Return the same book as another process has it, with a cache of its own."""
    if isinstance(store, PostgresStore):
        return PostgresStore(store.pool, store.id, cache=cache)
    return SqliteStore(store.id, cache=cache)


@pytest.fixture
def four(store: Store) -> Match:
    """Start a match of Anna & Carl against Bo & Dora, to 60."""
    return start_match(store, "spansk", FOUR, lead="Anna")


@pytest.fixture
def two(store: Store) -> Match:
    """Start a match of Anna against Bo, to 6."""
    return start_match(store, "spansk", ["Anna", "Bo"], options={"target": 6})


def ends(player: str, *shown: str) -> dict[str, Any]:
    return {"entry": "ends", "player": player, "ends": list(shown)}


def out(player: str, **hands: Any) -> dict[str, Any]:
    return {"entry": "round", "out": player, "hands": hands}


def add(store: Store, match: Match, *entries: dict[str, Any]) -> Match:
    """Add these entries, each posted by a phone that has seen the one before, and return the match.

    The players confirm every doubt.
    """
    for entry in entries:
        try:
            match = add_entry(store, match.id, entry, match.seen, f"tap {next(posts)}")
        except DoubtfulEntryError as asked:
            knowing = entry | {"accepted": [doubt.key for doubt in asked.doubts]}
            match = add_entry(store, match.id, knowing, match.seen, f"tap {next(posts)}")
    return match


@pytest.fixture
def stingy_rules(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Store a match that has ended 7 to 0 and one that goes on; then change the rules: open ends score nothing."""
    add(store, start_match(store, "spansk", ["Anna", "Bo"]), ends("Anna", "5", "0"))
    match = start_match(store, "spansk", ["Anna", "Bo"], options={"target": 6})
    add(store, match, ends("Anna", "5-5", "5"), out("Anna", Bo=["6-6", "5-2"]))
    spansk, nothing = VARIANTS["spansk"], InPlay(lambda *_: Score(0, Text("nothing")), ends_score=True)

    def play_stingily(variant: Variant, seating: Seating) -> Game:
        return replace(spansk.at(seating), variant=variant, moves=Moves(nothing))

    monkeypatch.setitem(VARIANTS, "spansk", replace(spansk, play=play_stingily))
    store.cache.clear()
