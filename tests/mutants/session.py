"""A run of pytest in this process: hypothesis uses the same examples each time, and shrinks no failing one."""

import contextlib
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import Phase, settings


class _SameExamples:
    """A plugin that sets how hypothesis searches: after tests/conftest.py, before any test is imported."""

    def pytest_sessionstart(self) -> None:
        parent = settings.get_profile("ci")
        phases = (Phase.explicit, Phase.generate)
        settings.register_profile("mutants", parent=parent, phases=phases, database=None)
        settings.load_profile("mutants")


def run_tests(files: Sequence[str], plugins: Sequence[object], folder: str) -> int:
    """Run these files up to the first test that fails, and return pytest's exit status; output goes to the folder."""
    arguments = ["-x", "-q", "--tb=no", "-p", "no:cacheprovider", "-p", "no:xdist", f"--basetemp={folder}/tests"]
    # Modules that are loaded already give a warning.
    arguments += ["-W", "ignore::pytest.PytestAssertRewriteWarning", *files]
    with Path(folder, "output").open("w") as output, contextlib.redirect_stdout(output):
        return int(pytest.main(arguments, plugins=[_SameExamples(), *plugins]))
