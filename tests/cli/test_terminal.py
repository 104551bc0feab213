"""`scorekeeper serve` in a terminal: Ctrl-C reaches each of its processes, and ends them without further output."""

import os
import pty
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import repeat
from pathlib import Path

import pytest

IN_A_TERMINAL = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.executable, [sys.executable, "-m", "scorekeeper", *sys.argv[1:]])
"""
"""Makes stdin the terminal of a new session, so that it sends signals to its processes, and starts the command."""
CTRL_C = b"\x03"
LOOKS = 2000  # takes more than a minute and a half
CLOSED = "The score pad is closed. Every entry is kept."


class Terminal:
    """A command that runs in a terminal of its own; `read_until` returns what the terminal shows so far."""

    def __init__(self, process: "subprocess.Popen[bytes]", screen: int) -> None:
        self.process, self._screen, self._shown = process, screen, ""

    def read_until(self, words: str | None) -> str:
        """Return what is shown when these words are; without words, when the terminal is closed."""
        with suppress(OSError):  # on Linux reading fails when no process has the terminal open
            while (words is None or words not in self._shown) and (part := os.read(self._screen, 65536)):
                self._shown += part.decode(errors="replace")
        return self._shown

    def press(self, keys: bytes) -> None:
        os.write(self._screen, keys)


@contextmanager
def terminal(data: Path, *arguments: str) -> Iterator[Terminal]:
    screen, inside = pty.openpty()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SCOREKEEPER_")}
    command = [sys.executable, "-c", IN_A_TERMINAL, *arguments, "--data", str(data), "--port", "0"]
    process = subprocess.Popen(
        command, stdin=inside, stdout=inside, stderr=inside, start_new_session=True,
        env={**environment, "PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip
    os.close(inside)
    try:
        yield Terminal(process, screen)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        os.close(screen)


def list_readers(session: int) -> list[Path]:
    """Return the processes of a session that read photos, as folders of /proc."""
    found = []
    for each in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, ProcessLookupError):
            if os.getsid(int(each.name)) == session and "spawn_main" in (each / "cmdline").read_text():
                found.append(each)
    return found


def is_ready(session: int) -> bool:
    """Return after a moment whether a process that reads photos in this session ignores Ctrl-C."""
    threading.Event().wait(0.05)
    for each in list_readers(session):
        with suppress(OSError):
            ignored = re.search(r"SigIgn:\s*(\w+)", (each / "status").read_text())
            if ignored and int(ignored[1], 16) & 1 << signal.SIGINT - 1:
                return True
    return False


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the processes of a terminal are asked of /proc")
@pytest.mark.parametrize("command", [("serve",), ("serve", "--processes", "2"), ("host",)], ids=" ".join)
@pytest.mark.parametrize("moment", ["while its processes start", "when all are there"])
def test_ctrl_c_in_a_terminal_closes_the_pad_and_shows_no_traceback(
    tmp_path: Path, command: tuple[str, ...], moment: str
) -> None:
    with terminal(tmp_path, *command) as shell:
        shell.read_until("Ctrl-C ends it.")
        if moment == "when all are there":
            assert any(map(is_ready, repeat(shell.process.pid, LOOKS)))
        shell.press(CTRL_C)
        shown = shell.read_until(None)
        assert shell.process.wait(timeout=60) == 0
    after = shown.partition("Ctrl-C ends it.")[2]
    assert "Traceback" not in after, after
    assert after.replace("^C", "").split("\r\n")[1:] == ["", CLOSED, ""], after
