"""uvicorn as the score pad runs it: it listens, holds the connections, and has Flask answer in threads."""

import os
import socket
from collections.abc import Sequence
from functools import partial
from typing import Any

from uvicorn import Config, Server

from scorekeeper.cli.server.bridge import Bridge
from scorekeeper.cli.server.connections import IDLE, Connection, Door, MayBring, Places
from scorekeeper.cli.server.lanes import Lanes
from scorekeeper.play import share_files

LINE = 1024  # connections that have come and are not yet taken
ENDING = 5  # seconds in which answers are still finished when it ends
LOOK_EACH = 100  # tenths of a second between two looks for those that wait too long


class PadServer:
    """The server at these sockets, which listen."""

    def __init__(self, app: Any, sockets: Sequence[socket.socket], may_bring: MayBring, most: int) -> None:
        self._sockets = list(sockets)
        self.port = int(self._sockets[0].getsockname()[1])
        self._lanes = Lanes()
        places = Places(share_files().connections)
        kind: Any = partial(Connection, places, Door(may_bring, most))
        self._server = _Clearing(
            places,
            Config(
                Bridge(app, self._lanes),
                http=kind,
                loop="asyncio",
                ws="none",
                interface="asgi3",
                lifespan="off",
                log_config=None,
                log_level="error",
                access_log=False,
                proxy_headers=False,  # the app itself decides how many proxies it believes
                server_header=False,
                backlog=LINE,
                timeout_keep_alive=IDLE,
                timeout_graceful_shutdown=ENDING,
            ),
        )

    def run(self) -> None:
        """Serve until a polite signal comes, which is raised again in the end, or `stop` is called."""
        try:
            self._server.run(self._sockets)
        finally:
            self.close()

    def stop(self) -> None:
        """End soon, from any thread."""
        self._server.should_exit = True

    def close(self) -> None:
        """Listen no longer."""
        for each in self._sockets:
            each.close()
        self._lanes.close()


class _Clearing(Server):
    """Gives up connections that wait too long, every now and then."""

    def __init__(self, places: Places, config: Config) -> None:
        super().__init__(config)
        self._places = places

    async def on_tick(self, counter: int) -> bool:
        if counter % LOOK_EACH == 0:
            self._places.clear()
        return await super().on_tick(counter)


def open_sockets(host: str, port: int) -> list[socket.socket]:
    """Sockets at every address of that name, all at one port; any free one for 0."""
    listening: list[socket.socket] = []
    try:
        for family, kind, protocol, _, address in socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP, flags=socket.AI_PASSIVE
        ):
            listening.append(each := socket.socket(family, kind, protocol))
            if os.name == "posix":  # elsewhere it would take a port from whoever listens at it
                each.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                each.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            each.bind((address[0], listening[0].getsockname()[1] or port, *address[2:]))
            each.listen(LINE)
    except OSError:
        for each in listening:
            each.close()
        raise
    return listening
