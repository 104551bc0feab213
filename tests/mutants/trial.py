"""One change is tried: in a process of its own the module is loaded with it, and the tests that may notice run.

No file is changed. The process is a copy of one that has loaded everything but the score pad, and so begins at once.
"""

import os
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import Any

import pytest

from tests.mutants.changes import Change
from tests.mutants.cover import Cover
from tests.mutants.session import run_tests

STUCK = 5.0  # seconds of processor time, and ten times what a test takes: then it is stuck
WAITING = 3600  # seconds on the clock: a busy machine is slow, and this says nothing of the rules
MEMORY = 8 << 30
FIRST = 200  # tests


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a change: whether some test failed, and which, or why none did."""

    died: bool
    by: str


class _Changed(SourceFileLoader):
    """Loads one module with its change."""

    def __init__(self, name: str, change: Change) -> None:
        super().__init__(name, str(Path(change.path).resolve()))
        self.change = change

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name != self.name:
            return None
        package = [str(Path(self.path).parent)] if self.path.endswith("__init__.py") else None
        return spec_from_file_location(name, self.path, loader=self, submodule_search_locations=package)

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.change.apply(Path(self.path).read_text()), self.path, "exec")


class _Chosen:
    """A plugin that runs the chosen tests in their order, so many seconds long, and tells what came of it."""

    def __init__(self, chosen: Sequence[str], cover: Cover, seconds: float, answer: Connection) -> None:
        self.place, self.cover, self.answer = {test: i for i, test in enumerate(chosen)}, cover, answer
        self.running, self.last = "loading", time.process_time() + seconds
        signal.signal(signal.SIGPROF, self.give_up)
        signal.signal(signal.SIGALRM, self.stop_waiting)
        signal.setitimer(signal.ITIMER_PROF, seconds)
        signal.alarm(WAITING)

    def tell(self, died: bool, by: str) -> None:
        self.answer.send(Outcome(died, by))
        os._exit(0)

    def give_up(self, _signal: int, _frame: FrameType | None) -> None:
        """A test goes on and on: it noticed."""
        self.tell(True, f"{self.running} (does not end)")

    def stop_waiting(self, _signal: int, _frame: FrameType | None) -> None:
        """An hour on the clock, and too little of it was ours: nobody noticed anything."""
        self.tell(False, f"{self.running} (not run to its end within an hour)")

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        chosen = [item for item in items if item.nodeid in self.place]
        items[:] = sorted(chosen, key=lambda item: self.place[item.nodeid])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[Any]:
        if time.process_time() > self.last:
            self.tell(False, "no test failed in time")
        self.running = item.nodeid
        signal.setitimer(signal.ITIMER_PROF, STUCK + 10 * self.cover.seconds[item.nodeid])
        done = yield
        signal.setitimer(signal.ITIMER_PROF, 0)
        return done

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.tell(True, report.nodeid)


def try_change(change: Change, chosen: Sequence[str], cover: Cover, seconds: float) -> Outcome:
    """What comes of it when the chosen tests run on the change, for so much processor time at most."""
    if not chosen:
        return Outcome(False, "no test runs it")
    # Most changes die by the file with the most of the quickest tests: then the other files need not be loaded.
    files = [test.partition("::")[0] for test in chosen[:FIRST]]
    first = [test for test, file in zip(chosen, files, strict=False) if file == max(files, key=files.count)]
    found = _try_tests(change, first, cover, seconds)
    return found if found.died else _try_tests(change, chosen, cover, seconds)


def _try_tests(change: Change, chosen: Sequence[str], cover: Cover, seconds: float) -> Outcome:
    fork = get_context("fork")
    asked, answer = fork.Pipe(duplex=False)
    with tempfile.TemporaryDirectory() as folder:
        process = fork.Process(target=_try, args=(change, chosen, cover, seconds, answer, folder))
        process.start()
        answer.close()
        try:
            outcome: Outcome = asked.recv()
        except EOFError:
            outcome = Outcome(True, "the process ended, or was ended as it did not")
        process.join()
    return outcome


def _try(change: Change, chosen: Sequence[str], cover: Cover, seconds: float, answer: Connection, folder: str) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    # A loop inside the interpreter hears no signal; the system ends it, a little after a test is told to be stuck.
    longest = max(cover.seconds[test] for test in chosen)
    most = int(seconds + 2 * STUCK + 10 * longest)
    resource.setrlimit(resource.RLIMIT_CPU, (most, most))
    name = change.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    sys.meta_path.insert(0, _Changed(name, change))
    watch = _Chosen(chosen, cover, seconds, answer)
    status = run_tests(sorted({test.partition("::")[0] for test in chosen}), [watch], folder)
    watch.tell(status != 0, "loading" if status else "no test failed")
