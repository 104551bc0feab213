"""The scenarios of `make bench` still run; it is run by hand, so nobody would notice that it is broken."""

import socket
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from io import StringIO
from itertools import repeat
from pathlib import Path
from threading import Thread

import pytest

from tests.bench import analysis, host, sockets, tables, watchers, witness
from tests.bench.history import PAGES, history, opener
from tests.bench.rows import Row
from tests.bench.trace import trace
from tests.bench.wire import load
from tests.bench.wire.phones import BenchPhone, Heard, Phones, ask_in_turn, write_get
from tests.bench.wire.serving import Served, _read_port, has_proc

pytestmark = pytest.mark.slow


def test_the_pages_of_the_bench_open_on_a_history_of_its_making(tmp_path: Path) -> None:
    phone = history(tmp_path, 8)
    for path in PAGES.values():
        opener(phone, path)()


def test_a_round_of_the_bench_is_analysed_to_its_first_move() -> None:
    [(variant, options)] = [each[1:] for each in analysis.GAMES if each[0] == "two pairs"]
    assert analysis.measure(variant, options, 0) > 0


def test_every_tap_of_the_bench_is_traced() -> None:
    assert all(found.calls for found in trace([]).values())


@pytest.mark.skipif(not has_proc(), reason="what a process takes is asked of /proc")
def test_everything_is_asked_of_a_real_server_and_answered_on_connections_that_stay(tmp_path: Path) -> None:
    names = (*sockets.LOOKS, *sockets.WRITES)
    costs = sockets.measure_in(tmp_path, names, clients=2, rounds=1, times=1)
    assert [name for name in names if not costs[name].processor > 0] == []
    assert [name for name in names if costs[name].lost] == []


def test_what_wrk_prints_is_read_and_its_errors_are_not_passed_over(tmp_path: Path) -> None:
    served, wrk = Served(0, ("127.0.0.1", 1)), tmp_path / "wrk"
    wrk.touch(mode=0o755)
    for errors, rate in (("", 2137.5), ("  Non-2xx or 3xx responses: 3\n", None)):
        wrk.write_text(f"#!/bin/sh\nprintf '%s' '{errors}Requests/sec:   2137.5\nTransfer/sec: 1.0KB\n'\n")
        if rate:
            assert witness.ask_by_wrk(str(wrk), served, "/news", {"Cookie": "a=b"}) == rate
        else:
            with pytest.raises(RuntimeError, match="Non-2xx"):
                witness.ask_by_wrk(str(wrk), served, "/news", {})


@pytest.mark.skipif(not has_proc(), reason="what a process takes is asked of /proc")
@pytest.mark.parametrize("command", ["serve", "host"])
def test_a_table_plays_and_its_watchers_see_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    for name, seconds in (("BEFORE", 0.0), ("POST_EACH", 0.2), ("LOOK_EACH", 0.05)):
        monkeypatch.setattr(f"tests.bench.wire.load.{name}", seconds)
    for lasting in (0.5, 4.0, 30.0):  # until every request was sent, even on a busy computer
        played = tables.make_tables(tmp_path, 1) if command == "serve" else [host.make_table(tmp_path)]
        load = tables.try_tables(tmp_path, played, lasting, command).load
        assert (load.wrong, load.lost) == (0, 0)
        if all(load.seconds.values()):
            return
    pytest.fail(f"not everything was asked for: {load.seconds}")


@pytest.mark.skipif(not has_proc(), reason="what a process takes is asked of /proc")
def test_the_figures_of_a_server_hold_while_its_processes_end(tmp_path: Path) -> None:
    goes_on = tmp_path / "goes-on"
    goes_on.touch()
    short = f"while [ -e {goes_on} ]; do head -c 5000000 /dev/zero | sha256sum > /dev/null; done"
    with subprocess.Popen(["sh", "-c", short]) as process:
        served = Served(process.pid, ("", 0))
        read = list[float]()
        while process.poll() is None:
            read.append(served.processor)
            with suppress(ProcessLookupError):  # it may have ended since
                assert served.memory > 0
            if len(served._seconds) > 5:  # several of them were found and have ended
                goes_on.unlink(missing_ok=True)
    assert read == sorted(read)
    with pytest.raises(ProcessLookupError, match="has ended"):
        _ = served.memory
    assert served.processor == read[-1]


def test_a_server_that_ends_before_it_listens_is_quoted() -> None:
    with pytest.raises(RuntimeError, match="no such book"):
        _read_port(StringIO("It starts.\nno such book\n"))


@pytest.mark.parametrize("hangs_up", [False, True])
def test_the_measuring_ends_when_nobody_answers(monkeypatch: pytest.MonkeyPatch, hangs_up: bool) -> None:
    monkeypatch.setattr("tests.bench.wire.phones.PATIENCE", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def hang_up() -> None:
            with suppress(OSError):  # it is closed
                while True:
                    listening.accept()[0].close()

        if hangs_up:
            Thread(target=hang_up, daemon=True).start()
        with Phones(listening.getsockname()) as phones, pytest.raises((TimeoutError, ConnectionError)):
            ask_in_turn(phones, [(phones.add_phone(), iter([write_get("/")]))], 1)
        listening.shutdown(socket.SHUT_RDWR)


class QuickPhones(Phones):
    """Phones that are answered at once; each connection to the server advances their clock by a second."""

    def __init__(self) -> None:
        super().__init__(("", 0))
        self.now = 0.0
        self._asked = list[BenchPhone]()

    def add_phone(self) -> BenchPhone:
        self.now += 1.0
        self._all.append(BenchPhone(socket.socket()))
        return self._all[-1]

    def ask(self, phone: BenchPhone, request: bytes, due: float) -> None:
        self._asked.append(phone)

    def listen(self, seconds: float) -> Iterator[Heard]:
        if not self._asked:
            self.now += max(seconds, 0.0) + 1e-6
        asked, self._asked = self._asked, []
        for phone in asked:
            yield Heard(phone, 204, b"", 0.0)


@pytest.mark.skipif(not has_proc(), reason="what a process takes is told by /proc")
def test_every_watcher_of_the_bench_is_told_of_a_save() -> None:
    told = " ".join(map(str, watchers.rows(tables=2, idle=0.1, saves=3)))
    assert all(figure in told for figure in ("kB", "8 phones that only watch", "to every watcher"))


def test_how_late_the_bench_asked_counts_from_the_beginning_of_the_load(monkeypatch: pytest.MonkeyPatch) -> None:
    table = load.PlayedTable("match", None, 1, posts=repeat(b""))
    phones = QuickPhones()
    with phones:
        monkeypatch.setattr(load, "perf_counter", lambda: phones.now)
        played = load.play_tables(phones, [table] * 5, lasting=5.0)
    assert len(played.behind) == len(played.seconds["post"]) + len(played.seconds["news"]) > 0
    assert max(played.behind) < 0.001


def make_trial(p99: float, behind: float = 0.0, others: float = 0.0) -> tables.Trial:
    heard = load.Load(behind=[behind])
    heard.seconds["news"] = [p99]
    return tables.Trial(1, heard, cores=1.0, phones=0.1, others=others, memory=0)


@pytest.mark.parametrize(
    ("trials", "holds", "tried"),
    [
        ([make_trial(0.9)], False, 1),
        ([make_trial(0.9, behind=0.2), make_trial(0.1)], True, 2),
        ([make_trial(0.9, others=1.0), make_trial(0.9)], False, 2),
        ([make_trial(0.1, others=1.0)], True, 1),
        ([make_trial(0.9, others=1.0)] * 3, False, 3),
    ],
)
def test_a_trial_that_was_starved_of_its_cores_is_repeated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trials: list[tables.Trial], holds: bool, tried: int
) -> None:
    coming = iter(trials)
    monkeypatch.setattr(tables, "try_tables", lambda *_: next(coming))
    said = list(tables.find_most(tmp_path, [], (1,), 1.0, "disk"))
    assert len(said) == tried
    assert sum("starved" in each.what for each in said) == sum(trial.starved for trial in trials[:tried])
    assert ("holds" in said[-1].what) is holds


def test_a_goal_is_missed_on_the_wrong_side_of_it_alone() -> None:
    assert [Row("", 2, at_most=1).missed, Row("", 1, at_most=2).missed] == [True, False]
    assert [Row("", 2, at_least=1).missed, Row("", 1, at_least=2).missed] == [False, True]
