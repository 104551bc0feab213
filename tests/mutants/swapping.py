"""Test a change inside a function by replacing the function's code in a fork of a process with everything loaded."""

import gc
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection
from types import CodeType, FunctionType

import pytest

from tests.mutants.changes import Change
from tests.mutants.loading import ChangedLoader
from tests.mutants.session import run_tests
from tests.mutants.watch import Chosen, Outcome, Watcher, hear


class Standing:
    """A process that has loaded the score pad and collected the tests; each change is tested in a fork of it."""

    def __init__(self, tests: Sequence[str]) -> None:
        fork = get_context("fork")
        self.connection, there = fork.Pipe()
        fork.Process(target=_stand, args=(tests, there, self.connection)).start()
        there.close()

    def try_by_swapping(self, change: Change, chosen: Chosen) -> Outcome | None:
        """Run the chosen tests on the change; return the outcome, or None if no loaded function has the change."""
        self.connection.send((change, chosen))
        outcome: Outcome | None = self.connection.recv()
        return outcome

    def end(self) -> None:
        """End the process."""
        self.connection.send(None)


def _stand(tests: Sequence[str], there: Connection, here: Connection) -> None:
    here.close()  # so that the connection ends with the other process
    with tempfile.TemporaryDirectory() as folder:
        run_tests(tests, [_Trials(there)], folder)


class _Trials:
    """A plugin that runs no tests in its own process: it receives changes, and forks for each."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Receive and test changes, in place of pytest's own loop."""
        items = {item.nodeid: item for item in session.items}
        gc.collect()
        functions = [each for each in gc.get_objects() if isinstance(each, FunctionType)]
        gc.freeze()  # otherwise each fork would copy memory that it only reads
        while told := self.connection.recv():
            change, chosen = told
            swap = _Swap(change, functions)
            self.connection.send(_try_apart(swap, chosen, items) if swap.codes else None)
        return True


class _Swap:
    """The functions that a change is in, with their changed code."""

    def __init__(self, change: Change, functions: Sequence[FunctionType]) -> None:
        self.loader = ChangedLoader(change)
        changed = {_tell_place(code): code for code in _list_codes(self.loader.get_code(change.module))}
        found = [(function, changed.get(_tell_place(function.__code__))) for function in functions]
        self.codes = [(function, code) for function, code in found if code and code != function.__code__]

    def make(self) -> None:
        for function, code in self.codes:
            function.__code__ = code
        spec = sys.modules[self.loader.name].__spec__
        assert spec
        spec.loader = self.loader  # a test that reads the module's source reads the change


def _list_codes(code: CodeType) -> Iterator[CodeType]:
    """Yield a code object and those nested in it."""
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _list_codes(inner)


def _tell_place(code: CodeType) -> tuple[str, str, int]:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def _try_apart(swap: _Swap, chosen: Chosen, items: dict[str, pytest.Item]) -> Outcome:
    asked, answer = get_context("fork").Pipe(duplex=False)
    process = os.fork()
    if not process:
        try:
            _try(swap, chosen, [items[test] for test in chosen.tests], answer)
        finally:
            os._exit(1)
    answer.close()
    outcome = hear(asked)
    os.waitpid(process, 0)
    return outcome


def _try(swap: _Swap, chosen: Chosen, items: list[pytest.Item], answer: Connection) -> None:
    chosen.limit_process()
    swap.make()
    watcher = Watcher(chosen, answer)
    items[0].config.pluginmanager.register(watcher)
    for item, following in zip(items, [*items[1:], None], strict=True):
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
    watcher.tell(False, "no test failed")
