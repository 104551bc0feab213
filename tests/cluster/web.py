"""Web machines that have their books in the database of a cluster."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.deploy.programs import find_free_port, running, wait_for_port

SETTINGS = {"SCOREKEEPER_PROXIES": "1", "SCOREKEEPER_TRUSTED_HOSTS": "127.0.0.1"}


@dataclass
class WebMachine:
    """A machine that serves the books of a database, and writes its log into `folder`."""

    name: str
    folder: Path
    database: str
    port: int = field(default_factory=find_free_port)
    process: subprocess.Popen[bytes] | None = None

    @contextmanager
    def serve(self) -> Iterator[None]:
        """Serve until the end, or until it is killed."""
        log = self.folder / f"{self.name}.log"
        host = (sys.executable, "-m", "scorekeeper", "host", "--host", "127.0.0.1", "--port", str(self.port))
        with running(log, *host, "--database", self.database, **SETTINGS) as process:
            self.process = process
            wait_for_port(self.port, process, log)
            yield

    def kill(self) -> None:
        """From one moment to the next it is gone."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()
