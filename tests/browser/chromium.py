"""The chromium that all browser tests use."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

FIND = Path(__file__).resolve().parents[2] / "scripts" / "find-chromium"
# Chromium makes no requests of its own: it loads only what the page requests.
QUIET = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"]
# In a container it may have neither its own sandbox (as root) nor a large /dev/shm.
CONTAINED = ["--disable-dev-shm-usage", *(["--no-sandbox"] if os.geteuid() == 0 else [])]


@contextmanager
def started() -> Iterator[Browser]:
    """Start a chromium without a window. Raise RuntimeError with advice if the machine has none."""
    path = os.environ.get("CHROMIUM")
    if not path:
        search = subprocess.run([FIND], capture_output=True, text=True, check=False)
        if search.returncode:
            raise RuntimeError(search.stderr.strip())
        path = search.stdout.strip()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*QUIET, *CONTAINED])
        yield browser
        browser.close()
