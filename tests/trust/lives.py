"""A score pad that is killed and lives again: `python -m tests.trust.lives FOLDER PORT` forks one life after the other.

Everything is imported once, so a life begins in moments. It prints the process of each life, and ends with its input.
"""

import os
import select
import signal
import sys
from pathlib import Path


def main(folder: str, port: str) -> None:
    """Fork a server whenever there is none, until the input is closed."""
    from scorekeeper.cli import server, serving  # noqa: F401  # is there when a life begins
    from scorekeeper.web import create_app

    while True:
        life = os.fork()
        if not life:
            app = create_app({"DATA": Path(folder), "OWNER_KEY": "key", "SECRET_KEY": "secret", "BACKUPS": 0})
            serving.make_server(app, serving.find_sockets("127.0.0.1", int(port))).run()
            os._exit(0)
        print(life, flush=True)
        while not os.waitpid(life, os.WNOHANG)[0]:
            if select.select([sys.stdin], [], [], 0.005)[0]:
                os.kill(life, signal.SIGKILL)
                os.waitpid(life, 0)
                return


if __name__ == "__main__":
    main(*sys.argv[1:])
