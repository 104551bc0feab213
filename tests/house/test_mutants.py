"""A change of the code is tried in a copy of a process that has loaded nothing of the score pad."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIST_LOADED = """import sys, tests.mutants.__main__
print(*(name for name in sys.modules if name.startswith("scorekeeper")))"""


def test_the_process_that_tries_changes_has_loaded_nothing_that_is_changed() -> None:
    done = subprocess.run([sys.executable, "-c", LIST_LOADED], cwd=ROOT, check=True, capture_output=True, text=True)
    assert done.stdout.split() == []
