"""The score pad's server: uvicorn holds the connections, and Flask answers in threads."""

import socket
from collections.abc import Sequence
from functools import partial
from typing import Any

from uvicorn import Config, Server

from scorekeeper.cli.server.bridge import Bridge
from scorekeeper.cli.server.connections import IDLE, Connection, ConnectionLimit
from scorekeeper.cli.server.uploads import MayUpload, UploadLimit
from scorekeeper.play.upkeep.open_files import share_files
from scorekeeper.web.http.headers import HEADERS

BACKLOG = 1024  # connections that wait to be accepted
ENDING = 5  # seconds for finishing answers when the server stops


class PadServer(Server):
    """A uvicorn server of the WSGI app `app` at `sockets`, which listen already.

    `may_upload` returns whether a client may send files; `most` is the largest request content in bytes.
    """

    def __init__(self, app: Any, sockets: Sequence[socket.socket], may_upload: MayUpload, most: int) -> None:
        self._sockets = list(sockets)
        self.port = int(self._sockets[0].getsockname()[1])
        self._connections = ConnectionLimit(share_files().connections)
        self._bridge = Bridge(app, UploadLimit(may_upload, most))
        protocol: Any = partial(Connection, self._connections)
        super().__init__(
            Config(
                self._bridge,
                http=protocol,
                loop="asyncio",
                ws="none",
                interface="asgi3",
                lifespan="off",
                log_config=None,
                log_level="error",
                access_log=False,
                proxy_headers=False,  # the app itself decides how many proxies it trusts
                server_header=False,
                headers=list(HEADERS.items()),
                backlog=BACKLOG,
                timeout_keep_alive=IDLE,
                timeout_graceful_shutdown=ENDING,
                callback_notify=self._connections.abort_idle,
                timeout_notify=1,
            )
        )

    def serve_until_stopped(self) -> None:
        """Serve until SIGTERM or SIGINT arrives or `stop` is called, then close the sockets.

        A signal is raised again at the end.
        """
        try:
            self.run(self._sockets)
        finally:
            self.close()

    def stop(self) -> None:
        """Make the server end soon; may be called from any thread."""
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Finish the answers that have begun, and drop connections whose request is still incomplete."""
        await self._connections.abort_idle(0)
        await super().shutdown(sockets)

    def close(self) -> None:
        """Close the listening sockets and end the threads that answer."""
        for each in self._sockets:
            each.close()
        self._bridge.close()


def open_sockets(host: str, port: int) -> list[socket.socket]:
    """Return listening sockets at every address of `host`, all at the same `port`; 0 chooses any free port.

    Raise OSError if one cannot be opened.
    """
    listening: list[socket.socket] = []
    try:
        for family, *_, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE):
            if listening:
                port = listening[0].getsockname()[1]
            listening.append(socket.create_server((address[0], port), family=family, backlog=BACKLOG))
    except OSError:
        for each in listening:
            each.close()
        raise
    return listening
