"""Find and run the programs that are used with the score pad."""

import os
import random
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
PATIENCE = 120.0  # seconds to wait for a condition; far longer than it ever takes
LOOK_EACH = 0.02  # seconds
PORTS = 10_000, 32_000


def find_program(name: str) -> str:
    """Return the path of a program, first of those installed with the tests; skip the test if there is none."""
    found = shutil.which(name, path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    return found or pytest.skip(f"{name} is not installed")


def say(*command: str, **settings: str) -> str:
    """Run a program, check that it succeeds, and return its output."""
    told = subprocess.run(
        [find_program(command[0]), *command[1:]],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=PATIENCE,
        check=False,
        env={**os.environ, **settings},
    )
    assert told.returncode == 0, told.stdout
    return told.stdout


@contextmanager
def running(log: Path, *command: str, **settings: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program, write its output to `log`, and stop it at the end if it still runs."""
    with log.open("ab") as said:
        process = subprocess.Popen(
            [find_program(command[0]), *command[1:]], stdout=said, stderr=said, env={**os.environ, **settings}
        )
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(5)


def wait_until(is_so: Callable[[], bool], what: str) -> None:
    """Go on as soon as it is so."""
    last = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < last, f"never: {what}"
        time.sleep(LOOK_EACH)


def wait_for_port(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    """Go on as soon as that program listens there."""

    def is_there() -> bool:
        assert process.poll() is None, log.read_text(encoding="utf-8", errors="replace")
        return listens(port)

    wait_until(is_there, f"somebody listens at port {port}")


def listens(port: int) -> bool:
    """Return whether a program listens at this port of this computer."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


def find_free_port() -> int:
    """Return a free port outside the range of ports for outgoing connections."""
    while True:
        port = random.randrange(*PORTS)
        with suppress(OSError), socket.socket() as trying:
            trying.bind(("127.0.0.1", port))
            return port


def name_places(ports: Mapping[str, int]) -> dict[str, str]:
    """Return the machines' addresses as the proxies read them: MACHINE_A … for HAProxy, MACHINES for Caddy."""
    places = {f"MACHINE_{name.upper()}": f"127.0.0.1:{port}" for name, port in ports.items()}
    return {**places, "MACHINES": " ".join(places.values())}
