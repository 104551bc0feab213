"""Whether the type checker refuses a change: `make check` would refuse it, so no test has to notice it."""

import subprocess
import sys
import tempfile
from pathlib import Path

from tests.mutants.changes import Change


def refuse_by_types(change: Change, kept: Path) -> bool:
    """Return whether mypy reports an error for the changed module; its cache is in `kept`."""
    with tempfile.NamedTemporaryFile("w", suffix=".py") as changed:
        changed.write(change.apply(Path(change.path).read_text()))
        changed.flush()
        asked = [sys.executable, "-m", "mypy", "--cache-dir", str(kept / "mypy"), "scorekeeper"]
        done = subprocess.run([*asked, "--shadow-file", change.path, changed.name], capture_output=True, check=False)
    return done.returncode == 1
