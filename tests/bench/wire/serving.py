"""A server in a process of its own: its address, and the processor time and memory that it has taken.

Both include every process that it has started. They are read from /proc, where a process may end at any moment.
"""

import http.client
import os
import re
import subprocess
import sys
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TextIO

from tests.bench.wire.matches import KEY

PROC = Path("/proc")
PATIENCE = 60.0  # seconds until a server must have ended
Place = tuple[str, int]
Process = tuple[int, int]
"""A process: its number, which a later process may have again, and the time of its start."""


@dataclass(frozen=True)
class Served:
    """A running server."""

    process: int
    place: Place
    _seconds: dict[Process, float] = field(default_factory=dict, repr=False)

    def list_processes(self) -> list[Process]:
        """Return the running processes of the server, the main process first; empty after it has ended."""
        children: dict[int, list[Process]] = {}
        own: list[Process] = []
        for stat in PROC.glob("[0-9]*/stat"):
            with suppress(OSError):  # it has just ended
                fields = stat.read_text().rpartition(")")[2].split()  # from the third on: state, parent, …
                process = int(stat.parent.name), int(fields[19])
                children.setdefault(int(fields[1]), []).append(process)
                own += [process] if process[0] == self.process else []
        for number, _ in own:  # the list grows during the loop
            own += children.get(number, [])
        return own

    @property
    def processor(self) -> float:
        """The seconds of processor time so far, those of processes that have ended included: it never decreases."""
        for process in self.list_processes():
            with suppress(OSError):  # it has just ended
                # The clock of another process, numbered as clock_getcpuclockid(3) does.
                self._seconds[process] = time.clock_gettime((~process[0] << 3) | 2)
        return sum(self._seconds.values())

    @property
    def memory(self) -> int:
        """The bytes of memory; shared memory counts once. Raises ProcessLookupError after the server has ended."""
        found = list[int]()
        for number, _ in self.list_processes():
            with suppress(OSError):  # it has just ended
                text = (PROC / str(number) / "smaps_rollup").read_text()
                found += [int(size) * 1024 for size in re.findall(r"^Pss:\s*(\d+)", text, re.MULTILINE)]
        if not found:
            raise ProcessLookupError(f"server {self.process} has ended")
        return sum(found)


def has_proc() -> bool:
    """Return whether the system has /proc, which says what a process takes."""
    return (PROC / "self/smaps_rollup").exists()


@contextmanager
def serving_pad(
    folder: Path, command: str = "serve", processes: int = 1, log: TextIO | None = None, database: str = ""
) -> Iterator[Served]:
    """Run `scorekeeper serve` for the book in `folder`, or `host` for the books in it or in the database at a URL.

    It has this number of processes.
    """
    more = ["--host", "127.0.0.1", "--port", "0", "--processes", str(processes), "--data", str(folder)]
    settings = dict[str, str]()
    if database:  # a test then sets the address of a phone
        more, settings = [*more, "--database", database], {"SCOREKEEPER_PROXIES": "1"}
    with _serving("scorekeeper", command, *more, log=log, **settings) as served:
        yield served


@contextmanager
def serving_bare(folder: Path) -> Iterator[Served]:
    """Run the bare views on the same server."""
    with _serving("tests.bench.wire.bare", str(folder)) as served:
        yield served


@contextmanager
def _serving(module: str, *arguments: str, log: TextIO | None = None, **settings: str) -> Iterator[Served]:
    unset = {key: value for key, value in os.environ.items() if not key.startswith("SCOREKEEPER_")}
    environment = unset | {"SCOREKEEPER_OWNER_KEY": KEY, "SCOREKEEPER_SECRET_KEY": "secret", "SCOREKEEPER_BACKUPS": "0"}
    environment |= settings
    command = [sys.executable, "-m", module, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment) as process:
        try:
            assert process.stdout is not None
            yield Served(process.pid, ("127.0.0.1", _read_port(process.stdout)))
        finally:
            process.terminate()
            try:
                process.communicate(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                raise


def _read_port(output: IO[str]) -> int:
    """Return the port in the URL that a server prints. Raises RuntimeError with its output if it ends before."""
    printed = list[str]()
    for line in output:
        if found := re.search(r"http://\S+:(\d+)", line):
            return int(found[1])
        printed.append(line)
    raise RuntimeError(f"the server ended before it listened: {''.join(printed)}")


def read_busy(cores: Collection[int]) -> float:
    """Return the seconds in which these cores were busy since the computer started, stolen time included."""
    busy = 0
    for line in (PROC / "stat").read_text().splitlines():
        name, *ticks = line.split()
        if name[3:].isdigit() and name.startswith("cpu") and int(name[3:]) in cores:
            user, nice, system, _idle, _waiting, interrupts, soft, stolen, *_guests = map(int, ticks)
            busy += user + nice + system + interrupts + soft + stolen
    return busy / os.sysconf("SC_CLK_TCK")


def let_in(served: Served, link: str) -> str:
    """Open this link of the score pad and return the phone's cookie."""
    cookie, _ = _open(served, link)
    return cookie


def let_in_owner(served: Served, below: str = "", key: str = KEY) -> tuple[str, str]:
    """Return the cookie of the owner of the book that lies `below`, and the CSRF token of their forms."""
    cookie, page = _open(served, f"{below}/new", let_in(served, f"{below}/in/{key}"))
    return cookie, re.findall(r'name="csrf_token"[^>]*value="([^"]+)"', page)[0]


def _open(served: Served, path: str, cookie: str = "") -> tuple[str, str]:
    """Open a page and return its cookie and its HTML."""
    client = http.client.HTTPConnection(*served.place, timeout=60)
    client.request("GET", path, headers={"Cookie": cookie})
    answer = client.getresponse()
    page = answer.read().decode()
    client.close()
    return "; ".join(each.partition(";")[0] for each in answer.headers.get_all("Set-Cookie", [])), page
