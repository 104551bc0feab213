"""Test a change by loading the score pad with it in a new process, for changes that run on import."""

import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from types import CodeType, ModuleType

from tests.mutants.changes import Change
from tests.mutants.session import run_tests
from tests.mutants.watch import Chosen, Outcome, Watcher, hear

FIRST = 200  # tests
FILES = 3  # that are tried before all


class ChangedLoader(SourceFileLoader):
    """Loads one module with its change."""

    def __init__(self, change: Change) -> None:
        super().__init__(change.module, str(Path(change.path).resolve()))
        self.change = change

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name != self.name:
            return None
        package = [str(Path(self.path).parent)] if self.path.endswith("__init__.py") else None
        return spec_from_file_location(name, self.path, loader=self, submodule_search_locations=package)

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.change.apply(Path(self.path).read_text()), self.path, "exec")


def try_by_loading(change: Change, chosen: Chosen) -> Outcome:
    """Run the chosen tests on the change, and return the outcome.

    Raises RuntimeError if the changed module is loaded already, as then no test would meet the change.
    """
    if change.module in sys.modules:
        raise RuntimeError(f"{change.module} is loaded before the change of it is tried")
    # Most changes are noticed by the files with most of the fastest tests; then the other files need not be loaded.
    files = [test.partition("::")[0] for test in chosen.tests[:FIRST]]
    for most, _ in Counter(files).most_common(FILES):
        here = [number for number, file in enumerate(files) if file == most]
        first = replace(chosen, tests=[chosen.tests[at] for at in here], takes=[chosen.takes[at] for at in here])
        found = _try_tests(change, first)
        if found.died:
            return found
    return _try_tests(change, chosen)


def _try_tests(change: Change, chosen: Chosen) -> Outcome:
    fork = get_context("fork")
    asked, answer = fork.Pipe(duplex=False)
    with tempfile.TemporaryDirectory() as folder:
        process = fork.Process(target=_try, args=(change, chosen, answer, folder))
        process.start()
        answer.close()
        outcome = hear(asked)
        process.join()
    return outcome


def _try(change: Change, chosen: Chosen, answer: Connection, folder: str) -> None:
    chosen.limit_process()
    sys.meta_path.insert(0, ChangedLoader(change))
    watcher = Watcher(chosen, answer)
    status = run_tests(sorted({test.partition("::")[0] for test in chosen.tests}), [watcher], folder)
    watcher.tell(status != 0, "loading" if status else "no test failed")
