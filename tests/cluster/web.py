"""Web machines that have their books in the database of a cluster."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.deploy.programs import find_free_port, running, wait_for_port

SETTINGS = {"SCOREKEEPER_PROXIES": "1", "SCOREKEEPER_TRUSTED_HOSTS": "127.0.0.1"}

NEXT_STEP = 9999
NEXT_VERSION = f"""
from scorekeeper.cli import main
from scorekeeper.store.postgresql import schema

read_steps = schema.read_steps
schema.read_steps = lambda: {{**read_steps(), {NEXT_STEP}: b"ALTER TABLE entries ADD COLUMN weather words"}}
main()
"""
"""The program of the next version, with one more migration."""


@dataclass
class WebMachine:
    """A machine that serves the books of a database, and writes its log into `folder`."""

    name: str
    folder: Path
    database: str
    port: int = field(default_factory=find_free_port)
    process: subprocess.Popen[bytes] | None = None

    @contextmanager
    def serve(self, program: tuple[str, ...] = ("-m", "scorekeeper")) -> Iterator[None]:
        """Serve until the end, or until it is stopped or killed; `program` is what Python runs."""
        log = self.folder / f"{self.name}.log"
        host = (sys.executable, *program, "host", "--host", "127.0.0.1", "--port", str(self.port))
        with running(log, *host, "--database", self.database, **SETTINGS) as process:
            self.process = process
            wait_for_port(self.port, process, log)
            yield

    def stop(self) -> None:
        """Stop the server as for an upgrade: it first answers the requests that it has."""
        assert self.process is not None
        self.process.terminate()
        self.process.wait()

    def kill(self) -> None:
        """Kill the server at once."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()
