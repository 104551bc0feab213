"""Waitress as the score pad runs it: no connection silences the others, and no stranger's file is taken in.

Waitress reads whole requests before a thread is given to them, so half-sent ones cost a place and nothing else. Ours
gives places up: where all are taken, those go that have been idle or half-sent for longest. Who sends much is asked at
the end of its headers whether anybody has let it in. And an answer without content keeps its connection.
"""

import socket
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import MultiSocketServer, TcpWSGIServer
from waitress.task import ErrorTask, WSGITask
from waitress.utilities import Error

from scorekeeper.cli.lanes import Lanes
from scorekeeper.web.app.headers import HEADERS

MOST_CONNECTIONS = 2_000
OTHER_FILES = 100  # that are open beside the connections: databases, pages, photos
GIVEN_UP = 20  # at once; one at a time would be a search for each
IDLE = 60  # seconds that a connection may lie idle
LATE = 30  # seconds that headers may take to come in
MOST_BY_STRANGERS = 64_000  # bytes

MayBring = Callable[[str], bool]
"""Whether a device with such cookies was let in to anything, and so may send files."""


class NotLetIn(Error):  # noqa: N818  # no exception; waitress calls its answers so
    """The answer to who sends much and was let in to nothing."""

    code = 403
    reason = "Forbidden"


class _Request(HTTPRequestParser):
    """A request as it comes in; refused at the end of its headers where nobody let in who sends it."""

    def __init__(self, adj: Adjustments, may_bring: MayBring) -> None:
        super().__init__(adj)
        self._may_bring = may_bring

    def received(self, data: bytes) -> int:
        before = self.headers_finished
        consumed = super().received(data)
        if self.headers_finished and not before and not self.completed:
            large = self.chunked or self.content_length > MOST_BY_STRANGERS
            if large and not self._may_bring(self.headers.get("COOKIE", "")):
                self.error = NotLetIn("Only devices that were let in may send that much.")
                self.expect_continue = False
                self.completed = True
        return consumed


class _Answer(WSGITask):
    """An answer; one that has no content ends with its headers, so its connection serves the next request, too."""

    channel: Any  # ours; waitress's types know its own alone
    _keeps_open = False

    def build_response_header(self) -> bytes:
        asked = self.channel.request_headers.get("CONNECTION", "").lower()
        self._keeps_open = not self.has_body and self.version == "1.1" and asked != "close"
        return super().build_response_header()

    def set_close_on_finish(self) -> None:
        if not self._keeps_open:
            super().set_close_on_finish()


class _Refusal(ErrorTask):
    """An answer of the server itself, to what is no request: with the headers of all the others."""

    def execute(self) -> None:
        self.response_headers = list(HEADERS.items())
        super().execute()


class Connection(HTTPChannel):
    """A connection that knows since when its next request has been coming in."""

    task_class = _Answer
    error_task_class = _Refusal
    server: Any  # a PadServer
    began = 0.0

    def parser_class(self, adj: Adjustments) -> HTTPRequestParser:  # type: ignore[override]  # is only called
        self.began = time.time()
        return _Request(adj, self.server.may_bring)

    @property
    def request_headers(self) -> dict[str, str]:
        """Those of the request that is being answered."""
        return dict(self.requests[0].headers)

    @property
    def waits_since(self) -> float:
        """Since when nothing whole has come in on it."""
        return self.began if self.request else self.last_activity

    def is_late(self, now: float) -> bool:
        """Whether the headers of its next request have been coming in for too long."""
        return self.request is not None and not self.request.headers_finished and now - self.began > LATE


class PadServer(TcpWSGIServer):
    """Listens at one address; gives up the connections that are of least use where all places are taken."""

    channel_class = Connection
    active_channels: Any  # connections by number; waitress's types take them for one
    adj: Any  # its types leave out what it sets by name
    _map: dict[int, Any]  # all that is listened to, as asyncore calls it
    may_bring: MayBring

    def readable(self) -> bool:
        if len(self._map) >= self.adj.connection_limit:
            waiting = [each for each in self.active_channels.values() if not each.requests]
            for each in sorted(waiting, key=lambda each: each.waits_since)[:GIVEN_UP]:
                each.will_close = True
        return super().readable()

    def maintenance(self, now: float) -> None:
        super().maintenance(now)  # type: ignore[arg-type]  # is a time
        for each in self.active_channels.values():
            if each.is_late(now):
                each.will_close = True


def start_listening(
    app: Any, connections: dict[int, Any], host: str, port: int, may_bring: MayBring, **more: Any
) -> Any:
    """The server, listening; OSError where it cannot."""
    adjustments: Any = Adjustments(
        host=host,
        port=port,
        ident=None,
        asyncore_use_poll=True,
        connection_limit=_make_room(),
        channel_timeout=IDLE,
        cleanup_interval=10,
        channel_request_lookahead=1,  # so that it is seen when somebody goes while they wait
        **more,
    )
    lanes: Any = Lanes()
    servers: list[Any] = []  # PadServers, with what waitress sets on them and its types leave out
    try:
        for place in adjustments.listen:
            server = PadServer(app, connections, dispatcher=lanes, adj=adjustments, sockinfo=place)
            server.may_bring = may_bring
            servers.append(server)
    except OSError:
        lanes.shutdown()
        raise
    if len(servers) == 1:
        return servers[0]
    places: Any = [(server.effective_host, server.effective_port) for server in servers]
    both: Any = MultiSocketServer(connections, adjustments, places, lanes)
    both.effective_port = places[0][1]
    return both


def _make_room() -> int:
    """How many connections there may be: as many as we want, or as many files as the system lets us open."""
    with suppress(ImportError, OSError, ValueError):
        import resource  # not everywhere

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MOST_CONNECTIONS + OTHER_FILES
        if soft < wanted and soft != resource.RLIM_INFINITY:
            soft = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        return MOST_CONNECTIONS if soft == resource.RLIM_INFINITY else min(MOST_CONNECTIONS, soft - OTHER_FILES)
    return socket.SOMAXCONN
