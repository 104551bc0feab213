"""Which tests run which lines, and the time of each test; a test file that has changed is measured again."""

import contextlib
import hashlib
import json
import re
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field
from importlib.util import source_from_cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import coverage
import pytest

from tests.mutants.changes import Change
from tests.mutants.session import run_tests

LOADING = ""  # the context of lines that run when a module is loaded
WHOLE = 0  # the line recorded for a test that reads a module's source: it may notice any change there


@dataclass(slots=True)
class Cover:
    """The seconds of processor time by test; the tests that run each line by file and line."""

    seconds: dict[str, float] = field(default_factory=dict)
    lines: dict[str, dict[int, set[str]]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(set)))

    def acts_on_loading(self, change: Change) -> bool:
        """Return whether the change runs when modules are loaded; its results may then be stored anywhere."""
        return change.on_import or LOADING in self._list_nearest(change)

    def choose(self, change: Change) -> list[str]:
        """Return the tests that may notice a change: those that run its lines, the fastest first.

        A change that runs when a module is loaded may have an effect anywhere: then all other tests follow, and earlier
        among them those that run the module, or whose names contain its name or that of its folder.
        """
        nearest = self._list_nearest(change)
        chosen = self._sort(nearest)
        if self.acts_on_loading(change):
            module = set[str]().union(*self.lines.get(change.path, {}).values())
            path = Path(change.path)
            named = {test for test in self.seconds if path.stem in test or path.parent.name in re.split(r"\W|_", test)}
            chosen += self._sort(set(self.seconds) - nearest, module, named)
        return chosen

    def _list_nearest(self, change: Change) -> set[str]:
        known = self.lines.get(change.path, {})
        return set[str]().union(*(known.get(line, set()) for line in (WHOLE, *change.lines)))

    def _sort(self, tests: set[str], *sooner: Set[str]) -> list[str]:
        """Sort tests by their time, of which a tenth counts for each set of `sooner` that has the test."""
        return sorted(
            tests & set(self.seconds),
            key=lambda test: (self.seconds[test] / 10 ** sum(test in each for each in sooner), test),
        )


class _Watch:
    """A plugin that tells coverage which test runs, measures each test, and records the modules that it reads."""

    def __init__(self, measured: coverage.Coverage) -> None:
        self.measured, self.seconds = measured, dict[str, float]()
        self.running, self.read = LOADING, defaultdict[str, set[str]](set)
        sys.addaudithook(self.note)

    def note(self, event: str, given: tuple[Any, ...]) -> None:
        """Record a module that the running test opens, from an audit event of Python; it may be the compiled file."""
        if event == "open" and self.running and str(given[0]).startswith(f"{Path.cwd()}/scorekeeper/"):
            path = str(given[0])
            self.read[source_from_cache(path) if path.endswith(".pyc") else path].add(self.running)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[Any]:
        self.measured.switch_context(item.nodeid)
        self.running = item.nodeid
        began = time.process_time()
        done = yield
        self.seconds[item.nodeid] = time.process_time() - began
        self.measured.switch_context(LOADING)
        self.running = LOADING
        return done


def measure_cover(tests: Sequence[str], kept: Path) -> Cover:
    """Measure which lines each test runs; tests whose files have not changed since are taken from `kept`."""
    paths = (path for each in map(Path, tests) for path in ([each] if each.is_file() else each.rglob("test_*.py")))
    files = sorted(map(str, paths))
    digests = _hash_each(
        files, [*Path("scorekeeper").rglob("*.py"), *Path("tests").glob("*.py"), *Path("tests/tables").iterdir()]
    )
    known: dict[str, Any] = {}
    with contextlib.suppress(FileNotFoundError):
        known = json.loads(kept.read_text())
    known = {path: found for path, found in known.items() if found["digest"] == digests.get(path)}
    for path in (path for path in files if path not in known):
        in_a_copy = get_context("fork").Process(target=_measure, args=(path, digests[path], known, kept))
        in_a_copy.start()
        in_a_copy.join()
        if in_a_copy.exitcode:
            raise SystemExit("the tests must pass before anything is changed")
        known = json.loads(kept.read_text())
    cover = Cover()
    for found in known.values():
        names = [*found["seconds"], LOADING]
        cover.seconds |= found["seconds"]
        for path, lines in found["lines"].items():
            for line, places in lines.items():
                cover.lines[path][int(line)].update(names[place] for place in places)
    return cover


def _hash_each(files: list[str], shared: list[Path]) -> dict[str, str]:
    """Return a digest of each test file, of the files that all share, and of the helpers in its folder."""
    ground = hashlib.sha256(b"".join(path.read_bytes() for path in sorted(shared))).digest()
    digests = {}
    for file in files:
        beside = sorted(path for path in Path(file).parent.glob("*.py") if not path.name.startswith("test_"))
        text = b"".join(path.read_bytes() for path in (*beside, Path(file)))
        digests[file] = hashlib.sha256(ground + text).hexdigest()
    return digests


def _measure(file: str, digest: str, known: dict[str, Any], kept: Path) -> None:
    measured = coverage.Coverage(data_file=None, include=["scorekeeper/*"])
    watch = _Watch(measured)
    measured.start()
    with tempfile.TemporaryDirectory() as folder:
        status = run_tests([file], [watch], folder)
        measured.stop()
        if status:
            sys.exit(Path(folder, "output").read_text())
    # A test is identified by its index in its file; -1 is loading.
    places = {test: place for place, test in enumerate(watch.seconds)} | {LOADING: -1}
    lines: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    data, root = measured.get_data(), Path.cwd()
    for path in data.measured_files():
        for line, contexts in data.contexts_by_lineno(path).items():
            lines[str(Path(path).relative_to(root))][line] += [places[context] for context in contexts]
    for path, tests in watch.read.items():
        lines[str(Path(path).relative_to(root))][WHOLE] += [places[test] for test in tests]
    found = {"digest": digest, "seconds": watch.seconds, "lines": lines}
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps(known | {file: found}))
