"""Several serving processes: no signal that ends them is lost."""

import multiprocessing
import signal
import threading
import time
from collections.abc import Iterator
from multiprocessing.context import SpawnProcess

import pytest

from scorekeeper.cli.server.processes import Processes


@pytest.fixture(autouse=True)
def _signals() -> Iterator[None]:
    before = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, before)


def serve_nobody() -> None:
    """Serve until a polite signal comes."""
    time.sleep(600)


def test_ctrl_c_while_another_one_is_started_ends_all(monkeypatch: pytest.MonkeyPatch) -> None:
    several = Processes(2, serve_nobody)
    signal.signal(signal.SIGINT, lambda *_: several.stop())
    start = SpawnProcess.start

    def interrupted(process: SpawnProcess) -> None:
        signal.raise_signal(signal.SIGINT)
        start(process)

    monkeypatch.setattr(SpawnProcess, "start", interrupted)
    lost = threading.Timer(60, several.stop)
    lost.start()
    several.run()
    assert lost.is_alive()
    lost.cancel()
    assert not [each for each in multiprocessing.active_children() if each.name.startswith("serves ")]
