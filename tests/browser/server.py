"""The score pad served for a browser: the server people use, on a free port, stopped cleanly afterwards."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from socket import socket
from threading import Thread

from flask import Flask
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer, create_server
from waitress.wasyncore import close_all


@contextmanager
def served(app: Flask, port: int = 0) -> Iterator[str]:
    """Serve `app` on this machine alone, on a free port if none is given; gives the address, `http://127.0.0.1:PORT`."""
    connections: dict[int, socket] = {}
    server = create_server(app, map=connections, host="127.0.0.1", port=port, threads=8)
    assert isinstance(server, TcpWSGIServer)
    assert server.socket
    thread = Thread(target=server.run, name="score pad")
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.socket.getsockname()[1]}"
    finally:
        # The loop ends by itself once it has no connection left; only its own thread may close them. `close_all` alone
        # would leave open the files in which they keep long answers.
        def close() -> None:
            channels: dict[int, HTTPChannel] = server.active_channels  # type: ignore[assignment]  # typeshed: one channel
            for channel in list(channels.values()):
                channel.handle_close()
            close_all(connections)

        server.trigger.pull_trigger(close)  # type: ignore[attr-defined]  # typeshed: int
        thread.join(timeout=30)
        server.task_dispatcher.shutdown()


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
