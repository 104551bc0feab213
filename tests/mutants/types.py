"""Whether the type checker refuses a change: `make check` would, so that nobody can hand it on.

A fact that is one of a few words, for example whose hands count, cannot be misspelt. No test need look for that.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from tests.mutants.changes import Change


def refuse_by_types(change: Change, kept: Path) -> bool:
    """Whether mypy finds a mistake where the changed module stands in for its file; what it knows of others is kept."""
    with tempfile.NamedTemporaryFile("w", suffix=".py") as changed:
        changed.write(change.apply(Path(change.path).read_text()))
        changed.flush()
        asked = [sys.executable, "-m", "mypy", "--cache-dir", str(kept / "mypy"), "scorekeeper"]
        done = subprocess.run([*asked, "--shadow-file", change.path, changed.name], capture_output=True, check=False)
    return done.returncode == 1
