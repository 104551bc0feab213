"""Programs that run beside the score pad: where they are, and running them for as long as a test needs them."""

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
PATIENCE = 120.0  # seconds until something is as it has to be; far longer than it ever takes
LOOK_EACH = 0.02  # seconds
PORTS = 10_000, 32_000


def find_program(name: str) -> str:
    """Where a program is, of those installed with the tests first; the test is skipped where it is not."""
    found = shutil.which(name, path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    return found or pytest.skip(f"{name} is not installed")


def say(*command: str, **settings: str) -> str:
    """What a program says that has to end well."""
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
    """A program that runs, and is ended with the test where it has not ended before; what it says is in `log`."""
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
    """Whether somebody listens at this port of this computer."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


def find_free_port() -> int:
    """A port at which nobody listens, of those that no connection is given on its way out."""
    while True:
        port = random.randrange(*PORTS)
        with suppress(OSError), socket.socket() as trying:
            trying.bind(("127.0.0.1", port))
            return port


def name_places(ports: Mapping[str, int]) -> dict[str, str]:
    """Where the machines are, as the proxies want to be told: MACHINE_A and so on for HAProxy, MACHINES for Caddy."""
    places = {f"MACHINE_{name.upper()}": f"127.0.0.1:{port}" for name, port in ports.items()}
    return {**places, "MACHINES": " ".join(places.values())}
