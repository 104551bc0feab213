"""A score pad that is killed and started again: `python -m tests.trust.lives FOLDER PORT [host]`.

It forks a new server whenever the last one has ended. All modules are imported once, so that each server starts
quickly. The command prints the id of each process and ends with its standard input. With `host` it serves the books in
the folder, otherwise its only book.
"""

import os
import select
import signal
import sys
from pathlib import Path

SETTINGS: dict[str, dict[str, object]] = {
    "serve": {"OWNER_KEY": "key", "SECRET_KEY": "secret", "BACKUPS": 0},
    "host": {"HOSTING": True},
}


def main(folder: str, port: str, kind: str = "serve") -> None:
    """Fork a server whenever none runs, until the input is closed."""
    from scorekeeper.cli import server, serving  # noqa: F401  # loaded before a process is forked
    from scorekeeper.hosting.app import create_any

    while True:
        life = os.fork()
        if not life:
            app = create_any({"DATA": Path(folder), **SETTINGS[kind]})
            serving.make_server(app, serving.find_sockets("127.0.0.1", int(port))).serve_until_stopped()
            os._exit(0)
        print(life, flush=True)
        while not os.waitpid(life, os.WNOHANG)[0]:
            if select.select([sys.stdin], [], [], 0.005)[0]:
                os.kill(life, signal.SIGKILL)
                os.waitpid(life, 0)
                return


if __name__ == "__main__":
    main(*sys.argv[1:])
