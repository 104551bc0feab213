"""What `make bench` measures can still be played: it runs by hand alone, and would break unseen."""

from pathlib import Path

import pytest

from tests.bench import host, sockets, tables
from tests.bench.history import PAGES, history, opener
from tests.bench.rows import Row
from tests.bench.trace import trace
from tests.bench.wire.serving import has_proc


def test_the_pages_of_the_bench_open_on_a_history_of_its_making(tmp_path: Path) -> None:
    phone = history(tmp_path, 8)
    for path in PAGES.values():
        opener(phone, path)()


def test_every_tap_of_the_bench_is_traced() -> None:
    assert all(found.calls for found in trace([]).values())


@pytest.mark.skipif(not has_proc(), reason="what a process takes is asked of /proc")
def test_everything_is_asked_of_a_real_server_and_answered_on_connections_that_stay(tmp_path: Path) -> None:
    names = (*sockets.LOOKS, *sockets.WRITES)
    costs = sockets.measure_in(tmp_path, names, clients=2, rounds=1, times=1)
    assert [name for name in names if not costs[name].processor > 0] == []
    assert [name for name in names if costs[name].lost] == []


@pytest.mark.skipif(not has_proc(), reason="what a process takes is asked of /proc")
def test_a_table_plays_and_its_watchers_see_it_in_a_house_and_on_a_host(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, seconds in (("BEFORE", 0.0), ("POST_EACH", 0.2), ("LOOK_EACH", 0.05)):
        monkeypatch.setattr(f"tests.bench.wire.load.{name}", seconds)
    loads = [tables.try_tables(tmp_path, tables.make_tables(tmp_path, 1), 0.5).load]
    loads.append(tables.try_tables(tmp_path, [host.make_table(tmp_path)], 0.5, "host").load)
    for load in loads:
        assert (load.wrong, load.lost) == (0, 0)
        assert all(load.seconds.values()), load.seconds


def test_a_goal_is_missed_on_the_wrong_side_of_it_alone() -> None:
    assert [Row("", 2, at_most=1).missed, Row("", 1, at_most=2).missed] == [True, False]
    assert [Row("", 2, at_least=1).missed, Row("", 1, at_least=2).missed] == [False, True]
