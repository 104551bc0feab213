"""Serving an app on the network: it opens the port, runs one or several processes, and ends them on a signal."""

import errno
import gc
import signal
import socket
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from scorekeeper.cli.address import Address, find_address
from scorekeeper.cli.errors import CommandError

if TYPE_CHECKING:
    from scorekeeper.cli.server import PadServer

PORT = 8000
TRIES = 20  # number of ports that are tried, beginning with PORT

with_port = click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="PORT",
    help=f"The port to listen on ({PORT}, or the next free one).",
)
"""A decorator that adds the option `--port` to a command, which gets it as `port`: a number, or None."""
with_processes = click.option(
    "--processes",
    type=click.IntRange(1, 64),
    default=1,
    metavar="NUMBER",
    help="How many processes serve (1): one for each core, where many tables play at once.",
)
"""A decorator that adds the option `--processes` to a command, which gets it as `processes`."""


def serve_app(
    settings: dict[str, Any], host: str, port: int | None, processes: int, welcome: Callable[[Any, Address], None]
) -> None:
    """Serve an app with these settings until SIGINT (Ctrl-C) or SIGTERM.

    `port` None means the first free one from PORT on. `welcome` is called once with the app and its address, as soon as
    phones can connect. Raise CommandError if the app cannot start or the port cannot be opened.
    """
    from scorekeeper.hosting.app import create_any  # imported here because it loads Flask

    try:
        app = create_any(settings)
    except (OSError, ValueError) as error:  # the folder, a key in it, or a setting of the environment
        raise CommandError(f"The score pad cannot start: {error}", status=1) from error
    sockets: list[socket.socket] = []
    # Treat SIGTERM as Ctrl-C, and accept Ctrl-C even if a background shell has set it to be ignored.
    before = {number: signal.signal(number, signal.default_int_handler) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        sockets = find_sockets(host, port)
        address = find_address(app.config["ADDRESS"], host, sockets[0].getsockname()[1])
        app.config["ADDRESS"] = address.url
        if processes == 1:
            _serve_until_signal(app, make_server(app, sockets), lambda: welcome(app, address))
        else:
            from scorekeeper.cli.server.processes import Processes

            close_app(app)  # it was opened to do once what all processes need
            workers = Processes(processes, _serve_in_child, {**settings, "ADDRESS": address.url}, sockets)
            _stop_on_signals(workers.stop)
            welcome(app, address)
            workers.run()
    except KeyboardInterrupt:
        pass  # the signal came before the server ran
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for listener in sockets:
            listener.close()
        close_app(app)


def _serve_in_child(settings: dict[str, Any], sockets: list[socket.socket]) -> None:
    """Serve an app with these settings at `sockets` in a child process, until a signal."""
    from scorekeeper.hosting.app import create_any

    app = create_any(settings)
    try:
        _serve_until_signal(app, make_server(app, sockets))
    finally:
        close_app(app)


def _serve_until_signal(app: Any, server: "PadServer", welcome: Callable[[], None] = lambda: None) -> None:
    """Serve `app` with `server` until SIGINT or SIGTERM, and call `welcome` when all is ready.

    On a host the thread for nightly maintenance runs meanwhile.
    """
    from scorekeeper.hosting.schedule import NightlyMaintenance
    from scorekeeper.web.uploads.photo_workers import get_photo_workers

    _stop_on_signals(server.stop)
    maintenance = NightlyMaintenance(app.extensions["ephemeral"], app.extensions["books"], app.config["LIMITS"])
    if app.config["HOSTING"]:  # a server of one book makes its copies at the start
        maintenance.start()
    get_photo_workers().start_early()
    gc.collect()
    gc.freeze()  # objects of the start stay alive: collections that skip them delay requests less
    welcome()
    try:
        server.serve_until_stopped()
    finally:
        server.close()
        maintenance.stop()


def _stop_on_signals(stop: Callable[[], None]) -> None:
    """Call `stop` when SIGTERM or SIGINT arrives."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop())


def close_app(app: Any) -> None:
    """Close the databases that `app` has open."""
    for name in ("books", "ephemeral"):
        app.extensions[name].close()


def make_server(app: Any, sockets: Sequence[socket.socket]) -> "PadServer":
    """Return a server of `app` at `sockets`, which already listen. It does not run yet."""
    from scorekeeper.cli.server import PadServer
    from scorekeeper.web.access.upload_auth import is_member

    most = 2 * app.config["MAX_CONTENT_LENGTH"]  # the app refuses a content that is a little too large with a page
    return PadServer(app, sockets, lambda path, cookies: is_member(app, path, cookies), most)


def find_sockets(host: str, port: int | None) -> list[socket.socket]:
    """Open and return sockets that listen on `port` of `host`; None means the first free port from PORT on.

    Raise CommandError if there is no such port.
    """
    from scorekeeper.cli.server import open_sockets

    for attempt in [port] if port is not None else range(PORT, PORT + TRIES):
        try:
            return open_sockets(host, attempt)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                continue
            raise CommandError(
                f"It cannot listen on {host}, port {attempt}: {error.strerror or error}", status=1
            ) from error
    if port is not None:
        raise CommandError(
            f"Port {port} is in use: is the score pad running already? Else choose another --port.", status=1
        )
    raise CommandError(f"Ports {PORT} to {PORT + TRIES - 1} are all in use: choose another --port.", status=1)
