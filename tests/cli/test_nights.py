"""Nightly maintenance of a host: one of the serving processes does it, once, without a command."""

import os
from datetime import datetime
from pathlib import Path
from threading import Thread

import pytest

from scorekeeper.hosting import schedule
from scorekeeper.hosting.books import HostedBooks
from scorekeeper.hosting.schedule import NightlyMaintenance
from scorekeeper.play.scoring.writing import start_match
from scorekeeper.play.upkeep.copies import PROVED, list_copies
from scorekeeper.store import SqliteStore
from scorekeeper.store.ephemeral.database import SqliteEphemeralStore
from tests.play.test_nights import make_book

EVENING, NIGHT = (datetime.fromisoformat(f"2026-11-{moment}+01:00") for moment in ("22T20:00", "23T04:00"))


def open_nights(data: Path) -> NightlyMaintenance:
    """Return the maintenance as one of the serving processes has it."""
    return NightlyMaintenance(SqliteEphemeralStore(data / "ephemeral.db"), HostedBooks(data))


def test_a_nights_work_is_done_once_by_whichever_process_comes_first(tmp_path: Path) -> None:
    book = make_book(tmp_path)
    one, other = open_nights(tmp_path), open_nights(tmp_path)
    assert [each.do_work(EVENING) for each in (one, other, one)] == [True, False, False]
    with SqliteStore(book / "matches.db") as store:
        assert len(list_copies(store)) == 1
        start_match(store, "spansk", ["Anna", "Bo"])
    at_once = [Thread(target=each.do_work, args=(NIGHT,)) for each in (one, other)]
    for each in at_once:
        each.start()
    for each in at_once:
        each.join()
    with SqliteStore(book / "matches.db") as store:
        assert len(list_copies(store)) == 2


def test_work_that_is_ended_with_the_server_is_done_when_somebody_serves_again(tmp_path: Path) -> None:
    make_book(tmp_path)
    begun = open_nights(tmp_path)
    begun.stop()
    assert not begun.do_work(NIGHT)
    (tmp_path / "ephemeral.db").unlink()  # or the process ends a minute later
    assert open_nights(tmp_path).do_work(NIGHT)


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="nothing else hangs for good")
def test_a_book_that_hangs_keeps_no_other_one_from_its_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    folders = sorted(make_book(tmp_path) for _ in range(3))
    (folders[0] / "backups").mkdir()
    os.mkfifo(folders[0] / "backups" / PROVED)  # reading it waits for ever
    monkeypatch.setattr(schedule, "LONGEST", 8.0)
    assert open_nights(tmp_path).do_work(EVENING)
    for folder in folders[1:]:
        with SqliteStore(folder / "matches.db") as store:
            assert len(list_copies(store)) == 1
    assert [record.args for record in caplog.records if "takes too long" in record.msg] == [(folders[0].name,)]
