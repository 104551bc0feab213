"""Failures below SQLite: torn and reordered writes at a power cut, an error or a lack of memory at any call."""

import gc
import math
import random
import re
import shutil
from collections.abc import Iterator
from itertools import chain, count
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.play.scoring.match import load_match
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.play.upkeep.checking import check_book
from scorekeeper.store import SqliteStore, Store, StoreError
from scorekeeper.web import create_app
from tests.long import LONG
from tests.play.conftest import add
from tests.trust.disk import FULL, Disk, cut_power, faulty_disk, little_memory, write_files
from tests.web.conftest import KEY
from tests.web.pages import Phone

POWER_CUTS = 5_000 if LONG else 60
EVERY = 1 if LONG else 5  # each call fails, or every n-th one
CHECKPOINT = 4  # rounds between two checkpoints of the log
ROUNDS = 12
LONGEST = 200  # rounds, after which another match begins, because each page reads all of them


@pytest.fixture
def disk() -> Iterator[Disk]:
    with faulty_disk() as disk:
        yield disk


def won_by_anna(pips: int) -> dict[str, object]:
    return {"entry": "round", "out": "Anna", "hands": {"Bo": {"pips": pips}}}


def play_rounds(path: Path, disk: Disk) -> str:
    """Write rounds of 1, 2, 3 … pips, strike out the third, and record each answer on the disk; return the match."""
    store = SqliteStore(path)
    match = start_match(store, "german_draw", ["Anna", "Bo"], options={"target": 9999})
    disk.answer(0)
    for number in range(1, ROUNDS + 1):
        if number % CHECKPOINT == 0:
            store.close()
            store = SqliteStore(path)
        entry = {"entry": "void", "of": 3} if number == 5 else won_by_anna(number)
        match = add(store, match, entry)
        disk.answer(number)
    store.close()
    return match.id


def test_a_power_cut_at_any_moment_loses_no_answered_entry(disk: Disk, tmp_path: Path) -> None:
    before = tmp_path / "before"
    started = len(disk.changes)
    match_id = play_rounds(before / "matches.db", disk)
    first = next(at for at, change in enumerate(disk.changes) if change.what == "answer")
    chance = random.Random(21)
    seen = set()
    for number in range(POWER_CUTS):
        until = chance.randint(started, len(disk.changes))
        files, answered = cut_power(disk.changes[:until], chance)
        after = tmp_path / f"after-{number}"
        write_files(files, before, after)
        if until <= first and not (after / "matches.db").exists():
            continue
        with SqliteStore(after / "matches.db") as store:
            assert check_book(store) == (), number
            if until > first:
                match = load_match(store, match_id)
                assert answered <= match.seen <= min(answered + 1, ROUNDS), number
                assert match.sheet.totals["Anna"] == sum(range(1, match.seen + 1)) - (8 if match.seen >= 5 else 0)
                seen.add(match.seen)
        shutil.rmtree(after)
    assert len(seen) > ROUNDS // 2


def test_a_disk_that_loses_what_was_synced_is_noticed(disk: Disk, tmp_path: Path) -> None:
    """The test above can fail: without its syncs the same disk loses answered entries."""
    before = tmp_path / "before"
    match_id = play_rounds(before / "matches.db", disk)
    unsynced = [change for change in disk.changes if change.what != "sync"]
    chance = random.Random(21)
    lost = 0
    for number in range(20):
        files, answered = cut_power(unsynced, chance)
        after = tmp_path / f"after-{number}"
        write_files(files, before, after)
        try:
            with SqliteStore(after / "matches.db", create=False) as store:
                lost += load_match(store, match_id).seen < answered
        except (StoreError, LookupError):
            lost += 1
    assert lost


@pytest.fixture
def app(disk: Disk, tmp_path: Path) -> Iterator[Flask]:
    app = create_app({"DATA": tmp_path, "OWNER_KEY": KEY, "BACKUPS": 0})
    yield app
    app.extensions["scorekeeper"].close()


class Table:
    """A match on the pad, and a phone that posts one round after the other, each until it gets an answer."""

    def __init__(self, app: Flask) -> None:
        self.store: Store = app.extensions["scorekeeper"]
        self.phone = Phone(app.test_client(), KEY)
        self.sit_down()
        token = re.search(r'name="csrf_token" value="([^"]+)"', self.phone.open(self.path).html)
        assert token is not None
        self.token = token[1]

    def sit_down(self) -> None:
        """Start a match."""
        self.match = start_match(self.store, "german_draw", ["Anna", "Bo"], options={"target": 9999})
        self.path = f"/m/{self.match.id}"
        self.written = 0

    def post(self) -> int:
        """Post the next round, under the same name as before if it got no answer; return the status."""
        fields = {
            "csrf_token": self.token, "kind": "round", "seen": str(self.written), "post": f"round {self.written}",
            "ended": "out 1", "hand-2": str(self.written % 7 + 1), "do": "save",
        }  # fmt: skip
        status = self.phone.client.post(self.path, data=fields).status_code
        self.written += status == 303
        return status

    def look(self) -> set[int]:
        """Return the statuses of pages that only read."""
        self.store.cache.clear()  # as after a new start
        return {self.phone.client.get(path).status_code for path in (self.path, "/", f"{self.path}/sheet", "/history")}

    def check(self) -> None:
        """Assert that every answered entry is stored once, and nothing else."""
        self.store.cache.clear()
        sheet = load_match(self.store, self.match.id).sheet
        assert [line.points["Anna"] for line in sheet.lines] == [number % 7 + 1 for number in range(self.written)]
        assert check_book(self.store) == ()


@pytest.mark.parametrize("for_good", [False, True], ids=["one call", "from then on"])
@pytest.mark.parametrize("error", [None, FULL], ids=["error of the disk", "full disk"])
def test_an_error_at_any_call_is_told_and_nothing_is_lost(
    app: Flask, disk: Disk, error: int | None, for_good: bool
) -> None:
    table = Table(app)
    answers = set()
    for call in count(1, EVERY):
        disk.fail(call, error, for_good)
        status = table.post()
        looks = table.look()
        failed = disk.failed
        disk.heal()
        answers.add(status)
        assert {status, *looks} <= {200, 303, 503, 507}, call
        if status != 303:
            assert table.post() == 303, call
        table.check()
        if not failed:
            break
    assert answers & {503, 507}


def test_no_memory_at_any_moment_is_told_and_nothing_is_lost(app: Flask, disk: Disk) -> None:
    table = Table(app)
    answers = set()
    for more in chain([-math.inf], count(0, 100 if LONG else 8_000)):  # no memory at first
        table.store.close()  # a new connection allocates its memory again
        gc.collect()  # so that memory of other connections is not freed meanwhile
        with little_memory(more):
            status = table.post()
            looks = table.look()
        answers.add(status)
        assert {status, *looks} <= {200, 303, 503}, more
        if status != 303:
            assert table.post() == 303, more
        table.check()
        if status == 303 and looks == {200}:
            break
        if table.written == LONGEST:
            table.sit_down()
    assert answers == {303, 503}
