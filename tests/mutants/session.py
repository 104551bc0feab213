"""A run of pytest in this process: hypothesis shows the same examples each time, and shrinks none that fails."""

import contextlib
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import Phase, settings


class _SameExamples:
    """A plugin that settles how hypothesis searches: after tests/conftest.py, before any test is imported."""

    def pytest_sessionstart(self) -> None:
        parent = settings.get_profile("ci")
        phases = (Phase.explicit, Phase.generate)
        settings.register_profile("mutants", parent=parent, phases=phases, database=None)
        settings.load_profile("mutants")


def run_tests(files: Sequence[str], plugins: Sequence[object], folder: str) -> int:
    """Pytest's exit status of these files, up to the first test that fails; it writes into the folder alone."""
    arguments = ["-x", "-q", "--tb=no", "-p", "no:cacheprovider", "-p", "no:xdist", f"--basetemp={folder}/tests"]
    # What was loaded before is no news.
    arguments += ["-W", "ignore::pytest.PytestAssertRewriteWarning", *files]
    with Path(folder, "output").open("w") as output, contextlib.redirect_stdout(output):
        return int(pytest.main(arguments, plugins=[_SameExamples(), *plugins]))
