"""Run the tests of a change, end those that do not finish, and report the outcome."""

import os
import resource
import signal
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from types import FrameType
from typing import Any

import pytest

STUCK = 5.0  # seconds of processor time, plus ten times what a test takes, after which it is stuck
WAITING = 3600  # seconds on the clock, which say nothing about the rules, as a busy machine is slow
MEMORY = 8 << 30


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a change: whether some test failed, and which, or why none did."""

    died: bool
    by: str


def hear(asked: Connection) -> Outcome:
    """Return the outcome that the process of a change sends, or that the process ended without one."""
    with asked:
        try:
            outcome: Outcome = asked.recv()
        except EOFError:
            outcome = Outcome(True, "the process ended, or was ended as it did not")
        return outcome


@dataclass(frozen=True, slots=True)
class Chosen:
    """The tests that may notice a change, the seconds that each takes, and the processor time for all."""

    tests: Sequence[str]
    takes: Sequence[float]
    seconds: float

    def limit_process(self) -> None:
        """Limit memory and processor time: a loop inside the interpreter receives no signal."""
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        most = int(self.seconds + 2 * STUCK + 10 * max(self.takes))
        resource.setrlimit(resource.RLIMIT_CPU, (most, most))


class Watcher:
    """A plugin for the process in which a change is tested; the process ends with its answer."""

    def __init__(self, chosen: Chosen, answer: Connection) -> None:
        self.takes, self.answer = dict(zip(chosen.tests, chosen.takes, strict=True)), answer
        self.running, self.last = "loading", time.process_time() + chosen.seconds
        signal.signal(signal.SIGPROF, self.give_up)
        signal.signal(signal.SIGALRM, self.stop_waiting)
        signal.setitimer(signal.ITIMER_PROF, chosen.seconds)
        signal.alarm(WAITING)

    def tell(self, died: bool, by: str) -> None:
        """Send the outcome, and end the process."""
        self.answer.send(Outcome(died, by))
        os._exit(0)

    def give_up(self, _signal: int, _frame: FrameType | None) -> None:
        """Report a test that does not end, which counts as noticing the change."""
        self.tell(True, f"{self.running} (does not end)")

    def stop_waiting(self, _signal: int, _frame: FrameType | None) -> None:
        """Report that the change was not noticed within an hour on a busy machine."""
        self.tell(False, f"{self.running} (not run to its end within an hour)")

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        places = {test: place for place, test in enumerate(self.takes)}
        items[:] = sorted((item for item in items if item.nodeid in places), key=lambda item: places[item.nodeid])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[Any]:
        if time.process_time() > self.last:
            self.tell(False, "no test failed in time")
        self.running = item.nodeid
        signal.setitimer(signal.ITIMER_PROF, STUCK + 10 * self.takes[item.nodeid])
        done = yield
        signal.setitimer(signal.ITIMER_PROF, 0)
        return done

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.tell(True, report.nodeid)
