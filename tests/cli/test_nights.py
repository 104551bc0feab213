"""The nights of a host: one of the processes that serve has its books looked after, once, and without being asked."""

from datetime import datetime
from pathlib import Path
from threading import Thread

from scorekeeper import play
from scorekeeper.cli.nights import Nights
from scorekeeper.store import Store
from tests.play.test_nights import make_book

EVENING, NIGHT = (datetime.fromisoformat(f"2026-11-{moment}+01:00") for moment in ("22T20:00", "23T04:00"))


def open_nights(data: Path) -> Nights:
    """As one of the processes that serve has them."""
    return Nights(data, play.Passing(data / "passing.db"), play.HostedBooks(data))


def test_a_nights_work_is_done_once_by_whichever_process_comes_first(tmp_path: Path) -> None:
    book = make_book(tmp_path)
    one, other = open_nights(tmp_path), open_nights(tmp_path)
    assert [each.do_work(EVENING) for each in (one, other, one)] == [True, False, False]
    with Store(book / "matches.db") as store:
        assert len(play.list_copies(store)) == 1
        play.start_match(store, "spansk", ["Anna", "Bo"])
    at_once = [Thread(target=each.do_work, args=(NIGHT,)) for each in (one, other)]
    for each in at_once:
        each.start()
    for each in at_once:
        each.join()
    with Store(book / "matches.db") as store:
        assert len(play.list_copies(store)) == 2


def test_work_that_is_ended_with_the_server_is_done_when_somebody_serves_again(tmp_path: Path) -> None:
    make_book(tmp_path)
    nights = open_nights(tmp_path)
    nights.stop()
    assert not nights.do_work(NIGHT)
    (tmp_path / "passing.db").unlink()  # or a minute later
    assert open_nights(tmp_path).do_work(NIGHT)
