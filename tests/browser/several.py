"""The score pad for browser tests in several processes at one port, like `scorekeeper serve --processes 2`.

They are forked from a process that has imported all modules. A reader of photos that a test replaces stays in the
process of the test, and the others send their photos to it.
"""

import multiprocessing
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Client, Connection, Listener
from socket import socket
from threading import Thread
from typing import Any

from flask import Flask, Response, request

import vision
from scorekeeper.cli.serving import find_sockets, make_server
from tests.in_database import SETTING, create_in_database
from vision import Photo, Reading

NONE = b""
SETTINGS = (
    *("CLUSTER", "DATA", "DATABASE", "HOSTING", SETTING, "MOST_MATCHES", "NEWS_EVERY", "OWNER_KEY", "SECRET_KEY"),
    "TESTING",
)


@contextmanager
def served_by(count: int, app: Flask, port: int) -> Iterator[str]:
    """Serve the book or books of `app` by this number of processes on this machine alone; yield the URL."""
    start = multiprocessing.get_context("forkserver")
    start.set_forkserver_preload([__name__, "tests.browser.preloaded"])
    sockets = find_sockets("127.0.0.1", port)
    settings = {key: app.config[key] for key in SETTINGS if key in app.config}
    with _reading_for(app) as place:
        serving = [start.Process(target=_serve, args=(settings, sockets, place)) for _ in range(count)]
        for each in serving:
            each.start()
        try:
            yield f"http://127.0.0.1:{sockets[0].getsockname()[1]}"
        finally:
            for listening in sockets:
                listening.close()
            for each in serving:
                each.terminate()
            for each in serving:
                each.join(30)


def _serve(settings: dict[str, Any], sockets: list[socket], place: str) -> None:
    """Serve the app in one of the processes."""
    from scorekeeper.hosting.app import create_any
    from scorekeeper.web.uploads import jobs

    jobs.PATIENCE = 120.0  # long enough for a busy computer
    app = create_in_database(settings) if SETTING in settings else create_any(settings)

    def ask(photo: Photo, largest: int) -> Reading:
        with Client(place) as test:
            test.send_bytes(photo.to_jpeg())
            test.send(largest)
            return Reading.from_json(test.recv())

    @app.before_request
    def choose_reader() -> None:
        if request.method == "POST" and request.files:
            with Client(place) as test:
                test.send_bytes(NONE)
                app.config["READER"] = ask if test.recv() else None

    @app.after_request
    def take_turns(answer: Response) -> Response:
        answer.headers["Connection"] = "close"  # a free process answers the next request
        answer.headers["X-Process"] = str(os.getpid())
        return answer

    make_server(app, sockets).serve_until_stopped()


@contextmanager
def _reading_for(app: Flask) -> Iterator[str]:
    """Yield the address at which processes can use the reader that `app` has at the moment."""
    with Listener(None) as listener:
        Thread(target=_listen, args=(app, listener), daemon=True).start()
        yield str(listener.address)


def _listen(app: Flask, listener: Listener) -> None:
    with suppress(OSError):  # it is closed
        while True:
            Thread(target=_answer, args=(app, listener.accept()), daemon=True).start()


def _answer(app: Flask, asking: Connection) -> None:
    with asking, suppress(EOFError, OSError):  # the client may have closed the connection
        reader = app.config.get("READER")
        if (jpeg := asking.recv_bytes()) == NONE:
            asking.send(reader is not None)
        elif reader:
            asking.send(reader(vision.open_photo(jpeg), asking.recv()).to_json(""))
