"""The score pad served for a browser: the server people use, on a free port, stopped cleanly afterwards."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from threading import Thread

from flask import Flask

from scorekeeper.cli.serving import find_sockets, make_server


@contextmanager
def served(app: Flask, port: int = 0) -> Iterator[str]:
    """Serve `app` on this machine alone, on a free port if none is given; gives the address, `http://127.0.0.1:PORT`."""
    server = make_server(app, find_sockets("127.0.0.1", port))
    thread = Thread(target=server.run, name="score pad")
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        server.stop()
        thread.join(timeout=30)


class Switch(ExitStack):
    """The score pad's own switch: on and off at one address."""

    def __init__(self, app: Flask) -> None:
        super().__init__()
        self._app = app
        self.address = ""
        self.on()

    def on(self) -> None:
        port = int(self.address.rpartition(":")[2]) if self.address else 0
        again: AbstractContextManager[str] = served(self._app, port)
        self.address = self.enter_context(again)

    def off(self) -> None:
        self.close()
