"""A server in a process of its own: where it listens, and how much of the processor and of memory it has taken.

Both are counted with every process that it has started; the system is asked, so this needs one with /proc.
"""

import http.client
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from tests.bench.wire.matches import KEY

PROC = Path("/proc")
Place = tuple[str, int]


@dataclass(frozen=True)
class Served:
    """A running server."""

    process: int
    place: Place

    def list_processes(self) -> list[int]:
        """Its own process, and those that it has started."""
        parents = {}
        for told in PROC.glob("[0-9]*/stat"):
            try:
                parents[int(told.parent.name)] = int(told.read_text().rpartition(")")[2].split()[1])
            except OSError:  # it has just ended
                continue
        found = [self.process]
        for each in found:  # grows while it is gone through
            found += [child for child, parent in parents.items() if parent == each]
        return found

    @property
    def processor(self) -> float:
        """Seconds of processor time so far."""
        # The clock of another process, numbered as clock_getcpuclockid(3) does.
        return sum(time.clock_gettime((~process << 3) | 2) for process in self.list_processes())

    @property
    def memory(self) -> int:
        """Bytes, what several processes share counted once."""
        total = 0
        for process in self.list_processes():
            with suppress(OSError):  # it has just ended
                text = (PROC / str(process) / "smaps_rollup").read_text()
                total += sum(int(found) * 1024 for found in re.findall(r"^Pss:\s*(\d+)", text, re.MULTILINE))
        return total


def has_proc() -> bool:
    """Whether this system tells what a process takes."""
    return (PROC / "self/smaps_rollup").exists()


@contextmanager
def serving_pad(
    folder: Path, command: str = "serve", processes: int = 1, log: TextIO | None = None
) -> Iterator[Served]:
    """`scorekeeper serve` for the book in `folder`, or `host` for the books in it, with so many processes."""
    more = ("--host", "127.0.0.1", "--port", "0", "--processes", str(processes), "--data", str(folder))
    with _serving("scorekeeper", command, *more, log=log) as served:
        yield served


@contextmanager
def serving_bare(folder: Path) -> Iterator[Served]:
    """The bare views on the same server."""
    with _serving("tests.bench.wire.bare", str(folder)) as served:
        yield served


@contextmanager
def _serving(module: str, *arguments: str, log: TextIO | None = None) -> Iterator[Served]:
    unset = {key: value for key, value in os.environ.items() if not key.startswith("SCOREKEEPER_")}
    environment = unset | {"SCOREKEEPER_OWNER_KEY": KEY, "SCOREKEEPER_SECRET_KEY": "secret", "SCOREKEEPER_BACKUPS": "0"}
    command = [sys.executable, "-m", module, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment) as process:
        try:
            assert process.stdout is not None
            port = next(int(found[1]) for line in process.stdout if (found := re.search(r"http://\S+:(\d+)", line)))
            yield Served(process.pid, ("127.0.0.1", port))
        finally:
            process.terminate()
            process.communicate()


def let_in(served: Served, link: str) -> str:
    """The cookie of a phone that has opened this link of the score pad."""
    cookie, _ = _open(served, link)
    return cookie


def let_in_owner(served: Served, below: str = "", key: str = KEY) -> tuple[str, str]:
    """The cookie of the phone of the owner of the book that lies `below`, and what its forms carry."""
    cookie, page = _open(served, f"{below}/new", let_in(served, f"{below}/in/{key}"))
    return cookie, re.findall(r'name="csrf_token"[^>]*value="([^"]+)"', page)[0]


def _open(served: Served, path: str, cookie: str = "") -> tuple[str, str]:
    """The cookie that comes with a page, and the page."""
    client = http.client.HTTPConnection(*served.place, timeout=60)
    client.request("GET", path, headers={"Cookie": cookie})
    answer = client.getresponse()
    page = answer.read().decode()
    client.close()
    return "; ".join(each.partition(";")[0] for each in answer.headers.get_all("Set-Cookie", [])), page
