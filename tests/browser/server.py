"""The score pad for browser tests: the real server on a free port, which is stopped at the end."""

import os
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from threading import Thread
from wsgiref.types import StartResponse, WSGIEnvironment

from flask import Flask
from werkzeug import serving

from scorekeeper.cli.serving import find_sockets, make_server
from tests.browser.several import served_by
from tests.in_database import IN_DATABASE

PROCESSES = 2 if IN_DATABASE else int(os.environ.get("SCOREKEEPER_PROCESSES") or 1)


@contextmanager
def served(app: Flask, port: int = 0, processes: int = PROCESSES) -> Iterator[str]:
    """Serve `app` on this machine alone, on a free port by default; yield the URL, `http://127.0.0.1:PORT`.

    Only a score pad can be served by several processes, because each process creates its own.
    """
    if processes > 1 and "books" in app.extensions:
        with served_by(processes, app, port) as address:
            yield address
        return
    server = make_server(app, find_sockets("127.0.0.1", port))
    thread = Thread(target=server.serve_until_stopped, name="score pad")
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        server.stop()
        thread.join(timeout=30)


class Switch(ExitStack):
    """A switch that starts and stops the score pad at one URL."""

    def __init__(self, app: Flask, processes: int = PROCESSES) -> None:
        super().__init__()
        self._app, self._processes = app, processes
        self.address = ""
        self.on()

    def on(self) -> None:
        port = int(self.address.rpartition(":")[2]) if self.address else 0
        again: AbstractContextManager[str] = served(self._app, port, self._processes)
        self.address = self.enter_context(again)

    def off(self) -> None:
        self.close()


def answer_for_nobody(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    """Answer like a proxy whose server does not respond."""
    environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    start_response("503 Service Unavailable", [("Content-Type", "text/plain"), ("Retry-After", "10")])
    return [b"not to be reached"]


@contextmanager
def lone_proxy(address: str) -> Iterator[None]:
    """Answer at the URL of a stopped score pad, like a proxy in front of it."""
    with serving.make_server("127.0.0.1", int(address.rpartition(":")[2]), answer_for_nobody, threaded=True) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield
        finally:
            server.shutdown()
            thread.join()
